//! Diagnostics as a SARIF 2.1.0 log, for code scanning services.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Value, json};

use super::numbered::numbered;

use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::editor::{Edit, Editor};
use crate::file::{Region, Sources, Span};
use crate::path::in_uri;
use crate::rule::{Level, Rule};

const SCHEMA: &str = "https://json.schemastore.org/sarif-2.1.0.json";

/// The keys of a result's fingerprint: our own, and the one by which GitHub recognises results.
const FINGERPRINTS: [&str; 2] = ["opgenFinding/v1", "primaryLocationLineHash"];

pub(super) fn render(
    diagnostics: &Diagnostics,
    sources: &Sources,
    path: &dyn Fn(&str) -> String,
    fingerprint: &dyn Fn(&Diagnostic) -> String,
) -> String {
    let found = diagnostics.sorted();
    let rules: Vec<Rule> = found.iter().map(|d| d.rule).collect::<BTreeSet<_>>().into_iter().collect();
    let log = Log { sources, path, rules: &rules, editor: Editor::new(sources) };
    let fingerprints = numbered(found.iter().map(|diagnostic| fingerprint(diagnostic)));
    let results: Vec<Value> =
        found.iter().zip(&fingerprints).map(|(diagnostic, fingerprint)| log.result(diagnostic, fingerprint)).collect();
    document(rules.iter().map(|rule| descriptor(*rule)).collect(), results)
}

/// A finding that is not a [`Diagnostic`].
pub struct SarifResult<'a> {
    /// The name of its rule.
    pub rule: &'a str,
    /// How serious it is.
    pub level: Level,
    /// The whole message.
    pub message: String,
    /// The path of a file, and the region in it if the finding is about a part of the file.
    pub place: Option<(String, Option<Region>)>,
    /// Identifies the finding even if its lines move.
    pub fingerprint: String,
    /// Why the finding is accepted, if it is.
    pub approved: Option<&'a str>,
}

/// A log of findings that are not diagnostics. Each rule has a name, a title and a level.
pub fn sarif_log(rules: &[(&str, &str, Level)], results: &[SarifResult]) -> String {
    let fingerprints = numbered(results.iter().map(|result| result.fingerprint.clone()));
    let index = |name: &str| rules.iter().position(|(rule, _, _)| *rule == name);
    let results = results.iter().zip(&fingerprints).map(|(result, fingerprint)| {
        let place = |(path, region): &(String, Option<Region>)| location(path, *region);
        let mut value = json!({
            "ruleId": result.rule,
            "ruleIndex": index(result.rule),
            "level": result.level.name(),
            "message": { "text": result.message },
            "locations": result.place.iter().map(place).collect::<Vec<_>>(),
            "partialFingerprints": BTreeMap::from(FINGERPRINTS.map(|name| (name, fingerprint))),
        });
        if let Some(reason) = result.approved {
            value["suppressions"] = json!([{ "kind": "external", "status": "accepted", "justification": reason }]);
        }
        value
    });
    let rule = |(name, title, level): &(&str, &str, Level)| {
        json!({
            "id": name,
            "shortDescription": { "text": title },
            "defaultConfiguration": { "level": level.name() },
        })
    };
    document(rules.iter().map(rule).collect(), results.collect())
}

fn document(rules: Vec<Value>, results: Vec<Value>) -> String {
    let document = json!({
        "$schema": SCHEMA,
        "version": "2.1.0",
        "runs": [{
            "tool": {
                "driver": {
                    "name": "opgen",
                    "version": env!("CARGO_PKG_VERSION"),
                    "rules": rules,
                }
            },
            "columnKind": "unicodeCodePoints",
            "results": results,
        }],
    });
    serde_json::to_string_pretty(&document).expect("it holds only text and numbers") + "\n"
}

fn location(path: &str, region: Option<Region>) -> Value {
    let mut place = json!({ "artifactLocation": { "uri": uri(path) } });
    if let Some(region) = region {
        place["region"] = region_value(region);
    }
    json!({ "physicalLocation": place })
}

fn region_value(region: Region) -> Value {
    json!({
        "startLine": region.line,
        "startColumn": region.column,
        "endLine": region.end_line,
        "endColumn": region.end_column,
    })
}

/// The `reportingDescriptor` of a rule.
fn descriptor(rule: Rule) -> Value {
    json!({
        "id": rule.code(),
        "shortDescription": { "text": rule.title() },
        "fullDescription": { "text": rule.prose() },
        "help": { "text": rule.text(), "markdown": rule.text() },
        "defaultConfiguration": { "level": rule.level().name() },
    })
}

struct Log<'a> {
    sources: &'a Sources,
    path: &'a dyn Fn(&str) -> String,
    /// The rules that occur in the log, in the order of their descriptors.
    rules: &'a [Rule],
    editor: Editor<'a>,
}

impl Log<'_> {
    fn result(&self, diagnostic: &Diagnostic, fingerprint: &str) -> Value {
        let help = diagnostic.help.as_ref().map(|help| format!("\nhelp: {help}")).unwrap_or_default();
        let related: Vec<Value> =
            diagnostic.labels.iter().map(|label| self.location(label.span, &label.text)).collect();
        let mut result = json!({
            "ruleId": diagnostic.rule.code(),
            "ruleIndex": self.rules.iter().position(|rule| *rule == diagnostic.rule),
            "level": diagnostic.level.name(),
            "message": { "text": format!("{}{help}", diagnostic.message) },
            "locations": [self.location(diagnostic.span, &diagnostic.here)],
            "relatedLocations": related,
            "partialFingerprints": BTreeMap::from(FINGERPRINTS.map(|name| (name, fingerprint))),
        });
        if let Some(fix) = self.fix(diagnostic) {
            result["fixes"] = json!([fix]);
        }
        result
    }

    /// The edits that carry out the help, grouped by file.
    fn fix(&self, diagnostic: &Diagnostic) -> Option<Value> {
        let fix = diagnostic.fix.as_ref()?;
        let edits = self.editor.edits(diagnostic)?;
        let changes = edits.chunk_by(|one, next| one.span.file == next.span.file).map(|edits| {
            let replacement = |edit: &Edit| {
                json!({
                    "deletedRegion": self.region(edit.span),
                    "insertedContent": { "text": edit.text },
                })
            };
            json!({
                "artifactLocation": self.artifact(edits[0].span),
                "replacements": edits.iter().map(replacement).collect::<Vec<_>>(),
            })
        });
        Some(json!({ "description": { "text": fix.title }, "artifactChanges": changes.collect::<Vec<_>>() }))
    }

    fn artifact(&self, span: Span) -> Value {
        json!({ "uri": uri(&(self.path)(self.sources.file(span.file).name())) })
    }

    fn region(&self, span: Span) -> Value {
        region_value(self.sources.region(span))
    }

    fn location(&self, span: Span, message: &str) -> Value {
        let path = (self.path)(self.sources.file(span.file).name());
        let mut location = location(&path, Some(self.sources.region(span)));
        if !message.is_empty() {
            location["message"] = json!({ "text": message });
        }
        location
    }
}

/// Writes a path as a URI reference.
fn uri(path: &str) -> String {
    let scheme = if path.starts_with('/') { "file://" } else { "" };
    scheme.to_owned() + &in_uri(path)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_becomes_a_uri() {
        assert_eq!(uri("a b/ops.yaml"), "a%20b/ops.yaml");
        assert_eq!(uri("/x/é.yaml"), "file:///x/%C3%A9.yaml");
    }
}
