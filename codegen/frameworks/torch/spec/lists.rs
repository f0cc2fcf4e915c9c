//! Names on one line.

use source::fields::{self, Fields};
use source::fix::Help;
use source::text::Text;
use source::yaml::{Node, Value};
use source::{Diagnostic, Diagnostics, Spanned};

use crate::rules;

/// The names under a key, which are text and separated by exactly a comma and a blank. Empty if the key is absent. `None` if they cannot
/// be read, which has been reported.
pub(crate) fn on_one_line<'a>(fields: &Fields<'a>, key: &str, diagnostics: &mut Diagnostics) -> Option<Vec<Text<'a>>> {
    let Some(node) = fields.get(key) else { return Some(Vec::new()) };
    if let Value::Sequence(items) = &node.value {
        let names: Vec<_> = items.iter().filter_map(Text::of).map(|item| item.as_str()).collect();
        let problem = format!("`{key}` of {} must be text, but this is a list", fields.what);
        let problem = Diagnostic::new(source::rules::WRONG_NODE, node.span, problem);
        let text = names.join(", ");
        diagnostics
            .push(problem.help(Help::instead(format!("write `{text}`"), text).certain(names.len() == items.len())));
        return None;
    }
    let text = fields::text(node, format_args!("`{key}` of {}", fields.what), diagnostics)?;
    let pieces = text.split(',');
    let joined = pieces.iter().map(|piece| piece.as_str()).collect::<Vec<_>>().join(", ");
    if joined != text.as_str() {
        let message = format!("the names of `{key}` of {} must be separated by `, `", fields.what);
        let help =
            Help::instead(format!("write `{joined}`"), joined).certain(pieces.iter().all(|piece| piece.is_name()));
        diagnostics.push(Diagnostic::new(rules::BAD_LIST, text.span(), message).help(help));
        return None;
    }
    Some(pieces)
}

/// One name, or a YAML list of names. `None` for each item that cannot be read, which has been reported.
pub(crate) fn one_or_more(node: &Node, what: &str, diagnostics: &mut Diagnostics) -> Vec<Spanned<String>> {
    let mut name = |node| fields::text(node, format_args!("{what}"), diagnostics).map(Text::to_spanned);
    match &node.value {
        Value::Sequence(items) => items.iter().filter_map(name).collect(),
        _ => name(node).into_iter().collect(),
    }
}
