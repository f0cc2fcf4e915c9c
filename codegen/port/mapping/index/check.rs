//! Compares the index with the documents, and its parts with each other.

use source::{Diagnostic, Diagnostics, Span, suggest};

use super::Index;
use super::command::Command;
use super::expand::Distribution;
use crate::checks::{Report, link};
use crate::{ByApi, rules};

impl Index {
    pub fn check(&self, by_api: &ByApi, diagnostics: &mut Diagnostics) {
        let distribution = Distribution::of(self, by_api);
        let mut report = |problem: Diagnostic| diagnostics.push(problem);
        self.report_two_rows(&distribution, &mut report);
        self.check_commands(by_api, &distribution, &mut report);
        self.check_sections(&mut report);
        self.check_contents(&mut report);
        for api in &distribution.untaken {
            let Some(document) = by_api.get(api).and_then(|document| document.api.as_ref()) else { continue };
            let message = format!("no table of the index takes `{api}`");
            let problem = Diagnostic::new(rules::NOT_IN_INDEX, document.span, message);
            report(problem.label(Span::start_of(self.file), "the index").help("add a table with a prefix of this API"));
        }
    }

    fn check_commands<'a>(&'a self, by_api: &ByApi, distribution: &Distribution<'a>, report: &mut Report) {
        for (_, command) in self.commands() {
            match command {
                Command::Table { prefix, max_depth } => {
                    if distribution.of_table(prefix.as_str(), *max_depth).is_empty() {
                        report(empty(prefix, *max_depth, by_api, distribution));
                    }
                }
                Command::Item { api, .. } | Command::Alias { api, .. } if !by_api.contains_key(api.as_str()) => {
                    let near = suggest::Known::new(by_api.keys().copied()).nearest(api.as_str());
                    let message = format!("`{}` has no complete mapping document", api.value);
                    let problem = Diagnostic::new(rules::NO_DOCUMENT, api.span, message);
                    report(problem.maybe_help(near.map(|near| format!("did you mean `{near}`?"))));
                }
                Command::NotImplemented { api, link, .. } | Command::InDevelopment { api, link } => {
                    link::check(api.as_str(), link, report);
                }
                Command::Item { .. } | Command::Alias { .. } => {}
            }
        }
    }

    fn check_sections(&self, report: &mut Report) {
        let mut lines = self.commands().peekable();
        for (at, section) in self.sections.iter().enumerate() {
            let end = self.sections.get(at + 1).map_or(u32::MAX, |next| next.heading.start);
            while let Some((line, command)) = lines.next_if(|(line, _)| line.span.start < end) {
                let is_here = line.span.start > section.heading.start;
                if let (true, false, Some(subject), Command::Table { prefix, .. }) =
                    (is_here, section.fits(command), &section.subject, command)
                {
                    let message =
                        format!("this table is for `{}`, but the section is about `{}`", prefix.value, subject.value);
                    let problem = Diagnostic::new(rules::OTHER_SECTION, prefix.span, message);
                    report(problem.label(subject.span, "the section"));
                }
            }
            let message = match section.headers.first() {
                _ if section.commands > 0 => continue,
                Some(_) => "this table has no rows",
                None if section.subject.is_some() => "this section has no table",
                None => continue,
            };
            let at = section.headers.first().copied().unwrap_or(section.heading);
            report(Diagnostic::new(rules::NO_ROWS, at, message));
        }
    }

    fn check_contents(&self, report: &mut Report) {
        let anchors = || self.sections.iter().filter_map(|section| section.anchor.as_ref());
        for entry in &self.contents {
            if !anchors().any(|anchor| anchor == entry) {
                let message = format!("no section has the anchor `{}`", entry.value);
                let near = suggest::help(entry.as_str(), anchors().map(|anchor| anchor.as_str()));
                report(Diagnostic::new(rules::ANCHOR, entry.span, message).maybe_help(near));
            }
        }
        for anchor in anchors().filter(|anchor| !self.contents.is_empty() && !self.contents.contains(anchor)) {
            let message = format!("the contents do not lead to this section (`{}`)", anchor.value);
            report(Diagnostic::new(rules::ANCHOR, anchor.span, message));
        }
    }
}

/// The finding about a table that takes no API, with the reason.
fn empty(
    prefix: &source::Spanned<String>,
    max_depth: usize,
    by_api: &ByApi,
    distribution: &Distribution,
) -> Diagnostic {
    let matching = || by_api.keys().filter(|api| api.starts_with(prefix.as_str()));
    let message = match matching().next() {
        None => format!("no document is for an API that begins with `{}`", prefix.value),
        Some(_) if matching().all(|api| api.matches('.').count() > max_depth) => {
            format!("every API that begins with `{}` is deeper than {max_depth}", prefix.value)
        }
        Some(_) => format!("other tables take all APIs that begin with `{}`", prefix.value),
    };
    let prefixes = distribution.untaken.iter().filter_map(|api| api.rfind('.').map(|dot| &api[..=dot]));
    let near = suggest::nearest(prefix.as_str(), prefixes);
    let help = near.map(|near| format!("did you mean `{near}`?"));
    Diagnostic::new(rules::EMPTY_TABLE, prefix.span, message).maybe_help(help)
}
