//! Reads the modules of a package of helpers.

use std::collections::{BTreeMap, BTreeSet};

use indexmap::{IndexMap, IndexSet};
use source::file::SourceFile;
use source::{Diagnostic, Diagnostics, FileId, Sources, Span};

use super::{Helpers, Import, Statement, StatementId};
use crate::findings::{NOT_PYTHON, TWO_RULES, UNKNOWN_TARGET};
use crate::python::{self, Kind, NodeId, Role, Tree};

impl Helpers {
    /// Reads the modules of a package. `files` are names, with `/` between folders, and texts.
    pub fn read(files: Vec<(String, String)>, sources: &mut Sources, diagnostics: &mut Diagnostics) -> Helpers {
        let mut modules = Vec::new();
        let mut defined: IndexMap<String, Span> = IndexMap::new();
        for (name, text) in files {
            let file = sources.add(SourceFile::new(name.clone(), text));
            match Module::read(file, &name, sources.file(file).text()) {
                Ok(module) => {
                    for (name, start, end) in &module.names {
                        let span = Span { file, start: *start, end: *end };
                        if let Some(earlier) = defined.insert(name.clone(), span) {
                            let message = format!("the helper `{name}` is defined twice");
                            let diagnostic = Diagnostic::new(TWO_RULES, span, message);
                            diagnostics.push(diagnostic.label(earlier, "the other definition"));
                        }
                    }
                    modules.push(module);
                }
                Err(error) => {
                    let span = Span { file, start: error.range.start, end: error.range.end };
                    diagnostics.push(Diagnostic::new(
                        NOT_PYTHON,
                        span,
                        format!("this is not Python: {}", error.message),
                    ));
                }
            }
        }
        join(sorted(modules), diagnostics)
    }
}

/// The statements of a module, before names are resolved.
struct Module {
    statements: Vec<RawStatement>,
    /// The names that it defines, with their ranges.
    names: Vec<(String, u32, u32)>,
}

struct RawStatement {
    statement: Statement,
    span: Span,
    defines: Vec<String>,
    /// The names that it uses and does not define in an inner scope.
    names: BTreeSet<String>,
}

impl Module {
    fn read(file: FileId, name: &str, text: &str) -> Result<Module, python::SyntaxError> {
        let tree = python::parse(text)?;
        let imports = imports(&tree);
        let bound = inner_names(&tree);
        let mut module = Module { statements: Vec::new(), names: Vec::new() };
        let mut end_of_last = 0;
        for id in tree.children(Tree::ROOT) {
            let start = start_with_comments(&tree, id);
            let end = tree.line_end(tree.node(id).end);
            let is_adjacent = !tree.slice(end_of_last..start).contains('\n');
            end_of_last = end;
            let is_docstring =
                tree.kind(id) == Kind::Expression && tree.children(id).all(|child| tree.kind(child) == Kind::Strings);
            if matches!(tree.kind(id), Kind::Import | Kind::ImportFrom) || is_docstring {
                continue;
            }
            let names = used_names(&tree, id, &bound);
            let used = imports.iter().filter(|(name, _)| names.contains(name.as_str()));
            let mut needed: BTreeSet<Import> = used.map(|(_, import)| import.clone()).collect();
            needed.extend(imports.iter().filter(|(name, _)| name == "annotations").map(|(_, import)| import.clone()));
            let defined = defined_names(&tree, id);
            let statement = Statement {
                module: module_name(name),
                text: tree.slice(start..end).trim_end().to_owned(),
                is_block: matches!(tree.kind(id), Kind::Function | Kind::Class),
                is_adjacent,
                uses: BTreeSet::new(),
                effects: Vec::new(),
                imports: needed,
            };
            let defines = defined.iter().map(|(name, ..)| name.clone()).collect();
            let span = Span { file, start: tree.node(id).start, end: tree.node(id).end };
            module.statements.push(RawStatement { statement, span, defines, names });
            module.names.extend(defined);
        }
        Ok(module)
    }
}

/// `paddle_torch.layers` for `paddle_torch/layers.py`.
fn module_name(file: &str) -> String {
    let path = file.trim_end_matches(".py");
    path.strip_suffix("/__init__").unwrap_or(path).replace('/', ".")
}

/// What a module imports from other packages, with the names that it gives them. Imports within the package are not needed:
/// its names are unique.
fn imports(tree: &Tree) -> Vec<(String, Import)> {
    let mut imports = Vec::new();
    for id in tree.children(Tree::ROOT) {
        let from = match tree.kind(id) {
            Kind::Import => None,
            Kind::ImportFrom if tree.node(id).level == 0 => Some(tree.name_of(id).to_owned()),
            _ => continue,
        };
        for alias in tree.children(id).filter(|child| tree.kind(*child) == Kind::Alias) {
            let local = tree.name_of(alias).split('.').next().unwrap_or_default().to_owned();
            imports.push((local, Import { from: from.clone(), name: tree.text_of(alias).to_owned() }));
        }
    }
    imports
}

/// The start of a statement, or of the comments right above it.
fn start_with_comments(tree: &Tree, id: NodeId) -> u32 {
    let mut start = tree.node(id).start;
    let before = tree.comments.partition_point(|comment| comment.end <= start);
    for comment in tree.comments[..before].iter().rev() {
        let is_above = tree.slice(comment.end..start).trim_matches([' ', '\r']) == "\n";
        let begins_line = tree.physical_line(comment.start) == comment.start;
        if !(is_above && begins_line) {
            break;
        }
        start = comment.start;
    }
    start
}

/// The names that a statement defines at the top of its module, with their ranges.
fn defined_names(tree: &Tree, id: NodeId) -> Vec<(String, u32, u32)> {
    let of = |id: NodeId| {
        let (start, end) = tree.node(id).name;
        (tree.slice(start..end).to_owned(), start, end)
    };
    match tree.kind(id) {
        Kind::Function | Kind::Class => vec![of(id)],
        Kind::Assign | Kind::AnnotatedAssign => {
            let is_plain = |child: &NodeId| {
                !tree.ancestors(*child).any(|ancestor| matches!(tree.kind(ancestor), Kind::Attribute | Kind::Subscript))
            };
            let names = tree.below(id).filter(|child| tree.kind(*child) == Kind::Name && tree.is_target(*child));
            names.filter(is_plain).filter(|child| tree.scope_of(*child) == Tree::ROOT).map(of).collect()
        }
        _ => Vec::new(),
    }
}

/// The names that the scopes in a module define, with these scopes in order.
fn inner_names<'t>(tree: &Tree<'t>) -> IndexMap<&'t str, Vec<NodeId>> {
    let mut names: IndexMap<&str, Vec<NodeId>> = IndexMap::new();
    for id in tree.ids() {
        let node = tree.node(id);
        let (scope, name) = match node.kind {
            Kind::Parameter => (node.parent, tree.name_of(id)),
            Kind::Function | Kind::Class | Kind::Handler => (tree.scope_of(id), tree.name_of(id)),
            Kind::Name if tree.is_target(id) => (tree.scope_of(id), tree.text_of(id)),
            _ => continue,
        };
        if scope != Tree::ROOT {
            names.entry(name).or_default().push(scope);
        }
    }
    for scopes in names.values_mut() {
        scopes.sort_unstable();
        scopes.dedup();
    }
    names
}

/// The names that a statement uses from the top of its module.
fn used_names(tree: &Tree, statement: NodeId, bound: &IndexMap<&str, Vec<NodeId>>) -> BTreeSet<String> {
    let is_outer = |id: &NodeId| {
        let Some(scopes) = bound.get(tree.text_of(*id)) else { return true };
        // The names in the body of a class are not visible in its methods, so those are looked up outside of the class.
        let hides = |scope: NodeId| tree.kind(scope) != Kind::Class || tree.scope_of(*id) == scope;
        let in_body = |scope: NodeId| is_in_body(tree, *id, scope);
        !tree.ancestors(*id).any(|scope| scopes.binary_search(&scope).is_ok() && hides(scope) && in_body(scope))
    };
    let names = tree.below(statement).filter(|id| tree.kind(*id) == Kind::Name);
    names.filter(is_outer).map(|id| tree.text_of(id).to_owned()).collect()
}

/// Whether a node is inside of a scope. Decorators, defaults and annotations of a function belong to the scope around it.
fn is_in_body(tree: &Tree, id: NodeId, scope: NodeId) -> bool {
    let below = std::iter::once(id).chain(tree.ancestors(id)).find(|node| tree.node(*node).parent == scope);
    tree.kind(scope) != Kind::Function || below.is_some_and(|node| tree.node(node).role == Role::Body)
}

/// Puts each module after those that it uses. Modules that use each other keep their order.
fn sorted(modules: Vec<Module>) -> Vec<Module> {
    let owners: BTreeMap<&str, usize> = modules
        .iter()
        .enumerate()
        .flat_map(|(index, module)| module.names.iter().map(move |(name, ..)| (name.as_str(), index)))
        .collect();
    let uses: Vec<BTreeSet<usize>> = modules
        .iter()
        .map(|module| {
            module
                .statements
                .iter()
                .flat_map(|raw| &raw.names)
                .filter_map(|name| owners.get(name.as_str()).copied())
                .collect()
        })
        .collect();
    let mut order = IndexSet::new();
    let mut visited = BTreeSet::new();
    for index in 0..modules.len() {
        visit(index, &uses, &mut visited, &mut order);
    }
    let mut modules: Vec<Option<Module>> = modules.into_iter().map(Some).collect();
    order.into_iter().filter_map(|index| modules[index].take()).collect()
}

fn visit(index: usize, uses: &[BTreeSet<usize>], visited: &mut BTreeSet<usize>, order: &mut IndexSet<usize>) {
    if visited.insert(index) {
        for used in &uses[index] {
            visit(*used, uses, visited, order);
        }
        order.insert(index);
    }
}

/// Resolves the names that statements use.
fn join(modules: Vec<Module>, diagnostics: &mut Diagnostics) -> Helpers {
    let raw: Vec<RawStatement> = modules.into_iter().flat_map(|module| module.statements).collect();
    let mut helpers = Helpers::default();
    for (id, statement) in raw.iter().enumerate() {
        helpers.definitions.extend(statement.defines.iter().map(|name| (name.clone(), id)));
    }
    let mut effects: Vec<(StatementId, StatementId)> = Vec::new();
    for (id, RawStatement { mut statement, span, defines, names }) in raw.into_iter().enumerate() {
        statement.uses = names.iter().filter_map(|name| helpers.definitions.get(name).copied()).collect();
        statement.uses.remove(&id);
        if defines.is_empty() && statement.uses.is_empty() {
            let message = "this statement names no helper, so no converted code gets it";
            diagnostics.push(Diagnostic::new(UNKNOWN_TARGET, span, message));
        } else if defines.is_empty() {
            effects.extend(statement.uses.iter().map(|used| (*used, id)));
        }
        helpers.statements.push(statement);
    }
    for (definition, effect) in effects {
        helpers.statements[definition].effects.push(effect);
    }
    helpers
}
