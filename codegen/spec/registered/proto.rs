//! The variables and attributes of an operator, in the order of parameters.

use source::fields::{self, Fields};
use source::yaml::Node;
use source::{Diagnostic, Diagnostics, Spanned, suggest};

use super::read::named_items;
use super::rules;

/// What an operator takes and returns.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Proto {
    pub inputs: Vec<ProtoVar>,
    pub outputs: Vec<ProtoVar>,
    pub attrs: Vec<ProtoAttr>,
}

/// An input or output.
#[derive(Debug, Clone, PartialEq)]
pub struct ProtoVar {
    pub name: Spanned<String>,
    /// It is a list.
    pub duplicable: bool,
    /// It may be absent.
    pub dispensable: bool,
    pub intermediate: bool,
}

/// An attribute.
#[derive(Debug, Clone, PartialEq)]
pub struct ProtoAttr {
    pub name: Spanned<String>,
    pub ty: AttrType,
    /// Only programs have it.
    pub extra: bool,
}

/// The types that programs store.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AttrType {
    Int,
    Float,
    String,
    Ints,
    Floats,
    Strings,
    Boolean,
    Booleans,
    Block,
    Long,
    Blocks,
    Longs,
    Float64s,
    Var,
    Vars,
    Float64,
    Scalar,
    Scalars,
}

impl AttrType {
    const NAMES: [(&'static str, AttrType); 18] = [
        ("INT", AttrType::Int),
        ("FLOAT", AttrType::Float),
        ("STRING", AttrType::String),
        ("INTS", AttrType::Ints),
        ("FLOATS", AttrType::Floats),
        ("STRINGS", AttrType::Strings),
        ("BOOLEAN", AttrType::Boolean),
        ("BOOLEANS", AttrType::Booleans),
        ("BLOCK", AttrType::Block),
        ("LONG", AttrType::Long),
        ("BLOCKS", AttrType::Blocks),
        ("LONGS", AttrType::Longs),
        ("FLOAT64S", AttrType::Float64s),
        ("VAR", AttrType::Var),
        ("VARS", AttrType::Vars),
        ("FLOAT64", AttrType::Float64),
        ("SCALAR", AttrType::Scalar),
        ("SCALARS", AttrType::Scalars),
    ];

    /// The name that the file has for it.
    pub fn name(self) -> &'static str {
        AttrType::NAMES.iter().find(|(_, ty)| *ty == self).map_or("", |(name, _)| name)
    }

    /// The type that the file has by a name.
    pub fn of_name(name: &str) -> Option<AttrType> {
        AttrType::NAMES.iter().find(|(known, _)| *known == name).map(|(_, ty)| *ty)
    }

    pub(crate) fn read(fields: &Fields, diagnostics: &mut Diagnostics) -> Option<AttrType> {
        let text = fields.require_text("type", diagnostics)?;
        let found = AttrType::of_name(text.as_str());
        if found.is_none() {
            let message = format!("`{}` is not a type of attributes", text.as_str());
            let problem = Diagnostic::new(source::rules::WRONG_NODE, text.span(), message);
            let names = AttrType::NAMES.map(|(name, _)| name);
            let known = || Some(format!("the types are {}", names.join(", ")).into());
            diagnostics.push(problem.maybe_help(suggest::help(text.as_str(), names).or_else(known)));
        }
        found
    }
}

impl Proto {
    pub fn input(&self, name: &str) -> Option<&ProtoVar> {
        self.inputs.iter().find(|var| var.name.value == name)
    }

    pub fn output(&self, name: &str) -> Option<&ProtoVar> {
        self.outputs.iter().find(|var| var.name.value == name)
    }

    /// The names of all variables.
    pub fn variables(&self) -> impl Iterator<Item = &Spanned<String>> {
        self.inputs.iter().chain(&self.outputs).map(|var| &var.name)
    }

    pub(crate) fn read(node: &Node, op: &str, diagnostics: &mut Diagnostics) -> Option<Proto> {
        let fields = Fields::of(node, format_args!("`proto` of `{op}`"), diagnostics)?;
        fields.reject_unknown(source::rules::UNKNOWN_KEY, &["inputs", "outputs", "attrs"], diagnostics);
        let mut variables = |key| match required_items(&fields, key, diagnostics) {
            Some(items) => named_items(items, key, op, variable, diagnostics),
            None => Vec::new(),
        };
        let (inputs, outputs) = (variables("inputs"), variables("outputs"));
        let attrs = match required_items(&fields, "attrs", diagnostics) {
            Some(items) => named_items(items, "attrs", op, attribute, diagnostics),
            None => Vec::new(),
        };
        let proto = Proto { inputs, outputs, attrs };
        let of =
            |what, names: Vec<&Spanned<String>>, diagnostics: &mut Diagnostics| twice(op, what, &names, diagnostics);
        of("input", proto.inputs.iter().map(|var| &var.name).collect(), diagnostics);
        of("output", proto.outputs.iter().map(|var| &var.name).collect(), diagnostics);
        of("attribute", proto.attrs.iter().map(|attr| &attr.name).collect(), diagnostics);
        Some(proto)
    }
}

fn required_items<'a>(fields: &Fields<'a>, key: &str, diagnostics: &mut Diagnostics) -> Option<&'a [Node]> {
    let Some(node) = fields.get(key) else {
        fields.missing(key, diagnostics);
        return None;
    };
    fields::items(node, format_args!("`{key}` of {}", fields.what), diagnostics)
}

fn variable(fields: &Fields, diagnostics: &mut Diagnostics) -> Option<ProtoVar> {
    let known = ["name", "duplicable", "dispensable", "intermediate", "extra", "quant"];
    fields.reject_unknown(source::rules::UNKNOWN_KEY, &known, diagnostics);
    let mut flag = |key| fields.flag(key, diagnostics);
    let (duplicable, dispensable, intermediate) = (flag("duplicable"), flag("dispensable"), flag("intermediate"));
    flag("extra");
    flag("quant");
    let name = variable_name(fields, diagnostics)?;
    Some(ProtoVar { name, duplicable, dispensable, intermediate })
}

/// A variable's name is part of names in C++, where `@` and `-` become `_`.
fn variable_name(fields: &Fields, diagnostics: &mut Diagnostics) -> Option<Spanned<String>> {
    let text = fields.require_text("name", diagnostics)?;
    let in_cpp = text.as_str().replace(['@', '-'], "_");
    let is_identifier = in_cpp.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
        && in_cpp.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_');
    if !is_identifier {
        let problem = fields::no_name(text, source::rules::WRONG_NODE, "not the name of a variable");
        let help = "a variable's name has only letters, digits, `_`, `@` and `-`, and does not begin with a digit";
        diagnostics.push(problem.help(help));
        return None;
    }
    Some(text.to_spanned())
}

fn attribute(fields: &Fields, diagnostics: &mut Diagnostics) -> Option<ProtoAttr> {
    let known = ["name", "type", "extra", "generated", "quant", "support_tensor"];
    fields.reject_unknown(source::rules::UNKNOWN_KEY, &known, diagnostics);
    let extra = fields.flag("extra", diagnostics);
    for key in ["generated", "quant", "support_tensor"] {
        fields.flag(key, diagnostics);
    }
    let name = fields.require_text("name", diagnostics).map(|text| text.to_spanned());
    let ty = AttrType::read(fields, diagnostics);
    Some(ProtoAttr { name: name?, ty: ty?, extra })
}

/// Reports names that come again.
fn twice(op: &str, what: &str, names: &[&Spanned<String>], diagnostics: &mut Diagnostics) {
    for (i, name) in names.iter().enumerate() {
        if let Some(earlier) = names[..i].iter().find(|earlier| earlier.value == name.value) {
            let message = format!("`{op}` has two {what}s called `{}`", name.value);
            let problem = Diagnostic::new(rules::SLOT_TWICE, name.span, message).here("again here");
            diagnostics.push(problem.label(earlier.span, "first here"));
        }
    }
}
