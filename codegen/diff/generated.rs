//! Compares the generated files.

use std::collections::BTreeMap;

use rayon::prelude::*;
use serde::Serialize;
use similar::{ChangeTag, TextDiff};

use super::{Sides, Status, affected};
use profile::Profile;
use registry::Registry;
use render::{RenderError, Rendered, Templates};
use targets::{FilePlan, Item, Part, Target};

/// Lines around a change in a unified diff.
const CONTEXT: usize = 3;

/// One output that differs between the two sides.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct FileDiff {
    /// Relative to the output folder.
    pub path: String,
    pub status: Status,
    /// Numbers of lines.
    pub added: usize,
    pub removed: usize,
    /// The unified diff, if it was requested.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub patch: Option<String>,
}

/// The outputs that differ, in the order of their paths.
///
/// # Errors
/// A template does not fit its plan.
pub fn generated(sides: Sides, targets: &[&Target], patch: bool) -> Result<Vec<FileDiff>, RenderError> {
    let (base, head) = (&sides.base.registry, &sides.head.registry);
    // A patch needs the context and the line numbers of a change. Without one, only what may have changed is generated.
    let names = if patch { None } else { affected::names(base, head) };
    let narrowed =
        names.map(|names| [base, head].map(|side| Registry::new(affected::only(side.specs(), &names), sides.profile)));
    let (base, head) = narrowed.as_ref().map_or((base, head), |[base, head]| (base, head));
    let (mut base, mut head) =
        rayon::join(|| plans(base, sides.profile, targets), || plans(head, sides.profile, targets));
    leave_out_what_is_the_same(&mut base, &mut head);
    let templates = Templates::built_in();
    let rendered = |plans: BTreeMap<String, FilePlan>| -> Result<BTreeMap<String, Rendered>, RenderError> {
        let rendered = templates.render(plans.into_values().collect(), None)?;
        Ok(rendered.into_iter().map(|output| (output.path.clone(), output)).collect())
    };
    let (base, head) = rayon::join(|| rendered(base), || rendered(head));
    let (base, head) = (base?, head?);
    let mut paths: Vec<&String> = base.keys().chain(head.keys()).collect();
    paths.sort_unstable();
    paths.dedup();
    Ok(paths.par_iter().filter_map(|path| compare(path, base.get(*path), head.get(*path), patch)).collect())
}

fn plans<'a>(registry: &'a Registry, profile: &'a Profile, targets: &[&Target]) -> BTreeMap<String, FilePlan<'a>> {
    let plans = targets.par_iter().flat_map_iter(|target| (target.plan)(registry, profile));
    plans.map(|plan| (plan.path.clone(), plan)).collect()
}

/// Removes plans that are equal on both sides, because they give the same text.
fn leave_out_what_is_the_same(base: &mut BTreeMap<String, FilePlan>, head: &mut BTreeMap<String, FilePlan>) {
    let same: Vec<String> = head
        .par_iter()
        .filter(|(path, plan)| base.get(*path).is_some_and(|other| same_plan(other, plan)))
        .map(|(path, _)| path.clone())
        .collect();
    for path in same {
        base.remove(&path);
        head.remove(&path);
    }
}

fn same_plan(a: &FilePlan, b: &FilePlan) -> bool {
    let FilePlan { path: _, template, context, parts, shard } = a;
    let parts = || parts.len() == b.parts.len() && parts.iter().zip(&b.parts).all(|(a, b)| same_part(a, b));
    *template == b.template && *shard == b.shard && parts() && *context == b.context
}

fn same_part(a: &Part, b: &Part) -> bool {
    let Part { name, listed, template, items } = a;
    let same_item = |(a, b): (&Item, &Item)| a.includes == b.includes && a.plans() == b.plans();
    *name == b.name
        && *listed == b.listed
        && *template == b.template
        && items.len() == b.items.len()
        && items.iter().zip(&b.items).all(same_item)
}

fn compare(path: &str, base: Option<&Rendered>, head: Option<&Rendered>, patch: bool) -> Option<FileDiff> {
    let text = |side: Option<&Rendered>| side.map_or("", |output| output.text.as_str()).to_owned();
    let (old, new) = (text(base), text(head));
    let status = match (base, head) {
        (Some(_), Some(_)) if old == new => return None,
        (Some(_), Some(_)) => Status::Changed,
        (None, _) => Status::Added,
        (_, None) => Status::Removed,
    };
    let diff = TextDiff::from_lines(&old, &new);
    let count = |tag| diff.iter_all_changes().filter(|change| change.tag() == tag).count();
    let patch = patch.then(|| {
        let name = |side: &str, there: bool| if there { format!("{side}/{path}") } else { "/dev/null".to_owned() };
        let header = (name("a", base.is_some()), name("b", head.is_some()));
        diff.unified_diff().context_radius(CONTEXT).header(&header.0, &header.1).to_string()
    });
    let (added, removed) = (count(ChangeTag::Insert), count(ChangeTag::Delete));
    Some(FileDiff { path: path.to_owned(), status, added, removed, patch })
}
