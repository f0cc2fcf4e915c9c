//! Parameters in C++ that are not those that the YAML implies.

use crate::index::{Declared, DeclaredParameter};
use check::rules;
use source::{Diagnostic, Rule, Span, count};
use spec::Op;

use crate::compare::{Difference, after_context, difference};
use crate::expected::{self, Expected, ExpectedType};
use crate::link::{infer_meta, registered_functions, spmd_rule};
use crate::{Joined, Problem};

pub fn check(joined: &Joined, op: &Op, problems: &mut Vec<Problem>) {
    if op.invoke.is_none() {
        if joined.is_called(op) {
            check_kernels(joined, op, problems);
        }
        if joined.calls_infer_meta(op) {
            check_infer_meta(joined, op, problems);
        }
        check_spmd_rule(joined, op, problems);
    }
}

fn check_kernels(joined: &Joined, op: &Op, problems: &mut Vec<Problem>) {
    let Joined { index, settings, .. } = joined;
    let names = op.kernel.iter().flat_map(|kernel| &kernel.functions).map(|function| function.name.span);
    for ((kernel, expected), at) in expected::of_kernels(op, &joined.spelling).into_iter().zip(names) {
        let Some(expected) = expected else { continue };
        let call = Call { op, what: "kernel", name: &kernel, name_span: at, expected: &expected };
        let groups = registered_functions(index, settings, &kernel);
        let wrong = groups.iter().find_map(|group| call.difference(joined, group, after_context));
        problems.extend(wrong.map(|(function, difference)| {
            call.problem(rules::KERNEL_PARAMETERS, function, after_context(function), &difference)
        }));
    }
}

fn check_infer_meta(joined: &Joined, op: &Op, problems: &mut Vec<Problem>) {
    let Joined { index, settings, .. } = joined;
    if let Some(meta) = &op.infer_meta
        && let Some(expected) = expected::of_infer_meta(op, joined.profile)
    {
        let functions = infer_meta(index, settings, &meta.func.value);
        let name = &meta.func.value;
        let call = Call { op, what: "infer meta function", name, name_span: meta.func.span, expected: &expected };
        let wrong = call.difference(joined, &functions, |function| &function.parameters);
        problems.extend(wrong.map(|(function, difference)| {
            call.problem(rules::INFER_META_PARAMETERS, function, &function.parameters, &difference)
        }));
    }
}

fn check_spmd_rule(joined: &Joined, op: &Op, problems: &mut Vec<Problem>) {
    let rule = op.infer_meta.as_ref().and_then(|meta| meta.spmd_rule.as_ref());
    let Some(rule) = rule.filter(|_| joined.is_called(op)) else { return };
    let Some(expected) = expected::of_spmd_rule(op, joined.profile) else { return };
    let functions = spmd_rule(joined.index, joined.settings, &rule.value);
    let call = Call { op, what: "spmd rule", name: &rule.value, name_span: rule.span, expected: &expected };
    let wrong = call.difference(joined, &functions, |function| &function.parameters);
    problems.extend(wrong.map(|(function, difference)| {
        call.problem(rules::SPMD_RULE_PARAMETERS, function, &function.parameters, &difference)
    }));
}

/// A call that the YAML implies.
struct Call<'a> {
    op: &'a Op,
    what: &'a str,
    name: &'a str,
    name_span: Span,
    expected: &'a [Expected],
}

impl Call<'_> {
    /// The function that differs least, unless one of them has the right parameters: C++ chooses among all of them.
    fn difference<'f>(
        &self,
        joined: &Joined,
        functions: &[&'f Declared],
        parameters: impl Fn(&'f Declared) -> &'f [DeclaredParameter],
    ) -> Option<(&'f Declared, Difference)> {
        let differs = |function: &&'f Declared| {
            let difference = difference(parameters(function), self.expected, joined.settings)?;
            Some((*function, difference))
        };
        let all: Option<Vec<_>> = functions.iter().map(differs).collect();
        let distance = |function: &Declared| parameters_apart(function, self.expected.len());
        all?.into_iter().min_by_key(|(function, difference)| (difference.weight(), distance(function)))
    }

    fn problem(
        &self,
        rule: Rule,
        function: &Declared,
        parameters: &[DeclaredParameter],
        difference: &Difference,
    ) -> Problem {
        let place = |at: usize| parameters.get(at).map_or(&function.place, |parameter| &parameter.place);
        let (op, Call { what, name, .. }) = (&self.op.name.value, self);
        let described = |parameter: Option<&DeclaredParameter>| match parameter {
            Some(DeclaredParameter { ty, name, .. }) if name.is_empty() => format!("`{ty}`"),
            Some(DeclaredParameter { ty, name, .. }) => format!("`{ty} {name}`"),
            None => String::from("nothing"),
        };
        match difference {
            Difference::Count { surplus, missing } => {
                let message = format!(
                    "`{op}` passes {} to the {what} `{name}`, which takes {}",
                    count(self.expected.len(), "argument"),
                    parameters.len()
                );
                match (surplus, missing) {
                    (Some(at), _) => {
                        let here = format!("`{}` has no parameter for this", function.short_name);
                        self.at(rule, *at, message).here(&here).label(place(*at), "the parameter at this position")
                    }
                    (_, at) => {
                        let at = at.unwrap_or_default();
                        // The argument before the missing one.
                        let problem = self.at(rule, at.saturating_sub(1), message);
                        problem.label(place(at), "no argument is passed for this parameter")
                    }
                }
            }
            Difference::Type { at } => {
                let Expected { ty, name: argument, .. } = &self.expected[*at];
                let message =
                    format!("`{argument}` of `{op}` does not have the type of the parameter of the {what} `{name}`");
                let problem = self.at(rule, *at, message).here(&format!("this needs {}", article(ty)));
                problem.label(place(*at), format!("the parameter is {}", described(parameters.get(*at))))
            }
            Difference::Order { at, other } => {
                let [one, two] = [at, other].map(|at| &self.expected[*at].name);
                let message = format!("`{op}` passes `{one}` and `{two}` to the {what} `{name}` in the other order");
                let problem = self.at(rules::OTHER_ORDER, *at, message);
                problem.label(place(*at), format!("the parameter is {}", described(parameters.get(*at))))
            }
        }
    }

    /// A problem at an argument.
    fn at(&self, rule: Rule, at: usize, message: String) -> Problem {
        let Some(expected) = self.expected.get(at).or(self.expected.last()) else {
            return Problem::new(Diagnostic::new(rule, self.name_span, message));
        };
        let problem = Diagnostic::new(rule, expected.span, message).label(self.name_span, format!("the {}", self.what));
        let declared = expected.declared.filter(|declared| *declared != expected.span);
        Problem::new(problem.maybe_label(declared, "declared here"))
    }
}

/// How far the number of a function's parameters is from that of the arguments.
fn parameters_apart(function: &Declared, arguments: usize) -> usize {
    function.parameters.len().abs_diff(arguments)
}

/// What a parameter must be.
fn article(ty: &ExpectedType) -> String {
    match ty {
        ExpectedType::Exact(ty) | ExpectedType::Converted(ty) => format!("a parameter of the type `{ty}`"),
        ExpectedType::Meta { list: false } => "one meta tensor".to_owned(),
        ExpectedType::Meta { list: true } => "a list of meta tensors".to_owned(),
        ExpectedType::MetaResult { list: false } => "a pointer to one meta tensor".to_owned(),
        ExpectedType::MetaResult { list: true } => "a list of pointers to meta tensors".to_owned(),
        ExpectedType::Any => "any parameter".to_owned(),
    }
}
