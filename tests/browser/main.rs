//! The reference that `opgen docs` writes, tried in a headless Chromium: search, facets, keys, dark and narrow windows,
//! paper, and no script at all.
//!
//! Without Chromium the tests are skipped with a notice, or fail if the environment variable `CI` is set. If
//! `OPGEN_SCREENSHOTS` names a folder, pictures of the pages are written to it.

mod chromium;
#[path = "../support/skip.rs"]
mod skip;

use std::path::{Path, PathBuf};
use std::process::Command;

use chromium::Tab;
use serde_json::{Value, json};
use skip::{skip, skip_even_in_ci};
use tempfile::TempDir;

const AUDIT: &str = include_str!("audit.js");

/// A reference in a folder of its own.
struct Reference(TempDir);

impl Reference {
    fn of(arguments: &[&str]) -> Self {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let mut command = Command::new(env!("CARGO_BIN_EXE_opgen"));
        let output = command.arg("docs").args(arguments).arg("--out").arg(folder.path()).output().expect("opgen runs");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        Reference(folder)
    }

    fn page(&self, path: &str) -> PathBuf {
        self.0.path().join(path)
    }

    /// Every page.
    fn pages(&self) -> Vec<PathBuf> {
        let mut pages = Vec::new();
        collect(self.0.path(), &mut pages);
        pages.sort();
        pages
    }
}

fn collect(folder: &Path, pages: &mut Vec<PathBuf>) {
    for path in std::fs::read_dir(folder).expect("it exists").flatten().map(|entry| entry.path()) {
        if path.is_dir() {
            collect(&path, pages);
        } else if path.extension().is_some_and(|extension| extension == "html") {
            pages.push(path);
        }
    }
}

/// The texts of the links in a list that are shown.
const SHOWN: &str =
    "[...document.querySelectorAll('#operators tbody tr:not([hidden]) a')].map((link) => link.textContent)";

fn names(value: &Value) -> Vec<&str> {
    value.as_array().into_iter().flatten().filter_map(Value::as_str).collect()
}

#[test]
fn every_page_is_sound_and_legible_in_every_size_and_colour() {
    let Some(mut tab) = Tab::open() else { return };
    // The second has findings and changes.
    let references = [
        Reference::of(&["--built-in"]),
        Reference::of(&["--root", "tests/docs/small", "--since", "tests/docs/small/base"]),
    ];
    let mut pages = references.iter().flat_map(Reference::pages).collect::<Vec<_>>();
    // All rules have the same kind of page, so a few are enough.
    pages.retain(|page| !page.to_string_lossy().contains("/rule/") || page.to_string_lossy().contains("/rule/E030"));
    for (width, height) in [(1280, 900), (360, 740)] {
        tab.resize(width, height);
        for page in &pages {
            tab.visit(page, "");
            tab.assert_no_problems(&page.display().to_string());
            for scheme in ["light", "dark"] {
                tab.media("screen", scheme);
                assert_eq!(tab.value(AUDIT), json!([]), "{}, {width} px, {scheme}", page.display());
            }
        }
    }
}

#[test]
fn the_index_is_searched_by_every_kind_of_name() {
    let Some(mut tab) = Tab::open() else { return };
    let reference = Reference::of(&["--built-in"]);
    let first = |tab: &mut Tab, text: &str| {
        tab.visit(&reference.page("index.html"), &format!("#q={text}"));
        let shown = tab.value(SHOWN);
        names(&shown).first().map(|name| (*name).to_owned()).unwrap_or_default()
    };
    assert_eq!(first(&mut tab, "concat"), "concat");
    assert_eq!(first(&mut tab, "CONCAT_g"), "concat_grad");
    // A name in saved programs, an argument, two words, nothing.
    assert_eq!(first(&mut tab, "lookup_table"), "embedding");
    assert_eq!(first(&mut tab, "keepdims"), "argmax");
    assert_eq!(first(&mut tab, "grad+clip"), "clip_grad");
    // Functions, classes, a name with its namespace, and a name that is misspelt.
    assert_eq!(first(&mut tab, "concat_ad_func"), "concat");
    assert_eq!(first(&mut tab, "ConcatGradNode"), "concat");
    assert_eq!(first(&mut tab, "paddle::experimental::argmax("), "argmax");
    assert_eq!(first(&mut tab, "cnocat"), "concat");
    assert_eq!(first(&mut tab, "no_such_thing"), "");
    let status = tab.text("document.getElementById('status').textContent");
    assert_eq!(status, "0 operators");
    tab.assert_no_problems("search");
}

#[test]
fn the_index_obeys_the_keyboard() {
    let Some(mut tab) = Tab::open() else { return };
    let reference = Reference::of(&["--built-in"]);
    let active = "document.activeElement.textContent || document.activeElement.id";
    tab.visit(&reference.page("index.html"), "");
    let all = names(&tab.value(SHOWN)).len();
    tab.press("/");
    assert_eq!(tab.text(active), "search");
    tab.type_text("clip");
    let found = tab.value(SHOWN);
    assert_eq!(names(&found)[..2], ["clip", "clip_grad"]);
    assert!(tab.text("location.hash").contains("q=clip"));
    tab.press("ArrowDown");
    assert_eq!(tab.text(active), "clip");
    tab.press("ArrowDown");
    assert_eq!(tab.text(active), "clip_grad");
    tab.press("ArrowUp");
    tab.press("ArrowUp");
    assert_eq!(tab.text(active), "search");
    tab.press("Escape");
    assert_eq!(names(&tab.value(SHOWN)).len(), all);
    tab.type_text("clip");
    tab.follow(|tab| tab.press("Enter"));
    assert_eq!(tab.text("document.querySelector('h1').textContent"), "clip");
    tab.assert_no_problems("keyboard");
}

#[test]
fn keys_show_the_keys_and_go_to_the_search() {
    let Some(mut tab) = Tab::open() else { return };
    let reference = Reference::of(&["--built-in"]);
    for page in ["index.html", "op/dense/concat.html"] {
        tab.visit(&reference.page(page), "");
        let (is_open, active) = ("document.getElementById('keys').open", "document.activeElement.id");
        assert_eq!(tab.value(is_open), false, "{page}");
        tab.press("?");
        assert_eq!(tab.value(is_open), true, "{page}");
        assert!(tab.text("document.getElementById('keys').textContent").contains("show these keys"), "{page}");
        // While the keys are shown, they do nothing.
        tab.press("s");
        assert_eq!(tab.value(is_open), true, "{page}");
        tab.press("Escape");
        assert_eq!(tab.value(is_open), false, "{page}");
        tab.press("s");
        assert_eq!(tab.text(active), "search", "{page}");
        // In the search, both are letters.
        tab.type_text("s?");
        assert_eq!(tab.text("document.getElementById('search').value"), "s?", "{page}");
        assert_eq!(tab.value(is_open), false, "{page}");
    }
    tab.assert_no_problems("keys");
}

#[test]
fn versions_are_switched_on_every_page() {
    let Some(mut tab) = Tab::open() else { return };
    let reference = Reference::of(&["tests/docs/small/base", "tests/docs/small"]);
    let heading = "document.querySelector('h1').textContent";
    tab.visit(&reference.page("index.html"), "");
    tab.follow(|tab| drop(tab.value("document.querySelector('a[href^=base]').click()")));
    let operator = "[...document.querySelectorAll('#operators tbody a')].map((link) => link.textContent)";
    let in_base = tab.value(operator);
    let switch = |tab: &mut Tab, version: &str| {
        let link = format!("[...document.querySelectorAll('.versions a')].find((a) => a.textContent === '{version}')");
        tab.follow(|tab| drop(tab.value(&format!("{link}.click()"))));
        let current = tab.text("document.querySelector('.versions [aria-current]').textContent");
        assert_eq!(current, version);
    };
    switch(&mut tab, "small");
    let in_small = tab.value(operator);
    assert_ne!(in_base, in_small);
    let kept = names(&in_base).into_iter().find(|name| names(&in_small).contains(name)).expect("one is in both");
    let rows = "[...document.querySelectorAll('#operators tbody a')]";
    let open = format!("{rows}.find((a) => a.textContent === '{kept}').click()");
    tab.follow(|tab| drop(tab.value(&open)));
    assert_eq!(tab.text(heading), kept);
    switch(&mut tab, "base");
    assert_eq!(tab.text(heading), kept);
    tab.assert_no_problems("versions");
}

#[test]
fn other_pages_list_what_is_found() {
    let Some(mut tab) = Tab::open() else { return };
    let reference = Reference::of(&["--built-in"]);
    tab.visit(&reference.page("op/dense/concat.html"), "");
    tab.press("Tab");
    assert_eq!(tab.text("document.activeElement.textContent"), "Skip to the content");
    tab.press("/");
    tab.type_text("argm");
    assert!(tab.text("document.getElementById('results').textContent").contains("argmax"));
    tab.press("ArrowDown");
    tab.screenshot("results");
    assert_eq!(tab.text("document.activeElement.firstChild.textContent"), "argmax");
    tab.follow(|tab| tab.press("Enter"));
    assert_eq!(tab.text("document.querySelector('h1').textContent"), "argmax");
    tab.press("/");
    tab.type_text("nothing_is_called_so");
    assert_eq!(tab.text("document.getElementById('results').textContent"), "nothing found");
    tab.press("Escape");
    assert_eq!(tab.value("document.getElementById('results').hidden"), true);
    tab.assert_no_problems("results");
}

#[test]
fn facets_narrow_the_index_and_count_what_is_left() {
    let Some(mut tab) = Tab::open() else { return };
    let reference = Reference::of(&["--built-in"]);
    tab.visit(&reference.page("index.html"), "");
    let click = |value: &str| format!("document.querySelector('#facets input[value=\"{value}\"]').click()");
    let count = |value: &str| {
        format!(
            "Number(document.querySelector('#facets input[value=\"{value}\"]').parentElement.querySelector('span').textContent)"
        )
    };
    let all = names(&tab.value(SHOWN)).len();
    let (dense, inplace) = (tab.value(&count("dense")), tab.value(&count("inplace")));
    tab.value(&click("dense"));
    assert_eq!(json!(names(&tab.value(SHOWN)).len()), dense);
    assert_eq!(tab.text("location.hash"), "#family=dense");
    tab.value(&click("inplace"));
    let both = names(&tab.value(SHOWN)).len();
    assert!(both > 0 && both as u64 <= inplace.as_u64().unwrap_or_default());
    assert_eq!(tab.value(&count("inplace")), json!(both));
    // Another family widens the choice, and a link within the page keeps it.
    tab.value(&click("sparse"));
    assert_eq!(tab.text("location.hash"), "#family=dense&family=sparse&more=inplace");
    let several = names(&tab.value(SHOWN)).len();
    tab.value("document.querySelector('.skip').click()");
    assert_eq!(names(&tab.value(SHOWN)).len(), several);
    tab.value("document.querySelector('#facets [type=reset]').click()");
    tab.value("new Promise((done) => setTimeout(done, 50))");
    assert_eq!(names(&tab.value(SHOWN)).len(), all);
    // A bar of the overview leads to its operators.
    tab.visit(&reference.page("overview.html"), "");
    tab.follow(|tab| drop(tab.value("document.querySelector('.plot a').click()")));
    assert_eq!(json!(names(&tab.value(SHOWN)).len()), dense);
    tab.assert_no_problems("facets");
}

#[test]
fn without_scripts_everything_can_be_read() {
    let Some(mut tab) = Tab::open() else { return };
    let reference = Reference::of(&["--built-in"]);
    tab.call("Emulation.setScriptExecutionDisabled", json!({ "value": true }));
    tab.visit(&reference.page("index.html"), "");
    tab.screenshot("no-script");
    let hidden = "[...document.querySelectorAll('.search, #facets')].every((part) => !part.checkVisibility())";
    assert_eq!(tab.value(hidden), true);
    let visible = "[...document.querySelectorAll('#operators a')].every((link) => link.checkVisibility())";
    assert_eq!(tab.value(visible), true);
    tab.assert_no_problems("no script");
}

#[test]
fn a_narrow_drawing_leads_from_gradient_to_gradient() {
    let Some(mut tab) = Tab::open() else { return };
    let reference = Reference::of(&["--built-in"]);
    tab.resize(360, 740);
    tab.visit(&reference.page("op/dense/concat.html"), "");
    // Every gradient has an arrow at its left, which ends where its box begins.
    let arrows = "[...document.querySelectorAll('.chain li + li')].every((gradient) => {
        const [arrow, box] = ['.arrow', '.box'].map((part) => gradient.querySelector(part).getBoundingClientRect());
        return arrow.right <= box.left + 1 && arrow.top > box.top && arrow.bottom < box.bottom;
    })";
    assert_eq!(tab.value(arrows), true);
}

/// `OPGEN_AXE` names the script of axe-core, which finds what people with a screen reader, a keyboard or weak eyes cannot use.
#[test]
fn axe_finds_nothing() {
    let Some(axe) = std::env::var_os("OPGEN_AXE") else {
        return skip_even_in_ci("OPGEN_AXE does not name the script of axe-core");
    };
    let axe = std::fs::read_to_string(axe).expect("it is text");
    let Some(mut tab) = Tab::open() else { return };
    let reference = Reference::of(&["--root", "tests/docs/small", "--since", "tests/docs/small/base"]);
    for (width, scheme) in [(1280, "light"), (1280, "dark"), (360, "light"), (360, "dark")] {
        tab.resize(width, 900);
        tab.media("screen", scheme);
        for page in reference.pages().into_iter().filter(|page| !page.to_string_lossy().contains("/rule/E1")) {
            tab.visit(&page, "");
            tab.value(&format!("{axe}; 0"));
            let found = "axe.run(document).then(({ violations }) =>
                violations.map(({ id, nodes }) => [id, nodes[0].html, nodes[0].failureSummary]))";
            assert_eq!(tab.value(found), json!([]), "{}, {width} px, {scheme}", page.display());
        }
    }
}

#[test]
fn pages_are_printed_without_what_is_only_for_screens() {
    let Some(mut tab) = Tab::open() else { return };
    let reference = Reference::of(&["--built-in"]);
    tab.visit(&reference.page("op/dense/concat.html"), "");
    assert!(tab.printed() > 5_000);
    tab.media("print", "dark");
    tab.resize(700, 990);
    tab.screenshot("print");
    let hidden = "[...document.querySelectorAll('.search, .contents, nav')].every((part) => !part.checkVisibility())";
    assert_eq!(tab.value(hidden), true);
    assert_eq!(tab.text("getComputedStyle(document.body).color"), "rgb(0, 0, 0)");
    assert_eq!(tab.value(AUDIT), json!([]));
}

#[test]
fn a_large_reference_changes_only_what_a_letter_finds() {
    let Some(mut tab) = Tab::open() else { return };
    let root = Path::new("../shared/oracle/paddle-3.0-beta2/yaml");
    if !root.is_dir() {
        return skip("there is no ../shared/oracle");
    }
    let reference = Reference::of(&["--root", &root.to_string_lossy()]);
    for (page, width, scheme) in [
        ("index.html", 1280, "light"),
        ("index.html", 360, "light"),
        ("overview.html", 1280, "light"),
        ("overview.html", 360, "dark"),
        ("findings.html", 1280, "light"),
        ("findings.html", 360, "light"),
        ("op/dense/matmul.html", 1280, "light"),
        ("op/dense/conv2d.html", 1280, "dark"),
        ("op/dense/conv2d.html", 360, "light"),
        ("op/sparse/matmul.html", 1280, "light"),
        ("op/dense/abs_double_grad.html", 360, "dark"),
        ("op/pir/matmul.html", 1280, "dark"),
    ] {
        tab.resize(width, if width < 600 { 2400 } else { 1800 });
        tab.media("screen", scheme);
        tab.visit(&reference.page(page), "");
        assert_eq!(tab.value(AUDIT), json!([]), "{page}, {width} px, {scheme}");
        tab.screenshot(&format!("large-{}-{width}-{scheme}", page.replace(['/', '.'], "-")));
    }
    tab.resize(1280, 900);
    tab.visit(&reference.page("index.html"), "");
    // Counts the changes of the page, not time: a letter must not cost more than the rows that come, go or move.
    let typed = "(() => {
        const input = document.getElementById('search');
        const table = document.querySelector('#operators tbody');
        const shown = () => table.querySelectorAll('tr:not([hidden])').length;
        const watched = new MutationObserver(() => {});
        watched.observe(table, { attributes: true, childList: true, subtree: true });
        return ['c', 'co', 'con', 'conv', 'axis', 'keepdim', 'x y'].map((text) => {
            const before = shown();
            input.value = text;
            input.dispatchEvent(new Event('input'));
            const changed = watched.takeRecords().reduce((sum, { addedNodes, removedNodes }) =>
                sum + (addedNodes.length + removedNodes.length || 1), 0);
            return { text, changed, rows: before + shown() };
        });
    })()";
    for letter in tab.value(typed).as_array().expect("one for each text") {
        let (changed, rows) = (letter["changed"].as_u64(), letter["rows"].as_u64());
        let (Some(changed), Some(rows)) = (changed, rows) else { panic!("no numbers: {letter}") };
        // A row is shown or hidden, loses its old reason, gets a new one, and moves away and back.
        assert!(rows > 0 && changed <= 5 * rows, "{letter}");
    }
    tab.assert_no_problems("a large reference");
}
