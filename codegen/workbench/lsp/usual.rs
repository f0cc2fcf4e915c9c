//! What most operators of a project have.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use profile::Home;

use crate::view::View;

/// The infer meta function that is called most often in a kind of file, by operators with this number of outputs and with as
/// many arguments.
pub fn infer_meta(view: &View, home: Home, outputs: usize) -> Option<&str> {
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    let ops = view.registry().ops().map(|(_, op)| op).filter(|op| op.home == home);
    for op in ops.filter(|op| op.signature.outputs.len() == outputs && op.infer_meta_params().len() == outputs) {
        if let Some(infer_meta) = &op.infer_meta {
            *counts.entry(&infer_meta.func.value).or_default() += 1;
        }
    }
    counts.into_iter().max_by_key(|(name, count)| (*count, Reverse(*name))).map(|(name, _)| name)
}
