//! Defaults of arguments, compared by their values.

use torch_schema::{BaseType, Type};

/// Enumerators that stand for numbers.
const ENUMERATORS: [(&str, &str); 6] = [
    ("Mean", "1"),
    ("Sum", "2"),
    ("contiguous_format", "0"),
    ("preserve_format", "1"),
    ("channels_last", "2"),
    ("channels_last_3d", "3"),
];

/// True if two defaults have the same value, each of its type.
pub fn same_default((one, one_type): (&str, &Type), (other, other_type): (&str, &Type)) -> bool {
    value(one, one_type) == value(other, other_type)
}

/// A default in the one way of writing its value.
fn value(text: &str, ty: &Type) -> String {
    let text = text.trim();
    match ty {
        _ if text == "None" => text.to_owned(),
        Type::Optional(element) => value(text, element),
        Type::List { element, size } => {
            let items: Vec<String> = match text.strip_prefix('[').and_then(|text| text.strip_suffix(']')) {
                Some(items) => {
                    items.split(',').filter(|item| !item.trim().is_empty()).map(|item| value(item, element)).collect()
                }
                // One number stands for a list of that length.
                None => vec![value(text, element); size.unwrap_or(1) as usize],
            };
            format!("[{}]", items.join(","))
        }
        Type::Base(BaseType::Float) => text.parse::<f64>().map_or(text.to_owned(), |number| format!("{number:?}")),
        Type::Base(BaseType::Str) => text.trim_matches(['"', '\'']).to_owned(),
        _ => {
            let number = ENUMERATORS.iter().find(|(name, _)| *name == text).map(|(_, number)| *number);
            number.unwrap_or(text).to_owned()
        }
    }
}
