//! Operators whose kernels are Triton's: what `PyTorch` can register in Python.

use crate::forms::{Order, PackageForm, spelling};
use crate::rules;
use profile::{Framework, Package};
use source::{Diagnostic, Diagnostics, Span};
use spec::Element;

/// Reports what an operator with a Triton kernel cannot have. `root` is the operator whose gradient it is, directly or not.
pub fn check(form: &PackageForm, package: &Package, diagnostics: &mut Diagnostics) {
    let written_for = form.op.package.as_ref().and_then(|own| own.written_for.as_ref());
    let Some(written_for) = written_for.filter(|_| form.is_triton) else { return };
    check_frameworks(form, package, written_for.span, diagnostics);
    if let (Some(input), Some(gradient)) = (form.inputs.iter().find(|input| input.written), &form.op.backward) {
        let message = format!(
            "`{}` overwrites `{}`, and PyTorch takes no gradient of such an operator in Python",
            form.op.name.value, input.name
        );
        let problem = Diagnostic::new(rules::TRITON, gradient.span, message);
        diagnostics
            .push(problem.label(written_for.span, "the kernel").help("return another tensor, or remove `backward`"));
    }
    if form.inputs.iter().all(|input| input.optional) {
        let message =
            "an operator with a Triton kernel must have an input that is always there, and decides the device"
                .to_owned();
        diagnostics.push(Diagnostic::new(rules::TRITON, form.op.name.span, message));
    }
    for (at, what) in unsupported(form, package) {
        let message = format!("an operator with a Triton kernel cannot have {what}");
        diagnostics.push(Diagnostic::new(rules::TRITON, at, message).label(written_for.span, "the kernel"));
    }
}

/// Reports other frameworks that would get the operator. Its gradient is reported only if it is the first with such a kernel.
fn check_frameworks(form: &PackageForm, package: &Package, at: Span, diagnostics: &mut Diagnostics) {
    // Without PyTorch, the entry is wrong where it was read.
    let is_reported = !package.frameworks.contains(&Framework::Torch)
        || form.order != Order::Forward && form.root.package.as_ref().is_some_and(|own| own.triton);
    let other = form.wanted_by(package).find(|framework| *framework != Framework::Torch);
    if let Some(other) = other.filter(|_| !is_reported) {
        let message =
            format!("only PyTorch runs Triton kernels, but `{}` is for `{}`", form.op.name.value, other.name());
        let problem = Diagnostic::new(rules::TRITON, at, message);
        let problem = match form.order {
            Order::Forward => problem,
            _ => problem.label(form.root.name.span, "the operator"),
        };
        diagnostics.push(problem.help("write `frameworks : torch` in the entry of the operator"));
    }
}

/// What the functions with which PyTorch registers operators in Python do not take: where it is, and what it is.
fn unsupported(form: &PackageForm, package: &Package) -> Vec<(Span, String)> {
    let mut found = Vec::new();
    let keywords = form.keywords();
    for (input, own) in form.op.signature.inputs.iter().zip(&form.inputs) {
        let name = &own.name;
        if keywords.contains(&name.as_str()) {
            found.push((input.name.span, format!("`{name}`, a tensor that is only given by name")));
        } else if own.list && own.optional {
            found.push((input.name.span, format!("`{name}`, a list that may be absent")));
        } else if own.written && own.optional {
            found.push((input.name.span, format!("`{name}`, a tensor that it overwrites and that may be absent")));
        }
    }
    for attr in &form.op.signature.attrs {
        let element = attr.ty.element;
        let is_unknown = matches!(element, Element::Generator | Element::DataLayout)
            || attr.ty.list
                && (matches!(element, Element::Str) || attr.optional && matches!(element, Element::Scalar(_)));
        if let Some(spelling) = spelling(attr, package).filter(|_| is_unknown) {
            found.push((attr.name.span, format!("`{}`, which has the type `{}`", attr.name.value, spelling.schema)));
        }
    }
    for value in form.values {
        if value.ty.list || matches!(value.ty.element, Element::Str) {
            let ty = value.ty.to_string();
            found.push((value.name.span, format!("the result `{}`, which has the type `{ty}`", value.name.value)));
        }
    }
    found
}
