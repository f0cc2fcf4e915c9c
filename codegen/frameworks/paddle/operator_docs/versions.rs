//! Several references side by side, each in a folder of its own, whose pages link to the same page of the others.

use std::collections::BTreeSet;

use minijinja::{Value, context};
use render::{BANNER, FilePlan};

/// The reference of one version.
#[derive(Debug)]
pub struct VersionPlans {
    /// The name of the version, which is the name of its folder, too.
    pub name: String,
    /// The plans of its files, with paths below its folder.
    pub plans: Vec<FilePlan>,
}

/// Puts every reference into its folder, and adds the links between them. Also returns the plan of the front page, which lists the
/// versions.
pub fn join(mut versions: Vec<VersionPlans>) -> (FilePlan, Vec<VersionPlans>) {
    let pages: Vec<(String, BTreeSet<String>)> = versions.iter().map(|of| (of.name.clone(), pages(of))).collect();
    for version in &mut versions {
        for plan in version.plans.iter_mut().filter(|plan| is_page(&plan.path)) {
            let links: Vec<Value> = pages.iter().map(|(name, of)| link(name, of, &version.name, &plan.path)).collect();
            plan.context = context! { versions => links, ..plan.context.clone() };
        }
        version.plans.iter_mut().for_each(|plan| plan.path = format!("{}/{}", version.name, plan.path));
    }
    let names: Vec<String> = pages.into_iter().map(|(name, _)| name).collect();
    let front = FilePlan::new("index.html", "reference/versions.html.j2", context! { banner => BANNER, names });
    (front, versions)
}

fn is_page(path: &str) -> bool {
    path.rsplit_once('.').is_some_and(|(_, extension)| extension == "html")
}

fn pages(version: &VersionPlans) -> BTreeSet<String> {
    version.plans.iter().map(|plan| plan.path.clone()).filter(|path| is_page(path)).collect()
}

/// A link from a page to a version: to the same page or, if the version has none, to its index.
fn link(name: &str, pages: &BTreeSet<String>, here: &str, path: &str) -> Value {
    let is_there = pages.contains(path);
    let up = "../".repeat(path.matches('/').count() + 1);
    let target = if is_there { path } else { "index.html" };
    context! { name, href => format!("{up}{name}/{target}"), is_there, is_here => name == here }
}
