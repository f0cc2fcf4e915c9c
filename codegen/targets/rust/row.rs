//! One operator as a row of the table.

use super::types::{attr_type, world};
use super::value::{self, literal, slice};
use crate::static_graph::{ProgramNames, program_name};
use profile::Profile;
use registry::{OpId, Registry};
use source::Spanned;
use spec::{Action, ActionKind, Attr, Checkpoint, Compat, Input, MutableAttr, Op, Output, stem};

/// A row, and what it is found by. It is written without tokens: those of all rows would take longer than any other
/// target.
#[derive(Debug)]
pub struct Row<'a> {
    registry: &'a Registry,
    pub id: OpId,
    pub op: &'a Op,
    pub legacy_name: String,
    compat: Option<&'a Compat>,
    /// The entry that names arguments.
    names: Option<&'a Compat>,
    parts: ProgramNames<'a>,
}

impl<'a> Row<'a> {
    pub fn new(registry: &'a Registry, profile: &Profile, id: OpId) -> Self {
        let op = registry.op(id);
        // The compat file speaks of dense operators, and of those that only the static graph has.
        let in_programs = op.home.family().has_program_names();
        let compat = registry.compat(id).filter(|_| in_programs);
        let legacy_name = legacy_name(op, compat, profile);
        // What is said of an operator goes for its gradient, listed or not.
        let forward = registry.links(id).forward.filter(|&forward| in_programs && !registry.op(forward).is_backward());
        let names = compat.or_else(|| registry.compat(forward?));
        Row { registry, id, op, legacy_name, compat, names, parts: ProgramNames::new(names, op.is_backward()) }
    }

    /// Its line in the table.
    pub fn line(&self) -> String {
        let Op { name, home, signature, .. } = self.op;
        let (name, world, legacy) = (literal(&name.value), world(home.family()), literal(&self.legacy_name));
        let inputs = slice(signature.inputs.iter().map(|input| self.input(input)));
        let attrs = slice(signature.attrs.iter().map(|attr| self.attr(attr, &self.parts.attr(&attr.name.value))));
        let outputs = slice(signature.outputs.iter().map(|output| self.output(output)));
        let mut row = format!("    op({name}, World::{world}, {legacy}, {inputs}, {attrs}, {outputs})");
        let links = self.registry.links(self.id);
        if let Some(forward) = links.forward {
            call(&mut row, "of", &literal(&self.registry.op(forward).name.value));
        }
        if let Some(grad) = links.backward {
            call(&mut row, "grad", &literal(&self.registry.op(grad).name.value));
        }
        let extra = self.compat.map_or(&[][..], |compat| &compat.extra.attrs);
        if !extra.is_empty() {
            call(&mut row, "extra", &slice(extra.iter().map(|attr| self.attr(attr, &attr.name.value))));
        }
        if let Some(version) = self.registry.version(self.id) {
            call(&mut row, "since", &slice(version.checkpoints.iter().map(checkpoint)));
        }
        row.push_str(",\n");
        row
    }

    fn input(&self, input: &Input) -> String {
        let name = &input.name.value;
        let mut row = format!("input({}, {})", literal(name), literal(&program_name(&self.parts.input(name))));
        let flags =
            [(input.ty.is_list(), "list"), (input.optional, "optional"), (input.no_need_buffer, "no_need_buffer")];
        flag(&mut row, &flags);
        row
    }

    fn output(&self, output: &Output) -> String {
        let name = &output.name.value;
        let mut row = format!("output({}, {})", literal(name), literal(&program_name(&self.parts.output(name))));
        let flags =
            [(output.ty.is_list(), "list"), (output.optional, "optional"), (output.intermediate, "intermediate")];
        flag(&mut row, &flags);
        row
    }

    fn attr(&self, attr: &Attr, legacy: &str) -> String {
        let (name, ty) = (&attr.name.value, attr_type(attr.ty));
        let mut row = format!("attr({}, {}, AttrType::{ty})", literal(name), literal(legacy));
        if let Some(default) = value::default(attr) {
            call(&mut row, "or", &default);
        }
        let find = |compat: &'_ Compat| compat.scalar.get(name).or_else(|| compat.int_array.get(name)).map(mutable);
        if let Some(mutable) = self.names.and_then(find) {
            call(&mut row, "mutable", &mutable);
        }
        row
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

/// Calls the methods whose conditions hold.
fn flag(row: &mut String, flags: &[(bool, &str)]) {
    for (_, method) in flags.iter().filter(|(holds, _)| *holds) {
        call(row, method, "");
    }
}

fn call(row: &mut String, method: &str, argument: &str) {
    row.extend([".", method, "(", argument, ")"]);
}

fn mutable(attr: &MutableAttr) -> String {
    if attr.support_tensor {
        return "Mutable::Variable".to_owned();
    }
    let [tensor, tensors] = [&attr.tensor_name, &attr.tensors_name].map(|name| option(name.as_ref()));
    format!("Mutable::Inputs {{ tensor: {tensor}, tensors: {tensors} }}")
}

fn option(text: Option<&Spanned<String>>) -> String {
    text.map_or_else(|| "None".to_owned(), |text| format!("Some({})", literal(&text.value)))
}

fn checkpoint(checkpoint: &Checkpoint) -> String {
    let (note, actions) = (literal(&checkpoint.note.value), slice(checkpoint.actions.iter().map(action)));
    format!("Checkpoint {{ note: {note}, actions: {actions} }}")
}

fn action(action: &Action) -> String {
    let Action { kind, subject, comment, default } = action;
    let kind = match kind {
        ActionKind::AddAttr => "AddAttr",
        ActionKind::AddInput => "AddInput",
        ActionKind::AddOutput => "AddOutput",
        ActionKind::ModifyAttr => "ModifyAttr",
        ActionKind::DeleteAttr => "DeleteAttr",
        ActionKind::DeleteInput => "DeleteInput",
        ActionKind::DeleteOutput => "DeleteOutput",
        ActionKind::ModifyInput => "ModifyInput",
        ActionKind::ModifyOutput => "ModifyOutput",
        ActionKind::FixBug => "FixBug",
    };
    let subject = literal(&subject.value);
    let [comment, default] = [comment, default].map(|text| option(text.as_ref()));
    format!("Action {{ kind: ActionKind::{kind}, subject: {subject}, comment: {comment}, default: {default} }}")
}
