//! Saved programs that contain operators of packages. The framework's tree has files about such programs; packages do not, so every
//! change of what a program keeps breaks it.

use diff::{Change, Class, Kind};
use package_operators::forms::{ArgumentForm, PackageForm};
use profile::Framework;
use registry::Registry;

/// Adds to the changes of arguments and outputs which programs they break.
pub fn judge(old: &PackageForm, new: &PackageForm, base: &Registry, changes: Vec<&mut Change>) {
    let package = base.profile().package.as_ref();
    let has = |framework| package.is_some_and(|package| old.is_for(framework, package));
    let (by_position, by_name) = (has(Framework::Torch), has(Framework::Paddle) || has(Framework::Jax));
    for change in changes {
        if let Some(why) = effect(change, new, by_position, by_name) {
            *change = change.clone().breaks(Class::Model, why);
        }
    }
}

/// Why a change of an argument or an output breaks programs. `by_position`: programs of `PyTorch`, which omit arguments that have their
/// default. `by_name`: programs of Paddle and JAX, which contain every attribute.
fn effect(change: &Change, new: &PackageForm, by_position: bool, by_name: bool) -> Option<&'static str> {
    match change.kind {
        Kind::ArgumentRemoved => Some("programs pass it"),
        Kind::ArgumentRenamed => Some("programs know it by its old name"),
        Kind::ArgumentRetyped => Some("programs pass the old type"),
        Kind::ArgumentMoved => by_position.then_some("programs of PyTorch pass arguments by position"),
        Kind::ArgumentOptional => change.breaks.contains_key(&Class::Api).then_some("programs omit it"),
        Kind::ArgumentAdded if !is_last_with_default(change, new) => Some("programs do not pass it"),
        Kind::ArgumentAdded => by_name.then_some("programs of Paddle and JAX do not contain it"),
        Kind::DefaultRemoved | Kind::DefaultChanged => {
            by_position.then_some("programs of PyTorch omit arguments that have the default")
        }
        Kind::ReturnChanged => Some("programs use its results"),
        Kind::OutputChanged => by_name.then_some("programs know it by its old name"),
        _ => None,
    }
}

/// Whether a new argument has a default, and no older argument follows it.
fn is_last_with_default(change: &Change, new: &PackageForm) -> bool {
    let arguments = new.arguments.iter().map(|argument| match *argument {
        ArgumentForm::Input(at) => (new.op.signature.inputs[at].name.span, new.inputs[at].optional),
        ArgumentForm::Attr(at) => (new.attrs[at].name.span, new.attrs[at].default.is_some()),
    });
    let mut rest = arguments.skip_while(|(span, _)| Some(*span) != change.head);
    rest.all(|(_, has_default)| has_default)
}
