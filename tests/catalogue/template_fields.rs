//! `opgen templates fields` describes every template, and every variable that a template uses.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;

use minijinja::Environment;
use opgen::driver::{PROGRAM, template_fields};
use opgen::manual::template_fields::Fields;

/// Built-in templates with what is described of them.
struct Described {
    texts: BTreeMap<&'static str, &'static str>,
    contexts: BTreeMap<String, Fields>,
    /// The templates that include, extend or import each template.
    users: BTreeMap<&'static str, BTreeSet<&'static str>>,
}

impl Described {
    fn new() -> Self {
        // The variables of PyTorch's templates are not described yet: `opgen templates fields` plans only Paddle's operators.
        let is_described = |(name, _): &(&str, &str)| !name.starts_with("torch/");
        let texts: BTreeMap<_, _> = PROGRAM.templates.iter().copied().filter(is_described).collect();
        let mut users: BTreeMap<_, BTreeSet<_>> = BTreeMap::new();
        for (user, text) in &texts {
            for name in text.split('"').skip(1).step_by(2) {
                if let Some((used, _)) = texts.get_key_value(name) {
                    users.entry(*used).or_default().insert(*user);
                }
            }
        }
        Described { texts, contexts: template_fields::contexts(), users }
    }

    /// A template and all templates that it is used by, directly or not.
    fn up(&self, name: &'static str) -> BTreeSet<&'static str> {
        let mut all = BTreeSet::from([name]);
        let mut new = vec![name];
        while let Some(name) = new.pop() {
            let users = self.users.get(name).into_iter().flatten().copied();
            new.extend(users.filter(|user| all.insert(user)));
        }
        all
    }
}

#[test]
fn every_template_is_described_or_included() {
    let described = Described::new();
    let unknown: Vec<_> =
        described.contexts.keys().filter(|name| !described.texts.contains_key(name.as_str())).collect();
    assert_eq!(unknown, [""; 0], "no such templates");
    let is_described = |name: &&str| described.contexts.contains_key(*name);
    let missing: Vec<_> = described.texts.keys().filter(|name| !described.up(name).iter().any(&is_described)).collect();
    assert_eq!(missing, [&""; 0], "not described");
}

#[test]
fn templates_use_only_variables_that_are_described() {
    let described = Described::new();
    // Every template has these.
    let global: BTreeSet<String> = ["ns", "cpp", "predefined_out", "shard", "soft_space", "range"]
        .map(str::to_owned)
        .into_iter()
        .chain(added("add_function"))
        .collect();
    let mut wrong = Vec::new();
    let mut number = 0;
    for (name, text) in &described.texts {
        let environment = Environment::new();
        let template = environment.template_from_named_str(name, text).expect("it is a template");
        let above = described.up(name);
        let used: BTreeSet<String> = template.undeclared_variables(true).into_iter().collect();
        for path in used {
            let first = path.split('.').next().unwrap_or_default();
            if global.contains(first) {
                continue;
            }
            number += 1;
            let has = |user: &&str| described.contexts.get(*user).is_some_and(|fields| is_described(fields, &path));
            let is_set = |user: &&str| user != name && sets(described.texts[*user], first);
            if !above.iter().any(|user| has(user) || is_set(user)) {
                wrong.push(format!("{name}: {path}"));
            }
        }
    }
    assert_eq!(wrong, [""; 0]);
    assert!(number > 500, "only {number} variables were found");
}

/// Whether a path is described. Nothing is known of the fields of a value that was `none` in every example.
fn is_described(fields: &Fields, path: &str) -> bool {
    let above = path.match_indices('.').map(|(at, _)| &path[..at]);
    fields.contains_key(path)
        || above.into_iter().any(|path| fields.get(path).is_some_and(|field| field.kinds == ["none"]))
}

/// Whether a template sets a variable, which the templates that it includes then have: by `with`, `set`, `for`, `import`, or as
/// the argument of a macro.
fn sets(text: &str, variable: &str) -> bool {
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let statements = text.split("{%").skip(1).filter_map(|rest| Some(rest.split_once("%}")?.0));
    let sets = |statement: &str| {
        let statement = statement.trim_matches(['-', ' ']);
        let head = match statement.split_once(' ') {
            Some(("with" | "set" | "macro" | "from", rest)) => rest,
            Some(("for", rest)) => rest.split(" in ").next().unwrap_or_default(),
            _ => return false,
        };
        head.split(|c| !is_word(c)).any(|word| word == variable)
    };
    statements.into_iter().any(sets)
}

/// The names that `codegen/base/render/filters.rs` adds to templates with a method of the environment.
fn added(method: &str) -> Vec<String> {
    let source = fs::read_to_string("codegen/base/render/filters.rs").expect("the file exists");
    let call = format!("{method}(\"");
    let calls = source.split(call.as_str()).skip(1);
    calls.filter_map(|rest| Some(rest.split_once('"')?.0.to_owned())).collect()
}

#[test]
fn the_page_lists_every_filter_and_function() {
    let page = fs::read_to_string("docs/templates.md").expect("the page exists");
    let filters = added("add_filter");
    assert!(filters.len() > 3, "{filters:?}");
    for filter in filters {
        assert!(page.contains(&format!("\\| {filter}")), "docs/templates.md lacks the filter `{filter}`");
    }
    for function in added("add_function") {
        assert!(page.contains(&format!("{function}(")), "docs/templates.md lacks the function `{function}`");
    }
}
