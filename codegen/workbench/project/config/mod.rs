//! `opgen.toml`: the settings of a project. `docs/configuration.md` describes it.
//!
//! The table `KEYS` has a reader for each key. A mistake in one key does not affect the others.

mod allowances;
mod keys;
mod outputs;
mod target;

pub use allowances::{Allowance, Until};
pub use keys::keys_of;
pub use outputs::{NamedInputs, Outputs};
pub use target::{CustomTarget, NamedText, Per, TargetShards, help_for_path};

use crate::framework::{Choice, Names};
use crate::levels::{Levels, Setting};
use crate::outline::{not_allowed, unknown_code};
use source::fields::{self, Fields};
use source::yaml::{Node, Scalar, Value};
use source::{Catalogue, Diagnostic, Diagnostics, FileId, Help, Sources, Spanned, rules, suggest, toml};

/// The name of the file, in the root of a project.
pub const NAME: &str = "opgen.toml";

/// The settings in an `opgen.toml`.
#[derive(Debug, Default)]
pub struct Config {
    /// The levels of rules.
    pub levels: Levels,
    /// Operators that no file defines because the project implements them by hand.
    pub hand_written: Vec<Spanned<String>>,
    /// The path of the baseline, relative to the folder of `opgen.toml`.
    pub baseline: Option<Spanned<String>>,
    /// The name of a profile, or the changes that the project makes to one.
    pub profile: Option<Choice>,
    /// The table `[inputs]`, which is read later, when the kinds of file in the profile are known.
    pub inputs: Option<Node>,
    /// The table `[outputs]`.
    pub outputs: Outputs,
    /// The folder of templates, relative to the folder of `opgen.toml`. They replace built-in templates with the same
    /// names.
    pub templates: Option<Spanned<String>>,
    /// The syntax of templates, by the ending of their names.
    pub syntaxes: Vec<NamedText>,
    /// The targets that the project defines itself.
    pub targets: Vec<CustomTarget>,
    /// The folder with the framework's C++ headers, relative to the folder of `opgen.toml`.
    pub cpp_include: Option<Spanned<String>>,
    /// Breaking changes that the project has approved.
    pub allowances: Vec<Allowance>,
}

/// The value of one key, with everything that its reader may need.
struct Entry<'a> {
    fields: &'a Fields<'a>,
    node: &'a Node,
    catalogue: Catalogue,
    names: &'a Names,
}

type Read = fn(&mut Config, Entry, &mut Diagnostics);

/// The keys of the file, and their readers.
const KEYS: &[(&str, Read)] = &[
    ("rules", |config, entry, diagnostics| {
        read_levels(entry.node, entry.catalogue, &mut config.levels, diagnostics);
    }),
    ("hand_written", |config, entry, diagnostics| {
        config.hand_written = entry.fields.names("hand_written", diagnostics);
    }),
    ("baseline", |config, entry, diagnostics| {
        config.baseline = entry.fields.text("baseline", diagnostics).map(|text| text.to_verbatim());
    }),
    ("profile", |config, entry, diagnostics| config.profile = read_profile(entry.node, diagnostics)),
    (PACKAGE, |config, entry, _| config.profile = Some(changed_profile(PACKAGE, entry.node))),
    ("inputs", |config, entry, _| config.inputs = Some(entry.node.clone())),
    ("outputs", |config, entry, diagnostics| config.outputs = Outputs::read(entry.node, entry.names, diagnostics)),
    ("templates", |config, entry, diagnostics| {
        config.templates = entry.fields.text("templates", diagnostics).map(|text| text.to_spanned());
    }),
    ("syntax", |config, entry, diagnostics| {
        config.syntaxes = target::named_texts(entry.node, "syntax", diagnostics);
    }),
    ("cpp", |config, entry, diagnostics| config.cpp_include = read_cpp(entry.node, diagnostics)),
    ("target", |config, entry, diagnostics| config.targets = target::read(entry.node, entry.names, diagnostics)),
    ("diff", |config, entry, diagnostics| config.allowances = allowances::read(entry.node, entry.names, diagnostics)),
];

impl Config {
    /// Reads a file. Mistakes are reported.
    pub fn of_file(
        id: FileId,
        sources: &Sources,
        catalogue: Catalogue,
        names: &Names,
        diagnostics: &mut Diagnostics,
    ) -> Config {
        match toml::parse(id, sources.file(id).text(), diagnostics) {
            Some(root) => Config::read(&root, catalogue, names, diagnostics),
            None => Config::default(),
        }
    }

    /// Reads the tree of a file. Mistakes are reported.
    fn read(root: &Node, catalogue: Catalogue, names: &Names, diagnostics: &mut Diagnostics) -> Config {
        let mut config = Config::default();
        let Some(fields) = Fields::of(root, format_args!("{NAME}"), diagnostics) else { return config };
        let known: Vec<_> = KEYS.iter().map(|(key, _)| *key).collect();
        fields.reject_unknown(rules::UNKNOWN_KEY, &known, diagnostics);
        for (key, read) in KEYS {
            if let Some(node) = fields.get(key) {
                read(&mut config, Entry { fields: &fields, node, catalogue, names }, diagnostics);
            }
        }
        config
    }
}

/// Reads `profile = "NAME"`, or `[profile]` with changes to the profile that it `extends`.
fn read_profile(node: &Node, diagnostics: &mut Diagnostics) -> Option<Choice> {
    if let Value::Mapping(_) = &node.value {
        return Some(Choice::Project(node.clone()));
    }
    let name = fields::text(node, format_args!("the profile's name"), diagnostics)?;
    Some(Choice::Named(name.to_spanned()))
}

/// A table with the name of a built-in profile, whose section of the same name it changes.
const PACKAGE: &str = "package";

/// The profile of a name, with the changes in the table of that name.
fn changed_profile(name: &str, table: &Node) -> Choice {
    let text = |text: &str| Scalar::new(text.to_owned(), true, None);
    let key = |name: &str| Spanned::new(name.to_owned(), table.span);
    let base = Node { value: Value::Scalar(text(name)), span: table.span };
    let entries = vec![(key("extends"), base), (key(name), table.clone())];
    Choice::Project(Node { value: Value::Mapping(entries), span: table.span })
}

/// Reads `[cpp]`, whose only key is `include`.
fn read_cpp(node: &Node, diagnostics: &mut Diagnostics) -> Option<Spanned<String>> {
    let fields = Fields::of(node, format_args!("`cpp` of {NAME}"), diagnostics)?;
    fields.reject_unknown(rules::UNKNOWN_KEY, &["include"], diagnostics);
    fields.text("include", diagnostics).map(|text| text.to_spanned())
}

/// Reads `[rules]`: the settings of single rules, and those of all warnings or all notes.
fn read_levels(node: &Node, catalogue: Catalogue, levels: &mut Levels, diagnostics: &mut Diagnostics) {
    let Some(fields) = Fields::of(node, format_args!("`rules` of {NAME}"), diagnostics) else { return };
    for (key, node) in fields.entries() {
        let what = format_args!("the level of `{}`", key.value);
        let Some(setting) = setting(node, what, diagnostics) else { continue };
        if let Some(level) = Levels::group(&key.value) {
            levels.set_group(level, setting);
            continue;
        }
        match catalogue.of_code(&key.value) {
            Some(rule) if setting.fits(rule) => levels.set(rule, setting),
            Some(rule) => diagnostics.push(not_allowed(rule, key.span)),
            None => {
                let all = suggest::nearest(&key.value, Levels::GROUPS.map(|(name, _)| name));
                let help = all.map(|all| Help::meant(&key.value, all));
                diagnostics.push(unknown_code(&key.value, key.span, catalogue).maybe_help(help));
            }
        }
    }
}

fn setting(node: &Node, what: std::fmt::Arguments, diagnostics: &mut Diagnostics) -> Option<Setting> {
    let text = fields::text(node, what, diagnostics)?;
    let setting = Setting::ALL.into_iter().find(|setting| setting.name() == text.as_str());
    if setting.is_none() {
        let names = Setting::ALL.map(Setting::name);
        let problem = Diagnostic::new(rules::WRONG_NODE, text.span(), format!("{what} cannot be `{}`", text.as_str()));
        diagnostics.push(problem.maybe_help(suggest::help(text.as_str(), names)));
    }
    setting
}
