//! The names in what only operators of packages state.

use crate::entry::condition::Condition;
use crate::entry::shape_rule::ShapeRule;
use source::Spanned;
use source::text::Text;
use spec::Autocast;
use spec::{Inferred, PackageOp, Stated};

type Name = Spanned<String>;

/// The names of arguments and outputs.
pub fn parts(own: &PackageOp) -> Vec<Name> {
    let stated = [&own.example, &own.registered_names, &own.input_types].into_iter().flatten();
    let mut names: Vec<Name> = stated.map(|stated| stated.name.clone()).collect();
    for Stated { name, text } in rules(own.shape.as_ref()) {
        names.push(name.clone());
        let read = ShapeRule::read(Text::of_spanned(text));
        names.extend(read.iter().flat_map(ShapeRule::names).cloned());
    }
    for Stated { name, .. } in &own.requires {
        let read = Condition::read(Text::of_spanned(name));
        names.extend(read.iter().flat_map(Condition::names).cloned());
    }
    names.extend(own.batch.iter().map(|dims| dims.input.clone()));
    if let Some(Autocast::Like(name)) = &own.autocast {
        names.push(name.clone());
    }
    for Stated { name, text } in rules(own.data_type.as_ref()) {
        names.extend([name.clone(), text.clone()]);
    }
    names
}

fn rules(inferred: Option<&Inferred>) -> impl Iterator<Item = &Stated> {
    inferred.into_iter().flat_map(|inferred| &inferred.rules)
}

/// The author's functions for shapes and data types.
pub fn functions(own: &PackageOp) -> impl Iterator<Item = &Name> {
    [&own.shape, &own.data_type].into_iter().flatten().filter_map(|inferred| inferred.func.as_ref())
}
