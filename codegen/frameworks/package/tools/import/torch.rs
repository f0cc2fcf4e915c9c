//! The YAML of operators that are registered with `PyTorch` by hand.

use std::cell::OnceCell;
use std::collections::BTreeMap;
use std::path::Path;

use cpp::tokens::{is_macro, is_name};
use cpp::torch_library::{Conditions, TorchDefinition, TorchLibrary};
use source::keywords;

use super::inferred::Declarations;
use super::schema;
use super::yaml::warning_at;

/// The blocks of registrations in a source.
pub struct TorchSource<'a> {
    /// What it registers.
    pub libraries: &'a [TorchLibrary],
    /// The path of the file.
    pub path: &'a Path,
    /// The text of the file.
    pub text: &'a str,
    /// The starts of its lines.
    pub lines: &'a [usize],
    /// The texts of the headers beside it.
    pub headers: &'a [String],
}

/// The entries of operators, and what the YAML cannot say.
#[derive(Default)]
pub struct TorchEntries {
    /// The entries.
    pub entries: Vec<String>,
    /// The warnings.
    pub warnings: Vec<String>,
    /// The calls that the YAML replaces: for each, the index of the source, and its bytes with what stays.
    pub replaced: Vec<(usize, std::ops::Range<usize>, String)>,
}

/// The number of schemas in some sources.
pub fn count(sources: &[TorchSource]) -> usize {
    sources.iter().flat_map(|source| source.libraries).map(|library| library.definitions.len()).sum()
}

/// The namespace that a text in a macro stands for. A macro is that of the package, and may have a suffix: `CONCAT(NAME, _more)`.
fn evaluated(written: &str, package: &str) -> Option<String> {
    if let Some((_, inner)) = written.split_once('(') {
        let (name, suffix) = inner.strip_suffix(')')?.split_once(',')?;
        let is_simple = is_macro(name) && is_name(suffix);
        return is_simple.then(|| format!("{package}{suffix}"));
    }
    Some(if is_macro(written) { package } else { written }.to_owned())
}

/// The entries of all schemas in a package of this name.
pub fn entries(sources: &[TorchSource], package: &str) -> TorchEntries {
    let mut made = TorchEntries::default();
    let known = Known::of(sources);
    let mut seen: BTreeMap<String, &str> = BTreeMap::new();
    for (at, source) in sources.iter().enumerate() {
        let conditions = Conditions::of(source.text);
        for library in source.libraries {
            made.replaced.extend(fragment(library, source, package).into_iter().map(|(range, text)| (at, range, text)));
            for definition in &library.definitions {
                let warn = |message: String| {
                    warning_at(source.path, source.text, source.lines, definition.range.start, &message)
                };
                match entry(definition, library, &known, package) {
                    Err((name, reason)) => made.warnings.push(warn(format!("`{name}` {reason}; left out"))),
                    Ok((name, _)) if seen.contains_key(&name) => {
                        if seen.get(&name) == Some(&library.namespace.as_str()) {
                            made.replaced.push(replaced(at, definition, &name, source.text));
                            made.warnings.push(warn(format!("`{name}` is defined twice; this definition is left out")));
                        } else {
                            let message =
                                format!("`{name}` is also defined in another namespace; this one stays in its source");
                            made.warnings.push(warn(message));
                        }
                    }
                    Ok((name, entry)) => {
                        if let Some(condition) = conditions.at(definition.range.start) {
                            let message =
                                format!("`{name}` is only defined for `#{condition}`; the package always has it");
                            made.warnings.push(warn(message));
                        }
                        if let Some(tags) = &definition.tags {
                            made.warnings.push(warn(format!("the tags of `{name}`, {tags}, are left out")));
                        }
                        made.entries.push(entry);
                        made.replaced.push(replaced(at, definition, &name, source.text));
                        seen.insert(name, library.namespace.as_str());
                    }
                }
            }
        }
    }
    made
}

/// The namespace of most schemas.
pub fn namespace<'a>(sources: &[TorchSource<'a>]) -> Option<&'a str> {
    let libraries = || sources.iter().flat_map(|source| source.libraries);
    let schemas = |namespace: &str| -> usize {
        libraries().filter(|library| library.namespace == namespace).map(|library| library.definitions.len()).sum()
    };
    // Of equals, the first.
    libraries().map(|library| library.namespace.as_str()).rev().max_by_key(|namespace| schemas(namespace))
}

/// The changes that make a block one of several: generated code has the one that begins the namespace. Macros in it are evaluated.
fn fragment(library: &TorchLibrary, source: &TorchSource, package: &str) -> Vec<(std::ops::Range<usize>, String)> {
    let Some(namespace) = evaluated(&library.namespace, package) else { return Vec::new() };
    let stable = if source.text[library.macro_range.clone()].starts_with("STABLE_") { "STABLE_" } else { "" };
    let kind = if library.key.is_some() { "IMPL" } else { "FRAGMENT" };
    vec![
        (library.macro_range.clone(), format!("{stable}TORCH_LIBRARY_{kind}")),
        (library.namespace_range.clone(), namespace),
    ]
}

/// The name and the entry of a schema, or its name and why it has none.
fn entry(
    definition: &TorchDefinition,
    library: &TorchLibrary,
    known: &Known,
    package: &str,
) -> Result<(String, String), (String, String)> {
    let text = definition.schema.as_deref().unwrap_or_default();
    let name = text.split(['(', '.']).next().unwrap_or_default().trim();
    let fail = |reason: String| Err((if name.is_empty() { "m.def" } else { name }.to_owned(), reason));
    if definition.schema.is_none() {
        return fail("has no literal with a schema".to_owned());
    }
    if definition.is_conditional {
        return fail("is in a condition or a loop".to_owned());
    }
    let Some(namespace) = evaluated(&library.namespace, package) else {
        return fail(format!("is in a namespace that is not a name, `{}`", library.namespace));
    };
    let inferred = definition
        .function
        .as_ref()
        .filter(|_| !text.contains('('))
        .and_then(|function| known.declarations().schema(text, function));
    let schema = match schema::read(inferred.as_deref().unwrap_or(text)) {
        Ok(schema) => schema,
        Err(reason) => return fail(reason),
    };
    if keywords::is_cpp(&schema.name) || keywords::is_python(&schema.name) {
        return fail("is a keyword".to_owned());
    }
    let mut lines = vec![
        format!("- op : {}", schema.name),
        format!("args : {}", schema.args),
        format!("output : {}", schema.output),
    ];
    if namespace != package {
        lines.push(format!("namespace : {namespace}"));
    }
    lines.push("kernel :".to_owned());
    lines.push("  written_for : torch".to_owned());
    lines.push(format!("  registered_for : {}", known.keys(&schema.name, definition, &library.namespace).join(", ")));
    Ok((schema.name, lines.join("\n  ") + "\n"))
}

/// What some sources say of operators together.
struct Known<'a> {
    sources: &'a [TorchSource<'a>],
    /// The dispatch keys for which functions are registered, by namespace and name.
    keys: BTreeMap<(&'a str, &'a str), Vec<&'a str>>,
    /// Read on first use.
    declarations: OnceCell<Declarations>,
}

impl<'a> Known<'a> {
    fn of(sources: &'a [TorchSource<'a>]) -> Self {
        let mut keys: BTreeMap<(&str, &str), Vec<&str>> = BTreeMap::new();
        for library in sources.iter().flat_map(|source| source.libraries) {
            for implementation in &library.implementations {
                let name = implementation.name.rsplit("::").next().unwrap_or_default();
                let key = if implementation.key.is_empty() { COMPOSITE } else { &implementation.key };
                keys.entry((&library.namespace, name)).or_default().push(key);
            }
        }
        Known { sources, keys, declarations: OnceCell::new() }
    }

    fn declarations(&self) -> &Declarations {
        let texts = |source: &'a TorchSource| source.headers.iter().map(String::as_str).chain([source.text]);
        self.declarations.get_or_init(|| Declarations::of(self.sources.iter().flat_map(texts)))
    }

    /// The dispatch keys for which functions of an operator are registered.
    fn keys(&self, name: &str, definition: &TorchDefinition, namespace: &str) -> Vec<&str> {
        let own = definition.function.as_ref().map(|_| COMPOSITE);
        let registered = self.keys.get(&(namespace, name)).into_iter().flatten().copied();
        let mut keys: Vec<&str> = Vec::new();
        for key in own.into_iter().chain(registered) {
            if !keys.contains(&key) {
                keys.push(key);
            }
        }
        if keys.is_empty() { vec![ELSEWHERE] } else { keys }
    }
}

/// The dispatch key of a function that is registered without one.
const COMPOSITE: &str = "CompositeImplicitAutograd";

/// Stands for dispatch keys that these sources do not name.
const ELSEWHERE: &str = "Undefined";

/// The change that takes a definition out of its source. Its function stays.
fn replaced(
    at: usize,
    definition: &TorchDefinition,
    name: &str,
    text: &str,
) -> (usize, std::ops::Range<usize>, String) {
    let mut range = definition.range.clone();
    let Some(function) = &definition.function else {
        range.end += usize::from(text[range.end..].starts_with(';'));
        return (at, range, String::new());
    };
    let variable = &definition.variable;
    let kept = format!("{variable}.impl(\"{name}\", torch::dispatch(c10::DispatchKey::{COMPOSITE}, {function}))");
    (at, range, kept)
}
