//! The normal form: everything that was read, with every grammar parsed. Reading it back gives the same specs.

use std::collections::BTreeMap;

use profile::Profile;
use serde::{Deserialize, Serialize};
use source::spanned_de::{NodeError, from_node};
use source::yaml::{self, Node, Value};
use source::{Diagnostic, Diagnostics, FileId, Sources, Span, Spanned, suggest};
use spec::{Addition, Compat, Op, OpVersion};

use crate::{Specs, rules};

/// The version of the form, for readers to check.
const VERSION: u32 = 1;

/// The normal form as it is written.
#[derive(Serialize)]
pub struct Written<'a> {
    opgen: u32,
    profile: &'a str,
    ops: &'a [Op],
    compat: &'a [Compat],
    versions: &'a [OpVersion],
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    additions: &'a [Addition],
    #[serde(flatten)]
    lists: &'a BTreeMap<String, Vec<Spanned<String>>>,
}

/// The normal form as it is read, but for the lists.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Read {
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
}

/// What is to be written of all specs, which are for a profile.
pub fn written<'a>(specs: &'a Specs, profile: &'a Profile) -> Written<'a> {
    // The normal form is one of YAML.
    let Specs { ops, compat, versions, additions, lists, registered: _ } = specs;
    Written { opgen: VERSION, profile: &profile.name, ops, compat, versions, additions, lists }
}

/// The name of the profile that a normal form is for, if it says so before it defines anything.
pub fn profile_of(id: FileId, text: &str) -> Option<Spanned<String>> {
    let mut entries = yaml::first_entries(id, text).into_iter();
    entries.find_map(|(key, value)| (key.value == "profile").then_some(value))
}

/// Reads a normal form in YAML or JSON, and reports what is wrong with it.
pub fn load(id: FileId, sources: &Sources, profile: &Profile, diagnostics: &mut Diagnostics) -> Specs {
    let text = sources.file(id).text();
    let Some(root) = yaml::parse(id, text, diagnostics) else { return Specs::default() };
    let read = from_root(root, profile).map_err(|error| not_a_normal_form(error, id));
    let named = profile_of(id, text);
    match read.and_then(|(read, lists)| specs(in_order(current(read)?, named)?, lists, profile)) {
        Ok(specs) => specs,
        Err(problem) => {
            diagnostics.push(*problem);
            Specs::default()
        }
    }
}

type Lists = BTreeMap<String, Vec<Spanned<String>>>;

/// Lists are under the keys that the profile has for them; everything else is the same for all profiles.
fn from_root(mut root: Node, profile: &Profile) -> Result<(Read, Lists), NodeError> {
    let mut lists = Lists::new();
    if let Value::Mapping(entries) = &mut root.value {
        let is_list = |key: &str| profile.lists().any(|list| list == key);
        for (key, node) in entries.extract_if(.., |(key, _)| is_list(&key.value)) {
            lists.insert(key.value, from_node(&node)?);
        }
    }
    Ok((from_node(&root)?, lists))
}

fn not_a_normal_form(error: NodeError, id: FileId) -> Box<Diagnostic> {
    let span = error.span.unwrap_or(Span::start_of(id));
    let message = format!("this is not a normal form: {}", error.message);
    let help = "give a file that `opgen parse` printed or, for operator YAML, the folder that contains it";
    Box::new(Diagnostic::new(rules::NORMAL_FORM, span, message).help(help))
}

/// Refuses what another version of opgen wrote.
fn current(read: Read) -> Result<Read, Box<Diagnostic>> {
    if read.opgen.value == VERSION.to_string() {
        return Ok(read);
    }
    let message = format!("this normal form has version {}, but opgen reads version {VERSION}", read.opgen.value);
    Err(Box::new(Diagnostic::new(rules::NORMAL_FORM, read.opgen.span, message)))
}

/// Refuses a form whose profile does not come first; `named` is the one that does.
fn in_order(read: Read, named: Option<Spanned<String>>) -> Result<Read, Box<Diagnostic>> {
    match &read.profile {
        Some(late) if named.is_none() => {
            let message = "`profile` must come before the operators";
            Err(Box::new(Diagnostic::new(rules::NORMAL_FORM, late.span, message).help("put it right after `opgen`")))
        }
        _ => Ok(read),
    }
}

fn specs(read: Read, lists: Lists, profile: &Profile) -> Result<Specs, Box<Diagnostic>> {
    let Read { opgen: _, profile: _, ops, compat, versions, additions } = read;
    let known = |op: Op<Spanned<String>>| match profile.home(&op.home.value) {
        Some(home) => Ok(op.at(home)),
        None => {
            let message = format!("the profile `{}` has no input `{}`", profile.name, op.home.value);
            let help = suggest::help(&op.home.value, profile.homes().map(|home| home.key()));
            Err(Box::new(Diagnostic::new(rules::NORMAL_FORM, op.home.span, message).maybe_help(help)))
        }
    };
    let ops = ops.into_iter().map(known).collect::<Result<_, _>>()?;
    Ok(Specs { ops, compat, versions, additions, lists, registered: None })
}
