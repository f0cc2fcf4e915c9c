//! `opgen explain`: explains a rule, with examples.

use anyhow::bail;
use clap::{Args, ValueEnum};
use opgen::driver::ALL_RULES;
use opgen::manual::rules;
use opgen::source::{Catalogue, Rule, suggest};

use super::completions::Completed;
use super::outcome::Outcome;
use super::output;

/// The end of a message that lists all codes.
#[cfg(feature = "full")]
const ABSENT_CODES: &str = "";
#[cfg(not(feature = "full"))]
const ABSENT_CODES: &str =
    " of this build, and with `--features full` those of `convert`, `mapping` and `translate`, too";

/// Explain the code of a rule with examples; without a code, list all codes
#[derive(Args)]
pub struct ExplainArgs {
    /// The code, such as E0301
    #[arg(value_parser = Completed(codes), hide_possible_values = true)]
    code: Option<String>,
    /// The format of the explanation
    #[arg(long, value_enum, default_value_t = Format::Human)]
    format: Format,
}

#[derive(Clone, Copy, ValueEnum)]
enum Format {
    /// Text for people
    Human,
    /// A JSON object with the explanation and its examples; without a code, an array of all
    Json,
}

fn codes() -> Vec<&'static str> {
    ALL_RULES.all().into_iter().map(Rule::code).collect()
}

pub fn run(args: &ExplainArgs) -> anyhow::Result<Outcome> {
    let rule = args.code.as_ref().map(|code| find(code, ALL_RULES)).transpose()?;
    let text = match (args.format, rule) {
        (Format::Human, None) => rules::list(ALL_RULES),
        (Format::Human, Some(rule)) => rules::explain(rule),
        (Format::Json, None) => rules::list_as_json(ALL_RULES),
        (Format::Json, Some(rule)) => rules::explain_as_json(rule),
    };
    output::print(&text)?;
    Ok(Outcome::Fine)
}

/// Finds a rule by its code, in upper or lower case.
pub fn find(code: &str, catalogue: Catalogue) -> anyhow::Result<Rule> {
    if let Some(rule) = catalogue.of_code(&code.to_ascii_uppercase()) {
        return Ok(rule);
    }
    match suggest::nearest(code, catalogue.all().iter().map(|rule| rule.code())) {
        Some(near) => {
            bail!("there is no code `{code}`; did you mean `{near}`? `opgen explain` lists all codes{ABSENT_CODES}")
        }
        None => bail!("there is no code `{code}`; `opgen explain` lists all codes{ABSENT_CODES}"),
    }
}
