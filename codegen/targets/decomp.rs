//! Target `decomp`: rules that decompose operators into primitive ones.

use profile::{Decomp, Dialect, Profile, UnknownAttributes};
use registry::Registry;
use serde::Serialize;
use spec::{AttrType, Element};

use super::names::Locals;
use super::{BANNER, FilePlan, Item};
use forms::pir::{DialectOps, Entry, PirAttr, class_name};

#[derive(Debug, Serialize)]
struct FilesPlan<'a> {
    banner: &'a str,
    /// The target's section of the profile.
    decomp: &'a Decomp,
    includes: &'a [String],
}

/// A method that decomposes the operations of a class.
#[derive(Debug, Serialize)]
struct MethodPlan<'a> {
    op: &'a str,
    class: String,
    arguments: Vec<Argument<'a>>,
    /// Whether some arguments may be unknown, in which case the operation is not decomposed.
    may_leave: bool,
    /// The number of results of a gradient.
    results: usize,
}

/// An argument of the rule.
#[derive(Debug, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
enum Argument<'a> {
    Input {
        name: &'a str,
        list: bool,
        optional: bool,
    },
    /// An attribute that is an operand, with its value in a local variable.
    Constant {
        name: &'a str,
        local: String,
        numbers: bool,
    },
    Attribute {
        name: &'a str,
        #[serde(rename = "type")]
        ty: AttrType,
    },
    /// A list, in a local variable.
    List {
        name: &'a str,
        local: String,
        #[serde(rename = "type")]
        ty: AttrType,
    },
}

/// Plans all files of the target.
pub fn plan(registry: &Registry, profile: &Profile) -> Vec<FilePlan> {
    let (Some(decomp), Some(pir)) = (&profile.decomp, &profile.pir) else { return Vec::new() };
    let Some((name, section)) = pir.dialects.get_key_value(&decomp.dialect) else { return Vec::new() };
    let ops = DialectOps::new(registry, pir, name, section);
    let rules = Rules { decomp, section, listed: &pir.rules.decomposed };
    let is_here = |entry: &&Entry| decomp.homes.iter().any(|home| home == entry.op.home.key());
    let methods = ops.entries().filter(is_here).filter_map(|entry| rules.item(entry, decomp.unknown_attributes));
    let file = |path: &str, template: &str, includes| {
        FilePlan::new(path, template, FilesPlan { banner: BANNER, decomp, includes })
    };
    let mut files = vec![
        file(&decomp.runtime, "decomp/runtime.h.j2", &decomp.includes.runtime),
        file(&decomp.source, "decomp/source.cc.j2", &decomp.includes.source)
            .with_items("decomp/method.cc.j2", methods.collect()),
    ];
    if let Some(path) = &decomp.vjp_source {
        let rules = Rules { decomp, section, listed: &pir.rules.decomposed_vjps };
        let methods = ops.entries().filter_map(|entry| rules.item(entry, UnknownAttributes::Error));
        files.push(
            file(path, "decomp/source.cc.j2", &decomp.includes.vjp_source)
                .with_items("decomp/vjp_method.cc.j2", methods.collect()),
        );
    }
    files
}

/// Decides which operators have methods.
struct Rules<'a> {
    decomp: &'a Decomp,
    section: &'a Dialect,
    /// The operators that have a decomposition, generated or written by hand.
    listed: &'a [String],
}

impl Rules<'_> {
    fn item(&self, entry: &Entry, unknown: UnknownAttributes) -> Option<Item> {
        let is_in = |names: &[String]| names.iter().any(|name| name == entry.name());
        let is_generated = !entry.is_sparse && is_in(self.listed) && !is_in(&self.decomp.hand_written);
        let by_hand = self.section.hand_written_header.iter().filter(|_| self.section.is_hand_written(entry.name()));
        is_generated
            .then(|| Item { includes: by_hand.cloned().collect(), ..Item::new(entry.name(), [method(entry, unknown)]) })
    }
}

fn method<'a>(entry: &'a Entry, unknown: UnknownAttributes) -> MethodPlan<'a> {
    let mut locals = Locals::new(["op", "op_obj", "rule", "tensor_res"]);
    let inputs = entry.inputs().iter().map(|input| Argument::Input {
        name: &input.name.value,
        list: input.ty.is_list(),
        optional: input.optional,
    });
    let attrs = entry.attrs.iter().map(|attr| argument(attr, &mut locals));
    let arguments: Vec<Argument> = inputs.chain(attrs).collect();
    let may_miss = |argument: &Argument| matches!(argument, Argument::Constant { .. } | Argument::List { .. });
    MethodPlan {
        op: entry.name(),
        class: class_name(entry.name()),
        may_leave: unknown == UnknownAttributes::Keep && arguments.iter().any(may_miss),
        arguments,
        results: entry.outputs().len(),
    }
}

fn argument<'a>(attr: &'a PirAttr, locals: &mut Locals) -> Argument<'a> {
    let (name, ty) = (attr.name(), attr.ty());
    match () {
        () if attr.mutable.is_some() => {
            Argument::Constant { name, local: locals.fresh(name), numbers: ty.is(Element::IntArray) }
        }
        () if ty.list => Argument::List { name, local: locals.fresh(name), ty },
        () => Argument::Attribute { name, ty },
    }
}
