//! Prints the findings in a tree: `findings check --root FOLDER [--profile NAME]`.

use std::env;
use std::process::ExitCode;

use project::Root;
use project::settings::Options;
use source::{Level, report};
use torch_registry::Inputs;

fn main() -> ExitCode {
    let arguments: Vec<String> = env::args().collect();
    let option = |name: &str| {
        let at = arguments.iter().position(|argument| argument == name)?;
        arguments.get(at + 1).cloned()
    };
    let root = Root::at(option("--root").unwrap_or_else(|| ".".to_owned()).into());
    let options = Options { profile: option("--profile"), ..Options::default() };
    let project = Inputs::read(&root, &options, torch_check::PROGRAM).analyse();
    print!("{}", report::render_all(&project.diagnostics, &project.sources));
    println!("{}", report::summary(&project.diagnostics, Level::Note));
    if project.diagnostics.has_errors() { ExitCode::FAILURE } else { ExitCode::SUCCESS }
}
