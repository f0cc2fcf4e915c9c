//! Views, with their inplace forms and the operators that copy what they see.

use indexmap::IndexMap;
use torch_schema::SchemaKind;

use crate::function::{Function, FunctionId};

/// A view with its relatives.
#[derive(Debug, Clone, Copy)]
pub struct ViewGroup {
    /// The view.
    pub view: FunctionId,
    /// The operator that copies the memory that the view would share.
    pub view_copy: Option<FunctionId>,
    /// The form that changes its argument to the view.
    pub view_inplace: Option<FunctionId>,
}

/// A function, or a view with its relatives.
#[derive(Debug, Clone, Copy)]
pub enum ViewGrouped {
    /// A view with its relatives.
    View(ViewGroup),
    /// Any other function.
    Single(FunctionId),
}

/// The role of a function among those with the same signature as a view.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Role {
    View,
    InplaceView,
    Other(SchemaKind),
}

fn role(function: &Function) -> Role {
    match (function.is_view(), function.name().name.is_inplace) {
        (true, true) => Role::InplaceView,
        (true, false) => Role::View,
        (false, _) => Role::Other(function.kind),
    }
}

/// All functions, views together with their relatives.
pub fn grouped(functions: &[Function]) -> Vec<ViewGrouped> {
    let mut by_signature: IndexMap<String, Vec<(Role, FunctionId)>> = IndexMap::new();
    for (at, function) in functions.iter().enumerate() {
        let member = (role(function), FunctionId::from_index(at));
        let signature = function.entry.func.view_signature_text().unwrap_or_else(|| function.signature.clone());
        by_signature.entry(signature).or_default().push(member);
    }
    by_signature.into_values().flat_map(|members| of_signature(&members)).collect()
}

fn of_signature(members: &[(Role, FunctionId)]) -> Vec<ViewGrouped> {
    let find = |role: Role| members.iter().find(|(known, _)| *known == role).map(|(_, id)| *id);
    let Some(view) = find(Role::View) else {
        return members.iter().map(|(_, id)| ViewGrouped::Single(*id)).collect();
    };
    let (view_copy, view_inplace) = (find(Role::Other(SchemaKind::Functional)), find(Role::InplaceView));
    let taken = [Some(view), view_copy, view_inplace];
    let others = members.iter().filter(|(_, id)| !taken.contains(&Some(*id))).map(|(_, id)| ViewGrouped::Single(*id));
    std::iter::once(ViewGrouped::View(ViewGroup { view, view_copy, view_inplace })).chain(others).collect()
}

impl ViewGroup {
    /// The functions: the view, its inplace form, its copy.
    pub fn functions(self) -> impl Iterator<Item = FunctionId> {
        std::iter::once(self.view).chain(self.view_inplace).chain(self.view_copy)
    }
}
