//! A tensor to write.

use crate::view::View;

/// A tensor under its new name, as a view of the old one.
#[derive(Debug)]
pub(crate) struct Output {
    pub(crate) name: String,
    pub(crate) view: View,
}
