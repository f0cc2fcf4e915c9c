//! What takes part in automatic casts.

use crate::entry::data_type_names::data_type_help;
use crate::forms::{AutocastType, Order, PackageForm, TypeForm};
use crate::rules;
use profile::{NumberKind, Package};
use source::{Diagnostic, Diagnostics, Help, Rule};
use spec::Autocast;

/// Reports `autocast` where nothing can be converted, or the kernel is not compiled for the type.
pub fn check(form: &PackageForm, package: &Package, diagnostics: &mut Diagnostics) {
    let own = form.op.package.as_ref().and_then(|own| own.autocast.as_ref());
    let (Some(stated), Some(autocast)) = (own.map(Autocast::text), &form.autocast) else { return };
    let mut report = |rule: Rule, message: String, help: Option<Help>| {
        diagnostics.push(Diagnostic::new(rule, stated.span, message).maybe_help(help));
    };
    let is_typed = form.has_views() || form.is_triton;
    let is_compiled_for = |name: &str| !is_typed || form.data_types.iter().any(|of| of == name);
    let is_real = |name: &str| package.number(name) == Some(NumberKind::Real);
    if form.order != Order::Forward {
        let help = "remove it: a gradient gets what the operator was called with";
        report(rules::AUTOCAST, "`autocast` is for operators, not for gradients".to_owned(), Some(help.into()));
        return;
    }
    match &autocast.to {
        AutocastType::Fixed(name) if !is_real(name) => {
            let message = format!("`{name}` is not a data type with fractions");
            let known = package.data_types.keys().map(String::as_str).filter(|name| is_real(name));
            report(crate::rules::DATA_TYPE_RULE, message, data_type_help(name, known.chain(["lower"])));
        }
        AutocastType::Fixed(name) if !is_compiled_for(name) => {
            let message = format!("the kernel of `{}` is not compiled for `{name}`", form.op.name.value);
            report(rules::AUTOCAST, message, Some(format!("add `{name}` to `data_type` of the kernel").into()));
        }
        AutocastType::Lower if !["float16", "bfloat16"].into_iter().any(is_compiled_for) => {
            let message = format!("the kernel of `{}` is compiled for no type of lower precision", form.op.name.value);
            report(rules::AUTOCAST, message, Some("add `float16` or `bfloat16` to `data_type` of the kernel".into()));
        }
        AutocastType::Like(name) if form.type_of(name).is_some_and(|of| *of != TypeForm::Common) => {
            let message = format!("`{name}` does not have the type for which the kernel is compiled");
            report(rules::AUTOCAST, message, Some("name an input without `input_type`".into()));
        }
        AutocastType::Lower | AutocastType::Fixed(_) if form.inputs.iter().any(|input| input.written) => {
            let message = format!("`{}` overwrites an input, which cannot be converted", form.op.name.value);
            let written = form.inputs.iter().find(|input| input.written);
            let help = written.map(|input| Help::from(format!("write `like {}`", input.name)));
            report(rules::AUTOCAST, message, help);
        }
        _ if autocast.inputs.is_empty() => {
            report(rules::AUTOCAST, "there is no input to convert".to_owned(), Some("remove it".into()));
        }
        _ => {}
    }
}
