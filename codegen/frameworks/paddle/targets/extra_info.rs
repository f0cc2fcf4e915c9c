//! Target `extra_info`: attributes that only programs have, with their defaults and checkers.

use forms::extra_attrs::extra_attrs;
use indexmap::IndexMap;
use serde::Serialize;

use super::names::Locals;
use super::{BANNER, FilePlan};
use profile::Profile;
use registry::Registry;
use spec::Attr;

#[derive(Debug, Serialize)]
struct ExtraInfoPlan<'a> {
    banner: &'a str,
    header: &'a str,
    includes: &'a [String],
    checkers: Vec<CheckerPlan>,
    ops: Vec<OpPlan>,
}

/// A function that checks an attribute, and sets it to its default if it is absent.
#[derive(Debug, Serialize)]
struct CheckerPlan {
    /// The last part of its name.
    name: String,
    attr: AttrPlan,
}

/// The facts about an attribute on which its checker depends. Attributes with equal facts share a checker.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize)]
struct AttrPlan {
    name: String,
    #[serde(rename = "type")]
    ty: String,
    /// A C++ expression.
    default: String,
    /// Whether the default is a list in braces.
    braced: bool,
}

#[derive(Debug, Serialize)]
struct OpPlan {
    /// The legacy name.
    op: String,
    attrs: Vec<AttrPlan>,
    /// The names of their checkers, in the same order.
    checkers: Vec<String>,
}

/// Plans the only file.
pub fn plan(registry: &Registry, profile: &Profile) -> Vec<FilePlan> {
    let Some(section) = &profile.extra_info else { return Vec::new() };
    let mut checkers = Checkers::default();
    let ops = extra_attrs(registry).into_iter().map(|(op, attrs)| {
        let attrs: Vec<AttrPlan> = attrs.into_iter().map(attr).collect();
        OpPlan { op: op.to_owned(), checkers: attrs.iter().map(|attr| checkers.name(attr)).collect(), attrs }
    });
    let ops = ops.collect();
    let checkers = checkers.names.into_iter().map(|(attr, name)| CheckerPlan { name, attr }).collect();
    let plan = ExtraInfoPlan { banner: BANNER, header: &section.header, includes: &section.includes, checkers, ops };
    vec![FilePlan::new(&section.source, "extra_info/source.cc.j2", plan)]
}

fn attr(attr: &Attr) -> AttrPlan {
    let default = attr.default.as_ref().map_or(String::new(), |default| default.value.clone());
    let braced = attr.ty.list && default.starts_with('{');
    AttrPlan { name: attr.name.value.clone(), ty: attr.ty.to_string(), default, braced }
}

/// Collects the checkers, without duplicates.
#[derive(Default)]
struct Checkers {
    names: IndexMap<AttrPlan, String>,
    taken: Locals,
}

impl Checkers {
    fn name(&mut self, attr: &AttrPlan) -> String {
        self.names.entry(attr.clone()).or_insert_with(|| self.taken.fresh(&attr.name)).clone()
    }
}
