//! Formulas of gradients and tangents.

use std::collections::{BTreeMap, BTreeSet};

use source::suggest::{self, Known};
use source::text::Text;
use source::{Diagnostic, Diagnostics, Help, Span, Spanned};
use torch_registry::Registry;
use torch_spec::Formula;
use torch_spec::derivative::{Differentiability, FormulaTable};

use crate::derived::{Derived, is_non_differentiable};
use crate::gradients::{self, ELEMENT_WISE, LINEAR};
use crate::identifiers::{Identifier, identifiers, methods, parameters};
use crate::{report_unless_judged, rules};

/// Checks formulas.
pub fn check(registry: &Registry, diagnostics: &mut Diagnostics) {
    let cpp_names: BTreeSet<String> =
        registry.functions().map(|(_, function)| function.entry.func.cpp_name()).collect();
    let calls =
        registry.profile().formula_functions.iter().map(String::as_str).chain(cpp_names.iter().map(String::as_str));
    let calls = calls.chain([IS_DIFFERENTIABLE]);
    let of_tree = registry.formula_functions().iter().map(String::as_str);
    let calls = Calls { known: calls.clone().chain(of_tree).collect(), near: Known::new(calls) };
    let known_methods = known_methods(registry);
    let known = || known_methods.iter().map(String::as_str);
    let methods = Calls { known: known().collect(), near: Known::new(known()) };
    let twice = derived_twice(registry);
    for (derivative, id) in registry.derivatives().into_iter().flatten() {
        // One of them may have the name of another operator by mistake.
        if twice.contains(derivative.name.as_str()) {
            continue;
        }
        let Some(function) = id.map(|id| &registry[id]) else { continue };
        let derived = Derived { function, derivative, registry };
        let checker = Checker { derived, calls: &calls, methods: &methods };
        gradients::differentiability(derived, diagnostics);
        if let Some(Differentiability::Condition(condition)) = &derivative.differentiability {
            checker.expression(Text::of_spanned(condition), Side::Condition, &BTreeSet::new(), diagnostics);
        }
        for table in &derivative.tables {
            checker.table(table, diagnostics);
        }
    }
}

/// The methods that formulas may call: those of operators, and those that the profile knows.
fn known_methods(registry: &Registry) -> BTreeSet<String> {
    let entries = registry.functions().map(|(_, function)| &function.entry);
    let operators = entries.filter(|entry| entry.variants.method).map(|entry| entry.func.cpp_name());
    operators.chain(registry.profile().formula_methods.iter().cloned()).collect()
}

/// The schemas that two derivatives have.
fn derived_twice(registry: &Registry) -> BTreeSet<&str> {
    let mut seen = BTreeSet::new();
    let names = registry.derivatives().into_iter().flatten().map(|(derivative, _)| derivative.name.as_str());
    names.filter(|name| !seen.insert(*name)).collect()
}

/// The functions that formulas may call.
struct Calls<'a> {
    known: BTreeSet<&'a str>,
    near: Known<'a>,
}

struct Checker<'a> {
    derived: Derived<'a>,
    calls: &'a Calls<'a>,
    /// The same for methods.
    methods: &'a Calls<'a>,
}

/// The sides of a derivative, and the condition under which its result is differentiable.
#[derive(Clone, Copy, PartialEq)]
enum Side {
    Backward,
    Forward,
    Condition,
}

impl Checker<'_> {
    fn table(&self, table: &FormulaTable, diagnostics: &mut Diagnostics) {
        let before = diagnostics.len();
        let mut sides = Vec::new();
        for formula in &table.formulas {
            sides.push(self.names(formula, diagnostics));
        }
        let with_side = || table.formulas.iter().zip(&sides);
        let of_side = |side: Side| with_side().filter(move |(_, of)| **of == Some(side)).map(|(formula, _)| formula);
        let backward: Vec<&Formula> =
            of_side(Side::Backward).filter(|formula| !is_non_differentiable(formula)).collect();
        let forward: Vec<&Formula> = of_side(Side::Forward).collect();
        self.overlap(table, &backward, diagnostics);
        // Where the gradients are wrong, it is not known which arguments have one.
        let before_gradients = diagnostics.len();
        let mut derived: BTreeSet<&str> =
            backward.iter().flat_map(|formula| &formula.names).map(|name| name.as_str()).collect();
        for formula in &backward {
            self.text(formula, Side::Backward, &derived, diagnostics);
        }
        if diagnostics.len() > before_gradients {
            derived.clear();
        }
        for formula in &forward {
            self.text(formula, Side::Forward, &derived, diagnostics);
        }
        if diagnostics.len() == before && !self.derived.derivative.poisoned {
            gradients::check(self.derived, &backward, &forward, diagnostics);
        }
    }

    /// Checks the names that a formula is for, and tells its side. `None` if a name is wrong.
    fn names(&self, formula: &Formula, diagnostics: &mut Diagnostics) -> Option<Side> {
        let first = formula.names.first()?;
        let side = if self.derived.is_argument(first.as_str()) { Side::Backward } else { Side::Forward };
        let mut is_sound = true;
        for name in &formula.names {
            is_sound &= match side {
                Side::Backward if self.derived.is_argument(name.as_str()) => self.is_tensor(name, diagnostics),
                Side::Forward if self.derived.is_result(name.as_str()) => true,
                _ => {
                    self.unknown_name(name, diagnostics);
                    false
                }
            };
        }
        is_sound.then_some(side)
    }

    fn unknown_name(&self, name: &Spanned<String>, diagnostics: &mut Diagnostics) {
        let message =
            format!("`{}` is neither an argument nor a result of `{}`", name.value, self.derived.function.name());
        let arguments =
            self.derived.function.entry.func.arguments.all().filter(|argument| argument.ty.value.is_tensor_like());
        let results = self.derived.results();
        let results = results.iter().map(String::as_str).filter(|result| self.derived.is_result(result));
        let known: Vec<&str> = arguments.map(|argument| argument.name.as_str()).chain(results).collect();
        let help = suggest::help(name.as_str(), known.iter().copied());
        let problem = Diagnostic::new(rules::FORMULA_NAME, name.span, message);
        diagnostics.push(problem.maybe_help(help));
    }

    fn is_tensor(&self, name: &Spanned<String>, diagnostics: &mut Diagnostics) -> bool {
        let Some(argument) = self.derived.function.entry.func.arguments.of_name(name.as_str()) else { return false };
        if argument.ty.value.is_tensor_like() {
            return true;
        }
        let message =
            format!("`{}` of `{}` is no tensor, so it has no gradient", name.value, self.derived.function.name());
        let problem = Diagnostic::new(rules::NUMBER_FORMULA, name.span, message);
        let problem = problem.label(argument.span(), "the argument").help("remove the line");
        report_unless_judged(self.derived.registry, self.derived.function, problem, diagnostics);
        false
    }

    /// Reports arguments with two formulas, or with a formula although they are said not to be differentiable.
    fn overlap(&self, table: &FormulaTable, backward: &[&Formula], diagnostics: &mut Diagnostics) {
        let mut seen: BTreeMap<&str, Span> = BTreeMap::new();
        let not = table.formulas.iter().filter(|formula| is_non_differentiable(formula));
        for name in backward.iter().copied().chain(not).flat_map(|formula| &formula.names) {
            if let Some(first) = seen.get(name.as_str()) {
                let problem =
                    Diagnostic::new(rules::NUMBER_FORMULA, name.span, format!("`{}` has two formulas", name.value));
                diagnostics.push(problem.label(*first, "the other one"));
            }
            seen.entry(name.as_str()).or_insert(name.span);
        }
    }

    /// Checks the text of a formula. `derived` has the arguments whose gradients have formulas.
    fn text(&self, formula: &Formula, side: Side, derived: &BTreeSet<&str>, diagnostics: &mut Diagnostics) {
        let text = Text::of_spanned(&formula.text);
        if is_non_differentiable(formula) || (side == Side::Forward && [ELEMENT_WISE, LINEAR].contains(&text.as_str()))
        {
            return;
        }
        self.expression(text, side, derived, diagnostics);
    }

    /// Checks C++. `derived` has the arguments whose gradients have formulas.
    fn expression(&self, text: Text, side: Side, derived: &BTreeSet<&str>, diagnostics: &mut Diagnostics) {
        if let Some((bracket, opens)) = text.unbalanced() {
            let what = if opens { "is not closed" } else { "closes nothing" };
            let problem = format!("`{}` {what}", bracket.as_str());
            diagnostics.push(Diagnostic::new(rules::UNBALANCED, bracket.span(), problem));
            return;
        }
        concrete_sizes(text, side, diagnostics);
        methods(text).for_each(|method| self.method(method, diagnostics));
        let parameters = parameters(text.as_str());
        for identifier in identifiers(text) {
            match identifier.is_called {
                _ if parameters.contains(&identifier.text.as_str()) => {}
                true => self.call(identifier, diagnostics),
                false => self.identifier(identifier.text, text, side, derived, diagnostics),
            }
        }
    }

    /// Reports a call of a method that is spelled almost like one that exists. Classes may have further methods.
    fn method(&self, method: Text, diagnostics: &mut Diagnostics) {
        let name = method.as_str();
        let is_known = |name: &str| self.methods.known.contains(name);
        if is_known(name) || is_known(name.strip_suffix("_symint").unwrap_or(name)) {
            return;
        }
        let Some(near) = self.methods.near.typo_of(name) else { return };
        let problem = Diagnostic::new(rules::UNKNOWN_IDENTIFIER, method.span(), format!("there is no method `{name}`"));
        diagnostics.push(problem.help(Help::meant(name, near)));
    }

    /// Reports a call of a function that is spelled almost like one that exists. New functions may be defined in C++.
    fn call(&self, identifier: Identifier, diagnostics: &mut Diagnostics) {
        let name = identifier.text.as_str();
        let without_suffix = name.strip_suffix("_symint").unwrap_or(name);
        if self.calls.known.contains(without_suffix)
            || self.calls.known.contains(name)
            || self.derived.is_argument(name)
            || KEYWORDS.contains(&name)
        {
            return;
        }
        let Some(near) = self.calls.near.typo_of(name) else { return };
        let message = format!("the formula calls `{name}`, which is not known");
        let problem = Diagnostic::new(rules::UNKNOWN_IDENTIFIER, identifier.text.span(), message);
        diagnostics.push(problem.help(Help::meant(name, near).certain(false)));
    }

    /// Checks a name in an expression that is not called.
    fn identifier(
        &self,
        text: Text,
        expression: Text,
        side: Side,
        derived: &BTreeSet<&str>,
        diagnostics: &mut Diagnostics,
    ) {
        let name = text.as_str();
        let suffixed = |suffix: &str| {
            name.strip_suffix(suffix).is_some_and(|base| self.derived.is_argument(base) || base == "original_self")
        };
        let is_known = match side {
            _ if name == INDEX && self.derived.is_foreach() => true,
            Side::Backward => self.derived.is_argument(name) || BACKWARD.contains(&name),
            Side::Forward => self.derived.is_argument(name) || suffixed("_t") || suffixed("_p"),
            Side::Condition => self.derived.is_argument(name),
        };
        let is_list = || {
            self.derived
                .function
                .entry
                .func
                .arguments
                .of_name(name)
                .is_some_and(|argument| argument.ty.value.as_list().is_some())
        };
        if side == Side::Forward && derived.contains(name) && !is_list() {
            let message = format!("`{name}` could be the value or the tangent");
            let problem = Diagnostic::new(rules::BASE_NAME, text.span(), message);
            diagnostics.push(problem.help(format!("write `{name}_p` for the value, `{name}_t` for the tangent")));
            return;
        }
        if is_known
            || side != Side::Condition && self.derived.is_result(name)
            || KEYWORDS.contains(&name)
            || self.derived.registry.profile().formula_words.iter().any(|word| word == name)
        {
            return;
        }
        if let (Side::Backward, Some(result)) = (side, name.strip_prefix("grad_")) {
            return self.named_gradient(text, result, diagnostics);
        }
        let operator = self.derived.function.name();
        let known = self.known(side, derived, name == expression.as_str());
        let (message, help) = match side {
            Side::Forward if BACKWARD.contains(&name) => {
                let tangents: Vec<String> =
                    known.iter().filter(|known| known.ends_with("_t")).map(|known| format!("`{known}`")).collect();
                let help = format!("use the tangents of arguments: {}", tangents.join(", "));
                (format!("a forward formula of `{operator}` has no `{name}`"), Some(help.into()))
            }
            Side::Condition => (format!("`{name}` is not an argument of `{operator}`"), self.near(name, &known)),
            _ => (format!("`{name}` is neither an argument nor a result of `{operator}`"), self.near(name, &known)),
        };
        diagnostics.push(Diagnostic::new(rules::UNKNOWN_IDENTIFIER, text.span(), message).maybe_help(help));
    }

    fn near(&self, name: &str, known: &[String]) -> Option<Help> {
        suggest::help(name, known.iter().map(String::as_str))
    }

    /// The names that an expression may use. `is_alone` if it is only a name.
    fn known(&self, side: Side, derived: &BTreeSet<&str>, is_alone: bool) -> Vec<String> {
        let arguments = || self.derived.function.entry.func.arguments.all();
        let names = || arguments().map(|argument| argument.name.value.clone());
        let results = || self.derived.results().into_iter().filter(|result| self.derived.is_result(result));
        let result = || results().filter(|result| result == "result" || !self.derived.is_result("result"));
        match side {
            Side::Backward => names().chain(["grad", "grads"].map(str::to_owned)).chain(result()).collect(),
            Side::Forward => {
                let of_tensors = arguments().filter(|argument| argument.ty.value.is_tensor_like());
                let of_tensors: Vec<&str> = of_tensors.map(|argument| argument.name.as_str()).collect();
                let suffixed = of_tensors.iter().flat_map(|name| [format!("{name}_t"), format!("{name}_p")]);
                let bare = names().filter(|name| !derived.contains(name.as_str()));
                let automatic = [LINEAR, ELEMENT_WISE].into_iter().filter(|_| is_alone).map(str::to_owned);
                suffixed.chain(bare).chain(result()).chain(automatic).collect()
            }
            Side::Condition => {
                names().chain(["True", "False"].into_iter().filter(|_| is_alone).map(str::to_owned)).collect()
            }
        }
    }

    /// Reports the gradient of a result unless that has a name, is a tensor, and is differentiable.
    fn named_gradient(&self, text: Text, result: &str, diagnostics: &mut Diagnostics) {
        let available: Vec<String> = self.derived.named_gradients();
        if available.iter().any(|name| name == text.as_str()) {
            return;
        }
        let message = match self.derived.is_result(result) {
            true => format!("`{result}` is not a differentiable result of `{}`", self.derived.function.name()),
            false => format!("`{}` has no result `{result}`", self.derived.function.name()),
        };
        let help = suggest::help(text.as_str(), available.iter().map(String::as_str));
        diagnostics.push(Diagnostic::new(rules::GRADIENTS, text.span(), message).maybe_help(help));
    }
}

/// Names that backward formulas may use besides arguments and results.
const BACKWARD: [&str; 4] = ["grad", "grads", "grad_input_mask", "retain_variables"];

/// The function that conditions call.
const IS_DIFFERENTIABLE: &str = "isDifferentiableType";

/// The position in the lists of a foreach operator.
const INDEX: &str = "i";

/// Words of C++ in formulas.
const KEYWORDS: [&str; 22] = [
    "true",
    "false",
    "nullptr",
    "std",
    "int",
    "int64_t",
    "double",
    "float",
    "bool",
    "auto",
    "const",
    "static_cast",
    "sizeof",
    "at",
    "c10",
    "Tensor",
    "TensorList",
    "IntArrayRef",
    "Scalar",
    "return",
    "not",
    "NULL",
];

/// Sizes of a tensor as numbers, and what is used in their place.
const CONCRETE: [(&str, &str); 3] =
    [("sizes()", "sym_sizes()"), ("strides()", "sym_strides()"), ("size(", "sym_size(")];

fn concrete_sizes(text: Text, side: Side, diagnostics: &mut Diagnostics) {
    if side != Side::Backward {
        return;
    }
    for (method, symbolic) in CONCRETE {
        for (at, _) in text.as_str().match_indices(method) {
            let before = &text.as_str()[..at];
            let behind = text.as_str()[at + method.len()..].trim_start_matches('-');
            let takes_number = !method.ends_with('(') || behind.starts_with(|c: char| c.is_ascii_digit());
            if (before.ends_with('.') || before.ends_with("->")) && takes_number {
                let found = text.slice(at, at + method.len());
                let message = format!("`{method}` is a number even if the size is symbolic").replace("(`", "`");
                diagnostics.push(
                    Diagnostic::new(rules::CONCRETE_SIZE, found.span(), message).help(format!("write `{symbolic}`")),
                );
            }
        }
    }
}
