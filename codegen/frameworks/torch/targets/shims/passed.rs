//! Values that C passes: numbers, texts, pointers and handles of tensors.

use serde::Serialize;
use torch_schema::{BaseType, Type};

/// An argument as C passes it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Passed {
    /// The parameters in C: types and names.
    pub parameters: Vec<(String, String)>,
    /// The type in C++.
    cpp: String,
    /// The value in C++.
    pub expression: String,
}

/// A result that C returns through a pointer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Returned {
    /// The parameter.
    pub name: String,
    /// The type in C.
    pub c_type: &'static str,
    /// The value for C.
    pub value: String,
}

const TENSOR: &str = "at::Tensor";
const DEVICE: &str = "c10::Device";

/// The types in C and C++. `None` for what C cannot pass in one piece.
fn base_types(base: BaseType) -> Option<(&'static str, &'static str)> {
    Some(match base {
        BaseType::Tensor => ("AtenTensorHandle", TENSOR),
        BaseType::Bool => ("int32_t", "bool"),
        BaseType::Int => ("int64_t", "int64_t"),
        // Compiled models know their sizes.
        BaseType::SymInt => ("int64_t", "c10::SymInt"),
        BaseType::Float => ("double", "double"),
        BaseType::Scalar => ("double", "c10::Scalar"),
        BaseType::Str => ("const char*", "::std::string_view"),
        BaseType::DeviceIndex => ("int32_t", "c10::DeviceIndex"),
        BaseType::Layout => ("int32_t", "c10::Layout"),
        BaseType::MemoryFormat => ("int32_t", "c10::MemoryFormat"),
        BaseType::ScalarType => ("int32_t", "c10::ScalarType"),
        BaseType::Generator => ("AtenGeneratorHandle", "at::Generator"),
        _ => return None,
    })
}

impl Passed {
    /// An argument. `None` if C cannot pass its type.
    pub fn new(ty: &Type, name: &str, is_write: bool) -> Option<Passed> {
        match ty {
            Type::Base(BaseType::Device) => Some(Passed::device(name)),
            Type::Base(base) => Passed::base(*base, name, is_write),
            Type::Optional(element) => Some(Passed::new(element, name, false)?.optional(name)),
            Type::List { element, size } => Passed::new(element, name, false)?.list(element, *size, name, is_write),
            Type::CustomClass(_) => None,
        }
    }

    fn base(base: BaseType, name: &str, is_write: bool) -> Option<Passed> {
        let (c_type, cpp) = base_types(base)?;
        let expression = match base {
            BaseType::Tensor if is_write => format!("*tensor_handle_to_tensor_pointer({name})"),
            BaseType::Tensor => format!("resolve_tensor_dispatch_flags({name})"),
            BaseType::Generator => format!("*generator_handle_to_generator_pointer({name})"),
            BaseType::DeviceIndex | BaseType::Layout | BaseType::MemoryFormat | BaseType::ScalarType => {
                format!("static_cast<{cpp}>({name})")
            }
            _ => name.to_owned(),
        };
        Some(Passed { parameters: vec![(c_type.to_owned(), name.to_owned())], cpp: cpp.to_owned(), expression })
    }

    /// A device: its kind, and its index.
    fn device(name: &str) -> Passed {
        let parameters = [name.to_owned(), index(name)].map(|name| ("int32_t".to_owned(), name)).to_vec();
        let index = index(name);
        let expression =
            format!("{DEVICE}(static_cast<c10::DeviceType>({name}), static_cast<c10::DeviceIndex>({index}))");
        Passed { parameters, cpp: DEVICE.to_owned(), expression }
    }

    /// The same, or nothing: a pointer that may be null.
    fn optional(mut self, name: &str) -> Passed {
        if let Some((c_type, _)) = self.parameters.first_mut() {
            c_type.push('*');
        }
        let cpp = &self.cpp;
        let expression = match cpp.strip_prefix("c10::ArrayRef<").and_then(|cpp| cpp.strip_suffix('>')) {
            Some(element) => format!("pointer_to_optional_list<{element}>({name}, {})", length(name)),
            None if cpp == DEVICE => format!("pointer_to_optional_device({name}, {})", index(name)),
            None if cpp == TENSOR => format!("resolve_tensor_dispatch_flags({name})"),
            None => format!("pointer_to_optional<{cpp}>({name})"),
        };
        Passed { cpp: optional(cpp), expression, ..self }
    }

    /// A list of the same: a pointer and a length. `None` if C cannot pass it.
    fn list(self, element: &Type, size: Option<u32>, name: &str, is_write: bool) -> Option<Passed> {
        let Passed { parameters, cpp, .. } = self;
        let [(c_type, _)] = parameters.as_slice() else { return None };
        let length = length(name);
        let resolved = format!("resolve_tensor_list_dispatch_flags({name}, {length})");
        let expression = match (element, size) {
            (Type::Base(BaseType::Bool), Some(size)) => format!("pointer_to_list<{size}>({name})"),
            (Type::Base(BaseType::Bool), None) => return None,
            (Type::Base(BaseType::Tensor), _) if !is_write => resolved,
            (Type::Optional(inner), _) if **inner == Type::TENSOR => {
                format!("c10::List<{cpp}>(c10::ArrayRef<{cpp}>({resolved}))")
            }
            _ => format!("pointer_to_list<{cpp}>({name}, {length})"),
        };
        let parameters = vec![(format!("const {c_type}*"), name.to_owned()), ("int64_t".to_owned(), length)];
        Some(Passed { parameters, cpp: format!("c10::ArrayRef<{cpp}>"), expression })
    }
}

fn optional(cpp: &str) -> String {
    format!("::std::optional<{cpp}>")
}

fn index(name: &str) -> String {
    format!("{name}_index_")
}

fn length(name: &str) -> String {
    format!("{name}_len_")
}

impl Returned {
    /// The result at a position, of so many. `None` if C cannot return its type.
    pub fn new(ty: &Type, at: usize, of: usize) -> Option<Returned> {
        let Type::Base(base) = ty else { return None };
        let (c_type, _) = base_types(*base)?;
        let value = if of == 1 { "results".to_owned() } else { format!("std::get<{at}>(results)") };
        let value = match base {
            BaseType::Tensor => format!("new_tensor_handle(std::move({value}))"),
            BaseType::SymInt => format!("{value}.expect_int()"),
            BaseType::Scalar => format!("{value}.toDouble()"),
            _ => value,
        };
        Some(Returned { name: format!("ret{at}"), c_type, value })
    }
}
