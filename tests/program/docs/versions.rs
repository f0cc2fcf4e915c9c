//! `opgen docs VERSION...`: a reference for each version, whose pages link to each other.

use super::{attributes, check_pages, docs, op};
use crate::support::{folder_with, opgen, tree, write};
use std::os::unix::fs::symlink;
use std::path::Path;
use std::process::Command;

#[test]
fn pages_link_to_the_same_page_of_other_versions() {
    let folder =
        folder_with(&[("v1/ops.yaml", &(op("kept") + &op("gone"))), ("v 2/ops.yaml", &(op("kept") + &op("young")))]);
    let said = opgen(folder.path(), &["docs", "v1", "v 2", "--out", "pages"]);
    assert_eq!(said.code, Some(0), "{said:?}");
    let mut files = tree(&folder.path().join("pages"));
    let front = files.remove(Path::new("index.html")).expect("it lists the versions");
    check_pages(&files);
    let links = |page: &str| {
        let (_, nav) = files[Path::new(page)].split_once("<nav class=\"versions\"").expect("it has the links");
        let (nav, _) = nav.split_once("</nav>").expect("it ends");
        attributes(nav, "href").map(str::to_owned).collect::<Vec<_>>()
    };
    assert_eq!(links("v1/index.html"), ["../v1/index.html", "../v-2/index.html"]);
    let kept = ["../../../v1/op/dense/kept.html", "../../../v-2/op/dense/kept.html"];
    assert_eq!(links("v-2/op/dense/kept.html"), kept);
    assert_eq!(links("v1/op/dense/gone.html"), ["../../../v1/op/dense/gone.html", "../../../v-2/index.html"]);
    assert!(files[Path::new("v1/op/dense/gone.html")].contains("title=\"This page is not in v-2.\""));
    let front: Vec<_> = attributes(&front, "href").collect();
    assert!(front.contains(&"v1/index.html") && front.contains(&"v-2/index.html"), "{front:?}");
    let again = opgen(folder.path(), &["docs", "v1", "v 2", "--out", "pages", "--check"]);
    assert!(again.code == Some(0) && again.out.starts_with("0 to write, "), "{again:?}");
    // The pages of a version that is no longer wanted go.
    assert_eq!(opgen(folder.path(), &["docs", "v1", "--out", "pages"]).code, Some(0));
    assert!(tree(&folder.path().join("pages")).keys().all(|page| !page.starts_with("v-2")));
}

#[test]
fn a_link_names_a_version() {
    let folder = folder_with(&[("a/yaml/ops.yaml", &op("kept")), ("b/yaml/ops.yaml", &op("kept"))]);
    for (link, target) in [("v1", "a/yaml"), ("v2", "b/yaml")] {
        symlink(target, folder.path().join(link)).expect("it is new");
    }
    let said = opgen(folder.path(), &["docs", "v1", "v2/", "--out", "pages"]);
    assert_eq!(said.code, Some(0), "{said:?}");
    let files = tree(&folder.path().join("pages"));
    assert!(files.contains_key(Path::new("v1/index.html")) && files.contains_key(Path::new("v2/index.html")));
}

#[test]
fn revisions_are_versions_and_their_sources_are_linked() {
    let folder = folder_with(&[("ops.yaml", &op("kept"))]);
    let git = |arguments: &[&str]| {
        let user = ["-c", "user.name=a", "-c", "user.email=a@example.org"];
        let run = Command::new("git").args(user).args(arguments).current_dir(folder.path()).output();
        assert!(run.expect("git runs").status.success(), "{arguments:?}");
    };
    git(&["init", "-q", "-b", "main"]);
    git(&["add", "."]);
    git(&["commit", "-qm", "all"]);
    git(&["tag", "v1.0"]);
    write(folder.path(), "ops.yaml", &(op("young") + &op("kept")));
    git(&["commit", "-qam", "more"]);
    let address = ["--source-url", "https://example.org/{revision}/{path}#L{line}"];
    let said = opgen(folder.path(), &[&["docs", "v1.0", "main", "--out", "pages"][..], &address].concat());
    assert_eq!(said.code, Some(0), "{said:?}");
    let files = tree(&folder.path().join("pages"));
    for (version, line) in [("v1.0", 1), ("main", 8)] {
        let page = &files[Path::new(&format!("{version}/op/dense/kept.html"))];
        let link = format!("https://example.org/{version}/ops.yaml#L{line}");
        assert!(attributes(page, "href").any(|href| href == link), "{version}");
    }
}

#[test]
fn versions_that_cannot_be_told_apart_or_read_are_errors() {
    let folder = folder_with(&[("a/v1/ops.yaml", &op("kept")), ("b/v1/ops.yaml", &op("kept"))]);
    let said = |versions: &[&str]| opgen(folder.path(), &[&["docs", "--out", "pages"], versions].concat());
    let expected = "error: `a/v1` and `b/v1` would both be written to the folder `v1`\n";
    assert_eq!((said(&["a/v1", "b/v1"]).code, said(&["a/v1", "b/v1"]).err.as_str()), (Some(2), expected));
    assert_eq!(said(&["a/v1", "missing"]).code, Some(2));
    write(folder.path(), "b/broken/ops.yaml", "- op : [kept\n");
    let broken = said(&["a/v1", "b/broken"]);
    assert_eq!(broken.code, Some(2));
    assert!(broken.err.ends_with("error: `b/broken` has errors\n"), "{}", broken.err);
    assert!(!folder.path().join("pages").exists());
    assert_eq!(docs(&["a/v1", "--since", "b"], &folder.path().join("pages")).code, Some(2));
}
