//! Registrations with Paddle for calls that leave out inputs. Paddle's programs cannot leave out one of several gradients, so calls
//! without an optional input that has a gradient use an operator that has neither.

use serde::Serialize;

use super::{Order, PackageForm};

/// The greatest number of optional inputs with gradients in an operator: every set of them that may be absent is a registration.
const MAX_INPUTS: usize = 3;

/// The inputs that a registration lacks.
#[derive(Debug, Default, Clone, Serialize)]
pub struct Variant<'a> {
    /// Their names.
    pub absent: Vec<&'a str>,
    /// The end of the names of the operator and its functions.
    pub suffix: String,
}

impl<'a> Variant<'a> {
    fn new(absent: Vec<&'a str>) -> Self {
        let suffix = format!("_without_{}", absent.join("_and_"));
        Variant { absent, suffix }
    }

    /// Whether it lacks a tensor of an operator: an input, or the gradient of one.
    pub fn lacks(&self, name: &str, form: &PackageForm) -> bool {
        self.absent.contains(&base(name, form))
    }
}

/// The tensor of the forward operator to which a tensor of its gradient belongs: `x` for `x_grad` and `x_grad_new`.
fn base<'n>(name: &'n str, form: &PackageForm) -> &'n str {
    let signature = &form.root.signature;
    let mut base = name;
    while signature.input(base).is_none() && signature.output(base).is_none() {
        let Some(stem) = base.strip_suffix("_new").or_else(|| base.strip_suffix("_grad")) else { break };
        base = stem;
    }
    base
}

/// The registrations of an operator beside the one with all inputs. `all`: the forms of the package, with its gradients.
pub fn of<'a>(form: &'a PackageForm<'a>, all: &'a [PackageForm<'a>]) -> Vec<Variant<'a>> {
    let family = || all.iter().filter(|other| std::ptr::eq(other.root, form.root));
    let inputs = &form.root.signature.inputs;
    let has_gradient = |name: &str| {
        let mut gradients = family().filter(|other| other.order == Order::Grad);
        gradients.any(|other| other.outputs.iter().any(|output| output.name.strip_suffix("_grad") == Some(name)))
    };
    let absent: Vec<&str> = inputs
        .iter()
        .filter(|input| input.optional)
        .map(|input| input.name.value.as_str())
        .filter(|name| has_gradient(name))
        .collect();
    if absent.is_empty() {
        return Vec::new();
    }
    let may_be_absent = |other: &PackageForm| {
        let mut inputs = other.inputs.iter().filter(|input| absent.contains(&base(&input.name, other)));
        inputs.all(|input| input.optional && !input.written)
    };
    let is_generated = |other: &PackageForm| {
        other.has_views() && other.functions.shape.is_none() && other.functions.data_type.is_none()
    };
    if absent.len() > MAX_INPUTS || !family().all(|other| is_generated(other) && may_be_absent(other)) {
        return Vec::new();
    }
    let mut sets: Vec<Vec<&str>> = (1_usize..1 << absent.len()).map(|set| chosen(&absent, set)).collect();
    sets.sort_by_key(|set| std::cmp::Reverse(set.len()));
    sets.into_iter().map(Variant::new).collect()
}

/// The names whose bits are set.
fn chosen<'a>(names: &[&'a str], set: usize) -> Vec<&'a str> {
    names.iter().enumerate().filter(|(at, _)| set >> at & 1 == 1).map(|(_, name)| *name).collect()
}
