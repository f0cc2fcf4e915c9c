//! The normal form: the specs of a project with every grammar parsed, as YAML or JSON. Reading it back gives the same
//! specs.

use std::collections::BTreeMap;
use std::sync::Arc;

use profile::Profile;
use serde::{Deserialize, Serialize};
use source::spanned_de::{NodeError, from_node};
use source::yaml::{self, Node, Value};
use source::{Diagnostic, Diagnostics, FileId, Sources, Span, Spanned, suggest};
use spec::{Addition, Compat, Op, OpVersion, PythonApiEntry};

use crate::{Specs, rules};

/// The version of the format.
const VERSION: u32 = 1;

/// The normal form, for writing.
#[derive(Serialize)]
pub struct NormalForm<'a> {
    opgen: u32,
    profile: &'a str,
    ops: Vec<&'a Op>,
    compat: Vec<&'a Compat>,
    versions: &'a [OpVersion],
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    additions: &'a [Addition],
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    python_apis: &'a [PythonApiEntry],
    #[serde(flatten)]
    lists: &'a BTreeMap<String, Vec<Spanned<String>>>,
}

/// The normal form, for reading, without its lists: their keys depend on the profile.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, expecting = "a mapping with `opgen` and `ops`")]
struct ReadForm {
    opgen: Spanned<String>,
    #[serde(default)]
    profile: Option<Spanned<String>>,
    ops: Vec<Op<Spanned<String>>>,
    #[serde(default)]
    compat: Vec<Compat>,
    #[serde(default)]
    versions: Vec<OpVersion>,
    #[serde(default)]
    additions: Vec<Addition>,
    #[serde(default)]
    python_apis: Vec<PythonApiEntry>,
}

/// The normal form of the specs of a project. It has no place for registered operators, which are not operator YAML.
pub fn of<'a>(specs: &'a Specs, profile: &'a Profile) -> NormalForm<'a> {
    let Specs { ops, compat, versions, additions, python_apis, lists, registered: _ } = specs;
    let (ops, compat) = (ops.iter().map(Arc::as_ref).collect(), compat.iter().map(Arc::as_ref).collect());
    NormalForm { opgen: VERSION, profile: &profile.name, ops, compat, versions, additions, python_apis, lists }
}

/// The name of the profile in a normal form, if it comes before the operators.
pub fn profile_of(id: FileId, text: &str) -> Option<Spanned<String>> {
    let mut entries = yaml::first_entries(id, text).into_iter();
    entries.find_map(|(key, value)| (key.value == "profile").then_some(value))
}

/// Reads a normal form in YAML or JSON, and reports its mistakes.
pub fn load(id: FileId, sources: &Sources, profile: &Profile, diagnostics: &mut Diagnostics) -> Specs {
    let text = sources.file(id).text();
    let Some(root) = yaml::parse(id, text, diagnostics) else { return Specs::default() };
    let read = || {
        let (form, lists) = from_root(root, profile).map_err(|error| Box::new(not_a_normal_form(&error, id)))?;
        check_version(&form)?;
        check_order(&form, profile_of(id, text).is_some())?;
        specs(form, lists, profile)
    };
    read().unwrap_or_else(|problem| {
        diagnostics.push(*problem);
        Specs::default()
    })
}

type Lists = BTreeMap<String, Vec<Spanned<String>>>;

/// Splits a normal form into its lists, whose keys the profile declares, and everything else.
fn from_root(mut root: Node, profile: &Profile) -> Result<(ReadForm, Lists), NodeError> {
    let mut lists = Lists::new();
    if let Value::Mapping(entries) = &mut root.value {
        let is_list = |key: &str| profile.lists().any(|list| list == key);
        for (key, node) in entries.extract_if(.., |(key, _)| is_list(&key.value)) {
            lists.insert(key.value, from_node(&node)?);
        }
    }
    Ok((from_node(&root)?, lists))
}

fn not_a_normal_form(error: &NodeError, id: FileId) -> Diagnostic {
    let span = error.span.unwrap_or(Span::start_of(id));
    let message = format!("this is not a normal form: {}", error.message);
    let help = "give a file that `opgen parse` printed or, for operator YAML, the folder that contains it";
    Diagnostic::new(rules::NORMAL_FORM, span, message).help(help)
}

/// Refuses a form that a version of opgen with a different format wrote.
fn check_version(form: &ReadForm) -> Result<(), Box<Diagnostic>> {
    if form.opgen.value == VERSION.to_string() {
        return Ok(());
    }
    let message = format!("this normal form has version {}, but opgen reads version {VERSION}", form.opgen.value);
    Err(Box::new(Diagnostic::new(rules::NORMAL_FORM, form.opgen.span, message)))
}

/// Refuses a form with a profile that does not come first.
fn check_order(form: &ReadForm, is_profile_first: bool) -> Result<(), Box<Diagnostic>> {
    match &form.profile {
        Some(late) if !is_profile_first => {
            let message = "`profile` must come before the operators";
            Err(Box::new(Diagnostic::new(rules::NORMAL_FORM, late.span, message).help("put it right after `opgen`")))
        }
        _ => Ok(()),
    }
}

fn specs(form: ReadForm, lists: Lists, profile: &Profile) -> Result<Specs, Box<Diagnostic>> {
    let ReadForm { opgen: _, profile: _, ops, compat, versions, additions, python_apis } = form;
    let with_home = |op: Op<Spanned<String>>| match profile.home(&op.home.value) {
        Some(home) => Ok(Arc::new(op.with_home(home))),
        None => {
            let message = format!("the profile `{}` has no input `{}`", profile.name, op.home.value);
            let help = suggest::help(&op.home.value, profile.homes().map(|home| home.key()));
            Err(Box::new(Diagnostic::new(rules::NORMAL_FORM, op.home.span, message).maybe_help(help)))
        }
    };
    let ops = ops.into_iter().map(with_home).collect::<Result<_, _>>()?;
    let compat = compat.into_iter().map(Arc::new).collect();
    Ok(Specs { ops, compat, versions, additions, python_apis, lists, registered: None })
}
