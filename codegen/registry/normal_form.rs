//! The normal form: everything that was read, with every grammar parsed. Reading it back gives the same specs.

use crate::rules;
use serde::{Deserialize, Serialize};

use crate::Specs;
use source::spanned_de::from_node;
use source::{Diagnostic, Diagnostics, FileId, Sources, Span, Spanned, yaml};
use spec::{Compat, Op, OpVersion};

/// The version of the form, for readers to check.
const VERSION: u32 = 1;

#[derive(Serialize)]
struct Written<'a> {
    opgen: u32,
    ops: &'a [Op],
    compat: &'a [Compat],
    versions: &'a [OpVersion],
    tensor_operants: &'a [Spanned<String>],
    prim_api: &'a [Spanned<String>],
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Read {
    opgen: Spanned<String>,
    ops: Vec<Op>,
    #[serde(default)]
    compat: Vec<Compat>,
    #[serde(default)]
    versions: Vec<OpVersion>,
    #[serde(default)]
    tensor_operants: Vec<Spanned<String>>,
    #[serde(default)]
    prim_api: Vec<Spanned<String>>,
}

fn written(specs: &Specs) -> Written<'_> {
    let Specs { ops, compat, versions, tensor_operants, prim_api } = specs;
    Written { opgen: VERSION, ops, compat, versions, tensor_operants, prim_api }
}

/// The normal form as YAML.
///
/// # Errors
/// The serializer fails, which does not happen for specs that were read.
pub fn to_yaml(specs: &Specs) -> Result<String, serde_yaml::Error> {
    serde_yaml::to_string(&written(specs))
}

/// The normal form as JSON.
///
/// # Errors
/// The serializer fails, which does not happen for specs that were read.
pub fn to_json(specs: &Specs) -> Result<String, serde_json::Error> {
    serde_json::to_string_pretty(&written(specs)).map(|text| text + "\n")
}

/// Reads a normal form in YAML or JSON, and reports what is wrong with it.
pub fn load(id: FileId, sources: &Sources, diagnostics: &mut Diagnostics) -> Specs {
    let Some(root) = yaml::parse(id, sources.file(id).text(), diagnostics) else { return Specs::default() };
    match from_node::<Read>(&root) {
        Ok(read) if read.opgen.value == VERSION.to_string() => specs(read),
        Ok(read) => {
            let message =
                format!("this normal form has version {}, but opgen reads version {VERSION}", read.opgen.value);
            diagnostics.push(Diagnostic::new(rules::NORMAL_FORM, read.opgen.span, message));
            Specs::default()
        }
        Err(error) => {
            let span = error.span.unwrap_or(Span::start_of(id));
            let message = format!("this is not a normal form: {}", error.message);
            let help = "give a file that `opgen parse` printed or, for operator YAML, the folder that contains it";
            diagnostics.push(Diagnostic::new(rules::NORMAL_FORM, span, message).help(help));
            Specs::default()
        }
    }
}

fn specs(read: Read) -> Specs {
    let Read { opgen: _, ops, compat, versions, tensor_operants, prim_api } = read;
    Specs { ops, compat, versions, tensor_operants, prim_api }
}
