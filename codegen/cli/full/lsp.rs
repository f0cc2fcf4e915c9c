//! `opgen lsp`: a language server for editors.

use clap::Args;
use opgen::{driver, lsp};

use super::outcome::Outcome;

/// Serve an editor over standard input and output, by the Language Server Protocol
#[derive(Args)]
pub struct LspArgs {
    /// What editors pass to choose the way to talk; there is no other
    #[arg(long, hide = true)]
    stdio: bool,
}

pub fn run(args: &LspArgs) -> anyhow::Result<Outcome> {
    let LspArgs { stdio: _ } = args;
    lsp::serve(driver::read, env!("CARGO_PKG_VERSION"))?;
    Ok(Outcome::Fine)
}
