//! `opgen translate`: translates saved programs of the older form into PIR.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use clap::{Args, ValueEnum};
use opgen::driver;
use opgen::profile::{self, Translate};
use opgen::project::Root;
use opgen::project::settings::Options;
use opgen::source::files;
use opgen::source::path::with_slashes;
use opgen::source::{Diagnostic, Diagnostics, Level, Sources, count, report};
use opgen::translate::facts;
use opgen::translate::print::Form;
use opgen::translate::{Facts, Model, ModelText};

use super::super::detail::Detail;
use super::super::findings::Report;
use super::super::outcome::Outcome;
use super::super::output;
use super::super::progress;

/// Translate saved programs (`*.pdmodel`) to PIR, without a framework
#[derive(Args)]
#[command(after_help = "Exit codes: 0 every program is translated, 1 some are not, 2 the command failed.")]
pub struct TranslateArgs {
    /// The programs
    #[arg(required_unless_present = "facts")]
    files: Vec<PathBuf>,
    /// The version of the framework to translate for; by default, the newest, or the one recognised in `--root`
    #[arg(long, value_name = "PROFILE")]
    profile: Option<String>,
    /// Use the operators of this tree instead of the built-in ones
    #[arg(long, value_name = "TREE")]
    root: Option<PathBuf>,
    /// `text` as the framework prints programs, or `json` as it saves them; with `--check`, the format of the findings
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
    /// The file to write a single program to, or the folder for several; by default, standard output
    #[arg(long, value_name = "PATH", conflicts_with = "check")]
    out: Option<PathBuf>,
    /// Only report what cannot be translated
    #[arg(long)]
    check: bool,
    /// Also show where the framework's own translation gives other values; otherwise, they are only counted
    #[arg(long)]
    notes: bool,
    /// Print the facts about operators, in the format of the built-in tables
    #[arg(long, hide = true, conflicts_with_all = ["files", "check", "out"])]
    facts: bool,
}

#[derive(Clone, Copy, PartialEq, ValueEnum)]
enum Format {
    Text,
    Json,
    /// With `--check`: a SARIF 2.1.0 log
    Sarif,
    /// With `--check`: annotations of a pull request, for a GitHub workflow
    Github,
}

/// The facts and settings of a translation.
struct Setup {
    facts: Facts,
    translate: Translate,
}

pub fn run(args: &TranslateArgs) -> anyhow::Result<Outcome> {
    progress::during(Detail::Brief, "translating", || translate(args))
}

fn translate(args: &TranslateArgs) -> anyhow::Result<Outcome> {
    let Setup { facts, translate } = setup(args)?;
    if args.facts {
        output::print(&facts.to_table())?;
        return Ok(Outcome::Fine);
    }
    let facts = facts.with_operations(&translate.operations);
    let form = match args.format {
        Format::Json => Form::Json,
        Format::Text => Form::Text,
        Format::Sarif | Format::Github if args.check => Form::Text,
        Format::Sarif | Format::Github => bail!("`--format sarif` and `--format github` need `--check`"),
    };
    let paths = paths(args, form)?;
    let (mut sources, mut found) = (Sources::default(), Vec::new());
    let mut failed = 0;
    for (file, place) in args.files.iter().zip(paths) {
        let name = with_slashes(file);
        let translated = if file.is_dir() {
            ModelText::refused(&name, "it is a folder", &mut sources)
        } else {
            let bytes = files::read(file).with_context(|| format!("cannot read {}", file.display()))?;
            let model = Model { name: &name, bytes: &bytes };
            model.translate(&facts, &translate, (!args.check).then_some(form), &mut sources)
        };
        found.extend(translated.diagnostics);
        match (translated.text, place) {
            (None, _) if !translated.is_sound => failed += 1,
            (Some(text), Some(place)) => output::write_file(&place, text.as_bytes())?,
            (Some(text), None) => output::print(&text)?,
            (None, _) => {}
        }
    }
    let outcome = if failed > 0 { Outcome::Findings } else { Outcome::Fine };
    print_findings(args, found, &sources, failed)?;
    Ok(outcome)
}

/// Prints the findings.
fn print_findings(
    args: &TranslateArgs,
    found: Vec<Diagnostic>,
    sources: &Sources,
    failed: usize,
) -> anyhow::Result<()> {
    let diagnostics: Diagnostics = found.into_iter().collect();
    let report = Report {
        diagnostics: &diagnostics,
        sources,
        path: &|name| name.to_owned(),
        fingerprint: &|found| found.message.clone(),
        is_annotated: &|_| true,
    };
    match args.format {
        Format::Json if args.check => return output::print(&report.json()),
        Format::Sarif => return output::print(&report.sarif()),
        Format::Github => return output::print(&report.github()),
        Format::Text | Format::Json => {}
    }
    let lowest = if args.notes { Level::Note } else { Level::Warning };
    let mut text = report::render_to(lowest, &diagnostics, sources);
    let notes = diagnostics.count(Level::Note);
    let all = count(args.files.len(), "program");
    if failed > 0 {
        text.push_str(&format!("{failed} of {all} cannot be translated\n"));
    } else if args.check {
        text.push_str(&format!("{all} can be translated\n"));
    }
    if notes > 0 && !args.notes {
        text.push_str(&format!("{} (`--notes` shows where the framework gives other values)\n", count(notes, "note")));
    }
    if args.check { output::print(&text) } else { output::print_error(&text) }
}

fn setup(args: &TranslateArgs) -> anyhow::Result<Setup> {
    let Some(root) = &args.root else {
        let name = args.profile.as_deref().unwrap_or(profile::TRANSLATION_FACTS[0].0);
        let known = || profile::TRANSLATION_FACTS.iter().map(|(name, _)| *name).collect::<Vec<_>>().join(", ");
        let found = profile::built_in(name).and_then(|profile| {
            let translate = profile.translate.clone()?;
            Some((Facts::built_in(name)?.as_released(&translate.released), translate))
        });
        let (facts, translate) = found
            .with_context(|| format!("there is no profile `{name}` for translations; the profiles are: {}", known()))?;
        return Ok(Setup { facts, translate });
    };
    let options = Options { profile: args.profile.clone(), ..Options::default() };
    let project = driver::read(&Root::at(root.clone()), &options).analyse();
    output::print_error(&output::report(&project, Detail::Quiet))?;
    if project.diagnostics.has_errors() {
        bail!("the operators in {} have errors", root.display());
    }
    let profile = &project.profile;
    let facts = Facts::of(&project.registry, profile).zip(profile.translate.clone());
    let (facts, mut translate) =
        facts.with_context(|| format!("the profile `{}` does not describe translations", profile.name))?;
    facts::forget_mended_kernels(&mut translate, &project.registry);
    Ok(Setup { facts, translate })
}

/// The path to which each translation is written. `None` for standard output.
fn paths(args: &TranslateArgs, form: Form) -> anyhow::Result<Vec<Option<PathBuf>>> {
    let several = args.files.len() > 1;
    let Some(out) = &args.out else {
        if several && !args.check {
            bail!("several programs need `--out` with a folder, or `--check`");
        }
        return Ok(vec![None; args.files.len()]);
    };
    let paths = if !several && !is_folder(out) { vec![out.clone()] } else { paths_in(out, args, form)? };
    for place in &paths {
        if let Some(file) = args.files.iter().find(|file| output::is_same_file(file, place)) {
            bail!("cannot overwrite {} with its translation: pass another file or a folder as `--out`", file.display());
        }
    }
    Ok(paths.into_iter().map(Some).collect())
}

/// Whether a path is a folder, or can only mean one.
fn is_folder(path: &Path) -> bool {
    path.is_dir() || path.as_os_str().as_encoded_bytes().ends_with(b"/")
}

/// A path in a folder for each program.
fn paths_in(folder: &Path, args: &TranslateArgs, form: Form) -> anyhow::Result<Vec<PathBuf>> {
    if folder.exists() && !folder.is_dir() {
        bail!("`--out` must be a folder for several programs, but {} is not one", folder.display());
    }
    let mut taken: BTreeMap<PathBuf, &Path> = BTreeMap::new();
    let extension = if form == Form::Json { "json" } else { "txt" };
    let mut paths = Vec::new();
    for file in &args.files {
        let name = file.file_stem().with_context(|| format!("{} is not a file", file.display()))?;
        let place = folder.join(format!("{}.{extension}", name.to_string_lossy()));
        if let Some(other) = taken.insert(place.clone(), file) {
            bail!("{} and {} would both be written to {}", other.display(), file.display(), place.display());
        }
        paths.push(place);
    }
    Ok(paths)
}
