//! `opgen convert-weights`: turns checkpoints of PyTorch into checkpoints of Paddle.

use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use clap::Args;
use opgen::weights::{Checkpoint, Format, Layouts, Plan};

use super::super::detail::Detail;
use super::super::outcome::Outcome;
use super::super::output;
use super::super::progress;

/// Convert weights of PyTorch to weights of Paddle, without running anything in their files
#[derive(Args)]
pub struct ConvertWeightsArgs {
    /// A file of `torch.save`, a file in safetensors, the index of a checkpoint in several files (`*.index.json`), or several of these
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// The file to write: `NAME.pdparams`, which `paddle.load` reads, or `NAME.safetensors`
    #[arg(long, short, value_name = "FILE", required_unless_present = "list")]
    out: Option<PathBuf>,
    /// The class that will load the weights, in the converted project: a folder or a file, a colon, and the name of the class. Weights
    /// that its layers keep in another layout are changed
    #[arg(long = "for", value_name = "PROJECT:CLASS")]
    target: Option<String>,
    /// The state dict in a checkpoint that has several, such as `model`
    #[arg(long, value_name = "NAME")]
    key: Option<String>,
    /// Transpose the matrices with these names; `*` stands for any text
    #[arg(long, value_name = "PATTERN")]
    transpose: Vec<String>,
    /// Keep the layout of the tensors with these names; `*` stands for any text
    #[arg(long, value_name = "PATTERN")]
    keep: Vec<String>,
    /// Print the names, types and shapes of the tensors, and write nothing
    #[arg(long, conflicts_with_all = ["out", "target", "transpose", "keep"])]
    list: bool,
    /// Print only errors
    #[arg(long, short)]
    quiet: bool,
}

pub fn run(args: &ConvertWeightsArgs) -> anyhow::Result<Outcome> {
    let checkpoint = Checkpoint::read(&args.files, args.key.as_deref())?;
    let Some(out) = &args.out else {
        output::print(&checkpoint.listing())?;
        return Ok(Outcome::Fine);
    };
    let format = format_of(out)?;
    if args.files.iter().any(|file| output::is_same_file(file, out)) {
        bail!("{} is read, so it cannot be written", out.display());
    }
    let layouts = Layouts::new(&args.transpose, &args.keep);
    let layouts = match &args.target {
        None => layouts,
        Some(target) => {
            let (project, class) = target.rsplit_once(':').context("name a class: `--for PROJECT:CLASS`")?;
            layouts.of_project(Path::new(project), class)?
        }
    };
    let plan = Plan::new(&checkpoint, &layouts, format)?;
    progress::during(Detail::unless_quiet(args.quiet), "writing", || {
        output::write_streamed(out, |file| plan.write(&checkpoint, file))
    })?;
    if !args.quiet {
        output::print(&summary(args, out, &checkpoint, &plan))?;
    }
    Ok(Outcome::Fine)
}

fn format_of(out: &Path) -> anyhow::Result<Format> {
    match out.extension().and_then(|extension| extension.to_str()) {
        Some("pdparams") => Ok(Format::Pdparams),
        Some("safetensors") => Ok(Format::Safetensors),
        _ => bail!("the name of the output must end in `.pdparams` or `.safetensors`"),
    }
}

fn summary(args: &ConvertWeightsArgs, out: &Path, checkpoint: &Checkpoint, plan: &Plan) -> String {
    let mut text = String::new();
    for line in checkpoint.notes.iter().chain(&plan.changes) {
        text += &format!("{line}\n");
    }
    text += match (&args.target, plan.changes.is_empty()) {
        (_, false) => "",
        (None, true) => "nothing was transposed: `--for PROJECT:CLASS` names the class that will load the weights\n",
        (Some(_), true) => "nothing was transposed: the layers of the class keep PyTorch's layout\n",
    };
    let plural = if plan.len() == 1 { "" } else { "s" };
    text + &format!("wrote {} tensor{plural} to {}\n", plan.len(), out.display())
}
