//! The parts of the program that this room does not know itself.

use std::collections::BTreeSet;
use std::path::Path;

use describe::{Break, BreakClass, Described, Found};
use render::{FilePlan, Syntax, Value};
use source::{Catalogue, Diagnostics, FileId, Rule, Span};

use crate::assistance::{CompletionSite, CppPlace, Mention, Offer, Rename, Symbol};
use crate::folder::Files;
use crate::framework::Framework;
use crate::program_files::ProgramFormat;
use crate::{Further, Inputs, Project, Root};

/// The parts of the program that this room does not know itself: the rooms of a framework, joined.
#[derive(Debug)]
pub struct Program<F: Framework> {
    /// The framework.
    pub framework: F,
    /// The rules of all rooms.
    pub catalogue: Catalogue,
    /// Checks the rules that concern the registry.
    pub check: fn(&Project<F>, &mut Diagnostics),
    /// The same, without the rules that find no errors.
    pub check_errors: fn(&Project<F>, &mut Diagnostics),
    /// The rules that need more than the project's files, such as C++. `check_further` can check them.
    pub further_rules: &'static [Rule],
    /// Checks these rules with the C++ of a root, or in the folder that the caller names.
    pub check_further: fn(&Project<F>, &Root, Option<&Path>) -> Further,
    /// The built-in operators.
    pub yaml: Files,
    /// The built-in templates.
    pub templates: TemplateTexts,
    /// Files of the project's tree that are templates.
    pub frames: fn(&F::Registry) -> Vec<Frame>,
    /// The variables that every template has.
    pub globals: fn(&F::Profile) -> Vec<(&'static str, Value)>,
    /// The outputs of a target, by its name.
    pub plan: fn(&F::Registry, &F::Profile, &str) -> Vec<FilePlan>,
    /// The target that lists the files of others. `None` for a framework that has no such target.
    pub listing: Option<&'static Listing<F>>,
    /// A registry without operators whose outputs have the same paths, unless these follow from the operators.
    pub without_operators: fn(&Inputs<F>) -> F::Registry,
    /// The keys with which the entries of a kind of file begin, in order: the layout moves them there. `None` for a framework whose files
    /// have another layout than the one that `opgen fmt` knows.
    pub leading_keys: Option<LeadingKeys<F>>,
    /// The JSON Schema of each kind of YAML file, as text, by the key of the kind.
    pub schemas: fn(&F::Profile) -> Vec<(String, String)>,
    /// The number of operators.
    pub count: fn(&F::Registry) -> usize,
    /// All operators as values for templates, in the order of definition, with the positions of their names.
    pub values: fn(&Project<F>) -> Vec<(Span, Value)>,
    /// All operators as data, in the order of definition, with the positions of their names.
    pub describe: fn(&Project<F>) -> Vec<(Span, Described)>,
    /// Every place where a name is written, for editors.
    pub mentions: fn(&Project<F>) -> Vec<Mention>,
    /// Where the rest of something is whose definition is at a place, such as the gradient of an operator, for editors.
    pub counterparts: fn(&Project<F>, Span) -> Vec<Span>,
    /// The definitions in C++ of what is named at a place, in the C++ of a root, for editors.
    pub cpp_definitions: fn(&Project<F>, Span, &Root) -> Vec<CppPlace>,
    /// The names that must be renamed together with another one, for editors.
    pub renames: fn(&Project<F>, &Rename) -> Vec<Rename>,
    /// Why something cannot be renamed, for editors. `None` if it can.
    pub fixed_because: fn(&Project<F>, &Symbol) -> Option<String>,
    /// The names that fit a place, for editors.
    pub offers: fn(&Project<F>, CompletionSite) -> Vec<Offer>,
    /// Whom changes break. `None` if nobody can say.
    pub breaks: Option<Breaks<F>>,
    /// The operators that are asked for by a name, with the C++ of the root, or in the folder that the caller names.
    pub find: Find<F>,
    /// The saved programs that a selective build may name.
    pub programs: &'static ProgramFormat,
    /// Reduces a project to the operators that its caller wants, and what they need for the targets with these names. Returns the
    /// types of operators in saved programs that nothing defines.
    pub narrow: fn(&mut Project<F>, &BTreeSet<&str>) -> BTreeSet<String>,
    /// Why the operators of a name are generated for the targets with these names.
    pub why: Explain<F>,
}

#[expect(clippy::expl_impl_clone_on_copy, reason = "a derived one would want registries that can be copied")]
impl<F: Framework> Clone for Program<F> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<F: Framework> Copy for Program<F> {}

impl<F: Framework> Program<F> {
    /// A program that can check operators, and nothing else.
    pub const fn new(framework: F, catalogue: Catalogue, check: fn(&Project<F>, &mut Diagnostics)) -> Self {
        Program {
            framework,
            catalogue,
            check,
            check_errors: check,
            further_rules: &[],
            check_further: |_, _, _| Further::default(),
            yaml: &[],
            templates: &[],
            frames: |_| Vec::new(),
            globals: |_| Vec::new(),
            plan: |_, _, _| Vec::new(),
            listing: None,
            without_operators: |inputs| {
                inputs.program().framework.link(F::Specs::default(), inputs.profile(), Vec::new())
            },
            leading_keys: None,
            schemas: |_| Vec::new(),
            count: |_| 0,
            values: |_| Vec::new(),
            describe: |_| Vec::new(),
            mentions: |_| Vec::new(),
            counterparts: |_, _| Vec::new(),
            cpp_definitions: |_, _, _| Vec::new(),
            renames: |_, _| Vec::new(),
            fixed_because: |_, _| None,
            offers: |_, _| Vec::new(),
            breaks: None,
            find: |_, _, _, _| Err(NotFound::default()),
            programs: &ProgramFormat::PROGRAM_DESC,
            narrow: |_, _| BTreeSet::new(),
            why: |_, _, _| Err(NotFound::default()),
        }
    }
}

/// A target that lists the files of others.
#[derive(Debug)]
pub struct Listing<F: Framework> {
    /// Its name.
    pub target: &'static str,
    /// The paths of those outputs of another target, by its name, that are listed.
    pub paths: fn(&F::Registry, &F::Profile, &str) -> Vec<String>,
    /// The outputs, from the paths of others. Their own paths do not depend on these.
    pub plan: fn(&[String]) -> Vec<FilePlan>,
}

/// The first keys of entries, by the kind of file.
pub type LeadingKeys<F> = fn(&<F as Framework>::Profile, &str) -> &'static [&'static str];

/// The rules for whom changes of operators break.
#[derive(Debug)]
pub struct Breaks<F: Framework> {
    /// The classes of callers, in the order of reports.
    pub classes: &'static [BreakClass],
    /// The breaks between an old version and a new one.
    pub between: fn(&Project<F>, &Project<F>) -> Vec<Break>,
}

#[expect(clippy::expl_impl_clone_on_copy, reason = "a derived one would want frameworks that can be copied")]
impl<F: Framework> Clone for Breaks<F> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<F: Framework> Copy for Breaks<F> {}

/// Finds operators by a name, with the C++ of the root or of a folder.
pub type Find<F> = fn(&Project<F>, &str, &Root, Option<&Path>) -> Result<Vec<Found>, NotFound>;

/// Explains why the operators of a name are generated for some targets.
pub type Explain<F> = fn(&Project<F>, &BTreeSet<&str>, &str) -> Result<String, NotFound>;

/// A file of a project's tree that is a template.
#[derive(Debug, Clone)]
pub struct Frame {
    /// The name of the template.
    pub name: String,
    /// How it is written.
    pub syntax: Syntax,
    /// The file.
    pub file: FileId,
}

/// There is no operator of a name.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct NotFound {
    /// The nearest name.
    pub near: Option<String>,
}

/// Names and texts of templates.
pub type TemplateTexts = &'static [(&'static str, &'static str)];
