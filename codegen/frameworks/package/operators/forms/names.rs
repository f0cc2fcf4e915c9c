//! The names under which Paddle registers the tensors of an operator: `paddle::Grad("x")` for `x_grad`.

use registry::{OpId, Registry};
use serde::Serialize;
use spec::Op;

/// The order of an operator's derivative.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Order {
    /// Not a gradient.
    Forward,
    /// A gradient.
    Grad,
    /// The gradient of a gradient.
    DoubleGrad,
    /// The gradient of that. Paddle cannot register it.
    Higher,
}

/// The name of a tensor in a registration.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct RegisteredName {
    /// The name in the forward operator.
    pub base: String,
    /// How often its gradient is taken.
    pub grads: usize,
    /// Whether it is a second contribution to a gradient that is also an input.
    pub is_new: bool,
    /// Whether the forward operator may be called without the tensor: Paddle writes this into the names of its gradients, too.
    pub optional: bool,
}

/// The names of the tensors of an operator.
#[derive(Debug)]
pub struct TensorNames<'a> {
    /// The operator.
    pub op: &'a Op,
    /// The operator whose gradient it is, directly or not; itself if it is not a gradient.
    pub root: &'a Op,
    /// The order of its derivative.
    pub order: Order,
}

impl<'a> TensorNames<'a> {
    /// The names of an operator's tensors.
    pub fn of(registry: &'a Registry, id: OpId) -> Self {
        let op = registry.op(id);
        let root = registry.grad_root(id);
        let mut at = id;
        let mut steps = 0;
        while let Some(forward) = registry.links(at).forward.filter(|_| at != root && steps < 3) {
            (at, steps) = (forward, steps + 1);
        }
        let order = match (op.is_backward(), steps) {
            (false, _) => Order::Forward,
            // Without steps, its operator does not exist, which is reported.
            (true, 0 | 1) => Order::Grad,
            (true, 2) => Order::DoubleGrad,
            _ => Order::Higher,
        };
        TensorNames { op, root: registry.op(root), order }
    }

    /// The registered name of an input.
    pub fn input(&self, name: &str) -> RegisteredName {
        self.name(name, false)
    }

    /// The registered name of an output.
    pub fn output(&self, name: &str) -> RegisteredName {
        self.name(name, self.op.signature.input(name).is_some())
    }

    fn name(&self, name: &str, is_new: bool) -> RegisteredName {
        let is_known = |name: &str| {
            let signature = &self.root.signature;
            signature.input(name).is_some() || signature.output(name).is_some()
        };
        let (mut base, mut grads) = (name, 0);
        while self.order != Order::Forward && !is_known(base) {
            match base.strip_suffix("_grad") {
                Some(stem) => (base, grads) = (stem, grads + 1),
                None => (base, grads) = (name, 0),
            }
            if grads == 0 {
                break;
            }
        }
        let is_new = is_new && self.order == Order::DoubleGrad;
        let optional = self.may_be_absent(base);
        let stated = [self.root, self.op].into_iter().filter_map(|op| op.package.as_ref());
        let stated = stated.flat_map(|own| &own.registered_names).find(|stated| stated.name.value == base);
        RegisteredName { base: stated.map_or(base, |stated| &stated.text.value).to_owned(), grads, is_new, optional }
    }

    /// Whether a tensor of the forward operator is optional, or overwrites one that is.
    fn may_be_absent(&self, name: &str) -> bool {
        let is_optional = |name: &str| self.root.signature.input(name).is_some_and(|input| input.optional);
        let is_optional_output = self.root.signature.output(name).is_some_and(|output| output.optional);
        is_optional(name) || is_optional_output || self.root.inplace_input(name).is_some_and(is_optional)
    }
}
