//! What a call becomes: its templates, one after the other, around the call of the target.

use super::Converter;
use super::call::Call;
use super::changes::Tail;
use crate::bind::{self, Argument, Value};
use crate::edited::Shape;
use crate::expand::{self, Names, Scope, Variables};
use crate::place;
use crate::python::{self, Kind, NodeId, Tree, parse_expression};
use crate::rules::{Out, Outcome, Piece, Template};
use crate::uses::UseKind;

/// What templates may refer to.
pub(super) struct Parts<'r> {
    pub(super) target: &'r str,
    pub(super) receiver: Option<&'r Value>,
    pub(super) given: &'r [Argument],
    pub(super) arguments: &'r [Argument],
}

impl Parts<'_> {
    pub(super) fn scope<'s>(
        &'s self,
        arguments: &'s [Argument],
        call: Option<&'s Value>,
        variables: &'s Variables,
    ) -> Scope<'s> {
        let Parts { target, receiver, given, .. } = *self;
        Scope { target, receiver, arguments, given, falls_back: true, call, variables }
    }
}

impl Converter<'_> {
    pub(super) fn build(
        &mut self,
        call: &Call,
        parts: &Parts,
        tails: &Tail,
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
        steps.extend(tails.steps(self.mapping));
        if let (Some(Out::Items(_)), Some(_)) = (&case.out, &tails.out) {
            return self.assign_items(call, parts, value);
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

    /// Expands the templates of one step: all but the last are statements.
    pub(super) fn run(
        &mut self,
        call: &Call,
        parts: &Parts,
        current: &Value,
        step: &[Template],
    ) -> Result<(Vec<String>, Value), String> {
        let expand = |names: &mut Names, avoid: bool| {
            let variables = Variables::of(step.iter(), names, avoid);
            let scope = parts.scope(parts.arguments, Some(current), &variables);
            let texts: Result<Vec<_>, _> = step.iter().map(|template| scope.expand(template)).collect();
            let texts = texts.map_err(|missing| format!("its rule needs the argument `{}`", missing.0))?;
            Ok::<_, String>((texts, variables.names()))
        };
        let statement = self.tree.statement_of(call.found.node);
        let (mut texts, mut variables) = expand(&mut self.names, false)?;
        // Another call in the same statement may use the variables for something else.
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
        Ok((texts, value_of(result)))
    }

    pub(super) fn assign_items(&mut self, call: &Call, parts: &Parts, value: Value) -> Result<(String, Shape), String> {
        let Some(Out::Items(items)) = &call.case.out else { return Err(String::new()) };
        let step: Vec<Template> = call.case.before.iter().chain(items).cloned().collect();
        let statement = self.tree.statement_of(call.found.node);
        let mut variables = Variables::of(step.iter(), &mut self.names, false);
        if self.is_assigned(statement, &variables.names(), &[]) {
            variables = Variables::of(step.iter(), &mut self.names, true);
        }
        let scope = parts.scope(parts.arguments, Some(&value), &variables);
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
                value: value_of(text),
                origin: None,
                is_changed: true,
            };
            let list = [given("item", item), given("index", index.to_string())];
            let scope = parts.scope(&list, None, &variables);
            for template in &self.mapping.tails.item {
                assigned.push(scope.expand(template).map_err(failed)?);
            }
        }
        self.assigned.push((statement, variables.names(), lines.clone()));
        self.put_before(call.found.node, lines)?;
        let text = assigned.join(", ");
        self.keep_comments(call, &text);
        Ok(self.fit(call.found.node, Value::new(text, Shape::Tuple)))
    }

    /// Comments inside the call that the new text does not contain go above the line.
    pub(super) fn keep_comments(&mut self, call: &Call, text: &str) {
        let node = self.tree.node(call.found.node);
        for comment in self.tree.comments_in(node.range()) {
            let comment = self.tree.slice(comment.clone());
            if !text.contains(comment) {
                self.comments.push((node.start, comment.to_owned()));
            }
        }
    }

    /// Parentheses where the text would else bind differently.
    pub(super) fn fit(&self, node: NodeId, value: Value) -> (String, Shape) {
        let fits = match value.shape {
            Shape::Atom => true,
            Shape::Number | Shape::Loose => place::is_delimited(self.tree, node),
            Shape::Tuple => place::takes_tuple(self.tree, node),
        };
        if fits { (value.text, value.shape) } else { (format!("({})", value.text), Shape::Atom) }
    }
}

/// The value of an expanded template.
pub(super) fn value_of(text: String) -> Value {
    let shape = match parse_expression(&text) {
        Ok(tree) => tree.children(Tree::ROOT).next().map_or(Shape::Loose, |node| bind::shape_of(&tree, node)),
        Err(_) => Shape::Loose,
    };
    Value { text, shape, is_none: false, computes: true }
}

pub(super) fn note_repeated(steps: &[Vec<Template>], parts: &Parts, notes: &mut Vec<String>) {
    let pieces = || steps.iter().flatten().flat_map(|template| &template.pieces);
    let count =
        |wanted: &str| pieces().filter(|piece| matches!(piece, Piece::Argument { name, .. } if name == wanted)).count();
    let receivers = pieces().filter(|piece| matches!(piece, Piece::Receiver { .. })).count();
    if receivers > 1 && parts.receiver.is_some_and(|receiver| receiver.computes) {
        notes.push("what the method is called on is now computed several times".to_owned());
    }
    for argument in parts.arguments.iter().filter(|it| it.value.computes) {
        let name = argument.name.as_deref().unwrap_or_default();
        if count(name) > 1 {
            notes.push(format!("the argument `{name}` is now computed several times"));
        }
    }
}
