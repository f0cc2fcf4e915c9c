//! `opgen generate`: writes every output that differs.

use std::env;
use std::path::PathBuf;
use std::time::Instant;

use clap::Args;
use opgen::driver::update::{Files, Mode};
use opgen::emit::depfile;
use opgen::project::dependencies::Dependencies;

use super::request::RequestArgs;
use super::{Outcome, output, progress};

/// Generate all outputs; files that would not change are left alone
#[derive(Args)]
pub struct GenerateArgs {
    #[command(flatten)]
    request: RequestArgs,
    /// Write nothing; list what would change, and exit with 1 if anything would
    #[arg(long)]
    check: bool,
    /// Print the paths of all outputs, below the output folder, and do nothing else
    #[arg(long)]
    list_outputs: bool,
    /// Print the paths of all files read, and do nothing else
    #[arg(long, conflicts_with = "list_outputs")]
    list_inputs: bool,
    /// Write what the outputs depend on to FILE, as Make, Ninja and CMake read it
    #[arg(long, value_name = "FILE", conflicts_with_all = ["check", "list_outputs", "list_inputs"])]
    depfile: Option<PathBuf>,
    /// What to call the outputs in FILE; each by its own path by default
    #[arg(long, value_name = "PATH", requires = "depfile")]
    depfile_target: Option<PathBuf>,
    /// Say nothing but what is wrong
    #[arg(short, long)]
    quiet: bool,
}

pub fn run(args: &GenerateArgs) -> anyhow::Result<Outcome> {
    let start = Instant::now();
    let request = args.request.request()?;
    if args.list_outputs {
        return match request.outputs(&output::VOICE)? {
            Ok(paths) => list(paths),
            Err(report) => output::print_error(&report).map(|()| Outcome::Findings),
        };
    }
    if args.list_inputs {
        return list(request.read().dependencies().files().map(|path| path.display().to_string()));
    }
    args.request.start_threads()?;
    let mode = if args.check { Mode::Check } else { Mode::Write };
    let update = progress::during("generating", || request.update(mode, &output::VOICE))?;
    output::print_error(&update.report)?;
    let Some(files) = &update.files else { return Ok(Outcome::Findings) };
    if let Some(path) = &args.depfile {
        let targets = match &args.depfile_target {
            Some(target) => vec![target.clone()],
            None => files.all.iter().map(|output| update.out.join(output)).collect(),
        };
        output::write(path, depfile_text(&targets, update.dependencies)?)?;
    }
    if args.check {
        list(files.changed.iter().map(|change| format!("{:<7} {}", change.verb, change.name)))?;
    }
    if !args.quiet {
        output::print(&summary(mode, files, start))?;
    }
    Ok(if args.check && !files.changed.is_empty() { Outcome::Findings } else { Outcome::Fine })
}

/// The outputs depend on all inputs, on the folders in which others would be read, and on the program itself: templates and
/// the built-in operators are part of it.
fn depfile_text(targets: &[PathBuf], mut dependencies: Dependencies) -> anyhow::Result<String> {
    // One that was replaced while it ran has no path any more.
    if let Some(program) = env::current_exe().ok().filter(|program| program.exists()) {
        dependencies.note(&program);
    }
    Ok(depfile::render(targets, dependencies.files().chain(dependencies.folders()))?)
}

/// One line each.
fn list(lines: impl IntoIterator<Item = String>) -> anyhow::Result<Outcome> {
    output::print(&lines.into_iter().map(|line| line + "\n").collect::<String>())?;
    Ok(Outcome::Fine)
}

/// How many files were changed.
pub(super) fn summary(mode: Mode, files: &Files, start: Instant) -> String {
    let removed = files.changed.iter().filter(|change| change.is_removed).count();
    let written = files.changed.len() - removed;
    let (write, remove) = match mode {
        Mode::Check => ("to write", "to remove"),
        Mode::Write => ("written", "removed"),
    };
    let removed = if removed > 0 { format!("{removed} {remove}, ") } else { String::new() };
    let milliseconds = start.elapsed().as_secs_f64() * 1e3;
    format!("{written} {write}, {removed}{} unchanged, {milliseconds:.0} ms\n", files.all.len() - written)
}
