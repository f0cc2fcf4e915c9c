//! The project's own templates. They replace built-in templates with the same names, or are used by its own targets.

use std::path::Path;

use walkdir::WalkDir;

use source::path::with_slashes;
use source::{Diagnostic, Diagnostics, FileId, Sources, Span, file::SourceFile};

use super::ConfigSource;
use crate::dependencies::{Dependencies, is_hidden};

/// The number of files and folders below a folder of templates. There are more if it is a link to the top of a disk.
const MAX_ENTRIES: usize = 10_000;

/// The files below the folders of templates, by their paths in these folders.
#[derive(Debug, Clone, Default)]
pub struct TemplateFiles(Vec<(String, FileId)>);

impl TemplateFiles {
    /// Adds every file below a folder, except hidden and temporary ones. A file replaces one with the same name that
    /// was added earlier. `named_at` is the span of the setting that names the folder.
    pub(super) fn add(
        &mut self,
        folder: &Path,
        named_at: Option<Span>,
        config: &mut ConfigSource,
        sources: &mut Sources,
        diagnostics: &mut Diagnostics,
        dependencies: &mut Dependencies,
    ) {
        let entries = WalkDir::new(folder).follow_links(true).sort_by_file_name().into_iter();
        let entries = entries.filter_entry(|entry| entry.depth() == 0 || !is_hidden(entry.path()));
        let entries: Vec<_> = entries.take(MAX_ENTRIES + 1).collect();
        let mut report = |reason: String| {
            let at = named_at.unwrap_or_else(|| span_for(folder, sources));
            let message = format!("cannot read the templates: {reason}");
            diagnostics.push(Diagnostic::new(source::rules::UNREADABLE, at, message));
        };
        if entries.len() > MAX_ENTRIES {
            return report(format!("the folder has more than {MAX_ENTRIES} files and folders"));
        }
        let mut paths = Vec::new();
        for entry in entries {
            match entry {
                Ok(entry) => paths.push(entry.into_path()),
                Err(error) => report(error.to_string()),
            }
        }
        for path in paths {
            // Folders are noted, too: they change when a template is added.
            dependencies.note(&path);
            // What is neither a file nor a folder cannot be read, which is reported.
            if !path.is_dir()
                && let Some(id) = config.read(&path, sources, diagnostics)
            {
                let name = with_slashes(path.strip_prefix(folder).unwrap_or(&path));
                self.0.retain(|(known, _)| *known != name);
                self.0.push((name, id));
            }
        }
    }

    /// The name and file of each template.
    pub fn files(&self) -> impl Iterator<Item = (&str, FileId)> {
        self.0.iter().map(|(name, id)| (name.as_str(), *id))
    }

    /// The name and text of each template.
    pub fn texts<'a>(&'a self, sources: &'a Sources) -> impl Iterator<Item = (&'a str, &'a str)> {
        self.0.iter().map(|(name, id)| (name.as_str(), sources.file(*id).text()))
    }

    /// The file that a template was read from.
    pub fn file(&self, name: &str) -> Option<FileId> {
        self.0.iter().find(|(of, _)| of == name).map(|(_, id)| *id)
    }
}

/// A span for diagnostics about a folder that no setting names.
fn span_for(folder: &Path, sources: &mut Sources) -> Span {
    Span::start_of(sources.add(SourceFile::new(folder.display().to_string(), String::new())))
}
