//! The settings of a run: the project's `opgen.toml`, the caller's options, the baseline, and the project's templates.

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

/// A caller's options, which override the project's settings.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Options {
    /// A file that is read instead of the `opgen.toml` in the root.
    pub config: Option<PathBuf>,
    /// Levels that are applied after the project's.
    pub levels: Levels,
    pub baseline: BaselineFrom,
    /// Features in addition to the project's.
    pub features: Vec<Feature>,
}

/// Where the baseline comes from.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub enum BaselineFrom {
    /// From the path in the project's settings, if there is one.
    #[default]
    Project,
    File(PathBuf),
    /// No baseline.
    Nowhere,
}

impl BaselineFrom {
    /// Whether a baseline is read.
    fn is_read(&self, config: &Config) -> bool {
        match self {
            BaselineFrom::Project => config.baseline.is_some(),
            BaselineFrom::File(_) => true,
            BaselineFrom::Nowhere => false,
        }
    }
}

/// What is generated, and how.
#[derive(Debug, Default)]
pub struct Recipe {
    pub profile: Profile,
    /// The project's output folder, if it has one.
    pub folder: Option<PathBuf>,
    /// The targets that the project generates; all if empty.
    pub targets: Vec<Spanned<String>>,
    pub shards: Option<Shards>,
    pub own_targets: Vec<OwnTarget>,
    pub templates: TemplateFiles,
}

/// The settings of a run.
#[derive(Debug, Default)]
pub struct Settings {
    pub recipe: Arc<Recipe>,
    /// Files that the project lists instead of the profile's.
    pub inputs: NamedInputs,
    /// Operators that the project implements by hand.
    pub hand_written: Vec<Spanned<String>>,
    /// The project's levels, then the caller's.
    pub levels: [Levels; 2],
    pub baseline: Baseline,
    /// The path of the project's baseline, which may not exist.
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
            // A revision is never rendered with its own templates.
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

/// Checks that the targets exist.
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
        (Some(named), _) => place.read_named(named, None, "check the path given to `--config`", sources, diagnostics),
        (None, path) => path.and_then(|path| place.read(path, sources, diagnostics)),
    };
    file.map_or_else(Config::default, |id| Config::of_file(id, sources, diagnostics))
}

/// The path of the baseline: the caller's, or the project's, or else the default next to the project's `opgen.toml`.
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
    let help = "write it with `opgen check --write-baseline`";
    match place.read_named(path, named_at, help, sources, diagnostics) {
        Some(id) => Baseline::read(id, sources, diagnostics),
        None => Baseline::default(),
    }
}
