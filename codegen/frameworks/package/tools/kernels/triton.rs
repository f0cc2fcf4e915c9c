//! Functions in Python that launch Triton kernels: whether they are there, and take the arguments of their entries by name.

use package_operators::rules;
use source::suggest::Known;
use source::{Diagnostic, Help};

use super::python::PythonFunction;
use super::{Kernel, Problem, Sources};

/// A function, and the index of its file.
type Placed<'a> = (usize, &'a PythonFunction);

pub fn check(sources: &Sources, kernel: &Kernel, problems: &mut Vec<Problem>) {
    let name = kernel.name.value.as_str();
    let declaration = sources.declaration(kernel, None).unwrap_or_default();
    let named: Vec<Placed> = functions(sources).filter(|(_, function)| function.name == name).collect();
    let may_be_elsewhere =
        sources.files.iter().filter_map(|file| file.python.as_ref()).any(|file| file.may_define(name));
    match named.as_slice() {
        [] if may_be_elsewhere => {}
        [] => problems.push(undefined(sources, kernel, &declaration)),
        [(file, function)] if function.is_jitted() => {
            let message = format!("`{name}` is a Triton kernel, and not a function that launches one");
            let help = format!("define `{declaration}`");
            let problem = Problem::new(missing(kernel, message).help(help));
            problems.push(problem.at_python(*file, function, "this is the kernel"));
        }
        // A decorator may change the parameters.
        [(file, function)] if function.decorators.is_empty() => {
            problems.extend(parameters(kernel, *file, function, &declaration));
        }
        [_] => {}
        [(file, first), others @ ..] if others.iter().any(|(other, _)| other != file) => {
            let message = format!("the kernel `{name}` is defined in several files");
            let mut problem = Problem::new(missing(kernel, message)).at_python(*file, first, "here");
            for (file, other) in others {
                problem = problem.at_python(*file, other, "and here");
            }
            problems.push(problem);
        }
        // The last definition of a file is the one that Python keeps.
        [.., (file, function)] => problems.extend(parameters(kernel, *file, function, &declaration)),
    }
}

fn functions<'a>(sources: &'a Sources) -> impl Iterator<Item = Placed<'a>> {
    let files = sources.files.iter().enumerate().filter_map(|(at, file)| Some((at, file.python.as_ref()?)));
    files.flat_map(|(at, file)| file.functions.iter().map(move |function| (at, function)))
}

fn missing(kernel: &Kernel, message: String) -> Diagnostic {
    Diagnostic::new(rules::MISSING_KERNEL, kernel.name.span, message)
}

fn undefined(sources: &Sources, kernel: &Kernel, declaration: &str) -> Problem {
    let (name, folder) = (kernel.name.value.as_str(), &sources.package.kernels);
    let problem = missing(kernel, format!("the kernel `{name}` is not defined in {folder}/*.py"));
    let known = Known::new(functions(sources).map(|(_, function)| function.name.as_str()));
    let Some(near) = known.nearest(name) else {
        return Problem::new(problem.help(format!("define `{declaration}`")));
    };
    // The name in Python may be the misspelt one.
    let problem = Problem::new(problem.help(Help::meant(name, near).certain(false)));
    match functions(sources).find(|(_, function)| function.name == near) {
        Some((file, function)) => problem.at_python(file, function, "this is defined"),
        None => problem,
    }
}

/// The first argument that a function does not take, or the first that it takes in addition.
fn parameters(kernel: &Kernel, file: usize, function: &PythonFunction, declaration: &str) -> Option<Problem> {
    let (op, name) = (kernel.form.op, &function.name);
    let help = format!("the kernel must be `{declaration}`");
    let problem = |span, message: String| {
        Problem::new(Diagnostic::new(rules::KERNEL_PARAMETERS, span, message).help(help.clone()))
    };
    let inputs = op.signature.inputs.iter().map(|input| &input.name);
    let arguments: Vec<_> = inputs.chain(op.signature.attrs.iter().map(|attr| &attr.name)).collect();
    let takes = |argument: &str| function.parameters.iter().any(|parameter| parameter.name == argument);
    if let Some(positional) = function.parameters.iter().find(|parameter| parameter.is_positional) {
        let message = format!("the kernel `{name}` does not take `{}` by name", positional.name);
        let label = "this is only given by position".to_owned();
        return Some(problem(kernel.name.span, message).at_range(file, positional.range.clone(), label));
    }
    if let Some(lacking) = arguments.iter().find(|argument| !takes(&argument.value)).filter(|_| !function.takes_all) {
        let message = format!("the kernel `{name}` has no parameter `{}`", lacking.value);
        return Some(problem(lacking.span, message).at_python(file, function, "it is defined here"));
    }
    let is_other = |name: &str| arguments.iter().all(|argument| argument.value != name);
    let other = function.parameters.iter().find(|parameter| !parameter.has_default && is_other(&parameter.name))?;
    let message = format!("the kernel `{name}` takes `{}`, which `{}` does not have", other.name, op.name.value);
    let label = "the YAML does not have this parameter".to_owned();
    Some(problem(kernel.name.span, message).at_range(file, other.range.clone(), label))
}

impl Problem {
    fn at_python(self, file: usize, function: &PythonFunction, text: &str) -> Self {
        self.at_range(file, function.range.clone(), text.to_owned())
    }

    fn at_range(mut self, file: usize, range: std::ops::Range<usize>, text: String) -> Self {
        self.labels.push((file, range, text));
        self
    }
}
