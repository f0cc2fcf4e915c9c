//! Target `decomp`: rules that decompose operators into primitive ones.

use profile::{Decomp, Dialect, Pir, Profile, UnknownAttributes};
use registry::Registry;
use serde::Serialize;
use spec::{AttrType, Element, Op};

use super::names::Locals;
use super::{BANNER, FilePlan, Item};
use forms::pir::{DialectOps, Entry, PirAttr, class_name};

#[derive(Debug, Serialize)]
struct FilesPlan<'a> {
    banner: &'a str,
    /// The target's section of the profile.
    decomp: &'a Decomp,
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

/// What is decomposed by a method of its class, which calls a rule.
#[derive(Debug, Default)]
pub struct Callers<'a> {
    /// The operators.
    pub operators: Vec<&'a Op>,
    /// The gradients.
    pub gradients: Vec<&'a Op>,
}

/// All operators and gradients whose classes call a rule.
pub fn callers<'a>(registry: &'a Registry, profile: &'a Profile) -> Callers<'a> {
    let Some(rules) = Rules::new(registry, profile) else { return Callers::default() };
    let [operators, gradients] = [rules.operators().collect(), rules.gradients().collect()]
        .map(|entries: Vec<&Entry<'a>>| entries.into_iter().map(|entry| entry.op).collect());
    Callers { operators, gradients }
}

/// Plans all files of the target.
pub fn plan(registry: &Registry, profile: &Profile) -> Vec<FilePlan> {
    let Some(rules) = Rules::new(registry, profile) else { return Vec::new() };
    let decomp = rules.decomp;
    let methods = rules.operators().map(|entry| rules.item(entry, decomp.unknown_attributes));
    let file = |path: &str, template: &str| FilePlan::new(path, template, FilesPlan { banner: BANNER, decomp });
    let mut files = vec![
        file(&decomp.runtime, "decomp/runtime.h.j2"),
        file(&decomp.source, "decomp/source.cc.j2").with_items("decomp/method.cc.j2", methods.collect()),
    ];
    if let Some(path) = &decomp.vjp_source {
        let methods = rules.gradients().map(|entry| rules.item(entry, UnknownAttributes::Error));
        files.push(file(path, "decomp/source.cc.j2").with_items("decomp/vjp_method.cc.j2", methods.collect()));
    }
    files
}

/// Decides which operators have methods.
struct Rules<'a> {
    decomp: &'a Decomp,
    pir: &'a Pir,
    section: &'a Dialect,
    ops: DialectOps<'a>,
}

impl<'a> Rules<'a> {
    fn new(registry: &'a Registry, profile: &'a Profile) -> Option<Self> {
        let (decomp, pir) = (profile.decomp.as_ref()?, profile.pir.as_ref()?);
        let (name, section) = pir.dialects.get_key_value(&decomp.dialect)?;
        Some(Rules { decomp, pir, section, ops: DialectOps::new(registry, pir, name, section) })
    }

    fn operators(&self) -> impl Iterator<Item = &Entry<'a>> {
        let is_here = |entry: &&Entry| self.decomp.homes.iter().any(|home| home == entry.op.home.key());
        self.generated(&self.pir.rules.decomposed).filter(is_here)
    }

    fn gradients(&self) -> impl Iterator<Item = &Entry<'a>> {
        let has_source = self.decomp.vjp_source.is_some();
        self.generated(&self.pir.rules.decomposed_vjps).filter(move |_| has_source)
    }

    /// Those among listed operators whose decomposition is generated, not written by hand.
    fn generated(&self, listed: &'a [String]) -> impl Iterator<Item = &Entry<'a>> {
        let is_in = |names: &[String], entry: &Entry| names.iter().any(|name| name == entry.name());
        self.ops
            .entries()
            .filter(move |entry| !entry.is_sparse && is_in(listed, entry) && !is_in(&self.decomp.hand_written, entry))
    }

    fn item(&self, entry: &Entry, unknown: UnknownAttributes) -> Item {
        let by_hand = self.section.hand_written_header.iter().filter(|_| self.section.is_hand_written(entry.name()));
        Item { includes: by_hand.cloned().collect(), ..Item::new(entry.name(), [method(entry, unknown)]) }
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
