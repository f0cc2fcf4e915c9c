//! `opgen docs`: links work, tags are closed, and the folder is updated as `opgen generate` updates its own.

mod versions;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use opgen::driver::PROGRAM;
use tempfile::TempDir;

use crate::skip::skip;
use crate::support::{OP, OP_WITH_WARNING, Said, Tree, folder_with, opgen, tree, write};

/// Writes the reference of a project into a new folder.
fn reference(arguments: &[&str]) -> (TempDir, Said) {
    let out = tempfile::tempdir().expect("a temporary folder");
    let said = docs(arguments, out.path());
    assert_eq!(said.code, Some(0), "{said:?}");
    (out, said)
}

fn docs(arguments: &[&str], out: &Path) -> Said {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    opgen(here, &[&["docs", "--out", &out.to_string_lossy()], arguments].concat())
}

/// An operator that has a kernel and nothing else.
fn op(name: &str) -> String {
    OP.replace("foo", name)
}

/// The values of an attribute in a page.
fn attributes<'a>(page: &'a str, name: &'a str) -> impl Iterator<Item = &'a str> {
    let start = format!(" {name}=\"");
    let mut rest = page;
    std::iter::from_fn(move || {
        let (_, from_value) = rest.split_once(start.as_str())?;
        let (value, after) = from_value.split_once('"')?;
        rest = after;
        Some(value)
    })
}

/// A path without `..`.
fn resolved(from: &Path, link: &str) -> PathBuf {
    let mut path = from.parent().expect("it is a file").to_owned();
    for part in link.split('/') {
        match part {
            ".." => assert!(path.pop(), "{link} on {} leads out of the reference", from.display()),
            part => path.push(part),
        }
    }
    path
}

/// Checks that every link leads to a file and to a part of it, and that every page closes what it opens.
fn check_pages(files: &Tree) {
    let pages: BTreeMap<&Path, &str> = files.iter().map(|(path, text)| (path.as_path(), text.as_str())).collect();
    let ids = |path: &Path| -> BTreeSet<&str> { attributes(pages[path], "id").collect() };
    let ids: BTreeMap<&Path, BTreeSet<&str>> = pages.keys().map(|path| (*path, ids(path))).collect();
    let mut linked: BTreeSet<PathBuf> = BTreeSet::new();
    for (path, page) in pages.iter().filter(|(path, _)| path.extension().is_some_and(|kind| kind == "html")) {
        for link in attributes(page, "href").chain(attributes(page, "src")).filter(|link| !link.starts_with("data:")) {
            let (file, part) = link.split_once('#').unwrap_or((link, ""));
            let target = if file.is_empty() { path.to_path_buf() } else { resolved(path, file) };
            let parts = ids.get(target.as_path());
            assert!(parts.is_some(), "{link} on {} leads nowhere", path.display());
            // The rest is for the script of the index.
            let is_state = target.ends_with("index.html") && part.contains('=');
            let is_there = part.is_empty() || is_state || parts.is_some_and(|parts| parts.contains(part));
            assert!(is_there, "{link} on {} leads to no part of the page", path.display());
            linked.insert(target);
        }
        assert_eq!(attributes(page, "id").count(), ids[path].len(), "{} has an id twice", path.display());
        check_tags(path, page);
    }
    let unreachable: Vec<_> = pages.keys().filter(|path| !linked.contains(**path)).collect();
    assert!(unreachable.is_empty(), "nothing leads to {unreachable:?}");
}

/// Checks that tags are closed in the right order.
fn check_tags(path: &Path, page: &str) {
    let mut open: Vec<&str> = Vec::new();
    let without_comment = page.split_once("-->").map_or(page, |(_, rest)| rest);
    for tag in without_comment.split('<').skip(1) {
        let tag = tag.split_once('>').unwrap_or_else(|| panic!("{}: <{tag}", path.display())).0;
        let name = tag.split([' ', '/']).find(|part| !part.is_empty()).unwrap_or_default();
        match tag {
            _ if tag.ends_with('/') || ["meta", "link", "input", "br"].contains(&name) => {}
            _ if tag.starts_with('/') => assert_eq!(open.pop(), Some(name), "{}", path.display()),
            _ => open.push(name),
        }
    }
    assert!(open.is_empty(), "{}: {open:?} stay open", path.display());
}

#[test]
fn every_link_is_alive() {
    let mut projects = vec![vec!["--built-in"]];
    projects.push(vec!["--root", "tests/docs/small", "--since", "tests/docs/small/base"]);
    projects.push(vec!["--root", "tests/docs/allowed-error"]);
    for release in ["../shared/oracle/paddle-2.6.2/yaml", "../shared/oracle/paddle-3.0-beta2/yaml"] {
        match Path::new(release).is_dir() {
            true => projects.push(vec!["--root", release]),
            false => skip(&format!("there is no {release}")),
        }
    }
    projects.push(vec!["--root", "tests/docs/kernels"]);
    for project in projects {
        let (out, _) = reference(&project);
        check_pages(&tree(out.path()));
    }
}

#[test]
fn a_profile_of_the_project_is_read() {
    let project = folder_with(&[("definitions/ops.yaml", OP)]);
    let root = project.path().to_string_lossy().into_owned();
    let (out, _) = reference(&["--root", &root, "--profile", "tests/versions/acme.toml"]);
    let files = tree(out.path());
    check_pages(&files);
    assert!(files[Path::new("index.html")].contains("<small>acme</small>"));
}

#[test]
fn a_normal_form_is_read() {
    let normal = tempfile::tempdir().expect("a temporary folder");
    let said = opgen(Path::new("."), &["parse", "--built-in"]);
    write(normal.path(), "normal.yaml", &said.out);
    let (out, _) = reference(&["--root", &normal.path().join("normal.yaml").to_string_lossy()]);
    check_pages(&tree(out.path()));
}

#[test]
fn names_that_differ_only_in_case_have_pages_of_their_own() {
    let names = ["abs", "Abs", "aBs", "con", "x_41", "con_", &"long_".repeat(80)];
    let project = folder_with(&[("ops.yaml", &names.map(op).concat())]);
    let (out, _) = reference(&["--root", &project.path().to_string_lossy()]);
    let files = tree(out.path());
    check_pages(&files);
    let pages: BTreeSet<String> = files
        .keys()
        .filter(|path| path.starts_with("op"))
        .map(|path| path.display().to_string().to_lowercase())
        .collect();
    assert_eq!(pages.len(), names.len(), "{pages:?}");
    assert!(pages.contains("op/dense/abs.html") && !pages.contains("op/dense/con.html"));
}

#[test]
fn text_from_yaml_is_never_markup() {
    let evil = "</script><script>alert(1)</script><img src=x onerror=alert(2)>";
    let ops = format!(
        "- op : foo\n  args : (Tensor x, str text = \"{evil}\")\n  output : Tensor[](out){{x.size() + \"<i>\"}}\n  infer_meta :\n    \
         func : UnchangedInferMeta\n    param : [x, '{evil}']\n  kernel :\n    func : foo\n  # {evil}\n"
    );
    let versions = format!(
        "- op : foo\n  version :\n    - checkpoint : '{evil}'\n      action :\n        - add_attr : text\n          \
         comment : '{evil}'\n          default : '\"{evil}\"'\n"
    );
    let files = [("ops.yaml", ops.as_str()), ("op_version.yaml", &versions)];
    let project = folder_with(&files);
    let (out, _) = reference(&["--root", &project.path().to_string_lossy()]);
    let files = tree(out.path());
    check_pages(&files);
    assert!(files[Path::new("op/dense/foo.html")].contains("&lt;script&gt;alert(1)"));
    for (path, text) in files {
        for mark in ["<script>alert", "<img", "<i>\""] {
            assert!(!text.contains(mark), "{mark} on {}", path.display());
        }
    }
}

#[test]
fn only_what_differs_is_written_and_what_is_gone_is_removed() {
    let project = folder_with(&[("ops.yaml", &[op("foo"), op("bar")].concat())]);
    let root = project.path().to_string_lossy().into_owned();
    let (out, said) = reference(&["--root", &root]);
    // Two operators; the index, the overview, the findings and the rules; three assets; a page for each rule.
    let pages = 2 + 4 + 3 + PROGRAM.catalogue.all().len();
    assert!(said.out.starts_with(&format!("{pages} written, 0 unchanged, ")), "{}", said.out);
    write(out.path(), "op/dense/mine.html", "a page of the user's\n");
    let before = tree(out.path());
    assert!(docs(&["--root", &root], out.path()).out.starts_with(&format!("0 written, {pages} unchanged, ")));
    assert_eq!(tree(out.path()), before);

    write(project.path(), "ops.yaml", &op("foo"));
    let said = docs(&["--root", &root, "--check"], out.path());
    assert_eq!(said.code, Some(1));
    assert!(
        said.out.contains("stale   op/dense/bar.html\n") && said.out.contains("changed index.html\n"),
        "{}",
        said.out
    );
    assert_eq!(tree(out.path()), before);

    let said = docs(&["--root", &root], out.path());
    assert!(said.out.contains(", 1 removed, "), "{}", said.out);
    let after = tree(out.path());
    assert!(!after.contains_key(Path::new("op/dense/bar.html")));
    assert!(after.contains_key(Path::new("op/dense/mine.html")));
    assert_eq!(docs(&["--root", &root, "--check"], out.path()).code, Some(0));
}

#[test]
fn a_page_that_somebody_changed_stays() {
    let project = folder_with(&[("ops.yaml", &[op("foo"), op("bar")].concat())]);
    let root = project.path().to_string_lossy().into_owned();
    let (out, _) = reference(&["--root", &root]);
    write(out.path(), "op/dense/bar.html", "changed\n");
    write(project.path(), "ops.yaml", &op("foo"));
    docs(&["--root", &root], out.path());
    assert!(out.path().join("op/dense/bar.html").exists());
}

#[test]
fn files_of_others_are_not_replaced() {
    let folder = folder_with(&[("ops.yaml", OP), ("pages/index.html", "mine"), ("pages/assets/style.css", "mine")]);
    let run = |arguments: &[&str]| opgen(folder.path(), &[&["docs", "--out", "pages"], arguments].concat());
    let before = tree(folder.path());
    for arguments in [&[][..], &["--check"]] {
        let said = run(arguments);
        assert_eq!(said.code, Some(2), "{said:?}");
        let message = "error: opgen does not replace files that it did not write: remove them, or choose another folder\n  \
                       pages/index.html\n  pages/assets/style.css\n";
        assert_eq!(said.err, message);
        assert_eq!(tree(folder.path()), before);
    }
    fs::remove_dir_all(folder.path().join("pages")).expect("it exists");
    assert_eq!(run(&[]).code, Some(0));
    // Without the stamp, pages are recognised by their banner.
    fs::remove_file(folder.path().join("pages/.opgen-stamp")).expect("it was written");
    write(folder.path(), "ops.yaml", &OP.replace("Tensor x", "Tensor x, int n"));
    assert_eq!(run(&[]).code, Some(0));
}

#[test]
fn pages_and_generated_files_may_share_a_folder() {
    let project = folder_with(&[("ops.yaml", &op("foo"))]);
    let root = project.path().to_string_lossy().into_owned();
    let (out, _) = reference(&["--root", &root]);
    let folder = out.path().to_string_lossy().into_owned();
    let generate = ["generate", "--root", &root, "--out", &folder, "--target", "rust"];
    assert_eq!(opgen(Path::new("."), &generate).code, Some(0));
    assert!(out.path().join("op/dense/foo.html").exists());
    write(project.path(), "ops.yaml", &op("bar"));
    docs(&["--root", &root], out.path());
    assert!(!out.path().join("op/dense/foo.html").exists());
    assert!(out.path().join("rust/ops.rs").exists());
}

#[test]
fn the_same_operators_make_the_same_pages_anywhere() {
    let [one, other] = [(), ()].map(|()| folder_with(&[("ops.yaml", OP_WITH_WARNING)]));
    let pages = [&one, &other].map(|project| tree(reference(&["--root", &project.path().to_string_lossy()]).0.path()));
    assert_eq!(pages[0], pages[1]);
}

#[test]
fn nothing_is_written_of_yaml_that_cannot_be_read_to_the_end() {
    let project = folder_with(&[("ops.yaml", &format!("{}- op : bar\n  args : (Tensor x\n", op("foo")))]);
    let out = project.path().join("out");
    let said = docs(&["--root", &project.path().to_string_lossy()], &out);
    assert_eq!(said.code, Some(1));
    assert!(said.err.contains("error["), "{}", said.err);
    assert!(!out.exists());
}

#[test]
fn errors_that_a_project_may_allow_are_on_the_pages() {
    let (out, said) = reference(&["--root", "tests/docs/allowed-error"]);
    assert_eq!(said.err, "1 error, 0 warnings, which the pages show\n");
    let files = tree(out.path());
    assert!(files[Path::new("findings.html")].contains("id=\"E0513\""));
    assert!(files[Path::new("rules.html")].contains("<a href=\"findings.html#E0513\">1 finding</a>"));
}

/// The links between rules and findings are checked with all others.
#[test]
fn every_rule_has_a_page_that_explains_it() {
    let (out, _) = reference(&["--root", "tests/docs/allowed-error"]);
    let files = tree(out.path());
    for rule in PROGRAM.catalogue.all() {
        let page = &files[Path::new(&format!("rule/{}.html", rule.code()))];
        assert!(page.contains(rule.code()) && page.contains("<h2>Wrong</h2>"), "{}", rule.code());
    }
}

#[test]
fn a_revision_is_compared_with() {
    let project = folder_with(&[("ops.yaml", OP)]);
    let git = |arguments: &[&str]| {
        let identity = ["-c", "user.name=a", "-c", "user.email=a@b"];
        let output = Command::new("git").current_dir(project.path()).args(identity).args(arguments).output();
        assert!(output.expect("git runs").status.success(), "{arguments:?}");
    };
    git(&["init", "-q"]);
    git(&["add", "."]);
    git(&["commit", "-qm", "first"]);
    write(project.path(), "ops.yaml", &OP.replace("Tensor x", "Tensor x, int axis = 0"));
    let root = project.path().to_string_lossy().into_owned();
    let (out, _) = reference(&["--root", &root, "--since", "HEAD"]);
    let files = tree(out.path());
    check_pages(&files);
    assert!(files[Path::new("changes.html")].contains("the attribute <code>axis</code> is new"));
    assert!(files[Path::new("op/dense/foo.html")].contains("Changed since HEAD"));
    // Of a path, pages have only the last part, or another name.
    let base = folder_with(&[("before/ops.yaml", OP)]);
    let old = base.path().join("before").to_string_lossy().into_owned();
    for (name, options) in [("before", &[][..]), ("v1.0", &["--since-name", "v1.0"][..])] {
        let arguments = [&["--root", root.as_str(), "--since", old.as_str()], options].concat();
        let (out, _) = reference(&arguments);
        let files = tree(out.path());
        assert!(files[Path::new("op/dense/foo.html")].contains(&format!("Changed since {name}")), "{name}");
        assert!(files.values().all(|page| !page.contains(&old)));
    }
    // Without a revision, there is no such page.
    docs(&["--root", &root], out.path());
    assert!(!out.path().join("changes.html").exists());
    let said = docs(&["--root", &root, "--since", "no-such-revision"], out.path());
    assert_eq!(said.code, Some(2));
    assert!(said.err.contains("`no-such-revision` is neither a path nor a git revision"), "{}", said.err);
}

#[test]
fn pages_name_the_revision_and_link_to_it() {
    let project = folder_with(&[("sub/ops.yaml", OP)]);
    let git = |arguments: &[&str]| {
        let identity = ["-c", "user.name=a", "-c", "user.email=a@b"];
        let output = Command::new("git").current_dir(project.path()).args(identity).args(arguments).output();
        String::from_utf8(output.expect("git runs").stdout).expect("it is text").trim().to_owned()
    };
    git(&["init", "-q"]);
    git(&["add", "."]);
    git(&["commit", "-qm", "first"]);
    let commit = git(&["rev-parse", "HEAD"]);
    let root = project.path().join("sub").to_string_lossy().into_owned();
    let page = |arguments: &[&str]| {
        let (out, _) = reference(&[&["--root", &root], arguments].concat());
        tree(out.path())[Path::new("op/dense/foo.html")].clone()
    };
    let address = ["--source-url", "https://example.org/{revision}/{path}#L{line}"];
    let committed = page(&address);
    assert!(committed.contains(&format!("href=\"https://example.org/{commit}/sub/ops.yaml#L1\"")), "{committed}");
    assert!(committed.contains(&format!("Revision <code>{commit}</code>. Written")), "{committed}");
    write(project.path(), "sub/ops.yaml", &OP.replace("Tensor x", "Tensor x, int axis = 0"));
    assert!(page(&[]).contains("</code> with changes that are not committed."));
    let named = page(&["--revision", "v1", "--source-url", "https://example.org/tree/v1/"]);
    assert!(
        named.contains("href=\"https://example.org/tree/v1/sub/ops.yaml#L1\"")
            && named.contains("Revision <code>v1</code>.")
    );
    let without = page(&["--revision", ""]);
    assert!(!without.contains("Revision") && !without.contains("https://"));
    let refused = |arguments: &[&str]| docs(&[&["--root", &root], arguments].concat(), &project.path().join("out"));
    assert_eq!(refused(&["--source-url", "javascript:alert(1)"]).code, Some(2));
    let said = refused(&["--revision", "", "--source-url", "https://example.org/{revision}/{path}"]);
    assert!(said.code == Some(2) && said.err.contains("name it with `--revision`"), "{said:?}");
}

#[test]
fn a_template_of_the_project_replaces_one() {
    let page = "{% extends \"reference/base.html.j2\" %}{% block content %}<h1>Mine: {{ page.op.name }} & \"{{ page.op.schema }}\"</h1>{% endblock %}";
    let files = [
        ("ops.yaml", OP),
        ("opgen.toml", "templates = \"templates\"\n"),
        ("templates/reference/operator.html.j2", page),
    ];
    let project = folder_with(&files);
    let root = project.path().to_string_lossy().into_owned();
    let (out, _) = reference(&["--root", &root]);
    let text = fs::read_to_string(out.path().join("op/dense/foo.html")).expect("it was written");
    assert!(text.contains("<h1>Mine: foo & \"foo(Tensor x) -&gt; Tensor(out)\"</h1>"), "{text}");
    write(project.path(), "templates/reference/operator.html.j2", "{{ page.no_such_field }}");
    let said = docs(&["--root", &root], out.path());
    assert_eq!(said.code, Some(1));
    assert!(said.err.contains("templates/reference/operator.html.j2:1:"), "{}", said.err);
}
