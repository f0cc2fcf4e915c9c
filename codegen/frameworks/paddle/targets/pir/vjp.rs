//! Plans the vjps of a dialect's classes, which call the vjp of the operator with an operation's operands, attributes and
//! results.

use profile::{PirVjp, Profile};
use serde::Serialize;
use spec::AttrType;

use super::parameter::DefaultValue;
use crate::{BANNER, FilePlan, Item};
use forms::pir::{Class, DialectOps, Entry};

#[derive(Serialize)]
struct FileContext<'a> {
    banner: &'a str,
    /// The section of the profile with the files.
    vjp: &'a PirVjp,
    namespace: &'a str,
}

/// The vjp of a class.
#[derive(Debug, Serialize)]
struct VjpPlan<'a> {
    class: &'a str,
    /// The name of the operator's functions.
    op: &'a str,
    /// The number of operands of an operation.
    operands: usize,
    /// The number of results of an operation.
    results: usize,
    /// The arguments of the operator's vjp.
    arguments: &'a [Argument],
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
enum Argument {
    /// The tensors of values.
    Tensors { of: Values, index: usize, list: bool, optional: bool },
    Attribute {
        name: String,
        #[serde(rename = "type")]
        ty: AttrType,
        list: bool,
    },
    /// The default of an attribute that only the gradient has.
    Default { default: DefaultValue },
}

/// The lists of values that a vjp receives.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
enum Values {
    Inputs,
    Outputs,
    OutGrads,
}

/// Plans the files with the vjps of a dialect's classes.
pub fn files(ops: &DialectOps, profile: &Profile) -> Vec<FilePlan> {
    let Some(pir) = profile.pir.as_ref().filter(|pir| pir.vjp.dialect == ops.name) else { return Vec::new() };
    let entries: Vec<&Entry> = ops.entries().filter(|entry| entry.may_have_vjp(&pir.rules)).collect();
    let items = crate::items(&entries, |entry| item(ops, entry, profile));
    let context = FileContext { banner: BANNER, vjp: &pir.vjp, namespace: &ops.section.namespace };
    vec![
        FilePlan::new(&pir.vjp.source, "pir/vjp.cc.j2", &context).with_items("pir/vjp_function.cc.j2", items),
        FilePlan::new(&pir.vjp.runtime, "pir/vjp_runtime.h.j2", &context),
    ]
}

fn item(ops: &DialectOps, entry: &Entry, profile: &Profile) -> Item {
    let Some(gradient) = ops.gradient(entry) else { return Item::new(entry.name(), [(); 0]) };
    let (op, arguments) = (entry.marked_name(), arguments(entry, gradient, profile));
    let (operands, results) = (entry.operands().count(), entry.outputs().len());
    let classes = entry.classes(ops.section);
    let plan = |Class { name, .. }: &Class| {
        crate::value(&VjpPlan { class: name, op: &op, operands, results, arguments: &arguments })
    };
    Item::new(entry.name(), classes.iter().map(plan))
}

/// The gradient's inputs, then its attributes. Attributes that are operands of the operator are among the inputs.
fn arguments(entry: &Entry, gradient: &Entry, profile: &Profile) -> Vec<Argument> {
    let forward = ForwardValues::new(entry, gradient);
    let inputs = gradient.inputs().iter().filter_map(|input| {
        let (of, index) = forward.find(&input.name.value)?;
        Some(Argument::Tensors { of, index, list: input.ty.is_list(), optional: input.optional })
    });
    let operand = |name: &str| entry.operands().position(|operand| operand == name);
    let given = gradient.attrs.iter().filter(|attr| entry.is_mutable(attr.name())).filter_map(|attr| {
        let index = operand(attr.name())?;
        Some(Argument::Tensors { of: Values::Inputs, index, list: false, optional: false })
    });
    let kept = gradient.attrs.iter().filter(|attr| !entry.is_mutable(attr.name())).filter_map(|attr| {
        let name = attr.name().to_owned();
        if entry.attrs.iter().any(|known| known.name() == name) {
            return Some(Argument::Attribute { name, ty: attr.ty(), list: attr.ty().list });
        }
        // Without a default, the argument is missing, and the C++ compiler reports it.
        let default = DefaultValue::new(&attr.attr.default.as_ref()?.value, attr.ty(), profile);
        Some(Argument::Default { default })
    });
    inputs.chain(given).chain(kept).collect()
}

/// The operands and results of an operation, under the names that its gradient uses.
struct ForwardValues<'a> {
    operands: Vec<&'a str>,
    results: Vec<&'a str>,
}

impl<'a> ForwardValues<'a> {
    fn new(entry: &'a Entry, gradient: &'a Entry) -> Self {
        let named = gradient.op.forward.as_ref().map(|forward| &forward.signature);
        let operands =
            named.map(|signature| signature.input_names().collect::<Vec<_>>()).filter(|names| !names.is_empty());
        let results =
            named.map(|signature| signature.output_names().collect::<Vec<_>>()).filter(|names| !names.is_empty());
        ForwardValues {
            operands: operands.unwrap_or_else(|| entry.operands().collect()),
            results: results.unwrap_or_else(|| entry.outputs().iter().map(|output| output.name.as_str()).collect()),
        }
    }

    /// The source of a gradient's input: an operand, a result, or the gradient of a result, with its index.
    fn find(&self, input: &str) -> Option<(Values, usize)> {
        let operand = self.operands.iter().position(|name| *name == input).map(|index| (Values::Inputs, index));
        let result = || self.results.iter().position(|name| *name == input).map(|index| (Values::Outputs, index));
        let gradient = || {
            let of = input.strip_suffix("_grad")?;
            Some((Values::OutGrads, self.results.iter().position(|name| *name == of)?))
        };
        operand.or_else(result).or_else(gradient)
    }
}
