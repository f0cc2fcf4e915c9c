//! Names in lists of a profile: of operators, of inplace functions, and of classes that are named after them.

use spec::stem;

use super::entry::class_name;

/// Whether a listed name is formed of an operator's stem.
pub fn is_formed_of(listed: &str, op: &str) -> bool {
    stem(listed) == op || listed == class_name(op) || listed == class_name(&format!("{op}_"))
}

/// The listed name after its operator has been renamed. `None` if the name is another operator's.
pub fn renamed(listed: &str, old: &str, new: &str) -> Option<String> {
    let in_place = |name: &str| format!("{name}_");
    match listed {
        _ if stem(listed) == old => Some(format!("{new}{}", &listed[old.len()..])),
        _ if listed == class_name(old) => Some(class_name(new)),
        _ if listed == class_name(&in_place(old)) => Some(class_name(&in_place(new))),
        _ => None,
    }
}
