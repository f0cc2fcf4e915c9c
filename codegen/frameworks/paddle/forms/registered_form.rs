//! Derives the registered form of operators from the YAML, if opgen generates their op makers.
//!
//! A file of registered operators is compared with this form, and its gaps are filled from it.

use std::borrow::Cow;
use std::collections::BTreeMap;

use profile::{Profile, StaticGroup};
use registry::{OpId, Registry};
use source::{Span, Spanned};
use spec::registered::{
    AttrType, GradOp, GradSlot, Pair, Proto, ProtoAttr, ProtoVar, Registered, RegisteredOp, Stated,
};

use crate::static_graph::{
    OpGroup, SetTensor, Source, StaticAttr, StaticOp, Step, TensorName, grad_maker, inplace, no_need_buffer,
};

/// Every operator whose op maker opgen generates, as the YAML defines it, by its name in programs.
pub fn all(registry: &Registry, profile: &Profile) -> BTreeMap<String, RegisteredOp> {
    let Some(graph) = &profile.static_graph else { return BTreeMap::new() };
    let mut all = BTreeMap::new();
    for group in graph.groups.values() {
        let ops = OpGroup::new(registry, graph, group);
        let maker = Maker { ops: &ops, group, profile };
        let ids: Vec<OpId> = ops.forward().collect();
        for op in ids.into_iter().filter_map(|id| ops.op(id)).filter(|op| op.has_kernel() && !op.op.poisoned) {
            all.entry(op.ty.clone()).or_insert_with(|| maker.operator(op));
        }
    }
    all
}

/// The registered operators, completed by facts that the file omits and the YAML states.
pub fn complete<'a>(registry: &'a Registry, profile: &Profile) -> Option<Cow<'a, Registered>> {
    let registered = registry.registered()?;
    let is_unstated = |op: &RegisteredOp| op.proto.is_unstated();
    if !registered.operators.values().any(is_unstated) {
        return Some(Cow::Borrowed(registered));
    }
    let mut filled = registered.clone();
    let all = all(registry, profile);
    for op in filled.operators.values_mut().filter(|op| op.proto.is_unstated()) {
        if let Some(known) = all.get(&op.name.value) {
            op.proto = known.proto.clone();
            if op.inplace.is_empty() {
                op.inplace = known.inplace.clone();
            }
            if op.gradient.is_unstated() {
                op.gradient = known.gradient.clone();
            }
        }
    }
    Some(Cow::Owned(filled))
}

/// Derives the operators of a group.
struct Maker<'a> {
    ops: &'a OpGroup<'a>,
    group: &'a StaticGroup,
    profile: &'a Profile,
}

impl<'a> Maker<'a> {
    fn operator(&self, op: &StaticOp<'a>) -> RegisteredOp {
        let proto = self.proto(op);
        let gradient = self.ops.gradient(op).filter(|_| self.group.has_grad_makers());
        let gradient = gradient.and_then(|gradient| gradient_op(gradient, op, self.ops, &proto));
        let pair = inplace(op).map(|(input, output)| pair(&input, &output, op.op.name.span));
        RegisteredOp {
            name: Spanned::new(op.ty.clone(), op.op.name.span),
            proto: Stated::Present(proto),
            has_kernel: true,
            inplace: pair.into_iter().collect(),
            gradient: Stated::Present(gradient.into_iter().collect()),
        }
    }

    fn proto(&self, op: &StaticOp) -> Proto {
        let signature = &op.op.signature;
        let inputs = signature.inputs.iter().map(|input| ProtoVar {
            name: Spanned::new(op.names.input(&input.name.value), input.name.span),
            duplicable: input.ty.is_list(),
            dispensable: input.optional,
            intermediate: false,
        });
        let carriers = op.attrs.iter().flat_map(|attr| {
            attr.inputs().map(|(name, ty)| ProtoVar {
                name: Spanned::new(name.to_owned(), attr.attr.name.span),
                duplicable: ty.is_list(),
                dispensable: true,
                intermediate: false,
            })
        });
        let outputs = signature.outputs.iter().map(|output| ProtoVar {
            name: Spanned::new(op.names.output(&output.name.value), output.name.span),
            duplicable: output.ty.is_list(),
            dispensable: output.optional,
            intermediate: output.intermediate,
        });
        Proto {
            inputs: inputs.chain(carriers).collect(),
            outputs: outputs.collect(),
            attrs: op.attrs.iter().filter_map(|attr| self.attr(attr)).collect(),
        }
    }

    fn attr(&self, attr: &StaticAttr) -> Option<ProtoAttr> {
        let section = self.profile.legacy_dygraph.as_ref()?;
        let stored = self.profile.cpp.types.get("stored")?.get(&attr.stored)?;
        let ty = AttrType::of_name(section.attr_types.get(stored)?)?;
        Some(ProtoAttr { name: Spanned::new(attr.name.clone(), attr.attr.name.span), ty, extra: false })
    }
}

/// The operator that computes a gradient. `None` if the gradient is only composed of primitive operators.
fn gradient_op(gradient: &StaticOp, forward: &StaticOp, ops: &OpGroup, proto: &Proto) -> Option<GradOp> {
    let made = grad_maker(gradient, forward, ops)?;
    let at = gradient.op.name.span;
    let (mut inputs, mut outputs) = (Vec::new(), Vec::new());
    for step in &made.steps {
        let (slots, set) = match step {
            Step::Input(set) => (&mut inputs, set),
            Step::Output(set) => (&mut outputs, set),
            Step::AllAttrs | Step::Attr { .. } | Step::AttrOf { .. } => continue,
        };
        if proto.variables().any(|name| name.value == set.of.name) {
            slots.push(slot(set, at));
        }
    }
    let by_name = |one: &GradSlot, other: &GradSlot| one.name.cmp(&other.name);
    inputs.sort_by(by_name);
    outputs.sort_by(by_name);
    let invoked = gradient.op.invoke.as_ref().and_then(|invoke| ops.forward_named(&invoke.func.value));
    let runs = invoked.unwrap_or(gradient);
    let no_need_buffer = no_need_buffer(runs).into_iter();
    let inplace = inplace(runs).map(|(input, output)| pair(&input, &output, at));
    Some(GradOp {
        op: Spanned::new(made.op, at),
        inputs,
        outputs,
        no_need_buffer: no_need_buffer.map(|name| Spanned::new(spelled(&name), at)).collect(),
        inplace: inplace.into_iter().collect(),
    })
}

fn slot(set: &SetTensor, at: Span) -> GradSlot {
    GradSlot {
        name: Spanned::new(spelled(&set.name), at),
        variable: Spanned::new(set.of.name.clone(), at),
        is_gradient: matches!(set.source, Source::InputGrad | Source::OutputGrad),
    }
}

fn pair(input: &TensorName, output: &TensorName, at: Span) -> Pair {
    Pair { input: Spanned::new(spelled(input), at), output: Spanned::new(spelled(output), at) }
}

/// A tensor's name as spelled in programs.
fn spelled(name: &TensorName) -> String {
    format!("{}{}", name.name, if name.gradient { "@GRAD" } else { "" })
}
