//! `opgen lsp`: a language server for editors.

use clap::Args;
use opgen::{driver, lsp};

use super::super::outcome::Outcome;

/// Serve an editor by the Language Server Protocol, over standard input and output
#[derive(Args)]
pub struct LspArgs {
    /// The transport that editors select. There is no other
    #[arg(long, hide = true)]
    stdio: bool,
}

pub fn run(args: &LspArgs) -> anyhow::Result<Outcome> {
    let LspArgs { stdio: _ } = args;
    lsp::serve(driver::EDITOR, driver::frameworks::described_around, env!("CARGO_PKG_VERSION"))?;
    Ok(Outcome::Fine)
}
