//! Code lenses: the number of references above each operator.

use lsp_types::{CodeLens, Command};
use serde_json::json;
use source::FileId;

use crate::capabilities::{Client, SHOW_REFERENCES};
use crate::mentions::{Mention, Role, Symbol};
use crate::view::View;

/// The lenses of a file.
pub fn lenses(view: &View, file: FileId, client: Client) -> Vec<CodeLens> {
    let mentions = view.mentions();
    let counts = mentions.reference_counts();
    let defined = mentions.in_file(file).iter().filter(|mention| mention.role == Role::Definition);
    let ops = defined.filter(|mention| matches!(mentions.symbol(**mention), Symbol::Op { .. }));
    let lens = |mention: &Mention| {
        let title = match mentions.count_of(*mention, &counts) {
            1 => "1 reference".to_owned(),
            count => format!("{count} references"),
        };
        let range = view.range(mention.span);
        // A client shows a lens with an empty command as text.
        let command = if client.shows_references { SHOW_REFERENCES } else { "" };
        let arguments = client.shows_references.then(|| vec![json!(view.uri(file)), json!(range.start)]);
        CodeLens { range, command: Some(Command::new(title, command.to_owned(), arguments)), data: None }
    };
    ops.map(lens).collect()
}
