//! Signatures of operators of packages: types, arguments and results that only some frameworks or kernels have.

use std::collections::BTreeMap;

use crate::forms::{ArgumentForm, Literals, Order, PackageForm, default_literal, has_literals, spelling};
use crate::rules;
use profile::{Framework, Package};
use source::{Diagnostic, Diagnostics, Span};
use spec::constant::unknown_constant;
use spec::default;

/// What only some frameworks have.
struct OfSome {
    at: Span,
    what: String,
    frameworks: Vec<Framework>,
    /// Whether the kernel must take tensors of `PyTorch`.
    needs_own_kernel: bool,
}

impl OfSome {
    /// What only kernels for PyTorch's tensors take or return.
    fn of_torch(at: Span, what: String) -> Self {
        OfSome { at, what, frameworks: vec![Framework::Torch], needs_own_kernel: true }
    }
}

pub fn check(form: &PackageForm, package: &Package, diagnostics: &mut Diagnostics) {
    check_attributes(form, package, diagnostics);
    check_defaults(form, diagnostics);
    check_order(form, diagnostics);
    check_namespace(form, diagnostics);
    check_registered_names(form, diagnostics);
    for found in of_some(form, package) {
        let problem = |rule, message| Diagnostic::new(rule, found.at, message);
        let other = form.frameworks(package).find(|framework| !found.frameworks.contains(framework));
        if let Some(other) = other {
            let message = format!("{} is not possible with `{}`", found.what, other.name());
            let help = match found.needs_own_kernel {
                true => "write the kernel for PyTorch's tensors: `kernel : {written_for : torch}`".to_owned(),
                false => other_frameworks(&found.frameworks, package),
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

/// What to write if only some frameworks can have something.
fn other_frameworks(possible: &[Framework], package: &Package) -> String {
    let possible = possible.iter().filter(|framework| package.frameworks.contains(framework));
    let names: Vec<&str> = possible.map(|framework| framework.name()).collect();
    match names.as_slice() {
        [] => "use a type that the package's frameworks have: for an optional number, a default that stands for none"
            .to_owned(),
        _ => format!("add `frameworks : {}`", names.join(", ")),
    }
}

fn of_some(form: &PackageForm, package: &Package) -> Vec<OfSome> {
    let op = form.op;
    let mut found = Vec::new();
    for attr in &op.signature.attrs {
        let of = spelling(attr, package).filter(|spelling| !spelling.only.is_empty());
        if let Some(spelling) = of {
            let written = match spelling.of_framework {
                true => spelling.schema.clone(),
                false => format!("{}{}", attr.ty, if attr.optional { "?" } else { "" }),
            };
            let what = format!("the type `{written}` of `{}`", attr.name.value);
            let frameworks = spelling.only.clone();
            found.push(OfSome { at: attr.name.span, what, frameworks, needs_own_kernel: spelling.of_framework });
        }
    }
    for (input, own) in op.signature.inputs.iter().zip(&form.inputs).filter(|(_, own)| own.absent_items) {
        let what = format!("the type `Tensor?[]` of `{}`", own.name);
        found.push(OfSome::of_torch(input.name.span, what));
    }
    for value in form.values {
        let what = format!("the result `{}`, which is not a tensor,", value.name.value);
        found.push(OfSome::of_torch(value.name.span, what));
    }
    if op.signature.inputs.is_empty() || op.signature.outputs.is_empty() && form.values.is_empty() {
        let missing = if op.signature.inputs.is_empty() { "inputs" } else { "outputs" };
        let what = format!("an operator without {missing}, such as `{}`,", op.name.value);
        found.push(OfSome::of_torch(op.name.span, what));
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
        let is_common = |(_, spelling): &(&String, &profile::AttributeSpelling)| spelling.only.is_empty();
        let known = package.attributes.iter().filter(is_common).map(|(name, _)| format!("`{name}`"));
        let problem = Diagnostic::new(rules::ATTRIBUTE, name.span, message);
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
        diagnostics.push(Diagnostic::new(crate::rules::UNKNOWN_FRAMEWORK, namespace.span, message));
    }
}

/// Reports inputs, or outputs, that an entry registers under the same name.
fn check_registered_names(form: &PackageForm, diagnostics: &mut Diagnostics) {
    let Some(own) = form.op.package.as_ref().filter(|own| !own.registered_names.is_empty()) else { return };
    let stated: BTreeMap<&str, Span> =
        own.registered_names.iter().map(|stated| (stated.name.value.as_str(), stated.text.span)).collect();
    let inputs: Vec<_> = form.inputs.iter().map(|input| (input.name.as_str(), &input.registered)).collect();
    let outputs: Vec<_> = form.outputs.iter().map(|output| (output.name.as_str(), &output.registered)).collect();
    for (tensors, kind) in [(inputs, "inputs"), (outputs, "outputs")] {
        let mut seen = BTreeMap::new();
        for (name, registered) in tensors {
            let Some(earlier) = seen.insert((&registered.base, registered.grads), name) else { continue };
            let Some(&span) = stated.get(name).or(stated.get(earlier)) else { continue };
            let message = format!("two {kind} are registered as `{}`: `{earlier}` and `{name}`", registered.base);
            let problem = Diagnostic::new(spec::rules::DUPLICATE_ARG, span, message);
            let first = stated.get(earlier).copied().filter(|&first| first != span);
            diagnostics.push(problem.maybe_label(first, "the first is here").help("give one of them another name"));
        }
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
            diagnostics.push(Diagnostic::new(rules::ATTRIBUTE, attr.name.span, message));
        }
    }
}
