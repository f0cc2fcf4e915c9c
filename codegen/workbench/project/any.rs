//! Projects of any framework: what a caller can do without knowing which.

use std::collections::BTreeSet;
use std::fmt::Debug;
use std::ops::{Deref, DerefMut};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use describe::{Break, BreakClass, Described, Found};
use render::{FilePlan, RenderError, Templates, Value};
use source::yaml::Node;
use source::{Catalogue, Diagnostics, FileId, Sources, Span};

use crate::assistance::{CompletionSite, CppPlace, Mention, Offer, Rename, Symbol};
use crate::dependencies::Dependencies;
use crate::finder::of_trees;
use crate::folder::Folder;
use crate::framework::{Choice, Framework, Names, Tree};
use crate::program::{Frame, Listing, NotFound};
use crate::root::operator_files;
use crate::settings::{Options, ProfileChoice, Recipe};
use crate::wanted::Wanted;
use crate::{Inputs, Program, Project, Review, Root, templates};

/// A framework, as the table of all of them holds it.
pub trait AnyFramework: Sync {
    /// The names that settings may use.
    fn names(&self) -> &'static Names;
    /// True if a root looks like a tree of one of its versions, or is a normal form for one.
    fn recognises(&self, root: &Root, options: &Options) -> bool;
    /// True if a root has files of operators where one of its versions looks for them.
    fn has_operators(&self, root: &Root, options: &Options) -> bool;
    /// See [`nearest_root`](crate::nearest_root).
    fn nearest_root(&self, here: &Path, chosen: Option<&str>) -> Option<PathBuf>;
    /// Reads the files of a project, without parsing them.
    fn read(&self, root: &Root, options: &Options) -> Box<dyn AnyInputs>;
    /// Reads and checks two versions of a project, to compare them.
    fn read_pair(&self, old: &Root, new: &Root, options: &Options) -> Box<dyn AnyPair>;
    /// The classes of callers that changes can break.
    fn break_classes(&self) -> &'static [BreakClass];
    /// See [`Framework::resolved`].
    fn resolved_profile(
        &self,
        choice: Option<&Choice>,
        otherwise: &str,
        folder: &Path,
        sources: &mut Sources,
        diagnostics: &mut Diagnostics,
    ) -> Option<Node>;
    /// See [`Framework::extended_by`].
    fn extended_by(&self, name: &str) -> Option<&'static str>;
}

/// The files of a project of some framework, read but not yet parsed.
pub trait AnyInputs: Debug + Send + Sync {
    /// See [`Inputs::sources`].
    fn sources(&self) -> &Sources;
    /// See [`Inputs::files`].
    fn files(&self) -> &[(String, FileId)];
    /// See [`Inputs::found`].
    fn found(&self) -> &Diagnostics;
    /// See [`Inputs::recipe`].
    fn recipe(&self) -> &Arc<Recipe>;
    /// See [`Inputs::is_misconfigured`].
    fn is_misconfigured(&self) -> bool;
    /// See [`Inputs::profile_choice`].
    fn profile_choice(&self) -> &ProfileChoice;
    /// See [`Inputs::dependencies`].
    fn dependencies(&self) -> &Dependencies;
    /// See [`Program::leading_keys`].
    fn leading_keys(&self, kind: &str) -> Option<&'static [&'static str]>;
    /// See [`Program::schemas`].
    fn schemas(&self) -> Vec<(String, String)>;
    /// Adds mistakes in the project's own files, such as its templates.
    fn report(&mut self, found: Diagnostics);
    /// The built-in templates of the project's version.
    fn built_in_templates(&self) -> Templates;
    /// Plans the outputs of targets as if there were no operators. The paths are those of the project's, unless these
    /// [follow from the operators](crate::framework::Version::paths_follow_operators).
    fn plan_without_operators(&self, targets: &[&str]) -> Vec<FilePlan>;
    /// Parses, links and checks the project, and decides which findings are reported.
    fn analyse(self: Box<Self>) -> Box<dyn AnyProject>;
    /// The same, also by rules that need the C++ of the root, or in the folder that the caller names.
    fn analyse_with_cpp(self: Box<Self>, root: &Root, include: Option<&Path>) -> Box<dyn AnyProject>;
}

/// A project of some framework that was read and checked.
pub trait AnyProject: Debug + Send + Sync {
    /// Its files, and what was found in them.
    fn review(&self) -> &Review;
    /// The same, for those who add to it.
    fn review_mut(&mut self) -> &mut Review;
    /// What is generated.
    fn recipe(&self) -> &Arc<Recipe>;
    /// The operators that a selective build asks for. `None` if all are wanted.
    fn wanted(&self) -> Option<&Wanted>;
    /// The rules by which it was checked.
    fn catalogue(&self) -> Catalogue;
    /// The number of operators.
    fn count(&self) -> usize;
    /// All templates: the built-in ones, and the project's own, which may replace them.
    ///
    /// # Errors
    /// If one of the project's templates cannot be parsed. Reading the project has reported that already.
    fn templates(&self) -> Result<Templates, RenderError>;
    /// The outputs of a target, by its name. The lists of [`AnyProject::listing_target`] are empty here.
    fn plan(&self, target: &str) -> Vec<FilePlan>;
    /// The name of the target that lists the files of others.
    fn listing_target(&self) -> Option<&'static str>;
    /// The paths of the outputs of another target that it lists.
    fn listed_paths(&self, target: &str) -> Vec<String>;
    /// Its outputs, from the paths of the others.
    fn plan_lists(&self, paths: &[String]) -> Vec<FilePlan>;
    /// See [`Program::values`].
    fn values(&self) -> Vec<(Span, Value)>;
    /// See [`Program::describe`].
    fn describe(&self) -> Vec<(Span, Described)>;
    /// See [`Program::mentions`].
    fn mentions(&self) -> Vec<Mention>;
    /// See [`Program::counterparts`].
    fn counterparts(&self, definition: Span) -> Vec<Span>;
    /// See [`Program::cpp_definitions`].
    fn cpp_definitions(&self, named: Span, root: &Root) -> Vec<CppPlace>;
    /// See [`Program::renames`].
    fn renames(&self, wanted: &Rename) -> Vec<Rename>;
    /// See [`Program::fixed_because`].
    fn fixed_because(&self, symbol: &Symbol) -> Option<String>;
    /// See [`Program::offers`].
    fn offers(&self, site: CompletionSite) -> Vec<Offer>;
    /// See [`Program::find`].
    ///
    /// # Errors
    /// If no operator is asked for by that name.
    fn find(&self, name: &str, root: &Root, include: Option<&Path>) -> Result<Vec<Found>, NotFound>;
    /// See [`Program::narrow`].
    fn narrow(&mut self, targets: &BTreeSet<&str>) -> BTreeSet<String>;
    /// See [`Program::why`].
    ///
    /// # Errors
    /// If no operator has that name.
    fn why(&self, targets: &BTreeSet<&str>, name: &str) -> Result<String, NotFound>;
}

/// Two versions of a project of some framework.
pub trait AnyPair: Debug + Send + Sync {
    /// The old and the new version.
    fn sides(&self) -> [&dyn AnyProject; 2];
    /// The same, for those who add to them.
    fn sides_mut(&mut self) -> [&mut dyn AnyProject; 2];
    /// Whom the changes break.
    fn breaks(&self) -> Vec<Break>;
}

impl<F: Framework> Program<F> {
    /// The built-in templates of a version.
    pub fn built_in_templates(&self, profile: &F::Profile) -> Templates {
        templates::built_in(self.templates, profile, (self.globals)(profile))
    }

    /// The outputs of a target, with empty lists if it lists those of others.
    fn plan_one(&self, registry: &F::Registry, profile: &F::Profile, target: &str) -> Vec<FilePlan> {
        match self.listing {
            Some(listing) if listing.target == target => (listing.plan)(&[]),
            _ => (self.plan)(registry, profile, target),
        }
    }
}

impl<F: Framework> AnyFramework for Program<F> {
    fn names(&self) -> &'static Names {
        self.framework.names()
    }

    fn recognises(&self, root: &Root, options: &Options) -> bool {
        if let Root::NormalForm(path) = root {
            let (mut sources, mut diagnostics) = (Sources::default(), Diagnostics::default());
            let file = options.unsaved.read(path, "", &mut sources, &mut diagnostics).ok().flatten();
            let profile = file.and_then(|file| F::profile_of_normal_form(file, sources.file(file).text()));
            return profile.is_some_and(|profile| self.names().profiles.contains(&profile.as_str()));
        }
        Folder::open(root, &options.unsaved, self.yaml)
            .is_ok_and(|mut folder| self.framework.recognised(&mut folder).is_some())
    }

    fn has_operators(&self, root: &Root, options: &Options) -> bool {
        let Ok(mut folder) = Folder::open(root, &options.unsaved, self.yaml) else { return false };
        let profiles: Vec<_> = of_trees(self.framework).collect();
        operator_files(&profiles).any(|file| folder.has(file))
    }

    fn nearest_root(&self, here: &Path, chosen: Option<&str>) -> Option<PathBuf> {
        crate::nearest_root(self.framework, here, chosen)
    }

    fn read(&self, root: &Root, options: &Options) -> Box<dyn AnyInputs> {
        Box::new(Inputs::read(root, options, *self))
    }

    fn read_pair(&self, old: &Root, new: &Root, options: &Options) -> Box<dyn AnyPair> {
        let read = |root: &Root| Inputs::read(root, options, *self).analyse();
        let (old, new) = parallel::join(|| read(old), || read(new));
        Box::new(Pair { old, new })
    }

    fn break_classes(&self) -> &'static [BreakClass] {
        self.breaks.map_or(&[], |breaks| breaks.classes)
    }

    fn resolved_profile(
        &self,
        choice: Option<&Choice>,
        otherwise: &str,
        folder: &Path,
        sources: &mut Sources,
        diagnostics: &mut Diagnostics,
    ) -> Option<Node> {
        self.framework.resolved(choice, otherwise, folder, sources, diagnostics)
    }

    fn extended_by(&self, name: &str) -> Option<&'static str> {
        self.framework.extended_by(name)
    }
}

impl<F: Framework> AnyInputs for Inputs<F> {
    fn sources(&self) -> &Sources {
        Inputs::sources(self)
    }

    fn files(&self) -> &[(String, FileId)] {
        Inputs::files(self)
    }

    fn recipe(&self) -> &Arc<Recipe> {
        Inputs::recipe(self)
    }

    fn found(&self) -> &Diagnostics {
        Inputs::found(self)
    }

    fn is_misconfigured(&self) -> bool {
        Inputs::is_misconfigured(self)
    }

    fn profile_choice(&self) -> &ProfileChoice {
        Inputs::profile_choice(self)
    }

    fn dependencies(&self) -> &Dependencies {
        Inputs::dependencies(self)
    }

    fn leading_keys(&self, kind: &str) -> Option<&'static [&'static str]> {
        self.program().leading_keys.map(|leading_keys| leading_keys(self.profile(), kind))
    }

    fn schemas(&self) -> Vec<(String, String)> {
        (self.program().schemas)(self.profile())
    }

    fn report(&mut self, found: Diagnostics) {
        Inputs::report(self, found);
    }

    fn built_in_templates(&self) -> Templates {
        self.program().built_in_templates(self.profile())
    }

    fn plan_without_operators(&self, targets: &[&str]) -> Vec<FilePlan> {
        let program = self.program();
        let registry = (program.without_operators)(self);
        targets.iter().flat_map(|target| program.plan_one(&registry, self.profile(), target)).collect()
    }

    fn analyse(self: Box<Self>) -> Box<dyn AnyProject> {
        Box::new(Inputs::analyse(*self))
    }

    fn analyse_with_cpp(self: Box<Self>, root: &Root, include: Option<&Path>) -> Box<dyn AnyProject> {
        let check = self.program().check_further;
        Box::new(self.link().analyse_with(|project| check(project, root, include)))
    }
}

/// Two versions of a project.
#[derive(Debug)]
struct Pair<F: Framework> {
    old: Project<F>,
    new: Project<F>,
}

impl<F: Framework> AnyPair for Pair<F> {
    fn sides(&self) -> [&dyn AnyProject; 2] {
        [&self.old, &self.new]
    }

    fn sides_mut(&mut self) -> [&mut dyn AnyProject; 2] {
        [&mut self.old, &mut self.new]
    }

    fn breaks(&self) -> Vec<Break> {
        self.new.program.breaks.map_or_else(Vec::new, |breaks| (breaks.between)(&self.old, &self.new))
    }
}

impl<F: Framework> AnyProject for Project<F> {
    fn review(&self) -> &Review {
        &self.review
    }

    fn review_mut(&mut self) -> &mut Review {
        &mut self.review
    }

    fn recipe(&self) -> &Arc<Recipe> {
        &self.recipe
    }

    fn wanted(&self) -> Option<&Wanted> {
        self.wanted.as_ref()
    }

    fn catalogue(&self) -> Catalogue {
        self.program.catalogue
    }

    fn count(&self) -> usize {
        (self.program.count)(&self.registry)
    }

    fn templates(&self) -> Result<Templates, RenderError> {
        let mut templates = self.program.built_in_templates(&self.profile);
        for Frame { name, syntax, file } in (self.program.frames)(&self.registry) {
            let added = templates.add_in(syntax, &name, self.sources.file(file).text());
            added.map_err(|error| RenderError { path: name, about: None, cause: error.into() })?;
        }
        templates::with_own(templates, &self.recipe, &self.sources)
    }

    fn plan(&self, target: &str) -> Vec<FilePlan> {
        self.program.plan_one(&self.registry, &self.profile, target)
    }

    fn listing_target(&self) -> Option<&'static str> {
        self.program.listing.map(|listing| listing.target)
    }

    fn listed_paths(&self, target: &str) -> Vec<String> {
        let paths = |listing: &Listing<F>| (listing.paths)(&self.registry, &self.profile, target);
        self.program.listing.map_or_else(Vec::new, paths)
    }

    fn plan_lists(&self, paths: &[String]) -> Vec<FilePlan> {
        self.program.listing.map_or_else(Vec::new, |listing| (listing.plan)(paths))
    }

    fn values(&self) -> Vec<(Span, Value)> {
        (self.program.values)(self)
    }

    fn describe(&self) -> Vec<(Span, Described)> {
        (self.program.describe)(self)
    }

    fn mentions(&self) -> Vec<Mention> {
        (self.program.mentions)(self)
    }

    fn counterparts(&self, definition: Span) -> Vec<Span> {
        (self.program.counterparts)(self, definition)
    }

    fn cpp_definitions(&self, named: Span, root: &Root) -> Vec<CppPlace> {
        (self.program.cpp_definitions)(self, named, root)
    }

    fn renames(&self, wanted: &Rename) -> Vec<Rename> {
        (self.program.renames)(self, wanted)
    }

    fn fixed_because(&self, symbol: &Symbol) -> Option<String> {
        (self.program.fixed_because)(self, symbol)
    }

    fn offers(&self, site: CompletionSite) -> Vec<Offer> {
        (self.program.offers)(self, site)
    }

    fn find(&self, name: &str, root: &Root, include: Option<&Path>) -> Result<Vec<Found>, NotFound> {
        (self.program.find)(self, name, root, include)
    }

    fn narrow(&mut self, targets: &BTreeSet<&str>) -> BTreeSet<String> {
        (self.program.narrow)(self, targets)
    }

    fn why(&self, targets: &BTreeSet<&str>, name: &str) -> Result<String, NotFound> {
        (self.program.why)(self, targets, name)
    }
}

impl Deref for dyn AnyProject + '_ {
    type Target = Review;

    fn deref(&self) -> &Review {
        self.review()
    }
}

impl DerefMut for dyn AnyProject + '_ {
    fn deref_mut(&mut self) -> &mut Review {
        self.review_mut()
    }
}
