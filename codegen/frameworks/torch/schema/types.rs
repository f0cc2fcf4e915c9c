//! Types of arguments and returns.

use std::fmt;

macro_rules! base_types {
    ($($variant:ident = $name:literal $doc:literal;)*) => {
        /// A type without parts.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum BaseType {
            $(#[doc = $doc] $variant,)*
        }

        impl BaseType {
            /// Every type without parts.
            pub const ALL: &[BaseType] = &[$(BaseType::$variant,)*];

            /// What it is, in a sentence.
            pub fn about(self) -> &'static str {
                match self {
                    $(BaseType::$variant => $doc,)*
                }
            }

            /// The name in a schema.
            pub fn name(self) -> &'static str {
                match self {
                    $(BaseType::$variant => $name,)*
                }
            }
        }
    };
}

base_types! {
    Tensor = "Tensor" "A tensor.";
    Int = "int" "A 64-bit integer.";
    SymInt = "SymInt" "An integer that may be symbolic.";
    Float = "float" "A double.";
    Bool = "bool" "A boolean.";
    SymBool = "SymBool" "A boolean that may be symbolic.";
    Str = "str" "A text.";
    Scalar = "Scalar" "A number of any type.";
    ScalarType = "ScalarType" "The type of a tensor's elements.";
    Layout = "Layout" "The layout of a tensor.";
    Device = "Device" "A device.";
    DeviceIndex = "DeviceIndex" "The index of a device.";
    MemoryFormat = "MemoryFormat" "The order of a tensor's dimensions in memory.";
    Generator = "Generator" "A source of random numbers.";
    Storage = "Storage" "The memory of a tensor.";
    Stream = "Stream" "A stream of a device.";
    QScheme = "QScheme" "A scheme of quantization.";
    Dimname = "Dimname" "The name of a dimension.";
    DimVector = "DimVector" "A small vector of dimensions.";
    GraphModule = "GraphModule" "A module of a graph.";
}

impl BaseType {
    /// The type with that name in a schema.
    pub fn of_name(name: &str) -> Option<BaseType> {
        BaseType::ALL.iter().copied().find(|base| base.name() == name)
    }
}

/// The type of an argument or return. Its alias annotation, which is written inside it, is not part of it.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Type {
    /// A type without parts.
    Base(BaseType),
    /// `T?`.
    Optional(Box<Type>),
    /// `T[]` or `T[n]`.
    List {
        /// The type of the elements.
        element: Box<Type>,
        /// The number of elements, if the type has one.
        size: Option<u32>,
    },
    /// `__torch__.torch.classes.NAME`: the name.
    CustomClass(String),
}

/// Begins the types that are custom classes.
pub(crate) const CUSTOM_CLASS: &str = "__torch__.torch.classes.";

impl Type {
    /// The type `Tensor`.
    pub const TENSOR: Type = Type::Base(BaseType::Tensor);

    /// `T?` for a type.
    pub fn optional(element: Type) -> Type {
        Type::Optional(Box::new(element))
    }

    /// The type without parts that it is made of. `None` for a custom class.
    pub fn base(&self) -> Option<BaseType> {
        match self {
            Type::Base(base) => Some(*base),
            Type::Optional(element) | Type::List { element, .. } => element.base(),
            Type::CustomClass(_) => None,
        }
    }

    /// True for the type itself, and for lists and optional values of it.
    pub fn is_made_of(&self, base: BaseType) -> bool {
        self.base() == Some(base)
    }

    /// True for `Tensor`, and for lists and optional values of it.
    pub fn is_tensor_like(&self) -> bool {
        self.is_made_of(BaseType::Tensor)
    }

    /// True for `SymInt`, and for lists and optional values of it.
    pub fn is_symint_like(&self) -> bool {
        self.is_made_of(BaseType::SymInt)
    }

    /// True for `Generator`, and for lists and optional values of it.
    pub fn is_generator_like(&self) -> bool {
        self.is_made_of(BaseType::Generator)
    }

    /// True if a value of this type, or an element of such a list, may be absent.
    pub fn is_nullable(&self) -> bool {
        match self {
            Type::Base(_) | Type::CustomClass(_) => false,
            Type::Optional(_) => true,
            Type::List { element, .. } => element.is_nullable(),
        }
    }

    /// The elements and the size, if this is a list or an optional list.
    pub fn as_list(&self) -> Option<(&Type, Option<u32>)> {
        match self {
            Type::List { element, size } => Some((element, *size)),
            Type::Optional(element) => element.as_list(),
            Type::Base(_) | Type::CustomClass(_) => None,
        }
    }
}

impl fmt::Display for Type {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Type::Base(base) => f.write_str(base.name()),
            Type::Optional(element) => write!(f, "{element}?"),
            Type::List { element, size: None } => write!(f, "{element}[]"),
            Type::List { element, size: Some(size) } => write!(f, "{element}[{size}]"),
            Type::CustomClass(name) => write!(f, "{CUSTOM_CLASS}{name}"),
        }
    }
}
