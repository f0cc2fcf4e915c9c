//! Examples of arguments, which the generated tests of a package use.

use source::Spanned;
use source::text::Text;
use spec::Attr;

use super::{Literals, PackageForm, default_literal};

/// An example of an input: `[2, 3]`, or `int32 [3]`.
#[derive(Debug)]
pub struct InputExample<'a> {
    /// The data type, if the example has one.
    pub data_type: Option<Text<'a>>,
    /// The shape.
    pub sizes: Vec<u32>,
}

/// Reads an example of an input.
///
/// # Errors
/// What stands in place of a shape or a size, and what it should be.
pub fn of_input<'a>(text: Text<'a>) -> Result<InputExample<'a>, (Text<'a>, &'static str)> {
    let (data_type, shape) = match text.identifier() {
        Some((data_type, shape)) => (Some(data_type), shape),
        None => (None, text),
    };
    let sizes = shape.inside('[', ']').ok_or((text, "a shape, such as `[2, 3]`"))?;
    let size = |size: Text<'a>| size.as_str().parse().map_err(|_| size);
    let sizes = sizes.split(',').into_iter().map(size).collect::<Result<_, _>>();
    Ok(InputExample { data_type, sizes: sizes.map_err(|size| (size, "a size"))? })
}

/// The literal in Python for an example of an attribute. `None` if the text is no value of the attribute's type.
pub fn of_attr(attr: &Attr, text: &str) -> Option<String> {
    let with_default = |text: String| Attr { default: Some(Spanned::new(text, attr.name.span)), ..attr.clone() };
    let read = |text: String| default_literal(&with_default(text), Literals::PYTHON);
    let list = text.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')).map(|items| format!("{{{items}}}"));
    // Texts need no quotes.
    read(list.unwrap_or_else(|| text.to_owned())).or_else(|| read(format!("{text:?}")))
}

impl PackageForm<'_> {
    /// The text of an argument's example. `None` if the entry has none.
    pub fn example(&self, argument: &str) -> Option<&Spanned<String>> {
        let stated = &self.op.package.as_ref()?.example;
        stated.iter().find(|stated| stated.name.value == argument).map(|stated| &stated.text)
    }
}
