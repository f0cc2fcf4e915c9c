//! The catalogue of rules: its examples are correct, its index is up to date, and every rule has a page.
//! Also the rest of the documentation that can be checked: tables of keys and build steps, variables of templates, links.
//!
//! `tests/examples.txt` contains everything that opgen finds in the examples, so a rule needs a folder in `tests/check` or
//! `tests/mapping` only for what its example does not show.
//!
//! `OPGEN_BLESS=1 cargo test --test catalogue` rewrites that file, `docs/rules.md`, and the tables of keys in
//! `docs/yaml-format.md`, of the framework's build in `docs/paddle.md`, and of targets in `README.md`.

#[path = "catalogue/links.rs"]
mod links;
#[path = "support/skip.rs"]
mod skip;
#[path = "catalogue/template_fields.rs"]
mod template_fields;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use opgen::driver::{ALL_RULES, CATALOGUE, PROGRAM, frameworks, generate};
use opgen::manual::rules::{self, ExampleFile, Explanation, FAMILIES};
use opgen::manual::target_table::{self, Row};
use opgen::manual::{build_steps, key_tables};
use opgen::mapping::{self, Files, Mappings};
use opgen::profile::{Profile, built_in, built_in_profiles, recognised};
use opgen::project::any::AnyProject;
use opgen::project::framework::{Recognised, Tree};
use opgen::project::levels::Setting;
use opgen::project::settings::Options;
use opgen::project::shards::Shards;
use opgen::project::{Review, Root};
use opgen::registry::{Registry, Specs};
use opgen::source::file::{Region, Span};
use opgen::source::{Diagnostics, Rule, Sources, report};
use opgen::spec::registered::Registered;
use opgen::targets::{self, Target};

use skip::skip_even_in_ci;

/// Checks an example as a project in a temporary folder, whose path is also returned.
fn said(files: &[ExampleFile], options: &Options) -> (Box<dyn AnyProject>, String) {
    let folder = tempfile::tempdir().expect("a temporary folder");
    for file in files {
        let path = folder.path().join(file.name);
        fs::create_dir_all(path.parent().expect("it is below the folder")).expect("it is writable");
        let bytes = match file.encoding {
            None => file.text.as_bytes().to_vec(),
            Some("latin-1") => file.text.chars().map(|c| u8::try_from(c).expect("it is Latin-1")).collect(),
            Some(other) => panic!("{}: unknown encoding {other}", file.name),
        };
        fs::write(path, bytes).expect("it is writable");
    }
    let root = match files {
        [ExampleFile { name: "normal.yaml", .. }] => folder.path().join("normal.yaml"),
        _ => folder.path().to_owned(),
    };
    let root = Root::at(root);
    // Without C++, this is the same as `analyse`.
    let project = frameworks::read(&root, options).analyse_with_cpp(&root, None);
    (project, folder.path().display().to_string())
}

/// The findings in an example.
struct Found {
    diagnostics: Diagnostics,
    sources: Sources,
    /// Where the example was checked, if it was a folder.
    folder: Option<String>,
}

impl Found {
    fn in_example(rule: Rule, files: &[ExampleFile]) -> Found {
        if mapping::CATALOGUE.of_code(rule.code()).is_some() {
            let texts = files.iter().map(|file| (file.name.to_owned(), file.text.to_owned()));
            let Mappings { diagnostics, sources, .. } = Mappings::of(Files::of(texts));
            return Found { diagnostics, sources, folder: None };
        }
        if opgen::convert::findings::CATALOGUE.of_code(rule.code()).is_some() {
            let texts = files.iter().map(|file| (file.name.to_owned(), file.text.to_owned())).collect();
            let (mut sources, mut diagnostics) = (Sources::default(), Diagnostics::default());
            let mapping =
                opgen::convert::Mapping::read(texts, opgen::convert::Wanted::default(), &mut sources, &mut diagnostics);
            opgen::convert::rules::check::mapping(&mapping, &mut diagnostics);
            return Found { diagnostics, sources, folder: None };
        }
        let (mut project, folder) = said(files, &Options::default());
        let Review { diagnostics, sources, .. } = project.review_mut();
        Found { diagnostics: std::mem::take(diagnostics), sources: std::mem::take(sources), folder: Some(folder) }
    }

    fn shown(&self) -> String {
        report::render_all(&self.diagnostics, &self.sources)
    }

    /// Each finding with its file, its position and its labels, and with its help unless that is the rule's general help.
    fn in_short(&self) -> String {
        let mut short = String::new();
        for found in self.diagnostics.sorted() {
            let position = self.sources.file(found.span.file).name().to_owned() + ":" + &self.position(found.span);
            short += &format!("{position} {}\n", found.message);
            if !found.here.is_empty() {
                short += &format!("  here: {}\n", found.here);
            }
            for label in &found.labels {
                let file = self.sources.file(label.span.file).name();
                short += &format!("  {file}:{} {}\n", self.position(label.span), label.text);
            }
            if let Some(help) = found.help.as_deref().filter(|help| found.rule.help() != Some(help)) {
                short += &format!("  help: {help}\n");
            }
        }
        match &self.folder {
            Some(folder) => short.replace(folder, "FOLDER"),
            None => short,
        }
    }

    /// `LINE:COLUMN-COLUMN`, or `LINE:COLUMN-LINE:COLUMN` over several lines.
    fn position(&self, span: Span) -> String {
        let Region { line, column, end_line, end_column } = self.sources.region(span);
        let end = if end_line == line { end_column.to_string() } else { format!("{end_line}:{end_column}") };
        format!("{line}:{column}-{end}")
    }
}

/// The results of `what` for each rule with examples, each below the code of its rule.
fn on_examples(what: impl Fn(Rule) -> Option<String>) -> String {
    let with_examples = ALL_RULES.all().into_iter().filter(|rule| !Explanation::of(*rule).wrong.is_empty());
    with_examples.filter_map(|rule| Some(format!("\n{}:\n{}", rule.code(), what(rule)?))).collect()
}

#[test]
fn wrong_examples_break_their_rule_and_no_other() {
    let exceptions = on_examples(|rule| {
        let found = Found::in_example(rule, &Explanation::of(rule).wrong);
        let breaks = found.diagnostics.sorted().iter().any(|d| d.rule == rule);
        let breaks_another = found.diagnostics.sorted().iter().any(|d| d.rule != rule);
        (!breaks || breaks_another).then(|| found.shown())
    });
    assert!(exceptions.is_empty(), "{exceptions}");
}

/// Exactly: every message, position, label and help.
#[test]
fn wrong_examples_have_the_expected_findings() {
    let findings = on_examples(|rule| Some(Found::in_example(rule, &Explanation::of(rule).wrong).in_short()));
    compare("tests/examples.txt", |_| findings.trim_start().to_owned());
}

#[test]
fn findings_say_what_to_do() {
    let exceptions = on_examples(|rule| {
        let found = Found::in_example(rule, &Explanation::of(rule).wrong);
        found.diagnostics.sorted().iter().any(|d| d.help.is_none()).then(|| found.shown())
    });
    assert!(exceptions.is_empty(), "{exceptions}");
}

#[test]
fn right_examples_are_without_fault() {
    let exceptions = on_examples(|rule| {
        let found = Found::in_example(rule, &Explanation::of(rule).right);
        (!found.diagnostics.is_empty()).then(|| found.shown())
    });
    assert!(exceptions.is_empty(), "{exceptions}");
}

/// Generation must not fail because of an allowed error.
#[test]
fn whatever_is_allowed_something_is_generated() {
    let exceptions = on_examples(|rule| {
        PROGRAM.catalogue.of_code(rule.code())?;
        let mut options = Options::default();
        options.levels.set(rule, Setting::Allow);
        let (project, _) = said(&Explanation::of(rule).wrong, &options);
        if project.diagnostics.has_errors() {
            return rule.can_be_allowed().then(|| report::render_all(&project.diagnostics, &project.sources));
        }
        let templates = project.templates().expect("there are no templates of its own");
        let made = generate::built_in(&*project, &templates, &project.recipe().version.targets(), Shards::WHOLE);
        made.err().map(|error| error.to_string())
    });
    assert!(exceptions.is_empty(), "{exceptions}");
}

#[test]
fn every_rule_is_in_one_family_and_explained() {
    for rule in ALL_RULES.all() {
        let code = rule.code();
        assert_eq!(FAMILIES.iter().filter(|family| family.has(rule)).count(), 1, "{code}");
        let Explanation { prose, wrong, right, .. } = Explanation::of(rule);
        assert!(prose.len() > 60, "{code}");
        assert_eq!(wrong.is_empty(), right.is_empty(), "{code}");
        assert!(!wrong.is_empty() || CATALOGUE.of_code(code).is_none(), "{code}");
    }
}

#[test]
fn the_index_lists_these_rules() {
    let pages = rule_pages();
    let path = |rule: Rule| format!("../{}", pages[rule.code()][0].display());
    compare("docs/rules.md", |_| rules::index(ALL_RULES, path));
}

/// The compiler finds rules without a page, and this test the pages without a rule.
#[test]
fn every_page_belongs_to_one_rule() {
    let belongs = |code: &str, paths: &[PathBuf]| ALL_RULES.of_code(code).is_some() && paths.len() == 1;
    let others: Vec<_> = rule_pages().into_iter().filter(|(code, paths)| !belongs(code, paths)).collect();
    assert!(others.is_empty(), "{others:?}");
}

/// The files `codegen/**/rules/CODE.md`, by code.
fn rule_pages() -> BTreeMap<String, Vec<PathBuf>> {
    let mut pages: BTreeMap<String, Vec<PathBuf>> = BTreeMap::new();
    for path in links::files(Path::new("codegen"), "md") {
        if path.parent().is_some_and(|folder| folder.ends_with("rules")) {
            let code = path.file_stem().expect("it has a name").to_string_lossy().into_owned();
            pages.entry(code).or_default().push(path);
        }
    }
    pages
}

#[test]
fn the_tables_of_keys_are_those_of_the_readers() {
    compare("docs/yaml-format.md", |page| key_tables::renew(page).expect("every table is known"));
}

#[test]
fn the_tables_of_the_framework_s_build_are_those_of_the_profiles() {
    compare("docs/paddle.md", |page| build_steps::renew(page, target_of).expect("every table is known"));
}

#[test]
fn the_table_of_targets_is_that_of_their_rows() {
    let row = |profile: &Profile, target: &'static Target| Row {
        name: target.name,
        title: target.title,
        outputs: paths(profile, vec![target]),
    };
    let rows = |profile: &Profile| targets::of(profile).map(|target| row(profile, target)).collect();
    compare("README.md", |page| target_table::renew(page, rows).expect("every table is known"));
}

/// The paths of the outputs of some targets.
fn paths(profile: &Profile, built_in: Vec<&'static Target>) -> Vec<String> {
    let specs = Specs { registered: Some(Registered::default()), ..Specs::default() };
    let registry = Registry::new(specs, &Arc::new(profile.clone()));
    let plans = built_in.into_iter().flat_map(|target| (target.plan)(&registry, profile));
    plans.map(|plan| plan.path).collect()
}

/// The target that makes a file.
fn target_of(profile: &Profile, path: &str) -> Option<&'static str> {
    let makes = |target: &&'static Target| paths(profile, vec![*target]).iter().any(|output| output == path);
    targets::of(profile).find(makes).map(|target| target.name)
}

/// Each output that replaces one of the framework's belongs to a step of the framework's build. The runtimes, the Python stubs
/// and the Rust table replace nothing.
#[test]
fn every_output_is_made_by_a_step_of_the_framework_s_build() {
    for profile in built_in_profiles() {
        let of_framework = |target: &&'static Target| !["stubs", "rust"].contains(&target.name);
        let mut paths = paths(profile, targets::of(profile).filter(of_framework).collect());
        paths.retain(|path| !path.contains("/opgen_"));
        let steps = profile.build.iter().flat_map(|build| build.steps.values());
        let mut made: Vec<&String> = steps.flat_map(|step| &step.makes).filter(|path| !path.ends_with('/')).collect();
        made.sort();
        paths.sort();
        assert!(made.iter().copied().eq(&paths), "{}: {made:#?} {paths:#?}", profile.name);
    }
}

/// A source tree of the framework.
struct SourceTree(PathBuf);

impl Tree for SourceTree {
    fn has(&mut self, path: &str) -> bool {
        self.0.join(path).is_file()
    }

    fn text(&mut self, path: &str) -> Option<String> {
        fs::read_to_string(self.0.join(path)).ok()
    }
}

/// Needs source trees of the framework; skipped with a notice without them.
#[test]
fn the_framework_has_the_steps() {
    let Some(trees) = std::env::var_os("OPGEN_PADDLE_TREES") else {
        return skip_even_in_ci("OPGEN_PADDLE_TREES does not name source trees of the framework");
    };
    for tree in std::env::split_paths(&trees) {
        let Some(Recognised::Profile(name)) = recognised(&mut SourceTree(tree.clone())) else {
            panic!("{} is not a tree of a version that has a profile", tree.display());
        };
        let profile = built_in(name).expect("it was recognised");
        for (name, step) in profile.build.iter().flat_map(|build| &build.steps) {
            let cmake = fs::read_to_string(tree.join(&step.cmake)).expect("there is such a CMake file");
            for script in &step.scripts {
                let file = script.rsplit('/').next().expect("there is a last part");
                assert!(tree.join(script).is_file() && cmake.contains(file), "{}: {name}: {script}", tree.display());
            }
        }
    }
}

/// Compares a page with its expected text, which may depend on the current text.
fn compare(name: &str, page: impl Fn(&str) -> String) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(name);
    let found = fs::read_to_string(&path).unwrap_or_default();
    let page = page(&found);
    if std::env::var_os("OPGEN_BLESS").is_some() {
        return fs::write(&path, &page).expect("it is writable");
    }
    assert!(found == page, "{name} is stale: OPGEN_BLESS=1 cargo test --test catalogue rewrites it");
}
