//! Reads the files of a project, and joins them to a registry.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::sync::Arc;

use parallel::prelude::*;
use profile::{Holds, Profile, Recognised};
use registry::{Registry, normal_form};
use source::{Catalogue, Diagnostic, Diagnostics, FileId, Rule, SourceFile, Sources, Spanned, read};

use crate::baseline::Baseline;
use crate::dependencies::Dependencies;
use crate::file_specs::FileSpecs;
use crate::finder::{Finder, profiles, unsupported};
use crate::folder::{Files, Folder};
use crate::levels::Levels;
use crate::settings::{ConfigSource, Options, Recipe, Settings};
use crate::single_mentions;
use crate::suppressions::Suppressions;
use crate::wanted::Wanted;
use crate::{Project, Root};

/// The parts of the program that this room does not know itself.
#[derive(Debug, Clone, Copy)]
pub struct Program {
    /// The rules of all rooms.
    pub catalogue: Catalogue,
    /// Checks the rules that concern the registry.
    pub check: fn(&Registry, &mut Diagnostics),
    /// The rules that need more than the project's files. [`Linked::analyse_with`] can check them.
    pub further_rules: &'static [Rule],
    /// The built-in operators.
    pub yaml: Files,
    /// The built-in templates.
    pub templates: TemplateTexts,
}

/// Names and texts of templates.
pub type TemplateTexts = &'static [(&'static str, &'static str)];

/// The files of a project, read but not yet parsed.
#[derive(Debug)]
pub struct Inputs {
    program: Program,
    sources: Sources,
    files: InputFiles,
    diagnostics: Diagnostics,
    settings: Settings,
    wanted: Option<Wanted>,
    is_misconfigured: bool,
    dependencies: Dependencies,
}

#[derive(Debug)]
enum InputFiles {
    /// Operator YAML: each file with the key of its kind.
    Tree(Vec<(String, FileId)>),
    /// One file in normal form. `None` if it cannot be used.
    NormalForm(Option<FileId>),
}

impl Inputs {
    /// Reads the files of a project, without parsing them.
    pub fn read(root: &Root, options: &Options, program: Program) -> Inputs {
        let mut sources = Sources::default();
        let mut diagnostics = Diagnostics::default();
        let form = match root {
            Root::NormalForm(path) => {
                let name = path.display().to_string();
                let file = options.unsaved.read(path, &name, &mut sources, &mut diagnostics).ok().flatten();
                Some(NormalForm::of(file, &sources))
            }
            Root::BuiltIn | Root::Tree(_) | Root::Revision { .. } => None,
        };
        let mut folder = Folder::open(root, &options.unsaved, program.yaml);
        let recognised = match &form {
            Some(form) => form.recognised(),
            None => folder.as_mut().ok().and_then(profile::recognised),
        };
        let only_profile_given = Options { profile: options.profile.clone(), ..Options::default() } == *options;
        let config_source = match &mut folder {
            Ok(Folder::Git(tree)) if only_profile_given => {
                ConfigSource::of_revision(tree, root.folder(), &options.unsaved)
            }
            _ => ConfigSource::Disk(root.folder(), &options.unsaved),
        };
        let settings =
            Settings::read(config_source, recognised, options, program.catalogue, &mut sources, &mut diagnostics);
        let mut dependencies = settings.dependencies.clone();
        if let Some(version) = settings.unsupported {
            diagnostics.push(unsupported(root, version, &mut sources));
            if let Root::Tree(folder) = root {
                for file in &version.recognised_by {
                    dependencies.note(&folder.join(file));
                }
            }
        }
        if let Root::NormalForm(path) = root {
            dependencies.note(path);
        }
        let form = form.map(|form| form.readable(&settings, &mut diagnostics));
        let wanted = options.wanted.read(&mut sources, &mut dependencies, &mut diagnostics);
        let is_misconfigured = diagnostics.has_errors();
        let files = match form {
            _ if settings.unsupported.is_some() => InputFiles::Tree(Vec::new()),
            Some(form) => form,
            None => {
                let mut finder = Finder {
                    root,
                    settings: &settings,
                    sources: &mut sources,
                    diagnostics: &mut diagnostics,
                    dependencies: &mut dependencies,
                };
                InputFiles::Tree(finder.find(folder))
            }
        };
        Inputs { program, sources, files, diagnostics, settings, wanted, is_misconfigured, dependencies }
    }

    /// Inputs from memory. Each is the key of a kind of file, a name for diagnostics, and the text.
    pub fn from_texts<'a>(texts: impl IntoIterator<Item = (&'a str, &'a str, &'a [u8])>, program: Program) -> Self {
        let mut sources = Sources::default();
        let mut diagnostics = Diagnostics::default();
        let mut add = |(key, name, bytes): (&str, &str, &[u8])| {
            let id = read::from_bytes(bytes.to_vec(), name, &mut sources, &mut diagnostics).ok()?;
            Some((key.to_owned(), id))
        };
        let files = texts.into_iter().filter_map(&mut add).collect();
        Inputs::from_memory(sources, InputFiles::Tree(files), diagnostics, Settings::default(), program)
    }

    /// A normal form from memory, with a name for diagnostics.
    pub fn from_normal_form(name: &str, bytes: &[u8], program: Program) -> Self {
        let mut sources = Sources::default();
        let mut diagnostics = Diagnostics::default();
        let file = read::from_bytes(bytes.to_vec(), name, &mut sources, &mut diagnostics).ok();
        let form = NormalForm::of(file, &sources);
        let options = Options::default();
        let no_folder = ConfigSource::Disk(None, &options.unsaved);
        let settings =
            Settings::read(no_folder, form.recognised(), &options, program.catalogue, &mut sources, &mut diagnostics);
        let files = form.readable(&settings, &mut diagnostics);
        Inputs::from_memory(sources, files, diagnostics, settings, program)
    }

    /// Adds a file of operator YAML from memory: the key of its kind, a name for diagnostics, and the text.
    pub fn add(&mut self, key: &str, name: &str, text: &str) {
        if let InputFiles::Tree(files) = &mut self.files {
            files.push((key.to_owned(), self.sources.add(SourceFile::new(name.to_owned(), text.to_owned()))));
        }
    }

    fn from_memory(
        sources: Sources,
        files: InputFiles,
        diagnostics: Diagnostics,
        settings: Settings,
        program: Program,
    ) -> Self {
        let dependencies = Dependencies::default();
        Inputs { program, sources, files, diagnostics, settings, wanted: None, is_misconfigured: false, dependencies }
    }

    /// Adds mistakes in the project's own files, such as its templates.
    pub fn report(&mut self, found: Diagnostics) {
        self.is_misconfigured |= found.has_errors();
        self.diagnostics.append(found);
    }

    /// True if there is a file of registered operators.
    pub fn has_registered_ops(&self) -> bool {
        self.entry_files().iter().any(|(_, holds)| *holds == Holds::Registered)
    }

    /// The files with entries, and the kind of entries that each has.
    pub fn entry_files(&self) -> Vec<(FileId, Holds)> {
        let InputFiles::Tree(files) = &self.files else { return Vec::new() };
        let holds = |key: &str| self.settings.recipe.profile.input(key).map(|input| input.holds);
        files.iter().filter_map(|(key, file)| Some((*file, holds(key)?))).collect()
    }

    /// Every file that was read, by name. Files that could not be read are not included.
    pub fn sources(&self) -> &Sources {
        &self.sources
    }

    /// The settings of what is generated.
    pub fn recipe(&self) -> Arc<Recipe> {
        Arc::clone(&self.settings.recipe)
    }

    /// True if the project's own files have errors.
    pub fn is_misconfigured(&self) -> bool {
        self.is_misconfigured
    }

    /// The files on disk that were looked for, whether they exist or not.
    pub fn dependencies(&self) -> &Dependencies {
        &self.dependencies
    }

    /// Parses, links and checks the project, and decides which findings are reported.
    pub fn analyse(self) -> Project {
        self.link().analyse()
    }

    /// Parses and links the project.
    pub fn link(self) -> Linked {
        let Inputs { program, sources, files, diagnostics, settings, wanted, is_misconfigured: _, dependencies: _ } =
            self;
        let (profile, catalogue) = (&settings.recipe.profile, program.catalogue);
        let kinds = match &files {
            InputFiles::Tree(files) => files.iter().map(|(key, file)| (*file, key.clone())).collect(),
            InputFiles::NormalForm(_) => BTreeMap::new(),
        };
        let mut parsed = vec![FileSpecs { diagnostics, ..FileSpecs::default() }];
        match files {
            InputFiles::Tree(files) => parsed.extend(parse(&files, profile, catalogue, &sources)),
            InputFiles::NormalForm(Some(file)) => {
                let mut diagnostics = Diagnostics::default();
                let specs = normal_form::load(file, &sources, profile, &mut diagnostics);
                parsed.push(FileSpecs { specs, diagnostics, ..FileSpecs::default() });
            }
            InputFiles::NormalForm(None) => {}
        }
        let linked = link(sources, parsed, settings, program);
        Linked { project: Project { wanted, ..linked.project }, kinds, ..linked }
    }
}

/// A project whose operators are linked, but not checked.
#[derive(Debug)]
pub struct Linked {
    /// The project. Its diagnostics are those of single files, including findings that will not be reported.
    project: Project,
    /// The key of each file's kind.
    kinds: BTreeMap<FileId, String>,
    levels: [Levels; 3],
    baseline: Baseline,
    /// The rules that are not checked.
    unchecked: Vec<Rule>,
    program: Program,
}

/// The result of a check by rules that need more than the project's files.
#[derive(Debug, Default)]
pub struct Further {
    /// What was found.
    pub diagnostics: Diagnostics,
    /// The rules that could be checked.
    pub checked: Vec<Rule>,
}

impl Linked {
    /// The project. Its diagnostics are those of single files, including findings that will not be reported.
    pub fn unchecked(&self) -> &Project {
        &self.project
    }

    /// The key of a file's kind. `None` if the file is one of the project's own, such as `opgen.toml`.
    pub fn kind_of(&self, file: FileId) -> Option<&str> {
        self.kinds.get(&file).map(String::as_str)
    }

    /// Checks the project. Returns the findings to report, and the number of those that the baseline suppresses.
    pub fn check(&self) -> (Diagnostics, usize) {
        let Project { sources, registry, diagnostics, outlines, .. } = &self.project;
        let mut in_relation = diagnostics.fork();
        (self.program.check)(registry, &mut in_relation);
        let mut found = diagnostics.clone();
        found.append(single_mentions::doubt(in_relation, sources));
        let found = spec::other_version::join(found, registry.profile());
        let (levels, baseline) = (self.levels.clone(), self.baseline.clone());
        Suppressions { levels, baseline, unchecked: &self.unchecked, outlines, sources }.apply(found)
    }

    /// Checks the project, also by rules that need more than its files. These may add files to the sources.
    pub fn analyse_with(mut self, check: impl FnOnce(&mut Project) -> Further) -> Project {
        let Further { diagnostics, checked } = check(&mut self.project);
        self.project.diagnostics.append(diagnostics);
        self.unchecked.retain(|rule| !checked.contains(rule));
        self.analyse()
    }

    fn analyse(self) -> Project {
        let (diagnostics, in_baseline) = self.check();
        Project { diagnostics, in_baseline, ..self.project }
    }
}

impl Project {
    /// Links and checks files that were parsed before. They must be in the profile's order of kinds.
    pub fn join(sources: Sources, files: impl IntoIterator<Item = FileSpecs>, program: Program) -> Self {
        link(sources, files, Settings::default(), program).analyse()
    }
}

/// Parses files in parallel. The results are in the order of the files.
fn parse(
    files: &[(String, FileId)],
    profile: &Profile,
    catalogue: Catalogue,
    sources: &Sources,
) -> impl Iterator<Item = FileSpecs> {
    // The largest file comes first, and cores take one file at a time. Otherwise one core might still be busy with the
    // largest file when all others are done.
    let mut by_size: Vec<_> = files.iter().enumerate().collect();
    by_size.sort_by_key(|(_, (_, id))| Reverse(sources.file(*id).text().len()));
    let parse =
        |(place, (key, id)): (usize, &(String, FileId))| (place, FileSpecs::of(key, *id, profile, catalogue, sources));
    let mut parsed: Vec<_> = by_size.into_par_iter().with_max_len(1).map(parse).collect();
    parsed.sort_by_key(|(place, _)| *place);
    parsed.into_iter().map(|(_, specs)| specs)
}

fn link(sources: Sources, files: impl IntoIterator<Item = FileSpecs>, settings: Settings, program: Program) -> Linked {
    let mut all = FileSpecs::default();
    for file in files {
        all.append(file);
    }
    let FileSpecs { specs, outlines, diagnostics } = all;
    let Settings { recipe, hand_written, levels, baseline, baseline_path, .. } = settings;
    let registry = Registry::new(specs, &recipe.profile).with_hand_written(hand_written);
    let project = Project {
        sources,
        registry,
        diagnostics,
        in_baseline: 0,
        in_base: 0,
        outlines,
        baseline: baseline_path,
        recipe,
        built_in_templates: program.templates,
        wanted: None,
        selected: None,
    };
    let unchecked = program.further_rules.to_vec();
    Linked { project, kinds: BTreeMap::new(), levels, baseline, unchecked, program }
}

/// A file in normal form, before its operators are read.
struct NormalForm {
    file: Option<FileId>,
    /// The name of the profile that it was written for.
    profile: Option<Spanned<String>>,
}

impl NormalForm {
    fn of(file: Option<FileId>, sources: &Sources) -> Self {
        let profile = file.and_then(|file| normal_form::profile_of(file, sources.file(file).text()));
        NormalForm { file, profile }
    }

    /// The built-in profile with that name.
    fn recognised(&self) -> Option<Recognised> {
        let profile = profile::built_in(&self.profile.as_ref()?.value)?;
        Some(Recognised::Profile(&profile.name))
    }

    /// The file, unless it was written for a profile that is not built in and nobody has chosen one.
    fn readable(self, settings: &Settings, diagnostics: &mut Diagnostics) -> InputFiles {
        match &self.profile {
            Some(name) if self.recognised().is_none() && !settings.is_profile_chosen => {
                diagnostics.push(not_built_in(name));
                InputFiles::NormalForm(None)
            }
            _ => InputFiles::NormalForm(self.file),
        }
    }
}

/// The diagnostic for a normal form whose profile is not built in.
fn not_built_in(name: &Spanned<String>) -> Diagnostic {
    let message = format!("this normal form is for the profile `{}`, which is not built in", name.value);
    let help = format!("choose a profile with `--profile`: a file, or a built-in one ({})", profiles());
    Diagnostic::new(registry::rules::NORMAL_FORM, name.span, message).help(help)
}
