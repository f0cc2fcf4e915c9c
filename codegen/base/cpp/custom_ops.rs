//! Registrations of operators outside the framework's tree: `PD_BUILD_OP(relu).Inputs({"X"})...`.

use std::ops::Range;

use crate::macros::Macros;
use crate::tokens;

/// The macros that start a registration, by the order of the derivative.
const MACROS: [&str; 3] = ["PD_BUILD_OP", "PD_BUILD_GRAD_OP", "PD_BUILD_DOUBLE_GRAD_OP"];

/// One registration.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct CustomOp {
    /// The name of the operator, or of the one whose gradient this is.
    pub name: String,
    /// How often the gradient is taken: 0, 1 or 2.
    pub order: usize,
    /// The inputs.
    pub inputs: Vec<CustomTensor>,
    /// The outputs.
    pub outputs: Vec<CustomTensor>,
    /// The attributes: `name: type`.
    pub attrs: Vec<Written>,
    /// Pairs of an input and the output that overwrites it.
    pub inplace: Vec<(CustomTensor, CustomTensor)>,
    /// The kernel.
    pub kernel: Option<String>,
    /// The function that infers shapes.
    pub infer_shape: Option<String>,
    /// The function that infers data types.
    pub infer_dtype: Option<String>,
    /// Other methods that are called.
    pub others: Vec<Written>,
    /// The bytes of the registration, with its semicolon.
    pub range: Range<usize>,
}

/// A part of a registration, and where it begins.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Written {
    /// The text.
    pub text: String,
    /// The first byte.
    pub at: usize,
}

/// A tensor in a registration.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct CustomTensor {
    /// The name in quotes.
    pub name: String,
    /// How often its gradient is taken.
    pub grads: usize,
    /// Whether it is a second contribution to a gradient: `paddle::New`.
    pub is_new: bool,
    /// Whether it is a list: `paddle::Vec`.
    pub list: bool,
    /// Whether it is optional: `paddle::Optional`.
    pub optional: bool,
}

/// What `Grad`, `New`, `Vec` and `Optional` write behind a name. Authors may write it themselves.
const SUFFIXES: [&str; 4] = ["@GRAD", "@NEW", "@VECTOR", "@OPTIONAL"];

impl CustomTensor {
    fn take_suffixes(&mut self) {
        while let Some(suffix) = SUFFIXES.iter().find(|suffix| self.name.ends_with(**suffix)) {
            match *suffix {
                "@GRAD" => self.grads += 1,
                "@NEW" => self.is_new = true,
                "@VECTOR" => self.list = true,
                _ => self.optional = true,
            }
            self.name.truncate(self.name.len() - suffix.len());
        }
    }
}

/// All registrations of a text, in order. Its own macros, and those in the headers that it includes, may stand for the macros of
/// registrations.
pub fn custom_ops(text: &str, headers: &[String]) -> Vec<CustomOp> {
    let macros: Vec<Macros> = std::iter::once(text).chain(headers.iter().map(String::as_str)).map(Macros::of).collect();
    let file = CustomOpFile::new(text, &macros);
    let mut found = Vec::new();
    let mut at = 0;
    while at < file.all.len() {
        let registration = file.registration(at);
        // A registration within another one is none.
        at = registration.as_ref().map_or(at + 1, |(_, after)| *after);
        found.extend(registration.map(|(op, _)| op));
    }
    found
}

/// The most tokens of a call of a macro that the file defines. What a longer one expands to is not a registration.
const MAX_EXPANDED: usize = 1000;

/// The tokens of a file.
struct CustomOpFile<'a> {
    text: &'a str,
    all: Vec<&'a str>,
    /// For each opening bracket, the number of tokens to the one that closes it, inclusive.
    lengths: Vec<Option<usize>>,
    macros: &'a [Macros<'a>],
}

impl<'a> CustomOpFile<'a> {
    fn new(text: &'a str, macros: &'a [Macros<'a>]) -> Self {
        let all = tokens::of(text);
        let lengths = tokens::lengths(&all);
        CustomOpFile { text, all, lengths, macros }
    }

    /// The tokens between the parentheses that open at a position, and the position after them.
    fn call(&self, open: usize) -> Option<(&[&'a str], usize)> {
        let length = (*self.lengths.get(open)?).filter(|_| self.all[open] == "(")?;
        Some((&self.all[open + 1..open + length - 1], open + length))
    }

    /// The registration that starts at a position, and the position after it.
    fn registration(&self, start: usize) -> Option<(CustomOp, usize)> {
        let (name, order) = self.begun(start)?;
        let (_, mut at) = self.call(start + 1)?;
        let mut op = CustomOp { name, order, ..CustomOp::default() };
        while self.all.get(at) == Some(&".") {
            let method = self.all.get(at + 1)?;
            let (arguments, after) = self.call(at + 2)?;
            method_called(&mut op, self.text, method, arguments);
            at = after;
        }
        let end = self.all.get(at).filter(|token| **token == ";").map_or(at.checked_sub(1)?, |_| at);
        let last = self.all.get(end)?;
        op.range = tokens::offset(self.text, self.all[start])..tokens::offset(self.text, last) + last.len();
        Some((op, end + 1))
    }

    /// The name and the order in the call of a macro that starts a registration.
    fn begun(&self, start: usize) -> Option<(String, usize)> {
        let macro_name = self.all[start];
        let order = MACROS.iter().position(|name| *name == macro_name);
        if order.is_none() && !self.macros.iter().any(|macros| macros.has(macro_name)) {
            return None;
        }
        let (arguments, _) = self.call(start + 1)?;
        match order {
            Some(order) => Some((arguments.concat(), order)),
            None if arguments.len() <= MAX_EXPANDED => expanded(macro_name, arguments, self.macros),
            None => None,
        }
    }
}

/// The name and the order of the registration that a macro of the file starts.
fn expanded(macro_name: &str, arguments: &[&str], macros: &[Macros]) -> Option<(String, usize)> {
    let expanded = macros.iter().find_map(|macros| macros.expand(macro_name, &tokens::split(arguments)))?;
    let expanded = tokens::of(&expanded);
    let order = MACROS.iter().position(|name| Some(name) == expanded.first())?;
    let (arguments, _) = call(&expanded, 1)?;
    Some((arguments.concat(), order))
}

/// The tokens between the parentheses that open at a position, and the position after them.
fn call<'s, 'a>(all: &'s [&'a str], open: usize) -> Option<(&'s [&'a str], usize)> {
    if all.get(open) != Some(&"(") {
        return None;
    }
    let length = tokens::balanced(&all[open..]);
    (length >= 2).then(|| (&all[open + 1..open + length - 1], open + length))
}

fn method_called(op: &mut CustomOp, text: &str, method: &str, arguments: &[&str]) {
    let attribute = |item: &[&str]| Some(Written { text: text_of(item), at: tokens::offset(text, item.first()?) });
    match method {
        "Inputs" => op.inputs = items(arguments).into_iter().filter_map(tensor).collect(),
        "Outputs" => op.outputs = items(arguments).into_iter().filter_map(tensor).collect(),
        "Attrs" => op.attrs = items(arguments).into_iter().filter_map(attribute).collect(),
        "SetInplaceMap" => op.inplace = items(arguments).into_iter().filter_map(pair).collect(),
        "SetKernelFn" => op.kernel = function(arguments),
        "SetInferShapeFn" => op.infer_shape = function(arguments),
        "SetInferDtypeFn" => op.infer_dtype = function(arguments),
        other => op.others.push(Written { text: other.to_owned(), at: tokens::offset(text, other) }),
    }
}

/// The items of a list in braces.
fn items<'s, 'a>(list: &'s [&'a str]) -> Vec<&'s [&'a str]> {
    match list {
        ["{", inner @ .., "}"] => tokens::split(inner).into_iter().filter(|item| !item.is_empty()).collect(),
        _ => Vec::new(),
    }
}

fn pair(item: &[&str]) -> Option<(CustomTensor, CustomTensor)> {
    match items(item).as_slice() {
        [input, output] => Some((tensor(input)?, tensor(output)?)),
        _ => None,
    }
}

/// Reads `paddle::Grad(paddle::Vec("X"))`.
fn tensor(item: &[&str]) -> Option<CustomTensor> {
    let mut tensor = CustomTensor::default();
    for (at, token) in item.iter().enumerate() {
        match *token {
            "Grad" => tensor.grads += 1,
            "New" => tensor.is_new = true,
            "Vec" => tensor.list = true,
            "Optional" => tensor.optional = true,
            // Adjacent literals are one.
            _ if token.starts_with('"') => {
                tensor.name = text_of(&item[at..]);
                tensor.take_suffixes();
                return Some(tensor);
            }
            _ => {}
        }
    }
    None
}

/// The text of string literals, which C++ joins.
fn text_of(item: &[&str]) -> String {
    let literals = item.iter().filter_map(|token| token.strip_prefix('"')?.strip_suffix('"'));
    literals.collect()
}

/// The function in `PD_KERNEL(function)`.
fn function(arguments: &[&str]) -> Option<String> {
    let open = arguments.iter().position(|token| *token == "(")?;
    let (function, _) = call(arguments, open)?;
    Some(function.concat())
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = r#"
        // PD_BUILD_OP(in_a_comment)
        PD_BUILD_OP(custom_add)
            .Inputs({"X", paddle::Optional(paddle::Vec("Y")), "Z@VECTOR@OPTIONAL"})
            .Outputs({"Out" /* sum */})
            .Attrs({"axis: int64_t", "names: "
                    "std::vector<std::string>"})
            .SetInplaceMap({{"X", "Out"}})
            .SetKernelFn(PD_KERNEL(ns::AddForward<float, 2>))
            .SetInferShapeFn(PD_INFER_SHAPE(AddShape));
        int x;
        PD_BUILD_DOUBLE_GRAD_OP(custom_add).Inputs({paddle::Grad(paddle::Grad("X"))})
            .Outputs({paddle::New(paddle::Grad("Out"))}).SetTrtInferShapeFn(PD_TRT_INFER_SHAPE(f));
    "#;

    #[test]
    fn registrations_are_read() {
        let [add, grad] = custom_ops(TEXT, &[]).try_into().expect("two registrations");
        assert_eq!((add.name.as_str(), add.order, add.inputs.len()), ("custom_add", 0, 3));
        assert_eq!((add.inputs[1].name.as_str(), add.inputs[1].list, add.inputs[1].optional), ("Y", true, true));
        assert_eq!(add.inputs[2], CustomTensor { name: "Z".to_owned(), ..add.inputs[1].clone() });
        let attrs: Vec<&str> = add.attrs.iter().map(|attr| attr.text.as_str()).collect();
        assert_eq!(attrs, ["axis: int64_t", "names: std::vector<std::string>"]);
        assert!(TEXT[add.attrs[1].at..].starts_with("\"names: "));
        assert_eq!((add.inplace[0].0.name.as_str(), add.inplace[0].1.name.as_str()), ("X", "Out"));
        assert_eq!(add.kernel.as_deref(), Some("ns::AddForward<float,2>"));
        assert_eq!((add.infer_shape.as_deref(), add.infer_dtype), (Some("AddShape"), None));
        assert!(
            TEXT[add.range.clone()].starts_with("PD_BUILD_OP(custom_add)") && TEXT[add.range].ends_with("AddShape));")
        );
        assert_eq!(
            (grad.order, grad.inputs[0].grads, grad.outputs[0].is_new, grad.others[0].text.as_str()),
            (2, 2, true, "SetTrtInferShapeFn")
        );
    }

    #[test]
    fn macros_may_stand_for_registrations() {
        let header = "#define BUILD(name) PD_BUILD_GRAD_OP(static_##name)".to_owned();
        let all = custom_ops("BUILD(add).Inputs({\"X\"});\nOTHER(add).Inputs({});", &[header]);
        let [op] = all.as_slice() else { panic!("{all:?}") };
        assert_eq!((op.name.as_str(), op.order, op.range.clone()), ("static_add", 1, 0..25));
    }

    #[test]
    fn broken_registrations_do_no_harm() {
        for text in
            ["PD_BUILD_OP(", "PD_BUILD_OP()", "PD_BUILD_OP(x).", "PD_BUILD_OP(x).Inputs({\"", "PD_BUILD_OP(x).Inputs("]
        {
            let _ = custom_ops(text, &[]);
        }
    }
}
