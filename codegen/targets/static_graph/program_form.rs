//! Operators as saved programs have them: their types, names, inputs that carry attributes, stored types and defaults.
//!
//! For people who look at an operator or compare two: no generated file is made from this.

use indexmap::IndexMap;
use serde::Serialize;

use crate::static_graph::{Carrier, OpGroup, StaticAttr, StaticOp, program_name};
use profile::Profile;
use registry::{OpId, Registry};
use spec::Op;

/// An operator as programs have it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ProgramForm {
    /// The operator's type.
    pub op: String,
    pub inputs: Vec<ProgramTensor>,
    pub outputs: Vec<ProgramTensor>,
    pub attrs: Vec<ProgramAttr>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ProgramTensor {
    pub name: String,
    /// Its name in the YAML. For an input that may carry an attribute, the name of the attribute.
    pub of: String,
    pub list: bool,
    /// A program may leave it out.
    pub dispensable: bool,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ProgramAttr {
    pub name: String,
    /// Its name in the YAML.
    pub of: String,
    /// The C++ type it is stored as, for people to read.
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

/// All operators of a registry that programs may have.
#[derive(Debug)]
pub struct ProgramForms<'a> {
    registry: &'a Registry,
    groups: Vec<OpGroup<'a>>,
    /// `[cpp.types.stored]` of the profile.
    stored_types: Option<&'a IndexMap<String, String>>,
}

impl<'a> ProgramForms<'a> {
    pub fn new(registry: &'a Registry, profile: &'a Profile) -> Self {
        let stored_types = profile.cpp.types.get("stored");
        let mut groups = Vec::new();
        if let Some(graph) = &profile.static_graph {
            let group = |homes, prefix| OpGroup::new(registry, graph, homes, prefix);
            groups.extend(graph.groups.values().map(|written| group(&written.homes, &written.prefix)));
            groups.push(group(&graph.hand_written_makers, ""));
        }
        ProgramForms { registry, groups, stored_types }
    }

    /// The operator of the static graph, if it is one.
    pub fn op(&self, id: OpId) -> Option<&StaticOp<'a>> {
        self.groups.iter().find_map(|group| group.op(id))
    }

    /// The operator's form in programs. `None` if programs do not have it: it has no kernel, or the static graph has another
    /// definition of it.
    pub fn form(&self, id: OpId) -> Option<ProgramForm> {
        let op = self.op(id)?;
        (op.has_kernel() && self.static_definition(id).is_none()).then(|| form(op, self.stored_types))
    }

    /// The definition that the static graph uses instead of an operator of the dynamic graph.
    pub fn static_definition(&self, id: OpId) -> Option<OpId> {
        let op = self.registry.op(id);
        let found = self.registry.find_in_programs(&op.name.value)?;
        let family = self.registry.op(found).home.family();
        let falls_back_here = family.falls_back_on() == Some(op.home.family().key());
        (family.is_only_in_programs() && falls_back_here).then_some(found)
    }
}

fn form(op: &StaticOp, stored_types: Option<&IndexMap<String, String>>) -> ProgramForm {
    let signature = &op.op.signature;
    let inputs = signature.inputs.iter().map(|input| ProgramTensor {
        name: program_name(&op.names.input(&input.name.value)),
        of: input.name.value.clone(),
        list: input.ty.is_list(),
        dispensable: input.optional,
    });
    let outputs = signature.outputs.iter().map(|output| ProgramTensor {
        name: program_name(&op.names.output(&output.name.value)),
        of: output.name.value.clone(),
        list: output.ty.is_list(),
        dispensable: output.optional,
    });
    // A gradient gets them from its forward operator.
    let carriers = op.attrs.iter().filter(|_| !op.op.is_backward()).flat_map(carriers);
    ProgramForm {
        op: op.ty.clone(),
        inputs: inputs.chain(carriers).collect(),
        outputs: outputs.collect(),
        attrs: op.attrs.iter().map(|op_attr| attr(op_attr, stored_types)).collect(),
    }
}

/// The inputs that may carry an attribute.
fn carriers<'a>(attr: &'a StaticAttr) -> impl Iterator<Item = ProgramTensor> + 'a {
    attr.inputs().map(|(name, ty)| ProgramTensor {
        name: name.to_owned(),
        of: attr.attr.name.value.clone(),
        list: ty.is_list(),
        dispensable: true,
    })
}

fn attr(attr: &StaticAttr, stored_types: Option<&IndexMap<String, String>>) -> ProgramAttr {
    ProgramAttr {
        name: attr.name.clone(),
        of: attr.attr.name.value.clone(),
        ty: stored_types.and_then(|types| types.get(&attr.stored)).unwrap_or(&attr.stored).clone(),
        default: attr.attr.default.as_ref().map(|default| default.value.clone()),
        variable: attr.carrier == Carrier::Variable || attr.attr.support_tensor,
    }
}
