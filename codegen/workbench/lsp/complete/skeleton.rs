//! The entry of a new operator, as a snippet.

use lsp_types::CompletionItemKind as Kind;
use profile::Holds;

use super::items::Items;
use crate::cursor::{Context, Cursor};
use crate::offer::Offer;
use crate::usual;
use crate::view::View;

const FORWARD: &str = "op : ${1:name}
  args : (Tensor x)
  output : Tensor(out)
  infer_meta :
    func : ${2:INFER_META}
  kernel :
    func : ${1:name}
  backward : ${1:name}_grad
$0";

const BACKWARD: &str = "backward_op : ${1:name}_grad
  forward : ${1:name} (Tensor x) -> Tensor(out)
  args : (Tensor x, Tensor out_grad)
  output : Tensor(x_grad)
  infer_meta :
    func : ${2:INFER_META}
    param : [x]
  kernel :
    func : ${1:name}_grad
$0";

/// Offers a whole entry where one begins.
pub fn offer(view: &View, holds: Holds, cursor: &Cursor, has_snippets: bool, items: &mut Items) {
    let Holds::Operators(home) = holds else { return };
    let begins_entry = match &cursor.context {
        Context::Key { beside } => beside.is_empty() && cursor.path.is_empty(),
        Context::Value { before } => before.is_empty() && cursor.path.is_empty() && items.is_item(),
        Context::Comment => false,
    };
    if !begins_entry || !has_snippets || items.after().starts_with(':') {
        return;
    }
    let (label, snippet) = match home.is_backward() {
        true => ("backward_op: a new gradient", BACKWARD),
        false => ("op: a new operator", FORWARD),
    };
    let infer_meta = usual::infer_meta(view, home, 1).unwrap_or("InferMeta");
    let snippet = snippet.replace("INFER_META", infer_meta);
    let dash = if items.is_item() { "" } else { "- " };
    items.add(Offer {
        insert: format!("{dash}{snippet}"),
        is_snippet: true,
        detail: Some("a whole entry".to_owned()),
        rank: 1,
        ..Offer::new(label, Kind::SNIPPET)
    });
}
