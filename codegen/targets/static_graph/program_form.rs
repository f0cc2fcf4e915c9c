//! Operators as saved programs hold them: types, names, inputs that stand for attributes, stored types and defaults.

use indexmap::IndexMap;
use serde::Serialize;

use crate::static_graph::{Carrier, OpGroup, StaticAttr, StaticOp, program_name};
use profile::Profile;
use registry::{OpId, Registry};
use spec::Op;

/// What the maker of an operator tells the static graph of it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct SavedForm {
    /// The operator's type.
    pub op: String,
    pub inputs: Vec<SavedTensor>,
    pub outputs: Vec<SavedTensor>,
    pub attrs: Vec<SavedAttr>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct SavedTensor {
    pub name: String,
    /// The argument or output it comes from: for an input that stands for an attribute, that attribute.
    pub of: String,
    pub list: bool,
    /// A program may leave it out.
    pub dispensable: bool,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct SavedAttr {
    pub name: String,
    pub of: String,
    /// The C++ type it is stored as.
    pub ty: String,
    /// As the YAML has it.
    pub default: Option<String>,
    /// It may hold a variable.
    pub variable: bool,
}

/// Whether `op_compat` and `op_version` have entries of their own for an operator.
pub fn has_entries(op: &Op) -> bool {
    !op.is_backward() && op.home.family().has_program_names()
}

/// All operators of a registry that programs may hold.
#[derive(Debug)]
pub struct Programs<'a> {
    registry: &'a Registry,
    groups: Vec<OpGroup<'a>>,
    /// `[cpp.types.stored]` of the profile.
    stored_types: IndexMap<String, String>,
}

impl<'a> Programs<'a> {
    pub fn new(registry: &'a Registry, profile: &Profile) -> Self {
        let graph = profile.static_graph.as_ref();
        let groups = graph.into_iter().flat_map(|graph| graph.groups.values());
        let groups = groups.map(|group| OpGroup::new(registry, &group.homes, &group.prefix));
        let hand_written = graph.map(|graph| OpGroup::new(registry, &graph.hand_written, ""));
        let stored_types = profile.cpp.types.get("stored").cloned().unwrap_or_default();
        Programs { registry, groups: groups.chain(hand_written).collect(), stored_types }
    }

    /// The operator as programs have it, where they know it.
    pub fn op(&self, id: OpId) -> Option<&StaticOp<'a>> {
        self.groups.iter().find_map(|group| group.op(id))
    }

    /// The operator's form in programs. `None` where it is in none: no kernel is behind it, or the static graph has a
    /// definition of its own.
    pub fn form(&self, id: OpId) -> Option<SavedForm> {
        let op = self.op(id)?;
        (op.has_kernel() && self.own_definition(id).is_none()).then(|| form(op, &self.stored_types))
    }

    /// The definition that the static graph has in the place of an operator of the dynamic graph.
    pub fn own_definition(&self, id: OpId) -> Option<OpId> {
        let op = self.registry.op(id);
        let found = self.registry.find_in_programs(&op.name.value)?;
        let own = self.registry.op(found).home.family();
        let falls_back_here = own.falls_back_on() == Some(op.home.family().key());
        (own.is_only_in_programs() && falls_back_here).then_some(found)
    }
}

fn form(op: &StaticOp, stored_types: &IndexMap<String, String>) -> SavedForm {
    let signature = &op.op.signature;
    let inputs = signature.inputs.iter().map(|input| SavedTensor {
        name: program_name(&op.parts.input(&input.name.value)),
        of: input.name.value.clone(),
        list: input.ty.is_list(),
        dispensable: input.optional,
    });
    let outputs = signature.outputs.iter().map(|output| SavedTensor {
        name: program_name(&op.parts.output(&output.name.value)),
        of: output.name.value.clone(),
        list: output.ty.is_list(),
        dispensable: output.optional,
    });
    // A gradient has them from its operator.
    let stand_ins = op.attrs.iter().filter(|_| !op.op.is_backward()).flat_map(stand_ins);
    SavedForm {
        op: op.ty.clone(),
        inputs: inputs.chain(stand_ins).collect(),
        outputs: outputs.collect(),
        attrs: op.attrs.iter().map(|op_attr| attr(op_attr, stored_types)).collect(),
    }
}

/// The inputs that may carry an attribute.
fn stand_ins<'a>(attr: &'a StaticAttr) -> impl Iterator<Item = SavedTensor> + 'a {
    attr.inputs().map(|(name, ty)| SavedTensor {
        name: name.to_owned(),
        of: attr.attr.name.value.clone(),
        list: ty.is_list(),
        dispensable: true,
    })
}

fn attr(attr: &StaticAttr, stored_types: &IndexMap<String, String>) -> SavedAttr {
    SavedAttr {
        name: attr.name.clone(),
        of: attr.attr.name.value.clone(),
        ty: stored_types.get(&attr.stored).unwrap_or(&attr.stored).clone(),
        default: attr.attr.default.as_ref().map(|default| default.value.clone()),
        variable: attr.carrier == Carrier::Variable || attr.attr.support_tensor,
    }
}
