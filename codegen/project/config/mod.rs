//! `opgen.toml`: the settings of a project. `docs/configuration.md` describes it.
//!
//! The table `KEYS` has a reader for each key. A mistake in one key does not affect the others.

mod outputs;
mod target;

pub use outputs::{NamedInputs, Outputs};
pub use target::{OwnTarget, Per, is_below};

use crate::levels::{Levels, Setting};
use crate::outline::{not_allowed, unknown_code};
use profile::{self, Profile};
use source::fields::{self, Fields};
use source::yaml::{Node, Value};
use source::{Diagnostic, Diagnostics, FileId, Rule, Sources, Spanned, suggest, toml};

/// The name of the file, in the root of a project.
pub const NAME: &str = "opgen.toml";

/// The settings in an `opgen.toml`.
#[derive(Debug, Default)]
pub struct Config {
    /// The levels of rules.
    pub levels: Levels,
    /// Operators that the project implements by hand, so that no file defines them.
    pub hand_written: Vec<Spanned<String>>,
    /// The file of known findings, relative to the folder of `opgen.toml`.
    pub baseline: Option<Spanned<String>>,
    /// The profile of the framework's version, with the project's changes.
    pub profile: Profile,
    pub inputs: NamedInputs,
    pub outputs: Outputs,
    /// The folder of templates, relative to the folder of `opgen.toml`. They replace built-in templates of the same names.
    pub templates: Option<Spanned<String>>,
    pub targets: Vec<OwnTarget>,
}

type Read = fn(&mut Config, &Fields, &Node, &mut Diagnostics);

/// The keys of the file, and their readers.
const KEYS: &[(&str, Read)] = &[
    ("rules", |config, _, node, diagnostics| read_levels(node, &mut config.levels, diagnostics)),
    ("hand_written", |config, fields, _, diagnostics| {
        config.hand_written = fields.names("hand_written", diagnostics);
    }),
    ("baseline", |config, fields, _, diagnostics| {
        config.baseline = fields.text("baseline", diagnostics).map(|text| text.to_spanned());
    }),
    ("profile", |config, _, node, diagnostics| config.profile = read_profile(node, diagnostics)),
    ("inputs", |config, _, node, diagnostics| config.inputs = NamedInputs::read(node, diagnostics)),
    ("outputs", |config, _, node, diagnostics| config.outputs = Outputs::read(node, diagnostics)),
    ("templates", |config, fields, _, diagnostics| {
        config.templates = fields.text("templates", diagnostics).map(|text| text.to_spanned());
    }),
    ("target", |config, _, node, diagnostics| config.targets = target::read(node, diagnostics)),
];

impl Config {
    /// Reads a file.
    pub fn of_file(id: FileId, sources: &Sources, diagnostics: &mut Diagnostics) -> Config {
        match toml::parse(id, sources.file(id).text(), diagnostics) {
            Some(root) => Config::read(&root, diagnostics),
            None => Config::default(),
        }
    }

    /// Reads the tree of a file, and reports what is wrong with it.
    fn read(root: &Node, diagnostics: &mut Diagnostics) -> Config {
        let mut config = Config::default();
        let Some(fields) = Fields::of(root, format_args!("{NAME}"), diagnostics) else { return config };
        let known: Vec<_> = KEYS.iter().map(|(key, _)| *key).collect();
        fields.reject_unknown(source::rules::UNKNOWN_KEY, &known, diagnostics);
        for (key, read) in KEYS {
            if let Some(node) = fields.get(key) {
                read(&mut config, &fields, node, diagnostics);
            }
        }
        config
    }
}

/// `profile = "NAME"`, or `[profile]` with changes to the profile that it `extends`.
fn read_profile(node: &Node, diagnostics: &mut Diagnostics) -> Profile {
    const EXTENDS: &str = "extends";
    let (name, entries) = match &node.value {
        Value::Mapping(entries) => {
            let name = entries.iter().find(|(key, _)| key.value == EXTENDS).map(|(_, name)| name);
            (name, entries.iter().filter(|(key, _)| key.value != EXTENDS).cloned().collect())
        }
        _ => (Some(node), Vec::new()),
    };
    if let Some(name) = name.and_then(|name| fields::text(name, format_args!("the profile's name"), diagnostics))
        && !profile::NAMES.contains(&name.as_str())
    {
        let problem =
            Diagnostic::new(source::rules::WRONG_NODE, name.span(), format!("there is no profile `{}`", name.as_str()));
        diagnostics.push(problem.maybe_help(suggest::help(name.as_str(), profile::NAMES.iter().copied())));
    }
    Profile::laid_over(&entries, diagnostics)
}

/// `[rules]`: codes of rules, or names for all rules of a level, with their settings.
fn read_levels(node: &Node, levels: &mut Levels, diagnostics: &mut Diagnostics) {
    let Some(fields) = Fields::of(node, format_args!("`rules` of {NAME}"), diagnostics) else { return };
    for (key, node) in fields.entries() {
        let what = format_args!("the level of `{}`", key.value);
        let Some(setting) = setting(node, what, diagnostics) else { continue };
        if let Some(level) = Levels::group(&key.value) {
            levels.set_group(level, setting);
            continue;
        }
        match Rule::of_code(&key.value) {
            Some(rule) if setting.fits(rule) => levels.set(rule, setting),
            Some(rule) => diagnostics.push(not_allowed(rule, key.span)),
            None => {
                let all = suggest::nearest(&key.value, Levels::GROUPS.map(|(name, _)| name));
                let help = all.map(|all| format!("did you mean `{all}`?"));
                diagnostics.push(unknown_code(&key.value, key.span).maybe_help(help));
            }
        }
    }
}

fn setting(node: &Node, what: std::fmt::Arguments, diagnostics: &mut Diagnostics) -> Option<Setting> {
    let text = fields::text(node, what, diagnostics)?;
    let setting = Setting::ALL.into_iter().find(|setting| setting.name() == text.as_str());
    if setting.is_none() {
        let names = Setting::ALL.map(Setting::name);
        let problem =
            Diagnostic::new(source::rules::WRONG_NODE, text.span(), format!("{what} cannot be `{}`", text.as_str()));
        diagnostics.push(problem.maybe_help(suggest::help(text.as_str(), names)));
    }
    setting
}
