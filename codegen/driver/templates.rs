//! The project's own templates. They replace built-in templates of the same names, or are used by its own targets.

use std::path::{Path, PathBuf};

use walkdir::WalkDir;

use super::Place;
use project::config::OwnTarget;
use project::dependencies::Dependencies;
use render::{Templates, reason};
use source::{Diagnostic, Diagnostics, FileId, Sources, Span, Spanned, suggest};

/// The files below the folder of templates, by their relative paths.
#[derive(Debug, Clone, Default)]
pub struct TemplateFiles(Vec<(String, FileId)>);

impl TemplateFiles {
    /// Reads every file below the project's folder of templates.
    pub(super) fn read(
        folder: &Path,
        named_at: Span,
        place: &mut Place,
        sources: &mut Sources,
        diagnostics: &mut Diagnostics,
        dependencies: &mut Dependencies,
    ) -> Self {
        let mut files = Vec::new();
        for entry in WalkDir::new(folder).follow_links(true).sort_by_file_name() {
            let path: PathBuf = match entry {
                Ok(entry) => entry.into_path(),
                Err(error) => {
                    let message = format!("cannot read the templates: {error}");
                    diagnostics.push(Diagnostic::new(source::rules::UNREADABLE, named_at, message));
                    continue;
                }
            };
            // A folder changes when a template is added to it.
            dependencies.note(&path);
            if path.is_file()
                && let Some(id) = place.read(&path, sources, diagnostics)
            {
                let name = path.strip_prefix(folder).unwrap_or(&path).to_string_lossy().replace('\\', "/");
                files.push((name, id));
            }
        }
        TemplateFiles(files)
    }

    /// The name and text of each template.
    pub fn texts<'a>(&'a self, sources: &'a Sources) -> impl Iterator<Item = (&'a str, &'a str)> {
        self.0.iter().map(|(name, id)| (name.as_str(), sources.file(*id).text()))
    }

    /// The file that a template was read from.
    pub fn file(&self, name: &str) -> Option<FileId> {
        self.0.iter().find(|(of, _)| of == name).map(|(_, id)| *id)
    }

    /// Checks the templates before anything is rendered.
    pub(super) fn check(&self, targets: &[OwnTarget], sources: &Sources, diagnostics: &mut Diagnostics) {
        let mut templates = Templates::built_in();
        self.check_used(&templates, targets, sources, diagnostics);
        for (name, text) in self.texts(sources) {
            if let Err(error) = templates.add(name, text) {
                self.report(name, &error, diagnostics);
            }
        }
        for target in targets {
            self.check_target(target, &templates, diagnostics);
        }
    }

    fn check_target(&self, target: &OwnTarget, templates: &Templates, diagnostics: &mut Diagnostics) {
        let Spanned { value: name, span } = &target.template;
        if !templates.has(name) && self.file(name).is_none() {
            let known = self.0.iter().map(|(name, _)| name.as_str());
            let near = suggest::nearest(name, known).map(|near| format!("did you mean `{near}`?"));
            let help = near.unwrap_or("set `templates` in opgen.toml to the folder that it is in".to_owned());
            let message = format!("there is no template `{name}`");
            diagnostics.push(Diagnostic::new(project::rules::TEMPLATE, *span, message).help(help));
        }
        if let Err(error) = templates.check(&target.output.value) {
            let message = format!("`output` is not a valid template: {}", reason(&error));
            diagnostics.push(Diagnostic::new(project::rules::TEMPLATE, target.output.span, message));
        }
    }

    fn report(&self, name: &str, error: &minijinja::Error, diagnostics: &mut Diagnostics) {
        let Some(file) = self.file(name) else { return };
        let range = error.range().unwrap_or(0..0);
        let span = Span::new(file, range.start, range.end);
        diagnostics.push(Diagnostic::new(
            project::rules::TEMPLATE,
            span,
            format!("this is not a valid template: {}", reason(error)),
        ));
    }

    /// Reports files that are not used. Such a file was probably meant to replace a built-in template.
    fn check_used(
        &self,
        built_in: &Templates,
        targets: &[OwnTarget],
        sources: &Sources,
        diagnostics: &mut Diagnostics,
    ) {
        for (name, file) in &self.0 {
            let is_named = |(_, text): (&str, &str)| text.contains(&format!("\"{name}\""));
            let is_used = built_in.has(name)
                || targets.iter().any(|target| target.template.value == *name)
                || self.texts(sources).any(is_named);
            if !is_used {
                let message =
                    format!("no target uses the template `{name}`, and there is no built-in template with this name");
                let help = suggest::nearest(name, built_in.names()).map(|near| format!("did you mean `{near}`?"));
                let problem = Diagnostic::new(project::rules::UNUSED_TEMPLATE, Span::start_of(*file), message);
                diagnostics.push(problem.maybe_help(help));
            }
        }
    }
}
