//! What holds in a run: what the project's `opgen.toml` says, what the caller wants otherwise, the baseline, and the
//! project's templates.

mod place;
mod templates;

pub use place::Place;
pub use templates::TemplateFiles;

use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::baseline::{self, Baseline};
use crate::config::{Config, NamedInputs, Outputs, OwnTarget};
use crate::dependencies::Dependencies;
use crate::driver::shards::Shards;
use crate::levels::Levels;
use profile::{Feature, Profile};
use source::{Diagnostic, Diagnostics, Sources, Span, Spanned, suggest};
use targets::TARGETS;

/// What a caller wants otherwise than the project says.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Options {
    /// Read in place of the `opgen.toml` in the root.
    pub config: Option<PathBuf>,
    /// They come after the project's own.
    pub levels: Levels,
    pub baseline: BaselineFrom,
    /// Besides those of the project.
    pub features: Vec<Feature>,
}

/// Where the baseline comes from.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub enum BaselineFrom {
    /// From where the project says, if it says so.
    #[default]
    Project,
    File(PathBuf),
    /// There is none.
    Nowhere,
}

impl BaselineFrom {
    /// Whether there is a baseline that counts.
    fn is_read(&self, config: &Config) -> bool {
        match self {
            BaselineFrom::Project => config.baseline.is_some(),
            BaselineFrom::File(_) => true,
            BaselineFrom::Nowhere => false,
        }
    }
}

/// What is made of the operators, and how.
#[derive(Debug, Default)]
pub struct Recipe {
    pub profile: Profile,
    /// Where outputs go, if the project says so.
    pub folder: Option<PathBuf>,
    /// What the project wants made; all where there is nothing.
    pub targets: Vec<Spanned<String>>,
    pub shards: Option<Shards>,
    pub own_targets: Vec<OwnTarget>,
    pub templates: TemplateFiles,
}

/// What holds in a run.
#[derive(Debug, Default)]
pub struct Settings {
    pub recipe: Arc<Recipe>,
    /// Files that the project names in place of the profile's.
    pub inputs: NamedInputs,
    /// Operators that the project implements by hand.
    pub hand_written: Vec<Spanned<String>>,
    /// Those of the project, then those of the caller.
    pub levels: [Levels; 2],
    pub baseline: Baseline,
    /// Where the project keeps its baseline, or would keep it.
    pub baseline_path: PathBuf,
    /// The files that were looked for.
    pub dependencies: Dependencies,
}

impl Settings {
    /// Reads the project's own files.
    pub fn read(mut place: Place, options: &Options, sources: &mut Sources, diagnostics: &mut Diagnostics) -> Settings {
        let place = &mut place;
        let config_path = options.config.clone().or_else(|| place.config());
        let config = read_config(place, options, config_path.as_deref(), sources, diagnostics);
        let baseline_path = baseline_path(options, &config, config_path.as_deref());
        let named_at = config.baseline.as_ref().map(|name| name.span);
        let baseline = match options.baseline {
            _ if !options.baseline.is_read(&config) => Baseline::default(),
            BaselineFrom::File(_) => read_baseline(place, &baseline_path, None, sources, diagnostics),
            BaselineFrom::Project | BaselineFrom::Nowhere => {
                read_baseline(place, &baseline_path, named_at, sources, diagnostics)
            }
        };
        let mut dependencies = Dependencies::default();
        if let Place::Disk(_) = place {
            config_path.iter().for_each(|path| dependencies.note(path));
            if options.baseline.is_read(&config) {
                dependencies.note(&baseline_path);
            }
        }
        let beside = config_path.as_deref().and_then(Path::parent).unwrap_or(Path::new(""));
        let templates = match (&config.templates, &place) {
            (Some(name), Place::Disk(_)) => {
                let folder = beside.join(&name.value);
                TemplateFiles::read(&folder, name.span, place, sources, diagnostics, &mut dependencies)
            }
            // Nothing is rendered of what a revision has of its own.
            _ => TemplateFiles::default(),
        };
        if matches!(place, Place::Disk(_)) && (config.templates.is_some() || !config.targets.is_empty()) {
            templates.check(&config.targets, sources, diagnostics);
        }
        let Config { levels, hand_written, baseline: _, mut profile, inputs, outputs, templates: _, targets } = config;
        let Outputs { folder, targets: named, features, shards } = outputs;
        features.iter().chain(&options.features).for_each(|feature| profile.enable(*feature));
        check_targets(&named, &targets, diagnostics);
        let folder = folder.map(|folder| beside.join(folder.value));
        let recipe = Recipe { profile, folder, targets: named, shards, own_targets: targets, templates };
        let recipe = Arc::new(recipe);
        let levels = [levels, options.levels.clone()];
        Settings { recipe, inputs, hand_written, levels, baseline, baseline_path, dependencies }
    }
}

/// What is to be made must exist.
fn check_targets(named: &[Spanned<String>], own: &[OwnTarget], diagnostics: &mut Diagnostics) {
    let known: Vec<&str> =
        TARGETS.iter().map(|target| target.name).chain(own.iter().map(|target| target.name.as_str())).collect();
    for name in named.iter().filter(|name| !known.contains(&name.as_str())) {
        if diagnostics.may_be_lost(&name.value) {
            continue;
        }
        let problem =
            Diagnostic::new(source::rules::WRONG_NODE, name.span, format!("there is no target `{}`", name.value));
        diagnostics.push(problem.maybe_help(suggest::help(&name.value, known.iter().copied())));
    }
}

fn read_config(
    place: &mut Place,
    options: &Options,
    path: Option<&Path>,
    sources: &mut Sources,
    diagnostics: &mut Diagnostics,
) -> Config {
    let file = match (&options.config, path) {
        (Some(named), _) => place.read_named(named, None, "`--config` names it", sources, diagnostics),
        (None, path) => path.and_then(|path| place.read(path, sources, diagnostics)),
    };
    file.map_or_else(Config::default, |id| Config::of_file(id, sources, diagnostics))
}

/// Where the caller wants the baseline, or else the project, or else beside where its `opgen.toml` would be.
fn baseline_path(options: &Options, config: &Config, config_path: Option<&Path>) -> PathBuf {
    let beside = config_path.and_then(Path::parent).unwrap_or(Path::new(""));
    match (&options.baseline, &config.baseline) {
        (BaselineFrom::File(path), _) => path.clone(),
        (_, Some(name)) => beside.join(&name.value),
        (_, None) => beside.join(baseline::NAME),
    }
}

fn read_baseline(
    place: &mut Place,
    path: &Path,
    named_at: Option<Span>,
    sources: &mut Sources,
    diagnostics: &mut Diagnostics,
) -> Baseline {
    let help = "`opgen check --write-baseline` writes it";
    match place.read_named(path, named_at, help, sources, diagnostics) {
        Some(id) => Baseline::read(id, sources, diagnostics),
        None => Baseline::default(),
    }
}
