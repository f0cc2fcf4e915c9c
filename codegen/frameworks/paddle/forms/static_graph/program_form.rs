//! Operators in saved programs: their types, names, inputs that carry attributes, stored types and defaults.
//!
//! The form of an operator is declared by its op maker or, for a gradient, set by a grad op maker. Only generated makers follow
//! from the YAML; [`InPrograms`] distinguishes them from hand-written ones.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use indexmap::IndexMap;
use serde::Serialize;

use super::attr::{Carrier, DefaultValue, StaticAttr};
use super::grad::{GradPair, Source};
use super::names::program_name;
use super::op_group::{OpGroup, StaticOp};
use profile::{Profile, StaticGraph};
use registry::{OpId, Registry};
use spec::Op;

/// An operator in programs, according to the YAML.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum InPrograms {
    /// No program has it: it has no kernel, or the static graph has another definition or does not compute it.
    Absent,
    /// C++ declares it by hand. This form is what its entry and `op_compat` suggest; nothing in the YAML confirms it,
    /// or even that the operator exists.
    WrittenByHand(ProgramForm),
    /// Its declaration is generated, so programs have exactly this form.
    Known(ProgramForm),
}

impl InPrograms {
    /// The form, whether it is known or a guess.
    pub fn form(&self) -> Option<&ProgramForm> {
        match self {
            InPrograms::Absent => None,
            InPrograms::WrittenByHand(form) | InPrograms::Known(form) => Some(form),
        }
    }
}

/// An operator in programs.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ProgramForm {
    /// The operator's type.
    pub op: String,
    /// The inputs.
    pub inputs: Vec<ProgramTensor>,
    /// The outputs.
    pub outputs: Vec<ProgramTensor>,
    /// The attributes.
    pub attrs: Vec<ProgramAttr>,
}

/// An input or output.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ProgramTensor {
    /// The name in programs.
    pub name: String,
    /// The name in the YAML. For an input that may carry an attribute, the name of the attribute.
    pub of: String,
    /// Whether it is a list.
    pub list: bool,
    /// Whether a program may omit it.
    pub dispensable: bool,
    /// Whether every program that this definition wrote has it. A gradient may omit a tensor that its forward operator
    /// always has.
    #[serde(skip)]
    pub always_set: bool,
}

/// An attribute.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ProgramAttr {
    /// The name in programs.
    pub name: String,
    /// The name in the YAML.
    pub of: String,
    /// The C++ type that it is stored as, for people to read.
    pub ty: String,
    /// The default as the YAML writes it.
    pub default: Option<String>,
    /// The default as stored in programs.
    #[serde(skip)]
    pub stored_default: Option<String>,
    /// Whether it may hold a variable.
    pub variable: bool,
}

/// Whether `op_compat` and `op_version` have entries of their own for an operator.
pub fn has_entries(op: &Op) -> bool {
    !op.is_backward() && op.home.family().has_program_names()
}

/// Who writes the declarations of the operators of a group.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Makers {
    Generated {
        /// Whether grad op makers are generated, too. Without them, static programs do not compute gradients.
        gradients: bool,
    },
    ByHand,
}

/// The forms of all operators in a registry.
#[derive(Debug)]
pub struct ProgramForms<'a> {
    registry: &'a Registry,
    groups: Vec<(OpGroup<'a>, Makers)>,
    stored: Stored<'a>,
    /// The operators of each type, in the order of definition.
    by_type: OnceLock<BTreeMap<String, Vec<OpId>>>,
}

/// The profile's tables of stored types.
#[derive(Debug, Clone, Copy, Default)]
struct Stored<'a> {
    /// `[cpp.types.stored]`.
    types: Option<&'a IndexMap<String, String>>,
    /// `[static_graph.stored_data_types]`.
    data_types: Option<&'a IndexMap<String, String>>,
}

impl<'a> ProgramForms<'a> {
    /// All operators of a registry.
    pub fn new(registry: &'a Registry, profile: &'a Profile) -> Self {
        let graph = profile.static_graph.as_ref();
        let data_types = graph.map(|graph| &graph.stored_data_types);
        let stored = Stored { types: profile.cpp.types.get("stored"), data_types };
        let groups = graph.map_or(Vec::new(), |graph| groups(registry, graph));
        ProgramForms { registry, groups, stored, by_type: OnceLock::new() }
    }

    /// The operator in the static graph, if it belongs to that.
    pub fn op(&self, id: OpId) -> Option<&StaticOp<'a>> {
        self.member(id).map(|(_, _, op)| op)
    }

    /// The form of an operator in programs.
    pub fn form(&self, id: OpId) -> InPrograms {
        let Some((group, makers, op)) = self.member(id) else { return InPrograms::Absent };
        if !op.has_kernel() || self.static_definition(id).is_some() {
            return InPrograms::Absent;
        }
        let form = || form(op, group, self.stored);
        match (makers, op.op.is_backward()) {
            (Makers::ByHand, _) => InPrograms::WrittenByHand(form()),
            (Makers::Generated { .. }, false) => InPrograms::Known(form()),
            (Makers::Generated { gradients: false }, true) => InPrograms::Absent,
            // A grad op maker is generated together with the op maker of the forward operator of its chain.
            (Makers::Generated { gradients: true }, true) => match group.begins_with_forward(id) {
                true => InPrograms::Known(form()),
                false => InPrograms::WrittenByHand(form()),
            },
        }
    }

    /// The separate definition that the static graph uses instead of an operator of the dynamic graph.
    pub fn static_definition(&self, id: OpId) -> Option<OpId> {
        let op = self.registry.op(id);
        let found = self.registry.find_in_programs(&op.name.value)?;
        let family = self.registry.op(found).home.family();
        let falls_back_here = family.falls_back_on() == Some(op.home.family().key());
        (family.is_only_in_programs() && falls_back_here).then_some(found)
    }

    /// The operator to which a type in programs refers.
    pub fn of_type(&self, ty: &str) -> Option<OpId> {
        let found = self.by_type.get_or_init(|| self.ops_by_type()).get(ty)?;
        found.iter().copied().find(|&id| self.form(id) != InPrograms::Absent)
    }

    fn ops_by_type(&self) -> BTreeMap<String, Vec<OpId>> {
        let mut by_type: BTreeMap<String, Vec<OpId>> = BTreeMap::new();
        for (id, op) in self.registry.ops().filter_map(|(id, _)| Some((id, self.op(id)?))) {
            by_type.entry(op.ty.clone()).or_default().push(id);
        }
        by_type
    }

    /// The forward operator of a gradient, if both are declared in the same way.
    pub fn forward_of(&self, id: OpId) -> Option<&StaticOp<'a>> {
        let (group, _, op) = self.member(id)?;
        group.forward_of(op)
    }

    fn member(&self, id: OpId) -> Option<(&OpGroup<'a>, Makers, &StaticOp<'a>)> {
        self.groups.iter().find_map(|(group, makers)| Some((group, *makers, group.op(id)?)))
    }
}

fn groups<'a>(registry: &'a Registry, graph: &'a StaticGraph) -> Vec<(OpGroup<'a>, Makers)> {
    let generated = graph.groups.values().map(|written| {
        let group = OpGroup::new(registry, graph, written);
        (group, Makers::Generated { gradients: written.has_grad_makers() })
    });
    let by_hand = (OpGroup::hand_written(registry, graph), Makers::ByHand);
    generated.chain([by_hand]).collect()
}

fn form<'a>(op: &StaticOp<'a>, group: &OpGroup<'a>, stored: Stored) -> ProgramForm {
    let signature = &op.op.signature;
    let forward = group.forward_of(op);
    let inputs = signature.inputs.iter().map(|input| ProgramTensor {
        name: program_name(&op.names.input(&input.name.value)),
        of: input.name.value.clone(),
        list: input.ty.is_list(),
        dispensable: input.optional,
        always_set: !input.optional || forward.is_some_and(|forward| always_has(forward, op, &input.name.value)),
    });
    let outputs = signature.outputs.iter().map(|output| ProgramTensor {
        name: program_name(&op.names.output(&output.name.value)),
        of: output.name.value.clone(),
        list: output.ty.is_list(),
        dispensable: output.optional,
        always_set: !output.optional,
    });
    // A gradient inherits them from its forward operator.
    let carriers = op.attrs.iter().filter(|_| !op.op.is_backward()).flat_map(carriers);
    ProgramForm {
        op: op.ty.clone(),
        inputs: inputs.chain(carriers).collect(),
        outputs: outputs.collect(),
        attrs: op.attrs.iter().map(|op_attr| attr(op_attr, stored)).collect(),
    }
}

/// Whether a gradient's input is a tensor of its forward operator that is never absent.
fn always_has<'a>(forward: &StaticOp<'a>, gradient: &StaticOp<'a>, input: &str) -> bool {
    let signature = &forward.op.signature;
    match (GradPair { gradient, forward }).source(input) {
        Some((Source::Input, name)) => {
            signature.inputs.iter().any(|input| !input.optional && forward.names.input(&input.name.value) == name)
        }
        Some((Source::Output, name)) => {
            signature.outputs.iter().any(|output| !output.optional && forward.names.output(&output.name.value) == name)
        }
        _ => false,
    }
}

/// The inputs that can carry an attribute.
fn carriers<'a>(attr: &'a StaticAttr) -> impl Iterator<Item = ProgramTensor> + 'a {
    attr.inputs().map(|(name, ty)| ProgramTensor {
        name: name.to_owned(),
        of: attr.attr.name.value.clone(),
        list: ty.is_list(),
        dispensable: true,
        always_set: false,
    })
}

fn attr(attr: &StaticAttr, stored: Stored) -> ProgramAttr {
    ProgramAttr {
        name: attr.name.clone(),
        of: attr.attr.name.value.clone(),
        ty: stored.types.and_then(|types| types.get(&attr.stored)).unwrap_or(&attr.stored).clone(),
        default: attr.attr.default.as_ref().map(|default| default.value.clone()),
        stored_default: attr.default.as_ref().map(|default| stored_default(default, stored)),
        variable: attr.carrier == Carrier::Variable || attr.attr.support_tensor,
    }
}

/// A default as stored in programs, where data types are numbers and some numbers are text.
fn stored_default(default: &DefaultValue, stored: Stored) -> String {
    match default {
        DefaultValue::Text(text) => format!("\"{text}\""),
        DefaultValue::UndefinedDataType | DefaultValue::UndefinedPlace => "-1".to_owned(),
        DefaultValue::DataType(value) => {
            let name = value.rsplit(':').next().unwrap_or(value);
            let number = stored.data_types.and_then(|numbers| numbers.get(name));
            number.unwrap_or(value).clone()
        }
        DefaultValue::Expression(text) | DefaultValue::DataLayout(text) | DefaultValue::Place(text) => text.clone(),
    }
}
