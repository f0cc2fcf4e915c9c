//! `opgen generate`: writes every output that differs.

use std::path::PathBuf;
use std::time::Instant;

use anyhow::{Context, bail};
use clap::Args;
use opgen::profile::{PADDLE_2_6, Profile};
use opgen::render::Rendered;
use opgen::stamp::{self, Fingerprint};
use opgen::targets::{self, TARGETS, Target};
use opgen::{emit, generate, project};

use super::{Outcome, RootArgs, output};

/// Generate all outputs; files that would not change are left alone
#[derive(Args)]
pub struct GenerateArgs {
    #[command(flatten)]
    root: RootArgs,
    /// The folder that outputs go to
    #[arg(long, value_name = "DIR", default_value = "generated")]
    out: PathBuf,
    /// What to generate; everything by default
    #[arg(long, value_name = "NAME", value_delimiter = ',')]
    target: Vec<String>,
    /// Write nothing; list what would change, and exit with 1 if anything would
    #[arg(long)]
    check: bool,
    /// Print the paths of all outputs, below the output folder, and do nothing else
    #[arg(long)]
    list_outputs: bool,
    /// How many threads to use; one per core by default
    #[arg(short, value_name = "N")]
    jobs: Option<usize>,
}

pub fn run(args: &GenerateArgs) -> anyhow::Result<Outcome> {
    let start = Instant::now();
    let targets = chosen_targets(&args.target)?;
    let profile = Profile::paddle_2_6();
    if args.list_outputs {
        output::print(
            &generate::outputs(&profile, &targets).iter().map(|path| format!("{path}\n")).collect::<String>(),
        )?;
        return Ok(Outcome::Fine);
    }
    if let Some(jobs) = args.jobs {
        rayon::ThreadPoolBuilder::new().num_threads(jobs).build_global().context("cannot start the threads")?;
    }
    let inputs = project::read(&args.root.root(), &profile, &args.root.options());
    let fingerprint = fingerprint(&inputs, &targets);
    if let Some((report, count)) = stamp::still_good(&args.out, &fingerprint) {
        output::print_error(&report)?;
        summary(args, 0, count, start)?;
        return Ok(Outcome::Fine);
    }
    let project = inputs.analyse(&profile);
    let report = output::findings(&project);
    output::print_error(&report)?;
    if project.diagnostics.has_errors() {
        return Ok(Outcome::Findings);
    }
    let rendered = generate::generate(&project.registry, &profile, &targets)?;
    if args.check { list_changes(args, rendered, start) } else { write(args, rendered, &fingerprint, report, start) }
}

fn chosen_targets(names: &[String]) -> anyhow::Result<Vec<&'static Target>> {
    if names.is_empty() {
        return Ok(TARGETS.iter().collect());
    }
    let known = || {
        TARGETS.iter().map(|target| format!("  {:<12} {}", target.name, target.title)).collect::<Vec<_>>().join("\n")
    };
    let find = |name: &String| {
        targets::find(name).with_context(|| format!("there is no target `{name}`; known:\n{}", known()))
    };
    let mut chosen: Vec<&Target> = Vec::new();
    for target in names.iter().map(find) {
        let target = target?;
        if chosen.iter().any(|earlier| earlier.name == target.name) {
            bail!("the target `{}` is named twice", target.name);
        }
        chosen.push(target);
    }
    Ok(chosen)
}

fn fingerprint(inputs: &project::Inputs, targets: &[&Target]) -> Fingerprint {
    let names = targets.iter().map(|target| target.name);
    Fingerprint::new(inputs, &std::iter::once(PADDLE_2_6).chain(names).collect::<Vec<_>>())
}

fn write(
    args: &GenerateArgs,
    rendered: Vec<Rendered>,
    fingerprint: &Fingerprint,
    report: String,
    start: Instant,
) -> anyhow::Result<Outcome> {
    let total = rendered.len();
    let changes = emit::changes(&args.out, &rendered)?;
    emit::apply(&changes)?;
    stamp::write(&args.out, fingerprint, report, &rendered);
    summary(args, changes.len(), total - changes.len(), start)?;
    Ok(Outcome::Fine)
}

fn list_changes(args: &GenerateArgs, rendered: Vec<Rendered>, start: Instant) -> anyhow::Result<Outcome> {
    let total = rendered.len();
    let changes = emit::changes(&args.out, &rendered)?;
    let line =
        |change: &emit::Change| format!("{} {}\n", if change.is_new() { "new    " } else { "changed" }, change.name());
    output::print(&changes.iter().map(line).collect::<String>())?;
    summary(args, changes.len(), total - changes.len(), start)?;
    Ok(if changes.is_empty() { Outcome::Fine } else { Outcome::Findings })
}

fn summary(args: &GenerateArgs, written: usize, unchanged: usize, start: Instant) -> anyhow::Result<()> {
    let what = if args.check { "to write" } else { "written" };
    let milliseconds = start.elapsed().as_secs_f64() * 1e3;
    output::print(&format!("{written} {what}, {unchanged} unchanged, {milliseconds:.0} ms\n"))
}
