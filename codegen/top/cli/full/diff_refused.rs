//! What `opgen diff` reports if a side has errors, so that nothing is compared.

use anstream::adapter::strip_str;
use opgen::project::Review;
use opgen::source::report::{json, render_to};
use opgen::source::{Diagnostics, Level};
use serde_json::{Map, Value};

use super::super::findings::Report;
use super::diff_format::Format;
use super::diff_side::{Side, path_in_repository};

/// A side, and what it is called.
pub type NamedSide<'a> = (&'a str, &'a Side, &'a Review);

/// The errors of the sides in the format, and the reason that nothing is compared. Empty for people, who read the errors elsewhere.
///
/// # Errors
/// Never, as long as findings are JSON.
pub fn report(format: Format, sides: [NamedSide; 2], reason: &str) -> anyhow::Result<String> {
    Ok(match format {
        Format::Human => String::new(),
        Format::Markdown => markdown(sides, reason),
        Format::Json => as_json(sides, reason)?,
        Format::Sarif => with_shown(sides, |report| report.sarif()),
        Format::Github => with_shown(sides, |report| report.github()),
    })
}

fn errors(review: &Review) -> Diagnostics {
    review.diagnostics.sorted().into_iter().filter(|finding| finding.level == Level::Error).cloned().collect()
}

fn as_json(sides: [NamedSide; 2], reason: &str) -> anyhow::Result<String> {
    let mut report = Map::from_iter([("failed".to_owned(), reason.into())]);
    for (which, side, review) in sides {
        report.insert(which.to_owned(), side.name.clone().into());
        let errors: Value = serde_json::from_str(&json(&errors(review), &review.sources))?;
        report.insert(format!("{which}_errors"), errors);
    }
    Ok(serde_json::to_string_pretty(&report)? + "\n")
}

fn markdown(sides: [NamedSide; 2], reason: &str) -> String {
    let mut text = format!("**{reason}**\n");
    for (_, _, review) in sides {
        let errors = render_to(Level::Error, &errors(review), &review.sources);
        if !errors.is_empty() {
            text += &format!("\n```text\n{}\n```\n", strip_str(errors.trim_end()));
        }
    }
    text
}

/// The report of the head, whose lines a service can show. If only the base has errors, it is theirs, without annotations.
fn with_shown(sides: [NamedSide; 2], text: impl Fn(&Report) -> String) -> String {
    let [base, head] = sides;
    let is_of_head = head.2.diagnostics.has_errors();
    let (_, side, review) = if is_of_head { head } else { base };
    let path = |name: &str| path_in_repository(name, side);
    let errors = errors(review);
    let report = Report::of_other_files(&errors, &review.sources, &path);
    text(&Report { is_annotated: &|_| is_of_head, ..report })
}
