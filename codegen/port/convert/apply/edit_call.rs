//! Edits the text of a call in place, so that line breaks and comments stay.

use std::ops::Range;

use super::Converter;
use super::expand_call::CallParts;
use super::matched_call::MatchedCall;
use crate::bind::{Argument, Value, WrittenArgument};
use crate::edited::{Edit, Shape};
use crate::expand;
use crate::python::{Kind, NodeId, Role, Tree};

impl Converter<'_> {
    /// The call of the target. It keeps its line breaks and comments if the arguments keep their order.
    pub(super) fn plain_call(&self, call: &MatchedCall, parts: &CallParts) -> Value {
        let node = self.tree.node(call.found.node);
        let edited = self.edited_call(call, parts);
        let text = edited.unwrap_or_else(|| format!("{}({})", parts.target, expand::list(parts.arguments.iter())));
        let computes = node.kind == Kind::Call;
        Value { text, shape: Shape::Atom, is_none: false, computes }
    }

    pub(super) fn edited_call(&self, call: &MatchedCall, parts: &CallParts) -> Option<String> {
        if call.receiver_argument.is_some() {
            return None;
        }
        let node = self.tree.node(call.found.node);
        let callee = self.tree.child(call.found.node, Role::Callee)?;
        let callee = match (parts.receiver, self.mapping.method_of(call.rule.target.as_ref()?.as_str())) {
            (Some(_), Some(method)) => {
                let name = self.tree.node(callee).name;
                Edit::new(name.0..name.1, method)
            }
            _ => Edit::new(node.start..self.end_of_callee(callee, call.parentheses.start), parts.target),
        };
        let mut edits = vec![callee];
        edits.extend(arguments_in_place(self.tree, call, parts.arguments)?);
        Some(self.edited.splice(node.range(), &edits))
    }

    pub(super) fn end_of_callee(&self, callee: NodeId, open: u32) -> u32 {
        let end = self.tree.node(callee).end;
        let closes = self.tree.slice(end..open).rfind(')').map_or(0, |at| at as u32 + 1);
        end + closes
    }
}

/// The edits that turn the written arguments into `arguments`. `None` if these are in another order.
pub(super) fn arguments_in_place(tree: &Tree, call: &MatchedCall, arguments: &[Argument]) -> Option<Vec<Edit>> {
    let origins: Vec<usize> = arguments.iter().filter_map(|it| it.origin).collect();
    if !origins.windows(2).all(|pair| pair[0] < pair[1]) {
        return None;
    }
    let first_kept = arguments.iter().position(|it| it.origin.is_some());
    let (open, close) = (call.parentheses.start + 1, call.parentheses.end - 1);
    let Some(first_kept) = first_kept else {
        if !tree.comments_in(open..close).is_empty() {
            return None;
        }
        return Some(vec![Edit::new(open..close, expand::list(arguments.iter()))]);
    };
    let mut edits = Vec::new();
    let front = expand::list(arguments[..first_kept].iter());
    if !front.is_empty() {
        edits.push(Edit::insert(open, front + ", "));
    }
    let mut index = first_kept;
    for (origin, written) in call.written.iter().enumerate() {
        if arguments.get(index).and_then(|it| it.origin) != Some(origin) {
            continue;
        }
        let argument = &arguments[index];
        edits.push(rename_in_place(argument, written));
        if argument.is_changed {
            edits.push(Edit::new(written.value_extent.clone(), argument.value.text_for(true, false)));
        }
        index += 1;
        while let Some(new) = arguments.get(index).filter(|it| it.origin.is_none()) {
            edits.push(Edit::insert(written.extent.end, format!(", {}", expand::written(new))));
            index += 1;
        }
    }
    edits.extend(removals(tree, call, &origins));
    edits.sort_by_key(|edit| (edit.range.start, edit.range.end));
    Some(edits)
}

pub(super) fn rename_in_place(argument: &Argument, written: &WrittenArgument) -> Edit {
    let start = written.extent.start;
    match (&argument.name, &written.keyword) {
        (Some(name), None) => Edit::insert(start, format!("{name}=")),
        (Some(name), Some(keyword)) if name != keyword => Edit::new(start..start + keyword.len() as u32, name.clone()),
        _ => Edit::insert(start, ""),
    }
}

/// The edits that remove arguments with their commas, but keep comments. `kept` is in order.
pub(super) fn removals(tree: &Tree, call: &MatchedCall, kept: &[usize]) -> Vec<Edit> {
    let written = &call.written;
    let is_kept = |index: usize| kept.binary_search(&index).is_ok();
    let mut edits = Vec::new();
    let mut index = 0;
    while index < written.len() {
        if is_kept(index) {
            index += 1;
            continue;
        }
        let first = index;
        while index < written.len() && !is_kept(index) {
            index += 1;
        }
        let range = match written.get(index) {
            Some(next) => written[first].extent.start..next.extent.start,
            None if first > 0 => written[first - 1].extent.end..written[index - 1].extent.end,
            None => {
                let last = &written[index - 1];
                written[first].extent.start..last.comma.map_or(last.extent.end, |comma| comma + 1)
            }
        };
        let text = comments_of(tree, &range, written.get(index).is_none());
        edits.push(Edit::new(range, text));
    }
    edits
}

/// The comments in a range that is removed, each on its own line.
pub(super) fn comments_of(tree: &Tree, range: &Range<u32>, is_last: bool) -> String {
    let comments = tree.comments_in(range.clone());
    let Some(last) = comments.last() else { return String::new() };
    let line = tree.physical_line(last.start);
    let text = tree.slice(line..last.start);
    let indent = &text[..text.len() - text.trim_start().len()];
    let texts: Vec<_> = comments.iter().map(|comment| tree.slice(comment.clone())).collect();
    let kept = texts.join(&format!("\n{indent}"));
    let behind = tree.slice(range.end..tree.line_end(range.end));
    let ends_line = is_last && behind.trim().is_empty() && behind.ends_with(['\n', '\r']);
    let (before, after) =
        (if is_last { "  " } else { "" }, if ends_line { String::new() } else { format!("\n{indent}") });
    format!("{before}{kept}{after}")
}
