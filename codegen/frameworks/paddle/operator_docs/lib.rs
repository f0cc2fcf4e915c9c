//! A browsable reference of all operators: a page for each, an index, an overview, the findings, the rules, and what changed.
//!
//! This room plans pages. Templates contain the HTML, and escape every text that comes from YAML.

#![deny(missing_docs)]

mod argument;
mod book;
mod chain;
mod changes;
mod names;
mod pages;
mod paths;
mod place;
mod programs;
mod site;
pub mod versions;

use rayon::prelude::*;
use reference::{Origin, assets, pages::findings, pages::rules as rule_pages};
use registry::Project;
use render::{FilePlan, value};
use show::Shown;
use source::Catalogue;

pub use changes::Since;

use site::Site;

/// The plans of all files of the reference. `shown` are the operators in the order of definition, with what was read of their C++, and
/// `rules` are the rules by which the project was checked.
pub fn plan(
    project: &Project,
    shown: Vec<Shown>,
    since: Option<Since>,
    origin: &Origin,
    rules: Catalogue,
) -> Vec<FilePlan> {
    let site = Site::new(project, shown, since, origin);
    let operators = (0..site.book.ids.len()).into_par_iter().map(|at| pages::operator::plan(&site, at));
    let mut plans: Vec<FilePlan> = operators.collect();
    plans.push(pages::index::plan(&site));
    plans.push(pages::overview::plan(&site));
    plans.push(findings::plan(&site.frame, &site.findings, |at| site.book.link(site.book.ids[at])));
    plans.extend(rule_pages::plan(&site.frame, &site.findings, rules));
    plans.extend(pages::changes::plan(&site));
    plans.extend(pages::kernels::plan(&site));
    plans.push(site.page("assets/search.js", "reference/search.js.j2", "search", value(&pages::index::search(&site))));
    plans.extend(assets());
    plans
}
