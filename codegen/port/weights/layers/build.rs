//! Builds the layers of a model from the calls that make them.

use std::collections::BTreeSet;
use std::path::Path;

use convert::python::{Kind, NodeId, Role, Tree};

use super::bindings::Binding;
use super::evaluate::{Evaluator, Items, Value, unknown};
use super::graph::{Graph, Layer, LayerId, Member, Members};
use super::project::{self, FileId};
use super::table;
use crate::error::{Result, WeightsError, fail};

/// Containers of Paddle, whose items are layers.
const LISTS: &[&str] = &["paddle.nn.LayerList", "paddle.nn.ModuleList", "paddle.nn.LayerDict", "paddle.nn.ModuleDict"];
const SEQUENTIAL: &str = "paddle.nn.Sequential";
/// Bases without parameters.
const PLAIN_BASES: &[&str] = &["paddle.nn.Layer", "paddle.nn.Module", "paddle.nn.LayerList", SEQUENTIAL, "object"];

/// The layers of a class, or of the result of a function.
pub(super) fn graph(project: &Path, class: &str) -> Result<Graph> {
    let texts = project::read(project)?;
    let files = project::parse(&texts);
    let mut evaluator = Evaluator::new(&files);
    let root = evaluator.find(project, class)?;
    let values = evaluator.called(root, None);
    let members = values.iter().map(member).collect();
    evaluator.graph.has_changed_layers = evaluator.names_changed_layers();
    let mut graph = std::mem::take(&mut evaluator.graph);
    graph.roots = members;
    Ok(graph)
}

fn member(value: &Value) -> Member {
    match value {
        Value::Layer(layer) => Member::Layer(*layer),
        Value::Unknown(reason) => Member::Unknown(reason.clone()),
        _ => Member::Own,
    }
}

fn members(items: &Items) -> Members {
    let all = |values: &Vec<Value>| values.iter().map(member).collect();
    let named = items.named.iter().map(|(name, values)| (name.clone(), all(values))).collect();
    Members { named, unnamed: all(&items.unnamed) }
}

impl Evaluator<'_> {
    /// The class or function of a name, which may begin with the name of its module.
    fn find(&self, project: &Path, name: &str) -> Result<Value> {
        let (module, class) = name.rsplit_once('.').map_or((None, name), |(module, class)| (Some(module), class));
        let only_in = project.file_stem().filter(|_| project.is_file()).map(|stem| stem.to_string_lossy().into_owned());
        let mut found = Vec::new();
        for (index, file) in self.files.iter().enumerate() {
            let is_module = module.is_none_or(|module| {
                file.module == module || file.module.strip_suffix(module).is_some_and(|rest| rest.ends_with('.'))
            });
            if !is_module || only_in.as_deref().is_some_and(|only| only != file.module) {
                continue;
            }
            let defined = file.tree.ids().filter(|id| file.tree.name_of(*id) == class);
            found.extend(defined.filter_map(|id| match file.tree.kind(id) {
                Kind::Class => Some(Value::Class(FileId(index), id)),
                Kind::Function if file.tree.scope_of(id) == Tree::ROOT => Some(Value::Function(FileId(index), id)),
                _ => None,
            }));
        }
        match &found[..] {
            [only] => Ok(only.clone()),
            [] => fail(format!("the project {} has no class `{name}`", project.display())),
            several => {
                let module = |value: &Value| match value {
                    Value::Class(file, _) | Value::Function(file, _) => {
                        format!("`{}.{class}`", self.files[file.0].module)
                    }
                    _ => String::new(),
                };
                let modules: Vec<String> = several.iter().map(module).collect();
                Err(WeightsError::new(format!("the project {} has several classes `{name}`", project.display()))
                    .help(format!("name one of {}", modules.join(", "))))
            }
        }
    }

    /// The values of a call in the code.
    pub(super) fn call(&mut self, file: FileId, id: NodeId) -> Vec<Value> {
        let tree = self.tree(file);
        let Some(callee) = tree.child(id, Role::Callee) else { return vec![unknown(tree, id)] };
        if let Some(same) = self.same_layer(file, callee) {
            return same;
        }
        let callees = self.values(file, callee);
        callees.into_iter().flat_map(|callee| self.called(callee, Some((file, id)))).collect()
    }

    /// The values of calling a value. `call` is the place of the call.
    pub(super) fn called(&mut self, callee: Value, call: Option<(FileId, NodeId)>) -> Vec<Value> {
        match callee {
            Value::Class(file, class) => vec![Value::Layer(self.instance(file, class, call))],
            Value::Function(file, _) if self.is_helper(file) => vec![Value::Layer(self.add_layer(Layer::Kept))],
            Value::Function(file, function) => self.returned(file, function),
            Value::External(path) => match call {
                Some((file, id)) => self.external_call(&path, file, id),
                None => vec![Value::Unknown(format!("nothing is known of `{path}`"))],
            },
            Value::Layer(_) | Value::Plain | Value::Text(_) => vec![Value::Plain],
            Value::Items(_) | Value::Module(_) => vec![Value::Plain],
            Value::Unknown(reason) => vec![Value::Unknown(reason)],
        }
    }

    /// Whether any file names a layer whose layout differs from PyTorch's, or imports a package that may have some.
    fn names_changed_layers(&mut self) -> bool {
        let names_one = |evaluator: &mut Self, file: FileId| {
            let tree = evaluator.tree(file);
            let mut uses = tree.ids().filter(|id| matches!(tree.kind(*id), Kind::Name | Kind::Attribute));
            uses.any(|id| {
                let is_named = table::differs(&format!("paddle.nn.{}", tree.name_of(id)));
                is_named
                    && evaluator.values(file, id).iter().any(|value| match value {
                        Value::External(path) => table::differs(path),
                        Value::Unknown(_) => true,
                        _ => false,
                    })
            })
        };
        let imports_some = |evaluator: &Self, file: FileId| {
            let bindings = evaluator.bindings[file.0].names.values().flatten();
            let mut modules = bindings.filter_map(|binding| match binding {
                Binding::Import { module, level: 0, .. } => Some(module),
                _ => None,
            });
            modules.any(|module| table::is_package_of_layers(module))
        };
        let files = (0..self.files.len()).map(FileId).filter(|file| !self.is_helper(*file)).collect::<Vec<_>>();
        files.into_iter().any(|file| imports_some(self, file) || names_one(self, file))
    }

    fn is_helper(&self, file: FileId) -> bool {
        self.files[file.0].is_helper()
    }

    /// The values that a function returns.
    fn returned(&mut self, file: FileId, function: NodeId) -> Vec<Value> {
        let tree = self.tree(file);
        if tree.kind(function) == Kind::Lambda {
            let body = tree.child(function, Role::Conditional);
            return body.map_or_else(Vec::new, |body| self.values(file, body));
        }
        if !self.active.insert((file, function, "return")) {
            return Vec::new();
        }
        let is_own = |id: &NodeId| tree.kind(*id) == Kind::Return && tree.scope_of(*id) == function;
        let results: Vec<NodeId> = tree.below(function).filter(is_own).collect();
        let values = results.into_iter().filter_map(|id| tree.child(id, Role::Value));
        let values: Vec<NodeId> = values.collect();
        let values = values.into_iter().flat_map(|value| self.values(file, value)).collect();
        self.active.remove(&(file, function, "return"));
        values
    }

    pub(super) fn positional(&self, file: FileId, call: NodeId) -> Vec<NodeId> {
        let tree = self.tree(file);
        let is_positional =
            |child: &NodeId| tree.node(*child).role == Role::Argument && tree.kind(*child) != Kind::Keyword;
        tree.children(call).filter(is_positional).collect()
    }

    /// Calls of functions outside of the project.
    fn external_call(&mut self, path: &str, file: FileId, id: NodeId) -> Vec<Value> {
        let arguments = self.positional(file, id);
        let first = arguments.first().copied();
        let last = path.rsplit('.').next().unwrap_or(path);
        match path {
            SEQUENTIAL => return vec![self.container(path, file, &arguments, true)],
            path if LISTS.contains(&path) => return vec![self.container(path, file, &arguments, false)],
            "collections.OrderedDict" | "OrderedDict" | "dict" => return self.dict_of(file, id, first),
            "list" | "tuple" | "copy.deepcopy" | "copy.copy" | "deepcopy" | "functools.partial" | "partial" => {
                return match first {
                    Some(first) => self.values(file, first),
                    None => self.new_items(Items::default()),
                };
            }
            _ => {}
        }
        if let Some(iterated) = self.iterated(path, file, &arguments) {
            return iterated;
        }
        if path.starts_with("paddle_torch.") {
            return vec![Value::Layer(self.add_layer(Layer::Kept))];
        }
        let is_class = last.chars().next().is_some_and(char::is_uppercase);
        let is_layer = is_class && !last.starts_with("Parameter") && path.contains('.');
        if is_layer {
            return vec![Value::Layer(self.add_layer(Layer::External(path.to_owned())))];
        }
        let is_known = path.starts_with("paddle.") && !path.contains(".utils.") && !path.contains(".models.");
        if is_known { vec![Value::Plain] } else { vec![unknown(self.tree(file), id)] }
    }

    /// A container of Paddle. The items are arguments, or the items of the first one.
    fn container(&mut self, name: &str, file: FileId, arguments: &[NodeId], is_sequential: bool) -> Value {
        let items = self.contained(file, arguments, is_sequential);
        let layer = Layer::Inner { name: name.to_owned(), members: members(&items), bases: Vec::new() };
        Value::Layer(self.add_layer(layer))
    }

    fn contained(&mut self, file: FileId, arguments: &[NodeId], is_sequential: bool) -> Items {
        let items = match (is_sequential, arguments) {
            (false, [first, ..]) => self.spread(file, *first),
            (false, []) => Items::default(),
            (true, _) => self.sequence(file, arguments),
        };
        // `Sequential(OrderedDict(...))`, and items that are pairs of a name and a layer.
        if let Some([Value::Items(inner)]) = items.named.get("0").map(Vec::as_slice)
            && items.named.len() == 1
            && self.pair(*inner).is_none()
        {
            return self.items[*inner].clone();
        }
        self.with_names(items)
    }

    /// A name and values, if some items are a pair.
    fn pair(&self, items: usize) -> Option<(String, Vec<Value>)> {
        let named = &self.items[items].named;
        match (named.len(), named.get("0").map(Vec::as_slice), named.get("1")) {
            (2, Some([Value::Text(name)]), Some(values)) => Some((name.clone(), values.clone())),
            _ => None,
        }
    }

    /// Items that are pairs, by their first parts.
    fn with_names(&self, items: Items) -> Items {
        let mut result = Items::default();
        for (name, values) in items.named {
            match values.first() {
                Some(Value::Items(inner)) => match self.pair(*inner) {
                    Some((name, values)) => result.named.entry(name).or_default().extend(values),
                    None => result.unnamed.extend(self.all_items(*inner)),
                },
                _ => drop(result.named.insert(name, values)),
            }
        }
        for value in items.unnamed {
            match value {
                Value::Items(inner) => result.unnamed.extend(self.all_items(inner)),
                value => result.unnamed.push(value),
            }
        }
        result
    }

    fn dict_of(&mut self, file: FileId, id: NodeId, first: Option<NodeId>) -> Vec<Value> {
        let items = first.map_or_else(Items::default, |first| self.spread(file, first));
        let mut items = self.with_names(items);
        let tree = self.tree(file);
        let keywords: Vec<NodeId> = tree.children(id).filter(|child| tree.kind(*child) == Kind::Keyword).collect();
        for keyword in keywords {
            let Some(value) = tree.child(keyword, Role::Value) else { continue };
            let values = self.values(file, value);
            items.named.insert(tree.name_of(keyword).to_owned(), values);
        }
        self.new_items(items)
    }

    /// Adds layers to a container that was made before.
    pub(super) fn insert_members(&mut self, layer: LayerId, items: &Items) {
        let added = members(&self.with_names(items.clone()));
        if let Layer::Inner { members, .. } = &mut self.graph.layers[layer.0] {
            let Members { named, unnamed } = added;
            named.into_iter().for_each(|(name, values)| members.named.entry(name).or_default().extend(values));
            members.unnamed.extend(unnamed);
        }
    }

    /// The layer of a class of the project. All its objects are one layer, unless it is a container without a constructor.
    pub(super) fn instance(&mut self, file: FileId, class: NodeId, call: Option<(FileId, NodeId)>) -> LayerId {
        if let Some(known) = self.classes.get(&(file, class)) {
            return *known;
        }
        let name = self.tree(file).name_of(class).to_owned();
        let layer = self.add_layer(Layer::Inner { name: name.clone(), members: Members::default(), bases: Vec::new() });
        self.classes.insert((file, class), layer);
        let bases = self.bases(file, class);
        if self.is_helper(file) {
            self.graph.layers[layer.0] = self.helper(file, class, &mut BTreeSet::new());
            return layer;
        }
        let mut items = self.attributes(file, class);
        let container = bases.iter().find_map(|base| match base {
            Value::External(path) if path == SEQUENTIAL => Some(true),
            Value::External(path) if LISTS.contains(&path.as_str()) => Some(false),
            _ => None,
        });
        if let Some(is_sequential) = container {
            let inits = self.bindings[file.0].inits.get(&class).cloned().unwrap_or_default();
            let calls = inits.into_iter().map(|id| (file, id)).chain(call.filter(|_| !self.has_init(file, class)));
            for (file, id) in calls.collect::<Vec<_>>() {
                let arguments = self.positional(file, id);
                items.merge(self.contained(file, &arguments, is_sequential));
            }
        }
        if container.is_some() && !self.has_init(file, class) {
            self.classes.remove(&(file, class));
        }
        let bases = bases.into_iter().filter_map(|base| self.base(base)).collect();
        self.graph.layers[layer.0] = Layer::Inner { name, members: members(&items), bases };
        layer
    }

    fn has_init(&self, file: FileId, class: NodeId) -> bool {
        self.bindings[file.0].names.contains_key(&(class, "__init__"))
    }

    fn base(&mut self, base: Value) -> Option<LayerId> {
        match base {
            Value::Class(file, class) => Some(self.instance(file, class, None)),
            Value::External(path) if PLAIN_BASES.contains(&path.as_str()) => None,
            Value::External(path) if path.starts_with("paddle.") => Some(self.add_layer(Layer::External(path))),
            _ => None,
        }
    }

    /// A class of the helpers: it keeps PyTorch's layout, unless it is derived from a layer of Paddle.
    fn helper(&mut self, file: FileId, class: NodeId, seen: &mut BTreeSet<(FileId, NodeId)>) -> Layer {
        seen.insert((file, class));
        for base in self.bases(file, class) {
            match base {
                Value::Class(file, class) if seen.contains(&(file, class)) => {}
                Value::Class(file, class) => return self.helper(file, class, seen),
                Value::External(path) if PLAIN_BASES.contains(&path.as_str()) => {}
                Value::External(path) if path.starts_with("paddle.nn.") => return Layer::External(path),
                _ => {}
            }
        }
        Layer::Kept
    }

    /// The attributes of a class and what it adds to itself.
    fn attributes(&mut self, file: FileId, class: NodeId) -> Items {
        let mut items = Items::default();
        let first = (class, "");
        let names = self.bindings[file.0].attributes.range(first..).take_while(|((of, _), _)| *of == class);
        let names: Vec<&str> = names.map(|((_, name), _)| *name).collect();
        for name in names {
            let values = self.own_attribute(file, class, name);
            items.named.insert(name.to_owned(), values);
        }
        for insertion in self.bindings[file.0].into_self.get(&class).cloned().unwrap_or_default() {
            self.put(&mut items, file, &insertion);
        }
        for key in self.bindings[file.0].buffers.get(&class).cloned().unwrap_or_default() {
            match &self.values(file, key)[..] {
                [Value::Text(name)] => items.named.entry(name.clone()).or_default().push(Value::Plain),
                _ => items.unnamed.push(Value::Plain),
            }
        }
        items
    }
}
