//! Reads the files of a project, and joins them to a registry.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::sync::Arc;

use parallel::prelude::*;
use source::{Diagnostic, Diagnostics, FileId, SourceFile, Sources, Spanned, read};

use crate::dependencies::Dependencies;
use crate::file_specs::{FileReader, FileSpecs};
use crate::finder::{Finder, profiles, unsupported};
use crate::folder::Folder;
use crate::framework::{Framework, Recognised, Version};
use crate::linked::{Linked, link};
use crate::parsed_files::{ParsedFile, ParsedFiles};
use crate::program::Program;
use crate::settings::{ConfigSource, Options, Origin, ProfileChoice, Recipe, Settings};
use crate::wanted::Wanted;
use crate::{Project, Root};

/// The files of a project, read but not yet parsed.
#[derive(Debug)]
pub struct Inputs<F: Framework> {
    program: Program<F>,
    sources: Sources,
    files: InputFiles,
    diagnostics: Diagnostics,
    settings: Settings<F>,
    wanted: Option<Wanted>,
    is_misconfigured: bool,
    /// Why the git revision is incomplete.
    incomplete: Option<String>,
    dependencies: Dependencies,
    /// `None` if the files are not from a folder.
    origin: Option<Origin>,
}

#[derive(Debug)]
enum InputFiles {
    /// Operator YAML: each file with the key of its kind.
    Tree(Vec<(String, FileId)>),
    /// One file in normal form. `None` if it cannot be used.
    NormalForm(Option<FileId>),
}

impl<F: Framework> Inputs<F> {
    /// Reads the files of a project, without parsing them.
    pub fn read(root: &Root, options: &Options, program: Program<F>) -> Self {
        Inputs::read_again(root, options, program, &mut ParsedFiles::default())
    }

    /// Like [`read`](Self::read), but takes the profile from `parsed` if it would be the same if it were loaded again, and keeps it
    /// there.
    pub fn read_again(root: &Root, options: &Options, program: Program<F>, parsed: &mut ParsedFiles<F>) -> Self {
        let mut sources = Sources::default();
        let mut diagnostics = Diagnostics::default();
        let form = match root {
            Root::NormalForm(path) => {
                let name = path.display().to_string();
                let file = options.unsaved.read(path, &name, &mut sources, &mut diagnostics).ok().flatten();
                Some(NormalForm::of::<F>(file, &sources))
            }
            Root::BuiltIn | Root::Tree(_) | Root::Revision { .. } => None,
        };
        let mut folder = Folder::open(root, &options.unsaved, program.yaml);
        let recognised = match &form {
            Some(form) => form.recognised(program.framework),
            None => folder.as_mut().ok().and_then(|folder| program.framework.recognised(folder)),
        };
        let only_profile_given = Options { profile: options.profile.clone(), ..Options::default() } == *options;
        let config_source = match &mut folder {
            Ok(Folder::Git(tree)) if only_profile_given => {
                ConfigSource::of_revision(tree, root.folder(), &options.unsaved)
            }
            _ => ConfigSource::Disk(root.folder(), &options.unsaved),
        };
        let settings = Settings::read(
            program.framework,
            config_source,
            recognised,
            options,
            program.catalogue,
            &mut sources,
            &mut diagnostics,
            &mut parsed.profile,
        );
        let origin = Some(Origin::new(recognised, options, &sources));
        let mut dependencies = settings.dependencies.clone();
        if let Some(version) = settings.unsupported {
            diagnostics.push(unsupported(program.framework, root, version, &mut sources));
            if let Root::Tree(folder) = root {
                for file in &version.recognised_by {
                    dependencies.note(&folder.join(file));
                }
            }
        }
        if let Root::NormalForm(path) = root {
            dependencies.note(path);
        }
        let form = form.map(|form| form.readable(program.framework, &settings, &mut diagnostics));
        let wanted = options.wanted.read(program.programs, &mut sources, &mut dependencies, &mut diagnostics);
        let is_misconfigured = diagnostics.has_errors();
        let mut incomplete = None;
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
                    incomplete: &mut incomplete,
                };
                InputFiles::Tree(finder.find(folder))
            }
        };
        Inputs {
            program,
            sources,
            files,
            diagnostics,
            settings,
            wanted,
            is_misconfigured,
            incomplete,
            dependencies,
            origin,
        }
    }

    /// Inputs from memory. Each is the key of a kind of file, a name for diagnostics, and the text.
    pub fn from_texts<'a>(texts: impl IntoIterator<Item = (&'a str, &'a str, &'a [u8])>, program: Program<F>) -> Self {
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
    pub fn from_normal_form(name: &str, bytes: &[u8], program: Program<F>) -> Self {
        let mut sources = Sources::default();
        let mut diagnostics = Diagnostics::default();
        let file = read::from_bytes(bytes.to_vec(), name, &mut sources, &mut diagnostics).ok();
        let form = NormalForm::of::<F>(file, &sources);
        let options = Options::default();
        let no_folder = ConfigSource::Disk(None, &options.unsaved);
        let settings = Settings::read(
            program.framework,
            no_folder,
            form.recognised(program.framework),
            &options,
            program.catalogue,
            &mut sources,
            &mut diagnostics,
            &mut None,
        );
        let files = form.readable(program.framework, &settings, &mut diagnostics);
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
        settings: Settings<F>,
        program: Program<F>,
    ) -> Self {
        let (is_misconfigured, dependencies) = Default::default();
        let (wanted, origin, incomplete) = (None, None, None);
        Inputs {
            program,
            sources,
            files,
            diagnostics,
            settings,
            wanted,
            is_misconfigured,
            incomplete,
            dependencies,
            origin,
        }
    }

    /// What was found while the files were read, without parsing them.
    pub fn found(&self) -> &Diagnostics {
        &self.diagnostics
    }

    /// Adds mistakes in the project's own files, such as its templates.
    pub fn report(&mut self, found: Diagnostics) {
        self.is_misconfigured |= found.has_errors();
        self.diagnostics.append(found);
    }

    /// The files that were found, each with the key of its kind.
    pub fn files(&self) -> &[(String, FileId)] {
        match &self.files {
            InputFiles::Tree(files) => files,
            InputFiles::NormalForm(_) => &[],
        }
    }

    /// Every file that was read, by name. Files that could not be read are not included.
    pub fn sources(&self) -> &Sources {
        &self.sources
    }

    /// The settings of what is generated.
    pub fn recipe(&self) -> &Arc<Recipe> {
        &self.settings.recipe
    }

    /// The version of the framework.
    pub fn profile(&self) -> &Arc<F::Profile> {
        &self.settings.profile
    }

    /// The parts of the program that this room does not know itself.
    pub fn program(&self) -> Program<F> {
        self.program
    }

    /// How the profile was chosen. Its spans are in [`sources`](Self::sources).
    pub fn profile_choice(&self) -> &ProfileChoice {
        &self.settings.profile_choice
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
    pub fn analyse(self) -> Project<F> {
        self.link().analyse()
    }

    /// Parses and links the project.
    pub fn link(self) -> Linked<F> {
        self.link_with(|files, reader| {
            let read = |(key, id): &(String, FileId)| reader.read(key, *id, |_, _| None);
            let parts = in_parallel(files, reader.sources, read).into_iter().flatten();
            parts.map(|part| Arc::unwrap_or_clone(part.specs)).collect()
        })
    }

    /// Like [`link`](Self::link), but takes files from `parsed`, and parts of files, that have not changed, and adds the others to it.
    pub fn link_again(mut self, parsed: &mut ParsedFiles<F>) -> Linked<F> {
        parsed.begin(self.origin.take());
        self.link_with(|files, reader| {
            let read = |(key, id): &(String, FileId)| {
                let text = reader.sources.file(*id).text();
                let before = parsed.get(*id, key);
                let file = match before.filter(|before| before.text == text) {
                    Some(same) => Arc::clone(same),
                    None => {
                        let parts = reader.read(key, *id, |index, range| before?.part(index, text, range));
                        Arc::new(ParsedFile { id: *id, key: key.clone(), text: text.to_owned(), parts })
                    }
                };
                (file.specs(), file)
            };
            let (specs, files): (Vec<_>, Vec<_>) = in_parallel(files, reader.sources, read).into_iter().unzip();
            parsed.keep(files);
            specs
        })
    }

    fn link_with(self, parse: impl FnOnce(&[(String, FileId)], &FileReader<F>) -> Vec<FileSpecs<F>>) -> Linked<F> {
        let Inputs { program, sources, files, diagnostics, settings, wanted, incomplete, .. } = self;
        let profile = &settings.profile;
        let kinds = match &files {
            InputFiles::Tree(files) => files.iter().map(|(key, file)| (*file, key.clone())).collect(),
            InputFiles::NormalForm(_) => BTreeMap::new(),
        };
        let mut parsed = vec![FileSpecs { diagnostics, ..FileSpecs::default() }];
        match files {
            InputFiles::Tree(files) => {
                let reader = FileReader {
                    framework: program.framework,
                    profile: &**profile,
                    catalogue: program.catalogue,
                    sources: &sources,
                };
                parsed.extend(parse(&files, &reader));
            }
            InputFiles::NormalForm(Some(file)) => {
                let mut diagnostics = Diagnostics::default();
                let specs = F::read_normal_form(file, &sources, profile, &mut diagnostics);
                parsed.push(FileSpecs { specs, diagnostics, ..FileSpecs::default() });
            }
            InputFiles::NormalForm(None) => {}
        }
        let mut linked = link(sources, parsed, settings, program);
        linked.project.wanted = wanted;
        linked.project.incomplete = incomplete;
        linked.kinds = kinds;
        linked
    }
}

/// Works on files in parallel. The results are in the order of the files.
fn in_parallel<T: Send>(
    files: &[(String, FileId)],
    sources: &Sources,
    work: impl Fn(&(String, FileId)) -> T + Sync,
) -> Vec<T> {
    // A core that is free takes the largest file that is left. So none is still busy with a large one when all others are done.
    let mut by_size: Vec<_> = files.iter().enumerate().collect();
    by_size.sort_by_key(|(_, (_, id))| Reverse(sources.file(*id).text().len()));
    let work = |(place, file)| (place, work(file));
    let mut done: Vec<_> = by_size.into_iter().par_bridge().map(work).collect();
    done.sort_by_key(|(place, _)| *place);
    done.into_iter().map(|(_, result)| result).collect()
}

/// A file in normal form, before its operators are read.
struct NormalForm {
    file: Option<FileId>,
    /// The name of the profile that it was written for.
    profile: Option<Spanned<String>>,
}

impl NormalForm {
    fn of<F: Framework>(file: Option<FileId>, sources: &Sources) -> Self {
        let profile = file.and_then(|file| F::profile_of_normal_form(file, sources.file(file).text()));
        NormalForm { file, profile }
    }

    /// The built-in profile with that name.
    fn recognised<F: Framework>(&self, framework: F) -> Option<Recognised> {
        let profile = framework.built_in(&self.profile.as_ref()?.value)?;
        Some(Recognised::Profile(profile.name()))
    }

    /// The file, unless it was written for a profile that is not built in and nobody has chosen one.
    fn readable<F: Framework>(self, framework: F, settings: &Settings<F>, diagnostics: &mut Diagnostics) -> InputFiles {
        match &self.profile {
            Some(name) if self.recognised(framework).is_none() && !settings.is_profile_chosen => {
                diagnostics.push(not_built_in(framework, name));
                InputFiles::NormalForm(None)
            }
            _ => InputFiles::NormalForm(self.file),
        }
    }
}

/// The diagnostic for a normal form whose profile is not built in.
fn not_built_in<F: Framework>(framework: F, name: &Spanned<String>) -> Diagnostic {
    let message = format!("this normal form is for the profile `{}`, which is not built in", name.value);
    let help = format!("choose a profile with `--profile`: a file, or a built-in one ({})", profiles(framework));
    Diagnostic::new(F::NORMAL_FORM, name.span, message).help(help)
}
