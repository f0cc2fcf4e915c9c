//! Results that the [marked](profile::Syntax::Marked) syntax adds: none, those with a name as in `PyTorch`'s schemas, and those that
//! are no tensors.

use source::Spanned;
use source::text::Text;

use super::marked_type::MarkedType;
use super::types::AttrType;

/// The operator returns nothing.
pub const NO_OUTPUTS: &str = "()";

/// The type and the name of a result that is written as in `PyTorch`'s schemas, where it has a name: `Tensor out`.
pub fn named_result(piece: Text) -> Option<(Text, Text)> {
    let (ty, name) = piece.split_word();
    (name.is_name() && !ty.as_str().contains('(')).then_some((ty, name))
}

/// The type and the name of a result that is not a tensor, such as `int64_t(count)`. Without a name, it is `out`.
pub fn returned_value(piece: Text) -> Option<(AttrType, Spanned<String>)> {
    if let Some((ty, name)) = named_result(piece) {
        return Some((ty.as_str().parse().ok()?, name.to_spanned()));
    }
    let end = piece.as_str().find('(').unwrap_or(piece.as_str().len());
    let (ty, rest) = piece.split_at(end);
    let read = MarkedType::read(ty.as_str());
    let ty_read = read.base.parse::<AttrType>().ok().filter(|_| !read.is_marked())?;
    let name = match rest.bracketed('(') {
        Some((name, after)) if after.is_empty() && name.is_name() => name.to_spanned(),
        Some(_) => return None,
        None => Spanned::new("out".to_owned(), ty.span()),
    };
    Some((ty_read, name))
}
