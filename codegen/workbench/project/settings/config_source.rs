//! Reads a project's settings, baseline and templates, from disk or from a git revision.

use std::path::{Path, PathBuf};

use source::file::SourceFile;
use source::path::with_slashes;
use source::read::Unsaved;
use source::{Diagnostic, Diagnostics, FileId, Sources, Span, read};

use crate::{config, git};

/// The place where a project's settings, baseline and templates are.
#[derive(Debug)]
pub enum ConfigSource<'a> {
    /// On disk. Messages show paths relative to this folder, if there is one.
    Disk(Option<&'a Path>, &'a Unsaved),
    /// In a folder of a git revision. Paths are relative to that folder.
    Revision(&'a mut git::Tree),
}

impl<'a> ConfigSource<'a> {
    /// The place of the settings for a revision: the revision itself if it has an `opgen.toml`, or else the work tree.
    pub fn of_revision(tree: &'a mut git::Tree, work_tree: Option<&'a Path>, unsaved: &'a Unsaved) -> Self {
        match tree.read(config::NAME) {
            Ok(None) => ConfigSource::Disk(work_tree, unsaved),
            Ok(Some(_)) | Err(_) => ConfigSource::Revision(tree),
        }
    }

    /// The path at which the project's `opgen.toml` would be.
    pub(super) fn config(&self) -> Option<PathBuf> {
        match self {
            ConfigSource::Disk(root, _) => Some(root.as_ref()?.join(config::NAME)),
            ConfigSource::Revision(_) => Some(PathBuf::from(config::NAME)),
        }
    }

    /// Reads one of the project's own files. `None` if it does not exist, or if it cannot be read, which is reported.
    pub(super) fn read(&mut self, path: &Path, sources: &mut Sources, diagnostics: &mut Diagnostics) -> Option<FileId> {
        read::from_result(self.bytes(path), &self.shown(path), sources, diagnostics).ok().flatten()
    }

    /// Reads a file that must exist because the project (at `named_at`) or the caller names it.
    pub(super) fn read_named(
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
            diagnostics.push(Diagnostic::new(source::rules::UNREADABLE, at, problem).help(help));
            return None;
        }
        self.read(path, sources, diagnostics)
    }

    fn bytes(&mut self, path: &Path) -> Result<Option<Vec<u8>>, String> {
        match self {
            ConfigSource::Disk(_, unsaved) => unsaved.bytes(path),
            ConfigSource::Revision(tree) => tree.read(&with_slashes(path)),
        }
    }

    fn shown(&self, path: &Path) -> String {
        let shown = match self {
            ConfigSource::Disk(Some(root), _) => path_from(root, path),
            ConfigSource::Disk(None, _) | ConfigSource::Revision(_) => path.to_owned(),
        };
        with_slashes(&shown)
    }
}

/// A path relative to a folder, with `..` if necessary.
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
