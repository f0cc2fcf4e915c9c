//! The order in which a call tries signatures.

use std::collections::BTreeMap;

use torch_schema::{BaseType, Type};

use crate::signature_group::SignatureGroup;

/// Sorts signatures by their text; then each one follows those that must be tried before it, because an argument that fits them may fit
/// it, too.
pub fn sorted(groups: Vec<SignatureGroup>) -> Vec<SignatureGroup> {
    let mut by_text: Vec<(String, SignatureGroup)> =
        groups.into_iter().map(|group| (group.signature.parser_text(true), group)).collect();
    by_text.sort_by(|(left, _), (right, _)| left.cmp(right));
    let groups: Vec<SignatureGroup> = by_text.into_iter().map(|(_, group)| group).collect();
    let types: Vec<Vec<&Type>> =
        groups.iter().map(|group| group.signature.arguments(false).map(|argument| &argument.ty).collect()).collect();
    let order = topological(&relation(&types));
    let mut groups: Vec<Option<SignatureGroup>> = groups.into_iter().map(Some).collect();
    order.into_iter().filter_map(|at| groups[at].take()).collect()
}

/// For each signature, those that must be tried after it, and the number of those that must be tried before it.
struct Relation {
    after: Vec<Vec<usize>>,
    before: Vec<usize>,
}

fn relation(types: &[Vec<&Type>]) -> Relation {
    let mut by_count: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    for (at, types) in types.iter().enumerate() {
        by_count.entry(types.len()).or_default().push(at);
    }
    let mut relation = Relation { after: vec![Vec::new(); types.len()], before: vec![0; types.len()] };
    for alike in by_count.values() {
        for &first in alike {
            for &later in alike {
                if is_smaller(&types[later], &types[first]) {
                    relation.after[first].push(later);
                    relation.before[later] += 1;
                }
            }
        }
    }
    relation
}

/// First those without a predecessor; then each one as soon as its last predecessor is placed.
fn topological(relation: &Relation) -> Vec<usize> {
    let mut before = relation.before.clone();
    let mut order: Vec<usize> = (0..before.len()).filter(|&at| before[at] == 0).collect();
    let mut at = 0;
    while let Some(&placed) = order.get(at) {
        at += 1;
        for &later in &relation.after[placed] {
            before[later] -= 1;
            if before[later] == 0 {
                order.push(later);
            }
        }
    }
    order
}

fn is_smaller(one: &[&Type], other: &[&Type]) -> bool {
    let mut pairs = one.iter().zip(other);
    pairs.all(|(one, other)| one == other || is_tried_later(one, other)) && one != other
}

/// True if an argument of type `one` accepts what is meant for one of type `other`.
fn is_tried_later(one: &Type, other: &Type) -> bool {
    use BaseType::{Dimname, Int, Scalar, SymInt, Tensor};
    let is = |ty: &Type, base: BaseType| *ty == Type::Base(base);
    let is_optional =
        |ty: &Type, base: BaseType| matches!(ty, Type::Optional(element) if **element == Type::Base(base));
    let is_list =
        |ty: &Type, base: BaseType| matches!(ty, Type::List { element, size: None } if **element == Type::Base(base));
    (is(one, Scalar) && is(other, Tensor))
        || (is_optional(one, Scalar) && is_optional(other, Tensor))
        || (one.is_made_of(Dimname) && !other.is_made_of(Dimname))
        || (is_list(one, Int) && (is(other, Int) || is_optional(other, Int)))
        || (is_list(one, Tensor) && has_unsized_list(other))
        || (is_list(one, SymInt) && is_list(other, Int))
        || ((is(one, SymInt) || is(one, Int)) && is(other, Tensor))
}

/// True if a list without a size is part of the type.
fn has_unsized_list(ty: &Type) -> bool {
    match ty {
        Type::Base(_) | Type::CustomClass(_) => false,
        Type::Optional(element) => has_unsized_list(element),
        Type::List { element, size } => size.is_none() || has_unsized_list(element),
    }
}
