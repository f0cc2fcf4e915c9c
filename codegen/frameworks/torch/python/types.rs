//! Types as Python's argument parser and type hints have them.

use torch_profile::Hints;
use torch_schema::{BaseType, Type};

/// The type of an argument in the text for the argument parser, or the plain type without the size of a list.
fn cpp_type(ty: &Type, is_simple: bool) -> String {
    match ty {
        Type::Base(BaseType::Int) => "int64_t".to_owned(),
        Type::Base(BaseType::Float) => "double".to_owned(),
        Type::Base(BaseType::Str) => "c10::string_view".to_owned(),
        Type::Base(base) => base.name().to_owned(),
        Type::CustomClass(name) => name.clone(),
        Type::Optional(element) => format!("{}?", cpp_type(element, is_simple)),
        Type::List { element, size } => list(element, *size, is_simple),
    }
}

fn list(element: &Type, size: Option<u32>, is_simple: bool) -> String {
    let sized = |name: &str| match size.filter(|_| !is_simple) {
        Some(size) => format!("{name}[{size}]"),
        None => name.to_owned(),
    };
    match element {
        Type::Base(BaseType::Bool) => format!("::std::array<bool,{}>", size.unwrap_or_default()),
        Type::Base(BaseType::Int) => sized("IntArrayRef"),
        Type::Base(BaseType::SymInt) => sized("SymIntArrayRef"),
        Type::Base(BaseType::Tensor) => sized("TensorList"),
        Type::Base(BaseType::Scalar) => sized("ScalarList"),
        Type::Base(BaseType::Dimname) => sized("DimnameList"),
        Type::Optional(inner) if **inner == Type::TENSOR => "c10::List<::std::optional<Tensor>>".to_owned(),
        _ => format!("ArrayRef<{}>", cpp_type(element, is_simple)),
    }
}

/// The type of an argument in the text for the argument parser.
pub fn parser_type(ty: &Type) -> String {
    cpp_type(ty, false)
}

/// The type of an argument without the size of a list.
pub fn simple_type(ty: &Type) -> String {
    cpp_type(ty, true)
}

/// The number of elements of a list, unless they are truth values.
pub fn list_size(ty: &Type) -> Option<u32> {
    let (element, size) = ty.as_list()?;
    size.filter(|_| *element != Type::Base(BaseType::Bool))
}

/// The hint for an argument.
pub fn argument_hint(ty: &Type, hints: &Hints) -> String {
    let (ty, is_optional) = match ty {
        Type::Optional(element) => (&**element, true),
        ty => (ty, false),
    };
    let (hint, is_nullable) = match ty {
        Type::Base(base) => (base_hint(*base, hints).to_owned(), false),
        Type::List { element, size } => {
            let is_nullable = hints.lists_may_be_absent || matches!(**element, Type::Optional(_));
            (list_hint(element, size.is_some(), hints), ty.is_tensor_like() && is_nullable)
        }
        Type::Optional(_) => (argument_hint(ty, hints), false),
        Type::CustomClass(_) => ("Any".to_owned(), false),
    };
    if is_optional || is_nullable { or_none(&hint) } else { hint }
}

fn base_hint(base: BaseType, hints: &Hints) -> &str {
    match base {
        BaseType::Int | BaseType::DeviceIndex => "_int",
        BaseType::SymInt => "_int | SymInt",
        BaseType::Float => "_float",
        BaseType::Str => "str",
        BaseType::Scalar => &hints.number,
        BaseType::ScalarType => "_dtype",
        BaseType::Bool | BaseType::SymBool => "_bool",
        BaseType::QScheme => "_qscheme",
        BaseType::Layout => "_layout",
        BaseType::Device => "DeviceLikeType | None",
        BaseType::MemoryFormat => "memory_format",
        BaseType::Dimname => "str | EllipsisType | None",
        BaseType::Storage => "Storage | UntypedStorage",
        BaseType::Tensor => "Tensor",
        BaseType::Generator => "Generator",
        BaseType::Stream => "Stream",
        BaseType::DimVector | BaseType::GraphModule => "Any",
    }
}

fn list_hint(element: &Type, is_sized: bool, hints: &Hints) -> String {
    let tensor = match element {
        Type::Optional(_) if !hints.lists_may_be_absent => "Tensor | None",
        _ => "Tensor",
    };
    match (element, is_sized) {
        (Type::Base(BaseType::Int), true) => "_int | _size".to_owned(),
        (Type::Base(BaseType::Int), false) => "_size".to_owned(),
        (Type::Base(BaseType::Float), _) => "Sequence[_float]".to_owned(),
        (element, true) if element.is_tensor_like() => format!("Tensor | tuple[{tensor}, ...] | list[{tensor}]"),
        (element, false) if element.is_tensor_like() => format!("tuple[{tensor}, ...] | list[{tensor}]"),
        (Type::Base(BaseType::SymInt), true) => {
            let element = argument_hint(element, hints);
            format!("{element} | Sequence[{element}]")
        }
        _ => format!("Sequence[{}]", argument_hint(element, hints)),
    }
}

/// The hint for a result.
pub fn result_hint(ty: &Type, hints: &Hints) -> String {
    match ty {
        Type::Optional(element) => or_none(&result_hint(element, hints)),
        Type::Base(BaseType::Device) => "_device".to_owned(),
        Type::Base(BaseType::Dimname) => or_none("str"),
        Type::List { element, .. } => format!("tuple[{}, ...]", result_hint(element, hints)),
        Type::Base(_) | Type::CustomClass(_) => argument_hint(ty, hints),
    }
}

/// A hint for a value that may be absent.
pub fn or_none(hint: &str) -> String {
    const NONE: &str = " | None";
    if hint.ends_with(NONE) { hint.to_owned() } else { format!("{hint}{NONE}") }
}
