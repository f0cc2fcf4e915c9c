//! Describes an operator on one line, in the words of its YAML.

use spec::{Attr, Op};

/// `clip(Tensor x, Scalar min = -1, Scalar max = 1) -> Tensor(out)`; a question mark follows the type of an optional
/// argument.
pub fn of(op: &Op) -> String {
    let signature = &op.signature;
    let optional = |flag: bool| if flag { "?" } else { "" };
    let inputs =
        signature.inputs.iter().map(|input| format!("{}{} {}", input.ty, optional(input.optional), input.name.value));
    let attrs = signature.attrs.iter().map(attr);
    let outputs = signature.outputs.iter().map(|output| format!("{}({})", output.ty, output.name.value));
    let (args, outputs): (Vec<_>, Vec<_>) = (inputs.chain(attrs).collect(), outputs.collect());
    format!("{}({}) -> {}", op.name.value, args.join(", "), outputs.join(", "))
}

fn attr(attr: &Attr) -> String {
    let default = attr.default.as_ref().map_or(String::new(), |default| format!(" = {}", default.value));
    format!("{} {}{default}", attr.ty, attr.name.value)
}
