//! `op_compat.yaml`: the names of operators and their parts in saved programs, and the parts that only saved programs
//! have.
//!
//! The framework ignores anything that it does not understand in this file. Such mistakes are therefore warnings, not
//! errors.

use std::sync::Arc;

use crate::rules;
use indexmap::IndexMap;
use serde::{Deserialize, Serialize};

use super::args;
use super::keys;
use super::op::{Attr, Op, Signature, stem};
use profile::Profile;
use source::fields::invalid_name;
use source::fields::{self, Fields};
use source::text::Text;
use source::yaml::{Node, Value};
use source::{Diagnostic, Diagnostics, Shift, Span, Spanned};

type Name = Spanned<String>;
type Names = IndexMap<String, Name>;

/// A name, and the name in saved programs if it is different: `add (elementwise_add)`.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NamePair {
    /// The current name.
    pub name: Name,
    /// The name in saved programs, if it is different.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub legacy: Option<Name>,
}

impl NamePair {
    /// The name in saved programs.
    pub fn in_programs(&self) -> &str {
        self.legacy.as_ref().unwrap_or(&self.name).as_str()
    }
}

/// One entry of the file. Every map from names goes from the current name to the name in saved programs.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Compat {
    /// The operator.
    pub op: NamePair,
    /// Its gradients: the first-order one, then the second-order one, and so on.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub backward: Vec<NamePair>,
    /// The renamed inputs.
    #[serde(default, skip_serializing_if = "IndexMap::is_empty")]
    pub inputs: Names,
    /// The renamed outputs.
    #[serde(default, skip_serializing_if = "IndexMap::is_empty")]
    pub outputs: Names,
    /// The renamed attributes.
    #[serde(default, skip_serializing_if = "IndexMap::is_empty")]
    pub attrs: Names,
    /// The parts that only saved programs have.
    #[serde(default, skip_serializing_if = "Extra::is_empty")]
    pub extra: Extra,
    /// Scalar attributes that may be passed as tensors, or are stored as a different type.
    #[serde(default, skip_serializing_if = "IndexMap::is_empty")]
    pub scalar: IndexMap<String, MutableAttr>,
    /// The same for lists of integers.
    #[serde(default, skip_serializing_if = "IndexMap::is_empty")]
    pub int_array: IndexMap<String, MutableAttr>,
    /// Operators whose argument mapping is written by hand.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub manual_signature: Vec<Name>,
    /// Inputs whose data type is promoted to a complex one.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub complex_promote: Vec<Name>,
    /// Gradients (lists of tensors) that keep an empty place for each gradient that is not needed.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub drop_empty_grad: Vec<Name>,
    /// Maps an operator to the C++ function that selects its kernel.
    #[serde(default, skip_serializing_if = "IndexMap::is_empty")]
    pub get_expected_kernel_type: Names,
    /// The spans of the keys in the maps above.
    #[serde(skip)]
    pub keys: KeySpans,
}

/// The keys in an entry's mappings with their spans, each with the key of the mapping itself, sorted. Comparisons ignore them.
#[derive(Debug, Clone, Default)]
pub struct KeySpans(Vec<(&'static str, Name)>);

impl KeySpans {
    /// Each key, after the name of the mapping that contains it.
    pub fn iter(&self) -> impl Iterator<Item = (&'static str, &Name)> {
        self.0.iter().map(|(mapping, key)| (*mapping, key))
    }
}

impl Shift for KeySpans {
    fn shift(&mut self, bytes: i64) {
        self.0.iter_mut().for_each(|(_, key)| key.shift(bytes));
    }
}

impl PartialEq for KeySpans {
    fn eq(&self, _: &KeySpans) -> bool {
        true
    }
}

impl Compat {
    /// The names that the entry describes: the operator's, then those of its gradients.
    pub fn pairs(&self) -> impl Iterator<Item = &NamePair> {
        std::iter::once(&self.op).chain(&self.backward)
    }

    /// The span of a key in one of the mappings, or of the operator's name if there is no such key.
    pub fn key_span(&self, mapping: &str, name: &str) -> Span {
        let KeySpans(keys) = &self.keys;
        let at = keys.partition_point(|(of, key)| (*of, key.as_str()) < (mapping, name));
        let key = keys.get(at).filter(|(of, key)| *of == mapping && key.value == name);
        key.map_or(self.op.name.span, |(_, key)| key.span)
    }

    /// The name of an input in saved programs.
    pub fn input_in_programs<'a>(&'a self, name: &'a str) -> &'a str {
        self.inputs.get(name).map_or(name, |legacy| legacy.as_str())
    }

    /// The name of an attribute in saved programs.
    pub fn attr_in_programs<'a>(&'a self, name: &'a str) -> &'a str {
        self.attrs.get(name).map_or(name, |legacy| legacy.as_str())
    }

    /// The name of an output in saved programs.
    pub fn output_in_programs<'a>(&'a self, name: &'a str) -> &'a str {
        self.outputs.get(name).map_or(name, |legacy| legacy.as_str())
    }

    /// True if an input, output or attribute with a different current name has this name in saved programs.
    pub fn has_legacy_name(&self, in_programs: &str) -> bool {
        let names = self.inputs.iter().chain(&self.outputs).chain(&self.attrs);
        names.into_iter().any(|(name, legacy)| legacy.value == in_programs && name != in_programs)
    }

    /// The C++ type in which a scalar or an array of integers is stored, if it is not the type in the YAML.
    pub fn stored_type(&self, attr: &str) -> Option<&str> {
        let entry = self.scalar.get(attr).or_else(|| self.int_array.get(attr));
        entry?.data_type.as_ref().map(|ty| ty.as_str())
    }

    /// True if the argument mapping of an operator is written by hand.
    pub fn has_manual_signature(&self, op: &Op) -> bool {
        self.manual_signature.iter().any(|name| stem(&name.value) == op.stem())
    }

    /// The C++ function that selects the kernel of an operator.
    pub fn kernel_type_function(&self, op: &Op) -> Option<&str> {
        let found = self.get_expected_kernel_type.iter().find(|(name, _)| stem(name) == op.stem());
        found.map(|(_, function)| function.value.as_str())
    }

    /// True if a gradient that is not needed keeps its place in its list.
    pub fn keeps_empty_grad(&self, output: &str) -> bool {
        self.drop_empty_grad.iter().any(|name| name.value == output)
    }
}

/// The parts of an operator that only saved programs have.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Extra {
    /// Inputs, by their names in programs.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub inputs: Vec<Name>,
    /// Outputs, by their names in programs.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub outputs: Vec<Name>,
    /// Attributes, by their names in programs.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub attrs: Vec<Attr>,
}

impl Extra {
    /// True if saved programs have nothing of their own.
    pub fn is_empty(&self) -> bool {
        self.inputs.is_empty() && self.outputs.is_empty() && self.attrs.is_empty()
    }
}

/// The stored type of an attribute, and the inputs that may pass its value as tensors.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MutableAttr {
    /// The C++ type in which programs store the attribute.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub data_type: Option<Name>,
    /// The input that may pass the value as one tensor.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tensor_name: Option<Name>,
    /// The input that may pass the value as a list of tensors.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tensors_name: Option<Name>,
    /// True if the attribute itself may be a tensor.
    #[serde(default)]
    pub support_tensor: bool,
}

impl MutableAttr {
    /// True if the value may be passed as a tensor in any of these ways.
    pub fn is_mutable(&self) -> bool {
        self.support_tensor || self.tensor_name.is_some() || self.tensors_name.is_some()
    }
}

/// Reads the entries of the file. Those that cannot be read are reported and left out.
pub fn read_compat(root: &Node, profile: &Profile, diagnostics: &mut Diagnostics) -> Vec<Arc<Compat>> {
    let entries = fields::items(root, format_args!("a compat file"), diagnostics).unwrap_or_default();
    entries.iter().filter_map(|entry| read_entry(entry, profile, diagnostics)).map(Arc::new).collect()
}

/// The largest number of gradients of an entry. The framework's have three at most, and each refers to all that the entry says.
const MAX_GRADIENTS: usize = 64;

fn read_entry(node: &Node, profile: &Profile, diagnostics: &mut Diagnostics) -> Option<Compat> {
    let fields = Fields::of(node, format_args!("a compat entry"), diagnostics)?;
    let op = name_pair(fields.require_text("op", diagnostics)?, diagnostics)?;
    let fields = fields.renamed(format!("the compat entry of `{}`", op.name.value));
    fields.reject_unknown(rules::UNKNOWN_COMPAT_KEY, &keys::COMPAT.names(), diagnostics);
    let mut backward = fields.text("backward", diagnostics).map_or(Vec::new(), |text| text.split(','));
    if let Some(next) = backward.get(MAX_GRADIENTS) {
        let message = format!("{} has {} gradients, and only {MAX_GRADIENTS} are read", fields.what, backward.len());
        let problem = Diagnostic::new(rules::COMPAT_NAME, next.span(), message);
        diagnostics.push(problem.help("divide the entry"));
        backward.truncate(MAX_GRADIENTS);
    }
    Some(Compat {
        op,
        backward: backward.into_iter().filter_map(|text| name_pair(text, diagnostics)).collect(),
        inputs: renames(&fields, "inputs", diagnostics),
        outputs: renames(&fields, "outputs", diagnostics),
        attrs: renames(&fields, "attrs", diagnostics),
        extra: read_extra(&fields, profile, diagnostics),
        scalar: mutable_attrs(&fields, "scalar", diagnostics),
        int_array: mutable_attrs(&fields, "int_array", diagnostics),
        manual_signature: fields.names("manual_signature", diagnostics),
        complex_promote: fields.names("complex_promote", diagnostics),
        drop_empty_grad: fields.names("drop_empty_grad", diagnostics),
        get_expected_kernel_type: renames(&fields, "get_expected_kernel_type", diagnostics),
        keys: keys(&fields),
    })
}

fn keys(fields: &Fields) -> KeySpans {
    const MAPPINGS: [&str; 6] = ["inputs", "outputs", "attrs", "scalar", "int_array", "get_expected_kernel_type"];
    let keys = MAPPINGS.into_iter().filter_map(|mapping| match &fields.get(mapping)?.value {
        Value::Mapping(entries) => Some(entries.iter().map(move |(key, _)| (mapping, key.clone()))),
        _ => None,
    });
    let mut keys: Vec<_> = keys.flatten().collect();
    keys.sort_by(|(one, key), (two, other)| (one, key.as_str()).cmp(&(two, other.as_str())));
    KeySpans(keys)
}

/// Reads `add` or `add (elementwise_add)`.
fn name_pair(text: Text, diagnostics: &mut Diagnostics) -> Option<NamePair> {
    let read = text.identifier().and_then(|(name, rest)| match rest.bracketed('(') {
        Some((legacy, after)) => (after.is_empty() && legacy.is_identifier()).then_some((name, Some(legacy))),
        None => rest.is_empty().then_some((name, None)),
    });
    if read.is_none() {
        let problem = invalid_name(text, rules::COMPAT_NAME, "not a valid operator name");
        diagnostics.push(problem.help("write `name` or `name (legacy_name)`"));
    }
    read.map(|(name, legacy)| NamePair { name: name.to_spanned(), legacy: legacy.map(Text::to_spanned) })
}

fn renames(fields: &Fields, key: &str, diagnostics: &mut Diagnostics) -> Names {
    let Some(map) = sub_fields(fields, key, diagnostics) else { return Names::new() };
    let read = |(name, node): &(Name, Node)| {
        let text = fields::text(node, format_args!("`{}` in {}", name.value, map.what), diagnostics)?;
        if !is_program_name(text.as_str()) {
            diagnostics.push(invalid_name(text, rules::COMPAT_NAME, "not a valid name"));
            return None;
        }
        Some((name.value.clone(), text.to_spanned()))
    };
    map.entries().iter().filter_map(read).collect()
}

/// True if a program may use a name for an input, an output or an attribute. Generated C++ has these names only in
/// string literals, so they need not be identifiers.
fn is_program_name(text: &str) -> bool {
    let mut chars = text.chars();
    let is_part = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-');
    chars.next().is_some_and(|first| first.is_ascii_alphabetic() || first == '_') && chars.all(is_part)
}

fn read_extra(fields: &Fields, profile: &Profile, diagnostics: &mut Diagnostics) -> Extra {
    let Some(extra) = sub_fields(fields, "extra", diagnostics) else { return Extra::default() };
    extra.reject_unknown(rules::UNKNOWN_COMPAT_KEY, &keys::EXTRA.names(), diagnostics);
    let mut signature = Signature::default();
    if let Some(node) = extra.get("attrs") {
        for item in fields::items(node, format_args!("`attrs` of {}", extra.what), diagnostics).unwrap_or_default() {
            if let Some(text) = fields::text(item, format_args!("an extra attribute"), diagnostics) {
                args::attribute(text, profile, &mut signature, diagnostics);
            }
        }
    }
    Extra {
        inputs: extra.external_names("inputs", diagnostics),
        outputs: extra.external_names("outputs", diagnostics),
        attrs: signature.attrs.into(),
    }
}

fn mutable_attrs(fields: &Fields, key: &str, diagnostics: &mut Diagnostics) -> IndexMap<String, MutableAttr> {
    let Some(map) = sub_fields(fields, key, diagnostics) else { return IndexMap::new() };
    let read = |(name, node): &(Name, Node)| {
        let attr = Fields::of(node, format_args!("`{}` in {}", name.value, map.what), diagnostics)?;
        attr.reject_unknown(rules::UNKNOWN_COMPAT_KEY, &keys::MUTABLE.names(), diagnostics);
        let mut text = |key| attr.text(key, diagnostics).map(Text::to_spanned);
        let (tensor_name, tensors_name) = (text("tensor_name"), text("tensors_name"));
        let data_type = cpp_type(&attr, diagnostics);
        let support_tensor = attr.flag("support_tensor", diagnostics);
        Some((name.value.clone(), MutableAttr { data_type, tensor_name, tensors_name, support_tensor }))
    };
    map.entries().iter().filter_map(read).collect()
}

/// The C++ type under `data_type`.
fn cpp_type(attr: &Fields, diagnostics: &mut Diagnostics) -> Option<Name> {
    let text = attr.text("data_type", diagnostics)?;
    if !text.is_identifier() {
        let message = format!("`{}` is not the name of a type", text.folded());
        let problem = Diagnostic::new(source::rules::WRONG_NODE, text.span(), message);
        diagnostics.push(problem.help("write a C++ type, such as `int64_t` or `std::string`"));
        return None;
    }
    Some(text.to_spanned())
}

/// The mapping under a key. The framework silently ignores anything else there; opgen warns about it.
fn sub_fields<'a>(fields: &Fields<'a>, key: &str, diagnostics: &mut Diagnostics) -> Option<Fields<'a>> {
    let node = fields.get(key)?;
    let what = format!("`{key}` of {}", fields.what);
    if let Value::Mapping(_) = node.value {
        return Fields::of(node, format_args!("{what}"), diagnostics);
    }
    if matches!(node.value, Value::Rejected) {
        return None;
    }
    let message = format!("{what} must be a mapping, but this is {}, so it is ignored", node.value.kind());
    diagnostics.push(Diagnostic::new(rules::IGNORED_COMPAT, node.span, message));
    None
}
