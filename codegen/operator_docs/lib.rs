//! A browsable reference of all operators: a page for each, an index, an overview, findings, rules, and what changed.
//!
//! It plans pages. Templates spell their HTML, and escape every text that comes from YAML.

mod argument;
mod chain;
mod changes;
mod findings;
mod index;
mod names;
mod operator;
mod overview;
mod paths;
mod place;
mod programs;
mod prose;
mod rules;

use std::collections::BTreeMap;

use diff::RegistryDiff;
use minijinja::context;
use minijinja::value::Value;
use project::Project;
use rayon::prelude::*;
use registry::OpId;
use render::{BANNER, FilePlan, value};
use serde::Serialize;
use show::Shown;
use source::Catalogue;

use changes::Changes;
use findings::Findings;

/// A comparison with an earlier version of the operators.
#[derive(Debug, Clone, Copy)]
pub struct Since<'a> {
    /// The name of that version.
    pub name: &'a str,
    pub base: &'a Project,
    pub diff: &'a RegistryDiff,
}

/// A name, with the page that it leads to if there is one.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct Link {
    pub name: String,
    /// What tells operators of the same name apart.
    pub family: Option<&'static str>,
    /// Relative to the output folder.
    pub href: Option<String>,
}

/// Everything that pages are made of.
struct Book<'a> {
    project: &'a Project,
    /// In the order of definition.
    ids: Vec<OpId>,
    shown: Vec<Shown>,
    paths: Vec<String>,
    at: BTreeMap<OpId, usize>,
    /// The operators of each name, whatever their families.
    by_name: BTreeMap<&'a str, Vec<OpId>>,
    /// The operators that call an operator instead of a kernel.
    callers: BTreeMap<OpId, Vec<OpId>>,
    findings: Findings,
    changes: Option<Changes>,
}

/// What every page has.
struct Frame {
    site: Value,
}

/// The plans of every file of the reference. `rules` are the rules that the project was checked by.
pub fn plan(project: &Project, since: Option<Since>, rules: Catalogue) -> Vec<FilePlan> {
    let book = Book::new(project, since);
    let frame = Frame::new(&book);
    let operators = (0..book.ids.len()).into_par_iter().map(|at| operator::plan(&book, &frame, at));
    let mut plans: Vec<FilePlan> = operators.collect();
    plans.push(index::plan(&book, &frame));
    plans.push(overview::plan(&book, &frame));
    plans.push(findings::plan(&book, &frame));
    plans.extend(rules::plan(&book, &frame, rules));
    plans.extend(changes::plan(&book, &frame));
    plans.push(frame.page("assets/search.js", "reference/search.js.j2", "search", value(&index::search(&book))));
    plans.extend(ASSETS.map(|(path, template)| FilePlan::new(path, template, context! { banner => BANNER })));
    plans
}

/// Files that do not depend on the operators.
const ASSETS: [(&str, &str); 2] =
    [("assets/style.css", "reference/style.css.j2"), ("assets/script.js", "reference/script.js.j2")];

impl<'a> Book<'a> {
    fn new(project: &'a Project, since: Option<Since<'_>>) -> Self {
        let registry = &project.registry;
        let ids: Vec<OpId> = registry.ops().map(|(id, _)| id).collect();
        let mut book = Book {
            project,
            shown: show::all(project).into_iter().map(|(_, shown)| shown).collect(),
            paths: paths::of_operators(registry),
            at: ids.iter().enumerate().map(|(at, &id)| (id, at)).collect(),
            by_name: BTreeMap::new(),
            callers: BTreeMap::new(),
            findings: Findings::default(),
            changes: None,
            ids,
        };
        for &id in &book.ids {
            book.by_name.entry(registry.op(id).stem()).or_default().push(id);
            let callee = registry.op(id).invoke.as_ref();
            let callee = callee.and_then(|call| registry.find(registry.op(id).home.family(), &call.func.value));
            callee.into_iter().for_each(|callee| book.callers.entry(callee).or_default().push(id));
        }
        book.findings = Findings::new(&book);
        book.changes = since.map(|since| Changes::new(&book, since));
        book
    }

    fn op(&self, at: usize) -> &'a spec::Op {
        self.project.registry.op(self.ids[at])
    }

    /// The page of an operator.
    fn link(&self, id: OpId) -> Link {
        let op = self.project.registry.op(id);
        let href = self.at.get(&id).map(|&at| self.paths[at].clone());
        Link { name: op.name.value.clone(), family: Some(op.home.family().name()), href }
    }

    /// The page of what a name means to an operator, if the YAML defines it.
    fn link_to(&self, from: OpId, name: &str) -> Link {
        let registry = &self.project.registry;
        let found = registry.find(registry.op(from).home.family(), name);
        let without_page = || Link { name: name.to_owned(), family: None, href: None };
        found.map_or_else(without_page, |id| Link { name: name.to_owned(), ..self.link(id) })
    }

    /// The operator's entry in `op_compat`, if programs have its names from there.
    fn compat(&self, at: usize) -> Option<&'a spec::Compat> {
        self.shown[at].compat.as_ref().and(self.project.registry.compat(self.ids[at]))
    }
}

impl Frame {
    fn new(book: &Book) -> Self {
        let site = context! {
            profile => book.project.recipe.profile.name.clone(),
            operators => book.ids.len(),
            findings => book.findings.all.len(),
            since => book.changes.as_ref().map(|changes| &changes.since),
        };
        Frame { site }
    }

    /// A page, with what it says under a name.
    fn page(&self, path: &str, template: &str, name: &str, body: Value) -> FilePlan {
        // As many steps up as there are folders.
        let root = "../".repeat(path.matches('/').count());
        let context = context! {
            banner => BANNER,
            site => self.site.clone(),
            root,
            path,
            ..Value::from(BTreeMap::from([(name, body)]))
        };
        FilePlan::new(path, template, context)
    }
}
