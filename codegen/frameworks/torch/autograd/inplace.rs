//! Formulas of tangents for inplace operators.

use crate::backward::RESULT;
use crate::forward::Forward;
use crate::words::{has_word, replaced};

const SELF: &str = "self";
const SELF_PRIMAL: &str = "self_p";
const SELF_TANGENT: &str = "self_t";
/// The tangent of `self`, undefined if it has none.
const RAW_TANGENT: &str = "self_t_raw";
/// `self` before the operator wrote to it.
const ORIGINAL_PRIMAL: &str = "original_self_p";
const ORIGINAL_TANGENT: &str = "original_self_t";

/// The formula for an inplace operator. It is that of the functional form, unless `is_exact`.
pub fn adapted(forward: &Forward, name: &str, is_exact: bool) -> Forward {
    let uses_self = has_word(&forward.formula, SELF_PRIMAL) && !is_exact;
    let formula = replaced(&forward.formula, |word| match word {
        SELF_PRIMAL if uses_self => Some(ORIGINAL_PRIMAL.to_owned()),
        SELF_TANGENT if uses_self => Some(ORIGINAL_TANGENT.to_owned()),
        RESULT => Some(SELF_PRIMAL.to_owned()),
        _ => None,
    });
    let mut primals = forward.primals.clone();
    if has_word(&formula, SELF_PRIMAL) {
        primals.push(SELF.to_owned());
    }
    let formula = if is_exact { formula } else { in_place(&formula, name) };
    Forward {
        results: vec![SELF.to_owned()],
        kind: forward.kind,
        needs_original: has_word(&formula, ORIGINAL_PRIMAL) || has_word(&formula, ORIGINAL_TANGENT),
        formula,
        tangents: forward.tangents.clone(),
        primals,
        is_of_functional: !is_exact,
    }
}

/// The formula that writes into the tangent, if there is one.
fn in_place(formula: &str, name: &str) -> String {
    match own_call(formula) {
        Some((called, arguments)) if called == name => {
            format!("{RAW_TANGENT}.defined() ? {RAW_TANGENT}.{called}_({arguments}) : {formula}")
        }
        _ => format!("{RAW_TANGENT}.defined() ? {RAW_TANGENT}.copy_({formula}) : {formula}"),
    }
}

/// The method and the arguments, if a formula is nothing but a call of a method of the tangent.
fn own_call(formula: &str) -> Option<(&str, &str)> {
    let call = formula.strip_prefix(SELF_TANGENT)?.strip_prefix('.')?;
    let (name, arguments) = call.strip_suffix(')')?.split_once('(')?;
    let is_name = name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
    let mut depth = 1;
    let closes_early = arguments.bytes().any(|byte| {
        depth += i32::from(byte == b'(') - i32::from(byte == b')');
        depth == 0
    });
    (is_name && !closes_early).then_some((name, arguments))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::forward::TangentKind;

    fn adapted(formula: &str, is_exact: bool) -> (String, bool) {
        let forward = Forward {
            results: vec![RESULT.to_owned()],
            kind: TangentKind::Tensor,
            formula: formula.to_owned(),
            tangents: vec![SELF.to_owned()],
            primals: Vec::new(),
            needs_original: false,
            is_of_functional: false,
        };
        let adapted = super::adapted(&forward, "mul", is_exact);
        (adapted.formula, adapted.needs_original)
    }

    #[test]
    fn formulas_write_into_the_tangent() {
        let text = |text: &str, needs_original: bool| (text.to_owned(), needs_original);
        let called = "self_t_raw.defined() ? self_t_raw.mul_(f(other)) : self_t.mul(f(other))";
        assert_eq!(adapted("self_t.mul(f(other))", false), text(called, false));
        let two_calls =
            "self_t_raw.defined() ? self_t_raw.copy_(self_t.mul(a) + self_t.mul(b)) : self_t.mul(a) + self_t.mul(b)";
        assert_eq!(adapted("self_t.mul(a) + self_t.mul(b)", false), text(two_calls, false));
        let original = "self_t_raw.defined() ? self_t_raw.copy_(original_self_t * original_self_p) : original_self_t * original_self_p";
        assert_eq!(adapted("self_t * self_p", false), text(original, true));
        assert_eq!(adapted("self_t * result", true), text("self_t * self_p", false));
    }
}
