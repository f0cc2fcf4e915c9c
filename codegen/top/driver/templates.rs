//! Checks the templates of a project, and explains their failures.

use minijinja::{Error, ErrorKind};
use project::any::AnyProject;
use project::config::CustomTarget;
use project::rules;
use project::settings::{Recipe, TemplateFiles};
use project::templates::syntax_of;
use render::{Cause, MissingValue, RenderError, Syntax, Templates, help, innermost, reason};
use source::file::SourceFile;
use source::{Diagnostic, Diagnostics, FileId, Help, Sources, Span, Spanned, suggest};

/// Reports unknown syntaxes, and templates to which two targets assign different ones.
fn check_syntaxes(recipe: &Recipe, diagnostics: &mut Diagnostics) {
    let of_targets = recipe.custom_targets.iter().filter_map(|target| target.syntax.as_ref());
    for name in recipe.syntaxes.iter().map(|(_, name)| name).chain(of_targets) {
        if Syntax::of_name(name.as_str()).is_none() {
            let message = format!("there is no syntax `{}`", name.value);
            let help = suggest::help(name.as_str(), Syntax::ALL.map(Syntax::name));
            diagnostics.push(Diagnostic::new(rules::TEMPLATE, name.span, message).maybe_help(help));
        }
    }
    let mut assigned: Vec<(&Spanned<String>, &Spanned<String>)> = Vec::new();
    for target in &recipe.custom_targets {
        let Some(syntax) = &target.syntax else { continue };
        match assigned.iter().find(|(template, _)| **template == target.template) {
            Some((_, other)) if *other != syntax => {
                let message = format!("another target reads `{}` as `{}`", target.template.value, other.value);
                let problem =
                    Diagnostic::new(rules::TEMPLATE, syntax.span, message).label(other.span, "the other target");
                diagnostics.push(problem.help("give both the same syntax, or copy the template"));
            }
            _ => assigned.push((&target.template, syntax)),
        }
    }
}

/// Reports errors in the templates and custom targets of a project that can be found without rendering anything.
pub fn check(recipe: &Recipe, built_in: impl FnOnce() -> Templates, sources: &Sources, diagnostics: &mut Diagnostics) {
    let Recipe { custom_targets, templates: files, .. } = recipe;
    if files.files().next().is_none() && custom_targets.is_empty() {
        return;
    }
    let mut templates = built_in();
    check_used(files, &templates, custom_targets, sources, diagnostics);
    check_syntaxes(recipe, diagnostics);
    for (name, text) in files.texts(sources) {
        if let Err(error) = templates.add_in(syntax_of(recipe, name), name, text) {
            report(files, name, &error, diagnostics);
        }
    }
    for target in custom_targets {
        check_target(target, files, &templates, diagnostics);
    }
}

fn check_target(target: &CustomTarget, files: &TemplateFiles, templates: &Templates, diagnostics: &mut Diagnostics) {
    let Spanned { value: name, span } = &target.template;
    if !templates.has(name) && files.file(name).is_none() {
        let near = suggest::nearest(name, files.files().map(|(name, _)| name));
        let help = near
            .map_or("set `templates` in opgen.toml to the folder that it is in".into(), |near| Help::meant(name, near));
        let message = format!("there is no template `{name}`");
        diagnostics.push(Diagnostic::new(rules::TEMPLATE, *span, message).help(help));
    }
    if let Err(error) = templates.check(&target.output.value) {
        let message = format!("`output` is not a valid template: {}", reason(&error));
        diagnostics.push(Diagnostic::new(rules::TEMPLATE, target.output.span, message));
    }
    let of_shards =
        target.shards.iter().flat_map(|shards| shards.lists.iter().map(|(_, list)| list).chain([&shards.key]));
    for expression in target.values.iter().map(|(_, value)| value).chain(of_shards) {
        if let Err(error) = templates.check_expression(expression.as_str()) {
            let message = format!("this is not a valid expression: {}", reason(&error));
            diagnostics.push(Diagnostic::new(rules::TEMPLATE, expression.span, message));
        }
    }
}

fn report(files: &TemplateFiles, name: &str, error: &Error, diagnostics: &mut Diagnostics) {
    let Some(file) = files.file(name) else { return };
    let range = error.range().unwrap_or(0..0);
    let span = Span::new(file, range.start, range.end);
    diagnostics.push(Diagnostic::new(
        rules::TEMPLATE,
        span,
        format!("this is not a valid template: {}", reason(error)),
    ));
}

/// Reports files that nothing uses. Such a file was probably meant to replace a built-in template.
fn check_used(
    files: &TemplateFiles,
    built_in: &Templates,
    targets: &[CustomTarget],
    sources: &Sources,
    diagnostics: &mut Diagnostics,
) {
    for (name, file) in files.files() {
        let is_named = |(_, text): (&str, &str)| text.contains(&format!("\"{name}\""));
        let is_used = built_in.has(name)
            || targets.iter().any(|target| target.template.value == *name)
            || files.texts(sources).any(is_named);
        if !is_used {
            let message =
                format!("no target uses the template `{name}`, and there is no built-in template with this name");
            // All of them: there are more than `nearest` compares.
            let near = suggest::Known::new(built_in.names()).nearest(name);
            let help = near.map(|near| format!("did you mean `{near}`?"));
            let problem = Diagnostic::new(rules::UNUSED_TEMPLATE, Span::start_of(file), message);
            diagnostics.push(problem.maybe_help(help));
        }
    }
}

/// The diagnostic for a failure in one of the project's own templates.
pub fn failure(project: &dyn AnyProject, failed: &RenderError) -> Option<Diagnostic> {
    let files = &project.recipe().templates;
    let RenderError { path, about, cause } = failed;
    let about = about.as_ref().map_or(String::new(), |about| format!(", for `{about}`"));
    let message = |reason: String| format!("cannot render {path}{about}: {reason}");
    match cause {
        Cause::TooLarge { template } => {
            let span = Span::start_of(files.file(template.as_ref()?)?);
            Some(Diagnostic::new(rules::TEMPLATE, span, message(cause.to_string())))
        }
        Cause::Missing(missing) => {
            let MissingValue { template, name, range, known } = missing.as_ref();
            let span = Span::new(files.file(template)?, range.start, range.end);
            let problem = Diagnostic::new(rules::TEMPLATE, span, message(cause.to_string()));
            Some(problem.maybe_help(suggest::help(name, known.iter().map(String::as_str))))
        }
        Cause::Template(error) if error.kind() == ErrorKind::TemplateNotFound => missing_frame(project, path),
        Cause::Template(error) => {
            let of = |error: &Error| files.file(error.name()?);
            let (error, file) = [innermost(error), error].into_iter().find_map(|error| Some((error, of(error)?)))?;
            // The position in the line is not always known.
            let line = error.line().map_or(0, |line| line - 1);
            let range = error.range().unwrap_or_else(|| project.sources.file(file).lines(line, line));
            let span = Span::new(file, range.start, range.end);
            let problem = Diagnostic::new(rules::TEMPLATE, span, message(reason(error)));
            Some(problem.maybe_help(help(error).map(str::to_owned)))
        }
    }
}

/// The diagnostic for an output whose template is a file that the project's tree lacks.
fn missing_frame(project: &dyn AnyProject, path: &str) -> Option<Diagnostic> {
    let version = &project.recipe().version;
    let kinds = version.kinds();
    let targets = version.targets();
    let plan_of = |name| project.plan(name).into_iter().find(|plan| plan.path == path);
    let (target, plan) = targets.iter().find_map(|target| Some((target.name, plan_of(target.name)?)))?;
    let frame = kinds.iter().find(|kind| kind.key == plan.template)?.paths.first()?;
    // Comparisons put the name of the version before those of files.
    let has_operators = |file: &SourceFile| {
        kinds.iter().any(|kind| kind.has_operators && kind.paths.iter().any(|path| file.name().ends_with(path)))
    };
    let (at, _) = (0..).zip(project.sources.files()).find(|(_, file)| has_operators(file))?;
    let message = format!("cannot render {path}: the tree has no {frame}, which is its template");
    let problem = Diagnostic::new(rules::TEMPLATE, Span::start_of(FileId::from_index(at)), message);
    Some(problem.help(format!("take a whole checkout, or leave the target out: `opgen generate --without {target}`")))
}

#[cfg(test)]
mod tests {
    use crate::driver::frameworks::WITH_SHARED_MODEL;

    /// Templates are only parsed when they are used.
    #[test]
    fn every_built_in_template_can_be_parsed() {
        for program in WITH_SHARED_MODEL {
            for profile in program.framework.owner.built_in_profiles() {
                let templates = program.built_in_templates(profile);
                let wrong: Vec<_> = templates.names().filter(|name| !templates.has(name)).collect();
                assert_eq!(wrong, [""; 0], "{}", profile.name);
            }
        }
    }
}
