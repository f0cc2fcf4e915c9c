//! Hovers: explains names, keys, types and findings.

mod summary;
mod types;

use std::ops::Range;

use indexmap::{Equivalent, IndexSet};
use lsp_types::{Hover, HoverContents};
use registry::OpId;
use source::Rule;
use spec::Op;

use crate::capabilities::markup;
use crate::cpp_files;
use crate::cursor::{self, Cursor};
use crate::entry_keys::keys_at;
use crate::mentions::{Mention, Symbol, functions};
use crate::rule_comments;
use crate::settings_file::{self, Meaning};
use crate::state::State;
use crate::view::{FileOffset, View};

/// How many operators a list names.
const MOST_USERS: usize = 12;

/// The hover at an offset.
pub fn hover(place: FileOffset, state: &mut State) -> Option<Hover> {
    let FileOffset { view, file, offset } = place;
    let mentions = view.mentions_around(file, offset);
    let mention = mentions.at(file, offset);
    let named = mention.and_then(|mention| {
        let Mention { span, .. } = mention;
        let symbol = mentions.symbol(mention);
        let in_cpp = symbol.in_cpp().and_then(|_| match state.cpp.own(view) {
            Some(own) => cpp_files::own_declarations(&*own, symbol),
            None => cpp_files::described(view, &*state.cpp.of(view)?, symbol),
        });
        let text = describe(view, symbol)?;
        let text = in_cpp.map_or(text.clone(), |in_cpp| format!("{text}\n\n{in_cpp}"));
        Some((text, span.start as usize..span.end as usize))
    });
    let word = cursor::word(view.text(file), offset);
    let other = || types::at(place).or_else(|| rule(place)).or_else(|| Some((key(place)?, word.clone())));
    let (text, range) = named.or_else(other).map_or((None, word.clone()), |(text, range)| (Some(text), range));
    let findings = findings(place);
    let parts: Vec<String> = text.into_iter().chain(findings).collect();
    if parts.is_empty() {
        return None;
    }
    let value = parts.join("\n\n---\n\n");
    let contents = HoverContents::Markup(markup(state.client.markdown_hovers, value));
    Some(Hover { contents, range: Some(view.range_of_bytes(file, range)) })
}

/// The rule that a comment or `opgen.toml` names at an offset, or the key of `opgen.toml` there.
fn rule(place: FileOffset) -> Option<(String, Range<usize>)> {
    if settings_file::is_it(place.view, place.file) {
        return settings_file::meaning(place).map(|(meaning, range)| match meaning {
            Meaning::Rule(rule) => (page(rule), range),
            Meaning::Key(text) => (text, range),
        });
    }
    rule_comments::rule_at(place).map(|(rule, range)| (page(rule), range))
}

/// The page of a rule without its examples.
fn page(rule: Rule) -> String {
    let help = rule.help().map_or(String::new(), |help| format!("\n\nHelp: {help}."));
    let code = rule.code();
    format!("**{code}: {}**\n\n{}{help}\n\n`opgen explain {code}` shows examples.", rule.title(), rule.prose())
}

fn describe(view: &View, symbol: &Symbol) -> Option<String> {
    if let Some((what, name)) = symbol.in_cpp() {
        return Some(users(view, what, name, symbol));
    }
    match symbol {
        Symbol::Op { .. } => ops(view, &view.ops_of(symbol)),
        Symbol::Part { name, .. } => part(view, &view.ops_of(symbol), name),
        Symbol::InPrograms(name) => {
            let entry = view.registry().legacy_compat().find(|(legacy, _)| legacy == name)?;
            let pair = entry.1.first()?.pairs().find(|pair| pair.in_programs() == name)?.name.value.clone();
            let shown = view.registry().find_for_compat(&pair).and_then(|id| ops(view, &[id])).unwrap_or_default();
            Some(format!("`{name}` is the name of `{pair}` in saved programs.\n\n{shown}"))
        }
        _ => None,
    }
}

/// The first operator in a few lines, and where others of the name are.
pub fn ops(view: &View, ids: &[OpId]) -> Option<String> {
    let (&first, others) = ids.split_first()?;
    let mut text = summary::of(&show::one(view.project(), first));
    for op in others.iter().map(|&id| view.op(id)) {
        let (file, line) = (view.source(op.name.span.file).name(), view.project().sources.region(op.name.span).line);
        text += &format!("\n\nAlso {}", summary::title(&op.name.value, op.home.family().name(), file, line));
    }
    Some(text)
}

fn part(view: &View, ids: &[OpId], name: &str) -> Option<String> {
    let lines: Vec<String> = ids.iter().flat_map(|&id| declarations(view, view.op(id), name)).collect();
    (!lines.is_empty()).then(|| lines.join("\n\n"))
}

/// Describes a part of an operator, as declared in its entry.
fn declarations(view: &View, op: &Op, name: &str) -> Vec<String> {
    let of = format!("of `{}` ({})", op.name.value, op.home.family().name());
    let compat = view.registry().compat_of(&op.name.value).filter(|_| op.home.family().has_program_names());
    let in_programs = |legacy: Option<&str>| match legacy.filter(|legacy| *legacy != name) {
        Some(legacy) => format!("; programs call it `{legacy}`"),
        None => String::new(),
    };
    let mark = |is: bool, text: &'static str| if is { text } else { "" };
    let mut lines = Vec::new();
    if let Some(input) = op.signature.input(name) {
        let marks = mark(input.optional, ", optional").to_owned()
            + mark(input.no_need_buffer, ", of which only the shape and type are needed")
            + mark(op.writes_into(name), ", written in place");
        let legacy = in_programs(compat.map(|entry| entry.input_in_programs(name)));
        lines.push(format!("input `{} {name}` {of}{marks}{legacy}", input.ty));
    }
    if let Some(attr) = op.signature.attr(name) {
        let default = attr.default.as_ref().map_or(String::new(), |default| format!(" = {}", default.value));
        let legacy = in_programs(compat.map(|entry| entry.attr_in_programs(name)));
        let stored = compat.and_then(|entry| entry.stored_type(name));
        let stored = stored.map_or(String::new(), |ty| format!("; programs store it as `{ty}`"));
        lines.push(format!("attribute `{} {name}{default}` {of}{legacy}{stored}", attr.ty));
    }
    if let Some(output) = op.signature.output(name) {
        let size = output.size.as_ref().map_or(String::new(), |size| format!("{{{}}}", size.value));
        let marks = mark(output.optional, ", optional").to_owned() + mark(output.intermediate, ", intermediate");
        let onto = op.inplace_input(name).map_or(String::new(), |input| format!(", overwrites `{input}` in place"));
        let legacy = in_programs(compat.map(|entry| entry.output_in_programs(name)));
        lines.push(format!("output `{}({name}){size}` {of}{marks}{onto}{legacy}", output.ty));
    }
    lines
}

/// The operators that use a function which is defined in C++.
pub fn users(view: &View, what: &str, name: &str, symbol: &Symbol) -> String {
    let own_facts = view.project().program.framework.own_facts;
    let uses = |op: &Op| functions(op, own_facts).any(|(of, name)| of(name.as_str()).equivalent(symbol));
    let mut ops: Vec<&Op> = view.registry().ops().map(|(_, op)| op).filter(|op| uses(op)).collect();
    ops.sort_by_key(|op| (op.name.span.file, op.name.span.start));
    let users: IndexSet<&str> = ops.into_iter().map(|op| op.name.as_str()).collect();
    let more = users.len().saturating_sub(MOST_USERS);
    let listed: Vec<_> = users.iter().take(MOST_USERS).map(|user| format!("`{user}`")).collect();
    let more = if more > 0 { format!(" and {more} more") } else { String::new() };
    match listed.is_empty() {
        true => format!("the {what} `{name}`"),
        false => format!("the {what} `{name}`, used by {}{more}", listed.join(", ")),
    }
}

/// The description of the key at an offset.
fn key(place: FileOffset) -> Option<String> {
    let FileOffset { view, file, offset } = place;
    let text = view.text(file);
    let cursor = Cursor::at(text, offset);
    let cursor::Context::Key { .. } = cursor.context else { return None };
    let name = &text[cursor.word.clone()];
    let key = keys_at(view, file, &cursor.path)?.into_iter().find(|key| key.name == name)?;
    let required = if key.required { " (required)" } else { "" };
    Some(format!("**`{}`**{required}: {}", key.name, key.about))
}

/// The pages of the rules of the findings at an offset, if the project has been checked.
fn findings(place: FileOffset) -> Vec<String> {
    let FileOffset { view, file, offset } = place;
    let is_here = |finding: &&source::Diagnostic| {
        let span = finding.span;
        span.file == file && (span.start as usize..=span.end as usize).contains(&offset)
    };
    let known = view.known_findings().map_or(Vec::new(), source::Diagnostics::sorted);
    let mut rules: Vec<_> = known.into_iter().filter(is_here).map(|finding| finding.rule).collect();
    rules.dedup();
    rules.into_iter().map(page).collect()
}
