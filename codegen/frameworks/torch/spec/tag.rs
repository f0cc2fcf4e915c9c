//! Entries of `tags.yaml`.

use source::fields::Fields;
use source::text::Text;
use source::yaml::Node;
use source::{Diagnostic, Diagnostics, Spanned};

use crate::key::{Key, names};
use crate::rules;

/// A tag that operators can have.
#[derive(Debug, Clone)]
pub struct Tag {
    /// The name.
    pub name: Spanned<String>,
    /// The description.
    pub description: String,
}

/// The keys of an entry.
pub const DESCRIBED_KEYS: [Key; 2] =
    [("tag", "The name, which operators list under `tags`."), ("desc", "What it says about an operator.")];

const KEYS: &[&str] = &names(&DESCRIBED_KEYS);

/// Reads an entry. `None` if it has no name, which has been reported.
pub(crate) fn read(node: &Node, diagnostics: &mut Diagnostics) -> Option<Tag> {
    let fields = Fields::of(node, format_args!("a tag"), diagnostics)?;
    if fields.get("tag").is_none() {
        // Reported first, so that the key is not missing as well.
        fields.reject_unknown(source::rules::UNKNOWN_KEY, KEYS, diagnostics);
    }
    let name = fields.require_name("tag", diagnostics);
    let fields = match &name {
        Some(name) => fields.with_span(name.span).renamed(format!("the tag `{}`", name.value)),
        None => fields,
    };
    if fields.get("tag").is_some() {
        fields.reject_unknown(source::rules::UNKNOWN_KEY, KEYS, diagnostics);
    }
    if name.is_none() {
        // Operators may have the tag, whose name was probably to be written with `_`.
        let text = fields.get("tag").and_then(Text::of).map_or("", Text::as_str);
        diagnostics.note_lost(&text.replace(|c: char| !c.is_alphanumeric(), "_"));
        source::yaml::note_lost(node, diagnostics);
    }
    let description = match fields.get("desc").filter(|node| node.is_empty()) {
        Some(node) => {
            let message = format!("{} has no description", fields.what);
            diagnostics.push(Diagnostic::new(
                rules::EMPTY_TAG_DESCRIPTION,
                fields.key_span("desc").unwrap_or(node.span),
                message,
            ));
            None
        }
        None => fields.require_text("desc", diagnostics),
    };
    if description.is_some_and(|description| description.is_empty()) {
        let message = format!("{} has no description", fields.what);
        diagnostics.push(Diagnostic::new(rules::EMPTY_TAG_DESCRIPTION, fields.span, message));
    }
    Some(Tag { name: name?, description: description.map_or(String::new(), |text| text.as_str().to_owned()) })
}
