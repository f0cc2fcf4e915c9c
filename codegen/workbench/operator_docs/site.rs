//! Everything that a page can draw on: the operators, the findings, the changes, and the frame around each page.

use std::collections::BTreeMap;

use minijinja::context;
use minijinja::value::Value;
use registry::Project;
use render::{BANNER, FilePlan, value};
use show::Shown;

use crate::book::Book;
use crate::changes::{Changes, Since};
use crate::findings::Findings;
use crate::origin::Origin;

pub struct Site<'a> {
    pub book: Book<'a>,
    pub findings: Findings,
    pub changes: Option<Changes>,
    /// The values that every page shows.
    header: Value,
}

impl<'a> Site<'a> {
    pub fn new(project: &'a Project, shown: Vec<Shown>, since: Option<Since>, origin: &Origin) -> Self {
        let book = Book::new(project, shown);
        let findings = Findings::new(&book);
        let changes = since.map(|since| Changes::new(&book, since));
        let header = context! {
            profile => project.profile.name.clone(),
            operators => book.ids.len(),
            findings => findings.all.len(),
            has_kernels => book.has_registrations(),
            since => changes.as_ref().map(|changes| &changes.since),
            revision => origin.revision.as_ref(),
            is_changed => origin.is_changed,
            // The parts of the address of each file, between which the line stands.
            links => value(&origin.links(project, &book.cpp_files())),
        };
        Site { book, findings, changes, header }
    }

    /// A page. Its template sees `body` under `name`.
    pub fn page(&self, path: &str, template: &str, name: &str, body: Value) -> FilePlan {
        // One step up for each folder in the path.
        let root = "../".repeat(path.matches('/').count());
        let context = context! {
            banner => BANNER,
            site => self.header.clone(),
            root,
            path,
            ..Value::from(BTreeMap::from([(name, body)]))
        };
        FilePlan::new(path, template, context)
    }
}
