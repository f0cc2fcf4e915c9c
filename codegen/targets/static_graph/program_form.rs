//! Operators in saved programs: their types, names, inputs that replace attributes, stored types and defaults.

use serde::Serialize;

use crate::static_graph::{Carrier, StaticAttr, StaticOp, World, program_name};
use profile::Profile;
use registry::{OpId, Registry};
use spec::Op;

/// What the op maker of an operator declares to the static graph.
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
    /// The argument or output that it comes from. For an input that replaces an attribute, that attribute.
    pub of: String,
    pub list: bool,
    /// Whether a program may omit it.
    pub dispensable: bool,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct SavedAttr {
    pub name: String,
    pub of: String,
    /// The C++ type that it is stored as.
    pub ty: String,
    /// The default, as written in the YAML.
    pub default: Option<String>,
    /// Whether it may be a variable.
    pub variable: bool,
}

/// Whether `op_compat` and `op_version` have entries of their own for an operator.
pub fn has_entries(op: &Op) -> bool {
    !op.is_backward() && op.home.family().has_program_names()
}

/// All operators of a registry that programs may contain.
#[derive(Debug)]
pub struct Programs<'a> {
    registry: &'a Registry,
    worlds: Vec<World<'a>>,
}

impl<'a> Programs<'a> {
    pub fn new(registry: &'a Registry, profile: &Profile) -> Self {
        let graph = profile.static_graph.as_ref();
        let groups = graph.into_iter().flat_map(|graph| graph.groups.values());
        let groups = groups.map(|group| World::new(registry, &group.homes, &group.prefix));
        let hand_written = graph.map(|graph| World::new(registry, &graph.hand_written, ""));
        Programs { registry, worlds: groups.chain(hand_written).collect() }
    }

    /// The operator in programs, if programs can contain it.
    pub fn op(&self, id: OpId) -> Option<&StaticOp<'a>> {
        self.worlds.iter().find_map(|world| world.op(id))
    }

    /// The operator's form in programs. `None` if programs cannot contain it, because it has no kernel or because the static
    /// graph has its own definition.
    pub fn form(&self, id: OpId) -> Option<SavedForm> {
        let op = self.op(id)?;
        (op.has_kernel() && self.own_definition(id).is_none()).then(|| form(op))
    }

    /// The static graph's own definition of an operator of the dynamic graph.
    pub fn own_definition(&self, id: OpId) -> Option<OpId> {
        let op = self.registry.op(id);
        let found = self.registry.find_in_programs(&op.name.value)?;
        let own = self.registry.op(found).home.family();
        let falls_back_here = own.falls_back_on() == Some(op.home.family().key());
        (own.is_only_in_programs() && falls_back_here).then_some(found)
    }
}

fn form(op: &StaticOp) -> SavedForm {
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
    // A gradient gets them from its operator.
    let stand_ins = op.attrs.iter().filter(|_| !op.op.is_backward()).flat_map(stand_ins);
    SavedForm {
        op: op.ty.clone(),
        inputs: inputs.chain(stand_ins).collect(),
        outputs: outputs.collect(),
        attrs: op.attrs.iter().map(attr).collect(),
    }
}

/// The inputs that may pass an attribute.
fn stand_ins<'a>(attr: &'a StaticAttr) -> impl Iterator<Item = SavedTensor> + 'a {
    attr.inputs().map(|(name, ty)| SavedTensor {
        name: name.to_owned(),
        of: attr.attr.name.value.clone(),
        list: ty.is_list(),
        dispensable: true,
    })
}

fn attr(attr: &StaticAttr) -> SavedAttr {
    SavedAttr {
        name: attr.name.clone(),
        of: attr.attr.name.value.clone(),
        ty: attr.ty.clone(),
        default: attr.attr.default.as_ref().map(|default| default.value.clone()),
        variable: attr.carrier == Carrier::Variable || attr.attr.support_tensor,
    }
}
