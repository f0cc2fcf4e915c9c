//! `opgen docs`: writes a browsable reference of all operators.

use std::path::{Path, PathBuf};
use std::time::Instant;

use anyhow::bail;
use clap::Args;
use opgen::diff::{self, CppChange};
use opgen::driver::generate::GenerateError;
use opgen::driver::reference::{render, render_described, write};
use opgen::driver::update::Mode;
use opgen::driver::{self, frameworks, kernels};
use opgen::emit::OutputFile;
use opgen::kernels::index::Index;
use opgen::operator_docs::Since;
use opgen::project::any::AnyFramework;
use opgen::project::{Review, Root, git};
use opgen::reference::{Origin, SourceAddress};
use opgen::registry::Project;
use opgen::source::file::SourceFile;
use opgen::source::{Level, count};

use super::super::detail::Detail;
use super::super::generate::summary;
use super::super::outcome::Outcome;
use super::super::output;
use super::super::progress;
use super::super::root_args::RootArgs;
use super::diff::refuse_broken;
use super::diff_side;

/// Write a browsable reference of all operators, as HTML files that need no server
#[derive(Args)]
pub struct DocsArgs {
    /// Write a reference for each of several versions, with links between them: Git revisions, folders, archives, or files in
    /// normal form
    #[arg(value_name = "VERSION", conflicts_with_all = ["since", "built_in", "config", "profile", "revision"])]
    pub versions: Vec<String>,
    #[command(flatten)]
    root: RootArgs,
    /// The folder to write to; `index.html` is the front page
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
    /// Also show the changes since an old version: a Git revision, a folder, or a file in normal form
    #[arg(long, value_name = "BASE")]
    since: Option<String>,
    /// The name of the old version on the pages; by default, BASE, of a path only its last part
    #[arg(long, value_name = "NAME", requires = "since")]
    since_name: Option<String>,
    /// Link to the YAML on the web: an address with `{path}`, `{line}` and, if wanted, `{revision}`, or one to which the path and
    /// the line are added
    #[arg(long, value_name = "URL")]
    source_url: Option<SourceAddress>,
    /// The revision that the pages name; by default, the commit that Git has checked out; an empty name for none
    #[arg(long, value_name = "NAME")]
    revision: Option<String>,
    /// Write nothing; list the files that would change, and exit with 1 if there are any
    #[arg(long)]
    check: bool,
    /// Report only errors
    #[arg(short, long)]
    quiet: bool,
}

impl DocsArgs {
    /// The tree in which versions are looked for.
    pub fn tree(&self) -> Option<PathBuf> {
        self.root.root.clone()
    }

    /// How much the run says.
    pub fn detail(&self) -> Detail {
        Detail::unless_quiet(self.quiet)
    }
}

pub fn run(args: &DocsArgs) -> anyhow::Result<Outcome> {
    let start = Instant::now();
    let detail = args.detail();
    let root = args.root.root(detail)?;
    if let Some(framework) = frameworks::described(&root, &args.root.options()) {
        return described(args, framework, &root, start);
    }
    let mut project = progress::during(detail, "reading", || driver::read(&root, &args.root.options()).analyse());
    output::refuse_empty(&project)?;
    if !project.diagnostics.is_sound() {
        return output::print_error(&output::report(&project, detail)).map(|()| Outcome::Findings);
    }
    let origin = origin(args, &root, &project)?;
    let mut base = args.since.as_deref().map(|since| base(since, &root, &project)).transpose()?;
    let of_cpp =
        base.as_mut().map_or(Ok(Vec::new()), |(side, base)| cpp_changes((side, base), (&root, &mut project)))?;
    let index = progress::during(detail, "reading C++", || kernels::index(&root, None, &project))
        .map_err(anyhow::Error::msg)?;
    let since = since_name(args).zip(base.as_ref().map(|(_, base)| base));
    let rendered = || rendered(&project, index.as_ref(), since, of_cpp, &origin);
    let files = match progress::during(detail, "writing the reference", rendered) {
        Ok(files) => files,
        Err(GenerateError::Findings(findings)) => {
            project.diagnostics.append(findings);
            return output::print_error(&output::report(&project, detail)).map(|()| Outcome::Findings);
        }
        Err(GenerateError::Render(error)) => return Err(error.into()),
    };
    output::print_error(&findings_line(&project, detail))?;
    finish(args, &files, detail, start)
}

/// The reference of a framework that describes its operators in words.
fn described(args: &DocsArgs, framework: &dyn AnyFramework, root: &Root, start: Instant) -> anyhow::Result<Outcome> {
    let detail = args.detail();
    if args.since.is_some() {
        bail!("the reference of this framework has no page of changes: `opgen diff` shows them");
    }
    let reading = || framework.read(root, &args.root.options()).analyse();
    let mut project = progress::during(detail, "reading", reading);
    output::refuse_empty(&project)?;
    if !project.diagnostics.is_sound() {
        return output::print_error(&output::report(&project, detail)).map(|()| Outcome::Findings);
    }
    let origin = origin(args, root, &project)?;
    let rendered = || render_described(&*project, &origin);
    match progress::during(detail, "writing the reference", rendered) {
        Ok(files) => {
            output::print_error(&findings_line(&project, detail))?;
            finish(args, &files, detail, start)
        }
        Err(GenerateError::Findings(findings)) => {
            project.diagnostics.append(findings);
            output::print_error(&output::report(&project, detail)).map(|()| Outcome::Findings)
        }
        Err(GenerateError::Render(error)) => Err(error.into()),
    }
}

/// Writes the files, or lists those that would change.
pub fn finish(args: &DocsArgs, files: &[OutputFile], detail: Detail, start: Instant) -> anyhow::Result<Outcome> {
    let mode = if args.check { Mode::Check } else { Mode::Write };
    let files = write(&args.out, files, mode, &output::say)?;
    if args.check {
        let lines = files.changed.iter().map(|change| format!("{:<7} {}\n", change.verb, change.name));
        output::print(&lines.collect::<String>())?;
    }
    if detail != Detail::Quiet {
        output::print(&summary(mode, &files, start))?;
    }
    Ok(if args.check && !files.changed.is_empty() { Outcome::Findings } else { Outcome::Fine })
}

/// The name of the old version. A path of this machine means nothing to readers.
fn since_name(args: &DocsArgs) -> Option<&str> {
    let since = args.since.as_deref()?;
    let path = Path::new(since);
    let last = path.exists().then(|| path.file_name()?.to_str()).flatten();
    Some(args.since_name.as_deref().or(last).unwrap_or(since))
}

/// The old version. Fails if it cannot be compared.
fn base(since: &str, root: &Root, head: &Project) -> anyhow::Result<(diff_side::Side, Project)> {
    let tree = root.folder().map_or_else(diff_side::default_tree, Path::to_owned);
    let side = diff_side::side(since, &tree)?;
    let base = diff_side::load(&side);
    refuse_broken([("base", &side, &base.review)])?;
    // Otherwise, every operator would be shown as new.
    let [old, new] = [&base, head].map(|project| project.registry.ops().count());
    if old == 0 && new > 0 {
        bail!("`{since}` has no operators");
    }
    Ok((side, base))
}

/// The changes of C++ since the old version that the YAML does not show.
fn cpp_changes(base: (&diff_side::Side, &mut Project), head: (&Root, &mut Project)) -> anyhow::Result<Vec<CppChange>> {
    let (diff_side::Side { root, prefix, .. }, project) = base;
    kernels::changes(
        kernels::Version { root, prefix, project },
        kernels::Version { root: head.0, prefix: "", project: head.1 },
    )
    .map_err(anyhow::Error::msg)
}

/// The revision of the YAML, and the addresses of its files.
pub fn origin(args: &DocsArgs, root: &Root, project: &Review) -> anyhow::Result<Origin> {
    let folder = match root {
        Root::Tree(folder) | Root::Revision { folder, .. } => Some(folder.as_path()),
        _ => None,
    };
    let of_git = || folder.and_then(|folder| Some((folder, git::commit(folder, "HEAD").ok()?)));
    let (revision, is_changed) = match (&args.revision, of_git()) {
        (Some(name), _) => (Some(name.clone()).filter(|name| !name.is_empty()), false),
        (None, _) if let Root::Revision { revision, .. } = root => (Some(revision.clone()), false),
        (None, Some((folder, commit))) => {
            let names = project.sources.files().map(SourceFile::name);
            (Some(commit), git::differs_from_head(folder, names).unwrap_or(false))
        }
        (None, None) => (None, false),
    };
    let address = args.source_url.clone();
    if revision.is_none() && address.as_ref().is_some_and(SourceAddress::names_revision) {
        bail!("Git does not know the revision of the YAML; name it with `--revision`");
    }
    // Without Git, paths start at the root of the project.
    let folder = folder.and_then(|folder| git::from_top(folder).ok()).unwrap_or_default();
    Ok(Origin { revision, is_changed, address, folder })
}

fn rendered(
    head: &Project,
    index: Option<&Index>,
    since: Option<(&str, &Project)>,
    of_cpp: Vec<CppChange>,
    origin: &Origin,
) -> Result<Vec<OutputFile>, GenerateError> {
    let Some((name, base)) = since else { return render(head, index, None, origin) };
    let sides = frameworks::sides(base, head);
    let mut diff = diff::compare(sides);
    diff.add(sides, of_cpp);
    render(head, index, Some(Since { name, base, diff: &diff }), origin)
}

/// A line with the number of findings on the pages.
fn findings_line(project: &Review, detail: Detail) -> String {
    let [errors, warnings] = [Level::Error, Level::Warning].map(|level| project.diagnostics.count(level));
    match (errors, warnings) {
        (0, 0) => String::new(),
        _ if detail == Detail::Quiet && errors == 0 => String::new(),
        (0, _) => format!("{}, which the pages show\n", count(warnings, "warning")),
        _ => format!("{}, {}, which the pages show\n", count(errors, "error"), count(warnings, "warning")),
    }
}
