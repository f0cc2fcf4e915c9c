//! Target `primitive`: primitive operators, and the gradients that are composed of them.
//!
//! Their functions are C++ templates. In the dynamic graph, they call its differentiable functions. In a static program, they
//! add an operation to it.

mod function;
mod op;
mod rule;
mod vjp;

use profile::{Primitive, PrimitiveForm, Profile};
use registry::Registry;
use serde::Serialize;

use crate::{BANNER, FilePlan, Item};
use function::{ForwardingPlan, FunctionPlan};
use op::{PrimitiveOp, PrimitiveOps};

#[derive(Serialize)]
struct FileContext<'a> {
    banner: &'a str,
    /// The target's section of the profile.
    primitive: &'a Primitive,
    /// A gradient is not decomposed if the value of an attribute is known only when the program runs.
    skips_dynamic_attributes: bool,
    /// An absent result among several is an empty tensor.
    empty_results: bool,
}

/// Plans all files of the target.
pub fn plan(registry: &Registry, profile: &Profile) -> Vec<FilePlan> {
    let Some(section) = &profile.primitive else { return Vec::new() };
    let ops = PrimitiveOps::new(registry, section);
    let built: Vec<&PrimitiveOp> = ops.iter().filter(|op| op.has_functions(section)).collect();
    let primitive: Vec<&PrimitiveOp> = ops.iter().filter(|op| op.is_primitive(section)).collect();
    let functions = crate::items(&built, |op| item(op, FunctionPlan::new(op, profile)));
    let forwarding = crate::items(&primitive, |op| item(op, ForwardingPlan::new(op, profile)));
    let all: Vec<&PrimitiveOp> = ops.iter().collect();
    let vjps = crate::items(&all, |op| items(op, vjp::vjp(&ops, op, section, profile)));
    let rules = rule::rules(&ops, section, registry, profile);

    let by_name = section.form == PrimitiveForm::Named;
    let context =
        FileContext { banner: BANNER, primitive: section, skips_dynamic_attributes: by_name, empty_results: by_name };
    let file = |path: &str, template: &str| FilePlan::new(path, template, &context);
    vec![
        file(&section.backend_header, "primitive/backend.h.j2")
            .with_items("primitive/declaration.h.j2", functions.clone()),
        file(&section.eager_source, "primitive/eager.cc.j2")
            .with_items("primitive/eager_function.cc.j2", forwarding.clone()),
        file(&section.static_source, "primitive/static.cc.j2").with_items("primitive/static_function.cc.j2", functions),
        file(&section.functions_header, "primitive/functions.h.j2").with_items("primitive/function.h.j2", forwarding),
        file(&section.vjp_header, "primitive/vjp.h.j2").with_items("primitive/vjp_declaration.h.j2", vjps.clone()),
        file(&section.vjp_source, "primitive/vjp.cc.j2").with_items("primitive/vjp_function.cc.j2", vjps),
        file(&section.rules_header, "primitive/rules.h.j2")
            .with_items("primitive/rule_declaration.h.j2", rules.clone()),
        file(&section.rules_source, "primitive/rules.cc.j2").with_items("primitive/rule.cc.j2", rules),
        file(&section.static_runtime, "primitive/static_runtime.h.j2"),
        file(&section.vjp_runtime, "primitive/vjp_runtime.h.j2"),
    ]
}

fn item(op: &PrimitiveOp, plan: impl Serialize) -> Item {
    items(op, Some(plan))
}

/// The item with an operator's plans in a part. Its variants have the same key, so they stay together.
fn items(op: &PrimitiveOp, plans: impl IntoIterator<Item = impl Serialize>) -> Item {
    Item::new(op.op.name.as_str(), plans)
}
