//! What operators and their arguments are called in programs of the older form.

use std::borrow::Cow;
use std::collections::BTreeMap;

/// The suffix of gradients in PIR, and of their variables in programs.
const GRADIENT: &str = "_grad";
const GRADIENT_VARIABLE: &str = "@GRAD";

#[derive(Debug, Default, PartialEq)]
pub struct Names {
    /// The operator in a program, and in PIR.
    pub ops: BTreeMap<String, String>,
    /// By the operator in a program.
    pub arguments: BTreeMap<String, Arguments>,
    /// By the operator in a program and the attribute: the inputs that may carry it, in order.
    pub mutable: BTreeMap<String, BTreeMap<String, Vec<String>>>,
}

/// Names in PIR, and those in programs.
pub type Arguments = BTreeMap<String, String>;

impl Names {
    /// The name of an operator in PIR.
    pub fn op<'a>(&'a self, legacy: &'a str) -> &'a str {
        self.ops.get(legacy).map_or(legacy, String::as_str)
    }

    fn listed(&self, op: &str, argument: &str) -> Option<&str> {
        self.arguments.get(op)?.get(argument).map(String::as_str)
    }

    /// What an input or output is called in programs.
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

    /// What an attribute is called in programs. Gradients have those of the forward operator.
    pub fn attribute<'a>(&'a self, op: &str, attribute: &'a str) -> &'a str {
        let forward = op.split_once(GRADIENT).map_or(op, |(forward, _)| forward);
        self.listed(forward, attribute).unwrap_or(attribute)
    }

    /// The inputs that may carry an attribute.
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
