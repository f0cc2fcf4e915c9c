//! Examples of arguments, which the generated tests of a package use.

use crate::rules;
use forms::package::{PackageForm, TypeForm, example, has_literals};
use profile::Package;
use source::text::Text;
use source::{Diagnostic, Diagnostics, suggest};
use spec::default;

pub fn check(form: &PackageForm, package: &Package, diagnostics: &mut Diagnostics) {
    for input in &form.inputs {
        let Some(text) = form.example(&input.name) else { continue };
        let read = match example::of_input(Text::of_spanned(text)) {
            Ok(read) => read,
            Err((at, wanted)) => {
                let message = format!("`{}` is not {wanted}, in the example of `{}`", at.folded(), input.name);
                let help = "a shape has sizes in brackets: `\"[2, 3]\"`, or `\"int64 [3]\"`";
                diagnostics.push(Diagnostic::new(rules::EXAMPLE, at.span(), message).help(help));
                continue;
            }
        };
        let Some(data_type) = read.data_type else { continue };
        let name = data_type.as_str();
        match &input.data_type {
            TypeForm::Any if !package.data_types.contains_key(name) => {
                let problem = Diagnostic::new(rules::EXAMPLE, data_type.span(), format!("`{name}` is not a data type"));
                let known = package.data_types.keys().map(String::as_str);
                diagnostics.push(problem.maybe_help(suggest::help(name, known)));
            }
            TypeForm::Fixed(fixed) if fixed != name => {
                let message = format!("`{}` always has the type `{fixed}`", input.name);
                diagnostics
                    .push(Diagnostic::new(rules::EXAMPLE, data_type.span(), message).help("write only the shape"));
            }
            TypeForm::Common => {
                let message = format!("the tests call `{}` with each data type of its kernel", form.op.name.value);
                let help = "write only the shape, or give the input a type with `input_type`";
                diagnostics.push(Diagnostic::new(rules::EXAMPLE, data_type.span(), message).help(help));
            }
            TypeForm::Any | TypeForm::Fixed(_) => {}
        }
    }
    for attr in &form.attrs {
        let stated = form.example(attr.name.as_str());
        if let Some(text) = stated.filter(|text| example::of_attr(attr, &text.value).is_none()) {
            let message = format!("`{}` is not a value of the type `{}`", text.value, attr.ty);
            let help = match has_literals(attr.ty.element) {
                true => format!("write {}", default::example(attr.ty).replace('{', "[").replace('}', "]")),
                false => "remove it: an argument of this type has its default in tests".to_owned(),
            };
            diagnostics.push(Diagnostic::new(rules::EXAMPLE, text.span, message).help(help));
        }
    }
}
