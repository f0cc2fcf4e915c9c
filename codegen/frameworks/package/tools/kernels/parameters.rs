//! Kernels whose parameters are not those that the YAML implies.

use std::collections::BTreeSet;

use cpp::tokens;
use package_operators::rules;
use source::{Diagnostic, Span, count};

use super::sources::{Definition, Parameter};
use super::{File, Found, Kernel, Problem, Sources};

pub fn check(sources: &Sources, kernel: &Kernel, problems: &mut Vec<Problem>) {
    for device in sources.devices(kernel) {
        let Some(declaration) = sources.declaration(kernel, device) else { continue };
        let Some(expected) = File::declared(&declaration) else { continue };
        let definitions = sources.definitions(kernel, device);
        let is_exact = kernel.form.is_declared();
        if !is_exact {
            let takes = definitions.iter().map(|found| (*found, arguments(kernel, found.function)));
            problems.extend(ignored(kernel, kernel.short_name(), (expected.parameters.len(), "argument"), takes));
        }
        // C++ chooses among overloads.
        let compared = definitions.into_iter().map(|found| {
            let own = arguments(kernel, found.function);
            let difference = difference(&own, &expected.parameters, is_exact)?;
            Some((found, difference))
        });
        let Some(wrong) = compared.collect::<Option<Vec<_>>>() else { continue };
        let nearest = wrong.into_iter().min_by_key(|(_, difference)| difference.weight());
        problems.extend(nearest.map(|(found, difference)| {
            Report { kernel, declaration: &declaration, expected: &expected.parameters, found }.problem(&difference)
        }));
    }
    check_functions(sources, kernel, problems);
}

/// The parameters of a kernel in the order of the YAML. A kernel for Paddle's tensors may take attributes between tensors, and at
/// the end pointers, to which it writes outputs.
pub fn arguments<'a>(kernel: &Kernel, function: &'a Definition) -> Vec<&'a Parameter> {
    let all: Vec<&Parameter> = function.parameters.iter().collect();
    if kernel.form.is_declared() {
        return all;
    }
    let outputs = all.iter().rev().take_while(|parameter| parameter.ty.ends_with('*')).count();
    let (tensors, others): (Vec<&Parameter>, Vec<&Parameter>) =
        all[..all.len() - outputs].iter().partition(|parameter| parameter.ty.contains("Tensor"));
    tensors.into_iter().chain(others).collect()
}

/// The author's functions for shapes and data types: they take all inputs, and perhaps attributes.
fn check_functions(sources: &Sources, kernel: &Kernel, problems: &mut Vec<Problem>) {
    let functions = &kernel.form.functions;
    for name in [&functions.shape, &functions.data_type].into_iter().flatten() {
        let short = name.rsplit("::").next().unwrap_or(name);
        let found = sources.named(short).filter(|found| found.function.has_body);
        let takes = found.map(|found| (found, found.function.parameters.iter().collect()));
        problems.extend(ignored(kernel, short, (kernel.form.inputs.len(), "input"), takes));
    }
}

/// The finding if every function of a name takes fewer arguments than there are. A framework leaves out the others silently.
fn ignored<'a>(
    kernel: &Kernel,
    name: &str,
    (arguments, what): (usize, &str),
    functions: impl Iterator<Item = (Found<'a>, Vec<&'a Parameter>)>,
) -> Option<Problem> {
    let (found, takes) = functions.max_by_key(|(_, takes)| takes.len())?;
    if takes.len() >= arguments || takes.iter().any(|parameter| parameter.ty.contains("...")) {
        return None;
    }
    let op = kernel.form.op;
    let message = format!("`{name}` takes {} of the {} of `{}`", takes.len(), count(arguments, what), op.name.value);
    let names =
        op.signature.inputs.iter().map(|input| &input.name).chain(op.signature.attrs.iter().map(|attr| &attr.name));
    let span = names.into_iter().nth(takes.len()).map_or(op.name.span, |name| name.span);
    let diagnostic = Diagnostic::new(rules::IGNORED_ARGUMENTS, span, message).here("the first that it does not get");
    Some(Problem::new(diagnostic).label(&found, &found.function.range, "it is defined here"))
}

/// How a kernel differs from what the YAML implies. Positions are those of parameters.
enum Difference {
    /// The number of parameters; the first parameter that differs.
    Count(usize),
    Type(usize),
    /// Two parameters have each other's names.
    Order(usize, usize),
}

impl Difference {
    fn weight(&self) -> u8 {
        match self {
            Difference::Order(..) => 0,
            Difference::Type(_) => 1,
            Difference::Count(_) => 2,
        }
    }
}

fn difference(own: &[&Parameter], expected: &[Parameter], is_exact: bool) -> Option<Difference> {
    if own.iter().any(|parameter| parameter.ty.contains("...")) {
        return None;
    }
    let known = vocabulary(expected);
    let fits = |at: usize| fits(&own[at].ty, &expected[at].ty, is_exact, &known);
    let both = own.len().min(expected.len());
    // What a kernel for Paddle's tensors does not take is another finding.
    if own.len() > expected.len() || own.len() < expected.len() && is_exact {
        let differs = |at: &usize| !fits(*at) || own[*at].name != expected[*at].name;
        return Some(Difference::Count((0..both).find(differs).unwrap_or(both)));
    }
    if let Some(at) = (0..both).find(|at| !fits(*at)) {
        return Some(Difference::Type(at));
    }
    let is_swapped = |at: usize, other: usize| {
        own[at].name == expected[other].name && own[other].name == expected[at].name && own[at].ty == own[other].ty
    };
    let pairs = (0..both).flat_map(|at| (at + 1..both).map(move |other| (at, other)));
    pairs.into_iter().find(|(at, other)| is_swapped(*at, *other)).map(|(at, other)| Difference::Order(at, other))
}

/// Words of types. A type with another word is one of the author's, which may stand for any type.
const WORDS: &[&str] = &[
    "const", "bool", "char", "int", "float", "double", "unsigned", "int8_t", "int16_t", "int32_t", "int64_t",
    "uint8_t", "size_t", "string", "vector", "T", "void", "Tensor", "optional", "complex", "DataType",
];

fn vocabulary(expected: &[Parameter]) -> BTreeSet<&str> {
    let words = expected.iter().flat_map(|parameter| tokens::of(&parameter.ty));
    words.chain(WORDS.iter().copied()).collect()
}

fn fits(own: &str, expected: &str, is_exact: bool, known: &BTreeSet<&str>) -> bool {
    let words = tokens::of(own);
    if words.iter().any(|word| tokens::is_name(word) && !known.contains(word)) {
        return true;
    }
    match is_exact {
        true => by_value(own) == by_value(expected),
        // A framework takes arguments by value and by reference, and a name for its lists may be shorter.
        false => plain(own) == plain(expected),
    }
}

/// A type without a `const` that does not matter to callers.
fn by_value(ty: &str) -> String {
    let ty = if ty.ends_with(['&', '*']) { ty } else { ty.trim_start_matches("const ") };
    ty.replace("int32_t", "int")
}

/// A type without `const` and `&`.
fn plain(ty: &str) -> String {
    let ty = ty.trim_end_matches('&').trim_end_matches("const").trim();
    ty.trim_start_matches("const ").trim_start_matches("const").replace("int32_t", "int")
}

impl File {
    /// The function in a declaration.
    fn declared(declaration: &str) -> Option<Definition> {
        File::of("", format!("{declaration};")).functions.into_iter().next()
    }
}

/// What a finding shows.
struct Report<'a> {
    kernel: &'a Kernel<'a>,
    declaration: &'a str,
    expected: &'a [Parameter],
    found: Found<'a>,
}

impl Report<'_> {
    fn problem(&self, difference: &Difference) -> Problem {
        let name = self.kernel.short_name();
        let own = arguments(self.kernel, self.found.function);
        match difference {
            Difference::Count(at) => {
                let (takes, needs) = (own.len(), self.expected.len());
                let message =
                    format!("the kernel `{name}` has {}, but the YAML implies {needs}", count(takes, "parameter"));
                let is_short = takes < needs;
                let label = match own.get(*at) {
                    Some(parameter) if is_short => {
                        format!("`{}` is missing before `{}`", self.expected[*at].name, parameter.name)
                    }
                    Some(_) => "the YAML does not have this parameter".to_owned(),
                    None => "the parameters end here".to_owned(),
                };
                self.at(*at, message, &label)
            }
            Difference::Type(at) => {
                let wanted = &self.expected[*at];
                let message = format!("`{}` has another type in the kernel `{name}`", wanted.name);
                self.at(*at, message, &format!("this is `{}`, but must be `{}`", own[*at].ty, wanted.ty))
            }
            Difference::Order(at, other) => {
                let [one, two] = [at, other].map(|at| &self.expected[*at].name);
                let message = format!("the kernel `{name}` takes `{one}` and `{two}` in the other order");
                self.at(*at, message, &format!("this gets `{one}`"))
            }
        }
    }

    /// A finding about a parameter. It is at the argument in the YAML, and points to the kernel.
    fn at(&self, at: usize, message: String, label: &str) -> Problem {
        let argument = self.expected.get(at).and_then(|parameter| self.argument(&parameter.name));
        let span = argument.unwrap_or(self.kernel.name.span);
        let diagnostic = Diagnostic::new(rules::KERNEL_PARAMETERS, span, message);
        let own = arguments(self.kernel, self.found.function);
        let range = own.get(at).map_or(&self.found.function.range, |parameter| &parameter.range);
        let help = format!("the kernel must be `{}`", self.declaration);
        Problem::new(diagnostic.help(help)).label(&self.found, range, label)
    }

    /// Where an argument or output is declared.
    fn argument(&self, name: &str) -> Option<Span> {
        let signature = &self.kernel.form.op.signature;
        let inputs = signature.inputs.iter().map(|input| &input.name);
        let attrs = signature.attrs.iter().map(|attr| &attr.name);
        let outputs = signature.outputs.iter().map(|output| &output.name);
        inputs.chain(attrs).chain(outputs).find(|of| of.value == name).map(|of| of.span)
    }
}
