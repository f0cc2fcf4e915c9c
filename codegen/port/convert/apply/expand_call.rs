//! Expands the templates of a case, one after the other, around the call of the target.

use std::collections::BTreeMap;

use super::Converter;
use super::changes::TakenArguments;
use super::matched_call::MatchedCall;
use crate::bind::{Argument, Value};
use crate::edited::Shape;
use crate::expand::{self, FreshNames, TemplateScope, Variables};
use crate::place;
use crate::python::{self, Kind, NodeId, Role, parse_expression};
use crate::rules::{Out, Outcome, Piece, Template};
use crate::uses::UseKind;

/// The parts of a call that templates may refer to. `given` are the arguments as written, `arguments` those that are left.
pub(super) struct CallParts<'r> {
    pub(super) target: &'r str,
    pub(super) receiver: Option<&'r Value>,
    pub(super) given: &'r [Argument],
    pub(super) arguments: &'r [Argument],
    /// Other names under which helpers are imported.
    pub(super) aliases: &'r BTreeMap<String, String>,
}

impl CallParts<'_> {
    pub(super) fn scope<'s>(
        &'s self,
        arguments: &'s [Argument],
        call: Option<&'s Value>,
        variables: &'s Variables,
    ) -> TemplateScope<'s> {
        let CallParts { target, receiver, given, aliases, .. } = *self;
        TemplateScope { target, receiver, arguments, given, falls_back: true, call, variables, aliases }
    }
}

impl Converter<'_> {
    pub(super) fn build(
        &mut self,
        call: &MatchedCall,
        parts: &CallParts,
        taken: &TakenArguments,
        notes: &mut Vec<String>,
    ) -> Result<(String, Shape), String> {
        let case = call.case;
        let value = self.plain_call(call, parts);
        let mut steps: Vec<Vec<Template>> = Vec::new();
        let mut templates = case.before.clone();
        if let Outcome::Emit(template) = &case.result {
            templates.push(template.clone());
        }
        if !templates.is_empty() {
            steps.push(templates);
        }
        let has_templates = !steps.is_empty() || case.out.is_some();
        steps.extend(taken.steps(self.mapping));
        if let (Some(Out::Items(_)), Some(_)) = (&case.out, &taken.out) {
            return self.assign_items(call, parts, &value);
        }
        if let Outcome::Delete = case.result {
            let parent = self.tree.node(call.found.node).parent;
            let is_statement = self.tree.kind(parent) == Kind::Expression;
            self.keep_comments(call, "");
            return Ok(if is_statement { ("pass".to_owned(), Shape::Loose) } else { ("None".to_owned(), Shape::Atom) });
        }
        if let Outcome::Leave = case.result {
            if call.found.kind == UseKind::Call {
                return Err("its rule converts methods only".to_owned());
            }
            let text = self.edited.slice(self.tree.node(call.found.node).range()).into_owned();
            return Ok((text, Shape::Atom));
        }
        let mut current = value;
        let mut lines = Vec::new();
        for step in &steps {
            let (before, result) = self.run(call, parts, &current, step)?;
            lines.extend(before);
            current = result;
        }
        self.put_before(call.found.node, lines)?;
        self.keep_comments(call, &current.text);
        if has_templates {
            note_repeated(&steps, parts, notes);
        }
        let (text, shape) = self.fit(call.found.node, current);
        Ok((text, shape))
    }

    /// Expands the templates of one step. All but the last become lines before the statement.
    pub(super) fn run(
        &mut self,
        call: &MatchedCall,
        parts: &CallParts,
        current: &Value,
        step: &[Template],
    ) -> Result<(Vec<String>, Value), String> {
        let statement = self.tree.statement_of(call.found.node);
        let assigned = self.assigned_variable(call.found.node, statement, step);
        let expand = |names: &mut FreshNames, avoid: bool| {
            let mut variables = Variables::of(step.iter(), names, avoid);
            if let Some((variable, name)) = &assigned {
                variables.rename(variable, name);
            }
            let scope = parts.scope(parts.arguments, Some(current), &variables);
            let texts: Result<Vec<_>, _> = step.iter().map(|template| scope.expand(template)).collect();
            let texts = texts.map_err(|missing| format!("its rule needs the argument `{}`", missing.0))?;
            Ok::<_, String>((texts, variables.names()))
        };
        let (mut texts, mut variables) = expand(&mut self.names, false)?;
        // Another call in the same statement may have assigned the variables already.
        if self.is_assigned(statement, &variables, &texts) {
            (texts, variables) = expand(&mut self.names, true)?;
        }
        let result = texts.pop().unwrap_or_default();
        if parse_expression(&result).is_err() || texts.iter().any(|line| python::parse(line).is_err()) {
            return Err("these arguments do not fit the template of its rule".to_owned());
        }
        if !variables.is_empty() {
            self.assigned.push((statement, variables, texts.clone()));
        }
        // The lines assign what the statement did, so the last of them takes its place.
        if let Some(last) = assigned.and_then(|_| texts.pop()) {
            self.statements.push((statement, last));
        }
        Ok((texts, Value::of_code(result)))
    }

    /// The variable that is the result of templates, and the name that a statement assigns it to: `x = f()`.
    fn assigned_variable(&self, call: NodeId, statement: NodeId, step: &[Template]) -> Option<(String, String)> {
        let (result, before) = step.split_last()?;
        let [Piece::Variable { name: variable, is_result: true, .. }] = result.pieces.as_slice() else { return None };
        let tree = self.tree;
        let is_assigned = tree.kind(statement) == Kind::Assign && tree.node(call).parent == statement;
        let targets: Vec<_> = tree.children(statement).filter(|id| tree.node(*id).role == Role::Target).collect();
        let [target] = targets[..] else { return None };
        let name = tree.text_of(target);
        let uses_name = tree.below(call).any(|id| tree.kind(id) == Kind::Name && tree.text_of(id) == name);
        let is_plain = tree.kind(target) == Kind::Name && place::begins_line(tree, statement) && !uses_name;
        (is_assigned && is_plain && !before.is_empty()).then(|| (variable.clone(), name.to_owned()))
    }

    pub(super) fn assign_items(
        &mut self,
        call: &MatchedCall,
        parts: &CallParts,
        value: &Value,
    ) -> Result<(String, Shape), String> {
        let Some(Out::Items(items)) = &call.case.out else { return Err(String::new()) };
        let step: Vec<Template> = call.case.before.iter().chain(items).cloned().collect();
        let statement = self.tree.statement_of(call.found.node);
        let mut variables = Variables::of(step.iter(), &mut self.names, false);
        if self.is_assigned(statement, &variables.names(), &[]) {
            variables = Variables::of(step.iter(), &mut self.names, true);
        }
        let scope = parts.scope(parts.arguments, Some(value), &variables);
        let failed = |missing: expand::Missing| format!("its rule needs the argument `{}`", missing.0);
        let mut lines = Vec::new();
        for template in &call.case.before {
            lines.push(scope.expand(template).map_err(failed)?);
        }
        let mut assigned = Vec::new();
        for (index, template) in items.iter().enumerate() {
            let item = scope.expand(template).map_err(failed)?;
            let given = |name: &str, text: String| Argument {
                name: Some(name.to_owned()),
                stars: 0,
                value: Value::of_code(text),
                origin: None,
                is_changed: true,
            };
            let list = [given("item", item), given("index", index.to_string())];
            let scope = parts.scope(&list, None, &variables);
            for template in &self.mapping.common_arguments.item {
                assigned.push(scope.expand(template).map_err(failed)?);
            }
        }
        self.assigned.push((statement, variables.names(), lines.clone()));
        self.put_before(call.found.node, lines)?;
        let text = assigned.join(", ");
        self.keep_comments(call, &text);
        Ok(self.fit(call.found.node, Value::new(text, Shape::Tuple)))
    }

    /// Moves comments inside the call above the line if the new text does not contain them.
    pub(super) fn keep_comments(&mut self, call: &MatchedCall, text: &str) {
        let node = self.tree.node(call.found.node);
        for comment in self.tree.comments_in(node.range()) {
            let comment = self.tree.slice(comment.clone());
            if !text.contains(comment) {
                self.comments.push((node.start, comment.to_owned()));
            }
        }
    }

    /// Adds parentheses if the text would otherwise bind differently where the node is.
    pub(super) fn fit(&self, node: NodeId, value: Value) -> (String, Shape) {
        let fits = match value.shape {
            Shape::Atom => true,
            Shape::Number | Shape::Loose => place::is_delimited(self.tree, node),
            Shape::Tuple => place::takes_tuple(self.tree, node),
        };
        if fits { (value.text, value.shape) } else { (format!("({})", value.text), Shape::Atom) }
    }
}

pub(super) fn note_repeated(steps: &[Vec<Template>], parts: &CallParts, notes: &mut Vec<String>) {
    let pieces = || steps.iter().flatten().flat_map(|template| &template.pieces);
    let count =
        |wanted: &str| pieces().filter(|piece| matches!(piece, Piece::Argument { name, .. } if name == wanted)).count();
    let receivers = pieces().filter(|piece| matches!(piece, Piece::Receiver { .. })).count();
    if receivers > 1 && parts.receiver.is_some_and(|receiver| receiver.computes) {
        notes.push("the object of the method is now evaluated several times".to_owned());
    }
    for argument in parts.arguments.iter().filter(|it| it.value.computes) {
        let name = argument.name.as_deref().unwrap_or_default();
        if count(name) > 1 {
            notes.push(format!("the argument `{name}` is now evaluated several times"));
        }
    }
}
