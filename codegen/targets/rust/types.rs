//! What the rows of the table are made of, and the functions that find one: the part that is the same for all operators.

use std::sync::LazyLock;

use proc_macro2::{Ident, Span, TokenStream};
use quote::quote;

use super::layout;
use heck::ToPascalCase;
use profile::Profile;
use spec::{AttrType, Element, Family, ScalarElement};

/// The variant that stands for a family.
pub fn world(family: Family) -> String {
    family.key().to_pascal_case()
}

/// The variant that stands for a type.
pub fn attr_type(ty: AttrType) -> String {
    let element = match ty.element {
        Element::Bool => "Bool",
        Element::Int => "Int",
        Element::Int32 => "Int32",
        Element::Int64 => "Int64",
        Element::Long => "Long",
        Element::Size => "Size",
        Element::Float => "Float",
        Element::Double => "Double",
        Element::Str => "Str",
        Element::Scalar(None) => "Scalar",
        Element::Scalar(Some(ScalarElement::Bool)) => "ScalarBool",
        Element::Scalar(Some(ScalarElement::Int)) => "ScalarInt",
        Element::Scalar(Some(ScalarElement::Int64)) => "ScalarInt64",
        Element::Scalar(Some(ScalarElement::Float)) => "ScalarFloat",
        Element::Scalar(Some(ScalarElement::Double)) => "ScalarDouble",
        Element::IntArray => "IntArray",
        Element::Place => "Place",
        Element::DataLayout => "DataLayout",
        Element::DataType => "DataType",
    };
    let plural = if ty.list { "s" } else { "" };
    format!("{element}{plural}")
}

fn ident(name: &str) -> Ident {
    Ident::new(name, Span::call_site())
}

/// Everything but the tables.
pub fn items(profile: &Profile) -> String {
    static FIXED: LazyLock<String> =
        LazyLock::new(|| layout::items([structs(), values(), lookups(), constructors()].into_iter().collect()));
    [layout::items(enums(&profile.families)), FIXED.clone()].join("\n")
}

fn enums(families: &[Family]) -> TokenStream {
    let worlds = families.iter().map(|&family| {
        let (name, about) = (ident(&world(family)), format!(" {}", family.about()));
        quote! { #[doc = #about] #name, }
    });
    let spelling = |ty: AttrType| (ident(&attr_type(ty)), ty.to_string());
    let types: Vec<_> = AttrType::names().filter_map(|name| name.parse().ok()).map(spelling).collect();
    let variants = types.iter().map(|(variant, name)| {
        let about = format!(" `{name}`");
        quote! { #[doc = #about] #variant, }
    });
    let names = types.iter().map(|(variant, name)| quote! { Self::#variant => #name, });
    quote! {
        /// Operators that see each other. A name means one operator of its world.
        #[allow(dead_code)]
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum World { #(#worlds)* }

        /// The type of an attribute.
        #[allow(dead_code)]
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        pub enum AttrType { #(#variants)* }

        #[allow(dead_code)]
        impl AttrType {
            /// The type as operator YAML spells it.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self { #(#names)* }
            }
        }
    }
}

fn structs() -> TokenStream {
    quote! {
        /// An operator.
        #[allow(dead_code)]
        #[derive(Debug, Clone, Copy, PartialEq)]
        pub struct Op {
            /// The name in operator YAML.
            pub name: &'static str,
            /// The world that the name is of.
            pub world: World,
            /// The type in saved programs.
            pub legacy_name: &'static str,
            /// The tensors that it takes, in order.
            pub inputs: &'static [Input],
            /// What else it takes, in order.
            pub attrs: &'static [Attr],
            /// The tensors that it makes, in order.
            pub outputs: &'static [Output],
            /// Attributes that only saved programs have.
            pub extra_attrs: &'static [Attr],
            /// Gradients: the operator that this one is the gradient of.
            pub forward: Option<&'static str>,
            /// The operator that computes the gradient.
            pub grad: Option<&'static str>,
            /// What changed in its saved form, oldest first.
            pub versions: &'static [Checkpoint],
        }

        /// A tensor, or a list of tensors, that an operator takes.
        #[allow(dead_code)]
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub struct Input {
            /// The name in operator YAML.
            pub name: &'static str,
            /// The name in saved programs.
            pub legacy_name: &'static str,
            /// Whether it is a list of tensors.
            pub is_list: bool,
            /// Whether it may be absent.
            pub optional: bool,
            /// Whether its shape and type are enough.
            pub no_need_buffer: bool,
        }

        /// A tensor, or a list of tensors, that an operator makes.
        #[allow(dead_code)]
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub struct Output {
            /// The name in operator YAML.
            pub name: &'static str,
            /// The name in saved programs.
            pub legacy_name: &'static str,
            /// Whether it is a list of tensors.
            pub is_list: bool,
            /// Whether it may be absent.
            pub optional: bool,
            /// Whether it is made for the gradient only.
            pub intermediate: bool,
        }

        /// An attribute.
        #[allow(dead_code)]
        #[derive(Debug, Clone, Copy, PartialEq)]
        pub struct Attr {
            /// The name in operator YAML.
            pub name: &'static str,
            /// The name in saved programs.
            pub legacy_name: &'static str,
            /// The type in operator YAML.
            pub ty: AttrType,
            /// What it is where nothing is said; it must be given if there is none.
            pub default: Option<Value>,
            /// How its value may come at run time, if it may.
            pub mutable: Option<Mutable>,
        }

        /// A checkpoint in the versions of an operator.
        #[allow(dead_code)]
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub struct Checkpoint {
            /// What was done, and why.
            pub note: &'static str,
            /// The single changes.
            pub actions: &'static [Action],
        }

        /// A change in the saved form of an operator.
        #[allow(dead_code)]
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub struct Action {
            /// What was done.
            pub kind: ActionKind,
            /// The input, output or attribute; of a fix, its kind.
            pub subject: &'static str,
            /// The reason.
            pub comment: Option<&'static str>,
            /// The value that programs get which lack it: a C++ expression.
            pub default: Option<&'static str>,
        }
    }
}

fn values() -> TokenStream {
    quote! {
        /// A default.
        #[allow(dead_code)]
        #[derive(Debug, Clone, Copy, PartialEq)]
        pub enum Value {
            /// A truth value.
            Bool(bool),
            /// An integer.
            Int(i64),
            /// A floating point number.
            Float(f64),
            /// A string.
            Str(&'static str),
            /// A list of truth values.
            Bools(&'static [bool]),
            /// A list of integers.
            Ints(&'static [i64]),
            /// A list of floating point numbers.
            Floats(&'static [f64]),
            /// A list of strings.
            Strs(&'static [&'static str]),
            /// Anything else, such as `DataType::FLOAT32`: a C++ expression.
            Expr(&'static str),
        }

        /// What may carry the value of an attribute at run time.
        #[allow(dead_code)]
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub enum Mutable {
            /// The attribute itself, which may hold a variable.
            Variable,
            /// An input, or one of two.
            Inputs {
                /// The input that holds the value as one tensor.
                tensor: Option<&'static str>,
                /// The input that holds it as a tensor for each element.
                tensors: Option<&'static str>,
            },
        }

        /// A kind of change in the saved form of an operator.
        #[allow(dead_code)]
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub enum ActionKind {
            /// A new attribute.
            AddAttr,
            /// A new input.
            AddInput,
            /// A new output.
            AddOutput,
            /// An attribute with another meaning or default.
            ModifyAttr,
            /// An attribute that is no more.
            DeleteAttr,
            /// An input that is no more.
            DeleteInput,
            /// An output that is no more.
            DeleteOutput,
            /// An input with another meaning.
            ModifyInput,
            /// An output with another meaning.
            ModifyOutput,
            /// Another result for the same arguments.
            FixBug,
        }
    }
}

fn lookups() -> TokenStream {
    quote! {
        /// The operators of a name: one, unless several worlds have it.
        #[allow(dead_code)]
        #[must_use]
        pub fn by_name(name: &str) -> &'static [Op] {
            let start = OPS.partition_point(|op| op.name < name);
            let behind = &OPS[start..];
            &behind[..behind.partition_point(|op| op.name == name)]
        }

        /// The operator of a name in one world.
        #[allow(dead_code)]
        #[must_use]
        pub fn find(world: World, name: &str) -> Option<&'static Op> {
            by_name(name).iter().find(|op| op.world == world)
        }

        /// The operators that saved programs call by a name.
        #[allow(dead_code)]
        pub fn by_legacy_name(name: &str) -> impl Iterator<Item = &'static Op> {
            let start = BY_LEGACY_NAME.partition_point(|&at| OPS[at].legacy_name < name);
            let behind = &BY_LEGACY_NAME[start..];
            behind[..behind.partition_point(|&at| OPS[at].legacy_name == name)].iter().map(|&at| &OPS[at])
        }

        #[allow(dead_code)]
        impl Op {
            /// The operator that computes the gradient. What a world does not have comes from the dense one.
            #[must_use]
            pub fn gradient(&self) -> Option<&'static Op> {
                let name = self.grad?;
                find(self.world, name).or_else(|| find(World::Dense, name))
            }
        }
    }
}

fn constructors() -> TokenStream {
    quote! {
        #[allow(dead_code)]
        const fn op(
            name: &'static str,
            world: World,
            legacy_name: &'static str,
            inputs: &'static [Input],
            attrs: &'static [Attr],
            outputs: &'static [Output],
        ) -> Op {
            Op { name, world, legacy_name, inputs, attrs, outputs, extra_attrs: &[], forward: None, grad: None, versions: &[] }
        }

        #[allow(dead_code)]
        const fn input(name: &'static str, legacy_name: &'static str) -> Input {
            Input { name, legacy_name, is_list: false, optional: false, no_need_buffer: false }
        }

        #[allow(dead_code)]
        const fn output(name: &'static str, legacy_name: &'static str) -> Output {
            Output { name, legacy_name, is_list: false, optional: false, intermediate: false }
        }

        #[allow(dead_code)]
        const fn attr(name: &'static str, legacy_name: &'static str, ty: AttrType) -> Attr {
            Attr { name, legacy_name, ty, default: None, mutable: None }
        }

        #[allow(dead_code)]
        impl Op {
            const fn extra(self, extra_attrs: &'static [Attr]) -> Self {
                Self { extra_attrs, ..self }
            }
            const fn of(self, forward: &'static str) -> Self {
                Self { forward: Some(forward), ..self }
            }
            const fn grad(self, grad: &'static str) -> Self {
                Self { grad: Some(grad), ..self }
            }
            const fn since(self, versions: &'static [Checkpoint]) -> Self {
                Self { versions, ..self }
            }
        }

        #[allow(dead_code)]
        impl Input {
            const fn list(self) -> Self {
                Self { is_list: true, ..self }
            }
            const fn optional(self) -> Self {
                Self { optional: true, ..self }
            }
            const fn no_need_buffer(self) -> Self {
                Self { no_need_buffer: true, ..self }
            }
        }

        #[allow(dead_code)]
        impl Output {
            const fn list(self) -> Self {
                Self { is_list: true, ..self }
            }
            const fn optional(self) -> Self {
                Self { optional: true, ..self }
            }
            const fn intermediate(self) -> Self {
                Self { intermediate: true, ..self }
            }
        }

        #[allow(dead_code)]
        impl Attr {
            const fn or(self, default: Value) -> Self {
                Self { default: Some(default), ..self }
            }
            const fn mutable(self, mutable: Mutable) -> Self {
                Self { mutable: Some(mutable), ..self }
            }
        }
    }
}
