//! A Python file as a flat tree: every node has a range, a parent and a role in its parent.
//!
//! Nodes are in the order in which they begin in the text, and a parent comes before its children. Only `parse` knows the
//! parser.

mod kind;
mod names;
mod parse;
mod tree;

pub use kind::{Kind, Role};
pub use names::dotted_name;
pub use parse::{SyntaxError, parse, parse_cells, parse_expression};
pub use tree::{Node, NodeId, Tree};
