//! Applies rules to uses.

use std::collections::BTreeSet;
use std::ops::Range;

use crate::bind::{self, Argument, Bound, Value, Written};
use crate::edited::{Edit, Edited, Shape};
use crate::expand::{self, Names, Scope, Variables};
use crate::imports::{Imports, Shadows};
use crate::place;
use crate::python::{Kind, NodeId, Role, Tree, parse_expression};
use crate::report::{Found, Verdict};
use crate::rules::{Case, Change, Mapping, Out, Outcome, Piece, Rule, RuleKind, Template};
use crate::uses::{Use, UseKind};

/// Converts the uses of a file, and remembers what else must change.
pub struct Converter<'a> {
    pub tree: &'a Tree<'a>,
    pub mapping: &'a Mapping,
    pub imports: &'a Imports,
    pub edited: Edited<'a>,
    /// Statements before others: the statement, and the lines in order.
    pub before: Vec<(NodeId, String)>,
    /// The variables that lines before a statement assign, and those lines.
    assigned: Vec<(NodeId, Vec<String>, Vec<String>)>,
    /// Comments that a template has no place for.
    pub comments: Vec<(u32, String)>,
    /// Statements that are replaced.
    pub found: Vec<Found>,
    pub helpers: BTreeSet<String>,
    pub modules: BTreeSet<String>,
    pub names: Names,
    /// Names that the file defines or imports itself.
    defined: BTreeSet<String>,
}

/// What becomes of a use.
enum Result {
    Text { text: String, shape: Shape },
    Unsupported(String),
    NotTorch(String),
    Leave,
}

impl<'a> Converter<'a> {
    pub fn new(tree: &'a Tree<'a>, mapping: &'a Mapping, imports: &'a Imports, shadows: &Shadows) -> Self {
        Converter {
            tree,
            mapping,
            imports,
            edited: Edited::new(tree.text),
            before: Vec::new(),
            assigned: Vec::new(),
            comments: Vec::new(),
            found: Vec::new(),
            helpers: BTreeSet::new(),
            modules: BTreeSet::new(),
            names: Names::beside(shadows.names.clone()),
            defined: shadows.defined.union(&imports.foreign).cloned().collect(),
        }
    }

    pub fn convert(&mut self, found: &Use) {
        let mut notes = Vec::new();
        let rule = match found.kind {
            UseKind::Attribute => self.mapping.attribute(&found.api),
            UseKind::Reference => self.mapping.attribute(&found.api).or_else(|| self.mapping.function(&found.api)),
            _ => self.mapping.function(&found.api),
        };
        let result = match (found.kind, rule) {
            (UseKind::Package, _) => return self.package(found),
            (UseKind::Call | UseKind::Method, Some(rule)) => self.call(found, rule, &mut notes),
            (UseKind::Reference, rule) => self.reference(found, rule, &mut notes),
            (UseKind::Attribute, Some(rule)) => self.attribute(found, rule),
            (_, None) => Result::Unsupported("there is no rule for it".to_owned()),
        };
        self.finish(found, rule, result, notes);
    }

    fn finish(&mut self, found: &Use, rule: Option<&Rule>, result: Result, mut notes: Vec<String>) {
        let range = self.tree.node(found.node).range();
        let result = match result {
            Result::Text { text, shape } => match place::fit_into_string(self.tree, found.node, text) {
                Ok(text) => Result::Text { text, shape },
                Err(reason) => Result::Unsupported(reason),
            },
            other => other,
        };
        let verdict = match result {
            Result::Text { text, shape } => {
                self.edited.replace(range.clone(), text, shape);
                Verdict::Converted
            }
            Result::Leave => Verdict::Converted,
            Result::Unsupported(reason) => {
                self.write_full_path(found);
                Verdict::Unsupported(reason)
            }
            Result::NotTorch(reason) => {
                let is_function = found.kind == UseKind::Call && self.is_of_package(&found.api);
                self.write_full_path(found);
                if is_function { Verdict::Unsupported(reason) } else { Verdict::NotTorch(reason) }
            }
        };
        notes.dedup();
        let api = found.api.clone();
        self.found.push(Found { api, range, kind: found.kind, rule: rule.map(|rule| rule.span), verdict, notes });
    }

    fn is_of_package(&self, api: &str) -> bool {
        api.split_once('.').is_some_and(|(first, _)| self.imports.packages.contains(first))
    }

    /// `hasattr(torch, "x")` asks the target instead; anything else cannot be known.
    fn package(&mut self, found: &Use) {
        let node = self.tree.node(found.node);
        let callee = self.tree.child(node.parent, Role::Callee);
        let asks = callee.is_some_and(|callee| matches!(self.tree.text_of(callee), "hasattr" | "setattr"))
            && self.tree.kind(node.parent) == Kind::Call;
        let range = node.range();
        let verdict = match self.mapping.in_target(&found.api).filter(|_| asks) {
            Some(target) => {
                self.edited.replace(range.clone(), target, Shape::Atom);
                Verdict::Converted
            }
            None => Verdict::Package,
        };
        let notes = Vec::new();
        self.found.push(Found { api: found.api.clone(), range, kind: found.kind, rule: None, verdict, notes });
    }

    /// What stays names its module in full, because the import is gone.
    fn write_full_path(&mut self, found: &Use) {
        let node = match found.kind {
            UseKind::Call => self.tree.child(found.node, Role::Callee),
            UseKind::Reference => Some(found.node),
            _ => None,
        };
        let path = self.mapping.canonical(&found.api).to_owned();
        let Some(node) = node.filter(|node| self.tree.text_of(*node) != path) else { return };
        let range = self.tree.node(found.node).range();
        let text = self.edited.splice(range.clone(), &[Edit::new(self.tree.node(node).range(), path)]);
        self.edited.replace(range, text, bind::shape_of(self.tree, found.node));
    }

    fn reference(&mut self, found: &Use, rule: Option<&Rule>, notes: &mut Vec<String>) -> Result {
        if let Some(rule) = rule
            && rule.kind != RuleKind::Unsupported
        {
            return match &rule.target {
                Some(target) if !is_path(target.as_str()) && self.tree.node(found.node).role == Role::Target => {
                    Result::Unsupported("the target is a value, which cannot be assigned to".to_owned())
                }
                Some(target) => {
                    if rule.kind == RuleKind::Bound {
                        notes.push(format!("`{}` takes its place, which takes other arguments", target.as_str()));
                    }
                    self.named(target.as_str())
                }
                None => Result::Unsupported("its rule converts calls only".to_owned()),
            };
        }
        // `torch.nn.Module.add = add` sets an attribute of a class that has a counterpart.
        let (class, attribute) = found.api.rsplit_once('.').unwrap_or_default();
        let class = self.mapping.function(class).and_then(|rule| rule.target.as_ref());
        match class {
            Some(class) if found.api.matches('.').count() >= 2 => {
                self.named(&format!("{}.{attribute}", class.as_str()))
            }
            _ => Result::Unsupported("there is no rule for it".to_owned()),
        }
    }

    fn named(&mut self, target: &str) -> Result {
        if let Some(name) = self.mapping.helper_of(target).filter(|name| self.defined.contains(*name)) {
            return Result::Unsupported(defined_already(name));
        }
        self.need_helper_of(target);
        let value = value_of(target.to_owned());
        Result::Text { text: value.text, shape: value.shape }
    }

    fn need_helper_of(&mut self, target: &str) {
        if let Some(helper) = self.mapping.helper_of(target) {
            self.helpers.insert(helper.to_owned());
        }
    }

    fn attribute(&mut self, found: &Use, rule: &Rule) -> Result {
        let method = match (&rule.kind, &rule.target) {
            (RuleKind::Unsupported, _) | (_, None) => {
                return Result::Unsupported("the target has nothing like it".to_owned());
            }
            (RuleKind::Same, _) => return Result::Leave,
            (_, Some(target)) => target.as_str().rsplit('.').next().unwrap_or(target.as_str()),
        };
        if rule.kind == RuleKind::Method && self.tree.node(found.node).role == Role::Target {
            return Result::Unsupported("the target has a method here, which cannot be assigned to".to_owned());
        }
        let brackets = if rule.kind == RuleKind::Method { "()" } else { "" };
        let node = self.tree.node(found.node);
        let edit = Edit::new(node.name.0..node.name.1, format!("{method}{brackets}"));
        Result::Text { text: self.edited.splice(node.range(), &[edit]), shape: Shape::Atom }
    }

    fn call(&mut self, found: &Use, rule: &Rule, notes: &mut Vec<String>) -> Result {
        let (mut written, parentheses) = bind::written(self.tree, found.node);
        let is_method = found.kind == UseKind::Method;
        // `Optimizer.step(self)`: what a method of a class is given first is no argument of the method.
        let passes_self = is_method
            && rule.signature.is_some()
            && written.first().is_some_and(|first| first.stars == 0 && self.tree.text_of(first.node) == "self");
        let receiver_argument = passes_self.then(|| written.remove(0));
        let arguments = match bind::bind(self.tree, &self.edited, rule, &written) {
            Bound::Arguments(arguments) => arguments,
            Bound::Refused(reason) => return Result::Unsupported(reason),
            Bound::Misfit(reason) => return Result::NotTorch(reason),
        };
        let holds = |case: &&Case| case.when.as_ref().is_none_or(|when| expand::holds(when, &arguments, is_method));
        let Some(case) = rule.cases.iter().find(holds) else {
            return Result::Unsupported("no case of its rule fits".to_owned());
        };
        match &case.result {
            Outcome::Unsupported(reason) => return Result::Unsupported(reason.clone()),
            Outcome::NotTorch => return Result::NotTorch("these arguments are not those of PyTorch's".to_owned()),
            _ => {}
        }
        let call = Call { found, rule, case, written, parentheses, is_method, receiver_argument };
        self.convert_call(&call, arguments, notes)
    }

    fn convert_call(&mut self, call: &Call, mut arguments: Vec<Argument>, notes: &mut Vec<String>) -> Result {
        let receiver = self.receiver(call);
        let target = match self.target(call, receiver.as_ref()) {
            Ok(target) => target,
            Err(reason) => return Result::Unsupported(reason),
        };
        let helpers = call.case.helpers.iter().map(|name| name.as_str()).chain(self.mapping.helper_of(&target));
        if let Some(name) = helpers.into_iter().find(|name| self.defined.contains(*name)) {
            return Result::Unsupported(defined_already(name));
        }
        let given = arguments.clone();
        let changes = Changes { target: &target, receiver: receiver.as_ref(), given: &given };
        changes.apply(&call.case.changes, &mut arguments);
        self.lose_ignored(call, &mut arguments, notes);
        let tails = Tail::take(call, &mut arguments);
        if call.receiver_argument.is_some() {
            let value = Value::new("self", Shape::Atom);
            arguments.insert(0, Argument { name: None, stars: 0, value, origin: None, is_changed: true });
        }
        let parts = Parts { target: &target, receiver: receiver.as_ref(), given: &given, arguments: &arguments };
        let (before, assigned) = (self.before.len(), self.assigned.len());
        let result = self.build(call, &parts, &tails, notes);
        match result {
            Ok((text, shape)) => {
                self.forget_lost(call, &arguments, &text);
                self.helpers.extend(call.case.helpers.iter().map(|name| name.value.clone()));
                self.modules.extend(call.case.imports.iter().map(|name| name.value.clone()));
                self.need_helper_of(&target);
                Result::Text { text, shape }
            }
            Err(reason) => {
                self.before.truncate(before);
                self.assigned.truncate(assigned);
                Result::Unsupported(reason)
            }
        }
    }

    /// What a dropped argument contains needs no conversion, and so no mark.
    fn forget_lost(&mut self, call: &Call, arguments: &[Argument], text: &str) {
        for (origin, written) in call.written.iter().enumerate() {
            let is_left = arguments.iter().any(|it| it.origin == Some(origin));
            if is_left || text.contains(&*self.edited.slice(written.value_extent.clone())) {
                continue;
            }
            let Range { start, end } = written.extent;
            self.found.retain(|it| it.range.start < start || end < it.range.end || it.verdict == Verdict::Converted);
        }
    }

    fn receiver(&self, call: &Call) -> Option<Value> {
        if !call.is_method {
            return None;
        }
        let callee = self.tree.child(call.found.node, Role::Callee)?;
        let value = self.tree.child(callee, Role::Value)?;
        let start = self.tree.node(callee).start;
        let name = self.tree.node(callee).name.0;
        let text = self.tree.slice(start..name);
        let dot = start + text.rfind('.').unwrap_or(text.len()) as u32;
        let extent = start..start + self.tree.slice(start..dot).trim_end().len() as u32;
        Some(Value::of(self.tree, &self.edited, value, extent))
    }

    /// The full name of what is called instead.
    fn target(&self, call: &Call, receiver: Option<&Value>) -> std::result::Result<String, String> {
        let Some(target) = call.rule.target.as_ref().map(|target| target.as_str()) else {
            return match call.case.result {
                Outcome::Call => Err("its rule names no target".to_owned()),
                _ => Ok(String::new()),
            };
        };
        match (receiver, self.mapping.method_of(target)) {
            (Some(receiver), Some(method)) => Ok(format!("{}.{method}", receiver.in_place(false, true))),
            _ => Ok(target.to_owned()),
        }
    }

    /// Removes arguments that have no counterpart and change no result.
    fn lose_ignored(&self, call: &Call, arguments: &mut Vec<Argument>, notes: &mut Vec<String>) {
        let ignored = match call.rule.kind {
            RuleKind::Same => &self.mapping.ignored.same,
            RuleKind::Renamed => &self.mapping.ignored.renamed,
            _ if call.rule.signature.is_none() || !call.calls_target() => return,
            _ => &self.mapping.ignored.bound,
        };
        arguments.retain(|it| {
            let name = it.name.as_deref().unwrap_or_default();
            // What a rule has named itself stays.
            let is_original = it
                .origin
                .and_then(|origin| call.written.get(origin))
                .is_some_and(|written| written.keyword.as_deref().is_none_or(|keyword| keyword == name));
            let is_lost = is_original && ignored.iter().any(|known| known == name) && !call.sets(name);
            if is_lost && !it.value.is_none {
                notes.push(format!("the argument `{name}={}` is dropped: the target has none", it.value.text));
            }
            !is_lost
        });
        for name in call.case.changes.iter().filter_map(|change| match change {
            Change::Drop(name) => Some(name.as_str()),
            _ => None,
        }) {
            let dropped = call.written.iter().any(|it| it.keyword.as_deref() == Some(name));
            if dropped && !call.uses(name) {
                notes.push(format!("the argument `{name}` is dropped: the target has none"));
            }
        }
    }

    fn build(
        &mut self,
        call: &Call,
        parts: &Parts,
        tails: &Tail,
        notes: &mut Vec<String>,
    ) -> std::result::Result<(String, Shape), String> {
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
            return Ok(("pass".to_owned(), Shape::Loose));
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
        if has_templates {
            self.keep_comments(call, &current.text);
            note_repeated(&steps, parts, notes);
        }
        let (text, shape) = self.fit(call.found.node, current);
        Ok((text, shape))
    }

    /// Expands the templates of one step: all but the last are statements.
    fn run(
        &mut self,
        call: &Call,
        parts: &Parts,
        current: &Value,
        step: &[Template],
    ) -> std::result::Result<(Vec<String>, Value), String> {
        let expand = |names: &mut Names, avoid: bool| {
            let variables = Variables::of(step.iter(), names, avoid);
            let scope = parts.scope(parts.arguments, Some(current), &variables);
            let texts: std::result::Result<Vec<_>, _> = step.iter().map(|template| scope.expand(template)).collect();
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
        if !variables.is_empty() {
            self.assigned.push((statement, variables, texts.clone()));
        }
        Ok((texts, value_of(result)))
    }

    /// Whether lines before a statement assign one of some variables, unless they are the same lines.
    fn is_assigned(&self, statement: NodeId, variables: &[String], texts: &[String]) -> bool {
        let lines = &texts[..texts.len().saturating_sub(1)];
        let others = self.assigned.iter().filter(|(other, _, earlier)| *other == statement && earlier != lines);
        others.into_iter().any(|(_, names, _)| names.iter().any(|name| variables.contains(name)))
    }

    fn put_before(&mut self, node: NodeId, lines: Vec<String>) -> std::result::Result<(), String> {
        if lines.is_empty() {
            return Ok(());
        }
        let statement = place::runs_once(self.tree, node)
            .map_err(|reason| format!("it needs a statement of its own, but {reason}"))?;
        self.reject_reordering(statement, node)?;
        for line in lines {
            let is_there = self.before.iter().any(|(other, earlier)| *other == statement && *earlier == line);
            if !is_there {
                self.before.push((statement, line));
            }
        }
        Ok(())
    }

    /// What is computed before the call in the same statement must not change what the call gets.
    fn reject_reordering(&self, statement: NodeId, node: NodeId) -> std::result::Result<(), String> {
        let start = self.tree.node(node).start;
        let is_ours = |range: &Range<u32>| self.found.iter().any(|it| it.range == *range);
        let is_assigned = self.tree.kind(statement) == Kind::Assign;
        let mut earlier = self.tree.below(statement).take_while(|id| self.tree.node(*id).start < start).filter(|id| {
            let it = self.tree.node(*id);
            it.end <= start && !(is_assigned && self.is_in_target(*id))
        });
        let changes = earlier.any(|id| match self.tree.kind(id) {
            Kind::Named | Kind::Await | Kind::Yield => true,
            Kind::Call => !is_ours(&self.tree.node(id).range()),
            _ => false,
        });
        match changes {
            true => Err("it needs a statement of its own, but what this one computes before may change its arguments"
                .to_owned()),
            false => Ok(()),
        }
    }

    fn is_in_target(&self, id: NodeId) -> bool {
        let parts = std::iter::once(id).chain(self.tree.ancestors(id));
        parts
            .take_while(|part| !self.tree.kind(*part).is_statement())
            .any(|part| self.tree.node(part).role == Role::Target)
    }

    fn assign_items(
        &mut self,
        call: &Call,
        parts: &Parts,
        value: Value,
    ) -> std::result::Result<(String, Shape), String> {
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

    /// The call of the target. The text keeps its line breaks and comments if the order of the arguments stays.
    fn plain_call(&self, call: &Call, parts: &Parts) -> Value {
        let node = self.tree.node(call.found.node);
        let in_place = self.in_place(call, parts);
        let text = in_place.unwrap_or_else(|| format!("{}({})", parts.target, expand::list(parts.arguments.iter())));
        let computes = node.kind == Kind::Call;
        Value { text, shape: Shape::Atom, is_none: false, computes }
    }

    fn in_place(&self, call: &Call, parts: &Parts) -> Option<String> {
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

    fn end_of_callee(&self, callee: NodeId, open: u32) -> u32 {
        let end = self.tree.node(callee).end;
        let closes = self.tree.slice(end..open).rfind(')').map_or(0, |at| at as u32 + 1);
        end + closes
    }

    /// Comments inside the call that the new text does not contain go above the line.
    fn keep_comments(&mut self, call: &Call, text: &str) {
        let node = self.tree.node(call.found.node);
        for comment in self.tree.comments_in(node.range()) {
            let comment = self.tree.slice(comment.clone());
            if !text.contains(comment) {
                self.comments.push((node.start, comment.to_owned()));
            }
        }
    }

    /// Parentheses where the text would else bind differently.
    fn fit(&self, node: NodeId, value: Value) -> (String, Shape) {
        let fits = match value.shape {
            Shape::Atom => true,
            Shape::Number | Shape::Loose => place::is_delimited(self.tree, node),
            Shape::Tuple => place::takes_tuple(self.tree, node),
        };
        if fits { (value.text, value.shape) } else { (format!("({})", value.text), Shape::Atom) }
    }
}

fn defined_already(name: &str) -> String {
    format!("it needs the helper `{name}`, and the file has something else of that name")
}

fn is_path(target: &str) -> bool {
    target.chars().all(|c| c.is_alphanumeric() || c == '_' || c == '.')
}

/// The value of an expanded template.
fn value_of(text: String) -> Value {
    let shape = match parse_expression(&text) {
        Ok(tree) => tree.children(Tree::ROOT).next().map_or(Shape::Loose, |node| bind::shape_of(&tree, node)),
        Err(_) => Shape::Loose,
    };
    Value { text, shape, is_none: false, computes: true }
}

fn note_repeated(steps: &[Vec<Template>], parts: &Parts, notes: &mut Vec<String>) {
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

/// A call and its rule.
struct Call<'r> {
    found: &'r Use,
    rule: &'r Rule,
    case: &'r Case,
    written: Vec<Written>,
    parentheses: Range<u32>,
    is_method: bool,
    /// `self`, where a method of a class is called with it.
    receiver_argument: Option<Written>,
}

impl Call<'_> {
    /// Whether a change of the case gives an argument its name or value.
    fn sets(&self, name: &str) -> bool {
        self.case.changes.iter().any(|change| match change {
            Change::First(set, _) | Change::Set(set, _) | Change::Default(set, _) => set.as_str() == name,
            Change::Rename(_, to) => to.iter().any(|to| to.as_str() == name),
            Change::Drop(_) => false,
        })
    }

    /// Whether the target is called with the arguments that are left.
    fn calls_target(&self) -> bool {
        let has_call = |template: &Template| template.pieces.iter().any(|piece| matches!(piece, Piece::Call));
        match &self.case.result {
            Outcome::Emit(template) => has_call(template) || self.case.before.iter().any(has_call),
            Outcome::Call => true,
            _ => false,
        }
    }

    /// Whether a template of the case contains an argument, or a condition asks for it.
    fn uses(&self, name: &str) -> bool {
        let case = self.case;
        let values = case.changes.iter().filter_map(|change| match change {
            Change::First(_, value) | Change::Set(_, value) | Change::Default(_, value) => Some(value),
            _ => None,
        });
        let emitted = match &case.result {
            Outcome::Emit(template) => Some(template),
            _ => None,
        };
        values.chain(&case.before).chain(emitted).any(|template| template.arguments().any(|it| it == name))
            || self.rule.cases.iter().flat_map(|case| &case.when).any(|when| when.arguments().contains(&name))
    }
}

/// What templates may refer to.
struct Parts<'r> {
    target: &'r str,
    receiver: Option<&'r Value>,
    given: &'r [Argument],
    arguments: &'r [Argument],
}

impl<'r> Parts<'r> {
    fn scope<'s>(&'s self, arguments: &'s [Argument], call: Option<&'s Value>, variables: &'s Variables) -> Scope<'s> {
        let Parts { target, receiver, given, .. } = *self;
        Scope { target, receiver, arguments, given, falls_back: true, call, variables }
    }
}

struct Changes<'r> {
    target: &'r str,
    receiver: Option<&'r Value>,
    given: &'r [Argument],
}

impl Changes<'_> {
    /// A change that needs an argument that is not given does nothing.
    fn apply(&self, changes: &[Change], arguments: &mut Vec<Argument>) {
        for change in changes {
            match change {
                Change::First(name, template) => {
                    let Ok(value) = self.expand(template) else { continue };
                    arguments.retain(|it| it.name.as_ref() != Some(&name.value));
                    arguments.insert(0, new_argument(name.as_str(), value));
                }
                Change::Set(name, template) => {
                    let Ok(value) = self.expand(template) else { continue };
                    match arguments.iter_mut().find(|it| it.name.as_ref() == Some(&name.value)) {
                        Some(argument) => {
                            argument.value = value;
                            argument.is_changed = true;
                        }
                        None => arguments.push(new_argument(name.as_str(), value)),
                    }
                }
                Change::Drop(name) => arguments.retain(|it| it.name.as_ref() != Some(&name.value)),
                Change::Rename(name, to) => rename(arguments, name.as_str(), to),
                Change::Default(name, template) => {
                    let is_given = arguments.iter().any(|it| it.name.as_ref() == Some(&name.value));
                    let Ok(value) = self.expand(template) else { continue };
                    if !is_given {
                        arguments.push(new_argument(name.as_str(), value));
                    }
                }
            }
        }
    }

    fn expand(&self, template: &Template) -> std::result::Result<Value, expand::Missing> {
        let scope = Scope {
            target: self.target,
            receiver: self.receiver,
            arguments: &[],
            given: self.given,
            falls_back: false,
            call: None,
            variables: &Variables::default(),
        };
        scope.expand(template).map(value_of)
    }
}

fn new_argument(name: &str, value: Value) -> Argument {
    Argument { name: Some(name.to_owned()), stars: 0, value, origin: None, is_changed: true }
}

fn rename(arguments: &mut Vec<Argument>, name: &str, to: &[source::Spanned<String>]) {
    let Some(index) = arguments.iter().position(|it| it.name.as_deref() == Some(name)) else { return };
    let renamed = arguments.remove(index);
    for (offset, to) in to.iter().enumerate() {
        let origin = if offset == 0 { renamed.origin } else { None };
        let copy = Argument { name: Some(to.value.clone()), origin, ..renamed.clone() };
        let taken = arguments.iter().position(|it| it.name.as_ref() == Some(&to.value));
        match taken {
            // Two overloads call one argument differently; the later wins.
            Some(taken) => arguments[taken] = Argument { origin: None, is_changed: true, ..copy },
            None => arguments.insert((index + offset).min(arguments.len()), copy),
        }
    }
}

/// Arguments that become something around the call.
#[derive(Default)]
struct Tail {
    dtype: Option<Argument>,
    pin_memory: Option<Argument>,
    requires_grad: Option<Argument>,
    out: Option<Argument>,
}

impl Tail {
    fn take(call: &Call, arguments: &mut Vec<Argument>) -> Tail {
        let mut take = |name: &str| {
            if call.sets(name) {
                return None;
            }
            let index = arguments.iter().position(|it| it.name.as_deref() == Some(name))?;
            let found = arguments.remove(index);
            (!found.value.is_none).then_some(found)
        };
        let is_factory = call.rule.kind == RuleKind::Bound
            && call.rule.signature.is_some()
            && matches!(call.case.result, Outcome::Call);
        if is_factory {
            let pin_memory = take("pin_memory").filter(|it| it.value.literal() != "False");
            return Tail { dtype: take("dtype"), pin_memory, requires_grad: take("requires_grad"), out: take("out") };
        }
        if call.case.out.is_some() { Tail { out: take("out"), ..Tail::default() } } else { Tail::default() }
    }

    /// The templates that put the arguments around the call.
    fn steps(&self, mapping: &Mapping) -> Vec<Vec<Template>> {
        let tails = &mapping.tails;
        let mut steps = Vec::new();
        if self.dtype.is_some() {
            steps.push(tails.dtype.clone());
        }
        if self.pin_memory.is_some() {
            steps.push(tails.pin_memory.clone());
        }
        match (&self.requires_grad, &self.out) {
            (Some(_), Some(_)) => steps.push(tails.out_and_requires_grad.clone()),
            (Some(_), None) => steps.push(tails.requires_grad.clone()),
            (None, Some(_)) => steps.push(tails.out.clone()),
            (None, None) => {}
        }
        steps
    }
}

/// The edits that turn the written arguments into others, if they keep their order.
fn arguments_in_place(tree: &Tree, call: &Call, arguments: &[Argument]) -> Option<Vec<Edit>> {
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
            edits.push(Edit::new(written.value_extent.clone(), argument.value.in_place(true, false)));
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

fn rename_in_place(argument: &Argument, written: &Written) -> Edit {
    let start = written.extent.start;
    match (&argument.name, &written.keyword) {
        (Some(name), None) => Edit::insert(start, format!("{name}=")),
        (Some(name), Some(keyword)) if name != keyword => Edit::new(start..start + keyword.len() as u32, name.clone()),
        _ => Edit::insert(start, ""),
    }
}

/// Removes arguments together with their commas; comments stay.
fn removals(tree: &Tree, call: &Call, kept: &[usize]) -> Vec<Edit> {
    let written = &call.written;
    let mut edits = Vec::new();
    let mut index = 0;
    while index < written.len() {
        if kept.contains(&index) {
            index += 1;
            continue;
        }
        let first = index;
        while index < written.len() && !kept.contains(&index) {
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

/// The comments of a range that goes, each on its line.
fn comments_of(tree: &Tree, range: &Range<u32>, is_last: bool) -> String {
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
