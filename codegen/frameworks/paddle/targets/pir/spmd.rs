//! Plans how the layouts of distributed tensors propagate through an operation: the rule, and its arguments.

use profile::{PirDistributed, Profile};
use serde::Serialize;
use spec::Param;

use super::call::{Argument, ArgumentReader, MutableRead, Values};
use forms::pir::{Class, DialectOps, Entry, ValueType};

/// The rule of a class. The default is that every device holds all tensors as a whole.
#[derive(Debug, Clone, Serialize)]
pub struct SpmdPlan {
    /// The framework's function. Without one, every device holds all tensors as a whole.
    pub rule: Option<String>,
    pub arguments: Vec<SpmdArgument>,
    /// The operands to which the rule refers, in its order. `None` if these are all inputs in their order.
    pub operands: Option<Vec<usize>>,
    /// Whether the inputs may have different meshes; the result has the mesh that contains all of them.
    pub several_meshes: bool,
    /// Operands that are moved to the mesh of the others.
    pub followers: Vec<usize>,
}

#[derive(Debug, Clone, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum SpmdArgument {
    Tensor { operand: usize, list: bool },
    Other { argument: Argument, array: bool },
}

impl SpmdPlan {
    pub fn new(entry: &Entry, class: &Class, ops: &DialectOps, profile: &Profile) -> Option<Self> {
        let distributed = &profile.pir.as_ref()?.build.distributed;
        if !distributed.enabled || !distributed.dialects.iter().any(|name| name == ops.name) {
            return None;
        }
        let rule = entry.infer_meta()?.spmd_rule.as_ref().map(|rule| rule.value.clone());
        let params = params(entry, rule.is_some());
        let reader = ArgumentReader::new(entry, class, Values::Map, profile);
        let arguments: Vec<SpmdArgument> = params.iter().map(|param| SpmdArgument::new(&reader, param)).collect();
        let operands: Vec<usize> = arguments.iter().filter_map(SpmdArgument::operand).collect();
        let is_every_input = operands.iter().copied().eq(0..entry.inputs().len());
        let plan = SpmdPlan {
            followers: followers(entry, class, &params, distributed),
            several_meshes: distributed.several_meshes.contains(&class.name),
            operands: (!is_every_input).then_some(operands),
            rule,
            arguments,
        };
        (plan.rule.is_some() || plan.several_meshes || !plan.followers.is_empty()).then_some(plan)
    }
}

/// The arguments of a rule: those of the kernel, or all. Without a rule, only the inputs matter.
fn params(entry: &Entry, has_rule: bool) -> Vec<Param> {
    let inputs = || entry.inputs().iter().map(|input| Param::Name(input.name.clone()));
    match has_rule {
        true if entry.kernel().is_some() => entry.op.kernel_params(),
        true => inputs().chain(entry.attrs.iter().map(|attr| Param::Name(attr.attr.name.clone()))).collect(),
        false => inputs().collect(),
    }
}

fn followers(entry: &Entry, class: &Class, params: &[Param], distributed: &PirDistributed) -> Vec<usize> {
    let is_given = |name: &&String| params.iter().any(|param| param.name() == Some(name));
    let of_class = distributed.followers_of.get(&class.name);
    // The framework supports only one.
    let name = of_class.or_else(|| distributed.followers.iter().find(is_given));
    let position = |name: &String| entry.inputs().iter().position(|input| input.name.value == *name);
    name.and_then(position).into_iter().collect()
}

impl SpmdArgument {
    fn new(reader: &ArgumentReader, param: &Param) -> Self {
        match reader.argument(param) {
            Argument::Tensor(tensor) => {
                SpmdArgument::Tensor { operand: tensor.operand, list: tensor.ty == ValueType::List }
            }
            argument => {
                let array = matches!(argument, Argument::Mutable { read_as: MutableRead::IntArray, .. });
                SpmdArgument::Other { argument, array }
            }
        }
    }

    fn operand(&self) -> Option<usize> {
        match self {
            SpmdArgument::Tensor { operand, .. } => Some(*operand),
            SpmdArgument::Other { .. } => None,
        }
    }
}
