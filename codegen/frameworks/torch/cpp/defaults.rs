//! Defaults as C++ expressions.

use torch_schema::{BaseType, Type};

/// The C++ expression for a default of the schema.
pub fn expression(default: &str, ty: &Type, symint: bool) -> String {
    match ty {
        Type::Optional(element) if default == "None" && **element == Type::TENSOR => "{}".to_owned(),
        Type::Optional(_) if default == "None" => "::std::nullopt".to_owned(),
        Type::Optional(element) => expression(default, element, symint),
        Type::Base(BaseType::Str) => text(default).unwrap_or_else(|| named(default)),
        Type::List { element, .. } => match default.strip_prefix('[').and_then(|list| list.strip_suffix(']')) {
            Some(items) => format!("{{{items}}}"),
            None if symint && is_number(default) && **element == Type::Base(BaseType::SymInt) => {
                format!("c10::SymInt({default})")
            }
            None => named(default),
        },
        Type::Base(_) | Type::CustomClass(_) => named(default),
    }
}

fn is_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

/// The C++ names of the schema's constants.
fn named(default: &str) -> String {
    match default {
        "False" => "false",
        "True" => "true",
        "None" => "::std::nullopt",
        "Mean" => "at::Reduction::Mean",
        "[]" => "{}",
        "contiguous_format" => "c10::MemoryFormat::Contiguous",
        "long" => "at::kLong",
        other => other,
    }
    .to_owned()
}

/// A text in double quotes, if the default is one in single quotes.
fn text(default: &str) -> Option<String> {
    let inside = default.strip_prefix('\'')?.strip_suffix('\'')?;
    let mut out = String::from("\"");
    let mut letters = inside.chars();
    while let Some(letter) = letters.next() {
        match letter {
            '"' => out.push_str("\\\""),
            '\\' => match letters.next() {
                Some('\'') => out.push('\''),
                escaped => {
                    out.push('\\');
                    out.extend(escaped);
                }
            },
            letter => out.push(letter),
        }
    }
    out.push('"');
    Some(out)
}
