//! Groups of functions with the same signature: the functional, inplace, mutable and out forms of an operator.

use indexmap::IndexMap;
use torch_schema::SchemaKind;

use crate::function::{Function, FunctionId};

/// The functions of one signature.
#[derive(Debug, Clone, Default)]
pub struct Signature {
    /// At most one function of each kind, in the order of the file, and then those that are generated.
    pub members: Vec<(SchemaKind, FunctionId)>,
    /// Further functions of a kind, each with the first of that kind.
    pub duplicates: Vec<(FunctionId, FunctionId)>,
}

/// The forms of an operator. A function without an out form is in no group.
#[derive(Debug, Clone, Copy)]
pub struct FunctionGroup {
    /// The functional form.
    pub functional: FunctionId,
    /// The form that writes to `self`.
    pub inplace: Option<FunctionId>,
    /// The form that writes to other arguments.
    pub mutable: Option<FunctionId>,
    /// The form with out arguments.
    pub out: FunctionId,
}

/// A function, or a group of functions.
#[derive(Debug, Clone, Copy)]
pub enum Grouped {
    /// The forms of an operator.
    Group(FunctionGroup),
    /// A function that is in no group.
    Single(FunctionId),
}

impl Signature {
    /// The function of a kind.
    pub fn of_kind(&self, kind: SchemaKind) -> Option<FunctionId> {
        self.members.iter().find(|(known, _)| *known == kind).map(|(_, id)| *id)
    }

    /// The functions in the order of the file.
    pub fn functions(&self) -> impl Iterator<Item = FunctionId> {
        self.members.iter().map(|(_, id)| *id)
    }

    /// The group that the functions are. `None` without a functional form and an out form.
    pub fn group(&self) -> Option<FunctionGroup> {
        let functional = self.of_kind(SchemaKind::Functional)?;
        let out = self.of_kind(SchemaKind::Out)?;
        let [inplace, mutable] = [SchemaKind::Inplace, SchemaKind::Mutable].map(|kind| self.of_kind(kind));
        Some(FunctionGroup { functional, inplace, mutable, out })
    }
}

impl FunctionGroup {
    /// The functions: functional, out, inplace, mutable.
    pub fn functions(self) -> impl Iterator<Item = FunctionId> {
        [self.functional, self.out].into_iter().chain(self.inplace).chain(self.mutable)
    }
}

impl Grouped {
    /// The functions: functional, out, inplace, mutable.
    pub fn functions(self) -> impl Iterator<Item = FunctionId> {
        let (group, single) = match self {
            Grouped::Group(group) => (Some(group), None),
            Grouped::Single(id) => (None, Some(id)),
        };
        group.into_iter().flat_map(FunctionGroup::functions).chain(single)
    }
}

/// All signatures with their functions, in the order of the first one.
pub fn signatures(functions: &[Function]) -> IndexMap<String, Signature> {
    let mut signatures: IndexMap<String, Signature> = IndexMap::new();
    for (at, function) in functions.iter().enumerate() {
        let id = FunctionId::from_index(at);
        if !signatures.contains_key(&function.signature) {
            signatures.insert(function.signature.clone(), Signature::default());
        }
        let signature = &mut signatures[function.signature.as_str()];
        match signature.of_kind(function.kind) {
            None => signature.members.push((function.kind, id)),
            Some(first) => signature.duplicates.push((id, first)),
        }
    }
    signatures
}

/// All functions, those of a group together.
pub fn grouped(signatures: &IndexMap<String, Signature>) -> Vec<Grouped> {
    let of_signature = |signature: &Signature| match signature.group() {
        Some(group) => vec![Grouped::Group(group)],
        None => signature.functions().map(Grouped::Single).collect(),
    };
    signatures.values().flat_map(of_signature).collect()
}
