//! Names in lists of a profile: of operators, of inplace functions, and of classes that are named after them.

use spec::stem;

use super::entry::class_name;

/// Whether a listed name is formed of an operator's stem.
pub fn is_formed_of(listed: &str, op: &str) -> bool {
    let is_class = || listed == class_name(op) || listed == class_name(&format!("{op}_"));
    stem(listed) == op || may_be_class(listed, op) && is_class()
}

/// False if the length alone shows that a name is not that of an operator's class: lists have thousands of names.
fn may_be_class(listed: &str, op: &str) -> bool {
    let letters = op.len() - op.matches('_').count();
    !op.is_ascii() || listed.ends_with("Op") && (letters + 2..=letters + 3).contains(&listed.len())
}

/// The listed name after its operator has been renamed. `None` if the name is another operator's.
pub fn renamed(listed: &str, old: &str, new: &str) -> Option<String> {
    let in_place = |name: &str| format!("{name}_");
    match listed {
        _ if stem(listed) == old => Some(format!("{new}{}", &listed[old.len()..])),
        _ if !may_be_class(listed, old) => None,
        _ if listed == class_name(old) => Some(class_name(new)),
        _ if listed == class_name(&in_place(old)) => Some(class_name(&in_place(new))),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn classes_are_named_after_operators() {
        for (listed, op) in
            [("AbsOp", "abs"), ("Abs_Op", "abs"), ("AddNOp", "add_n"), ("AddN_Op", "add_n"), ("C_Op", "_c_")]
        {
            assert!(is_formed_of(listed, op), "{listed} {op}");
        }
        for (listed, op) in [("AbsOp", "abs_max"), ("Absop", "abs"), ("AddNop", "add_n"), ("abs_grad", "abs")] {
            assert!(!is_formed_of(listed, op), "{listed} {op}");
        }
        assert_eq!(renamed("AddN_Op", "add_n", "sum_all").as_deref(), Some("SumAll_Op"));
        assert_eq!(renamed("add_n_", "add_n", "sum_all").as_deref(), Some("sum_all_"));
        assert_eq!(renamed("AddNGradOp", "add_n", "sum_all"), None);
    }
}
