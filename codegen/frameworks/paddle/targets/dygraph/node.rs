//! Plans grad nodes: the tensors they keep, the call of the gradient, and the node one order higher.

use std::collections::BTreeSet;

use serde::Serialize;

use super::creation::{self, CreationPlan};
use super::flags::holding;
use super::locals::{TemplateLocals, template_locals};
use super::node_names::ArgumentNames;
use forms::dygraph::{Argument, Attribute, Grad, Origin, Pairing, node_name, optional_names};
use profile::{Dygraph, DygraphForm};
use spec::{AttrType, Op};

#[derive(Debug, Serialize)]
pub struct NodePlan {
    pub namespace: Option<String>,
    /// The class, without the common suffix of the name.
    pub node: String,
    /// The name of the gradient operator.
    pub gradient: String,
    /// The name of the operator whose gradient it is.
    pub forward: String,
    /// The number of inputs of the forward operator.
    pub inputs: usize,
    /// The number of outputs of the forward operator.
    pub outputs: usize,
    pub arguments: Vec<ArgumentPlan>,
    pub attributes: Vec<Attribute>,
    pub results: Vec<ResultPlan>,
    /// The forward tensors that the node keeps.
    pub kept: Vec<KeptPlan>,
    pub flags: Vec<NodeFlag>,
    pub call: CallPlan,
    /// The function that computes the gradient by primitive operators instead.
    pub composite: Option<String>,
    /// The node one order higher.
    pub next: Option<CreationPlan>,
    pub local: TemplateLocals,
}

/// A flag of a gradient.
#[derive(Debug, Serialize, PartialEq, Eq)]
#[serde(rename_all = "snake_case")]
pub enum NodeFlag {
    /// In a distributed run, the results get their distribution before the call.
    Distributes,
    /// It is an error to ask for a gradient of the gradient.
    Last,
    /// It is composed of primitive operators even if composition is disabled.
    AlwaysComposed,
}

/// A tensor that the gradient takes.
#[derive(Debug, Serialize)]
pub struct ArgumentPlan {
    pub name: String,
    pub origin: Origin,
    /// The index of the forward tensor among the inputs or the outputs.
    pub slot: usize,
    pub list: bool,
    /// Whether the gradient takes an optional tensor.
    pub optional: bool,
    pub flags: Vec<GradFlag>,
}

/// A flag of an argument or a result of a gradient.
#[derive(Debug, Clone, Copy, Serialize, PartialEq, Eq)]
#[serde(rename_all = "snake_case")]
pub enum GradFlag {
    List,
    Optional,
    /// Only its shape and type are kept.
    NoBuffer,
    /// If it is absent, it is replaced by zeros.
    Filled,
    /// A result may reuse its memory, or it may reuse that of an argument.
    Overwritten,
}

/// A result of the gradient.
#[derive(Debug, Serialize)]
pub struct ResultPlan {
    pub name: String,
    /// The index of the forward input.
    pub slot: usize,
    pub list: bool,
    pub flags: Vec<GradFlag>,
    /// The forward output whose gradient must be needed for this result to be needed.
    pub pruned_by: Option<usize>,
}

/// A forward tensor that the node keeps.
#[derive(Debug, Serialize)]
pub struct KeptPlan {
    pub name: String,
    pub list: bool,
    pub no_need_buffer: bool,
}

#[derive(Debug, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum CallPlan {
    /// A forward function: the differentiable one if a graph is recorded, or else that of the API.
    Forward {
        function: String,
        /// As spelled in the YAML, where they are C++ expressions.
        args: Vec<String>,
    },
    Kernel,
    /// None: there are only primitive operators.
    Absent,
}

/// The facts that all nodes of a chain share.
pub struct Context<'a> {
    pub namespace: Option<&'a str>,
    pub section: &'a Dygraph,
    /// Whether there is a forward operator with this name in the same family.
    pub is_forward: &'a dyn Fn(&str) -> bool,
}

/// The local variables of `node.cc.j2` besides arguments.
pub const TEMPLATE_LOCALS: &[&str] = &["call", "result"];

pub fn plan(forward: &Op, backward: &Op, next: Option<&Op>, context: &Context) -> NodePlan {
    let pairing = Pairing::new(forward, Some(backward));
    let next = next.map(|next| Pairing::new(backward, Some(next)));
    let names = ArgumentNames::new(backward, next.as_ref());
    let optional = optional_names(&backward.signature);
    Builder { pairing, backward, next, names, optional, context }.plan()
}

impl NodePlan {
    /// The forward function that computes the gradient.
    pub fn forward_function(&self) -> Option<&str> {
        match &self.call {
            CallPlan::Forward { function, .. } => Some(function),
            CallPlan::Kernel | CallPlan::Absent => None,
        }
    }

    /// The types of the attributes that the node keeps.
    pub fn attribute_types(&self) -> impl Iterator<Item = AttrType> {
        self.attributes.iter().map(|attr| attr.ty)
    }
}

struct Builder<'a> {
    pairing: Pairing<'a>,
    backward: &'a Op,
    next: Option<Pairing<'a>>,
    names: ArgumentNames,
    optional: BTreeSet<&'a str>,
    context: &'a Context<'a>,
}

impl Builder<'_> {
    fn plan(&self) -> NodePlan {
        let name = &self.backward.name.value;
        let composite = self.backward.composite.as_ref().map(|call| call.func.value.clone());
        let overwritten = self.overwritten();
        let arguments: Vec<_> = self.pairing.arguments.iter().map(|arg| self.argument(arg, overwritten)).collect();
        let attributes: Vec<_> = self.pairing.backward_attrs().iter().map(Attribute::new).collect();
        let results: Vec<_> = self.pairing.grads_out.iter().map(|grad| self.result(grad, overwritten)).collect();
        let own = arguments.iter().map(|arg| arg.name.as_str());
        let local = template_locals(own.chain(attributes.iter().map(|attr| attr.name.as_str())), TEMPLATE_LOCALS);
        NodePlan {
            namespace: self.context.namespace.map(str::to_owned),
            node: node_name(name),
            gradient: name.clone(),
            forward: self.pairing.forward.name.value.clone(),
            inputs: self.pairing.inputs.len(),
            outputs: self.pairing.outputs.len(),
            kept: self.kept(),
            flags: self.flags(composite.as_deref()),
            call: self.call(),
            next: self.next.as_ref().filter(|_| !self.has_no_higher()).and_then(creation::plan),
            composite: composite.filter(|_| !self.invokes_forward()),
            arguments,
            attributes,
            results,
            local,
        }
    }

    fn argument(&self, argument: &Argument, overwritten: Option<usize>) -> ArgumentPlan {
        let name = &argument.slot.name;
        let list = argument.slot.ty.is_list();
        let is_grad = argument.origin == Origin::Grad;
        let may_be_absent = self.optional.contains(name.as_str());
        // A list of gradients is never absent.
        let optional = may_be_absent && !(list && is_grad);
        let listed = self.context.section.fill_zero.contains(&self.backward.name.value);
        let fills = is_grad && (listed || self.takes_several_gradients());
        let flags = [
            (GradFlag::List, list),
            (GradFlag::Optional, optional),
            (GradFlag::NoBuffer, argument.no_need_buffer),
            (GradFlag::Filled, fills && !(list && may_be_absent)),
            (GradFlag::Overwritten, overwritten == Some(argument.slot.position)),
        ];
        ArgumentPlan {
            name: self.names.argument(name),
            origin: argument.origin,
            slot: argument.of,
            list,
            optional,
            flags: holding(flags),
        }
    }

    /// Whether the kernel needs more than one gradient. The framework computes only those that something depends on, and
    /// without the others its own node of such an operator ends the process.
    fn takes_several_gradients(&self) -> bool {
        let gradients = self.pairing.arguments.iter().filter(|argument| argument.origin == Origin::Grad);
        let needed = gradients.filter(|argument| !self.optional.contains(argument.slot.name.as_str()));
        needed.map(|argument| if argument.slot.ty.is_list() { 2 } else { 1 }).sum::<usize>() > 1
    }

    fn result(&self, grad: &Grad, overwritten: Option<usize>) -> ResultPlan {
        let name = &grad.slot.name;
        let list = grad.slot.ty.is_list();
        let overwrites = overwritten.is_some() && !list && self.backward.inplace_input(name).is_some();
        let forward = &self.pairing.forward.name.value;
        let pruned = self.context.section.pruned.iter().find(|pruned| pruned.forward == *forward);
        let deciding = pruned.and_then(|pruned| pruned.inputs.get(&self.pairing.inputs[grad.of].name));
        let position = |output: &String| self.pairing.outputs.iter().position(|slot| slot.name == *output);
        ResultPlan {
            name: self.names.result(name),
            slot: grad.of,
            list,
            flags: holding([(GradFlag::List, list), (GradFlag::Overwritten, overwrites)]),
            pruned_by: deciding.and_then(position),
        }
    }

    fn kept(&self) -> Vec<KeptPlan> {
        let kept = self.pairing.arguments.iter().filter(|argument| argument.origin != Origin::Grad);
        let kept = kept.map(|argument| KeptPlan {
            name: argument.slot.name.clone(),
            list: argument.slot.ty.is_list(),
            no_need_buffer: argument.no_need_buffer,
        });
        kept.collect()
    }

    /// The index of the argument whose memory a result may reuse: an incoming gradient if there is one, or else a tensor that
    /// the node keeps.
    fn overwritten(&self) -> Option<usize> {
        let takes_over =
            |grad: &&Grad| !grad.slot.ty.is_list() && self.backward.inplace_input(&grad.slot.name).is_some();
        self.pairing.grads_out.iter().find(takes_over)?;
        let written = |argument: &&Argument| self.backward.writes_into(&argument.slot.name);
        let grads = self.pairing.arguments.iter().filter(|arg| arg.origin == Origin::Grad && !arg.slot.ty.is_list());
        let kept = self.pairing.arguments.iter().filter(|arg| arg.origin != Origin::Grad);
        kept.chain(grads).rfind(written).map(|argument| argument.slot.position)
    }

    fn invokes_forward(&self) -> bool {
        let Some(invoke) = &self.backward.invoke else { return false };
        let name = invoke.func.value.trim_end_matches('_');
        (self.context.is_forward)(name.strip_suffix("_intermediate").unwrap_or(name))
    }

    fn call(&self) -> CallPlan {
        if let Some(invoke) = self.backward.invoke.as_ref().filter(|_| self.invokes_forward()) {
            let args = invoke.args.iter().map(|arg| arg.value.clone()).collect();
            return CallPlan::Forward { function: invoke.func.value.clone(), args };
        }
        match self.backward.composite.is_none() || self.backward.kernel.is_some() {
            true => CallPlan::Kernel,
            false => CallPlan::Absent,
        }
    }

    /// Whether there is no node of a higher order, because the gradient is always composed of primitive operators, which
    /// record graphs of their own.
    fn has_no_higher(&self) -> bool {
        self.context.section.form == DygraphForm::Pipelined && self.is_prim_only()
    }

    fn is_prim_only(&self) -> bool {
        self.backward.composite.is_some() && self.context.section.prim_only.contains(&self.backward.name.value)
    }

    fn flags(&self, composite: Option<&str>) -> Vec<NodeFlag> {
        let invokes_forward = self.invokes_forward();
        let always = composite.is_some_and(|function| self.context.section.prim_only.iter().any(|op| op == function));
        let last = self.next.is_none() && !invokes_forward && !self.is_prim_only();
        let flags = [
            (NodeFlag::Distributes, !invokes_forward && !self.pairing.grads_out.is_empty()),
            (NodeFlag::Last, last),
            (NodeFlag::AlwaysComposed, always && !invokes_forward),
        ];
        holding(flags)
    }
}
