//! Plans the methods by which operators cache the symbolic shapes of their gradients.

use std::iter;

use profile::{GradientShapes, PirForm};
use serde::Serialize;
use spec::ForwardCall;

use crate::{BANNER, FilePlan, Item};
use forms::pir::{DialectOps, Entry, class_name};

#[derive(Debug, Serialize)]
struct FilesPlan<'a> {
    banner: &'a str,
    shapes: &'a GradientShapes,
    /// The attributes that distinguish gradients. `None` if all attributes do.
    common_attributes: Option<Vec<CommonAttributes>>,
}

/// The attributes that an operator and its gradient share, under the name of either of them.
#[derive(Debug, Serialize)]
struct CommonAttributes {
    /// `pd_op.abs_grad`.
    op: String,
    names: Vec<String>,
}

/// The method of a class.
#[derive(Debug, Serialize)]
struct MethodPlan {
    class: String,
    /// The cached shapes. `None` if they are unknown.
    cached: Option<Cached>,
}

/// The shapes of the gradient's results. The key consists of its name, the shapes of its operands and the operator's
/// attributes.
#[derive(Debug, Clone, Serialize)]
struct Cached {
    /// `pd_op.abs_grad`.
    gradient: String,
    operands: Vec<Shape>,
    results: Vec<Shape>,
    /// Whether the key only contains the attributes that both share.
    by_common_attributes: bool,
}

/// The shape of a value of the operator.
#[derive(Debug, Clone, Serialize)]
struct Shape {
    of: Value,
    index: usize,
}

#[derive(Debug, Clone, Copy, Serialize)]
#[serde(rename_all = "snake_case")]
enum Value {
    Operand,
    Result,
    OperandGradient,
    ResultGradient,
}

/// Plans the files of a dialect, if it caches shapes.
pub fn files(ops: &DialectOps, form: PirForm) -> Vec<FilePlan> {
    let Some(shapes) = &ops.section.gradient_shapes else { return Vec::new() };
    let common_attributes = form.is_annotated().then(|| common_attributes(ops, shapes));
    let plan = FilesPlan { banner: BANNER, shapes, common_attributes };
    let methods = ops.entries().map(|entry| Item::new(entry.name(), methods(ops, entry, shapes, form)));
    vec![
        FilePlan::new(&shapes.runtime, "pir/cache_grad_runtime.h.j2", &plan),
        FilePlan::new(&shapes.source, "pir/cache_grad.cc.j2", &plan)
            .with_items("pir/cache_grad_method.cc.j2", methods.filter(|item| !item.plans.is_empty()).collect()),
    ]
}

/// A gradient that has a gradient occurs twice: for its operator and for itself. The map in C++ keeps the first.
fn common_attributes(ops: &DialectOps, shapes: &GradientShapes) -> Vec<CommonAttributes> {
    let mut all = Vec::new();
    for entry in ops.entries() {
        let Some(gradient) = gradient(ops, entry) else { continue };
        let has = |name: &str| gradient.attrs.iter().any(|attr| attr.name() == name);
        let names = entry.attrs.iter().map(|attr| attr.name().to_owned()).filter(|name| has(name));
        let names: Vec<String> = names.collect();
        let variants = entry.variants().into_iter().filter(|variant| !shapes.is_without(variant));
        let ops_of_both = iter::once(gradient.name().into()).chain(variants);
        all.extend(ops_of_both.map(|op| CommonAttributes { op: format!("{}.{op}", ops.name), names: names.clone() }));
    }
    all
}

/// The gradient of an operator, if both have kernels.
fn gradient<'o, 'a>(ops: &'o DialectOps<'a>, entry: &Entry) -> Option<&'o Entry<'a>> {
    let gradient = ops.gradient(entry).filter(|_| !entry.is_sparse)?;
    (entry.kernel().is_some() && gradient.kernel().is_some()).then_some(gradient)
}

/// The methods of an operator whose gradient has a kernel.
fn methods(ops: &DialectOps, entry: &Entry, shapes: &GradientShapes, form: PirForm) -> Vec<MethodPlan> {
    let Some(gradient) = gradient(ops, entry) else { return Vec::new() };
    let mut methods = Vec::new();
    for variant in entry.variants().into_iter().filter(|variant| !shapes.is_without(variant)) {
        let is_known = !shapes.unknown.iter().any(|name| *name == *variant);
        let cached = is_known.then(|| cached(ops.name, entry, gradient, form)).flatten();
        let mut classes: Vec<String> = entry.classes_of(variant.clone()).into_iter().map(|class| class.name).collect();
        // The class of the operator's own name, or else that of the first kernel.
        let own = classes.iter().position(|class| *class == class_name(&variant)).unwrap_or(0);
        let has_others = cached.is_some();
        methods.push(MethodPlan { class: classes.remove(own), cached });
        if has_others {
            methods.extend(classes.into_iter().map(|class| MethodPlan { class, cached: None }));
        }
    }
    methods
}

fn cached(dialect: &str, entry: &Entry, gradient: &Entry, form: PirForm) -> Option<Cached> {
    let forward = gradient.op.forward.as_ref()?;
    let inputs = gradient.inputs().iter().map(|input| operand(forward, &input.name.value));
    let mutable = gradient.described().map(|attr| mutable_operand(entry, attr.name()));
    let results = gradient.outputs().iter().map(|output| {
        let index = forward.signature.inputs.position_of(output.name.value.strip_suffix("_grad")?)?;
        Some(Shape { of: Value::OperandGradient, index })
    });
    Some(Cached {
        gradient: format!("{dialect}.{}", gradient.name()),
        operands: inputs.chain(mutable).collect::<Option<_>>()?,
        results: results.collect::<Option<Vec<_>>>().filter(|results| !results.is_empty())?,
        by_common_attributes: form.is_annotated(),
    })
}

/// The shape of a gradient's operand, which is an input or output of the forward operator, or the gradient of an output.
fn operand(forward: &ForwardCall, name: &str) -> Option<Shape> {
    let (inputs, outputs) = (&forward.signature.inputs, &forward.signature.outputs);
    let of_input = inputs.position_of(name).map(|index| Shape { of: Value::Operand, index });
    let of_output = || outputs.position_of(name).map(|index| Shape { of: Value::Result, index });
    let of_gradient = || {
        let index = outputs.position_of(name.strip_suffix("_grad")?)?;
        Some(Shape { of: Value::ResultGradient, index })
    };
    of_input.or_else(of_output).or_else(of_gradient)
}

/// The shape of an attribute that is an operand of both operators.
fn mutable_operand(entry: &Entry, name: &str) -> Option<Shape> {
    let index = entry.inputs().len() + entry.described().position(|attr| attr.name() == name)?;
    Some(Shape { of: Value::Operand, index })
}
