//! The settings of a run: the project's `opgen.toml`, the caller's options, the baseline, and the project's templates.

mod config_source;
mod loaded_profile;
mod places;
mod templates;

use std::path::{Path, PathBuf};
use std::sync::Arc;

use source::file::SourceFile;
use source::read::Unsaved;
use source::{Catalogue, Diagnostic, Diagnostics, Sources, Span, Spanned, suggest};

use crate::baseline::{self, Baseline};
use crate::config::{self, Allowance, Config, CustomTarget, NamedInputs, NamedText, Outputs};
use crate::dependencies::Dependencies;
use crate::framework::{Choice, Framework, Names, Recognised, TemplateFolder, UnsupportedVersion, Version};
use crate::levels::{Levels, Setting};
use crate::outline::{not_allowed, unknown_code};
use crate::shards::Shards;
use crate::wanted::WantedOptions;

pub use config_source::ConfigSource;
pub(crate) use loaded_profile::{LoadedProfile, Origin};
pub use templates::TemplateFiles;

/// A caller's options, which override the project's settings.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Options {
    /// A file to read instead of the `opgen.toml` in the root.
    pub config: Option<PathBuf>,
    /// The name of a profile, or the path of one.
    pub profile: Option<String>,
    /// Levels that are applied after the project's.
    pub levels: Levels,
    /// The source of the baseline.
    pub baseline: BaselineFrom,
    /// The names of optional outputs in addition to the project's.
    pub features: Vec<String>,
    /// The operators to generate.
    pub wanted: WantedOptions,
    /// Texts in an editor, which are read instead of the files on disk.
    pub unsaved: Unsaved,
}

/// The option by which a caller names a profile.
pub(crate) const PROFILE_OPTION: &str = "--profile";

/// The source of the baseline.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub enum BaselineFrom {
    /// The file that the project's settings name, or else the file with the default name if it exists.
    #[default]
    Project,
    /// A file that the caller names.
    File(PathBuf),
    /// No baseline.
    Nowhere,
}

/// The settings that decide what is generated.
#[derive(Debug)]
pub struct Recipe {
    /// The version of the framework.
    pub version: Arc<dyn Version>,
    /// The project's output folder, if it has one.
    pub folder: Option<PathBuf>,
    /// The targets that the project generates. Empty for all of them.
    pub targets: Vec<Spanned<String>>,
    /// The number of files that large sources are split into.
    pub shards: Option<Shards>,
    /// The targets that the project defines itself.
    pub custom_targets: Vec<CustomTarget>,
    /// The syntax of the project's own templates, by the ending of their names.
    pub syntaxes: Vec<NamedText>,
    /// The project's own templates.
    pub templates: TemplateFiles,
    /// The folder with the framework's C++ headers, if the project names one.
    pub cpp_include: Option<PathBuf>,
    /// Breaking changes that the project has approved.
    pub allowances: Vec<Allowance>,
}

/// The settings of a run.
#[derive(Debug)]
pub struct Settings<F: Framework> {
    /// The version of the framework.
    pub profile: Arc<F::Profile>,
    /// What is generated.
    pub recipe: Arc<Recipe>,
    /// The input files that the project lists instead of those that the profile looks for.
    pub inputs: NamedInputs,
    /// Operators that the project implements by hand.
    pub hand_written: Vec<Spanned<String>>,
    /// The profile's levels, then the project's, then the caller's.
    pub levels: [Levels; 3],
    /// The known findings.
    pub baseline: Baseline,
    /// The path of the project's baseline, which may not exist. `None` if the project has no folder.
    pub baseline_path: Option<PathBuf>,
    /// How the profile was chosen.
    pub profile_choice: ProfileChoice,
    /// True if the caller or the project has chosen the profile.
    pub is_profile_chosen: bool,
    /// Says which profile is used although nobody has chosen it and the tree does not state its version.
    pub assumption: Option<String>,
    /// The version that the tree looks like, if there is no profile for it and nobody has chosen one.
    pub unsupported: Option<&'static UnsupportedVersion>,
    /// The files that were looked for.
    pub dependencies: Dependencies,
}

/// How the profile of a run was chosen.
#[derive(Debug, Clone, Default)]
pub struct ProfileChoice {
    /// The choice of the caller, or else that of the project.
    pub choice: Option<Choice>,
    /// The built-in profile that is used without a choice, and that the project's own differences extend.
    pub default_name: &'static str,
    /// The folder at which paths of profiles begin.
    pub folder: PathBuf,
}

impl<F: Framework> Default for Settings<F> {
    fn default() -> Self {
        let profile = Arc::<F::Profile>::default();
        let version: Arc<dyn Version> = profile.clone();
        Settings {
            profile,
            recipe: Arc::new(Recipe::of(version)),
            inputs: NamedInputs::default(),
            hand_written: Vec::new(),
            levels: Default::default(),
            baseline: Baseline::default(),
            baseline_path: None,
            profile_choice: ProfileChoice::default(),
            is_profile_chosen: false,
            assumption: None,
            unsupported: None,
            dependencies: Dependencies::default(),
        }
    }
}

impl Recipe {
    /// What is generated for a version without settings.
    pub fn of(version: Arc<dyn Version>) -> Self {
        Recipe {
            version,
            folder: None,
            targets: Vec::new(),
            shards: None,
            custom_targets: Vec::new(),
            syntaxes: Vec::new(),
            templates: TemplateFiles::default(),
            cpp_include: None,
            allowances: Vec::new(),
        }
    }
}

impl<F: Framework> Settings<F> {
    /// Reads the project's own files. `recognised` is the version that the tree looks like. `known` is the profile as it was last
    /// loaded, and afterwards the one that is used.
    pub(crate) fn read(
        framework: F,
        config_source: ConfigSource,
        recognised: Option<Recognised>,
        options: &Options,
        catalogue: Catalogue,
        sources: &mut Sources,
        diagnostics: &mut Diagnostics,
        known: &mut Option<Arc<LoadedProfile<F::Profile>>>,
    ) -> Settings<F> {
        let names = framework.names();
        let mut reader = Reader {
            source: config_source,
            options,
            catalogue,
            sources,
            diagnostics,
            dependencies: Dependencies::default(),
        };
        let config_path = options.config.clone().or_else(|| reader.source.config());
        let config = reader.config(config_path.as_deref(), names);
        let folder = config_path.as_deref().and_then(Path::parent).map(Path::to_owned);
        // Paths in the settings are relative to the folder of `opgen.toml`.
        let base = folder.clone().unwrap_or_default();
        let default_name = match recognised {
            Some(Recognised::Profile(name)) => name,
            Some(Recognised::Unsupported(_)) | None => names.default_profile,
        };
        let profile_choice = reader.profile_choice(&config, default_name, &base);
        let profile = reader.profile(framework, &profile_choice, &config.outputs.features, recognised, known);
        let is_profile_chosen = options.profile.is_some() || config.profile.is_some();
        let unsupported = match recognised {
            Some(Recognised::Unsupported(version)) if !is_profile_chosen && config.inputs.is_none() => Some(version),
            _ => None,
        };
        let is_assumed = recognised.is_none() && !is_profile_chosen;
        let assumption = is_assumed.then(|| assumption(names, profile.name())).flatten();
        let (baseline, baseline_path) = reader.baseline(&config, folder.as_deref());
        let templates = reader.templates(&config, &*profile, &base);
        let Config {
            levels,
            hand_written,
            baseline: _,
            profile: _,
            inputs,
            outputs,
            templates: _,
            syntaxes,
            targets,
            cpp_include,
            allowances,
        } = config;
        let cpp_include = cpp_include.map(|folder| base.join(folder.value));
        let Reader { sources: _, diagnostics, mut dependencies, source, .. } = reader;
        let is_on_disk = matches!(source, ConfigSource::Disk(..));
        if let Some(path) = config_path.as_ref().filter(|_| is_on_disk) {
            dependencies.note(path);
        }
        let inputs = inputs.map_or_else(NamedInputs::default, |node| NamedInputs::read(&node, &*profile, diagnostics));
        let Outputs { folder, targets: named, features: _, shards } = outputs;
        check_targets(&named, &*profile, &targets, diagnostics);
        let folder = folder.filter(|_| is_on_disk);
        let folder = folder.and_then(|folder| places::output_folder(folder, &base, diagnostics));
        let folder = folder.map(|folder| base.join(folder.value));
        let custom_targets = targets;
        let version: Arc<dyn Version> = profile.clone();
        let recipe = Recipe {
            version,
            folder,
            targets: named,
            shards,
            custom_targets,
            syntaxes,
            templates,
            cpp_include,
            allowances,
        };
        let levels = [tolerated(&*profile, catalogue, diagnostics), levels, options.levels.clone()];
        let recipe = Arc::new(recipe);
        Settings {
            profile,
            recipe,
            inputs,
            hand_written,
            levels,
            baseline,
            baseline_path,
            profile_choice,
            is_profile_chosen,
            assumption,
            unsupported,
            dependencies,
        }
    }
}

/// Says that a tree does not state its version. `None` for a framework whose trees never do.
fn assumption(names: &Names, profile: &str) -> Option<String> {
    let (framework, file, settings) = (names.framework, names.version_file?, config::NAME);
    let used = format!("no file states the version of {framework}, so the profile `{profile}` is used");
    Some(format!("{used}; choose one with `--profile` or in {settings}, or write the version to `{file}`"))
}

/// The profile's levels: rules that the framework's own files break are warnings.
fn tolerated(profile: &impl Version, catalogue: Catalogue, diagnostics: &mut Diagnostics) -> Levels {
    let mut levels = Levels::default();
    for code in profile.tolerated() {
        match catalogue.of_code(&code.value) {
            Some(rule) if Setting::Warn.fits(rule) => levels.set(rule, Setting::Warn),
            Some(rule) => diagnostics.push(not_allowed(rule, code.span)),
            None => diagnostics.push(unknown_code(&code.value, code.span, catalogue)),
        }
    }
    levels
}

/// Reads the project's own files.
struct Reader<'a> {
    source: ConfigSource<'a>,
    options: &'a Options,
    catalogue: Catalogue,
    sources: &'a mut Sources,
    diagnostics: &'a mut Diagnostics,
    dependencies: Dependencies,
}

impl Reader<'_> {
    fn config(&mut self, path: Option<&Path>, names: &Names) -> Config {
        let file = match (&self.options.config, path) {
            (Some(named), _) => self.source.read_named(
                named,
                None,
                "check the path given to `--config`",
                self.sources,
                self.diagnostics,
            ),
            (None, path) => path.and_then(|path| self.source.read(path, self.sources, self.diagnostics)),
        };
        file.map_or_else(Config::default, |id| {
            Config::of_file(id, self.sources, self.catalogue, names, self.diagnostics)
        })
    }

    /// The profile is chosen by the caller, or else by the project, or else recognised by the files of the tree.
    fn profile_choice(&mut self, config: &Config, default_name: &'static str, base: &Path) -> ProfileChoice {
        match self.options.profile.as_ref() {
            Some(name) => {
                let choice = Some(named_by_caller(PROFILE_OPTION, name, self.sources));
                ProfileChoice { choice, default_name, folder: PathBuf::new() }
            }
            None => ProfileChoice { choice: config.profile.clone(), default_name, folder: base.to_owned() },
        }
    }

    /// The chosen profile, with the optional outputs that the project or the caller enables.
    fn profile<F: Framework>(
        &mut self,
        framework: F,
        chosen: &ProfileChoice,
        features: &[String],
        recognised: Option<Recognised>,
        known: &mut Option<Arc<LoadedProfile<F::Profile>>>,
    ) -> Arc<F::Profile> {
        let unsaved = &self.options.unsaved;
        let origin = Origin::new(recognised, self.options, self.sources);
        let loaded = match known.take().filter(|known| known.is_current(&origin, unsaved)) {
            Some(known) => known,
            None => {
                let features: Vec<&str> = features.iter().chain(&self.options.features).map(String::as_str).collect();
                let diagnostics = self.diagnostics.fork();
                Arc::new(LoadedProfile::load(framework, chosen, &features, origin, unsaved, self.sources, diagnostics))
            }
        };
        self.sources.extend(loaded.sources.iter().cloned());
        self.diagnostics.append(loaded.diagnostics.clone());
        for file in &loaded.files {
            self.dependencies.note(file);
        }
        Arc::clone(&known.insert(loaded).profile)
    }

    /// The baseline, and the path at which the project has its baseline, or would have one.
    fn baseline(&mut self, config: &Config, folder: Option<&Path>) -> (Baseline, Option<PathBuf>) {
        let is_on_disk = matches!(self.source, ConfigSource::Disk(..));
        let is_own = |(name, folder): (&Spanned<String>, &Path)| {
            !is_on_disk || places::is_own_baseline(name, folder, self.diagnostics)
        };
        let named = config.baseline.as_ref();
        if !named.zip(folder).is_none_or(is_own) {
            return (Baseline::default(), None);
        }
        let name = named.map_or(baseline::NAME, Spanned::as_str);
        let of_project = folder.map(|folder| folder.join(name));
        let (path, named_at) = match (&self.options.baseline, &of_project) {
            (BaselineFrom::File(path), _) => (path.clone(), None),
            (BaselineFrom::Project, Some(path)) => (path.clone(), named.map(|name| name.span)),
            (BaselineFrom::Project, None) | (BaselineFrom::Nowhere, _) => return (Baseline::default(), of_project),
        };
        if let ConfigSource::Disk(..) = self.source {
            self.dependencies.note(&path);
        }
        let must_exist = named.is_some() || matches!(self.options.baseline, BaselineFrom::File(_));
        let file = match must_exist {
            true => {
                let help = "write it with `opgen check --write-baseline`";
                self.source.read_named(&path, named_at, help, self.sources, self.diagnostics)
            }
            false => self.source.read(&path, self.sources, self.diagnostics),
        };
        let read = |id| Baseline::read(id, self.sources, self.catalogue, self.diagnostics);
        (file.map_or_else(Baseline::default, read), of_project)
    }

    /// The templates of the profile, and those of the project, which replace them. A git revision is never rendered, so
    /// it has none.
    fn templates(&mut self, config: &Config, profile: &impl Version, base: &Path) -> TemplateFiles {
        let mut files = TemplateFiles::default();
        if !matches!(self.source, ConfigSource::Disk(..)) {
            return files;
        }
        let of_profile = profile.templates().iter().rev().filter_map(|folder| match folder {
            TemplateFolder::Disk(folder) => Some((folder.clone(), None)),
            TemplateFolder::BuiltIn(_) => None,
        });
        let own = config.templates.iter().map(|name| (base.join(&name.value), Some(name.span)));
        for (folder, named_at) in of_profile.chain(own) {
            let Reader { source, sources, diagnostics, dependencies, .. } = self;
            files.add(&folder, named_at, source, sources, diagnostics, dependencies);
        }
        files
    }
}

/// The profile that an argument of the command line names. Its span is in a file with the name of that argument, which is made for
/// the diagnostics.
pub fn named_by_caller(argument: &str, name: &str, sources: &mut Sources) -> Choice {
    let at = sources.add(SourceFile::new(argument.to_owned(), name.to_owned()));
    Choice::Named(Spanned::new(name.to_owned(), Span::new(at, 0, name.len())))
}

/// Reports names that are neither built-in nor custom targets.
fn check_targets(
    named: &[Spanned<String>],
    profile: &impl Version,
    custom: &[CustomTarget],
    diagnostics: &mut Diagnostics,
) {
    let own = custom.iter().map(|target| target.name.as_str());
    let known: Vec<&str> = profile.targets().into_iter().map(|target| target.name).chain(own).collect();
    for name in named.iter().filter(|name| !known.contains(&name.as_str())) {
        if diagnostics.may_be_lost(&name.value) {
            continue;
        }
        let problem =
            Diagnostic::new(source::rules::WRONG_NODE, name.span, format!("there is no target `{}`", name.value));
        diagnostics.push(problem.maybe_help(suggest::help(&name.value, known.iter().copied())));
    }
}
