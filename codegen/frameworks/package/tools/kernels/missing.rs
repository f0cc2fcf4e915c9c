//! Kernels that the C++ of a package does not define, or does not compile.

use package_operators::rules;
use source::{Diagnostic, Help, suggest};

use super::sources::beside;
use super::{Kernel, Problem, Sources};

pub fn check(sources: &Sources, kernel: &Kernel, problems: &mut Vec<Problem>) {
    if let Some(source) = kernel.source().filter(|source| !sources.root.join(&source.value).is_file()) {
        let message = format!("`{}`, the source of a kernel, does not exist", source.value);
        let known = beside(sources.root, &source.value);
        let help = suggest::help(&source.value, known.iter().map(String::as_str));
        problems.push(Problem::new(Diagnostic::new(rules::MISSING_KERNEL, source.span, message).maybe_help(help)));
        return;
    }
    for device in sources.devices(kernel) {
        let found = match device {
            Some(device) => of_views(sources, kernel, device),
            None => of_framework(sources, kernel),
        };
        problems.extend(found);
    }
}

/// A kernel that takes views: it must be in the namespace of its device, and be compiled for data types.
fn of_views(sources: &Sources, kernel: &Kernel, device: &str) -> Option<Problem> {
    let name = kernel.short_name();
    if sources.may_be_made_by_a_macro(name) {
        return None;
    }
    let Some(found) = sources.definitions(kernel, Some(device)).first().copied() else {
        return Some(undefined(sources, kernel, Some(device)));
    };
    let called = sources.package.kernel_macro();
    let is_compiled = |file: &super::File| {
        let calls = file.calls.iter().filter(|(macro_name, _)| *macro_name == called);
        let is_it = |words: &[String]| matches!(words, [on, of] if on == device && of == name);
        file.instantiated.contains(name) || calls.into_iter().any(|(_, words)| is_it(words))
    };
    if kernel.form.data_types.is_empty() || sources.files.iter().any(|file| is_compiled(file)) {
        return None;
    }
    let message = format!("the kernel `{name}` is compiled for no data type");
    let diagnostic = Diagnostic::new(rules::MISSING_KERNEL, kernel.name.span, message);
    let help = format!("write `{called}({device}, {name});` after its definition");
    Some(Problem::new(diagnostic.help(help)).label(&found, &found.function.range, "it is defined here"))
}

/// A kernel that takes the tensors of a framework: some function must have its name.
fn of_framework(sources: &Sources, kernel: &Kernel) -> Option<Problem> {
    let name = kernel.short_name();
    let is_there = sources.named(name).next().is_some() || sources.may_be_made_by_a_macro(name);
    (!is_there).then(|| undefined(sources, kernel, None))
}

fn undefined(sources: &Sources, kernel: &Kernel, device: Option<&str>) -> Problem {
    let (name, folder) = (kernel.short_name(), &sources.package.kernels);
    let place = kernel.source().map_or(format!("{folder}/"), |source| source.value.clone());
    let message = match device {
        Some(device) => format!("the kernel `{device}::{name}` is not defined in {place}"),
        None => format!("the kernel `{name}` is not defined in {place}"),
    };
    let problem = Problem::new(Diagnostic::new(rules::MISSING_KERNEL, kernel.name.span, message));
    let declaration = sources.declaration(kernel, device);
    let wanted = declaration.map(|declaration| format!("define `{declaration}`"));
    // A function of this name without the namespace.
    let elsewhere = sources.named(name).find(|found| found.function.has_body);
    if let (Some(device), Some(other)) = (device, elsewhere) {
        let text = format!("this is not in the namespace `{device}`");
        return problem.helped(wanted).label(&other, &other.function.range, text);
    }
    let Some(near) = sources.known().nearest(name) else { return problem.helped(wanted) };
    // The name in C++ may be the misspelt one.
    let problem = problem.helped(Some(Help::meant(name, near).certain(false)));
    match sources.named(near).find(|found| found.function.has_body) {
        Some(other) => problem.label(&other, &other.function.range, "this is defined"),
        None => problem,
    }
}

impl Problem {
    fn helped(self, help: Option<impl Into<Help>>) -> Self {
        Problem { diagnostic: self.diagnostic.maybe_help(help), ..self }
    }
}
