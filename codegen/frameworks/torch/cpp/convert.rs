//! Expressions that turn the parameters of one function into the arguments of another. An argument is made of the parameter with
//! its own name; tensor options are made of one, or taken apart.

use crate::{Parameter, Role, joined};

/// The out argument that stands for tensor options.
const OUT: &str = "out";

/// The arguments with which a function with the parameters `given` calls one with the parameters `wanted`. In a method, `self` is the
/// object. An argument that cannot be made of anything has its own name.
pub fn converted(given: &[Parameter], wanted: &[Parameter], is_method: bool) -> String {
    joined(wanted.iter().map(|wanted| argument(given, wanted, is_method)))
}

fn argument(given: &[Parameter], wanted: &Parameter, is_method: bool) -> String {
    if is_method && wanted.name == "self" {
        return "const_cast<Tensor&>(*this)".to_owned();
    }
    let options = given.iter().find(|parameter| parameter.role == Role::Options);
    match given.iter().find(|parameter| parameter.name == wanted.name) {
        Some(parameter) => match (parameter.role, options) {
            (Role::RedundantMemoryFormat, Some(options)) if wanted.role == Role::Argument => {
                format!(
                    "c10::impl::check_tensor_options_and_extract_memory_format({}, {})",
                    options.name, parameter.name
                )
            }
            _ => of_type(&parameter.name, &parameter.ty, &wanted.ty),
        },
        None if wanted.role == Role::Options => {
            "TensorOptions().dtype(dtype).layout(layout).device(device).pinned_memory(pin_memory)".to_owned()
        }
        None => {
            let out = given.iter().find(|parameter| parameter.name == OUT && parameter.ty == "at::Tensor &");
            let of_options = options.and_then(|options| option(&options.name, &wanted.name));
            of_options.or_else(|| option_of_out(out?, &wanted.name)).unwrap_or_else(|| wanted.name.clone())
        }
    }
}

/// One of the tensor options.
fn option(options: &str, name: &str) -> Option<String> {
    Some(match name {
        "dtype" => format!("c10::optTypeMetaToScalarType({options}.dtype_opt())"),
        "layout" => format!("{options}.layout_opt()"),
        "device" => format!("{options}.device_opt()"),
        "pin_memory" => format!("{options}.pinned_memory_opt()"),
        _ => return None,
    })
}

/// One of the tensor options of a function with an out argument, which has none.
fn option_of_out(out: &Parameter, name: &str) -> Option<String> {
    Some(match name {
        "dtype" => format!("{}.scalar_type()", out.name),
        "layout" => format!("{}.layout()", out.name),
        "device" => format!("{}.device()", out.name),
        // The memory is there already.
        "pin_memory" => "::std::nullopt".to_owned(),
        _ => return None,
    })
}

/// A value of one type as a value of another.
fn of_type(name: &str, from: &str, to: &str) -> String {
    let optional = |value: &str| format!("{name}.has_value() ? ::std::make_optional({value}) : ::std::nullopt");
    match (from, to) {
        ("at::IntArrayRef", "c10::SymIntArrayRef") => format!("c10::fromIntArrayRefSlow({name})"),
        ("c10::SymIntArrayRef", "at::IntArrayRef") => format!("C10_AS_INTARRAYREF_SLOW({name})"),
        ("c10::SymInt", "int64_t") => format!("{name}.guard_int(__FILE__, __LINE__)"),
        ("::std::optional<int64_t>", "::std::optional<c10::SymInt>") => optional(&format!("c10::SymInt(*{name})")),
        ("::std::optional<c10::SymInt>", "::std::optional<int64_t>") => {
            optional(&format!("{name}->guard_int(__FILE__, __LINE__)"))
        }
        ("at::OptionalIntArrayRef", "at::OptionalSymIntArrayRef") => {
            optional(&format!("c10::fromIntArrayRefSlow(*{name})"))
        }
        ("at::OptionalSymIntArrayRef", "at::OptionalIntArrayRef") => {
            optional(&format!("C10_AS_INTARRAYREF_SLOW(*{name})"))
        }
        ("const ::std::optional<at::Tensor> &", "at::OptionalTensorRef")
        | ("const ::std::optional<at::Scalar> &", "at::OptionalScalarRef") => format!("opgen::optional_ref({name})"),
        ("const c10::List<::std::optional<at::Tensor>> &", "at::IOptTensorListRef") => format!("{to}({name})"),
        ("const at::Tensor &", "at::Tensor &") => format!("const_cast<Tensor&>({name})"),
        _ => name.to_owned(),
    }
}
