//! Grad nodes: what they keep, and the gradient call with the node one order higher.

use std::collections::BTreeSet;

use serde::Serialize;

use super::cpp_types;
use super::creation::{CreationPlan, Place, Site};
use super::node_names::Names;
use super::slots::{Grad, Pairing, Saved, optional_names};
use crate::cpp::{self, joined};
use profile::Dygraph;
use spec::Op;

#[derive(Debug, Serialize)]
pub struct NodePlan {
    pub namespace: Option<String>,
    pub class: String,
    /// The gradient's name, for messages.
    pub name: String,
    pub kept: Vec<KeptPlan>,
    pub attributes: Vec<AttributePlan>,
    /// Absent gradients that are filled with zeros first.
    pub filled: Vec<FilledPlan>,
    pub grads: Vec<GradPlan>,
    /// How many inputs the forward call had.
    pub slots: usize,
    pub results: Vec<ResultPlan>,
    pub positions: String,
    pub result_args: String,
    /// Whether a node of a higher order may be made.
    pub traces: bool,
    pub inplace: Option<InplacePlan>,
    pub call: CallPlan,
    pub higher: Option<HigherPlan>,
    /// What stands behind the names of the function's own variables.
    pub tail: String,
}

/// A forward tensor that the node keeps.
#[derive(Debug, Serialize)]
pub struct KeptPlan {
    pub name: String,
    /// The member of the class that holds it.
    pub field: String,
    /// Its name in the gradient call.
    pub local: String,
    pub list: bool,
    pub optional: bool,
    pub no_need_buffer: bool,
}

#[derive(Debug, Serialize)]
pub struct AttributePlan {
    pub name: String,
    /// The member of the class that holds it.
    pub field: String,
    #[serde(rename = "type")]
    pub ty: String,
    pub default: Option<String>,
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
    pub slot: usize,
    pub list: bool,
    pub optional: bool,
}

/// A gradient that goes out.
#[derive(Debug, Serialize)]
pub struct ResultPlan {
    pub local: String,
    pub pointer: String,
    pub slot: usize,
    pub list: bool,
    /// It may take over the storage of the input that the gradient overwrites.
    pub takes_over: bool,
}

/// An input whose storage a result takes over where nothing else needs it.
#[derive(Debug, Serialize)]
pub struct InplacePlan {
    pub name: String,
    pub local: String,
    /// An expression for the tensor whose storage it shares without harm.
    pub holder: String,
    /// The node of a higher order keeps it, so not where one is made.
    pub kept_higher: bool,
}

#[derive(Debug, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum CallPlan {
    /// A forward function does the work: the differentiable one where a graph is made.
    Forward {
        traced: String,
        plain: String,
        by_reference: bool,
        results: Vec<String>,
    },
    Kernel {
        call: String,
    },
    /// Primitive operators, always or where they are wanted.
    Composite {
        composite: String,
        name: String,
        kernel: Option<String>,
    },
}

/// What happens where gradients of this gradient are wanted.
#[derive(Debug, Serialize)]
pub struct HigherPlan {
    /// Primitive operators make their own graph.
    pub unless_prim: bool,
    /// The node to make; without one it is an error.
    pub creation: Option<CreationPlan>,
}

/// The surroundings of a node.
pub struct Context<'a> {
    pub namespace: Option<&'a str>,
    pub settings: &'a Dygraph,
    /// Whether a function of this name is a forward operator of the same family.
    pub is_forward: &'a dyn Fn(&str) -> bool,
}

pub fn plan(forward: &Op, backward: &Op, next: Option<&Op>, context: &Context) -> NodePlan {
    let pairing = Pairing::new(forward, Some(backward));
    let next = next.map(|next| Pairing::new(backward, Some(next)));
    let names = Names::new(&pairing, backward, next.as_ref());
    let optional = optional_names(&backward.signature);
    Builder { names, optional, pairing, backward, next, context }.plan()
}

struct Builder<'a> {
    pairing: Pairing<'a>,
    backward: &'a Op,
    next: Option<Pairing<'a>>,
    names: Names,
    optional: BTreeSet<&'a str>,
    context: &'a Context<'a>,
}

impl Builder<'_> {
    fn plan(&self) -> NodePlan {
        let name = &self.backward.name.value;
        let invoked = self.invokes_forward();
        let results: Vec<_> = self.pairing.grads_out.iter().enumerate().map(|(i, grad)| self.result(i, grad)).collect();
        let higher = self.higher(invoked);
        let inplace = self.inplace();
        let takes_over = results.iter().any(|result| result.takes_over);
        NodePlan {
            namespace: self.context.namespace.map(str::to_owned),
            class: cpp_types::grad_node(name),
            name: name.clone(),
            kept: self.pairing.saved.iter().map(|saved| self.kept(saved)).collect(),
            attributes: self.attributes(),
            filled: self.filled(),
            grads: self.pairing.grads_in.iter().map(|grad| self.grad(grad)).collect(),
            slots: self.pairing.inputs.len(),
            positions: if invoked {
                String::new()
            } else {
                joined(results.iter().map(|result| result.slot.to_string()))
            },
            result_args: joined(results.iter().map(|result| &result.pointer)),
            traces: higher.is_some() || invoked || (takes_over && self.next.is_some()),
            call: self.call(invoked, &results),
            inplace,
            results,
            higher,
            tail: self.names.tails.own.clone(),
        }
    }

    fn kept(&self, saved: &Saved) -> KeptPlan {
        let name = &saved.slot.name;
        KeptPlan {
            name: name.clone(),
            field: self.names.field(name),
            local: self.names.arg(name),
            list: saved.slot.ty.is_list(),
            optional: self.optional.contains(name.as_str()),
            no_need_buffer: saved.no_need_buffer,
        }
    }

    fn attributes(&self) -> Vec<AttributePlan> {
        let attrs = self.pairing.backward_attrs().iter();
        attrs
            .map(|attr| AttributePlan {
                name: attr.name.value.clone(),
                field: self.names.field(&attr.name.value),
                ty: cpp_types::attr(attr.ty),
                default: cpp_types::default(attr),
            })
            .collect()
    }

    fn filled(&self) -> Vec<FilledPlan> {
        if !self.context.settings.fill_zero.contains(&self.backward.name.value) {
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
        GradPlan {
            local: self.names.arg(name),
            slot: grad.of,
            list,
            optional: !list && self.optional.contains(name.as_str()),
        }
    }

    fn result(&self, index: usize, grad: &Grad) -> ResultPlan {
        let name = &grad.slot.name;
        let list = grad.slot.ty.is_list();
        ResultPlan {
            local: self.names.result(name),
            pointer: self.names.own(&format!("api_output_{index}")),
            slot: grad.of,
            list,
            takes_over: !list && self.backward.inplace_input(name).is_some() && self.inplace().is_some(),
        }
    }

    /// The input that the gradient overwrites: an incoming gradient, or else a kept tensor.
    fn inplace(&self) -> Option<InplacePlan> {
        let grads = self.pairing.grads_in.iter().filter(|grad| !grad.slot.ty.is_list());
        let grads = grads.map(|grad| (&grad.slot.name, format!("{}[{}][0]", self.names.own("grads"), grad.of)));
        let kept = self.pairing.saved.iter().map(|saved| &saved.slot.name);
        let kept = kept.map(|name| (name, format!("{}.get_intermidiate_tensor()", self.names.field(name))));
        let (name, holder) = kept.chain(grads).rfind(|(name, _)| self.backward.writes_into(name))?;
        let local = self.names.arg(name);
        let kept_higher = self
            .next
            .as_ref()
            .is_some_and(|next| next.saved.iter().any(|saved| saved.is_input && saved.slot.name == local));
        Some(InplacePlan { name: name.clone(), local, holder, kept_higher })
    }

    fn invokes_forward(&self) -> bool {
        let Some(invoke) = &self.backward.invoke else { return false };
        let name = invoke.func.value.trim_end_matches('_');
        (self.context.is_forward)(name.strip_suffix("_intermediate").unwrap_or(name))
    }

    /// Arguments in the gradient's own order, then its results.
    fn args(&self, results: &[ResultPlan]) -> String {
        let inputs = self.backward.signature.inputs.iter().map(|input| {
            let name = input.name.as_str();
            let is_plain_list = self.pairing.grads_in.iter().any(|grad| grad.slot.name == name) && input.ty.is_list();
            let optional = self.optional.contains(name) && !is_plain_list;
            let local = self.names.arg(name);
            if optional { self.names.own(&format!("{local}_optional")) } else { local }
        });
        let attrs = self.pairing.backward_attrs().iter().map(|attr| attr.name.value.clone());
        joined(inputs.chain(attrs).chain(results.iter().map(|result| result.pointer.clone())))
    }

    fn call(&self, invoked: bool, results: &[ResultPlan]) -> CallPlan {
        let name = &self.backward.name.value;
        let space = cpp::prefix(self.context.namespace);
        let args = self.args(results);
        let kernel = format!("paddle::experimental::{space}{name}({args})");
        if let Some(invoke) = self.backward.invoke.as_ref().filter(|_| invoked) {
            let args = joined(invoke.args.iter().map(|arg| &arg.value));
            let function = &invoke.func.value;
            return CallPlan::Forward {
                traced: format!("{}({args})", cpp_types::ad_function(function)),
                plain: format!("paddle::experimental::{space}{function}({args})"),
                by_reference: !self.backward.inplace.is_empty() && results.len() == 1,
                results: (0..results.len())
                    .map(|i| cpp::picked(&self.names.own("api_output"), i, results.len()))
                    .collect(),
            };
        }
        let Some(composite) = &self.backward.composite else { return CallPlan::Kernel { call: kernel } };
        let composite = &composite.func.value;
        let always = self.context.settings.prim_only.contains(composite);
        CallPlan::Composite {
            composite: format!("paddle::prim::{space}{composite}<paddle::Tensor>({args})"),
            name: composite.clone(),
            kernel: (!always).then_some(kernel),
        }
    }

    fn higher(&self, invoked: bool) -> Option<HigherPlan> {
        let unless_prim = self.backward.composite.is_some();
        if let Some(next) = &self.next {
            let (tails, settings) = (&self.names.tails, self.context.settings);
            let site = Site { pairing: next, place: Place::Backward, tails, settings };
            return Some(HigherPlan { unless_prim, creation: site.plan() });
        }
        let differentiable =
            invoked || self.context.settings.prim_only.contains(&self.backward.name.value) && unless_prim;
        (!differentiable).then_some(HigherPlan { unless_prim, creation: None })
    }
}
