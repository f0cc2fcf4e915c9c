//! Converts one file: finds the uses, applies the rules, and splices the edits into the text.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use crate::apply::Converter;
use crate::augmented::{self, views::ViewChanges};
use crate::edited::Edit;
use crate::exports::ProjectFile;
use crate::helpers;
use crate::imports::{Imports, Removal};
use crate::place;
use crate::python::{self, Kind, NodeId, Role, SyntaxError, Tree};
use crate::report::{Difference, Found, Verdict};
use crate::rules::Mapping;
use crate::shadows::Shadows;
use crate::texts::{self, NamedInText};
use crate::uses::{Finder, Use, UseKind};

/// How a file is converted.
#[derive(Clone, Copy)]
pub struct Options<'a> {
    /// The rules.
    pub mapping: &'a Mapping,
    /// How unconverted uses are marked.
    pub marks: Marks,
    /// The file's place in its project.
    pub project_file: ProjectFile<'a>,
    /// The module from which helpers are imported, or `None` if they are imported from the modules of their package.
    pub helpers_module: Option<&'a str>,
    /// Whether the text is the code of a notebook, which may contain commands of IPython.
    pub is_notebook: bool,
    /// Names that code uses which is not converted: their imports stay.
    pub kept_names: &'a BTreeSet<String>,
}

/// How uses that are not converted are marked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Marks {
    /// A comment above the line.
    Comments,
    /// `>>>>>>` in front of the line, so that the file is no longer Python.
    Arrows,
}

/// A converted file.
#[derive(Debug)]
pub struct Conversion {
    /// The converted text.
    pub text: String,
    /// Every use of PyTorch, with its verdict.
    pub found: Vec<Found>,
    /// What differs from PyTorch because of the style.
    pub differences: Vec<Difference>,
    /// The helpers that the file imports.
    pub helpers: BTreeSet<String>,
    /// Local names of PyTorch whose imports stay, with the paths that they stand for.
    pub kept: BTreeMap<String, String>,
    /// The errors of cells that could not be read.
    pub unreadable: Vec<SyntaxError>,
}

impl Conversion {
    /// A text without uses of PyTorch.
    pub fn only_text(text: String) -> Conversion {
        let (found, differences, helpers, kept, unreadable) = Default::default();
        Conversion { text, found, differences, helpers, kept, unreadable }
    }
}

/// Begins the mark of a use that is not converted.
pub const MARK: &str = ">>>>>>";
/// Begins the comment above a conversion whose result may differ.
pub const WARNING: &str = "!!!!!!";

/// Converts the text of a file.
///
/// # Errors
/// The text is not Python.
pub fn convert(text: &str, options: &Options) -> Result<Conversion, SyntaxError> {
    let tree = if options.is_notebook { python::parse_cells(text) } else { python::parse(text) }?;
    Ok(convert_tree(&tree, options))
}

/// Converts a parsed file.
pub fn convert_tree(tree: &Tree, options: &Options) -> Conversion {
    let imports = Imports::read(tree, options.mapping, &options.project_file, options.kept_names);
    let texts = texts::find(tree, options.mapping);
    if !imports.is_relevant() && imports.renamed.is_empty() && imports.removed.is_empty() && texts.is_empty() {
        return Conversion::only_text(tree.text.to_owned());
    }
    let shadows = Shadows::read(tree, &imports);
    let finder = Finder::new(tree, options.mapping, &imports, &shadows);
    let mut view_changes = ViewChanges::default();
    let (in_place, uses) = match imports.is_relevant() {
        true => {
            let in_place = augmented::find(&finder);
            view_changes = augmented::views::find(&finder);
            let uses = finder.uses(augmented::uses(tree, &in_place));
            (in_place, uses)
        }
        false => Default::default(),
    };
    let mut converter = Converter::new(tree, options.mapping, &imports, &shadows, in_place);
    converter.assigned_attributes = assigned_attributes(tree, options.mapping, &uses);
    converter.views = view_changes.calls.into_iter().collect();
    for found in &uses {
        converter.convert(found);
    }
    converter.warn_of_views(view_changes.warned);
    converter.need_operators();
    let annotations = converter.quoted_annotations();
    let Converter { edited, before, comments, mut found, mut helpers, modules, decorators, aliases, .. } = converter;
    let (differences, statements) = (converter.differences, converter.statements);
    helpers.extend(imports.helpers.iter().cloned());
    let name_functions = if texts.is_empty() { Vec::new() } else { texts::name_functions(tree, options.mapping) };
    helpers.extend(name_functions.iter().map(|(_, helper)| (*helper).to_owned()));
    found.extend(texts.iter().map(NamedInText::found));
    found.extend(imports.unbound.iter().map(|(range, path)| Found::unbound(path, range.clone())));
    found.extend(imports.need_pytorch.iter().map(|(range, path)| Found::needs_pytorch(path, range.clone())));
    let line_break = line_break(tree.text);
    let mut edits_of_file = StatementEdits { tree, options, edits: Vec::new(), inserted: BTreeSet::new(), line_break };
    edits_of_file.import(&imports, &modules, &helpers::named(&helpers, &aliases));
    edits_of_file.statements(&before);
    edits_of_file.comments(&comments);
    edits_of_file.marks(&found);
    for (replaced, text) in annotations.into_iter().chain(statements) {
        edits_of_file.edits.push(Edit::new(tree.node(replaced).range(), text));
    }
    edits_of_file.edits.extend(name_functions.into_iter().map(|(range, helper)| Edit::new(range, helper)));
    for text in &texts {
        let counterpart = text.counterpart.iter();
        edits_of_file.edits.extend(counterpart.map(|name| Edit::new(text.range.clone(), name.clone())));
    }
    for decorator in decorators {
        edits_of_file.remove_statement(decorator);
    }
    edits_of_file.edits.sort_by_key(|edit| (edit.range.start, edit.range.end));
    let text = edited.splice(0..tree.text.len() as u32, &edits_of_file.edits);
    Conversion { text, found, differences, helpers, kept: imports.kept, unreadable: Vec::new() }
}

/// Attributes of PyTorch's modules that a file assigns, and that have no counterpart of their own.
fn assigned_attributes(tree: &Tree, mapping: &Mapping, uses: &[Use]) -> BTreeSet<String> {
    let is_assigned = |found: &&Use| {
        let rules = [mapping.attribute(&found.api), mapping.function(&found.api)];
        let target = rules.into_iter().flatten().find_map(|rule| rule.target.as_ref());
        let has_path = target.is_some_and(|target| !target.as_str().contains(['(', '\'', '"']));
        found.kind == UseKind::Reference && tree.node(found.node).role == Role::Target && !has_path
    };
    uses.iter().filter(is_assigned).map(|found| found.api.clone()).collect()
}

fn line_break(text: &str) -> &'static str {
    match text.find('\n') {
        Some(at) if text[..at].ends_with('\r') => "\r\n",
        _ => "\n",
    }
}

/// Collects edits of imports, statements and lines.
struct StatementEdits<'a> {
    tree: &'a Tree<'a>,
    options: &'a Options<'a>,
    edits: Vec<Edit>,
    /// Comments and marks that were inserted, so that uses on the same line share them.
    inserted: BTreeSet<(u32, String)>,
    line_break: &'static str,
}

impl StatementEdits<'_> {
    fn import(&mut self, imports: &Imports, modules: &BTreeSet<String>, helpers: &[(String, String)]) {
        for (range, text) in &imports.renamed {
            self.edits.push(Edit::new(range.clone(), text.clone()));
        }
        let (wanted, nested) = self.wanted_imports(imports, modules, helpers);
        let place = imports.removed.iter().find(|removal| self.can_hold_imports(removal, imports));
        let place = place.map(|removal| removal.statement);
        if place.is_none() && !wanted.is_empty() {
            self.at_top(&wanted);
        }
        for (index, removal) in imports.removed.iter().enumerate() {
            let own =
                nested.iter().filter(|(package, _)| removal.packages.contains(package)).map(|(_, line)| line.clone());
            let left: Vec<String> = own.chain(self.left(removal)).collect();
            if place == Some(removal.statement) {
                let lines: Vec<String> = wanted.iter().cloned().chain(left).collect();
                self.replace_statement(removal.statement, &lines);
            } else {
                self.remove(removal, &imports.removed[..index], &left);
            }
        }
    }

    /// The new imports at the top of the file, and those that only replace old ones inside of `if`, `try` or functions: each
    /// package of the old import, with the line.
    fn wanted_imports(
        &self,
        imports: &Imports,
        modules: &BTreeSet<String>,
        helpers: &[(String, String)],
    ) -> (Vec<String>, Vec<(String, String)>) {
        let mapping = self.options.mapping;
        let mut wanted: Vec<String> = Vec::new();
        let mut nested = Vec::new();
        for (package, target) in imports.packages.iter().filter_map(|it| Some((it, mapping.packages.get(it)?))) {
            let line = format!("import {}", target.as_str());
            let mut places = imports.removed.iter().filter(|removal| removal.packages.contains(package)).peekable();
            let is_nested =
                places.peek().is_some() && places.all(|removal| self.tree.node(removal.statement).parent != Tree::ROOT);
            if is_nested && !mapping.always_installed.contains(&target.value) {
                nested.push((package.clone(), line));
            } else if !imports.present.contains(target.as_str()) && !wanted.contains(&line) {
                wanted.push(line);
            }
        }
        for module in modules.iter().filter(|module| !imports.present.contains(*module)) {
            let line = format!("import {module}");
            if !wanted.contains(&line) {
                wanted.push(line);
            }
        }
        wanted.extend(helpers::imports(helpers, self.options.helpers_module, &mapping.helpers));
        (wanted, nested)
    }

    /// Whether the new imports can replace an old one: it is the first, and not in a block.
    fn can_hold_imports(&self, removal: &Removal, imports: &Imports) -> bool {
        let first = imports.removed.first().map(|removal| removal.statement);
        first == Some(removal.statement) && self.tree.node(removal.statement).parent == Tree::ROOT
    }

    /// The statements that replace an import: the given lines, and an import of the names that stay.
    fn left(&self, removal: &Removal) -> Vec<String> {
        let names: Vec<_> = removal.kept.iter().map(|range| self.tree.slice(range.clone())).collect();
        let kept = (!names.is_empty()).then(|| format!("import {}", names.join(", ")));
        removal.lines.iter().cloned().chain(kept).collect()
    }

    fn replace_statement(&mut self, statement: NodeId, lines: &[String]) {
        if lines.is_empty() {
            return self.remove_statement(statement);
        }
        let range = self.tree.node(statement).range();
        let begins_line = place::begins_line(self.tree, statement);
        let separator = if begins_line { self.line_break } else { "; " };
        let (_, indent) = place::line_above(self.tree, range.start);
        let separator = if begins_line { format!("{separator}{indent}") } else { separator.to_owned() };
        let mut text = String::new();
        for comment in self.tree.comments_in(range.clone()) {
            text.push_str(self.tree.slice(comment.clone()));
            text.push_str(self.line_break);
            text.push_str(indent);
        }
        text.push_str(&lines.join(&separator));
        self.edits.push(Edit::new(range, text));
    }

    /// Replaces an import by what is left of it, or removes it.
    fn remove(&mut self, removal: &Removal, earlier: &[Removal], left: &[String]) {
        if !left.is_empty() {
            self.replace_statement(removal.statement, left);
        } else if self.is_last_of_block(removal.statement, earlier) {
            self.replace_statement(removal.statement, &["pass".to_owned()]);
        } else {
            self.remove_statement(removal.statement);
        }
    }

    /// Whether a block would be empty without a statement and those that are removed before it.
    fn is_last_of_block(&self, statement: NodeId, earlier: &[Removal]) -> bool {
        let node = self.tree.node(statement);
        if node.parent == Tree::ROOT {
            return false;
        }
        let is_gone = |id| {
            let mut same = earlier.iter().filter(|removal| removal.statement == id);
            same.any(|removal| removal.kept.is_empty() && removal.lines.is_empty())
        };
        let siblings = self.tree.children(node.parent).filter(|id| {
            let sibling = self.tree.node(*id);
            sibling.kind.is_statement() && sibling.role == node.role && *id != statement
        });
        siblings.into_iter().all(is_gone)
    }

    fn remove_statement(&mut self, statement: NodeId) {
        let range = self.tree.node(statement).range();
        let line_end = self.tree.line_end(range.end);
        let behind = self.tree.slice(range.end..line_end);
        let line = self.tree.physical_line(range.start);
        let before = self.tree.slice(line..range.start);
        let after = behind.trim_start_matches([' ', '\t']);
        let blank_before = before.chars().all(|c| matches!(c, ' ' | '\t'));
        let comments = self.tree.comments_in(range.clone());
        let kept: String = comments.iter().map(|comment| self.comment_line(comment, before)).collect();
        let range = if let Some(rest) = after.strip_prefix(';') {
            let rest = rest.trim_start_matches([' ', '\t']);
            if rest.trim().is_empty() && blank_before {
                line..line_end
            } else {
                range.start..line_end - rest.len() as u32
            }
        } else if !blank_before {
            // The last of several statements on a line. If the one before it is also removed, the semicolon already is.
            let start = line + before.trim_end().trim_end_matches(';').trim_end().len() as u32;
            let is_free = !self.edits.iter().any(|edit| start < edit.range.end && range.start <= edit.range.end);
            if is_free { start..range.end } else { range }
        } else if after.starts_with('#') {
            range.start..line_end - after.len() as u32
        } else {
            line..line_end
        };
        self.edits.push(Edit::new(range, kept));
    }

    fn comment_line(&self, comment: &Range<u32>, indent: &str) -> String {
        format!("{indent}{}{}", self.tree.slice(comment.clone()), self.line_break)
    }

    /// Inserts lines after the docstring and the imports from `__future__`.
    fn at_top(&mut self, lines: &[String]) {
        let statements: Vec<_> = self.tree.children(Tree::ROOT).collect();
        let is_docstring = |id: NodeId| {
            self.tree.kind(id) == Kind::Expression
                && self.tree.children(id).next().is_some_and(|value| self.tree.kind(value) == Kind::Strings)
        };
        let is_future = |id: NodeId| self.tree.kind(id) == Kind::ImportFrom && self.tree.name_of(id) == "__future__";
        let is_cell_magic = |id: NodeId| self.tree.kind(id) == Kind::Command && self.tree.text_of(id).starts_with("%%");
        let mut index = usize::from(statements.first().is_some_and(|first| is_docstring(*first)));
        while statements.get(index).is_some_and(|id| is_future(*id) || is_cell_magic(*id)) {
            index += 1;
        }
        let text: String = lines.iter().map(|line| format!("{line}{}", self.line_break)).collect();
        match statements.get(index) {
            Some(next) if place::begins_line(self.tree, *next) => {
                let (line, _) = place::line_above(self.tree, self.tree.node(*next).start);
                self.edits.push(Edit::insert(line, text));
            }
            Some(next) => self.edits.push(Edit::insert(self.tree.node(*next).start, lines.join("; ") + "; ")),
            None => {
                let end = self.tree.text.len() as u32;
                let broken = self.tree.text.is_empty() || self.tree.text.ends_with('\n');
                let start = if broken { "" } else { self.line_break };
                self.edits.push(Edit::insert(end, format!("{start}{text}")));
            }
        }
    }

    fn statements(&mut self, before: &[(NodeId, String)]) {
        for (statement, line) in before {
            let start = self.tree.node(*statement).start;
            if place::begins_line(self.tree, *statement) {
                let (at, indent) = place::line_above(self.tree, start);
                self.edits.push(Edit::insert(at, format!("{indent}{line}{}", self.line_break)));
            } else {
                self.edits.push(Edit::insert(start, format!("{line}; ")));
            }
        }
    }

    fn comments(&mut self, comments: &[(u32, String)]) {
        for (offset, comment) in comments {
            self.above(*offset, comment);
        }
    }

    fn above(&mut self, offset: u32, comment: &str) {
        let (at, indent) = place::line_above(self.tree, offset);
        let text = format!("{indent}{comment}{}", self.line_break);
        let is_there = || place::comments_above(self.tree, at).any(|line| line == format!("{indent}{comment}"));
        if self.inserted.insert((at, text.clone())) && !is_there() {
            self.edits.push(Edit::insert(at, text));
        }
    }

    fn marks(&mut self, found: &[Found]) {
        for it in found {
            if it.is_warned() {
                for warning in &it.warnings {
                    self.above(it.range.start, &format!("# {WARNING} {}: {warning}", it.name()));
                }
            }
            let Verdict::Unsupported(reason) = &it.verdict else { continue };
            match self.options.marks {
                Marks::Comments => self.above(it.range.start, &format!("# {MARK} {}: {reason}", it.name())),
                Marks::Arrows => self.arrow(it.range.start),
            }
        }
    }

    fn arrow(&mut self, offset: u32) {
        let line = self.tree.physical_line(offset);
        let at = if self.tree.is_in_long_string(line) { place::line_above(self.tree, offset).0 } else { line };
        if self.inserted.insert((at, MARK.to_owned())) {
            self.edits.push(Edit::insert(at, MARK));
        }
    }
}
