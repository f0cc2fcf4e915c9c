//! The commands that need the feature `full`, because they use rooms that no other command uses. Without the feature,
//! `absent.rs` replaces this folder.

mod archive;
mod compare;
mod compare_models;
mod convert;
mod convert_mapping;
mod convert_output;
mod convert_verify;
mod convert_weights;
mod diff;
mod diff_breaks;
mod diff_format;
mod diff_programs;
mod diff_refused;
mod diff_side;
mod docs;
mod docs_versions;
mod fmt;
mod import;
mod kernel;
mod lsp;
mod man;
mod mapping;
mod new;
mod profile;
mod profile_differences;
mod profile_toml;
mod template_fields;
mod template_names;
mod templates;
mod translate;
mod values;

use clap::{Command, Subcommand};
pub use convert_mapping::check as check_mapping;
pub use kernel::{analyse, check_include};

use super::outcome::Outcome;

#[derive(Subcommand)]
pub enum FullCommand {
    Compare(compare::CompareArgs),
    CompareModels(compare_models::CompareModelsArgs),
    Convert(convert::ConvertArgs),
    ConvertWeights(convert_weights::ConvertWeightsArgs),
    Diff(diff::DiffArgs),
    Docs(docs::DocsArgs),
    Fmt(fmt::FmtArgs),
    Import(import::ImportArgs),
    Kernel(kernel::KernelArgs),
    Lsp(lsp::LspArgs),
    Man(man::ManArgs),
    Mapping(mapping::MappingArgs),
    New(new::NewArgs),
    Profile(profile::ProfileArgs),
    Templates(templates::TemplatesArgs),
    Translate(translate::TranslateArgs),
}

/// Runs a command. `program` makes the whole command line.
pub fn run(command: &FullCommand, program: fn() -> Command) -> anyhow::Result<Outcome> {
    match command {
        FullCommand::Compare(args) => compare::run(args),
        FullCommand::CompareModels(args) => compare_models::run(args),
        FullCommand::Convert(args) => convert::run(args),
        FullCommand::ConvertWeights(args) => convert_weights::run(args),
        FullCommand::Diff(args) => diff::run(args),
        FullCommand::Docs(args) if !args.versions.is_empty() => docs_versions::run(args),
        FullCommand::Docs(args) => docs::run(args),
        FullCommand::Fmt(args) => fmt::run(args),
        FullCommand::Import(args) => import::run(args),
        FullCommand::Kernel(args) => kernel::run(args),
        FullCommand::Lsp(args) => lsp::run(args),
        FullCommand::Man(args) => man::run(args, program()),
        FullCommand::Mapping(args) => mapping::run(args),
        FullCommand::New(args) => new::run(args),
        FullCommand::Profile(args) => profile::run(args),
        FullCommand::Templates(args) => templates::run(args),
        FullCommand::Translate(args) => translate::run(args),
    }
}
