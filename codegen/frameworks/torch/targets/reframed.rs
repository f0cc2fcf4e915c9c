//! Frames of the tree with other headers: sources that need few declarations should not pay for all those of the frame.

use std::collections::BTreeMap;

use render::FilePlan;
use serde::Serialize;
use torch_profile::Profile;
use torch_registry::Registry;

use crate::frame::{autograd_comment, in_autograd};

/// Begins the names of frames for gradients and bindings.
const FOLDER: &str = "autograd/";
/// The value of every frame that says where the file comes from.
const COMMENT: &str = "generated_comment";
/// The headers of operators, which are included first.
const OPERATOR_HEADERS: &str = "ops_headers";

/// How a frame is taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FrameKind {
    /// Further headers are included first.
    AfterHeaders,
    /// Further headers are included in place of its own.
    WithoutIncludes,
}

/// A source with a frame of the tree and further headers.
#[derive(Debug)]
pub struct Reframed<'a> {
    /// The name of the source.
    pub file: &'a str,
    /// The name of the frame.
    pub frame: &'a str,
    /// How the frame is taken.
    pub kind: FrameKind,
    /// Generated headers for gradients and bindings, which are included first.
    pub headers: &'a [&'a str],
    /// Headers of operators, which are included then.
    pub operators: Vec<String>,
    /// Short values.
    pub values: &'a [(&'a str, &'a str)],
}

#[derive(Debug, Serialize)]
struct Context<'a> {
    headers: &'a [&'a str],
    operators: &'a [String],
    pieces: Vec<Piece>,
}

/// A text, and the part that follows it.
#[derive(Debug, Default, PartialEq, Eq, Serialize)]
struct Piece {
    text: String,
    part: Option<String>,
}

impl Reframed<'_> {
    /// The plan of the source, to which parts must be added. If the tree has no such frame, rendering it is an error.
    pub fn plan(&self, registry: &Registry, profile: &Profile) -> FilePlan {
        let name = format!("{FOLDER}{}", self.frame);
        let path = in_autograd(profile, self.file);
        let Some(frame) = registry.frames().iter().find(|frame| frame.name == name) else {
            return FilePlan::new(&path, name, ());
        };
        let is_kept = |line: &&str| self.kind == FrameKind::AfterHeaders || !line.trim_start().starts_with("#include");
        let text: String = frame.text.split_inclusive('\n').filter(is_kept).collect();
        let comment = autograd_comment(self.frame);
        let mut values: BTreeMap<&str, &str> = self.values.iter().copied().collect();
        values.extend([(COMMENT, comment.as_str()), (OPERATOR_HEADERS, "")]);
        let pieces = pieces(&text, &values);
        let context = Context { headers: self.headers, operators: &self.operators, pieces };
        FilePlan::new(&path, "torch/reframed.j2", context)
    }
}

/// The text of a frame, divided at the names without a value.
fn pieces(text: &str, values: &BTreeMap<&str, &str>) -> Vec<Piece> {
    let mut pieces = Vec::new();
    let mut piece = Piece::default();
    let mut parts = text.split('$');
    piece.text.extend(parts.next());
    for part in parts {
        let (name, rest) = match part.strip_prefix('{').and_then(|inside| inside.split_once('}')) {
            Some(found) => found,
            None => part.split_at(part.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(part.len())),
        };
        match values.get(name) {
            Some(value) => piece.text.extend([*value, rest]),
            None => {
                piece.part = Some(name.to_owned());
                pieces.push(std::mem::replace(&mut piece, Piece { text: rest.to_owned(), part: None }));
            }
        }
    }
    pieces.push(piece);
    pieces
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn frames_are_divided_at_parts() {
        let values = BTreeMap::from([("shard", "_0")]);
        let found = pieces("a ${shard} $shard;\n  ${methods}\nb", &values);
        let piece = |text: &str, part: Option<&str>| Piece { text: text.into(), part: part.map(str::to_owned) };
        assert_eq!(found, [piece("a _0 _0;\n  ", Some("methods")), piece("\nb", None)]);
    }
}
