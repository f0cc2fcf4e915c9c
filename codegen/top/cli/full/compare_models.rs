//! `opgen compare-models`: runs a model in PyTorch and its conversion in Paddle, and shows the first layer that differs.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use anyhow::{Context, bail};
use clap::Args;
use opgen::emit::TemporaryFolder;
use serde_json::json;

use super::super::detail::Detail;
use super::super::outcome::Outcome;
use super::super::output;
use super::super::progress;

/// Run a model in PyTorch and its conversion in Paddle, and show the first layer whose output or gradient differs
///
/// Both programs run, with the rights of the user.
#[derive(Args)]
pub struct CompareModelsArgs {
    /// The folder or file of the model in PyTorch
    original: PathBuf,
    /// The folder or file of its conversion
    converted: PathBuf,
    /// The module with the model, a colon, and an expression that makes it, such as `net:Net(64)`
    #[arg(long, value_name = "MODULE:EXPRESSION")]
    model: String,
    /// An input: a type and lengths, such as `float32 2x3`, or `int64 2x3 <10` for whole numbers below 10
    #[arg(long = "input", value_name = "TYPE LENGTHS", required = true)]
    inputs: Vec<String>,
    /// A Python with PyTorch and NumPy
    #[arg(long, value_name = "PYTHON")]
    torch: PathBuf,
    /// A Python with Paddle
    #[arg(long, value_name = "PYTHON")]
    paddle: PathBuf,
    /// The largest difference that is ignored, relative to the largest value of a tensor; ten times as much for gradients
    #[arg(long, default_value_t = 1e-4)]
    tolerance: f64,
    /// The seed of inputs and weights
    #[arg(long, default_value_t = 0)]
    seed: u32,
    /// Run the model in training mode; random layers, such as dropout, then differ
    #[arg(long)]
    train: bool,
}

const RECORD: &str = include_str!("compare_models/record.py");
const COMPARE: &str = include_str!("compare_models/compare.py");

pub fn run(args: &CompareModelsArgs) -> anyhow::Result<Outcome> {
    if !args.model.contains(':') {
        bail!("name a module and an expression: `--model MODULE:EXPRESSION`");
    }
    let folder = TemporaryFolder::new().context("there is no folder for temporary files")?;
    let at = |name: &str| folder.path().join(name);
    folder.write(Path::new("record.py"), RECORD.as_bytes())?;
    folder.write(Path::new("compare.py"), COMPARE.as_bytes())?;
    for (framework, project, python) in
        [("torch", &args.original, &args.torch), ("paddle", &args.converted, &args.paddle)]
    {
        let project = std::path::absolute(project).with_context(|| format!("cannot find {}", project.display()))?;
        let job = json!([{
            "project": project, "model": args.model, "inputs": args.inputs, "weights": at("weights.npz"),
            "out": at(framework).with_extension("npz"), "seed": args.seed, "train": args.train,
        }]);
        folder.write(Path::new(framework), job.to_string().as_bytes())?;
        let mut command = python_at(python);
        command.arg(at("record.py")).arg(framework).arg(at(framework));
        let ran = progress::during(Detail::Brief, &format!("running {framework}"), || finished(&mut command))?;
        if !ran.status.success() {
            bail!("the model does not run in {framework}:\n{}", String::from_utf8_lossy(&ran.stderr).trim_end());
        }
    }
    let mut command = python_at(&args.paddle);
    command.arg(at("compare.py")).args([at("torch.npz"), at("paddle.npz")]).arg(args.tolerance.to_string());
    let compared = finished(&mut command)?;
    output::print(&String::from_utf8_lossy(&compared.stdout))?;
    match compared.status.code() {
        Some(0) => Ok(Outcome::Fine),
        Some(1) if compared.stderr.is_empty() => Ok(Outcome::Findings),
        _ => bail!("the recordings cannot be compared:\n{}", String::from_utf8_lossy(&compared.stderr).trim_end()),
    }
}

/// Python that writes nothing beside the code it runs.
fn python_at(path: &Path) -> Command {
    let mut command = Command::new(path);
    command.args(["-B", "-W", "ignore"]);
    command
}

fn finished(command: &mut Command) -> anyhow::Result<Output> {
    command.output().with_context(|| format!("cannot run {}", command.get_program().display()))
}
