//! `opgen generate`: writes every output that differs.

use std::env;
use std::path::PathBuf;
use std::time::Instant;

use anyhow::bail;
use clap::Args;
use opgen::driver::update::{Files, Mode, OutputPaths};
use opgen::emit::{cmake_list, depfile};
use opgen::project::dependencies::Dependencies;

use super::detail::Detail;
use super::outcome::Outcome;
use super::output;
use super::progress;
use super::request::RequestArgs;

/// Generate all outputs; files that would not change are left untouched
#[derive(Args)]
pub struct GenerateArgs {
    #[command(flatten)]
    request: RequestArgs,
    /// Write nothing; list the files that would change, and exit with 1 if there are any
    #[arg(long)]
    check: bool,
    /// Print the paths of all outputs, relative to the output folder, and do nothing else
    #[arg(long, visible_alias = "dry-run")]
    list_outputs: bool,
    /// Print the paths of all files that are read, and do nothing else
    #[arg(long, conflicts_with = "list_outputs")]
    list_inputs: bool,
    /// Explain why these operators include another one, and do nothing else
    #[arg(long, value_name = "OP", requires = "subset", conflicts_with_all = ["check", "list_outputs", "list_inputs"])]
    why: Option<String>,
    /// Also write the paths of all outputs to FILE, as a CMake list
    #[arg(long, value_name = "FILE", conflicts_with_all = ["check", "list_inputs"])]
    output_dependencies: Option<PathBuf>,
    /// The name of the list in FILE; by default, the name of FILE without its extension
    #[arg(long, value_name = "NAME", requires = "output_dependencies")]
    output_variable: Option<String>,
    /// Write the dependencies of the outputs to FILE, in the format that Make, Ninja and CMake read
    #[arg(long, value_name = "FILE", conflicts_with_all = ["check", "list_outputs", "list_inputs"])]
    depfile: Option<PathBuf>,
    /// The target in FILE; by default, the paths of all outputs
    #[arg(long, value_name = "PATH", requires = "depfile")]
    depfile_target: Option<PathBuf>,
}

pub fn run(args: &GenerateArgs) -> anyhow::Result<Outcome> {
    let start = Instant::now();
    args.request.start_threads()?;
    let (request, detail) = (args.request.request()?, args.request.detail());
    let reporter = output::reporter(detail);
    if args.list_outputs {
        return match request.outputs(&reporter)? {
            Ok(outputs) => {
                write_output_dependencies(args, &outputs)?;
                list(outputs.paths)
            }
            Err(report) => output::print_error(&report).map(|()| Outcome::Findings),
        };
    }
    if args.list_inputs {
        return list(request.read().dependencies().files().map(|path| path.display().to_string()));
    }
    if let Some(name) = &args.why {
        return match request.why(name, &reporter)? {
            Ok(why) => output::print(&why).map(|()| Outcome::Fine),
            Err(report) => output::print_error(&report).map(|()| Outcome::Findings),
        };
    }
    let mode = if args.check { Mode::Check } else { Mode::Write };
    let update = progress::during(detail, "reading", || request.update(mode, &reporter))?;
    if let Some(message) = update.without_operators {
        bail!(message);
    }
    output::print_error(&update.report)?;
    let Some(files) = &update.files else { return Ok(Outcome::Findings) };
    if let Some(path) = &args.depfile {
        let targets = match &args.depfile_target {
            Some(target) => vec![target.clone()],
            None => files.all.iter().map(|output| update.out.join(output)).collect(),
        };
        output::write_file(path, depfile_text(&targets, update.dependencies)?.as_bytes())?;
    }
    if args.output_dependencies.is_some()
        && let Ok(outputs) = request.outputs(&reporter)?
    {
        write_output_dependencies(args, &outputs)?;
    }
    if args.check {
        list(files.changed.iter().map(|change| format!("{:<7} {}", change.verb, change.name)))?;
    }
    if detail != Detail::Quiet {
        output::print(&summary(mode, files, start))?;
    }
    Ok(if args.check && !files.changed.is_empty() { Outcome::Findings } else { Outcome::Fine })
}

/// Writes the CMake list, if requested.
fn write_output_dependencies(args: &GenerateArgs, outputs: &OutputPaths) -> anyhow::Result<()> {
    let Some(path) = &args.output_dependencies else { return Ok(()) };
    let of_file = || path.file_stem().map_or_else(String::new, |stem| stem.to_string_lossy().into_owned());
    let variable = args.output_variable.clone().unwrap_or_else(of_file);
    let paths = outputs.paths.iter().map(|output| outputs.out.join(output));
    output::write_file(path, cmake_list::render(&variable, paths)?.as_bytes())
}

/// The outputs depend on all inputs, on the folders in which new inputs may appear, and on the program itself, which contains
/// the templates and the built-in operators.
fn depfile_text(targets: &[PathBuf], mut dependencies: Dependencies) -> anyhow::Result<String> {
    // A program that is replaced while it runs no longer has a path.
    if let Some(program) = env::current_exe().ok().filter(|program| program.exists()) {
        dependencies.note(&program);
    }
    Ok(depfile::render(targets, dependencies.files().chain(dependencies.folders()))?)
}

/// Prints lines.
fn list(lines: impl IntoIterator<Item = String>) -> anyhow::Result<Outcome> {
    output::print(&lines.into_iter().map(|line| line + "\n").collect::<String>())?;
    Ok(Outcome::Fine)
}

/// A line with the numbers of changed and unchanged files.
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
