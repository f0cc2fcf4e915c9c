//! The signatures of the C++ API.

use torch_registry::Function;
use torch_schema::Argument;

use crate::types::{Style, argument_type, returns_type};
use crate::{Parameter, Role, Signature, defaults};

/// A function of the C++ API.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Api {
    /// The signature.
    pub signature: Signature,
    /// The name that does not say whether integers are symbolic.
    pub plain_name: String,
    /// True if integers are symbolic.
    pub symint: bool,
}

/// Which functions of the C++ API are wanted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Signatures {
    /// They are methods: `self` is no parameter.
    pub method: bool,
    /// If the function is written by hand, the name is that of the generated one, which begins with `__dispatch_`.
    pub generated_name: bool,
}

/// One of the forms of a function.
#[derive(Debug, Clone, Copy)]
struct Form {
    symint: bool,
    /// The parameters are those of the schema, in its order.
    faithful: bool,
    method: bool,
}

impl Signatures {
    /// The functions: for callers, with the schema's own parameters if these differ, and both with symbolic integers.
    pub fn of(self, function: &Function) -> Vec<Api> {
        let func = &function.entry.func;
        let has_faithful = func.is_out() || func.arguments.tensor_options().is_some();
        let faithful: &[bool] = if has_faithful { &[false, true] } else { &[false] };
        let symint: &[bool] = if func.has_symint() { &[false, true] } else { &[false] };
        let forms = symint.iter().flat_map(|symint| faithful.iter().map(move |faithful| (*symint, *faithful)));
        let form = |(symint, faithful)| self.form(function, Form { symint, faithful, method: self.method });
        forms.map(form).collect()
    }

    fn form(self, function: &Function, form: Form) -> Api {
        let style = Style::of(function, form.symint);
        let name = |symint| {
            let prefix = if self.generated_name && function.entry.manual_cpp_binding { "__dispatch_" } else { "" };
            format!("{prefix}{}", name(function, symint, form.faithful))
        };
        let signature = Signature {
            name: name(form.symint),
            returns: returns_type(&function.entry.func.returns, style),
            parameters: parameters(function, form, style),
        };
        Api { signature, plain_name: name(false), symint: form.symint }
    }
}

fn name(function: &Function, symint: bool, faithful: bool) -> String {
    let func = &function.entry.func;
    let symint = if symint { "_symint" } else { "" };
    let out = match (func.is_out(), faithful) {
        (false, _) => "",
        (true, false) => "_out",
        (true, true) => "_outf",
    };
    format!("{}{symint}{out}", func.name.value.name)
}

fn parameters(function: &Function, form: Form, style: Style) -> Vec<Parameter> {
    let arguments = &function.entry.func.arguments;
    let one = |argument: &Argument| parameter(function, argument, form, style);
    let mut inputs = Vec::new();
    inputs.extend(arguments.before_self().iter().map(one));
    inputs.extend(arguments.self_argument().filter(|_| !form.method).map(one));
    inputs.extend(arguments.after_self().iter().chain(arguments.before_options()).map(one));
    match arguments.tensor_options() {
        Some(four) if form.faithful => inputs.extend(four.all().map(one)),
        Some(four) => inputs.push(options(four.all().map(|option| option.default.as_ref().map(|text| text.as_str())))),
        None => {}
    }
    inputs.extend(arguments.after_options().iter().map(one));
    let mut out: Vec<_> = arguments.out.iter().map(one).collect();
    if form.faithful {
        inputs.append(&mut out);
        return inputs;
    }
    out.append(&mut inputs);
    out
}

fn parameter(function: &Function, argument: &Argument, form: Form, style: Style) -> Parameter {
    let entry = &function.entry;
    let lacks_default = form.faithful || entry.cpp_no_default_args.iter().any(|name| name.value == argument.name.value);
    let default = argument.default.as_ref().filter(|_| !lacks_default);
    let is_redundant = argument.name.value == "memory_format" && entry.func.arguments.tensor_options().is_some();
    Parameter {
        default: default.map(|default| defaults::expression(default.as_str(), &argument.ty.value, form.symint)),
        role: if is_redundant { Role::RedundantMemoryFormat } else { Role::Argument },
        ..Parameter::of(argument, argument_type(argument, style))
    }
}

/// All four tensor options as one parameter.
fn options(defaults: [Option<&str>; 4]) -> Parameter {
    let default = match defaults {
        [Some("long"), ..] => Some("at::kLong"),
        all if all.iter().all(|default| *default == Some("None")) => Some("{}"),
        _ => None,
    };
    Parameter {
        ty: "at::TensorOptions".to_owned(),
        name: "options".to_owned(),
        default: default.map(str::to_owned),
        role: Role::Options,
    }
}
