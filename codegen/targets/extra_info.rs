//! Target `extra_info`: attributes that only programs have, with their defaults and what checks them.

use std::collections::BTreeMap;

use indexmap::IndexMap;
use serde::Serialize;

use super::cpp::{held, joined, quoted};
use super::names::Locals;
use super::{BANNER, FilePlan};
use profile::Profile;
use registry::Registry;
use spec::{Attr, stem};

#[derive(Debug, Serialize)]
struct ExtraInfoPlan<'a> {
    banner: &'a str,
    includes: &'a [String],
    checkers: Vec<CheckerPlan>,
    ops: Vec<OpPlan>,
}

/// A function that checks an attribute, and gives it its default where it is absent.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
struct CheckerPlan {
    function: String,
    /// A string literal.
    attr: String,
    #[serde(rename = "type")]
    ty: String,
    default: String,
}

#[derive(Debug, Serialize)]
struct OpPlan {
    /// The legacy name, a string literal.
    op: String,
    /// Pairs of name and default.
    attrs: String,
    /// Functions, in the same order.
    checkers: String,
}

/// Plans the one file.
pub fn plan(registry: &Registry, profile: &Profile) -> Vec<FilePlan> {
    let Some(settings) = &profile.extra_info else { return Vec::new() };
    let mut checkers = Checkers::default();
    let ops = extra_attrs(registry).into_iter().map(|(op, attrs)| OpPlan {
        op: quoted(op),
        attrs: joined(attrs.iter().map(|attr| format!("{{{}, {}}}", quoted(&attr.name.value), default(attr)))),
        checkers: joined(attrs.iter().map(|attr| checkers.function(attr))),
    });
    let ops = ops.collect();
    let checkers = checkers.plans.into_values().collect();
    let plan = ExtraInfoPlan { banner: BANNER, includes: &settings.includes, checkers, ops };
    vec![FilePlan::new(&settings.source, "extra_info/source.cc.j2", plan)]
}

/// The extra attributes of each operator that has any, by the type that its kernels are registered under.
fn extra_attrs(registry: &Registry) -> BTreeMap<&str, Vec<&Attr>> {
    let mut ops: BTreeMap<&str, IndexMap<&str, &Attr>> = BTreeMap::new();
    for (legacy, entries) in registry.legacy_compat() {
        for attr in entries.iter().flat_map(|entry| &entry.extra.attrs) {
            ops.entry(stem(legacy)).or_default().entry(attr.name.as_str()).or_insert(attr);
        }
    }
    ops.into_iter().map(|(op, attrs)| (op, attrs.into_values().collect())).collect()
}

/// The default as a value of the attribute's type.
fn default(attr: &Attr) -> String {
    let text = attr.default.as_ref().map_or("", |default| default.as_str());
    let is_list = attr.ty.list && text.starts_with('{');
    if is_list { format!("{}{text}", held(attr.ty)) } else { format!("{}{{{text}}}", held(attr.ty)) }
}

/// One function for all attributes that are checked alike.
#[derive(Default)]
struct Checkers {
    /// By attribute, type and default.
    plans: IndexMap<[String; 3], CheckerPlan>,
    names: Locals,
}

impl Checkers {
    fn function(&mut self, attr: &Attr) -> String {
        let key = [quoted(&attr.name.value), held(attr.ty), default(attr)];
        let plan = self.plans.entry(key).or_insert_with_key(|[name, ty, default]| CheckerPlan {
            function: self.names.fresh(format!("Check_{}", attr.name.value)),
            attr: name.clone(),
            ty: ty.clone(),
            default: default.clone(),
        });
        plan.function.clone()
    }
}
