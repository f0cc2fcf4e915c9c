//! Everything that a page can draw on: the operators, the findings, and the changes.

use minijinja::context;
use minijinja::value::Value;
use reference::Origin;
use reference::findings::Findings;
use reference::frame::Frame;
use registry::Project;
use render::{FilePlan, value};
use show::Shown;

use crate::book::Book;
use crate::changes::{Changes, Since};

pub struct Site<'a> {
    pub book: Book<'a>,
    pub findings: Findings,
    pub changes: Option<Changes>,
    pub frame: Frame,
}

impl<'a> Site<'a> {
    pub fn new(project: &'a Project, shown: Vec<Shown>, since: Option<Since>, origin: &Origin) -> Self {
        let book = Book::new(project, shown);
        let names = (0..book.ids.len()).flat_map(|at| book.entries(at).map(move |(_, name)| (at, name)));
        let findings = Findings::new(project, names);
        let changes = since.map(|since| Changes::new(&book, since));
        let header = context! {
            profile => project.profile.name.clone(),
            operators => book.ids.len(),
            findings => findings.all.len(),
            has_overview => true,
            has_kernels => book.has_registrations(),
            since => changes.as_ref().map(|changes| &changes.since),
            revision => origin.revision.as_ref(),
            is_changed => origin.is_changed,
            // The parts of the address of each file, between which the line stands.
            links => value(&origin.links(project, &book.cpp_files())),
        };
        Site { book, findings, changes, frame: Frame { header } }
    }

    /// See [`Frame::page`].
    pub fn page(&self, path: &str, template: &str, name: &str, body: Value) -> FilePlan {
        self.frame.page(path, template, name, body)
    }
}
