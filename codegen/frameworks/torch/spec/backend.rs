//! A backend YAML: the operators that a backend outside of PyTorch implements.

use source::fields::{self, Fields};
use source::text::Text;
use source::yaml::{Node, Value};
use source::{Diagnostic, Diagnostics, Spanned};
use torch_schema::{FunctionSchema, OperatorName, parse};

use crate::key::{Key, names};
use crate::rules;

/// The operators of a backend.
#[derive(Debug, Clone)]
pub struct Backend {
    /// The dispatch key.
    pub backend: Spanned<String>,
    /// The namespace of the backend's C++.
    pub cpp_namespace: Spanned<String>,
    /// The class of the kernels, if it has another name than `KEYNativeFunctions`.
    pub class_name: Option<Spanned<String>>,
    /// Headers that the generated files include.
    pub extra_headers: Vec<Spanned<String>>,
    /// Operators with a kernel for the backend.
    pub supported: Vec<Spanned<OperatorName>>,
    /// The out forms of structured operators for which the backend has a class with the kernel. Their other forms use it, too.
    pub structured: Vec<Spanned<OperatorName>>,
    /// Operators with a kernel for the backend's autograd key.
    pub autograd: Vec<Spanned<OperatorName>>,
    /// Operators whose kernels take symbolic integers.
    pub symint: Vec<Spanned<OperatorName>>,
    /// Operators for which the lazy backend generates everything.
    pub full_codegen: Vec<Spanned<OperatorName>>,
    /// Operators for which the lazy backend generates only nodes.
    pub ir_gen: Vec<Spanned<OperatorName>>,
    /// Operators that only the lazy backend has.
    pub non_native: Vec<NonNative>,
    /// True if the out form has the kernel of a structured operator.
    pub use_out_as_primary: bool,
    /// True if kernels get a guard for their device.
    pub device_guard: bool,
    /// True if the file was not read completely, so that it is not known which kernels it lists, and of which class.
    pub poisoned: bool,
}

/// An operator that only the lazy backend has.
#[derive(Debug, Clone)]
pub struct NonNative {
    /// The schema.
    pub func: FunctionSchema,
    /// The kind of the node in C++, if it is not the symbol of the operator.
    pub opkind: Option<Spanned<String>>,
    /// How the node differs from others.
    pub properties: Vec<Spanned<NonNativeProperty>>,
}

macro_rules! properties {
    ($($name:ident $doc:literal;)*) => {
        /// How a node differs from others.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub enum NonNativeProperty {
            $(#[doc = $doc] $name,)*
        }

        impl NonNativeProperty {
            /// The names in YAML, each with its property.
            const ALL: &[(&'static str, NonNativeProperty)] = &[$((stringify!($name), NonNativeProperty::$name),)*];
        }
    };
}

properties! {
    ShapePrecompute "Callers give the shapes of the results.";
    ShapeCompute "A function computes the shapes when the node is made.";
    ShapeCache "A function computes the shapes unless they are known already.";
    Lower "The function that lowers the node is generated.";
    LowerDeclOnly "The function that lowers the node is written by hand.";
    CanBeReused "The function that compares arguments is generated.";
    CanBeReusedDeclOnly "The function that compares arguments is written by hand.";
    CreateFn "The function that makes the node is generated.";
    CreateFnDeclOnly "The function that makes the node is written by hand.";
    TreatScalarsAsConstants "Numbers are kept as they are.";
}

/// The keys of the file.
pub const DESCRIBED_KEYS: [Key; 13] = [
    ("backend", "The dispatch key of the backend."),
    ("cpp_namespace", "The namespace of the backend's C++."),
    ("class_name", "The class that declares the kernels, if it is not `KEYNativeFunctions`."),
    ("extra_headers", "Headers that the generated files include."),
    ("supported", "The operators that have a kernel for the dispatch key."),
    (
        "structured",
        "The out forms of structured operators for which the backend has a class with the kernel. Their other forms use it, too.",
    ),
    ("autograd", "The operators that have a kernel for the autograd key of the backend."),
    ("symint", "The operators whose kernels take symbolic integers, and have `_symint` at the end of their names."),
    ("full_codegen", "The operators for which everything is generated, in backends that record operators."),
    ("ir_gen", "The operators for which only nodes are generated, in such backends."),
    ("non_native", "Operators that only such a backend has, with their schemas."),
    (
        "use_out_as_primary",
        "False (the default) if inplace and out forms without a kernel copy the results of the functional form.",
    ),
    ("device_guard", "True if kernels switch to the device of their arguments."),
];

/// The keys of an operator that only a backend has.
pub const NON_NATIVE_KEYS: [Key; 3] = [
    ("func", "The schema."),
    ("opkind", "The kind of its node in C++, if it is not the symbol of the operator."),
    ("properties", "How its node differs from others."),
];

/// Lists that may be empty without brackets.
const MAY_BE_EMPTY: [&str; 2] = ["supported", "symint"];

/// Reads a file. `None` if it names no backend, which has been reported.
pub(crate) fn read(root: &Node, diagnostics: &mut Diagnostics) -> Option<Backend> {
    let fields = Fields::of(root, format_args!("a backend"), diagnostics)?;
    let before = diagnostics.len();
    fields.reject_unknown(source::rules::UNKNOWN_KEY, &names(&DESCRIBED_KEYS), diagnostics);
    let backend = fields.require_name("backend", diagnostics);
    let cpp_namespace = fields.require_name("cpp_namespace", diagnostics);
    let mut list = |key| operators(&fields, key, diagnostics);
    let [supported, structured] = ["supported", "structured"].map(&mut list);
    let [autograd, symint] = ["autograd", "symint"].map(&mut list);
    let [full_codegen, ir_gen] = ["full_codegen", "ir_gen"].map(&mut list);
    let class_name = fields.name("class_name", diagnostics);
    let extra_headers = headers(&fields, diagnostics);
    let non_native = non_native(&fields, diagnostics);
    let [use_out_as_primary, device_guard] =
        ["use_out_as_primary", "device_guard"].map(|key| fields.flag(key, diagnostics));
    Some(Backend {
        supported,
        structured,
        autograd,
        symint,
        full_codegen,
        ir_gen,
        class_name,
        extra_headers,
        non_native,
        use_out_as_primary,
        device_guard,
        backend: backend?,
        cpp_namespace: cpp_namespace?,
        poisoned: diagnostics.len() > before || fields.any_rejected(),
    })
}

/// The operators under a key.
fn operators(fields: &Fields, key: &str, diagnostics: &mut Diagnostics) -> Vec<Spanned<OperatorName>> {
    let Some(node) = fields.get(key) else { return Vec::new() };
    if node.is_empty() {
        if !MAY_BE_EMPTY.contains(&key) {
            let span = fields.key_span(key).unwrap_or(node.span);
            let problem = Diagnostic::new(rules::EMPTY_LIST, span, format!("`{key}` of {} has no value", fields.what));
            diagnostics.push(problem.help("write `[]`, or remove the key"));
        }
        return Vec::new();
    }
    let items = fields::items(node, format_args!("`{key}` of {}", fields.what), diagnostics).unwrap_or_default();
    let mut read = |item| {
        let text = fields::text(item, format_args!("an item of `{key}`"), diagnostics)?;
        Some(Spanned::new(parse::operator_name(text, diagnostics)?, text.span()))
    };
    items.iter().filter_map(&mut read).collect()
}

fn headers(fields: &Fields, diagnostics: &mut Diagnostics) -> Vec<Spanned<String>> {
    let Some(node) = fields.get("extra_headers") else { return Vec::new() };
    let mut text = |node| fields::text(node, format_args!("`extra_headers` of {}", fields.what), diagnostics);
    match &node.value {
        Value::Sequence(items) => items.iter().filter_map(&mut text).map(Text::to_spanned).collect(),
        _ => text(node).map(Text::to_spanned).into_iter().collect(),
    }
}

fn non_native(fields: &Fields, diagnostics: &mut Diagnostics) -> Vec<NonNative> {
    let Some(node) = fields.get("non_native") else { return Vec::new() };
    let items = fields::items(node, format_args!("`non_native` of {}", fields.what), diagnostics).unwrap_or_default();
    let mut read = |item| {
        let fields = Fields::of(item, format_args!("an operator of the lazy backend"), diagnostics)?;
        fields.reject_unknown(source::rules::UNKNOWN_KEY, &names(&NON_NATIVE_KEYS), diagnostics);
        let func = parse::schema(fields.require_text("func", diagnostics)?, diagnostics)?;
        let opkind = fields.get("opkind").and_then(|node| fields::text(node, format_args!("`opkind`"), diagnostics));
        let properties = properties(&fields, diagnostics);
        Some(NonNative { func, opkind: opkind.map(Text::to_spanned), properties })
    };
    items.iter().filter_map(&mut read).collect()
}

fn properties(fields: &Fields, diagnostics: &mut Diagnostics) -> Vec<Spanned<NonNativeProperty>> {
    let Some(node) = fields.get("properties") else { return Vec::new() };
    let items = fields::items(node, format_args!("`properties` of {}", fields.what), diagnostics).unwrap_or_default();
    let mut read = |item| {
        let text = fields::text(item, format_args!("an item of `properties`"), diagnostics)?;
        let known = NonNativeProperty::ALL.iter().find(|(name, _)| *name == text.as_str());
        if known.is_none() {
            let message = format!("there is no property `{}`", text.as_str());
            let help = source::suggest::help(text.as_str(), NonNativeProperty::ALL.iter().map(|(name, _)| *name));
            diagnostics.push(Diagnostic::new(rules::UNKNOWN_VALUE, text.span(), message).maybe_help(help));
        }
        known.map(|(_, property)| Spanned::new(*property, text.span()))
    };
    items.iter().filter_map(&mut read).collect()
}
