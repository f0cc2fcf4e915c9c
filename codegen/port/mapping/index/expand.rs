//! Expands the commands of the index.

use std::collections::BTreeMap;

use indexmap::IndexMap;
use source::{Diagnostic, Span};

use super::command::Command;
use super::{Index, LineRole};
use crate::checks::Report;
use crate::format::{ALIAS_OF, COMPARISON, IN_DEVELOPMENT_KIND, NOT_IMPLEMENTED_KIND, REPOSITORY};
use crate::{ByApi, Document, rules};

/// The index with its commands expanded.
#[derive(Debug)]
pub struct Expanded {
    /// The text of the index.
    pub text: String,
    /// The number of rows that replaced commands.
    pub rows: usize,
}

/// The distribution of APIs among tables. Tables with the same prefix and depth share a list.
pub(super) struct Distribution<'a> {
    taken: BTreeMap<(&'a str, usize), Vec<&'a str>>,
    /// APIs that no table takes.
    pub untaken: Vec<&'a str>,
}

impl<'a> Distribution<'a> {
    /// Assigns each API to the first table that takes it. Longer prefixes come first, then smaller depths.
    pub fn of(index: &'a Index, by_api: &ByApi<'a>) -> Self {
        let mut conditions: Vec<(&str, usize)> = index
            .commands()
            .filter_map(|(_, command)| match command {
                Command::Table { prefix, max_depth } => Some((prefix.as_str(), *max_depth)),
                _ => None,
            })
            .collect();
        conditions.sort_by_key(|&(prefix, depth)| (std::cmp::Reverse(prefix.chars().count()), depth));
        let mut distribution = Distribution { taken: BTreeMap::new(), untaken: Vec::new() };
        for &api in by_api.keys() {
            let depth = api.matches('.').count();
            let takes = |(prefix, max_depth): &&(&str, usize)| api.starts_with(prefix) && depth <= *max_depth;
            match conditions.iter().find(takes) {
                Some(condition) => distribution.taken.entry(*condition).or_default().push(api),
                None => distribution.untaken.push(api),
            }
        }
        distribution
    }

    /// The APIs of a table.
    pub fn of_table<'s>(&'s self, prefix: &'s str, max_depth: usize) -> &'s [&'s str] {
        self.taken.get(&(prefix, max_depth)).map_or(&[], Vec::as_slice)
    }
}

impl Index {
    pub fn expand(&self, by_api: &ByApi) -> Expanded {
        let distribution = Distribution::of(self, by_api);
        let mut expanded = Expanded { text: String::new(), rows: 0 };
        let mut number = 0;
        for line in &self.lines {
            match &line.role {
                LineRole::Header => number = 0,
                LineRole::Text | LineRole::Malformed => {}
                LineRole::Command(command) => {
                    for row in rows(command, by_api, &distribution) {
                        number += 1;
                        expanded.rows += 1;
                        expanded.text += &format!("| {number} | {} |\n", row.join(" | "));
                    }
                    continue;
                }
            }
            expanded.text += &line.text;
            expanded.text.push('\n');
        }
        expanded
    }

    /// Reports APIs that are in more than one row.
    pub(super) fn report_two_rows<'a>(&'a self, distribution: &Distribution<'a>, report: &mut Report) {
        let mut rows: IndexMap<&str, Vec<(Span, bool)>> = IndexMap::new();
        let mut tables: BTreeMap<(&str, usize), Span> = BTreeMap::new();
        for (line, command) in self.commands() {
            match command {
                Command::Table { prefix, max_depth } => {
                    if let Some(first) = tables.get(&(prefix.as_str(), *max_depth)) {
                        let message = format!("another table also takes the APIs that begin with `{}`", prefix.value);
                        let problem = Diagnostic::new(rules::SAME_TABLE, prefix.span, message);
                        report(problem.label(*first, "the other table"));
                        continue;
                    }
                    tables.insert((prefix.as_str(), *max_depth), prefix.span);
                    for api in distribution.of_table(prefix.as_str(), *max_depth) {
                        rows.entry(api).or_default().push((line.span, true));
                    }
                }
                Command::Item { api, .. }
                | Command::Alias { alias: api, .. }
                | Command::NotImplemented { api, .. }
                | Command::InDevelopment { api, .. } => rows.entry(api.as_str()).or_default().push((api.span, false)),
            }
        }
        for (api, rows) in rows {
            let Some((&(last, _), earlier)) = rows.split_last().filter(|(_, earlier)| !earlier.is_empty()) else {
                continue;
            };
            let problem = Diagnostic::new(
                rules::TWO_ROWS,
                last,
                format!("`{api}` is in {} of the index", source::count(rows.len(), "row")),
            );
            let label = |problem: Diagnostic, &(span, is_table): &(Span, bool)| {
                problem.label(span, if is_table { "this table takes its document" } else { "another row is for it" })
            };
            report(earlier.iter().fold(problem, label));
        }
    }
}

/// The rows of a command. The cells after the row's number are the API, its target, the kind and a remark.
fn rows(command: &Command, by_api: &ByApi, distribution: &Distribution) -> Vec<[String; 4]> {
    let documented = |api: &str, alias: Option<&str>, page: Option<String>| {
        by_api.get(api).and_then(|document| documented(document, alias, page))
    };
    let undocumented = |api: &str, link: &str, kind: &str, remark: &str| {
        [linked(api, link), String::new(), kind.to_owned(), remark.to_owned()]
    };
    match command {
        Command::Table { prefix, max_depth } => {
            let apis = distribution.of_table(prefix.as_str(), *max_depth).iter();
            apis.filter_map(|api| documented(api, None, None)).collect()
        }
        Command::Item { api, page } => {
            documented(api.as_str(), None, Some(page_of(page.as_str()))).into_iter().collect()
        }
        Command::Alias { alias, api } => documented(api.as_str(), Some(alias.as_str()), None).into_iter().collect(),
        Command::NotImplemented { api, link, remark } => {
            vec![undocumented(api.as_str(), link.as_str(), NOT_IMPLEMENTED_KIND, remark.as_str())]
        }
        Command::InDevelopment { api, link } => {
            vec![undocumented(api.as_str(), link.as_str(), IN_DEVELOPMENT_KIND, "")]
        }
    }
}

/// The cells for an API with a document.
fn documented(document: &Document, alias: Option<&str>, page: Option<String>) -> Option<[String; 4]> {
    let (kind, source) = (document.kind.as_ref()?.value, document.source.as_ref()?);
    let target = document.target.as_ref();
    let name = alias.unwrap_or(document.title());
    let page = page.unwrap_or_else(|| page_of(&document.path));
    let remark = match kind.is_linked() {
        false => String::new(),
        true => {
            let of = alias.map_or(String::new(), |_| format!("`{}` {ALIAS_OF}", document.title()));
            format!("{of}[{COMPARISON}]({page})")
        }
    };
    let target = target.map_or(String::new(), |target| linked(target.name.as_str(), target.address()));
    Some([linked(name, source.address()), target, kind.name().to_owned(), remark])
}

fn linked(api: &str, link: &str) -> String {
    format!("[`{api}`]({link})")
}

/// The page of a document, given by its path or by its address in the repository.
fn page_of(document: &str) -> String {
    let path = document.strip_prefix(REPOSITORY).unwrap_or(document);
    let is_document = path.len() < document.len() || !document.contains("://");
    match path.strip_suffix(".md").filter(|_| is_document) {
        Some(stem) => format!("{stem}.html"),
        None => path.to_owned(),
    }
}
