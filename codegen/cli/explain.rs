//! `opgen explain`: explains a code, with examples.

use anyhow::bail;
use clap::Args;
use opgen::docs::rules;
use opgen::driver::CATALOGUE;
use opgen::source::rule::Catalogue;
use opgen::source::{Rule, suggest};

use super::{Outcome, output};

/// What programs must obey to be translated. No project sets their levels.
const TRANSLATION: Catalogue = Catalogue::new(&[opgen::translate::rules::ALL]);

/// Explain a code with examples; without a code, list all codes
#[derive(Args)]
pub struct ExplainArgs {
    /// The code, such as E0301
    code: Option<String>,
}

pub fn run(args: &ExplainArgs) -> anyhow::Result<Outcome> {
    let text = match &args.code {
        None => rules::list(CATALOGUE) + &rules::list(TRANSLATION),
        Some(code) => {
            let of_translation = TRANSLATION.of_code(&code.to_ascii_uppercase());
            rules::explain(of_translation.map_or_else(|| find(code), Ok)?)
        }
    };
    output::print(&text)?;
    Ok(Outcome::Fine)
}

/// The rule with a code, in upper or lower case.
pub fn find(code: &str) -> anyhow::Result<Rule> {
    if let Some(rule) = CATALOGUE.of_code(&code.to_ascii_uppercase()) {
        return Ok(rule);
    }
    match suggest::nearest(code, CATALOGUE.all().iter().map(|rule| rule.code())) {
        Some(near) => bail!("there is no code `{code}`; did you mean `{near}`? `opgen explain` lists all codes"),
        None => bail!("there is no code `{code}`; `opgen explain` lists all codes"),
    }
}
