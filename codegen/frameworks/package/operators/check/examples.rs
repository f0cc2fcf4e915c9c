//! Examples of arguments, which the generated tests of a package use.

use std::collections::BTreeSet;

use crate::entry::data_type_names::data_type_help;
use crate::forms::{Order, PackageForm, TypeForm, example, has_literals};
use crate::rules;
use profile::Package;
use source::text::Text;
use source::{Diagnostic, Diagnostics};
use spec::default;

pub fn check(form: &PackageForm, package: &Package, diagnostics: &mut Diagnostics) {
    let before = diagnostics.len();
    check_each(form, package, diagnostics);
    let is_right = diagnostics.len() == before;
    // Mistakes in names have been reported where the entry was read.
    let stated = form.op.package.iter().flat_map(|own| &own.example);
    let are_known = stated.map(|stated| &stated.name.value).all(|name| form.op.signature.has_arg(name));
    if is_right && are_known && form.has_views() && form.order == Order::Forward {
        check_conditions(form, diagnostics);
    }
}

fn check_each(form: &PackageForm, package: &Package, diagnostics: &mut Diagnostics) {
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
        if read.shapes.len() > 1 && !input.list {
            let message = format!("`{}` is one tensor, but its example has {} shapes", input.name, read.shapes.len());
            diagnostics.push(Diagnostic::new(rules::EXAMPLE, text.span, message).help("write one shape"));
        }
        let Some(data_type) = read.data_type else { continue };
        let name = data_type.as_str();
        match &input.data_type {
            TypeForm::Any if !package.data_types.contains_key(name) => {
                let problem = Diagnostic::new(rules::EXAMPLE, data_type.span(), format!("`{name}` is not a data type"));
                let known = package.data_types.keys().map(String::as_str);
                diagnostics.push(problem.maybe_help(data_type_help(name, known)));
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

/// Reports conditions that the arguments of the generated tests do not satisfy.
fn check_conditions(form: &PackageForm, diagnostics: &mut Diagnostics) {
    for require in form.requires.iter().filter(|require| form.holds_in_tests(&require.condition) == Some(false)) {
        let mut names = require.condition.names();
        let mut seen = BTreeSet::new();
        names.retain(|name| seen.insert(*name));
        let examples: Vec<_> = names.iter().filter_map(|name| form.example(name)).collect();
        let message = format!("the tests call `{}` with arguments that do not satisfy this", form.op.name.value);
        let problem = Diagnostic::new(rules::EXAMPLE_BREAKS_CONDITION, require.span, message);
        let problem = examples.iter().fold(problem, |problem, text| problem.label(text.span, "the example"));
        let help = match (examples.is_empty(), names.first()) {
            (true, Some(name)) => {
                let attr = form.attrs.iter().find(|attr| attr.name.value == **name);
                let value = attr.map_or("\"[2, 3]\"", |attr| if attr.ty.list { "\"[2, 1]\"" } else { "2" });
                format!("add an example, such as `example : {{{name} : {value}}}`: by default, inputs are `[3, 3]`")
            }
            _ => "change the example".to_owned(),
        };
        diagnostics.push(problem.help(help));
    }
}
