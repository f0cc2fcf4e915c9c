//! Shape rules as text, in the grammar of the YAML.

use std::fmt::{self, Display, Formatter};

use crate::entry::shape_rule::UNKNOWN;

use super::{ItemForm, ShapeForm, SizeForm};

impl Display for ShapeForm {
    fn fmt(&self, f: &mut Formatter) -> fmt::Result {
        match self {
            ShapeForm::Like { input } => write!(f, "like {input}"),
            ShapeForm::LikeItem { input, index } => write!(f, "like {input}[{index}]"),
            ShapeForm::BroadcastList { input } => write!(f, "broadcast({input})"),
            ShapeForm::Broadcast { inputs } => write!(f, "broadcast({})", inputs.join(", ")),
            ShapeForm::Sizes { items } => write!(f, "[{}]", joined(items)),
            ShapeForm::Each { each, shape } => write!(f, "{each} : {shape}"),
            ShapeForm::Unknown => f.write_str(UNKNOWN),
        }
    }
}

impl Display for ItemForm {
    fn fmt(&self, f: &mut Formatter) -> fmt::Result {
        match self {
            ItemForm::One { size } => write!(f, "{size}"),
            ItemForm::Unknown => f.write_str(UNKNOWN),
            ItemForm::Slice { input, tensor, from, to } => {
                let side = |side: &Option<SizeForm>| side.as_ref().map_or(String::new(), SizeForm::to_string);
                let tensor = tensor.as_ref().map_or(String::new(), |at| format!("[{at}]"));
                write!(f, "{input}{tensor}[{}:{}]", side(from), side(to))
            }
        }
    }
}

impl Display for SizeForm {
    fn fmt(&self, f: &mut Formatter) -> fmt::Result {
        match self {
            SizeForm::Number { value } => write!(f, "{value}"),
            SizeForm::Attribute { name } => f.write_str(name),
            SizeForm::AttributeItem { name, index } => write!(f, "{name}[{index}]"),
            SizeForm::Size { input, tensor: Some(tensor), index } => write!(f, "{input}[{tensor}][{index}]"),
            SizeForm::Size { input, tensor: None, index } => write!(f, "{input}[{index}]"),
            SizeForm::Property { name, tensor: Some(tensor), property } => write!(f, "{name}[{tensor}].{property}"),
            SizeForm::Property { name, tensor: None, property } => write!(f, "{name}.{property}"),
            SizeForm::Binary { operator, left, right } => {
                write!(f, "{} {operator} {}", side(left, operator, false), side(right, operator, true))
            }
            SizeForm::Extreme { function, sizes } => write!(f, "{function}({})", joined(sizes)),
            SizeForm::Sum { input, index } => write!(f, "sum({input}, {index})"),
            SizeForm::SumOfItems { name } => write!(f, "sum({name})"),
        }
    }
}

/// A side of an operator, in parentheses where it would be read otherwise.
fn side(size: &SizeForm, around: &str, is_right: bool) -> String {
    let weight = |operator: &str| u8::from(!matches!(operator, "+" | "-"));
    match size {
        SizeForm::Binary { operator, .. }
            if weight(operator) < weight(around) || is_right && weight(operator) == weight(around) =>
        {
            format!("({size})")
        }
        _ => size.to_string(),
    }
}

fn joined(all: &[impl Display]) -> String {
    all.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")
}
