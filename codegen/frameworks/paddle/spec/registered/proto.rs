//! The variables and attributes of a registered operator, in the order of its parameters.

use source::fields::{self, Fields};
use source::yaml::Node;
use source::{Diagnostic, Diagnostics, Spanned, suggest};

use super::read::named_items;
use super::rules;

/// The inputs, outputs and attributes of a registered operator.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Proto {
    /// The input variables.
    pub inputs: Vec<ProtoVar>,
    /// The output variables.
    pub outputs: Vec<ProtoVar>,
    /// The attributes.
    pub attrs: Vec<ProtoAttr>,
}

/// An input or output of a registered operator.
#[derive(Debug, Clone, PartialEq)]
pub struct ProtoVar {
    /// The name, which may contain `@` and `-`.
    pub name: Spanned<String>,
    /// True for a list of variables.
    pub duplicable: bool,
    /// True if the variable may be absent.
    pub dispensable: bool,
    /// True for an output that only the gradient needs.
    pub intermediate: bool,
}

/// An attribute of a registered operator.
#[derive(Debug, Clone, PartialEq)]
pub struct ProtoAttr {
    /// The name of the attribute.
    pub name: Spanned<String>,
    /// Its type in programs.
    pub ty: AttrType,
    /// True if only programs have the attribute.
    pub extra: bool,
}

/// The types of attributes in programs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AttrType {
    /// A 32-bit integer.
    Int,
    /// A 32-bit floating-point number.
    Float,
    /// Text.
    String,
    /// A list of 32-bit integers.
    Ints,
    /// A list of 32-bit floating-point numbers.
    Floats,
    /// A list of text.
    Strings,
    /// A boolean.
    Boolean,
    /// A list of booleans.
    Booleans,
    /// A block of the program.
    Block,
    /// A 64-bit integer.
    Long,
    /// A list of blocks.
    Blocks,
    /// A list of 64-bit integers.
    Longs,
    /// A list of 64-bit floating-point numbers.
    Float64s,
    /// The name of a variable.
    Var,
    /// A list of names of variables.
    Vars,
    /// A 64-bit floating-point number.
    Float64,
    /// A number with its type.
    Scalar,
    /// A list of numbers with their types.
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

    /// The spelling in the file.
    pub fn name(self) -> &'static str {
        AttrType::NAMES.iter().find(|(_, ty)| *ty == self).map_or("", |(name, _)| name)
    }

    /// The type with a spelling.
    pub fn of_name(name: &str) -> Option<AttrType> {
        AttrType::NAMES.iter().find(|(known, _)| *known == name).map(|(_, ty)| *ty)
    }

    pub(crate) fn read(fields: &Fields, diagnostics: &mut Diagnostics) -> Option<AttrType> {
        let text = fields.require_text("type", diagnostics)?;
        let found = AttrType::of_name(text.as_str());
        if found.is_none() {
            let message = format!("`{}` is not an attribute type", text.as_str());
            let problem = Diagnostic::new(source::rules::WRONG_NODE, text.span(), message);
            let names = AttrType::NAMES.map(|(name, _)| name);
            let known = || Some(format!("the types are {}", names.join(", ")).into());
            diagnostics.push(problem.maybe_help(suggest::help(text.as_str(), names).or_else(known)));
        }
        found
    }
}

impl Proto {
    /// The input with a name.
    pub fn input(&self, name: &str) -> Option<&ProtoVar> {
        self.inputs.iter().find(|var| var.name.value == name)
    }

    /// The output with a name.
    pub fn output(&self, name: &str) -> Option<&ProtoVar> {
        self.outputs.iter().find(|var| var.name.value == name)
    }

    /// The names of the inputs, then those of the outputs.
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
        let (inputs, outputs) = (proto.inputs.iter(), proto.outputs.iter());
        report_duplicates(op, "input", inputs.map(|var| &var.name), diagnostics);
        report_duplicates(op, "output", outputs.map(|var| &var.name), diagnostics);
        report_duplicates(op, "attribute", proto.attrs.iter().map(|attr| &attr.name), diagnostics);
        Some(proto)
    }
}

fn required_items<'a>(fields: &Fields<'a>, key: &str, diagnostics: &mut Diagnostics) -> Option<&'a [Node]> {
    let Some(node) = fields.get(key) else {
        fields.report_missing(key, diagnostics);
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

/// The name of a variable. C++ names contain it with `@` and `-` replaced by `_`, so the result must be an identifier.
fn variable_name(fields: &Fields, diagnostics: &mut Diagnostics) -> Option<Spanned<String>> {
    let text = fields.require_text("name", diagnostics)?;
    let in_cpp = text.as_str().replace(['@', '-'], "_");
    let is_identifier = in_cpp.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
        && in_cpp.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_');
    if !is_identifier {
        let problem = fields::invalid_name(text, source::rules::WRONG_NODE, "not the name of a variable");
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

/// Reports names that are used twice.
fn report_duplicates<'a>(
    op: &str,
    what: &str,
    names: impl Iterator<Item = &'a Spanned<String>>,
    diagnostics: &mut Diagnostics,
) {
    let names: Vec<_> = names.collect();
    for (i, name) in names.iter().enumerate() {
        if let Some(earlier) = names[..i].iter().find(|earlier| earlier.value == name.value) {
            let message = format!("`{op}` has two {what}s called `{}`", name.value);
            let problem = Diagnostic::new(rules::DUPLICATE_SLOT, name.span, message).here("again here");
            diagnostics.push(problem.label(earlier.span, "first here"));
        }
    }
}
