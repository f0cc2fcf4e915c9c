//! Links in the documentation lead somewhere: to a file or folder of the repository, and to a heading on its page.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Component, Path, PathBuf};

/// The files below a folder that have an extension, sorted.
pub fn files(folder: &Path, extension: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).expect("the folder exists") {
            let path = entry.expect("it is readable").path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|of| of == extension) {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}

#[test]
fn links_lead_somewhere() {
    let mut pages = vec![PathBuf::from("README.md")];
    pages.extend(["docs", "tests/library/findings"].map(|folder| files(Path::new(folder), "md")).concat());
    let mut dead = Vec::new();
    let mut number = 0;
    for page in pages {
        let text = fs::read_to_string(&page).expect("it is text");
        for link in links(&text).into_iter().filter(|link| !link.contains("://")) {
            number += 1;
            if !is_alive(&page, link) {
                dead.push(format!("{}: {link}", page.display()));
            }
        }
    }
    assert_eq!(dead, [""; 0]);
    assert!(number > 100, "only {number} links were found");
}

/// An index of packages shows the page without the repository.
#[test]
fn the_page_for_package_indexes_needs_no_other_file() {
    let manifest = fs::read_to_string("pyproject.toml").expect("it is text");
    let page = manifest.lines().find_map(|line| line.strip_prefix("readme = \"")?.strip_suffix('"'));
    let text = fs::read_to_string(page.expect("it names a page")).expect("it is text");
    let relative: Vec<&str> = links(&text).into_iter().filter(|link| !link.contains("://")).collect();
    assert_eq!(relative, [""; 0]);
}

/// The targets of a page's links, `[text](target)`, outside of code.
fn links(text: &str) -> Vec<&str> {
    let mut found = Vec::new();
    for line in prose(text) {
        // Between backticks, every second part is code.
        for part in line.split('`').step_by(2) {
            let targets = part.split("](").skip(1);
            found.extend(targets.filter_map(|rest| Some(rest.split_once(')')?.0)));
        }
    }
    found
}

/// The lines outside of fenced code blocks.
fn prose(text: &str) -> impl Iterator<Item = &str> {
    let mut is_code = false;
    text.lines().filter(move |line| {
        let is_fence = line.starts_with("```");
        is_code ^= is_fence;
        !is_code && !is_fence
    })
}

fn is_alive(page: &Path, link: &str) -> bool {
    let (path, heading) = link.split_once('#').unwrap_or((link, ""));
    let target = if path.is_empty() { page.to_owned() } else { resolved(page, path) };
    let has_heading = || {
        let text = fs::read_to_string(&target).unwrap_or_default();
        let anchors: BTreeSet<String> = prose(&text).filter_map(anchor).collect();
        anchors.contains(heading)
    };
    target.exists() && (heading.is_empty() || has_heading())
}

/// The path that a link on a page means, without `..`.
fn resolved(page: &Path, link: &str) -> PathBuf {
    let mut path = page.parent().expect("it is a file").to_owned();
    for part in Path::new(link).components() {
        match part {
            Component::ParentDir => assert!(path.pop(), "{link} on {} leaves the repository", page.display()),
            part => path.push(part),
        }
    }
    path
}

/// The anchor of a heading: lower case, hyphens for blanks, and no punctuation.
fn anchor(line: &str) -> Option<String> {
    let heading = line.trim_start_matches('#');
    let is_heading = heading.len() < line.len() && heading.starts_with(' ');
    let letters = heading.trim().chars().filter(|c| c.is_alphanumeric() || " -_".contains(*c));
    is_heading.then(|| letters.collect::<String>().to_lowercase().replace(' ', "-"))
}

#[test]
fn anchors_are_those_of_github() {
    assert_eq!(anchor("## Whom `opgen` breaks: C++, too").as_deref(), Some("whom-opgen-breaks-c-too"));
    assert_eq!(anchor("no heading"), None);
}
