//! Signatures for people to read, in `opgen show` and `opgen diff`. No generated file uses these texts.

use std::fmt::Write as _;

use profile::Cpp;

use crate::cpp_api::{ApiSignature, KernelCall, KernelParameter, Parameter, Returned, TensorClass};

/// A kernel's name, and the types of its parameters behind the context.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KernelSignature {
    pub name: String,
    pub parameters: String,
}

impl KernelSignature {
    pub fn new(call: &KernelCall, cpp: &Cpp) -> Self {
        let parameters: Vec<_> = call.parameters.iter().map(|parameter| kernel_parameter(parameter, cpp)).collect();
        KernelSignature { name: call.kernel.clone(), parameters: parameters.join(", ") }
    }

    /// The declaration in C++. `Context` stands for the type of the context.
    pub fn shown(&self) -> String {
        format!("void {}(Context, {})", self.name, self.parameters)
    }
}

fn kernel_parameter(parameter: &KernelParameter, cpp: &Cpp) -> String {
    match *parameter {
        KernelParameter::Input { class, list, optional } => {
            let class = tensor_class(class, cpp);
            let ty = if list { format!("std::vector<const {class}*>") } else { class };
            format!("const {}&", optional_type(&ty, optional, cpp))
        }
        KernelParameter::Attribute { ty, optional } => {
            optional_type(cpp_type(cpp, "kernel", &ty.to_string()), optional, cpp)
        }
        KernelParameter::Output { class, list: false } => format!("{}*", tensor_class(class, cpp)),
        KernelParameter::Output { class, list: true } => format!("std::vector<{}*>", tensor_class(class, cpp)),
    }
}

fn tensor_class(class: TensorClass, cpp: &Cpp) -> String {
    cpp_type(cpp, "tensor", class.name()).to_owned()
}

/// The declaration of an API function.
pub fn api_function(signature: &ApiSignature, namespace: Option<&str>, cpp: &Cpp) -> String {
    let ApiSignature { name, parameters, returns } = signature;
    let scope = namespace.map_or(String::new(), |namespace| format!("{namespace}::"));
    let parameters: Vec<_> = parameters.iter().map(|parameter| api_parameter(parameter, cpp)).collect();
    format!("{} {scope}{name}({})", api_returns(returns, cpp), parameters.join(", "))
}

fn api_parameter(parameter: &Parameter, cpp: &Cpp) -> String {
    match parameter {
        Parameter::Input { name, list, optional, written } => {
            format!("{}{}& {name}", if *written { "" } else { "const " }, tensor(*list, *optional, cpp))
        }
        Parameter::Attribute { name, ty, optional, default } => {
            let mut text = format!("{} {name}", optional_type(cpp_type(cpp, "api", &ty.to_string()), *optional, cpp));
            if let Some(default) = default {
                write!(text, " = {default}").expect("a string takes everything");
            }
            text
        }
        Parameter::Output { name, list: false } => format!("Tensor* {name}"),
        Parameter::Output { name, list: true } => format!("std::vector<Tensor*> {name}"),
    }
}

fn api_returns(returns: &[Returned], cpp: &Cpp) -> String {
    let ty = |returned: &Returned| {
        format!("{}{}", tensor(returned.list, returned.optional, cpp), if returned.written { "&" } else { "" })
    };
    match returns {
        [] => "void".to_owned(),
        [one] => ty(one),
        several => format!("std::tuple<{}>", several.iter().map(ty).collect::<Vec<_>>().join(", ")),
    }
}

fn tensor(list: bool, optional: bool, cpp: &Cpp) -> String {
    optional_type(if list { "std::vector<Tensor>" } else { "Tensor" }, optional, cpp)
}

/// A type, or what holds a value of it or nothing.
pub fn optional_type(ty: &str, optional: bool, cpp: &Cpp) -> String {
    if !optional {
        return ty.to_owned();
    }
    let namespace = cpp.namespaces.get("paddle").map_or("", String::as_str);
    format!("{namespace}::optional<{ty}>")
}

/// The C++ type of a YAML type in a layer. A profile whose table lacks it cannot generate; the YAML's own spelling is shown
/// then.
pub fn cpp_type<'a>(cpp: &'a Cpp, layer: &str, ty: &'a str) -> &'a str {
    cpp.types.get(layer).and_then(|types| types.get(ty)).map_or(ty, String::as_str)
}
