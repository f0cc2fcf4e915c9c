//! Saved programs that contain operators of packages. The framework's tree has files about such programs; packages do not, so every
//! change of what a program keeps breaks it.

use profile::Framework;
use registry::{OpId, Registry};

use super::change::{Change, Class, Kind};
use super::changed_part::SignatureChange;
use super::side::Compared;
use forms::package::{ArgumentForm, PackageForm};
use spec::Op;

/// Why a program breaks that contains an operator which is gone.
const CONTAINED: &str = "programs contain it";

/// Whether the registry is that of a package, whose forward operator users call.
pub fn is_called(registry: &Registry, op: &Op) -> bool {
    registry.profile().package.is_some() && !op.is_backward()
}

/// Adds that programs contain an operator that was removed or renamed.
pub fn gone(registry: &Registry, op: &Op, change: Change) -> Change {
    change.breaks_if(is_called(registry, op), Class::Model, CONTAINED)
}

/// Adds to the changes of arguments and outputs which programs they break.
pub fn judge(op: &Compared, parts: &mut [SignatureChange]) {
    if !is_called(op.head.registry, op.new) {
        return;
    }
    let (Some(old), Some(new)) = (form(op.base.registry, op.old_id), form(op.head.registry, op.new_id)) else { return };
    let package = op.base.registry.profile().package.as_ref();
    let has = |framework| package.is_some_and(|package| old.is_for(framework, package));
    for part in parts {
        let change = part.change.clone();
        part.change = match effect(&change, &new, has(Framework::Torch), has(Framework::Paddle) || has(Framework::Jax))
        {
            Some(why) => change.breaks(Class::Model, why),
            None => change,
        };
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

/// Adds whom a change of what an operator overwrites breaks.
pub fn overwritten(change: Change, added: bool) -> Change {
    let why = if added { "callers may need what it overwrites" } else { "callers rely on what it overwrote" };
    change.breaks(Class::Api, why).breaks(Class::Model, "programs expect what it overwrote")
}

fn form(registry: &Registry, id: OpId) -> Option<PackageForm<'_>> {
    let package = registry.profile().package.as_ref()?;
    Some(PackageForm::of(registry, package, id, spec::rules::DATA_TYPE_RULE, |_| {}))
}
