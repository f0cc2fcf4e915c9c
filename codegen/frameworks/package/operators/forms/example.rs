//! Examples of arguments, which the generated tests of a package use.

use source::Spanned;
use source::text::Text;
use spec::argument_marks::NONE;
use spec::{Attr, Element};

use super::{InputForm, Literals, PackageForm, TypeForm, default_literal};

/// An example of an input: `[2, 3]`, `int32 [3]`, or for the tensors of a list `[2, 3], [4, 3]`.
#[derive(Debug)]
pub struct InputExample<'a> {
    /// The data type, if the example has one.
    pub data_type: Option<Text<'a>>,
    /// The shapes, at least one.
    pub shapes: Vec<Vec<u32>>,
}

/// Reads an example of an input.
///
/// # Errors
/// What stands in place of a shape or a size, and what it should be.
pub fn of_input<'a>(text: Text<'a>) -> Result<InputExample<'a>, (Text<'a>, &'static str)> {
    let (data_type, shapes) = match text.identifier() {
        Some((data_type, shapes)) => (Some(data_type), shapes),
        None => (None, text),
    };
    let size = |size: Text<'a>| size.as_str().parse().map_err(|_| (size, "a size"));
    let shape = |shape: Text<'a>| {
        let sizes = shape.inside('[', ']').ok_or((text, "a shape, such as `[2, 3]`"))?;
        sizes.split(',').into_iter().map(size).collect::<Result<Vec<u32>, _>>()
    };
    let mut shapes = shapes.split(',');
    if shapes.is_empty() {
        shapes.push(text);
    }
    Ok(InputExample { data_type, shapes: shapes.into_iter().map(shape).collect::<Result<_, _>>()? })
}

/// The literal in Python for an example of an attribute. `None` if the text is no value of the attribute's type.
pub fn of_attr(attr: &Attr, text: &str) -> Option<String> {
    let with_default = |text: String| Attr { default: Some(Spanned::new(text, attr.name.span)), ..attr.clone() };
    let read = |text: String| default_literal(&with_default(text), Literals::PYTHON);
    let list = text.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')).map(|items| format!("{{{items}}}"));
    // Texts need no quotes.
    read(list.unwrap_or_else(|| text.to_owned())).or_else(|| read(format!("{text:?}")))
}

/// How many tensors a list has in tests, if the example does not show each.
const TENSORS_OF_LIST: usize = 2;

impl PackageForm<'_> {
    /// The text of an argument's example. `None` if the entry has none.
    pub fn example(&self, argument: &str) -> Option<&Spanned<String>> {
        let stated = &self.op.package.as_ref()?.example;
        stated.iter().find(|stated| stated.name.value == argument).map(|stated| &stated.text)
    }

    /// The shape of an input in tests, or those of a list's tensors: what the entry states, or a small square.
    pub fn example_shapes(&self, input: &str) -> Vec<Vec<u32>> {
        let stated = self.example(input).and_then(|text| of_input(Text::of_spanned(text)).ok());
        let shapes = stated.map_or_else(|| vec![vec![3, 3]], |stated| stated.shapes);
        let is_list = self.inputs.iter().any(|own| own.name == input && own.list);
        match shapes.as_slice() {
            [shape] if is_list => vec![shape.clone(); TENSORS_OF_LIST],
            _ => shapes,
        }
    }

    /// The data type of an input in tests, if it is not that for which the kernel is compiled. Kernels that take any type usually
    /// take indices.
    pub fn example_type(&self, input: &InputForm) -> Option<String> {
        match &input.data_type {
            TypeForm::Common => None,
            TypeForm::Fixed(name) => Some(name.clone()),
            TypeForm::Any => {
                let stated = self.example(&input.name).and_then(|text| of_input(Text::of_spanned(text)).ok());
                let data_type = stated.and_then(|stated| stated.data_type);
                Some(data_type.map_or("int64", Text::as_str).to_owned())
            }
        }
    }

    /// The value of an attribute in tests, in Python: the one that the entry states, the default, or something small.
    pub fn example_value(&self, attr: &Attr) -> String {
        let stated = self.example(attr.name.as_str()).and_then(|text| of_attr(attr, &text.value));
        let small = || match (attr.ty.element, attr.ty.list) {
            _ if attr.optional => NONE,
            (Element::Bool, _) => "False",
            (Element::Float | Element::Double, false) => "1.0",
            (Element::Str, false) => "\"\"",
            (_, false) => "1",
            (Element::Float | Element::Double, true) => "(1.0,)",
            (Element::Str, true) => "(\"\",)",
            (_, true) => "(1,)",
        };
        stated.or_else(|| default_literal(attr, Literals::PYTHON)).unwrap_or_else(|| small().to_owned())
    }
}
