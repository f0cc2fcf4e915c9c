//! The grammar of `autocast`: `lower`, `float16`, `like x`.

use source::Diagnostic;
use source::text::Text;
use spec::Autocast;

use crate::rules;

const HELP: &str = "write `lower`, a data type such as `float32`, or `like x`";

/// Reads the text of the key. Whether a data type or an input exists is not known here.
///
/// # Errors
/// A diagnostic if it is something else.
pub fn read(text: Text) -> Result<Autocast, Box<Diagnostic>> {
    let (first, rest) = text.split_word();
    match (first.as_str(), rest.as_str()) {
        ("lower", "") => Ok(Autocast::Lower(first.to_spanned())),
        ("like", _) if rest.is_name() => Ok(Autocast::Like(rest.to_spanned())),
        (_, "") if first.is_name() && first.as_str() != "like" => Ok(Autocast::Type(first.to_spanned())),
        _ => Err(Box::new(Diagnostic::new(rules::SHAPE_RULE, text.span(), "this is not a type to cast to").help(HELP))),
    }
}
