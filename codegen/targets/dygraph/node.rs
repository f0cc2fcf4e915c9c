//! Grad nodes: what they store, and the gradient call with the node one order higher.

use std::collections::BTreeSet;

use serde::Serialize;

use super::attributes::AttributePlan;
use super::creation::{Creation, CreationPlan, Creator};
use super::locals::{AutogradMeta, TemplateLocals};
use super::node_names::{NodeNames, TEMPLATE_LOCALS, node_name};
use super::slots::{Grad, Pairing, WrappedTensor, optional_names};
use profile::Dygraph;
use spec::Op;

#[derive(Debug, Serialize)]
pub struct NodePlan {
    pub namespace: Option<String>,
    /// The class, by its name without the common ending.
    pub node: String,
    /// The gradient operator.
    pub name: String,
    pub wrappers: Vec<WrapperPlan>,
    pub attributes: Vec<MemberAttribute>,
    /// Absent gradients that are filled with zeros first.
    pub filled: Vec<FilledPlan>,
    pub grads: Vec<GradPlan>,
    /// How many inputs the forward operator has.
    pub slots: usize,
    pub results: Vec<ResultPlan>,
    /// The arguments of the gradient call: inputs, attributes, then pointers to the results.
    pub args: Vec<String>,
    /// In a distributed run the results get their distribution before the call.
    pub sets_dist_attr: bool,
    /// The profiler sees the node by itself.
    pub recorded: bool,
    /// Whether gradients of the gradient may be wanted.
    pub traces: bool,
    pub inplace: Option<InplacePlan>,
    pub call: CallPlan,
    pub higher: Option<HigherPlan>,
    pub local: TemplateLocals,
}

/// A forward tensor that the node keeps.
#[derive(Debug, Serialize)]
pub struct WrapperPlan {
    pub name: String,
    pub member: String,
    /// Its variable in the gradient call.
    pub local: String,
    /// The variable that is passed on, where the tensor may be absent.
    pub optional_local: Option<String>,
    pub list: bool,
    pub no_need_buffer: bool,
}

#[derive(Debug, Serialize)]
pub struct MemberAttribute {
    #[serde(flatten)]
    pub attribute: AttributePlan,
    pub member: String,
}

#[derive(Debug, Serialize)]
pub struct FilledPlan {
    pub slot: usize,
    pub list: bool,
    pub optional: bool,
}

/// A gradient that comes in.
#[derive(Debug, Serialize)]
pub struct GradPlan {
    pub local: String,
    /// The variable that is passed on, where the gradient may be absent.
    pub optional_local: Option<String>,
    pub slot: usize,
    pub list: bool,
}

/// A gradient that goes out.
#[derive(Debug, Serialize)]
pub struct ResultPlan {
    pub local: String,
    pub meta: AutogradMeta,
    /// The variable that points to it, or to null.
    pub pointer: String,
    pub slot: usize,
    pub list: bool,
    /// It may take over the memory of the input that the gradient overwrites.
    pub reuses_memory: bool,
}

/// An input whose memory a result takes over if nothing else needs it.
#[derive(Debug, Serialize)]
pub struct InplacePlan {
    pub name: String,
    pub local: String,
    pub source: InplaceSource,
    /// The node of a higher order keeps it: its memory is not taken over if that node is made.
    pub wrapped_by_next: bool,
}

/// Where the input of an inplace gradient comes from. That may share the input's memory.
#[derive(Debug, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum InplaceSource {
    Wrapper { member: String },
    Grad { slot: usize },
}

#[derive(Debug, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum CallPlan {
    /// A forward function: the differentiable one where a graph is made, else the API.
    Forward {
        function: String,
        /// As the YAML has them, which is as in C++.
        args: Vec<String>,
        by_reference: bool,
    },
    Kernel,
    /// Primitive operators, or the kernel where they are switched off.
    Composite {
        function: String,
        /// Whatever is switched off.
        always: bool,
        has_kernel: bool,
        /// Users may exclude it by name.
        skippable: bool,
    },
}

/// What happens where gradients of this gradient are wanted.
#[derive(Debug, Serialize)]
pub struct HigherPlan {
    /// Primitive operators make their own graph.
    pub unless_prim: bool,
    /// Without a node to create it is an error.
    pub creation: Option<CreationPlan>,
}

/// What is the same for all nodes of a chain.
pub struct Context<'a> {
    pub namespace: Option<&'a str>,
    pub section: &'a Dygraph,
    /// Whether there is a forward operator of this name in the same family.
    pub is_forward: &'a dyn Fn(&str) -> bool,
}

pub fn plan(forward: &Op, backward: &Op, next: Option<&Op>, context: &Context) -> NodePlan {
    let pairing = Pairing::new(forward, Some(backward));
    let next = next.map(|next| Pairing::new(backward, Some(next)));
    let names = NodeNames::new(&pairing, backward, next.as_ref());
    let optional = optional_names(&backward.signature);
    Builder { names, optional, pairing, backward, next, context }.plan()
}

struct Builder<'a> {
    pairing: Pairing<'a>,
    backward: &'a Op,
    next: Option<Pairing<'a>>,
    names: NodeNames,
    optional: BTreeSet<&'a str>,
    context: &'a Context<'a>,
}

impl Builder<'_> {
    fn plan(&self) -> NodePlan {
        let name = &self.backward.name.value;
        let invokes_forward = self.invokes_forward();
        let results: Vec<_> = self.pairing.grads_out.iter().enumerate().map(|(i, grad)| self.result(i, grad)).collect();
        let higher = self.higher(invokes_forward);
        let reuses_memory = results.iter().any(|result| result.reuses_memory);
        NodePlan {
            namespace: self.context.namespace.map(str::to_owned),
            node: node_name(name),
            name: name.clone(),
            wrappers: self.pairing.wrapped.iter().map(|tensor| self.wrapper(tensor)).collect(),
            attributes: self.attributes(),
            filled: self.filled(),
            grads: self.pairing.grads_in.iter().map(|grad| self.grad(grad)).collect(),
            slots: self.pairing.inputs.len(),
            args: self.args(&results),
            sets_dist_attr: !invokes_forward && !results.is_empty(),
            recorded: self.context.section.records_grad_nodes,
            traces: higher.is_some() || invokes_forward || (reuses_memory && self.next.is_some()),
            call: self.call(invokes_forward, &results),
            inplace: self.inplace(),
            results,
            higher,
            local: self.names.suffixes.template_locals(TEMPLATE_LOCALS),
        }
    }

    fn wrapper(&self, tensor: &WrappedTensor) -> WrapperPlan {
        let name = &tensor.slot.name;
        WrapperPlan {
            name: name.clone(),
            member: self.names.member(name),
            local: self.names.arg(name),
            optional_local: self.optional.contains(name.as_str()).then(|| self.names.optional_arg(name)),
            list: tensor.slot.ty.is_list(),
            no_need_buffer: tensor.no_need_buffer,
        }
    }

    fn attributes(&self) -> Vec<MemberAttribute> {
        let attrs = self.pairing.backward_attrs().iter();
        attrs
            .map(|attr| MemberAttribute {
                attribute: AttributePlan::new(attr),
                member: self.names.member(&attr.name.value),
            })
            .collect()
    }

    fn filled(&self) -> Vec<FilledPlan> {
        if !self.context.section.fill_zero.contains(&self.backward.name.value) {
            return Vec::new();
        }
        let filled = self.pairing.grads_in.iter().map(|grad| FilledPlan {
            slot: grad.of,
            list: grad.slot.ty.is_list(),
            optional: self.optional.contains(grad.slot.name.as_str()),
        });
        filled.filter(|filled| !(filled.list && filled.optional)).collect()
    }

    fn grad(&self, grad: &Grad) -> GradPlan {
        let name = &grad.slot.name;
        let list = grad.slot.ty.is_list();
        let optional = !list && self.optional.contains(name.as_str());
        GradPlan {
            local: self.names.arg(name),
            optional_local: optional.then(|| self.names.optional_arg(name)),
            slot: grad.of,
            list,
        }
    }

    fn result(&self, index: usize, grad: &Grad) -> ResultPlan {
        let name = &grad.slot.name;
        let list = grad.slot.ty.is_list();
        let local = self.names.result(name);
        ResultPlan {
            meta: self.names.suffixes.meta(&local),
            local,
            pointer: self.names.pointer(index),
            slot: grad.of,
            list,
            reuses_memory: !list && self.backward.inplace_input(name).is_some() && self.inplace().is_some(),
        }
    }

    /// The input that the gradient overwrites: an incoming gradient if there is one, or else a tensor that the node keeps.
    fn inplace(&self) -> Option<InplacePlan> {
        let grads = self.pairing.grads_in.iter().filter(|grad| !grad.slot.ty.is_list());
        let grads = grads.map(|grad| (&grad.slot.name, InplaceSource::Grad { slot: grad.of }));
        let wrapped = self.pairing.wrapped.iter().map(|tensor| &tensor.slot.name);
        let wrapped = wrapped.map(|name| (name, InplaceSource::Wrapper { member: self.names.member(name) }));
        let (name, source) = wrapped.chain(grads).rfind(|(name, _)| self.backward.writes_into(name))?;
        let local = self.names.arg(name);
        let wrapped_by_next = self
            .next
            .as_ref()
            .is_some_and(|next| next.wrapped.iter().any(|tensor| tensor.is_input && tensor.slot.name == local));
        Some(InplacePlan { name: name.clone(), local, source, wrapped_by_next })
    }

    fn invokes_forward(&self) -> bool {
        let Some(invoke) = &self.backward.invoke else { return false };
        let name = invoke.func.value.trim_end_matches('_');
        (self.context.is_forward)(name.strip_suffix("_intermediate").unwrap_or(name))
    }

    /// Arguments in the gradient's own order, then its results.
    fn args(&self, results: &[ResultPlan]) -> Vec<String> {
        let inputs = self.backward.signature.inputs.iter().map(|input| {
            let name = input.name.as_str();
            let is_list_of_grads =
                input.ty.is_list() && self.pairing.grads_in.iter().any(|grad| grad.slot.name == name);
            match self.optional.contains(name) && !is_list_of_grads {
                true => self.names.optional_arg(name),
                false => self.names.arg(name),
            }
        });
        let attrs = self.pairing.backward_attrs().iter().map(|attr| attr.name.value.clone());
        inputs.chain(attrs).chain(results.iter().map(|result| result.pointer.clone())).collect()
    }

    fn call(&self, invokes_forward: bool, results: &[ResultPlan]) -> CallPlan {
        if let Some(invoke) = self.backward.invoke.as_ref().filter(|_| invokes_forward) {
            return CallPlan::Forward {
                function: invoke.func.value.clone(),
                args: invoke.args.iter().map(|arg| arg.value.clone()).collect(),
                by_reference: !self.backward.inplace.is_empty() && results.len() == 1,
            };
        }
        let Some(composite) = &self.backward.composite else { return CallPlan::Kernel };
        let (function, section) = (&composite.func.value, self.context.section);
        CallPlan::Composite {
            function: function.clone(),
            always: section.prim_only.contains(function),
            has_kernel: self.backward.kernel.is_some(),
            skippable: section.composites_may_be_skipped,
        }
    }

    fn higher(&self, invokes_forward: bool) -> Option<HigherPlan> {
        let unless_prim = self.backward.composite.is_some();
        let is_prim_only = unless_prim && self.context.section.prim_only.contains(&self.backward.name.value);
        if is_prim_only && self.context.section.composites_may_be_skipped {
            return None;
        }
        if let Some(next) = &self.next {
            let (suffixes, section) = (&self.names.suffixes, self.context.section);
            let creation = Creation { pairing: next, creator: Creator::GradNode, suffixes, section };
            return Some(HigherPlan { unless_prim, creation: creation.plan() });
        }
        (!invokes_forward && !is_prim_only).then_some(HigherPlan { unless_prim, creation: None })
    }
}
