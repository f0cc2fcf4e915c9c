//! The functions of C++ that an entry may name.

use kernels::fitting::{self, Candidate};
use kernels::index::Index;
use lsp_types::CompletionItemKind as Kind;
use spec::Op;

use super::items::Items;
use crate::mentions::{INFER_META, KERNEL};
use crate::offer::Offer;
use crate::view::View;

/// The rank of functions that C++ does not have.
pub const LAST: u8 = 2;

/// Offers functions of a kind. Those that take the arguments of the entry come first.
pub fn offer(view: &View, index: &Index, kind: &str, op: Option<&Op>, items: &mut Items) {
    let Some(settings) = &view.profile().cpp_sources else { return };
    let mut candidates = match kind {
        KERNEL => fitting::kernels(index, settings, op, view.project()),
        INFER_META => fitting::infer_meta(index, settings, op, view.project()),
        _ => Vec::new(),
    };
    // The list has a limit.
    candidates.sort_by_key(|candidate| !candidate.fits);
    for Candidate { name, function, fits } in &candidates {
        items.add(Offer {
            detail: function.map(kernels::Declared::declaration),
            rank: u8::from(!fits),
            ..Offer::new(name, Kind::FUNCTION)
        });
    }
}
