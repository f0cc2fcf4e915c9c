//! A Python file as a flat tree: every node with its range, its parent, and its place in the parent.
//!
//! Nodes stand in the order in which they begin in the text, a parent before its children. Only `parse` knows the parser.

mod parse;

pub use parse::{SyntaxError, parse, parse_cells, parse_expression};

use std::ops::Range;

/// A node of a [`Tree`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct NodeId(u32);

/// What a node is. What no other part of the crate asks for is `Other`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    Module,
    // Statements.
    Function,
    Class,
    Assign,
    AnnotatedAssign,
    AugmentedAssign,
    For,
    While,
    If,
    With,
    Match,
    Try,
    Import,
    ImportFrom,
    Expression,
    Global,
    Pass,
    Return,
    OtherStatement,
    // Parts of statements.
    Alias,
    Case,
    Decorator,
    ElifOrElse,
    Handler,
    Parameter,
    WithItem,
    // Expressions.
    Attribute,
    Await,
    Binary,
    Boolean,
    Call,
    Compare,
    Comprehension,
    Conditional,
    Dict,
    False,
    Generator,
    Lambda,
    List,
    Name,
    Named,
    None,
    Number,
    Set,
    Slice,
    Starred,
    Strings,
    Subscript,
    True,
    Tuple,
    Unary,
    Yield,
    // Parts of expressions.
    /// `for x in y if z` of a comprehension.
    Clause,
    /// One of the strings that stand side by side in `FormattedStrings`.
    FormattedString,
    FormattedStrings,
    Keyword,
    Other,
}

impl Kind {
    pub fn is_statement(self) -> bool {
        use Kind::*;
        matches!(
            self,
            Function
                | Class
                | Assign
                | AnnotatedAssign
                | AugmentedAssign
                | For
                | While
                | If
                | With
                | Match
                | Try
                | Import
                | ImportFrom
                | Expression
                | Global
                | Pass
                | Return
                | OtherStatement
        )
    }
}

/// The place of a node in its parent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Role {
    /// What a call calls.
    Callee,
    Argument,
    /// What an attribute or a subscript is taken of; the value of an assignment or a keyword.
    Value,
    /// What stands in the brackets of a subscript.
    Index,
    /// What is assigned to, or deleted.
    Target,
    /// The condition of `if`, `while`, `elif`, `case`, of a comprehension or of a conditional expression.
    Test,
    /// What is computed only if a condition holds, or each time: operands behind the first, branches, bodies of lambdas.
    Conditional,
    /// What is iterated.
    Iterable,
    /// The type of a parameter, a result or a variable.
    Annotation,
    /// The default value of a parameter.
    Default,
    /// What a class inherits from, and the keywords beside it.
    Base,
    Body,
    Else,
    Finally,
    Other,
}

#[derive(Debug, Clone)]
pub struct Node {
    pub kind: Kind,
    pub role: Role,
    pub start: u32,
    pub end: u32,
    pub parent: NodeId,
    /// The first node that is not below this one.
    after: NodeId,
    /// The name of an attribute, a keyword, a parameter, a function or a class, or the local name of an alias.
    pub name: (u32, u32),
    /// The number of dots of a relative import.
    pub level: u32,
}

impl Node {
    pub fn range(&self) -> Range<u32> {
        self.start..self.end
    }
}

/// A file that was read.
#[derive(Debug)]
pub struct Tree<'a> {
    pub text: &'a str,
    nodes: Vec<Node>,
    /// The comments, in order.
    pub comments: Vec<Range<u32>>,
    /// Where each logical line begins.
    lines: Vec<u32>,
    /// The commas between arguments and elements.
    commas: Vec<u32>,
    /// Strings over several lines.
    long_strings: Vec<Range<u32>>,
}

impl<'a> Tree<'a> {
    pub const ROOT: NodeId = NodeId(0);

    pub fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id.0 as usize]
    }

    pub fn kind(&self, id: NodeId) -> Kind {
        self.node(id).kind
    }

    pub fn text_of(&self, id: NodeId) -> &'a str {
        self.slice(self.node(id).range())
    }

    pub fn slice(&self, range: Range<u32>) -> &'a str {
        self.text.get(range.start as usize..range.end as usize).unwrap_or("")
    }

    pub fn name_of(&self, id: NodeId) -> &'a str {
        let (start, end) = self.node(id).name;
        self.slice(start..end)
    }

    pub fn ids(&self) -> impl Iterator<Item = NodeId> + use<> {
        (0..self.nodes.len() as u32).map(NodeId)
    }

    /// The node and everything below it.
    pub fn below(&self, id: NodeId) -> impl Iterator<Item = NodeId> + use<> {
        (id.0..self.node(id).after.0).map(NodeId)
    }

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

    pub fn child(&self, id: NodeId, role: Role) -> Option<NodeId> {
        self.children(id).find(|child| self.node(*child).role == role)
    }

    /// The parents of a node, from the nearest to the module.
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

    /// Where the logical line begins that contains an offset.
    pub fn logical_line(&self, offset: u32) -> u32 {
        let index = self.lines.partition_point(|start| *start <= offset);
        self.lines.get(index.wrapping_sub(1)).copied().unwrap_or(0)
    }

    /// Where the line of text begins that contains an offset.
    pub fn physical_line(&self, offset: u32) -> u32 {
        self.text[..offset as usize].rfind(['\n', '\r']).map_or(self.byte_order_mark(), |at| at as u32 + 1)
    }

    /// Where the line of text ends that contains an offset, with its line break.
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

    /// The first comma at or behind an offset.
    pub fn comma_from(&self, offset: u32) -> Option<u32> {
        self.commas.get(self.commas.partition_point(|comma| *comma < offset)).copied()
    }

    /// Whether an offset is inside a string that spans lines.
    pub fn is_in_long_string(&self, offset: u32) -> bool {
        let index = self.long_strings.partition_point(|string| string.start < offset);
        self.long_strings.get(index.wrapping_sub(1)).is_some_and(|string| offset < string.end)
    }

    /// The length of a byte order mark.
    pub fn byte_order_mark(&self) -> u32 {
        if self.text.starts_with('\u{feff}') { 3 } else { 0 }
    }
}
