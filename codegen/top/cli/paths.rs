//! The arguments for single files of a project, one of which may come from standard input.

use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{anyhow, bail};
use clap::Args;
use opgen::driver::frameworks::nearest_root;
use opgen::project::Root;
use opgen::source::file::SourceFile;
use opgen::source::path::tidy;
use opgen::source::read::{Unsaved, text_from};

use super::detail::Detail;
use super::root_args::{RootArgs, path_in};

/// The path that stands for standard input.
const STANDARD_INPUT: &str = "-";

/// The arguments for files of a project.
#[derive(Args)]
pub struct PathArgs {
    /// Only these files, or those in these folders; by default, all files of the project. `-` is standard input
    #[arg(value_name = "PATH")]
    paths: Vec<PathBuf>,
    /// With `-`: the path of the file whose text comes from standard input
    #[arg(long, value_name = "FILE")]
    stdin_filename: Option<PathBuf>,
}

/// The files and folders that the user named.
pub struct NamedPaths {
    paths: Vec<PathBuf>,
    /// The text of standard input, which stands for the only path.
    pub input: Option<Arc<str>>,
}

impl PathArgs {
    /// Reads standard input if it is one of the paths.
    pub fn read(&self) -> anyhow::Result<NamedPaths> {
        let is_input = |path: &PathBuf| path == Path::new(STANDARD_INPUT);
        match (&self.stdin_filename, self.paths.iter().any(is_input)) {
            (None, false) => Ok(NamedPaths { paths: self.paths.clone(), input: None }),
            (Some(_), false) => bail!("`--stdin-filename` needs the path `-`, which is standard input"),
            (None, true) => bail!("`-` needs `--stdin-filename FILE`: the file's name says which YAML it is"),
            (Some(_), true) if self.paths.len() > 1 => bail!("`-` must be the only path"),
            (Some(file), true) => {
                let text = text_from(io::stdin().lock());
                let text = text.map_err(|reason| anyhow!("cannot read standard input: {reason}"))?;
                Ok(NamedPaths { paths: vec![file.clone()], input: Some(Arc::from(text)) })
            }
        }
    }
}

impl NamedPaths {
    /// True if the user named no path, which means all files.
    pub fn is_empty(&self) -> bool {
        self.paths.is_empty()
    }

    /// The project's root: without `--root`, that of the first path, or else of the current folder.
    pub fn root(&self, args: &RootArgs, detail: Detail) -> anyhow::Result<Root> {
        let Some(first) = self.paths.first().filter(|_| args.root.is_none() && !args.built_in) else {
            return args.root(detail);
        };
        let folder = if first.is_dir() { first.as_path() } else { first.parent().unwrap_or(Path::new("")) };
        let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
        match nearest_root(folder, args.profile.as_deref()) {
            Some(up) => Ok(Root::Tree(tidy(&folder.join(up)))),
            None => {
                bail!("{} is not in a project with operator YAML; `--root` names the folder of one", first.display())
            }
        }
    }

    /// The text of standard input, in place of its file.
    pub fn unsaved(&self, root: &Root) -> Unsaved {
        let Some((text, file)) = self.input.as_ref().zip(self.paths.first()) else { return Unsaved::default() };
        let on_disk = resolved(file);
        // The project reads its files by their paths from the root, which may have another spelling.
        let from_root = root.folder().zip(on_disk.as_ref()).and_then(|(folder, path)| {
            let below = path.strip_prefix(fs::canonicalize(folder).ok()?).ok()?;
            Some(folder.join(below))
        });
        let paths = [Some(file.clone()), on_disk, from_root];
        Unsaved::default().with(paths.into_iter().flatten().map(|path| (path, Arc::clone(text))))
    }

    /// Those of a project's files that the paths name, or that are below them. `what` describes the files, for messages.
    ///
    /// # Errors
    /// If a path does not exist, or names none of the files.
    pub fn chosen<'a>(
        &self,
        root: &Root,
        files: impl IntoIterator<Item = &'a SourceFile>,
        what: &str,
    ) -> anyhow::Result<BTreeSet<String>> {
        let on_disk = |file: &'a SourceFile| (file, resolved(Path::new(&path_in(root, file.name()))));
        // A file whose text does not come from standard input is not the file that the user means.
        let is_input = |file: &&SourceFile| self.input.as_ref().is_none_or(|input| file.text() == &**input);
        let files: Vec<_> = files.into_iter().filter(is_input).map(on_disk).collect();
        let mut chosen = BTreeSet::new();
        for path in &self.paths {
            if !path.exists() && self.input.is_none() {
                bail!("there is no file or folder {}", path.display());
            }
            let path_on_disk = resolved(path);
            let is_below = |file: &Option<PathBuf>| {
                file.as_ref().zip(path_on_disk.as_ref()).is_some_and(|(file, path)| file.starts_with(path))
            };
            let below: Vec<_> = files.iter().filter(|(_, file)| is_below(file)).collect();
            if below.is_empty() {
                bail!("{} is not one of the project's {what}", path.display());
            }
            chosen.extend(below.into_iter().map(|(file, _)| file.name().to_owned()));
        }
        Ok(chosen)
    }
}

/// The path without links. The file need not exist, but its folder must.
fn resolved(path: &Path) -> Option<PathBuf> {
    let in_folder = || {
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        Some(fs::canonicalize(folder).ok()?.join(path.file_name()?))
    };
    fs::canonicalize(path).ok().or_else(in_folder)
}
