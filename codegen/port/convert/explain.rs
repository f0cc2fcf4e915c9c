//! Explains how the uses on a line are converted, and why.

use source::file::SourceFile;

use crate::project::Text;
use crate::python::SyntaxError;
use crate::report::{Found, Verdict};
use crate::rules::{Mapping, Outcome, Rule, RuleKind};
use crate::uses::UseKind;

/// Explains every use on a line of a file, which counts from 1.
pub fn explain(name: &str, text: &Text, line: usize, mapping: &Mapping) -> String {
    let file = SourceFile::new(name.to_owned(), text.before.clone());
    let is_here = |error: &&SyntaxError| text.found.is_empty() || file.line_of(error.range.start) + 1 == line;
    if let Some(error) = text.unreadable.iter().find(is_here) {
        return format!("{name} is not Python: {}\n", error.message);
    }
    let on_line = |found: &&Found| {
        let last = found.range.end.saturating_sub(1).max(found.range.start);
        (file.line_of(found.range.start)..=file.line_of(last)).contains(&line.wrapping_sub(1))
    };
    let mut found: Vec<_> = text.found.iter().filter(on_line).collect();
    found.sort_by_key(|found| (found.range.start, std::cmp::Reverse(found.range.end)));
    if found.is_empty() {
        return format!("{name}:{line}: no use of PyTorch is on this line\n");
    }
    found.into_iter().map(|found| one(name, &file, found, mapping)).collect::<Vec<_>>().join("\n")
}

fn one(name: &str, file: &SourceFile, found: &Found, mapping: &Mapping) -> String {
    let line = file.line_of(found.range.start) + 1;
    let code = file.text().get(found.range.start as usize..found.range.end as usize).unwrap_or_default();
    let mut text = format!("{name}:{line}: {code}\n");
    let mut say = |what: &str, value: &str| text.push_str(&format!("  {what:<10} {value}\n"));
    say("found as", &found.api);
    let canonical = mapping.canonical(&found.api);
    if canonical != found.api {
        say("alias of", canonical);
    }
    let rule = mapping.function(&found.api).or_else(|| mapping.attribute(&found.api));
    match rule {
        Some(rule) => rule_lines(rule, &mut say),
        None if found.kind == UseKind::InPlace => {
            say("rule", "PyTorch changes a tensor in place, and something else may refer to it");
        }
        None => say("rule", "none"),
    }
    match &found.verdict {
        Verdict::Converted if found.is_warned() => say("result", "converted, but it may compute something else"),
        Verdict::Converted => say("result", "converted"),
        Verdict::Unsupported(reason) => say("result", &format!("not converted: {reason}")),
        Verdict::NotTorch(reason) => say("result", &format!("left alone: {reason}")),
        Verdict::Package => say("result", "not converted: what is done with the package itself cannot be known"),
    }
    for warning in &found.warnings {
        say("warning", warning);
    }
    for note in &found.notes {
        say("note", note);
    }
    text
}

fn rule_lines(rule: &Rule, say: &mut impl FnMut(&str, &str)) {
    say(
        "rule",
        match rule.kind {
            RuleKind::Same => "the target has it under the same name",
            RuleKind::Renamed => "the target has it under another name, with the same arguments",
            RuleKind::Bound => "arguments are bound, and may change",
            RuleKind::Method => "the target has a method instead of an attribute",
            RuleKind::Unsupported => "the target has nothing like it",
        },
    );
    if let Some(target) = &rule.target {
        say("target", target.as_str());
    }
    if let Some(signature) = &rule.signature {
        let mut names = signature.positional.join(", ");
        if !signature.keyword_only.is_empty() {
            names.push_str(&format!(", *, {}", signature.keyword_only.join(", ")));
        }
        say("takes", names.trim_start_matches(", "));
    }
    if !rule.refused.is_empty() {
        let names: Vec<_> = rule.refused.iter().map(|name| name.as_str()).collect();
        say("refuses", &names.join(", "));
    }
    if rule.cases.len() > 1 {
        say("cases", &rule.cases.len().to_string());
    }
    for case in &rule.cases {
        if let Outcome::Unsupported(reason) = &case.result
            && !reason.is_empty()
            && rule.kind != RuleKind::Unsupported
        {
            say("unless", reason);
        }
    }
}
