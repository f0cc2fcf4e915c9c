//! Plans the row of an operator in the table.

use serde::Serialize;

use super::types;
use forms::defaults::{self, DefaultValue};
use forms::static_graph::{ProgramNames, program_name};
use profile::Profile;
use registry::{OpId, Registry};
use source::Spanned;
use spec::{Action, ActionKind, Attr, Checkpoint, Compat, Input, MutableAttr, Op, Output, stem};

/// A row of the table.
#[derive(Debug, Serialize)]
pub struct RowPlan<'a> {
    name: &'a str,
    /// The key of its family.
    family: &'a str,
    /// The type in saved programs.
    legacy_name: &'a str,
    inputs: Vec<InputPlan<'a>>,
    attrs: Vec<AttrPlan<'a>>,
    outputs: Vec<OutputPlan<'a>>,
    /// The forward operator, if this one is a gradient.
    forward: Option<&'a str>,
    /// The operator that computes the gradient.
    grad: Option<&'a str>,
    /// Attributes that only saved programs have.
    extra_attrs: Vec<AttrPlan<'a>>,
    versions: Vec<CheckpointPlan<'a>>,
}

#[derive(Debug, Serialize)]
struct InputPlan<'a> {
    name: &'a str,
    legacy_name: String,
    list: bool,
    optional: bool,
    no_need_buffer: bool,
}

#[derive(Debug, Serialize)]
struct OutputPlan<'a> {
    name: &'a str,
    legacy_name: String,
    list: bool,
    optional: bool,
    intermediate: bool,
}

#[derive(Debug, Serialize)]
struct AttrPlan<'a> {
    name: &'a str,
    legacy_name: String,
    /// The enum variant of its type.
    #[serde(rename = "type")]
    ty: String,
    default: Option<DefaultValue<'a>>,
    mutable: Option<MutablePlan<'a>>,
}

/// How the value of an attribute can be passed at run time.
#[derive(Debug, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
enum MutablePlan<'a> {
    /// In the attribute itself, which can hold a variable.
    Variable,
    /// In an input: a tensor, or a list with a tensor for each element.
    Inputs { tensor: Option<&'a str>, tensors: Option<&'a str> },
}

#[derive(Debug, Serialize)]
struct CheckpointPlan<'a> {
    note: &'a str,
    actions: Vec<ActionPlan<'a>>,
}

#[derive(Debug, Serialize)]
struct ActionPlan<'a> {
    kind: ActionKind,
    subject: &'a str,
    comment: Option<&'a str>,
    /// A C++ expression.
    default: Option<&'a str>,
}

/// An operator with its names in programs.
#[derive(Debug)]
pub struct Row<'a> {
    registry: &'a Registry,
    id: OpId,
    pub op: &'a Op,
    pub legacy_name: String,
    compat: Option<&'a Compat>,
    /// The entry in `op_compat` with the names of arguments.
    names: Option<&'a Compat>,
    parts: ProgramNames<'a>,
}

impl<'a> Row<'a> {
    pub fn new(registry: &'a Registry, profile: &Profile, id: OpId) -> Self {
        let op = registry.op(id);
        // `op_compat` only has entries for dense operators, and for those that only the static graph has.
        let in_programs = op.home.family().has_program_names();
        let compat = registry.compat(id).filter(|_| in_programs);
        let legacy_name = legacy_name(op, compat, profile);
        // The entry of an operator also applies to its gradient, even if that is not listed.
        let forward = registry.links(id).forward.filter(|&forward| in_programs && !registry.op(forward).is_backward());
        let names = compat.or_else(|| registry.compat(forward?));
        Row { registry, id, op, legacy_name, compat, names, parts: ProgramNames::new(names, None, op.is_backward()) }
    }

    pub fn plan(&self) -> RowPlan<'_> {
        let Op { name, home, signature, .. } = self.op;
        let links = self.registry.links(self.id);
        let op_name = |id: OpId| self.registry.op(id).name.as_str();
        let attrs = signature.attrs.iter().map(|attr| self.attr(attr, self.parts.attr(attr.name.as_str())));
        let extra_attrs = self.compat.map_or(&[][..], |compat| &compat.extra.attrs);
        let checkpoints = self.registry.version(self.id).map_or(&[][..], |version| &version.checkpoints);
        RowPlan {
            name: name.as_str(),
            family: home.family().key(),
            legacy_name: &self.legacy_name,
            inputs: signature.inputs.iter().map(|input| self.input(input)).collect(),
            attrs: attrs.collect(),
            outputs: signature.outputs.iter().map(|output| self.output(output)).collect(),
            forward: links.forward.map(op_name),
            grad: links.backward.map(op_name),
            extra_attrs: extra_attrs.iter().map(|attr| self.attr(attr, attr.name.value.clone())).collect(),
            versions: checkpoints.iter().map(checkpoint).collect(),
        }
    }

    fn input(&self, input: &'a Input) -> InputPlan<'a> {
        let name = input.name.as_str();
        InputPlan {
            name,
            legacy_name: program_name(&self.parts.input(name)),
            list: input.ty.is_list(),
            optional: input.optional,
            no_need_buffer: input.no_need_buffer,
        }
    }

    fn output(&self, output: &'a Output) -> OutputPlan<'a> {
        let name = output.name.as_str();
        OutputPlan {
            name,
            legacy_name: program_name(&self.parts.output(name)),
            list: output.ty.is_list(),
            optional: output.optional,
            intermediate: output.intermediate,
        }
    }

    fn attr(&self, attr: &'a Attr, legacy_name: String) -> AttrPlan<'a> {
        let name = attr.name.as_str();
        let entry = self.names.and_then(|names| names.scalar.get(name).or_else(|| names.int_array.get(name)));
        let ty = types::variant(attr.ty);
        AttrPlan { name, legacy_name, ty, default: defaults::default(attr), mutable: entry.map(mutable) }
    }
}

fn legacy_name(op: &Op, compat: Option<&Compat>, profile: &Profile) -> String {
    if let Some(compat) = compat {
        return stem(compat.op.in_programs()).to_owned();
    }
    let mut groups = profile.static_graph.iter().flat_map(|graph| graph.groups.values());
    let group = groups.find(|group| group.homes.iter().any(|home| home == op.home.key()));
    format!("{}{}", group.map_or("", |group| &group.prefix), op.stem())
}

fn mutable(attr: &MutableAttr) -> MutablePlan<'_> {
    if attr.support_tensor {
        return MutablePlan::Variable;
    }
    MutablePlan::Inputs { tensor: text(attr.tensor_name.as_ref()), tensors: text(attr.tensors_name.as_ref()) }
}

fn checkpoint(checkpoint: &Checkpoint) -> CheckpointPlan<'_> {
    CheckpointPlan { note: checkpoint.note.as_str(), actions: checkpoint.actions.iter().map(action).collect() }
}

fn action(action: &Action) -> ActionPlan<'_> {
    let Action { kind, subject, comment, default } = action;
    ActionPlan {
        kind: *kind,
        subject: subject.as_str(),
        comment: text(comment.as_ref()),
        default: text(default.as_ref()),
    }
}

fn text(text: Option<&Spanned<String>>) -> Option<&str> {
    text.map(Spanned::as_str)
}
