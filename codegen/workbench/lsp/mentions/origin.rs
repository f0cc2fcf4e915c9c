//! The origin of names in gradients: `x_grad` of `relu_grad` comes from `x` of `relu`.

use registry::{OpId, Registry};
use source::Spanned;
use spec::{Op, Signature};

/// The part after which a name is formed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Origin<'a> {
    /// The operator that has the part.
    pub op: OpId,
    pub part: &'a str,
    /// The offset of the part's name in the name.
    pub offset: usize,
}

/// Prefixes and suffixes that gradients add to the names of parts.
const BEFORE: [&str; 3] = ["grad_", "fwd_", "forward_"];
const BEHIND: [&str; 1] = ["_grad"];

/// The longest chain of gradients that is followed.
const LONGEST_CHAIN: usize = 8;

/// The origin of a name in the entry of an operator. `None` if it is not the name of a part.
pub fn origin<'a>(registry: &'a Registry, id: OpId, name: &'a str) -> Option<Origin<'a>> {
    if !has_part(&registry.op(id).signature, name) {
        return of_forward(registry, id, name, LONGEST_CHAIN);
    }
    let own = Origin { op: id, part: name, offset: 0 };
    Some(of_forward(registry, id, name, LONGEST_CHAIN).unwrap_or(own))
}

/// The origin of a name, if it comes from the forward operator.
fn of_forward<'a>(registry: &'a Registry, id: OpId, name: &str, most: usize) -> Option<Origin<'a>> {
    let written = registry.op(id).forward.as_ref()?;
    let forward = registry.links(id).forward.filter(|&forward| forward != id && most > 0)?;
    if let Some(actual) = counterpart(&written.signature, &registry.op(forward).signature, name) {
        return in_forward(registry, forward, actual, name, most);
    }
    let inner = BEFORE.iter().filter_map(|mark| Some((mark.len(), name.strip_prefix(mark)?)));
    let inner = inner.chain(BEHIND.iter().filter_map(|mark| Some((0, name.strip_suffix(mark)?))));
    inner.filter(|(_, inner)| !inner.is_empty()).find_map(|(offset, inner)| {
        let origin = of_forward(registry, id, inner, most)?;
        Some(Origin { offset: origin.offset + offset, ..origin })
    })
}

/// The origin of a part of the forward operator that is called `name` in its gradient.
fn in_forward<'a>(
    registry: &'a Registry,
    forward: OpId,
    actual: &'a str,
    name: &str,
    most: usize,
) -> Option<Origin<'a>> {
    let own = Origin { op: forward, part: actual, offset: 0 };
    let origin = of_forward(registry, forward, actual, most - 1).unwrap_or(own);
    if actual == name {
        return Some(origin);
    }
    // The words of a name may be in another order, as in `grad_out` for `out_grad`.
    let offset = word(name, origin.part)?;
    Some(Origin { offset, ..origin })
}

/// The forward operator's own name for a part that is called `name` in the `forward` of its gradient.
fn counterpart<'a>(written: &Signature, actual: &'a Signature, name: &str) -> Option<&'a str> {
    let input = || actual.inputs.get(written.inputs.position_of(name)?).map(|input| &input.name);
    let attr = || actual.attrs.get(written.attrs.position_of(name)?).map(|attr| &attr.name);
    let output = || actual.outputs.get(written.outputs.position_of(name)?).map(|output| &output.name);
    let same = || parts_named(actual, name).next();
    input().or_else(attr).or_else(output).or_else(same).map(Spanned::as_str)
}

/// The offset at which a name contains another one as whole words.
fn word(name: &str, part: &str) -> Option<usize> {
    name.match_indices(part).map(|(at, _)| at).find(|&at| {
        let (before, behind) = (&name[..at], &name[at + part.len()..]);
        (before.is_empty() || before.ends_with('_')) && (behind.is_empty() || behind.starts_with('_'))
    })
}

fn has_part(signature: &Signature, name: &str) -> bool {
    signature.has_arg(name) || signature.output(name).is_some()
}

/// The input, the attribute and the output with a name, as far as they exist. If two inputs have the same name, the first counts.
pub fn parts_named<'a>(signature: &'a Signature, name: &str) -> impl Iterator<Item = &'a Spanned<String>> + use<'a> {
    let input = signature.input(name).map(|input| &input.name);
    let attr = signature.attr(name).map(|attr| &attr.name);
    let output = signature.output(name).map(|output| &output.name);
    [input, attr, output].into_iter().flatten()
}

/// The names of an operator's inputs, attributes and outputs.
pub fn parts(op: &Op) -> impl Iterator<Item = &Spanned<String>> {
    names(&op.signature)
}

/// The names of a signature's inputs, attributes and outputs.
pub fn names(signature: &Signature) -> impl Iterator<Item = &Spanned<String>> {
    let inputs = signature.inputs.iter().map(|input| &input.name);
    let attrs = signature.attrs.iter().map(|attr| &attr.name);
    inputs.chain(attrs).chain(signature.outputs.iter().map(|output| &output.name))
}
