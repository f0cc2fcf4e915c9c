//! One operator as a row of the table.

use proc_macro2::{Ident, Span, TokenStream};
use quote::quote;

use super::layout::line;
use super::types::{attr_type, world};
use super::value;
use crate::profile::Profile;
use crate::registry::{OpId, Registry};
use crate::spec::{Action, ActionKind, Attr, Checkpoint, Compat, Family, Input, MutableAttr, Op, Output, stem};
use crate::targets::static_graph::{PartNames, program_name};

/// A row, and what it is found by.
#[derive(Debug)]
pub struct Row {
    pub legacy_name: String,
    /// The expression.
    pub text: String,
}

impl Row {
    pub fn new(registry: &Registry, profile: &Profile, id: OpId) -> Self {
        let op = registry.op(id);
        // The compat file speaks of dense operators, and of those that only the static graph has.
        let in_programs = matches!(op.home.family(), Family::Dense | Family::Fused | Family::Static);
        let compat = registry.compat(id).filter(|_| in_programs);
        let legacy_name = legacy_name(op, compat, profile);
        // What is said of an operator goes for its gradient, listed or not.
        let forward = registry.links(id).forward.filter(|&forward| in_programs && !registry.op(forward).is_backward());
        let names = compat.or_else(|| registry.compat(forward?));
        let row = Writer { op, compat, names, parts: PartNames::new(names, op.is_backward()) };
        Row { text: line(row.tokens(registry, id, &legacy_name)), legacy_name }
    }
}

fn legacy_name(op: &Op, compat: Option<&Compat>, profile: &Profile) -> String {
    if let Some(compat) = compat {
        return stem(compat.op.in_programs()).to_owned();
    }
    let group = profile.static_graph.groups.iter().find(|group| [group.forward, group.backward].contains(&op.home));
    format!("{}{}", group.map_or("", |group| &group.prefix), op.stem())
}

struct Writer<'a> {
    op: &'a Op,
    compat: Option<&'a Compat>,
    /// The entry that names arguments.
    names: Option<&'a Compat>,
    parts: PartNames<'a>,
}

impl Writer<'_> {
    fn tokens(&self, registry: &Registry, id: OpId, legacy_name: &str) -> TokenStream {
        let Op { name, home, signature, .. } = self.op;
        let (name, world) = (&name.value, world(home.family()));
        let inputs = signature.inputs.iter().map(|input| self.input(input));
        let attrs = signature.attrs.iter().map(|attr| self.attr(attr, &self.parts.attr(&attr.name.value)));
        let outputs = signature.outputs.iter().map(|output| self.output(output));
        let mut row =
            quote! { op(#name, World::#world, #legacy_name, &[#(#inputs),*], &[#(#attrs),*], &[#(#outputs),*]) };
        let links = registry.links(id);
        if let Some(forward) = links.forward {
            let forward = &registry.op(forward).name.value;
            row.extend(quote! { .of(#forward) });
        }
        if let Some(grad) = links.backward {
            let grad = &registry.op(grad).name.value;
            row.extend(quote! { .grad(#grad) });
        }
        let extra = self.compat.map_or(&[][..], |compat| &compat.extra.attrs);
        if !extra.is_empty() {
            let extra = extra.iter().map(|attr| self.attr(attr, &attr.name.value));
            row.extend(quote! { .extra(&[#(#extra),*]) });
        }
        if let Some(version) = registry.version(id) {
            let versions = version.checkpoints.iter().map(checkpoint);
            row.extend(quote! { .since(&[#(#versions),*]) });
        }
        row
    }

    fn input(&self, input: &Input) -> TokenStream {
        let name = &input.name.value;
        let legacy = program_name(&self.parts.input(name));
        let mut row = quote! { input(#name, #legacy) };
        let flags =
            [(input.ty.is_list(), "list"), (input.optional, "optional"), (input.no_need_buffer, "no_need_buffer")];
        flag(&mut row, &flags);
        row
    }

    fn output(&self, output: &Output) -> TokenStream {
        let name = &output.name.value;
        let legacy = program_name(&self.parts.output(name));
        let mut row = quote! { output(#name, #legacy) };
        let flags =
            [(output.ty.is_list(), "list"), (output.optional, "optional"), (output.intermediate, "intermediate")];
        flag(&mut row, &flags);
        row
    }

    fn attr(&self, attr: &Attr, legacy: &str) -> TokenStream {
        let (name, ty) = (&attr.name.value, attr_type(attr.ty));
        let mut row = quote! { attr(#name, #legacy, AttrType::#ty) };
        if let Some(default) = value::default(attr) {
            row.extend(quote! { .or(#default) });
        }
        let find = |compat: &'_ Compat| compat.scalar.get(name).or_else(|| compat.int_array.get(name)).map(mutable);
        if let Some(mutable) = self.names.and_then(find) {
            row.extend(quote! { .mutable(#mutable) });
        }
        row
    }
}

/// Calls the methods whose conditions hold.
fn flag(row: &mut TokenStream, flags: &[(bool, &str)]) {
    for (_, method) in flags.iter().filter(|(holds, _)| *holds) {
        let method = Ident::new(method, Span::call_site());
        row.extend(quote! { .#method() });
    }
}

fn mutable(attr: &MutableAttr) -> TokenStream {
    if attr.support_tensor {
        return quote! { Mutable::Variable };
    }
    let [tensor, tensors] =
        [&attr.tensor_name, &attr.tensors_name].map(|name| option(name.as_ref().map(|name| name.as_str())));
    quote! { Mutable::Inputs { tensor: #tensor, tensors: #tensors } }
}

fn option(text: Option<&str>) -> TokenStream {
    text.map_or_else(|| quote! { None }, |text| quote! { Some(#text) })
}

fn checkpoint(checkpoint: &Checkpoint) -> TokenStream {
    let note = &checkpoint.note.value;
    let actions = checkpoint.actions.iter().map(action);
    quote! { Checkpoint { note: #note, actions: &[#(#actions),*] } }
}

fn action(action: &Action) -> TokenStream {
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
    let (kind, subject) = (Ident::new(kind, Span::call_site()), &subject.value);
    let [comment, default] = [comment, default].map(|text| option(text.as_ref().map(|text| text.as_str())));
    quote! { Action { kind: ActionKind::#kind, subject: #subject, comment: #comment, default: #default } }
}
