//! C++ types of arguments and returns.

use torch_registry::Function;
use torch_schema::{Argument, BaseType, FunctionSchema, Return, Type};

/// What the types of a function depend on, beside its schema.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Style {
    /// Integers of the schema that may be symbolic are so in C++, too.
    pub symint: bool,
    /// Tensors that are written to are `const` references.
    pub const_mutable: bool,
    /// Lists of tensors are references to any kind of list.
    pub any_list: bool,
}

impl Style {
    /// The style of a function.
    pub fn of(function: &Function, symint: bool) -> Self {
        Style {
            symint,
            const_mutable: function.entry.use_const_ref_for_mutable_tensors,
            any_list: function.entry.is_structured_or_delegates(),
        }
    }
}

/// The C++ type of a type without parts, which is passed by value. `None` for tensors and scalars.
fn base_value(base: BaseType, symint: bool) -> Option<&'static str> {
    Some(match base {
        BaseType::Tensor | BaseType::Scalar => return None,
        BaseType::SymInt if symint => "c10::SymInt",
        BaseType::Int | BaseType::SymInt => "int64_t",
        BaseType::Float => "double",
        BaseType::Bool => "bool",
        BaseType::SymBool => "c10::SymBool",
        BaseType::Str => "c10::string_view",
        BaseType::ScalarType => "at::ScalarType",
        BaseType::Layout => "at::Layout",
        BaseType::Device => "at::Device",
        BaseType::DeviceIndex => "at::DeviceIndex",
        BaseType::MemoryFormat => "at::MemoryFormat",
        BaseType::Generator => "at::Generator",
        BaseType::Storage => "at::Storage",
        BaseType::Stream => "at::Stream",
        BaseType::QScheme => "at::QScheme",
        BaseType::Dimname => "at::Dimname",
        BaseType::DimVector => "at::DimVector",
        BaseType::GraphModule => "torch::fx::GraphModule",
    })
}

pub(crate) fn optional(element: &str) -> String {
    format!("::std::optional<{element}>")
}

/// The type of what is passed by value; `None` for what is passed by reference.
pub(crate) fn value(ty: &Type, symint: bool) -> Option<String> {
    match ty {
        Type::Base(base) => base_value(*base, symint).map(str::to_owned),
        Type::Optional(element) => value(element, symint).map(|element| optional(&element)),
        Type::List { element, size: Some(size) } if **element == Type::Base(BaseType::Bool) => {
            Some(format!("::std::array<bool,{size}>"))
        }
        Type::List { .. } => None,
        Type::CustomClass(name) => Some(format!("c10::intrusive_ptr<{name}>")),
    }
}

/// The type of an argument in the C++ API and in the dispatcher.
pub fn argument_type(argument: &Argument, style: Style) -> String {
    of_argument(&argument.ty.value, argument.is_write(), style)
}

/// The type of an argument of a type, if it is not written to.
pub fn read_argument_type(ty: &Type) -> String {
    of_argument(ty, false, Style { symint: true, const_mutable: false, any_list: false })
}

pub(crate) fn of_argument(ty: &Type, is_write: bool, style: Style) -> String {
    if let Some(value) = value(ty, style.symint) {
        return value;
    }
    let is_mutable = is_write && !style.const_mutable;
    match ty {
        Type::Base(BaseType::Tensor) if is_mutable => "at::Tensor &".to_owned(),
        Type::Base(BaseType::Scalar) => "const at::Scalar &".to_owned(),
        Type::Base(_) | Type::CustomClass(_) => "const at::Tensor &".to_owned(),
        Type::Optional(element) => of_optional(element, is_write, is_mutable, style),
        Type::List { element, .. } => of_list(element, is_write, style),
    }
}

fn of_optional(element: &Type, is_write: bool, is_mutable: bool, style: Style) -> String {
    match element {
        Type::Base(BaseType::Tensor) if is_mutable => "at::Tensor &".to_owned(),
        Type::Base(BaseType::Tensor) => "const ::std::optional<at::Tensor> &".to_owned(),
        Type::Base(BaseType::Scalar) => "const ::std::optional<at::Scalar> &".to_owned(),
        Type::List { element, .. } if is_integer(element) => match is_symbolic(element, style) {
            true => "at::OptionalSymIntArrayRef".to_owned(),
            false => "at::OptionalIntArrayRef".to_owned(),
        },
        _ => optional(&of_argument(element, is_write, style)),
    }
}

fn of_list(element: &Type, is_write: bool, style: Style) -> String {
    match element {
        Type::Base(BaseType::Tensor) if style.any_list => "const at::ITensorListRef &".to_owned(),
        Type::Base(BaseType::Tensor) => "at::TensorList".to_owned(),
        Type::Base(BaseType::Scalar) => "at::ArrayRef<at::Scalar>".to_owned(),
        Type::Base(BaseType::Dimname) => "at::DimnameList".to_owned(),
        Type::Optional(optional) if **optional == Type::TENSOR => {
            "const c10::List<::std::optional<at::Tensor>> &".to_owned()
        }
        _ if is_symbolic(element, style) => "c10::SymIntArrayRef".to_owned(),
        _ if is_integer(element) => "at::IntArrayRef".to_owned(),
        _ => format!("at::ArrayRef<{}>", of_argument(element, is_write, style)),
    }
}

pub(crate) fn is_integer(ty: &Type) -> bool {
    matches!(ty, Type::Base(BaseType::Int | BaseType::SymInt))
}

fn is_symbolic(ty: &Type, style: Style) -> bool {
    style.symint && *ty == Type::Base(BaseType::SymInt)
}

/// The type of one return.
pub fn return_type(returned: &Return, style: Style) -> String {
    of_return(&returned.ty.value, returned.is_write(), style)
}

fn of_return(ty: &Type, is_write: bool, style: Style) -> String {
    if let Some(value) = value(ty, true) {
        return value;
    }
    match ty {
        Type::Base(BaseType::Scalar) => "at::Scalar".to_owned(),
        Type::Base(_) | Type::CustomClass(_) => match (is_write, style.const_mutable) {
            (true, true) => "const at::Tensor &".to_owned(),
            (true, false) => "at::Tensor &".to_owned(),
            (false, _) => "at::Tensor".to_owned(),
        },
        Type::Optional(element) => optional(&of_return(element, is_write, style)),
        Type::List { element, .. } => format!("::std::vector<{}>", of_return(element, false, style)),
    }
}

/// The type of all returns together.
pub fn returns_type(returns: &[Return], style: Style) -> String {
    match returns {
        [] => "void".to_owned(),
        [only] => return_type(only, style),
        several => {
            let types: Vec<_> = several.iter().map(|returned| return_type(returned, style)).collect();
            format!("::std::tuple<{}>", types.join(","))
        }
    }
}

/// A type without `const` and reference.
pub fn without_reference(ty: &str) -> &str {
    ty.strip_prefix("const ").unwrap_or(ty).trim_end_matches(" &")
}

/// The names of the results in C++: for each the argument that it is, or else its own.
pub fn result_names(func: &FunctionSchema) -> Vec<String> {
    let count = func.returns.len();
    let name = |(at, returned): (usize, &Return)| match (func.arguments.out.get(at), &returned.name) {
        _ if func.name.value.name.is_inplace => "self".to_owned(),
        (Some(out), _) => out.name.value.clone(),
        (None, Some(own)) if func.arguments.of_name(own.as_str()).is_some() => format!("{}_return", own.value),
        (None, Some(own)) => own.value.clone(),
        (None, None) if count == 1 => "result".to_owned(),
        (None, None) => format!("result{at}"),
    };
    func.returns.iter().enumerate().map(name).collect()
}
