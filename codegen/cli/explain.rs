//! `opgen explain`: explains a code, with examples.

use anyhow::bail;
use clap::Args;
use opgen::check::CATALOGUE;
use opgen::docs::rules;
use opgen::source::{Rule, suggest};

use super::{Outcome, output};

/// Explain a code with examples; without a code, list all codes
#[derive(Args)]
pub struct ExplainArgs {
    /// The code, such as E0301
    code: Option<String>,
}

pub fn run(args: &ExplainArgs) -> anyhow::Result<Outcome> {
    let text = match &args.code {
        None => list(),
        Some(code) => rules::explain(find(code)?),
    };
    output::print(&text)?;
    Ok(Outcome::Fine)
}

fn list() -> String {
    let list = rules::list(CATALOGUE);
    #[cfg(feature = "convert")]
    let list = format!("{list}{}", rules::list(opgen::convert::findings::CATALOGUE));
    list
}

/// The rule with a code, in upper or lower case.
pub fn find(code: &str) -> anyhow::Result<Rule> {
    #[cfg(feature = "convert")]
    if let Some(rule) = opgen::convert::findings::CATALOGUE.of_code(&code.to_ascii_uppercase()) {
        return Ok(rule);
    }
    if let Some(rule) = CATALOGUE.of_code(&code.to_ascii_uppercase()) {
        return Ok(rule);
    }
    match suggest::nearest(code, CATALOGUE.all().iter().map(|rule| rule.code())) {
        Some(near) => bail!("there is no code `{code}`; did you mean `{near}`? `opgen explain` lists all codes"),
        None => bail!("there is no code `{code}`; `opgen explain` lists all codes"),
    }
}
