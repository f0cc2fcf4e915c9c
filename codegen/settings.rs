//! What holds in a run: what the project's `opgen.toml` says, what the caller wants otherwise, and the baseline.

use std::path::{Path, PathBuf};

use crate::baseline::{self, Baseline};
use crate::config::{self, Config};
use crate::dependencies::Dependencies;
use crate::source::file::SourceFile;
use crate::source::levels::Levels;
use crate::source::{Diagnostic, Diagnostics, FileId, Rule, Sources, Span, Spanned, git, read};

/// What a caller wants otherwise than the project says.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Options {
    /// Read in place of the `opgen.toml` in the root.
    pub config: Option<PathBuf>,
    /// They come after the project's own.
    pub levels: Levels,
    pub baseline: BaselineFrom,
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

/// What holds in a run.
#[derive(Debug, Default)]
pub struct Settings {
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
        let levels = [config.levels, options.levels.clone()];
        Settings { hand_written: config.hand_written, levels, baseline, baseline_path, dependencies }
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

/// Where a project's own files are.
#[derive(Debug)]
pub enum Place<'a> {
    /// On the disk. Paths are shown from this folder, if there is one.
    Disk(Option<&'a Path>),
    /// In the folder as a git revision has it. Paths are from there.
    Revision(&'a mut git::Tree),
}

impl<'a> Place<'a> {
    /// What holds for a revision: what it says itself, or else what the project says today.
    pub fn of_revision(tree: &'a mut git::Tree, today: Option<&'a Path>) -> Self {
        match tree.read(config::NAME) {
            Ok(None) => Place::Disk(today),
            Ok(Some(_)) | Err(_) => Place::Revision(tree),
        }
    }

    /// Where the project's `opgen.toml` is, if it has one.
    fn config(&self) -> Option<PathBuf> {
        match self {
            Place::Disk(root) => Some(root.as_ref()?.join(config::NAME)),
            Place::Revision(_) => Some(PathBuf::from(config::NAME)),
        }
    }

    /// Reads a file that is none of the operators'. `None`: there is no such file, or it cannot be read, which has been
    /// reported.
    fn read(&mut self, path: &Path, sources: &mut Sources, diagnostics: &mut Diagnostics) -> Option<FileId> {
        read::from_result(self.bytes(path), &self.shown(path), sources, diagnostics).ok().flatten()
    }

    /// Reads a file that somebody has named, so that it must be there: the project at `named_at`, or else the caller.
    fn read_named(
        &mut self,
        path: &Path,
        named_at: Option<Span>,
        help: &str,
        sources: &mut Sources,
        diagnostics: &mut Diagnostics,
    ) -> Option<FileId> {
        if let Ok(None) = self.bytes(path) {
            let name = self.shown(path);
            let problem = format!("there is no file {name}");
            let at = named_at.unwrap_or_else(|| Span::start_of(sources.add(SourceFile::new(name, String::new()))));
            diagnostics.push(Diagnostic::new(Rule::Unreadable, at, problem).help(help));
            return None;
        }
        self.read(path, sources, diagnostics)
    }

    fn bytes(&mut self, path: &Path) -> Result<Option<Vec<u8>>, String> {
        match self {
            Place::Disk(_) => read::bytes(path),
            Place::Revision(tree) => tree.read(&path.to_string_lossy().replace('\\', "/")),
        }
    }

    fn shown(&self, path: &Path) -> String {
        let shown = match self {
            Place::Disk(Some(root)) => path_from(root, path),
            Place::Disk(None) | Place::Revision(_) => path.to_owned(),
        };
        shown.to_string_lossy().replace('\\', "/")
    }
}

/// A path as it is to be shown: from a folder, by way of `..` where that is needed.
fn path_from(folder: &Path, path: &Path) -> PathBuf {
    let (Ok(folder), Ok(whole)) = (std::path::absolute(folder), std::path::absolute(path)) else {
        return path.to_owned();
    };
    let (mut folder, mut whole) = (folder.components().peekable(), whole.components().peekable());
    while folder.peek().is_some() && folder.peek() == whole.peek() {
        folder.next();
        whole.next();
    }
    folder.map(|_| Path::new("..")).chain(whole.map(|part| Path::new(part.as_os_str()))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_is_shown_from_a_folder() {
        let from = |folder, path| path_from(Path::new(folder), Path::new(path));
        assert_eq!(from("a/b", "a/b/opgen.toml"), Path::new("opgen.toml"));
        assert_eq!(from("a/b", "a/c/opgen.toml"), Path::new("../c/opgen.toml"));
        assert_eq!(from(".", "opgen.toml"), Path::new("opgen.toml"));
    }
}
