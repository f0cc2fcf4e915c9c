//! Checks links: their form, and whether they lead to the page of their API.

use std::collections::BTreeMap;

use source::{Diagnostic, Diagnostics, Spanned, suggest};

use super::Report;
use crate::{Document, rules};

pub(super) fn check_document(document: &Document, report: &mut Report) {
    for (api, must_have) in [(&document.source, false), (&document.target, true)] {
        let Some(api) = api else { continue };
        match &api.link {
            Some(link) if !link.value.trim().is_empty() => match document.names_agree {
                true => check(api.name.as_str(), link, report),
                false => check_form(link, report),
            },
            // Already reported.
            None if must_have => {}
            link => {
                let message = format!("`{}` has no link", api.name.value);
                let span = link.as_ref().map_or(api.name.span, |link| api.name.span.to(link.span));
                report(Diagnostic::new(rules::NO_LINK, span, message));
            }
        }
    }
}

/// Checks the form of a link, and its target.
pub(crate) fn check(api: &str, link: &Spanned<String>, report: &mut Report) {
    check_form(link, report);
    if let Some(other) = other_page(api, link.as_str()) {
        let message = format!("the link leads to `{other}`, not to `{api}`");
        report(Diagnostic::new(rules::LINK, link.span, message).help("link to the page of the API"));
    }
}

fn check_form(link: &Spanned<String>, report: &mut Report) {
    let mut problem = |message: String, help: String| {
        report(Diagnostic::new(rules::LINK, link.span, message).help(help));
    };
    let Some(rest) = link.value.strip_prefix("https://").or_else(|| link.value.strip_prefix("http://")) else {
        let message = "the link does not begin with `https://`".to_owned();
        return problem(message, "write the whole address".to_owned());
    };
    if let Some(odd) = rest.chars().find(|letter| letter.is_whitespace() || "<>\"`{}|\\^".contains(*letter)) {
        let message = format!("the link contains `{odd}`");
        return problem(message, "remove it, or write it as `%` and two digits".to_owned());
    }
    if rest.contains("://") {
        return problem("the link contains two addresses".to_owned(), "remove one of them".to_owned());
    }
    let host = rest.split(['/', '?', '#']).next().unwrap_or_default();
    if !host.contains('.') {
        problem(format!("`{host}` is not the name of a site"), "write the whole address".to_owned());
    }
}

/// Pages about many APIs, among the pages about single ones.
const OVERVIEW_PAGES: [&str; 1] = ["Overview_cn"];

/// The API of a link's page, if it is a different one. `None` for pages about many APIs.
fn other_page<'a>(api: &str, link: &'a str) -> Option<&'a str> {
    let (page, fragment) = link.split_once('#').unwrap_or((link, ""));
    let path = page.split('?').next().unwrap_or(page);
    let (folder, file) = path.rsplit_once('/')?;
    let stem = file.strip_suffix(".html")?;
    if OVERVIEW_PAGES.contains(&stem) {
        return None;
    }
    let is_of_one_api = folder.ends_with("/generated") || stem.ends_with("_cn") && folder.contains("/api/");
    let stem = stem.strip_suffix("_cn").unwrap_or(stem);
    let about = [stem, fragment].map(letters);
    let name = letters(api.rsplit('.').next().unwrap_or(api));
    let is_of_many = !is_of_one_api || letters(api).contains(&about[0]);
    let leads_to_api = about.iter().any(|about| about.contains(&name));
    (!is_of_many && !leads_to_api).then_some(stem)
}

/// The letters and digits of a name in lower case, as in anchors.
fn letters(name: &str) -> String {
    name.chars().filter(|letter| letter.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

/// Reports sites with only a few links, if other sites have many: they may be misspelled.
pub(super) fn check_together(documents: &[Document], diagnostics: &mut Diagnostics) {
    const MANY: usize = 10;
    let apis = documents.iter().flat_map(|document| [&document.source, &document.target]).flatten();
    let mut sites: BTreeMap<&str, Vec<&Spanned<String>>> = BTreeMap::new();
    for link in apis.filter_map(|api| api.link.as_ref()) {
        if let Some((_, rest)) = link.value.split_once("://") {
            sites.entry(rest.split(['/', '?', '#']).next().unwrap_or_default()).or_default().push(link);
        }
    }
    let usual: Vec<&str> = sites.iter().filter(|(_, links)| links.len() >= MANY).map(|(site, _)| *site).collect();
    if usual.is_empty() {
        return;
    }
    for (site, links) in sites.iter().filter(|(site, _)| !usual.contains(site)) {
        let near = suggest::nearest(site, usual.iter().copied());
        for link in links.iter().take(MANY) {
            let message = format!("no other document links to `{site}`");
            let help = near.map_or("check the address".to_owned(), |near| format!("did you mean `{near}`?"));
            diagnostics.push(Diagnostic::new(rules::LINK, link.span, message).help(help));
        }
    }
}
