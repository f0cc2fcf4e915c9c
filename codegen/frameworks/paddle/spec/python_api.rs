//! How Python calls an operator: further names of its arguments, and functions written by hand around the call.

use serde::{Deserialize, Serialize};
use source::fields::{self, Fields, Subject};
use source::yaml::{self, Node};
use source::{Diagnostics, Spanned};

use super::grammar::Poisoned;
use super::keys;
use super::{Call, kernel};

/// How Python calls an operator, in a file of its own.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PythonApiEntry {
    /// The operator, or the inplace variant of one.
    pub op: Spanned<String>,
    /// How Python calls it.
    pub api: PythonApi,
}

/// How Python calls an operator.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PythonApi {
    /// The names under which Python finds the function: `paddle.abs`, `paddle.Tensor.abs`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub names: Vec<Spanned<String>>,
    /// Further names of arguments. `None` if arguments have only positions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub aliases: Option<Aliases>,
    /// Functions that change the arguments before the call.
    #[serde(default, skip_serializing_if = "ByMode::is_empty")]
    pub pre_process: ByMode<Call>,
    /// Functions that read all arguments themselves.
    #[serde(default, skip_serializing_if = "ByMode::is_empty")]
    pub args_mapper: ByMode<Spanned<String>>,
}

/// Further names of arguments.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Aliases {
    /// The names of some arguments.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub args: Vec<ArgAliases>,
    /// Whether all other arguments have the names that are usual for them: `input` for `x`.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub usual: bool,
}

/// Further names of one argument.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ArgAliases {
    /// The argument.
    pub arg: Spanned<String>,
    /// Its further names.
    pub names: Vec<Spanned<String>>,
}

/// Something for both modes, for the dynamic graph, and for programs.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ByMode<T> {
    /// For both modes.
    #[serde(default = "none", skip_serializing_if = "Option::is_none")]
    pub func: Option<T>,
    /// For the dynamic graph.
    #[serde(default = "none", skip_serializing_if = "Option::is_none")]
    pub dygraph_func: Option<T>,
    /// For programs.
    #[serde(default = "none", skip_serializing_if = "Option::is_none")]
    pub static_func: Option<T>,
}

/// What a call of Python does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mode {
    /// It runs an operator of the dynamic graph.
    Dygraph,
    /// It adds an operator to a program.
    Programs,
}

fn none<T>() -> Option<T> {
    None
}

impl<T> Default for ByMode<T> {
    fn default() -> Self {
        ByMode { func: None, dygraph_func: None, static_func: None }
    }
}

impl<T> ByMode<T> {
    /// Whether there is nothing for any mode.
    pub fn is_empty(&self) -> bool {
        self.each().next().is_none()
    }

    /// What is for a mode.
    pub fn of(&self, mode: Mode) -> Option<&T> {
        let own = match mode {
            Mode::Dygraph => &self.dygraph_func,
            Mode::Programs => &self.static_func,
        };
        own.as_ref().or(self.func.as_ref())
    }

    /// Everything that is given.
    pub fn each(&self) -> impl Iterator<Item = &T> {
        [&self.func, &self.dygraph_func, &self.static_func].into_iter().flatten()
    }
}

/// Reads the entries of a file. Those that cannot be read are reported and left out.
pub fn read_python_apis(root: &Node, diagnostics: &mut Diagnostics) -> Vec<PythonApiEntry> {
    let items = fields::items(root, format_args!("a file about the functions of Python"), diagnostics);
    items.unwrap_or_default().iter().filter_map(|item| read_entry(item, diagnostics)).collect()
}

fn read_entry(node: &Node, diagnostics: &mut Diagnostics) -> Option<PythonApiEntry> {
    let fields = Fields::of(node, format_args!("a function of Python"), diagnostics)?;
    let Some(op) = fields.require_name(keys::PYTHON_API_OP.name, diagnostics) else {
        yaml::note_lost(node, diagnostics);
        return None;
    };
    let fields = fields.renamed(format!("the entry of `{}`", op.value)).with_span(op.span);
    fields.reject_unknown(source::rules::UNKNOWN_KEY, &keys::names(&keys::python_api_entry()), diagnostics);
    Some(PythonApiEntry { op, api: read_fields(&fields, diagnostics) })
}

/// Reads `python_api` of an operator's entry.
pub fn of_op(op: &Fields, diagnostics: &mut Diagnostics) -> Option<PythonApi> {
    let fields = part(op, "python_api", diagnostics)?;
    fields.reject_unknown(source::rules::UNKNOWN_KEY, &keys::PYTHON_API.names(), diagnostics);
    Some(read_fields(&fields, diagnostics))
}

/// The mapping under a key.
pub(super) fn part<'a>(fields: &'a Fields<'a>, key: &'a str, diagnostics: &mut Diagnostics) -> Option<Fields<'a>> {
    let part = Fields::of_part(fields.get(key)?, Subject::Under { key, of: &fields.what }, diagnostics)?;
    Some(part.with_span(fields.key_span(key)?))
}

fn read_fields(fields: &Fields, diagnostics: &mut Diagnostics) -> PythonApi {
    let mut poisoned = Poisoned::default();
    PythonApi {
        names: fields.names("name", diagnostics),
        aliases: part(fields, "args_alias", diagnostics).map(|aliases| read_aliases(&aliases, diagnostics)),
        pre_process: by_mode(fields, "pre_process", diagnostics, |mode, key, diagnostics| {
            kernel::call(mode.text(key, diagnostics)?, &mut poisoned, diagnostics)
        }),
        args_mapper: by_mode(fields, "args_mapper", diagnostics, |mode, key, diagnostics| mode.name(key, diagnostics)),
    }
}

fn read_aliases(fields: &Fields, diagnostics: &mut Diagnostics) -> Aliases {
    let args = fields.entries().iter().filter(|(key, _)| key.value != keys::USUAL_ALIASES);
    let args = args.map(|(arg, _)| ArgAliases { arg: arg.clone(), names: fields.names(&arg.value, diagnostics) });
    let args = args.collect();
    Aliases { args, usual: fields.flag(keys::USUAL_ALIASES, diagnostics) }
}

fn by_mode<T>(
    fields: &Fields,
    key: &str,
    diagnostics: &mut Diagnostics,
    mut read: impl FnMut(&Fields, &str, &mut Diagnostics) -> Option<T>,
) -> ByMode<T> {
    let Some(modes) = part(fields, key, diagnostics) else { return ByMode::default() };
    modes.reject_unknown(source::rules::UNKNOWN_KEY, &keys::BY_MODE.names(), diagnostics);
    let mut read = |mode| read(&modes, mode, diagnostics);
    ByMode { func: read("func"), dygraph_func: read("dygraph_func"), static_func: read("static_func") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mode_has_its_own_function_or_else_the_common_one() {
        let common = ByMode { func: Some("common"), ..ByMode::default() };
        assert_eq!([Mode::Dygraph, Mode::Programs].map(|mode| common.of(mode)), [Some(&"common"); 2]);
        let own = ByMode { func: Some("common"), dygraph_func: Some("dygraph"), static_func: Some("static") };
        assert_eq!([Mode::Dygraph, Mode::Programs].map(|mode| own.of(mode)), [Some(&"dygraph"), Some(&"static")]);
        let dygraph = ByMode { dygraph_func: Some("dygraph"), ..ByMode::default() };
        assert_eq!([Mode::Dygraph, Mode::Programs].map(|mode| dygraph.of(mode)), [Some(&"dygraph"), None]);
        assert!(!dygraph.is_empty() && ByMode::<&str>::default().is_empty());
    }
}
