//! Kinds of values: whether an expression or variable is a number, a new tensor, or something that others may refer to.

use crate::python::{Kind, NodeId, Role};

use super::analysis::Analysis;

/// The kind of a value, as far as it matters for changing it in place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum ValueKind {
    /// A number, or another immutable value.
    Number,
    /// A list, a string, an array: augmented assignments mean the same in both frameworks.
    Container,
    /// A tensor that nothing else refers to.
    New,
    /// Possibly a view of another value, with the name of that value if it has one.
    View(Option<NodeId>),
    /// An element of the iterable of a loop.
    Element(NodeId),
    Unknown,
}

impl ValueKind {
    /// The kind of a value that may be of either kind.
    fn either(self, other: ValueKind) -> ValueKind {
        match (self, other) {
            (a, b) if a == b => a,
            (ValueKind::Number | ValueKind::New, ValueKind::Number | ValueKind::New) => ValueKind::New,
            (view @ (ValueKind::View(_) | ValueKind::Element(_)), ValueKind::Number | ValueKind::New) => view,
            (ValueKind::Number | ValueKind::New, view @ (ValueKind::View(_) | ValueKind::Element(_))) => view,
            _ => ValueKind::Unknown,
        }
    }

    /// The kind of the value if a second name also refers to it.
    fn shared(self) -> ValueKind {
        if self == ValueKind::New { ValueKind::Unknown } else { self }
    }
}

impl Analysis<'_> {
    /// The kind of an expression's value. `assigned` is the variable that it is assigned to.
    pub(super) fn value_kind(&self, id: NodeId, assigned: Option<&str>) -> ValueKind {
        if !self.take_step() {
            return ValueKind::Unknown;
        }
        let child = |role| self.tree.child(id, role);
        match self.tree.kind(id) {
            Kind::Number | Kind::True | Kind::False | Kind::None | Kind::Lambda => ValueKind::Number,
            Kind::Strings | Kind::FormattedStrings | Kind::List | Kind::Dict | Kind::Set => ValueKind::Container,
            Kind::Tuple | Kind::Comprehension | Kind::Generator => ValueKind::Container,
            Kind::Compare => ValueKind::New,
            Kind::Unary if self.tree.text_of(id).starts_with('+') => {
                self.tree.children(id).next().map_or(ValueKind::Unknown, |operand| self.view_of(operand, assigned))
            }
            Kind::Binary | Kind::Unary => self.operator_kind(id),
            Kind::Boolean | Kind::Conditional => {
                let parts = self
                    .tree
                    .children(id)
                    .filter(|part| self.tree.kind(id) == Kind::Boolean || self.tree.node(*part).role != Role::Test);
                let parts = parts.map(|part| self.value_kind(part, assigned));
                parts.reduce(ValueKind::either).unwrap_or(ValueKind::Unknown)
            }
            Kind::Name => self.shared_variable_kind(id),
            Kind::Attribute => match self.attribute_kind(id) {
                ValueKind::View(_) => {
                    child(Role::Value).map_or(ValueKind::Unknown, |value| self.view_of(value, assigned))
                }
                other => other,
            },
            Kind::Subscript => match child(Role::Value) {
                Some(value) => match self.value_kind(value, assigned) {
                    ValueKind::Number => ValueKind::Number,
                    _ => self.view_of(value, assigned),
                },
                None => ValueKind::Unknown,
            },
            Kind::Call => match self.result_kind(id) {
                ValueKind::View(_) => {
                    self.first_operand(id).map_or(ValueKind::Unknown, |value| self.view_of(value, assigned))
                }
                other => other,
            },
            _ => ValueKind::Unknown,
        }
    }

    /// The kind of an operator's result: a number if all operands are numbers, a container if all are numbers or containers.
    fn operator_kind(&self, id: NodeId) -> ValueKind {
        let mut kind: Vec<ValueKind> = self.tree.children(id).map(|operand| self.value_kind(operand, None)).collect();
        kind.dedup();
        match kind.as_slice() {
            [ValueKind::Number] => ValueKind::Number,
            list if list.iter().all(|it| matches!(it, ValueKind::Container | ValueKind::Number)) => {
                ValueKind::Container
            }
            _ => ValueKind::New,
        }
    }

    /// The kind of a view of an expression. It counts as new if nothing but the view refers to the value.
    fn view_of(&self, value: NodeId, assigned: Option<&str>) -> ValueKind {
        match self.tree.kind(value) {
            Kind::Name if assigned == Some(self.tree.text_of(value)) => self.unshared_kind(value),
            Kind::Name => match self.shared_variable_kind(value) {
                kind @ (ValueKind::Number | ValueKind::Container) => kind,
                _ => ValueKind::View(Some(value)),
            },
            Kind::Attribute if self.attribute_kind(value) == ValueKind::Unknown => ValueKind::View(None),
            _ => self.value_kind(value, assigned),
        }
    }

    /// The kind of another variable's value, which that variable still refers to.
    fn shared_variable_kind(&self, id: NodeId) -> ValueKind {
        let kind = self.variable_kind(id);
        if matches!(kind, ValueKind::Number | ValueKind::Container) { kind } else { ValueKind::Unknown }
    }

    /// The kind of a variable's value at a place. `Unknown` instead of `New` if something else may refer to it.
    pub(super) fn unshared_kind(&self, id: NodeId) -> ValueKind {
        let kind = self.variable_kind(id);
        if kind == ValueKind::New && self.escapes(id) { ValueKind::Unknown } else { kind }
    }

    /// Whether a variable is a tensor that was made before, whatever else refers to it.
    pub(super) fn is_new(&self, id: NodeId) -> bool {
        self.variable_kind(id) == ValueKind::New
    }

    fn variable_kind(&self, id: NodeId) -> ValueKind {
        let name = self.tree.text_of(id);
        let Some(reaching) = self.reaching(id).filter(|_| self.take_step()) else { return ValueKind::Unknown };
        let parameter = reaching.parameter.map(|parameter| self.parameter_kind(parameter));
        let is_change = |id: &&NodeId| self.tree.kind(self.tree.node(**id).parent) == Kind::AugmentedAssign;
        let (changes, definitions): (Vec<&NodeId>, Vec<&NodeId>) = reaching.definitions.iter().partition(is_change);
        let values = definitions.into_iter().map(|id| self.definition_kind(*id, name));
        let kind = parameter.into_iter().chain(values).reduce(ValueKind::either).unwrap_or(ValueKind::Unknown);
        // Adding a tensor to a number makes the variable a tensor.
        let is_number = |id: &&NodeId| {
            let value = self.tree.child(self.tree.node(**id).parent, Role::Value);
            value.is_some_and(|value| self.value_kind(value, None) == ValueKind::Number)
        };
        match kind {
            ValueKind::Number if !changes.iter().all(is_number) => ValueKind::New,
            other => other,
        }
    }

    fn parameter_kind(&self, parameter: NodeId) -> ValueKind {
        let annotation = self.tree.children(parameter).next().filter(|first| {
            self.tree
                .slice(self.tree.node(parameter).name.1..self.tree.node(*first).start)
                .trim_start()
                .starts_with(':')
        });
        let name = annotation.map(|annotation| format!("builtins.{}", self.tree.text_of(annotation)));
        match name {
            Some(name) if self.finder.mapping.in_place.numbers.contains(&name) => ValueKind::Number,
            _ => ValueKind::Unknown,
        }
    }

    fn definition_kind(&self, target: NodeId, name: &str) -> ValueKind {
        let whole = self.assigned_whole(target);
        let statement = self.tree.node(whole).parent;
        let value = self.tree.child(statement, Role::Value);
        match self.tree.kind(statement) {
            Kind::Assign | Kind::AnnotatedAssign => {
                let Some(value) = value else { return ValueKind::Unknown };
                let targets =
                    self.tree.children(statement).filter(|id| self.tree.node(*id).role == Role::Target).count();
                let kind = if whole == target {
                    self.value_kind(value, Some(name))
                } else {
                    self.unpacked_kind(target, whole, value)
                };
                if targets > 1 { kind.shared() } else { kind }
            }
            Kind::Named => value.map_or(ValueKind::Unknown, |value| self.value_kind(value, None).shared()),
            Kind::For => match self.tree.child(statement, Role::Iterable) {
                Some(iterable) => self.loop_variable_kind(target, whole, iterable),
                None => ValueKind::Unknown,
            },
            _ => ValueKind::Unknown,
        }
    }

    /// The kind of one part of an unpacked value.
    fn unpacked_kind(&self, target: NodeId, whole: NodeId, value: NodeId) -> ValueKind {
        let targets: Vec<_> = self.tree.children(whole).collect();
        let values: Vec<_> = self.tree.children(value).collect();
        let is_paired = self.tree.kind(value) == Kind::Tuple && targets.len() == values.len();
        let index = targets.iter().position(|it| *it == target);
        match index.and_then(|index| values.get(index)).filter(|_| is_paired) {
            Some(value) => self.value_kind(*value, None),
            None => match self.value_kind(value, None) {
                ValueKind::Container => ValueKind::Unknown,
                kind => kind,
            },
        }
    }

    /// The kind of a loop variable's value.
    fn loop_variable_kind(&self, target: NodeId, whole: NodeId, iterable: NodeId) -> ValueKind {
        let loops = &self.finder.mapping.in_place.counters;
        match self.api_of(iterable) {
            Some(api) if loops.whole.contains(&api) => ValueKind::Number,
            Some(api) if loops.first.contains(&api) && self.tree.children(whole).next() == Some(target) => {
                ValueKind::Number
            }
            _ => ValueKind::Element(iterable),
        }
    }

    /// The kind of an attribute's value, by the attribute's name.
    pub(super) fn attribute_kind(&self, attribute: NodeId) -> ValueKind {
        if !self.may_be_of_tensor(attribute) {
            return ValueKind::Unknown;
        }
        self.listed_kind(&self.method(self.tree.name_of(attribute)))
    }

    /// The kind of a call's result, by the function's name. A view is a view of the first operand.
    pub(super) fn result_kind(&self, call: NodeId) -> ValueKind {
        match self.api_of(call) {
            Some(api) if !self.may_return_argument(call) => self.listed_kind(&api),
            _ => ValueKind::Unknown,
        }
    }

    /// Whether a call has a keyword, such as `out`, that makes it return one of its arguments.
    fn may_return_argument(&self, call: NodeId) -> bool {
        let is_known = |name: &str| self.finder.mapping.in_place.aliasing_keywords.iter().any(|known| known == name);
        self.tree
            .children(call)
            .any(|child| self.tree.kind(child) == Kind::Keyword && is_known(self.tree.name_of(child)))
    }

    fn listed_kind(&self, api: &str) -> ValueKind {
        let lists = &self.finder.mapping.in_place;
        let api = self.finder.mapping.canonical(api);
        match () {
            () if lists.numbers.contains(api) => ValueKind::Number,
            () if lists.containers.contains(api) => ValueKind::Container,
            () if lists.new.contains(api) => ValueKind::New,
            () if lists.views.contains(api) => ValueKind::View(None),
            () => ValueKind::Unknown,
        }
    }

    /// The object of a method, or the first argument of a function.
    pub(super) fn first_operand(&self, call: NodeId) -> Option<NodeId> {
        let callee = self.tree.child(call, Role::Callee)?;
        match self.finder.path(callee) {
            Some(_) => self.tree.child(call, Role::Argument),
            None => self.tree.child(callee, Role::Value),
        }
    }

    /// The full name of what is called: a function of PyTorch, a built-in of Python, a layer, or else a method of tensors.
    fn api_of(&self, call: NodeId) -> Option<String> {
        let callee = self.tree.child(call, Role::Callee)?;
        if let Some(path) = self.finder.path(callee) {
            return Some(path);
        }
        let text = self.tree.text_of(callee);
        if self.tree.kind(callee) == Kind::Name {
            return (!self.finder.shadows.defined.contains(text)).then(|| format!("builtins.{text}"));
        }
        let module = text.split('.').next().unwrap_or(text);
        if self.finder.imports.foreign.contains(module) {
            let lists = &self.finder.mapping.in_place;
            return lists.modules.iter().any(|known| known == module).then(|| "builtins.list".to_owned());
        }
        let name = self.tree.name_of(callee);
        self.layer(name).or_else(|| self.may_be_of_tensor(callee).then(|| self.method(name)))
    }

    /// Whether an attribute can be one of a tensor: the file assigns to no attribute of that name, and defines none.
    fn may_be_of_tensor(&self, attribute: NodeId) -> bool {
        let name = self.tree.name_of(attribute);
        let is_own = self.tree.child(attribute, Role::Value).is_some_and(|value| self.tree.text_of(value) == "self");
        !is_own && !self.names.attributes.contains_key(name) && !self.names.defined_otherwise.contains(name)
    }

    /// The full name of a tensor's method or attribute.
    pub(super) fn method(&self, name: &str) -> String {
        let class = self.finder.mapping.methods.value.first().map_or("", String::as_str);
        format!("{class}.{name}")
    }

    /// The class of the layers that attributes of a name hold, if the results of all of them are of the same kind.
    fn layer(&self, name: &str) -> Option<String> {
        let values = self.names.attributes.get(name)?;
        let mut classes = values.iter().map(|value| self.layer_class(*value));
        let first = classes.next()??;
        let all_alike =
            classes.all(|class| class.is_some_and(|class| self.listed_kind(&class) == self.listed_kind(&first)));
        all_alike.then_some(first)
    }

    /// The class of a layer. For a sequence of layers, the class of the last one.
    fn layer_class(&self, value: NodeId) -> Option<String> {
        if self.tree.kind(value) != Kind::Call || !self.take_step() {
            return None;
        }
        let path = self.finder.path(self.tree.child(value, Role::Callee)?)?;
        if self.finder.mapping.in_place.rows_of_layers.contains(&path) {
            let last = self.tree.children(value).last().filter(|last| self.tree.node(*last).role == Role::Argument)?;
            return self.layer_class(last);
        }
        (!self.may_return_argument(value)).then_some(path)
    }
}
