//! What the values of expressions and variables are: numbers, new tensors, or something that others hold, too.

use crate::python::{Kind, NodeId, Role};

use super::Analysis;

/// What a value is, as far as it matters for changing it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Held {
    /// A number, or something else that cannot be changed.
    Number,
    /// A list, a text, an array: whatever Python itself changes as PyTorch's users expect.
    Container,
    /// A tensor that nothing else refers to.
    New,
    /// Maybe a view of another value: the name of that, if it has one.
    View(Option<NodeId>),
    /// An element of something that is iterated.
    Element(NodeId),
    Unknown,
}

impl Held {
    /// What a value is that may be either.
    fn or(self, other: Held) -> Held {
        match (self, other) {
            (a, b) if a == b => a,
            (Held::Number | Held::New, Held::Number | Held::New) => Held::New,
            (view @ (Held::View(_) | Held::Element(_)), Held::Number | Held::New) => view,
            (Held::Number | Held::New, view @ (Held::View(_) | Held::Element(_))) => view,
            _ => Held::Unknown,
        }
    }

    /// What a value is that a second name holds, too.
    fn shared(self) -> Held {
        if self == Held::New { Held::Unknown } else { self }
    }
}

impl Analysis<'_> {
    /// What an expression is. `assigned` is the variable that gets it.
    pub(super) fn held(&self, id: NodeId, assigned: Option<&str>) -> Held {
        if !self.may_go_on() {
            return Held::Unknown;
        }
        let child = |role| self.tree.child(id, role);
        match self.tree.kind(id) {
            Kind::Number | Kind::True | Kind::False | Kind::None | Kind::Lambda => Held::Number,
            Kind::Strings | Kind::FormattedStrings | Kind::List | Kind::Dict | Kind::Set => Held::Container,
            Kind::Tuple | Kind::Comprehension | Kind::Generator => Held::Container,
            Kind::Compare => Held::New,
            Kind::Unary if self.tree.text_of(id).starts_with('+') => {
                self.tree.children(id).next().map_or(Held::Unknown, |operand| self.view_of(operand, assigned))
            }
            Kind::Binary | Kind::Unary => self.computed(id),
            Kind::Boolean | Kind::Conditional => {
                let parts = self
                    .tree
                    .children(id)
                    .filter(|part| self.tree.kind(id) == Kind::Boolean || self.tree.node(*part).role != Role::Test);
                let parts = parts.map(|part| self.held(part, assigned));
                parts.reduce(Held::or).unwrap_or(Held::Unknown)
            }
            Kind::Name => self.named(id),
            Kind::Attribute => match self.attribute_value(id) {
                Held::View(_) => child(Role::Value).map_or(Held::Unknown, |value| self.view_of(value, assigned)),
                other => other,
            },
            Kind::Subscript => match child(Role::Value) {
                Some(value) => match self.held(value, assigned) {
                    Held::Number => Held::Number,
                    _ => self.view_of(value, assigned),
                },
                None => Held::Unknown,
            },
            Kind::Call => match self.result(id) {
                Held::View(_) => self.first_operand(id).map_or(Held::Unknown, |value| self.view_of(value, assigned)),
                other => other,
            },
            _ => Held::Unknown,
        }
    }

    /// The result of an operator: numbers make numbers, and anything else something new.
    fn computed(&self, id: NodeId) -> Held {
        let mut held: Vec<Held> = self.tree.children(id).map(|operand| self.held(operand, None)).collect();
        held.dedup();
        match held.as_slice() {
            [Held::Number] => Held::Number,
            list if list.iter().all(|it| matches!(it, Held::Container | Held::Number)) => Held::Container,
            _ => Held::New,
        }
    }

    /// A view of an expression: something new if only the view refers to it.
    fn view_of(&self, value: NodeId, assigned: Option<&str>) -> Held {
        match self.tree.kind(value) {
            Kind::Name if assigned == Some(self.tree.text_of(value)) => self.held_by_name(value),
            Kind::Name => match self.named(value) {
                held @ (Held::Number | Held::Container) => held,
                _ => Held::View(Some(value)),
            },
            Kind::Attribute if self.attribute_value(value) == Held::Unknown => Held::View(None),
            _ => self.held(value, assigned),
        }
    }

    /// Another variable: it goes on holding the value.
    fn named(&self, id: NodeId) -> Held {
        let held = self.names_value(id);
        if matches!(held, Held::Number | Held::Container) { held } else { Held::Unknown }
    }

    /// What a variable holds at a place, if nothing else refers to that.
    pub(super) fn held_by_name(&self, id: NodeId) -> Held {
        let held = self.names_value(id);
        if held == Held::New && self.escapes(id) { Held::Unknown } else { held }
    }

    fn names_value(&self, id: NodeId) -> Held {
        let name = self.tree.text_of(id);
        let Some(reach) = self.reach(id).filter(|_| self.may_go_on()) else { return Held::Unknown };
        let parameter = reach.parameter.map(|parameter| self.of_parameter(parameter));
        let is_change = |id: &&NodeId| self.tree.kind(self.tree.node(**id).parent) == Kind::AugmentedAssign;
        let (changes, definitions): (Vec<&NodeId>, Vec<&NodeId>) = reach.definitions.iter().partition(is_change);
        let values = definitions.into_iter().map(|id| self.of_definition(*id, name));
        let held = parameter.into_iter().chain(values).reduce(Held::or).unwrap_or(Held::Unknown);
        // A number to which something is added may be a tensor from then on.
        let is_number = |id: &&NodeId| {
            let value = self.tree.child(self.tree.node(**id).parent, Role::Value);
            value.is_some_and(|value| self.held(value, None) == Held::Number)
        };
        match held {
            Held::Number if !changes.iter().all(is_number) => Held::New,
            other => other,
        }
    }

    fn of_parameter(&self, parameter: NodeId) -> Held {
        let annotation = self.tree.children(parameter).next().filter(|first| {
            self.tree
                .slice(self.tree.node(parameter).name.1..self.tree.node(*first).start)
                .trim_start()
                .starts_with(':')
        });
        let name = annotation.map(|annotation| format!("builtins.{}", self.tree.text_of(annotation)));
        match name {
            Some(name) if self.finder.mapping.in_place.numbers.contains(&name) => Held::Number,
            _ => Held::Unknown,
        }
    }

    fn of_definition(&self, target: NodeId, name: &str) -> Held {
        let whole = self.assigned_whole(target);
        let statement = self.tree.node(whole).parent;
        let value = self.tree.child(statement, Role::Value);
        match self.tree.kind(statement) {
            Kind::Assign | Kind::AnnotatedAssign => {
                let Some(value) = value else { return Held::Unknown };
                let targets =
                    self.tree.children(statement).filter(|id| self.tree.node(*id).role == Role::Target).count();
                let held = if whole == target { self.held(value, Some(name)) } else { self.part(target, whole, value) };
                if targets > 1 { held.shared() } else { held }
            }
            Kind::Named => value.map_or(Held::Unknown, |value| self.held(value, None).shared()),
            Kind::For => match self.tree.child(statement, Role::Iterable) {
                Some(iterable) => self.element(target, whole, iterable),
                None => Held::Unknown,
            },
            _ => Held::Unknown,
        }
    }

    /// What a part of an unpacked value is.
    fn part(&self, target: NodeId, whole: NodeId, value: NodeId) -> Held {
        let targets: Vec<_> = self.tree.children(whole).collect();
        let values: Vec<_> = self.tree.children(value).collect();
        let is_paired = self.tree.kind(value) == Kind::Tuple && targets.len() == values.len();
        let index = targets.iter().position(|it| *it == target);
        match index.and_then(|index| values.get(index)).filter(|_| is_paired) {
            Some(value) => self.held(*value, None),
            None => match self.held(value, None) {
                Held::Container => Held::Unknown,
                held => held,
            },
        }
    }

    /// What a loop variable is.
    fn element(&self, target: NodeId, whole: NodeId, iterable: NodeId) -> Held {
        let loops = &self.finder.mapping.in_place.counters;
        match self.api_of(iterable) {
            Some(api) if loops.whole.contains(&api) => Held::Number,
            Some(api) if loops.first.contains(&api) && self.tree.children(whole).next() == Some(target) => Held::Number,
            _ => Held::Element(iterable),
        }
    }

    /// What an attribute is by its name.
    pub(super) fn attribute_value(&self, attribute: NodeId) -> Held {
        if !self.may_be_of_tensor(attribute) {
            return Held::Unknown;
        }
        self.by_name(&self.method(self.tree.name_of(attribute)))
    }

    /// What a call returns, by the name of its function. A view is one of its first operand.
    pub(super) fn result(&self, call: NodeId) -> Held {
        match self.api_of(call) {
            Some(api) if !self.may_return_argument(call) => self.by_name(&api),
            _ => Held::Unknown,
        }
    }

    /// Whether a keyword of a call may make it return one of its arguments.
    fn may_return_argument(&self, call: NodeId) -> bool {
        let is_known = |name: &str| self.finder.mapping.in_place.aliasing_keywords.iter().any(|known| known == name);
        self.tree
            .children(call)
            .any(|child| self.tree.kind(child) == Kind::Keyword && is_known(self.tree.name_of(child)))
    }

    fn by_name(&self, api: &str) -> Held {
        let lists = &self.finder.mapping.in_place;
        let api = self.finder.mapping.canonical(api);
        match () {
            () if lists.numbers.contains(api) => Held::Number,
            () if lists.containers.contains(api) => Held::Container,
            () if lists.new.contains(api) => Held::New,
            () if lists.views.contains(api) => Held::View(None),
            () => Held::Unknown,
        }
    }

    /// The value that a call changes or looks at: what a method is called on, or the first argument.
    fn first_operand(&self, call: NodeId) -> Option<NodeId> {
        let callee = self.tree.child(call, Role::Callee)?;
        match self.finder.path(callee) {
            Some(_) => self.tree.child(call, Role::Argument),
            None => self.tree.child(callee, Role::Value),
        }
    }

    /// The full name of what is called: of PyTorch, of Python, of a layer, or else of a method of tensors.
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

    /// Whether an attribute can be one of tensors: the file gives no object an attribute of that name.
    fn may_be_of_tensor(&self, attribute: NodeId) -> bool {
        let name = self.tree.name_of(attribute);
        let is_own = self.tree.child(attribute, Role::Value).is_some_and(|value| self.tree.text_of(value) == "self");
        !is_own && !self.names.attributes.contains_key(name) && !self.names.defined_otherwise.contains(name)
    }

    /// The full name of a method or attribute of tensors.
    fn method(&self, name: &str) -> String {
        let class = self.finder.mapping.methods.value.first().map_or("", String::as_str);
        format!("{class}.{name}")
    }

    /// The class of the layer that is called through an attribute, if its results are what those of all its namesakes are.
    fn layer(&self, name: &str) -> Option<String> {
        let values = self.names.attributes.get(name)?;
        let mut classes = values.iter().map(|value| self.layer_class(*value));
        let first = classes.next()??;
        let all_alike = classes.all(|class| class.is_some_and(|class| self.by_name(&class) == self.by_name(&first)));
        all_alike.then_some(first)
    }

    /// The class of a layer; of several in a row, that of the last.
    fn layer_class(&self, value: NodeId) -> Option<String> {
        if self.tree.kind(value) != Kind::Call || !self.may_go_on() {
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
