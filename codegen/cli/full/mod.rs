//! The commands of a program that is built with the feature `full`. They need rooms that no other command needs; without the
//! feature, `absent.rs` stands in for this folder.

mod compare;
mod convert;
mod convert_mapping;
mod convert_output;
mod diff;
mod diff_programs;
mod docs;
mod lsp;
mod mapping;
mod template_fields;
mod template_names;
mod templates;
mod translate;
mod values;

use clap::Subcommand;
pub use convert_mapping::check as check_mapping;

use super::detail::Detail;
use super::outcome::Outcome;
use super::{completions, detail, findings, generate, outcome, output, progress, root_args};

/// Added to a message that lists all codes of rules.
pub const ABSENT_CODES: &str = "";

#[derive(Subcommand)]
pub enum FullCommand {
    Compare(compare::CompareArgs),
    Convert(convert::ConvertArgs),
    Diff(diff::DiffArgs),
    Docs(docs::DocsArgs),
    Lsp(lsp::LspArgs),
    Mapping(mapping::MappingArgs),
    Templates(templates::TemplatesArgs),
    Translate(translate::TranslateArgs),
}

pub fn run(command: &FullCommand) -> anyhow::Result<Outcome> {
    match command {
        FullCommand::Compare(args) => compare::run(args),
        FullCommand::Convert(args) => convert::run(args),
        FullCommand::Diff(args) => diff::run(args),
        FullCommand::Docs(args) => docs::run(args),
        FullCommand::Lsp(args) => lsp::run(args),
        FullCommand::Mapping(args) => mapping::run(args),
        FullCommand::Templates(args) => templates::run(args),
        FullCommand::Translate(args) => translate::run(args),
    }
}

/// How much is said by commands that can only be quiet or not.
fn unless_quiet(is_quiet: bool) -> Detail {
    if is_quiet { Detail::Quiet } else { Detail::Brief }
}
