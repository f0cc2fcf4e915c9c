//! Names of operators and of their arguments in saved programs.

use std::borrow::Cow;
use std::collections::BTreeMap;

/// The suffixes of gradients in PIR and of their variables in programs.
const GRADIENT: &str = "_grad";
const GRADIENT_VARIABLE: &str = "@GRAD";

/// Names in saved programs, as `op_compat.yaml` gives them.
#[derive(Debug, Default, PartialEq)]
pub struct Names {
    /// The name in PIR, by the name in programs.
    pub ops: BTreeMap<String, String>,
    /// Names of arguments, by the operator in programs.
    pub arguments: BTreeMap<String, Arguments>,
    /// The inputs that may have the value of an attribute, in order, by the operator in programs and the attribute.
    pub mutable: BTreeMap<String, BTreeMap<String, Vec<String>>>,
}

/// Names in programs, by the name in PIR.
pub type Arguments = BTreeMap<String, String>;

impl Names {
    /// The name of an operator in PIR.
    pub fn op<'a>(&'a self, legacy: &'a str) -> &'a str {
        self.ops.get(legacy).map_or(legacy, String::as_str)
    }

    fn listed(&self, op: &str, argument: &str) -> Option<&str> {
        self.arguments.get(op)?.get(argument).map(String::as_str)
    }

    /// The name of an input or output in programs.
    pub fn argument<'a>(&'a self, op: &str, argument: &'a str) -> Cow<'a, str> {
        if let Some(listed) = self.listed(op, argument) {
            return listed.into();
        }
        let Some((forward, _)) = op.split_once(GRADIENT) else { return argument.into() };
        match argument.find(GRADIENT) {
            Some(at) => {
                let (of, tail) = argument.split_at(at);
                let of = self.listed(forward, of).unwrap_or(of);
                format!("{of}{tail}").replace(GRADIENT, GRADIENT_VARIABLE).into()
            }
            None => self.listed(forward, argument).unwrap_or(argument).into(),
        }
    }

    /// The name of an attribute in programs. Gradients have the names of the forward operator.
    pub fn attribute<'a>(&'a self, op: &str, attribute: &'a str) -> &'a str {
        let forward = op.split_once(GRADIENT).map_or(op, |(forward, _)| forward);
        self.listed(forward, attribute).unwrap_or(attribute)
    }

    /// The inputs that may have the value of an attribute.
    pub fn carriers(&self, op: &str, attribute: &str) -> Option<&[String]> {
        self.mutable.get(op)?.get(attribute).map(Vec::as_slice)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gradients_are_named_after_the_forward_operator() {
        let listed = |pairs: &[(&str, &str)]| -> Arguments {
            pairs.iter().map(|(name, legacy)| ((*name).to_owned(), (*legacy).to_owned())).collect()
        };
        let arguments = [("mul".to_owned(), listed(&[("x", "X"), ("out", "Out")]))];
        let names = Names { arguments: arguments.into(), ..Names::default() };
        assert_eq!(names.argument("mul_grad", "x"), "X");
        assert_eq!(names.argument("mul_grad", "x_grad"), "X@GRAD");
        assert_eq!(names.argument("mul_grad_grad", "out_grad_grad"), "Out@GRAD@GRAD");
        assert_eq!(names.argument("mul_grad", "bias_grad"), "bias@GRAD");
        assert_eq!(names.argument("add", "x_grad"), "x_grad");
        assert_eq!(names.attribute("mul_grad", "x"), "X");
    }
}
