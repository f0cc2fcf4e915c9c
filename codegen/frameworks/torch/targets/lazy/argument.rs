//! Arguments of recorded operators.

use serde::Serialize;
use torch_schema::{Argument, BaseType, Type};

/// The value of a node.
const VALUE: &str = "torch::lazy::Value";

/// An argument of a node.
#[derive(Debug, Clone, Serialize)]
pub struct LazyArgument {
    pub name: String,
    /// The type of the constructor's parameter.
    #[serde(rename = "type")]
    ty: String,
    /// The type of the member.
    member: String,
    pub is_optional: bool,
    /// True if it is the value of a node.
    pub is_value: bool,
    /// True for a number that becomes the value of a node.
    pub is_number: bool,
    /// True for an integer that may be symbolic.
    pub is_symint: bool,
    /// True for tensors.
    pub is_tensor_list: bool,
    pub is_generator: bool,
    /// How a kernel passes it to the constructor, unless it is the value of a tensor or number.
    passed: &'static str,
    /// The type of the elements, where `passed` makes a list.
    element: String,
}

impl LazyArgument {
    /// The argument. Integers may be symbolic if `symint`, and numbers are values of nodes unless `keeps_numbers`.
    pub fn new(argument: &Argument, symint: bool, keeps_numbers: bool) -> LazyArgument {
        let ty = &argument.ty.value;
        let types = Types { symint, keeps_numbers };
        let is_number = ty.is_made_of(BaseType::Scalar);
        let is_plain_symint = symint && ty.is_symint_like() && ty.as_list().is_none();
        let cpp_type = types.of(ty);
        let is_value = cpp_type.contains(VALUE);
        let element = match ty {
            Type::List { element, .. } => types.of(element),
            Type::Optional(optional) => match &**optional {
                Type::List { element, .. } => types.of(element),
                _ => String::new(),
            },
            Type::Base(_) | Type::CustomClass(_) => String::new(),
        };
        let is_list = |ty: &Type| matches!(ty, Type::List { .. });
        let passed = match ty {
            _ if is_value => "value",
            Type::List { element, .. } if symint && **element == Type::Base(BaseType::SymInt) => "symints",
            Type::List { .. } => "list",
            Type::Optional(optional) if is_list(optional) => "optional_list",
            _ => "plain",
        };
        LazyArgument {
            name: argument.name.value.clone(),
            member: match cpp_type.as_str() {
                "c10::string_view" => "std::string".to_owned(),
                OPTIONAL_TEXT => "::std::optional<std::string>".to_owned(),
                other => other.to_owned(),
            },
            is_optional: matches!(ty, Type::Optional(_)),
            is_tensor_list: matches!(ty, Type::List { element, .. } if **element == Type::TENSOR),
            is_generator: ty.is_generator_like(),
            is_symint: is_plain_symint,
            ty: cpp_type,
            is_value,
            is_number,
            passed,
            element,
        }
    }
}

pub const OPTIONAL_TEXT: &str = "::std::optional<c10::string_view>";

#[derive(Clone, Copy)]
struct Types {
    symint: bool,
    keeps_numbers: bool,
}

impl Types {
    /// The type that owns a value.
    fn of(self, ty: &Type) -> String {
        match ty {
            Type::Base(base) => self.of_base(*base).to_owned(),
            Type::Optional(element) => format!("::std::optional<{}>", self.of(element)),
            Type::List { element, .. } => match &**element {
                Type::Base(BaseType::Tensor) => VALUE.to_owned(),
                Type::Base(BaseType::SymInt) => "::std::vector<int64_t>".to_owned(),
                Type::Optional(_) if element.is_tensor_like() => format!("c10::List<::std::optional<{VALUE}>>"),
                element => format!("::std::vector<{}>", self.of(element)),
            },
            Type::CustomClass(name) => format!("c10::intrusive_ptr<{name}>"),
        }
    }

    fn of_base(self, base: BaseType) -> &'static str {
        match base {
            BaseType::Tensor => VALUE,
            BaseType::Scalar if self.keeps_numbers => "at::Scalar",
            BaseType::Scalar => VALUE,
            BaseType::SymInt if self.symint => VALUE,
            BaseType::Int | BaseType::SymInt => "int64_t",
            BaseType::Bool | BaseType::SymBool => "bool",
            BaseType::Float => "double",
            BaseType::Str => "c10::string_view",
            BaseType::ScalarType => "at::ScalarType",
            BaseType::Device | BaseType::DeviceIndex => "at::Device",
            BaseType::Generator => "at::Generator",
            BaseType::Layout => "at::Layout",
            BaseType::MemoryFormat => "at::MemoryFormat",
            BaseType::QScheme => "at::QScheme",
            BaseType::Storage | BaseType::Stream | BaseType::Dimname | BaseType::DimVector | BaseType::GraphModule => {
                "at::IValue"
            }
        }
    }
}
