//! The tree: nodes in one list, with their ranges, parents and names.

use std::ops::Range;

use super::kind::{Kind, Role};

/// The index of a node in its [`Tree`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct NodeId(pub(super) u32);

/// A node: a module, a statement, an expression, or a part of one.
#[derive(Debug, Clone)]
pub struct Node {
    /// The kind of the node.
    pub kind: Kind,
    /// The role of the node in its parent.
    pub role: Role,
    /// The offset of its first byte.
    pub start: u32,
    /// The offset after its last byte.
    pub end: u32,
    /// The root is its own parent.
    pub parent: NodeId,
    /// The first node that is not below this one.
    pub(super) after: NodeId,
    /// The range of its name: of an attribute, a keyword, a parameter, a function or a class, the module of a `from`, or the
    /// local name of an alias. For a call, the range of its parentheses.
    pub name: (u32, u32),
    /// The number of dots of a relative import; 1 for an alias with `as`.
    pub level: u32,
}

impl Node {
    /// The range of its text.
    pub fn range(&self) -> Range<u32> {
        self.start..self.end
    }
}

/// A parsed file.
#[derive(Debug)]
pub struct Tree<'a> {
    /// The text of the file.
    pub text: &'a str,
    pub(super) nodes: Vec<Node>,
    /// The comments, in order.
    pub comments: Vec<Range<u32>>,
    /// The offsets at which logical lines begin.
    pub(super) lines: Vec<u32>,
    /// The commas between arguments and elements.
    pub(super) commas: Vec<u32>,
    /// Strings that span lines.
    pub(super) long_strings: Vec<Range<u32>>,
}

impl<'a> Tree<'a> {
    /// The module, or the parent of a single expression.
    pub const ROOT: NodeId = NodeId(0);

    /// A node of this tree.
    pub fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id.0 as usize]
    }

    /// The kind of a node.
    pub fn kind(&self, id: NodeId) -> Kind {
        self.node(id).kind
    }

    /// The text of a node.
    pub fn text_of(&self, id: NodeId) -> &'a str {
        self.slice(self.node(id).range())
    }

    /// The text of a range; empty if the range is not in the text.
    pub fn slice(&self, range: Range<u32>) -> &'a str {
        self.text.get(range.start as usize..range.end as usize).unwrap_or("")
    }

    /// The name of a node; empty if it has none.
    pub fn name_of(&self, id: NodeId) -> &'a str {
        let (start, end) = self.node(id).name;
        self.slice(start..end)
    }

    /// All nodes, in order.
    pub fn ids(&self) -> impl Iterator<Item = NodeId> + use<> {
        (0..self.nodes.len() as u32).map(NodeId)
    }

    /// The node and everything below it.
    pub fn below(&self, id: NodeId) -> impl Iterator<Item = NodeId> + use<> {
        (id.0..self.node(id).after.0).map(NodeId)
    }

    /// The first of some nodes, which are in order, that is this node or below it.
    pub fn first_of(&self, nodes: &[NodeId], id: NodeId) -> Option<NodeId> {
        let first = *nodes.get(nodes.partition_point(|node| *node < id))?;
        (first < self.node(id).after).then_some(first)
    }

    /// The nodes directly below a node, in order.
    pub fn children(&self, id: NodeId) -> impl Iterator<Item = NodeId> {
        let end = self.node(id).after;
        let mut next = NodeId(id.0 + 1);
        std::iter::from_fn(move || {
            let child = next;
            (child < end).then(|| {
                next = self.node(child).after;
                child
            })
        })
    }

    /// The first child with a role.
    pub fn child(&self, id: NodeId, role: Role) -> Option<NodeId> {
        self.children(id).find(|child| self.node(*child).role == role)
    }

    /// The nodes around a node, from its parent to the module.
    pub fn ancestors(&self, id: NodeId) -> impl Iterator<Item = NodeId> {
        let mut next = id;
        std::iter::from_fn(move || {
            let parent = self.node(next).parent;
            (next != Tree::ROOT).then(|| {
                next = parent;
                parent
            })
        })
    }

    /// The statement that a node is part of.
    pub fn statement_of(&self, id: NodeId) -> NodeId {
        std::iter::once(id).chain(self.ancestors(id)).find(|id| self.kind(*id).is_statement()).unwrap_or(Tree::ROOT)
    }

    /// The start of the logical line that contains an offset.
    pub fn logical_line(&self, offset: u32) -> u32 {
        let index = self.lines.partition_point(|start| *start <= offset);
        self.lines.get(index.wrapping_sub(1)).copied().unwrap_or(0)
    }

    /// The start of the line of text that contains an offset.
    pub fn physical_line(&self, offset: u32) -> u32 {
        self.text[..offset as usize].rfind(['\n', '\r']).map_or(self.byte_order_mark(), |at| at as u32 + 1)
    }

    /// The end of the line of text that contains an offset, after its line break.
    pub fn line_end(&self, offset: u32) -> u32 {
        let rest = &self.text[offset as usize..];
        match rest.find(['\n', '\r']) {
            Some(at) if rest[at..].starts_with("\r\n") => offset + at as u32 + 2,
            Some(at) => offset + at as u32 + 1,
            None => self.text.len() as u32,
        }
    }

    /// The comments inside a range.
    pub fn comments_in(&self, range: Range<u32>) -> &[Range<u32>] {
        let first = self.comments.partition_point(|comment| comment.start < range.start);
        let last = self.comments.partition_point(|comment| comment.start < range.end);
        &self.comments[first..last.max(first)]
    }

    /// The first comma at or after an offset.
    pub fn comma_from(&self, offset: u32) -> Option<u32> {
        self.commas.get(self.commas.partition_point(|comma| *comma < offset)).copied()
    }

    /// Whether an offset is inside a string that spans lines.
    pub fn is_in_long_string(&self, offset: u32) -> bool {
        let index = self.long_strings.partition_point(|string| string.start < offset);
        self.long_strings.get(index.wrapping_sub(1)).is_some_and(|string| offset < string.end)
    }

    /// The length of the byte order mark, if the text begins with one.
    pub fn byte_order_mark(&self) -> u32 {
        if self.text.starts_with('\u{feff}') { 3 } else { 0 }
    }
}
