//! Names in YAML that C++ does not have.

use check::rules;
use source::suggest::Known;
use source::{Diagnostic, Help, Spanned};
use spec::Op;

use crate::link::{infer_meta, is_kernel, kernel_functions, kernel_name, spmd_rule};
use crate::{Joined, Problem};

pub fn check(joined: &Joined, op: &Op, problems: &mut Vec<Problem>) {
    let is_called = op.invoke.is_none();
    for function in op.kernel.iter().flat_map(|kernel| &kernel.functions).filter(|_| is_called) {
        check_kernel(joined, op, &function.name, problems);
    }
    let Some(meta) = op.infer_meta.as_ref().filter(|_| is_called) else { return };
    if joined.has_functions_in(&joined.settings.infer_meta)
        && infer_meta(joined.index, joined.settings, &meta.func.value).is_empty()
    {
        let known = joined.names_in(&joined.settings.infer_meta);
        problems.extend(joined.unknown(rules::UNKNOWN_INFER_META, op, "infer meta function", &meta.func, known));
    }
    if let Some(rule) = &meta.spmd_rule
        && joined.has_functions_in(&joined.settings.spmd_rules)
        && spmd_rule(joined.index, joined.settings, &rule.value).is_empty()
    {
        let known = joined.names_in(&joined.settings.spmd_rules);
        problems.extend(joined.unknown(rules::UNKNOWN_SPMD_RULE, op, "spmd rule", rule, known));
    }
}

fn check_kernel(joined: &Joined, op: &Op, name: &Spanned<String>, problems: &mut Vec<Problem>) {
    let Joined { index, settings, .. } = joined;
    if index.has_registrations() {
        if index.registrations_of(&name.value).next().is_none() {
            let known = Known::new(index.kernels());
            problems.extend(joined.unknown(rules::UNKNOWN_KERNEL, op, "kernel", name, known));
        }
        return;
    }
    // Headers do not say under which names kernels are registered. Only a name that is nearly that of a function is reported.
    if !kernel_functions(index, settings, &name.value).is_empty() {
        return;
    }
    if settings.named_otherwise.contains(&name.value) {
        return;
    }
    let all = index.functions().iter().filter(|function| is_kernel(function, settings));
    let names: Vec<String> = all.map(|function| kernel_name(settings, &function.short_name)).collect();
    let near = Known::new(names.iter().map(String::as_str)).typo_of(&name.value).map(str::to_owned);
    if let Some(near) = near.filter(|near| !joined.calls(near) && !joined.known.may_be_lost(&name.value)) {
        let message =
            format!("`{}` calls the kernel `{}`, but no header declares its function", op.name.value, name.value);
        let problem = Diagnostic::new(rules::UNDECLARED_KERNEL, name.span, message);
        problems.push(Problem::new(problem.help(Help::meant(&name.value, &near))));
    }
}

impl Joined<'_> {
    fn names_in(&self, folder: &str) -> Known<'_> {
        let functions = self.index.functions().iter();
        Known::new(functions.filter(|of| self.index.is_in(&of.place, folder)).map(|of| of.short_name.as_str()))
    }

    /// Whether an operator calls a kernel.
    fn calls(&self, kernel: &str) -> bool {
        let kernels = self.registry.ops().flat_map(|(_, op)| &op.kernel).flat_map(|kernel| &kernel.functions);
        kernels.into_iter().any(|function| function.name.value == kernel)
    }

    /// Whether the functions of a folder were read. Without the folder, nothing is known about them.
    fn has_functions_in(&self, folder: &str) -> bool {
        self.index.functions().iter().any(|of| self.index.is_in(&of.place, folder))
    }

    /// The finding about a name that C++ does not have.
    fn unknown(
        &self,
        rule: source::Rule,
        op: &Op,
        what: &str,
        name: &Spanned<String>,
        known: Known,
    ) -> Option<Problem> {
        if self.known.may_be_lost(&name.value) {
            return None;
        }
        let message = format!("`{}` uses the {what} `{}`, which does not exist in C++", op.name.value, name.value);
        let near = known.nearest(&name.value).map(|near| Help::meant(&name.value, near));
        Some(Problem::new(Diagnostic::new(rule, name.span, message).maybe_help(near)))
    }
}
