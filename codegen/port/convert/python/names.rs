//! Names in a tree: where they are defined, and what imports call them.

use super::kind::{Kind, Role};
use super::tree::{NodeId, Tree};

impl Tree<'_> {
    /// The function, class, lambda or comprehension that a definition belongs to.
    pub fn scope_of(&self, id: NodeId) -> NodeId {
        let is_scope =
            |kind| matches!(kind, Kind::Function | Kind::Class | Kind::Lambda | Kind::Comprehension | Kind::Generator);
        self.ancestors(id).find(|ancestor| is_scope(self.kind(*ancestor))).unwrap_or(Tree::ROOT)
    }

    /// Whether a name is assigned to, alone or in a tuple or list.
    pub fn is_target(&self, id: NodeId) -> bool {
        std::iter::once(id)
            .chain(self.ancestors(id))
            .take_while(|part| matches!(self.kind(*part), Kind::Name | Kind::Tuple | Kind::List | Kind::Starred))
            .any(|part| self.node(part).role == Role::Target)
    }
}

/// The dotted name at the start of an alias such as `a.b as c`, without blanks.
pub fn dotted_name(text: &str) -> String {
    let end = text.find(" as ").or_else(|| text.find("\tas ")).unwrap_or(text.len());
    text[..end].chars().filter(|c| !c.is_whitespace() && *c != '\\').collect()
}
