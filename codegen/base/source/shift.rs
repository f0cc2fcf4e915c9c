//! Moves what was read from a text after an edit before it, so that it need not be read again.

use std::sync::Arc;

use indexmap::IndexMap;

use crate::file::{Span, Spanned};

/// What has positions in a text.
pub trait Shift {
    /// Moves all positions by a number of bytes.
    fn shift(&mut self, bytes: i64);
}

/// Implements [`Shift`] for a struct. The fields before the semicolon have positions, those after it have none.
#[macro_export]
macro_rules! shift {
    ($type:ident { $($moved:ident),*; $($kept:ident),* }) => {
        impl $crate::shift::Shift for $type {
            fn shift(&mut self, bytes: i64) {
                let Self { $($moved,)* $($kept: _,)* } = self;
                $($crate::shift::Shift::shift($moved, bytes);)*
            }
        }
    };
}

impl Shift for u32 {
    fn shift(&mut self, bytes: i64) {
        *self = (i64::from(*self) + bytes) as u32;
    }
}

crate::shift!(Span { start, end; file });

impl<T> Shift for Spanned<T> {
    fn shift(&mut self, bytes: i64) {
        self.span.shift(bytes);
    }
}

impl<T: Shift> Shift for Option<T> {
    fn shift(&mut self, bytes: i64) {
        self.iter_mut().for_each(|item| item.shift(bytes));
    }
}

impl<T: Shift> Shift for Vec<T> {
    fn shift(&mut self, bytes: i64) {
        self.iter_mut().for_each(|item| item.shift(bytes));
    }
}

impl<T: Shift + Clone> Shift for Arc<T> {
    fn shift(&mut self, bytes: i64) {
        Arc::make_mut(self).shift(bytes);
    }
}

impl<K, T: Shift> Shift for IndexMap<K, T> {
    fn shift(&mut self, bytes: i64) {
        self.values_mut().for_each(|item| item.shift(bytes));
    }
}
