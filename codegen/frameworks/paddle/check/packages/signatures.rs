//! Signatures of operators of packages: types, arguments and results that only some frameworks or kernels have.

use crate::rules;
use forms::package::{ArgumentForm, Literals, Order, PackageForm, default_literal, has_literals, spelling};
use profile::{Framework, Package};
use source::{Diagnostic, Diagnostics, Span};
use spec::constant::unknown_constant;
use spec::default;

/// What only `PyTorch` has: where it is, what it is, and whether the kernel must take tensors of `PyTorch`.
struct OfTorch {
    at: Span,
    what: String,
    needs_own_kernel: bool,
}

pub fn check(form: &PackageForm, package: &Package, diagnostics: &mut Diagnostics) {
    check_attributes(form, package, diagnostics);
    check_defaults(form, diagnostics);
    check_order(form, diagnostics);
    check_namespace(form, diagnostics);
    for found in of_torch(form, package) {
        let problem = |rule, message| Diagnostic::new(rule, found.at, message);
        let other = form.frameworks(package).find(|framework| *framework != Framework::Torch);
        if let Some(other) = other {
            let message = format!("{} is not possible with `{}`", found.what, other.name());
            let help = match found.needs_own_kernel {
                true => "write the kernel for PyTorch's tensors: `kernel : {written_for : torch}`",
                false => "add `frameworks : torch`",
            };
            diagnostics.push(problem(rules::TORCH_ONLY, message).help(help));
        } else if found.needs_own_kernel && form.has_views() {
            let message = format!("{} is not possible for a kernel that takes views", found.what);
            let help = "add `written_for : torch` to `kernel`, and take PyTorch's tensors";
            diagnostics.push(problem(rules::OWN_TYPE, message).help(help));
        }
    }
    check_gradient(form, package, diagnostics);
}

fn of_torch(form: &PackageForm, package: &Package) -> Vec<OfTorch> {
    let op = form.op;
    let mut found = Vec::new();
    for attr in &op.signature.attrs {
        let of = spelling(attr, package).filter(|spelling| spelling.only == Some(Framework::Torch));
        if let Some(spelling) = of {
            let what = format!("the type `{}` of `{}`", spelling.schema, attr.name.value);
            found.push(OfTorch { at: attr.name.span, what, needs_own_kernel: spelling.of_framework });
        }
    }
    for (input, own) in op.signature.inputs.iter().zip(&form.inputs).filter(|(_, own)| own.absent_items) {
        let what = format!("the type `Tensor?[]` of `{}`", own.name);
        found.push(OfTorch { at: input.name.span, what, needs_own_kernel: true });
    }
    for value in form.values {
        let what = format!("the result `{}`, which is not a tensor,", value.name.value);
        found.push(OfTorch { at: value.name.span, what, needs_own_kernel: true });
    }
    if op.signature.inputs.is_empty() || op.signature.outputs.is_empty() && form.values.is_empty() {
        let missing = if op.signature.inputs.is_empty() { "inputs" } else { "outputs" };
        let what = format!("an operator without {missing}, such as `{}`,", op.name.value);
        found.push(OfTorch { at: op.name.span, what, needs_own_kernel: true });
    }
    found
}

/// Reports attributes and results of types that no framework takes.
fn check_attributes(form: &PackageForm, package: &Package, diagnostics: &mut Diagnostics) {
    let attrs = form.op.signature.attrs.iter().filter(|attr| spelling(attr, package).is_none());
    let attrs = attrs.map(|attr| (&attr.name, format!("{}{}", attr.ty, if attr.optional { "?" } else { "" })));
    let values = form.values.iter().filter(|value| !package.attributes.contains_key(&value.ty.to_string()));
    for (name, ty) in attrs.chain(values.map(|value| (&value.name, value.ty.to_string()))) {
        let message = format!("`{}` has the type `{ty}`, which an operator of a package cannot have", name.value);
        let is_common = |(_, spelling): &(&String, &profile::AttributeSpelling)| spelling.only.is_none();
        let known = package.attributes.iter().filter(is_common).map(|(name, _)| format!("`{name}`"));
        let problem = Diagnostic::new(rules::PACKAGE_ATTRIBUTE, name.span, message);
        let help = format!("attributes can be {}", known.collect::<Vec<_>>().join(", "));
        diagnostics.push(problem.help(help));
    }
}

/// Reports defaults that Python cannot spell: callers would have to pass the argument. Those with an unknown name are wrong in C++, too.
fn check_defaults(form: &PackageForm, diagnostics: &mut Diagnostics) {
    for attr in &form.op.signature.attrs {
        let Some(default) = &attr.default else { continue };
        let is_reported = unknown_constant(&default.value).is_some();
        if has_literals(attr.ty.element) && !is_reported && default_literal(attr, Literals::PYTHON).is_none() {
            let message =
                format!("`{}` is not a literal, so Python has no default for `{}`", default.value, attr.name.value);
            let problem = Diagnostic::new(spec::rules::WRONG_DEFAULT, default.span, message);
            diagnostics.push(problem.help(format!("write {}", default::example(attr.ty))));
        }
    }
}

/// Reports an input after an attribute, unless the kernel takes the arguments in the order of `PyTorch`'s schema.
fn check_order(form: &PackageForm, diagnostics: &mut Diagnostics) {
    let is_simple = form.order == Order::Forward && form.op.backward.is_none();
    if form.written_for == Some(Framework::Torch) && is_simple {
        return;
    }
    let attr = form.arguments.iter().position(|argument| matches!(argument, ArgumentForm::Attr(_)));
    let late = attr.and_then(|attr| {
        form.arguments[attr..].iter().find_map(|argument| match argument {
            ArgumentForm::Input(at) => Some(&form.op.signature.inputs[*at]),
            ArgumentForm::Attr(_) => None,
        })
    });
    if let (Some(input), Some(attr)) = (late, form.op.signature.attrs.first()) {
        let message = format!("the input `{}` follows an attribute", input.name.value);
        let problem = Diagnostic::new(spec::rules::ATTR_BEFORE_INPUT, input.name.span, message);
        let help = "put inputs before attributes: other orders are for kernels that are `written_for : torch`, without a gradient";
        diagnostics.push(problem.label(attr.name.span, "this attribute").help(help));
    }
}

/// Reports a namespace of an operator whose registration is generated in that of the package.
fn check_namespace(form: &PackageForm, diagnostics: &mut Diagnostics) {
    let Some(namespace) = form.op.package.as_ref().and_then(|own| own.namespace.as_ref()) else { return };
    let is_simple = form.order == Order::Forward && form.op.backward.is_none();
    if form.written_for != Some(Framework::Torch) || !is_simple {
        let message = "`namespace` is for kernels that are `written_for : torch`, without a gradient";
        diagnostics.push(Diagnostic::new(spec::rules::UNKNOWN_FRAMEWORK, namespace.span, message));
    }
}

/// Reports what a gradient takes although autograd of `PyTorch` cannot keep it.
fn check_gradient(form: &PackageForm, package: &Package, diagnostics: &mut Diagnostics) {
    if form.order == Order::Forward {
        return;
    }
    for attr in &form.op.signature.attrs {
        if let Some(of) = spelling(attr, package).filter(|spelling| spelling.load.is_empty()) {
            let message = format!("a gradient cannot take `{}`, which has the type `{}`", attr.name.value, of.schema);
            diagnostics.push(Diagnostic::new(rules::PACKAGE_ATTRIBUTE, attr.name.span, message));
        }
    }
}
