//! Attributes that neither a kernel nor a rule reads.

use package_operators::rules;
use registry::Registry;
use source::Diagnostic;

use super::parameters::arguments;
use super::{Found, Kernel, Problem, Sources};

pub fn check(sources: &Sources, registry: &Registry, kernels: &[Kernel], problems: &mut Vec<Problem>) {
    for kernel in kernels {
        // Gradients take attributes from the forward operator.
        let gradients = registry.grad_chain(kernel.id);
        let all: Vec<&Kernel> = kernels.iter().filter(|other| gradients.contains(&other.id)).collect();
        for attr in &kernel.form.attrs {
            let name = attr.name.as_str();
            if all.iter().any(|kernel| may_read(sources, kernel, name)) {
                continue;
            }
            let message = format!("nothing reads `{name}`, an attribute of `{}`", kernel.form.op.name.value);
            let problem = Problem::new(Diagnostic::new(rules::UNREAD_ATTRIBUTE, attr.name.span, message));
            problems.push(match definitions(sources, kernel).first() {
                Some(found) => problem.label(found, &found.function.range, "the kernel does not use it"),
                None => problem,
            });
        }
    }
}

fn definitions<'a>(sources: &'a Sources, kernel: &'a Kernel) -> Vec<Found<'a>> {
    sources.devices(kernel).into_iter().flat_map(|device| sources.definitions(kernel, device)).collect()
}

/// Whether an operator reads an attribute, as far as anyone can tell.
fn may_read(sources: &Sources, kernel: &Kernel, name: &str) -> bool {
    let form = &kernel.form;
    let Some(at) = form.attrs.iter().position(|attr| attr.name.value == name) else { return false };
    let shapes = form.outputs.iter().filter_map(|output| output.shape.as_ref());
    if shapes.flat_map(|shape| shape.names()).any(|read| read == name) {
        return true;
    }
    let functions = &form.functions;
    let found = definitions(sources, kernel);
    let context = usize::from(form.has_views());
    found.is_empty()
        || [&functions.shape, &functions.data_type].into_iter().flatten().any(|of| function_may_read(sources, of, name))
        || found.iter().any(|found| kernel_may_read(sources, kernel, found, context + form.inputs.len() + at))
}

/// Whether the body of a kernel uses the parameter at a position.
fn kernel_may_read(sources: &Sources, kernel: &Kernel, found: &Found, at: usize) -> bool {
    let Some(body) = found.function.body(&sources.files[found.file].text) else { return true };
    // Without such a parameter, another rule has found something.
    let own = arguments(kernel, found.function);
    own.get(at).is_none_or(|parameter| body.contains(parameter.name.as_str()))
}

/// Whether one of the author's functions for shapes or data types uses a name.
fn function_may_read(sources: &Sources, function: &str, name: &str) -> bool {
    let short = function.rsplit("::").next().unwrap_or(function);
    let mut bodies = sources.named(short).map(|found| found.function.body(&sources.files[found.file].text)).peekable();
    bodies.peek().is_none() || bodies.any(|body| body.is_none_or(|body| body.contains(name)))
}
