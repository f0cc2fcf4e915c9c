//! A shape rule whose names are resolved: each is a tensor, a list, or an attribute of the right type.

use crate::entry::shape_rule::{ShapeRule, SizeItem, Slice};
use crate::entry::size_rule::{Extreme, Operator, Property, Size};
use serde::Serialize;
use source::text::Text;
use source::{Diagnostic, Rule, Spanned};
use spec::{Element, Signature};

use super::each::{EachForm, Item, ItemsForm};

/// How the shape of an output follows from the arguments.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum ShapeForm {
    /// The shape, or shapes, of an input.
    Like {
        /// The input.
        input: String,
    },
    /// The shape of one tensor of a list.
    LikeItem {
        /// The list.
        input: String,
        /// The position of the tensor.
        index: SizeForm,
    },
    /// The shape to which inputs are broadcast.
    Broadcast {
        /// The inputs.
        inputs: Vec<String>,
    },
    /// The shape to which all tensors of a list are broadcast.
    BroadcastList {
        /// The list.
        input: String,
    },
    /// The sizes.
    Sizes {
        /// From the first to the last.
        items: Vec<ItemForm>,
    },
    /// For a list: a shape for each item of another one.
    Each {
        /// The items.
        each: EachForm,
        /// The shape.
        shape: Box<ShapeForm>,
    },
    /// Only the kernel knows it, and the number of dimensions.
    Unknown,
}

/// One size, or some sizes of a tensor.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum ItemForm {
    /// One size.
    One {
        /// The size.
        size: SizeForm,
    },
    /// Some sizes of a tensor.
    Slice {
        /// The input.
        input: String,
        /// For a list: the position of the tensor.
        tensor: Option<SizeForm>,
        /// The first.
        from: Option<SizeForm>,
        /// The one after the last.
        to: Option<SizeForm>,
    },
    /// A size that only the kernel knows.
    Unknown,
}

/// An integer that is computed from the arguments.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum SizeForm {
    /// A number.
    Number {
        /// The number.
        value: i64,
    },
    /// An attribute.
    Attribute {
        /// Its name.
        name: String,
    },
    /// An item of an attribute.
    AttributeItem {
        /// The attribute.
        name: String,
        /// The position of the item.
        index: Box<SizeForm>,
    },
    /// A size of a tensor.
    Size {
        /// The input.
        input: String,
        /// For a list: the position of the tensor.
        tensor: Option<Box<SizeForm>>,
        /// The dimension.
        index: Box<SizeForm>,
    },
    /// A property of an argument.
    Property {
        /// The argument.
        name: String,
        /// For a tensor of a list: its position.
        tensor: Option<Box<SizeForm>>,
        /// `rank`, `numel` or `count`.
        property: &'static str,
    },
    /// An operator between two sizes.
    Binary {
        /// The operator.
        operator: &'static str,
        /// The left side.
        left: Box<SizeForm>,
        /// The right side.
        right: Box<SizeForm>,
    },
    /// `min` or `max` of several sizes.
    Extreme {
        /// `min` or `max`.
        function: &'static str,
        /// The sizes.
        sizes: Vec<SizeForm>,
    },
    /// The sum of the sizes of a list's tensors in one dimension.
    Sum {
        /// The input.
        input: String,
        /// The dimension.
        index: Box<SizeForm>,
    },
    /// The sum of the items of an attribute.
    SumOfItems {
        /// The attribute.
        name: String,
    },
}

impl ShapeForm {
    /// The names of the arguments that it depends on.
    pub fn names(&self) -> Vec<&str> {
        match self {
            ShapeForm::Like { input } | ShapeForm::BroadcastList { input } => vec![input],
            ShapeForm::LikeItem { input, index } => {
                let mut names = vec![input.as_str()];
                size_names(index, &mut names);
                names
            }
            ShapeForm::Broadcast { inputs } => inputs.iter().map(String::as_str).collect(),
            ShapeForm::Sizes { items } => items.iter().flat_map(ItemForm::names).collect(),
            ShapeForm::Each { each, shape } => each.names(shape.names()),
            ShapeForm::Unknown => Vec::new(),
        }
    }

    /// The number of sizes that only the kernel knows.
    pub fn unknown_sizes(&self) -> usize {
        match self {
            ShapeForm::Sizes { items } => items.iter().filter(|item| matches!(item, ItemForm::Unknown)).count(),
            _ => 0,
        }
    }
}

impl ShapeForm {
    /// The names of the attributes that are sizes, or parts of sizes. An attribute that only chooses a size is not one of them.
    pub fn sizes(&self) -> Vec<&str> {
        let items = match self {
            ShapeForm::Sizes { items } => items,
            ShapeForm::Each { each, shape } => {
                let sizes = shape.sizes();
                // The items of a list are sizes if one of them is.
                let list = match &each.items {
                    ItemsForm::Values { list } if sizes.contains(&each.item.as_str()) => Some(list.as_str()),
                    _ => None,
                };
                return each.without_item(sizes).chain(list).collect();
            }
            _ => return Vec::new(),
        };
        let mut names = Vec::new();
        for item in items {
            if let ItemForm::One { size } = item {
                size_attributes(size, &mut names);
            }
        }
        names
    }
}

fn size_attributes<'a>(size: &'a SizeForm, names: &mut Vec<&'a str>) {
    match size {
        SizeForm::Attribute { name } | SizeForm::AttributeItem { name, .. } | SizeForm::SumOfItems { name } => {
            names.push(name);
        }
        SizeForm::Binary { left, right, .. } => [left, right].into_iter().for_each(|side| size_attributes(side, names)),
        SizeForm::Extreme { sizes, .. } => sizes.iter().for_each(|size| size_attributes(size, names)),
        SizeForm::Number { .. } | SizeForm::Size { .. } | SizeForm::Property { .. } | SizeForm::Sum { .. } => {}
    }
}

impl ItemForm {
    fn names(&self) -> Vec<&str> {
        let mut names = Vec::new();
        match self {
            ItemForm::One { size } => size_names(size, &mut names),
            ItemForm::Slice { input, tensor, from, to } => {
                names.push(input.as_str());
                tensor.iter().chain(from).chain(to).for_each(|size| size_names(size, &mut names));
            }
            ItemForm::Unknown => {}
        }
        names
    }
}

pub(super) fn size_names<'a>(size: &'a SizeForm, names: &mut Vec<&'a str>) {
    match size {
        SizeForm::Number { .. } => {}
        SizeForm::Attribute { name } | SizeForm::SumOfItems { name } => names.push(name),
        SizeForm::Property { name, tensor, .. } => {
            names.push(name);
            tensor.iter().for_each(|tensor| size_names(tensor, names));
        }
        SizeForm::AttributeItem { name, index } | SizeForm::Sum { input: name, index } => {
            names.push(name);
            size_names(index, names);
        }
        SizeForm::Size { input, tensor, index } => {
            names.push(input);
            tensor.iter().for_each(|tensor| size_names(tensor, names));
            size_names(index, names);
        }
        SizeForm::Binary { left, right, .. } => [left, right].into_iter().for_each(|side| size_names(side, names)),
        SizeForm::Extreme { sizes, .. } => sizes.iter().for_each(|size| size_names(size, names)),
    }
}

/// Resolves the names of a rule.
#[derive(Debug, Clone, Copy)]
pub struct Resolver<'a> {
    /// The arguments.
    pub signature: &'a Signature,
    /// The names of data types.
    pub types: &'a [&'a str],
    /// The rule that is broken if an argument is used in a way that its type does not allow.
    pub misuse: Rule,
    /// The item of a list, in what holds for each.
    pub item: Option<Item<'a>>,
}

pub(super) type Resolved<T> = Result<T, Box<Diagnostic>>;

impl Resolver<'_> {
    /// The form of a rule for an output. `is_list` says whether the output is a list.
    ///
    /// # Errors
    /// A diagnostic if the rule cannot be read, or uses an argument in a way that its type does not allow.
    pub fn shape(&self, rule: &Spanned<String>, is_list: bool) -> Resolved<ShapeForm> {
        let problem = |message: &str| Diagnostic::new(self.misuse, rule.span, message);
        let read = ShapeRule::read(Text::of_spanned(rule))?;
        self.refuse_absent(&read)?;
        match read {
            ShapeRule::Each(..) if !is_list => {
                let message = "`for each` gives the shapes of a list, but the output is one tensor";
                Err(Box::new(problem(message).help("write the shape, or make the output a `Tensor[]`")))
            }
            ShapeRule::Each(each, shape) => {
                let (each, resolver) = self.each(&each)?;
                let shape = resolver.shape_of_one(&shape)?;
                if shape == ShapeForm::Unknown || shape.unknown_sizes() > 0 {
                    let help = "state every size, or return one tensor";
                    return Err(Box::new(problem("the sizes of a list cannot be unknown").help(help)));
                }
                Ok(ShapeForm::Each { each, shape: Box::new(shape) })
            }
            ShapeRule::Like(name) => Ok(ShapeForm::Like { input: self.tensor(&name, is_list)? }),
            _ if is_list => {
                let help = "write `like xs`, `for each x in xs : [...]` or `for each i in range(n) : [...]`";
                Err(Box::new(problem("this is the shape of one tensor, but the output is a list").help(help)))
            }
            shape => self.shape_of_one(&shape),
        }
    }

    /// Refuses attributes that callers may omit: without them, there would be no shape.
    fn refuse_absent(&self, rule: &ShapeRule) -> Resolved<()> {
        let names = rule.names().into_iter();
        let mut attrs = names.filter_map(|name| Some((name, self.signature.attr(&name.value)?)));
        let Some((name, attr)) = attrs.find(|(_, attr)| attr.optional) else { return Ok(()) };
        let message = format!("a shape follows from `{}`, which callers may omit", name.value);
        let default = if attr.ty.list { "{}" } else { "-1" };
        let help = format!("give it a default that is a value, such as `{} {} = {default}`", attr.ty, name.value);
        let problem = Diagnostic::new(self.misuse, name.span, message).label(attr.name.span, "declared here");
        Err(Box::new(problem.help(help)))
    }

    fn shape_of_one(&self, shape: &ShapeRule) -> Resolved<ShapeForm> {
        Ok(match shape {
            ShapeRule::Like(name) => ShapeForm::Like { input: self.tensor(name, false)? },
            ShapeRule::Each(..) | ShapeRule::Unknown => ShapeForm::Unknown,
            ShapeRule::LikeItem(name, index) => {
                ShapeForm::LikeItem { input: self.tensor(name, true)?, index: self.size(index)? }
            }
            ShapeRule::Broadcast(names) if self.is_list(names) => {
                ShapeForm::BroadcastList { input: self.tensor(&names[0], true)? }
            }
            ShapeRule::Broadcast(names) => ShapeForm::Broadcast {
                inputs: names.iter().map(|name| self.tensor(name, false)).collect::<Resolved<_>>()?,
            },
            ShapeRule::Sizes(items) => {
                ShapeForm::Sizes { items: items.iter().map(|item| self.item(item)).collect::<Resolved<_>>()? }
            }
        })
    }

    /// Whether these names are only that of a list.
    fn is_list(&self, names: &[Spanned<String>]) -> bool {
        let [name] = names else { return false };
        self.signature.input(&name.value).is_some_and(|input| input.ty.is_list())
    }

    fn item(&self, item: &SizeItem) -> Resolved<ItemForm> {
        Ok(match item {
            SizeItem::One(size) => ItemForm::One { size: self.size(size)? },
            SizeItem::Unknown => ItemForm::Unknown,
            SizeItem::Slice(Slice { tensor, item, from, to }) => {
                let read = |size: &Option<Size>| size.as_ref().map(|size| self.size(size)).transpose();
                let input = self.tensor(tensor, item.is_some())?;
                ItemForm::Slice { input, tensor: read(item)?, from: read(from)?, to: read(to)? }
            }
        })
    }

    pub(super) fn size(&self, size: &Size) -> Resolved<SizeForm> {
        let boxed = |size: &Size| self.size(size).map(Box::new);
        Ok(match size {
            Size::Number(value) => SizeForm::Number { value: *value },
            Size::Attribute(name) => SizeForm::Attribute { name: self.attribute(name, false)? },
            Size::Item(name, index) if self.signature.attr(&name.value).is_some() => {
                SizeForm::AttributeItem { name: self.attribute(name, true)?, index: boxed(index)? }
            }
            Size::Item(name, index) => {
                SizeForm::Size { input: self.tensor(name, false)?, tensor: None, index: boxed(index)? }
            }
            Size::ItemOfItem(name, tensor, index) => {
                SizeForm::Size { input: self.tensor(name, true)?, tensor: Some(boxed(tensor)?), index: boxed(index)? }
            }
            Size::Property(name, property) => self.property(name, *property)?,
            Size::ItemProperty(name, tensor, property) => {
                let property = match property {
                    Property::Rank => "rank",
                    Property::Numel => "numel",
                    Property::Count => return Err(self.wrong(name, Wanted::ListOfLists).into()),
                };
                SizeForm::Property { name: self.tensor(name, true)?, tensor: Some(boxed(tensor)?), property }
            }
            Size::Binary(operator, left, right) => {
                let operator = match operator {
                    Operator::Plus => "+",
                    Operator::Minus => "-",
                    Operator::Times => "*",
                    Operator::Divided => "/",
                    Operator::Modulo => "%",
                };
                SizeForm::Binary { operator, left: boxed(left)?, right: boxed(right)? }
            }
            Size::Extreme(extreme, sizes) => {
                let function = if *extreme == Extreme::Least { "min" } else { "max" };
                let sizes = sizes.iter().map(|size| self.size(size)).collect::<Resolved<_>>()?;
                SizeForm::Extreme { function, sizes }
            }
            Size::SumOfItems(list) => SizeForm::SumOfItems { name: self.attribute(list, true)? },
            Size::Sum(list, index) => SizeForm::Sum { input: self.tensor(list, true)?, index: boxed(index)? },
        })
    }

    fn property(&self, name: &Spanned<String>, property: Property) -> Resolved<SizeForm> {
        let (argument, property) = match property {
            Property::Rank => (self.tensor(name, false)?, "rank"),
            Property::Numel => (self.tensor(name, false)?, "numel"),
            Property::Count if self.signature.attr(&name.value).is_some() => (self.attribute(name, true)?, "count"),
            Property::Count => (self.tensor(name, true)?, "count"),
        };
        Ok(SizeForm::Property { name: argument, tensor: None, property })
    }

    /// The name of an input that is one tensor, or a list.
    pub(super) fn tensor(&self, name: &Spanned<String>, is_list: bool) -> Resolved<String> {
        if self.item.is_some_and(|item| item.is_tensor && item.name == name.value && !is_list) {
            return Ok(name.value.clone());
        }
        match self.signature.input(&name.value) {
            Some(input) if input.ty.is_list() == is_list => Ok(name.value.clone()),
            _ => Err(self.wrong(name, if is_list { Wanted::Tensors } else { Wanted::Tensor }).into()),
        }
    }

    /// The name of an attribute that is an integer, or a list of integers.
    pub(super) fn attribute(&self, name: &Spanned<String>, is_list: bool) -> Resolved<String> {
        if self.item.is_some_and(|item| !item.is_tensor && item.name == name.value && !is_list) {
            return Ok(name.value.clone());
        }
        match self.signature.attr(&name.value) {
            Some(attr) if attr.ty.list == is_list && is_whole(attr.ty.element) => Ok(name.value.clone()),
            _ => Err(self.wrong(name, if is_list { Wanted::Integers } else { Wanted::Integer }).into()),
        }
    }

    fn wrong(&self, name: &Spanned<String>, wanted: Wanted) -> Diagnostic {
        let (input, attr) = (self.signature.input(&name.value), self.signature.attr(&name.value));
        let is = match (input, attr) {
            (Some(input), _) => format!("has the type `{}`", input.ty),
            (None, Some(attr)) => format!("has the type `{}`", attr.ty),
            (None, None) => match self.item.filter(|item| item.name == name.value) {
                Some(item) => format!("is {}", if item.is_tensor { "one tensor of a list" } else { "an integer" }),
                None => "is not an argument".to_owned(),
            },
        };
        let message = format!("`{}` {is}, but this needs {}", name.value, wanted.text());
        let declared = input.map(|input| input.name.span).or_else(|| attr.map(|attr| attr.name.span));
        let help = match (input, attr) {
            (Some(input), _) => wanted.of_input(&name.value, input.ty.is_list()),
            (None, Some(attr)) if is_whole(attr.ty.element) => wanted.of_integer(&name.value, attr.ty.list),
            _ => None,
        };
        Diagnostic::new(self.misuse, name.span, message).maybe_label(declared, "declared here").maybe_help(help)
    }
}

/// Whether a value is a whole number.
fn is_whole(element: Element) -> bool {
    matches!(element, Element::Int | Element::Int64 | Element::Int32 | Element::Bool)
}

/// What a rule needs in a place.
#[derive(Clone, Copy)]
enum Wanted {
    Tensor,
    Tensors,
    Integer,
    Integers,
    ListOfLists,
}

impl Wanted {
    fn text(self) -> &'static str {
        match self {
            Wanted::Tensor => "one tensor",
            Wanted::Tensors => "a list of tensors",
            Wanted::Integer => "an integer",
            Wanted::Integers => "a list of integers",
            Wanted::ListOfLists => "a list whose items are lists",
        }
    }

    /// What to write if the name is that of an input.
    fn of_input(self, name: &str, is_list: bool) -> Option<String> {
        match (self, is_list) {
            (Wanted::Tensor, true) => Some(format!(
                "`{name}[0]` is its first tensor: `{name}[0][0]` is a size of that, `{name}[0][1:]` are several"
            )),
            (Wanted::Tensors, false) => Some(format!("write a size of it, such as `{name}[0]`")),
            (Wanted::Integer, true) => Some(format!("write `{name}.count`, or a size such as `{name}[0][0]`")),
            (Wanted::Integer, false) => Some(format!("write a size of it, such as `{name}[0]`, or `{name}.numel`")),
            (Wanted::Integers, true) => Some(format!("write a dimension, too: `sum({name}, 0)` adds sizes")),
            _ => None,
        }
    }

    /// What to write if the name is that of an attribute of integers.
    fn of_integer(self, name: &str, is_list: bool) -> Option<String> {
        match (self, is_list) {
            (Wanted::Tensor | Wanted::Integers, false) => Some(format!("write `{name}`")),
            (Wanted::Tensor, true) => Some(format!("write `{name}.count`, or an item, such as `{name}[0]`")),
            (Wanted::Tensors, true) => {
                Some(format!("write `sum({name})`, `{name}.count` or an item, such as `{name}[0]`"))
            }
            (Wanted::Integer, true) => {
                Some(format!("write an item, such as `{name}[0]`, `{name}.count` or `sum({name})`"))
            }
            _ => None,
        }
    }
}
