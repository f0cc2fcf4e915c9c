//! Entries of `native_functions.yaml`.

use source::fields::{self, Fields};
use source::text::Text;
use source::yaml::{Node, Value};
use source::{Diagnostic, Diagnostics, Span, Spanned, suggest};
use torch_profile::Profile;
use torch_schema::{FunctionSchema, OperatorName, parse};

use crate::dispatch::{self, DispatchEntry};
use crate::key::{Key, names};
use crate::precomputed::{self, Precomputed};
use crate::ufunc::{self, UfuncLoop};
use crate::{lists, rules};

/// An overload of an operator.
#[derive(Debug, Clone)]
pub struct NativeFunction {
    /// The namespace, if it is not `aten`.
    pub namespace: Option<Spanned<String>>,
    /// The schema.
    pub func: FunctionSchema,
    /// The text of the schema in the file.
    pub func_span: Span,
    /// Whether C++ and Python have a function, and whether they have a method.
    pub variants: Variants,
    /// The table of kernels, if the entry has one.
    pub dispatch: Option<Vec<DispatchEntry>>,
    /// True if the out overload has a structured kernel.
    pub structured: bool,
    /// The out overload that has the kernel of this one.
    pub structured_delegate: Option<Spanned<OperatorName>>,
    /// The class that the meta class is derived from.
    pub structured_inherits: Option<Spanned<String>>,
    /// The arguments that the meta function computes.
    pub precomputed: Option<Precomputed>,
    /// The functions for each element.
    pub ufunc_loops: Vec<UfuncLoop>,
    /// `device_check`.
    pub device_check: Option<Spanned<String>>,
    /// False if the operator needs no guard for its device.
    pub device_guard: bool,
    /// The module of Python.
    pub python_module: Option<Spanned<String>>,
    /// How Python sees tensor options.
    pub category_override: Option<Spanned<String>>,
    /// True if kernels are registered by hand.
    pub manual_kernel_registration: bool,
    /// True if the C++ function is written by hand.
    pub manual_cpp_binding: bool,
    /// True if tensors that are written to are `const` in C++.
    pub use_const_ref_for_mutable_tensors: bool,
    /// Arguments without a default in C++.
    pub cpp_no_default_args: Vec<Spanned<String>>,
    /// The tags that the entry lists.
    pub tags: Vec<Spanned<String>>,
    /// The overloads that are generated for the group of this one.
    pub autogen: Vec<Spanned<OperatorName>>,
    /// The last key and value of the entry. A key that is missing would stand behind it.
    pub last: Span,
    /// The keys of the entry, with their spans.
    pub keys: Vec<Spanned<String>>,
    /// True if the entry was not read completely, so that no conclusion can be drawn from what it lacks.
    pub poisoned: bool,
}

/// Whether C++ and Python have a function, and whether they have a method.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Variants {
    /// A function.
    pub function: bool,
    /// A method of tensors.
    pub method: bool,
}

/// The keys of an entry.
pub const DESCRIBED_KEYS: [Key; 18] = [
    ("func", "The schema: the name with its overload, the arguments with types and defaults, and the results."),
    ("variants", "`function` (the default), `method` of tensors, or both: what C++ and Python get."),
    (
        "dispatch",
        "The kernel for each dispatch key. Without it, the kernel has the name of the operator and calls other operators, for all backends (`CompositeImplicitAutograd`).",
    ),
    (
        "structured",
        "True if a meta function computes shapes first, and the kernel then writes to the out argument. The other forms delegate to this one.",
    ),
    ("structured_delegate", "The out overload whose structured kernel this form uses."),
    (
        "structured_inherits",
        "The class that the class of the meta function is derived from, mostly `TensorIteratorBase`.",
    ),
    (
        "precomputed",
        "What the meta function computes for the kernel, in place of arguments of the schema: `dim -> int dim, int size`.",
    ),
    (
        "ufunc_inner_loop",
        "The function for a single element, for kinds of loops and types of elements. The kernels around it are generated.",
    ),
    ("device_check", "`NoCheck` if arguments may be on different devices, else `ExactSame` (the default)."),
    ("device_guard", "False if kernels do not switch to the device of the arguments. True by default."),
    ("python_module", "The module of Python that has the function: with `nn`, it is `torch._C._nn.NAME`."),
    ("category_override", "How Python takes options for new tensors, where the name of the operator does not tell."),
    ("manual_kernel_registration", "True if kernels are registered by hand."),
    ("manual_cpp_binding", "True if the function in C++ is written by hand."),
    ("use_const_ref_for_mutable_tensors", "True if tensors that are written to are `const Tensor &` in C++."),
    ("cpp_no_default_args", "The arguments whose default counts in Python alone."),
    ("tags", "Tags of `tags.yaml` that the operator has."),
    ("autogen", "The forms of the operator that are generated: out forms, and the functional form."),
];

/// Their names.
pub const KEYS: &[&str] = &names(&DESCRIBED_KEYS);

/// The keys that are true or false.
pub const FLAGS: [&str; 5] = [
    "structured",
    "device_guard",
    "manual_kernel_registration",
    "manual_cpp_binding",
    "use_const_ref_for_mutable_tensors",
];

/// The class that PyTorch's own meta classes are derived from.
pub const BASE_CLASS: &str = "TensorIteratorBase";

/// The namespace of PyTorch's own operators.
pub const ATEN: &str = "aten";

impl NativeFunction {
    /// The span of a key of the entry; that of the schema if the entry does not have the key.
    pub fn key_span(&self, key: &str) -> Span {
        let found = self.keys.iter().find(|known| known.value == key);
        found.map_or(self.func_span, |key| key.span)
    }

    /// The namespace in saved programs and in registrations.
    pub fn namespace(&self) -> &str {
        self.namespace.as_ref().map_or(ATEN, |namespace| namespace.as_str())
    }

    /// The tag of a name, if the entry lists it.
    pub fn tag(&self, name: &str) -> Option<&Spanned<String>> {
        self.tags.iter().find(|tag| tag.value == name)
    }

    /// True if the kernel is structured, here or in the out overload that this one delegates to.
    pub fn is_structured_or_delegates(&self) -> bool {
        self.structured || self.structured_delegate.is_some()
    }

    /// The schema as the file has it, with its namespace.
    pub fn qualified_schema(&self) -> String {
        let namespace = self.namespace.as_ref().map_or(String::new(), |namespace| format!("{}::", namespace.value));
        format!("{namespace}{}", self.func)
    }
}

/// Reads an entry. `None` without a readable schema, which has been reported.
pub(crate) fn read(node: &Node, profile: &Profile, diagnostics: &mut Diagnostics) -> Option<NativeFunction> {
    let fields = Fields::of(node, format_args!("an operator"), diagnostics)?;
    let before = diagnostics.len();
    let fields = match fields.get("func").and_then(Text::of) {
        Some(text) => {
            let name = text.as_str().split('(').next().unwrap_or_default();
            fields.with_span(text.span()).renamed(format!("`{name}`"))
        }
        None => fields,
    };
    fields.reject_unknown(source::rules::UNKNOWN_KEY, KEYS, diagnostics);
    let text = fields.require_text("func", diagnostics);
    let function = text.and_then(|text| namespaced(text, diagnostics));
    let Some((namespace, func)) = function else {
        // Other entries may refer to this one.
        source::yaml::note_lost(node, diagnostics);
        return None;
    };
    let reader = EntryReader { fields: &fields };
    let variants = reader.variants(diagnostics);
    let mut function = NativeFunction {
        namespace,
        func,
        func_span: fields.span,
        variants: variants.unwrap_or(Variants { function: true, method: false }),
        dispatch: dispatch::read(&fields, diagnostics),
        structured: fields.flag("structured", diagnostics),
        structured_delegate: reader.operator("structured_delegate", diagnostics),
        structured_inherits: reader.base_class(diagnostics),
        precomputed: precomputed::read(&fields, diagnostics),
        ufunc_loops: ufunc::read(&fields, diagnostics),
        device_check: reader.one_of("device_check", &profile.names.device_checks, diagnostics),
        device_guard: fields.get("device_guard").is_none() || fields.flag("device_guard", diagnostics),
        python_module: reader.one_of("python_module", &profile.names.python_modules, diagnostics),
        category_override: reader.one_of("category_override", &profile.names.category_overrides, diagnostics),
        manual_kernel_registration: fields.flag("manual_kernel_registration", diagnostics),
        manual_cpp_binding: fields.flag("manual_cpp_binding", diagnostics),
        use_const_ref_for_mutable_tensors: fields.flag("use_const_ref_for_mutable_tensors", diagnostics),
        cpp_no_default_args: reader.list("cpp_no_default_args", diagnostics),
        tags: reader.tags(diagnostics),
        autogen: reader.autogen(diagnostics),
        last: fields.entries().last().map_or(fields.span, last_line),
        keys: fields.entries().iter().map(|(key, _)| key.clone()).collect(),
        poisoned: false,
    };
    function.poisoned = diagnostics.len() > before || fields.any_rejected();
    Some(function)
}

/// The last key and value in a value, which may hold others.
fn last_line((key, node): &(Spanned<String>, Node)) -> Span {
    match &node.value {
        Value::Mapping(entries) => entries.last().map_or(key.span, last_line),
        Value::Sequence(items) => items.last().map_or(key.span, |item| item.span),
        Value::Scalar(_) | Value::Rejected => key.span.to(node.span),
    }
}

/// The namespace and the schema in a text.
fn namespaced(text: Text, diagnostics: &mut Diagnostics) -> Option<(Option<Spanned<String>>, FunctionSchema)> {
    let name = text.as_str().split('(').next().unwrap_or_default();
    let Some(at) = name.rfind("::") else { return Some((None, parse::schema(text, diagnostics)?)) };
    let (namespace, rest) = (text.slice(0, at), text.slice(at + "::".len(), text.as_str().len()));
    if !namespace.is_name() {
        let message = match namespace.is_identifier() {
            true => format!("`{name}` has more than one namespace"),
            false => format!("`{}` is not a valid namespace", namespace.as_str()),
        };
        diagnostics.push(Diagnostic::new(rules::BAD_NAMESPACE, namespace.span(), message));
        return None;
    }
    Some((Some(namespace.to_spanned()), parse::schema(rest, diagnostics)?))
}

/// Reads the values of an entry.
struct EntryReader<'a> {
    fields: &'a Fields<'a>,
}

impl EntryReader<'_> {
    fn variants(&self, diagnostics: &mut Diagnostics) -> Option<Variants> {
        self.fields.get("variants")?;
        let (mut variants, mut is_sound) = (Variants { function: false, method: false }, true);
        let names = lists::on_one_line(self.fields, "variants", diagnostics)?;
        let texts: Vec<_> = names.iter().map(|name| name.to_spanned()).collect();
        fields::report_duplicates(&texts, format_args!("`variants` of {}", self.fields.what), diagnostics);
        for name in names {
            match name.as_str() {
                "function" => variants.function = true,
                "method" => variants.method = true,
                other => {
                    let message = format!("`{other}` is not a variant of an operator");
                    let help = suggest::help(other, ["function", "method"]);
                    diagnostics.push(Diagnostic::new(rules::UNKNOWN_VARIANT, name.span(), message).maybe_help(help));
                    is_sound = false;
                }
            }
        }
        is_sound.then_some(variants)
    }

    fn operator(&self, key: &str, diagnostics: &mut Diagnostics) -> Option<Spanned<OperatorName>> {
        let text = self.fields.text(key, diagnostics)?;
        Some(Spanned::new(parse::operator_name(text, diagnostics)?, text.span()))
    }

    /// The class that a meta class is derived from. A fork may have classes of its own.
    fn base_class(&self, diagnostics: &mut Diagnostics) -> Option<Spanned<String>> {
        let text = self.fields.text("structured_inherits", diagnostics)?;
        if text.as_str() != BASE_CLASS && suggest::is_typo(text.as_str(), BASE_CLASS) {
            let message = format!("`{}` is not a value of `structured_inherits`", text.folded());
            let help = source::Help::meant(text.as_str(), BASE_CLASS);
            diagnostics.push(Diagnostic::new(rules::UNKNOWN_VALUE, text.span(), message).help(help));
        }
        Some(text.to_spanned())
    }

    fn autogen(&self, diagnostics: &mut Diagnostics) -> Vec<Spanned<OperatorName>> {
        let names = lists::on_one_line(self.fields, "autogen", diagnostics).unwrap_or_default();
        let texts: Vec<_> = names.iter().map(|name| name.to_spanned()).collect();
        fields::report_duplicates(&texts, format_args!("`autogen` of {}", self.fields.what), diagnostics);
        let mut read = |text: Text| Some(Spanned::new(parse::operator_name(text, diagnostics)?, text.span()));
        names.into_iter().filter_map(&mut read).collect()
    }

    /// The text under a key, which must be one of the known ones.
    fn one_of(&self, key: &str, known: &[String], diagnostics: &mut Diagnostics) -> Option<Spanned<String>> {
        let text = self.fields.text(key, diagnostics)?;
        if !known.iter().any(|known| known == text.as_str()) {
            let message = format!("`{}` is not a value of `{key}`", text.folded());
            let names = || known.iter().map(String::as_str);
            let help = suggest::help(text.as_str(), names());
            let help =
                help.unwrap_or_else(|| format!("the values are {}", names().collect::<Vec<_>>().join(", ")).into());
            diagnostics.push(Diagnostic::new(rules::UNKNOWN_VALUE, text.span(), message).help(help));
        }
        Some(text.to_spanned())
    }

    /// The names in a YAML list.
    fn list(&self, key: &str, diagnostics: &mut Diagnostics) -> Vec<Spanned<String>> {
        let Some(node) = self.fields.get(key) else { return Vec::new() };
        let what = format!("`{key}` of {}", self.fields.what);
        let Some(items) = fields::items(node, format_args!("{what}"), diagnostics) else { return Vec::new() };
        let mut name = |item| fields::text(item, format_args!("an item of {what}"), diagnostics).map(Text::to_spanned);
        let names: Vec<_> = items.iter().filter_map(&mut name).collect();
        fields::report_duplicates(&names, format_args!("{what}"), diagnostics);
        names
    }

    fn tags(&self, diagnostics: &mut Diagnostics) -> Vec<Spanned<String>> {
        let Some(node) = self.fields.get("tags") else { return Vec::new() };
        let what = format!("`tags` of {}", self.fields.what);
        if let (Value::Scalar(_), Some(text)) = (&node.value, Text::of(node))
            && text.as_str().contains(',')
        {
            let list = format!("[{}]", text.as_str());
            let problem = Diagnostic::new(rules::BAD_LIST, text.span(), format!("{what} must be one tag, or a list"));
            diagnostics.push(problem.help(source::Help::instead(format!("write `{list}`"), list).certain(true)));
            return Vec::new();
        }
        let tags = lists::one_or_more(node, &what, diagnostics);
        fields::report_duplicates(&tags, format_args!("{what}"), diagnostics);
        tags
    }
}

#[cfg(test)]
mod tests {
    use super::KEYS;

    #[test]
    fn every_key_is_documented() {
        let page = include_str!("../../../../docs/torch.md");
        let missing: Vec<_> = KEYS.iter().filter(|key| !page.contains(&format!("`{key}`"))).collect();
        assert!(missing.is_empty(), "docs/torch.md lacks {missing:?}");
    }
}
