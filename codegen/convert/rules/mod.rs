//! Rules: what becomes of a function, a method or an attribute. They are data, read from a folder of TOML files.

mod availability;
mod built_in;
pub mod check;
mod condition;
mod in_place;
mod lost;
pub mod names;
mod read;
mod release;
mod template;

pub use condition::{Condition, Ordering};
pub use in_place::InPlace;
pub use release::Releases;
pub use template::{Piece, Template};

use indexmap::IndexMap;
use source::{Diagnostics, Sources, Span, Spanned};

/// Everything that a mapping says.
#[derive(Debug, Default)]
pub struct Mapping {
    /// A package that PyTorch code imports, and the one that takes its place.
    pub packages: IndexMap<String, Spanned<String>>,
    /// Packages with functions of which some have rules, but which stay as they are.
    pub kept: Vec<Spanned<String>>,
    /// A module, and the one that takes its place in imports.
    pub modules: IndexMap<String, Spanned<String>>,
    /// A module of PyTorch, and what takes its place where the module itself is a value.
    pub namespaces: IndexMap<String, Spanned<String>>,
    /// What stands for something that is not converted, if a module could not be imported otherwise.
    pub placeholder: Placeholder,
    /// Classes of the target whose methods are called on values.
    pub classes: Vec<Spanned<String>>,
    /// Whose methods `x.f()` may be.
    pub methods: Receivers,
    /// Whose attributes `x.a` may be.
    pub attributes_of: Receivers,
    /// Names that are never values of those classes.
    pub foreign: Vec<String>,
    pub tails: Tails,
    /// Another name of a function, and the one that has the rule.
    pub aliases: IndexMap<String, Spanned<String>>,
    pub functions: IndexMap<String, Rule>,
    pub attributes: IndexMap<String, Rule>,
    /// Arguments without a counterpart that a call loses, for each kind of rule.
    pub ignored: Ignored,
    pub in_place: InPlace,
    /// Definitions in Python that some rules need, by name.
    pub helpers: IndexMap<String, String>,
    /// The releases of the target, and the one that the mapping is for.
    pub releases: Releases,
    /// A name of the target, and the release that has it first. Names that are not here are in all releases.
    pub since: IndexMap<String, String>,
    /// A helper that gives the target what it lacks, by the function, class or module whose uses need it.
    pub extensions: IndexMap<String, Spanned<String>>,
    /// What all helpers import.
    pub helper_imports: Vec<String>,
    /// The helpers that a file needs whose operators may be applied to tensors.
    pub operators: Vec<Spanned<String>>,
    /// A package in a requirements file, and the one that takes its place; empty if another package contains it.
    pub requirements: IndexMap<String, Spanned<String>>,
}

#[derive(Debug, Default)]
pub struct Ignored {
    pub same: Vec<String>,
    pub renamed: Vec<String>,
    pub bound: Vec<String>,
    /// Arguments that change no result, in rules of all kinds that do without them.
    pub anywhere: Vec<String>,
}

/// The classes that a value may belong to, by what it looks like.
#[derive(Debug, Default)]
pub struct Receivers {
    /// `x`, or any expression.
    pub value: Vec<String>,
    /// `self`.
    pub this: Vec<String>,
    /// `self.x`.
    pub member: Vec<String>,
    /// An attribute that is a tensor itself, such as `x.T`.
    pub through: Vec<String>,
    /// Those attributes.
    pub names: Vec<String>,
}

/// Templates with `{text}`, which is what is not converted, as a string. They are empty if the mapping has no placeholder.
#[derive(Debug, Default)]
pub struct Placeholder {
    pub value: String,
    pub decorator: String,
    pub helper: String,
}

/// What becomes of arguments that many functions have in common. `{call}` is what the other arguments have become; of
/// several lines, the last is the result and the others are statements before it.
#[derive(Debug, Default)]
pub struct Tails {
    pub dtype: Vec<Template>,
    pub pin_memory: Vec<Template>,
    pub requires_grad: Vec<Template>,
    pub out: Vec<Template>,
    pub out_and_requires_grad: Vec<Template>,
    /// How an item of `out` is assigned: `{item}` and `{index}`.
    pub item: Vec<Template>,
}

/// What becomes of a function, a method or an attribute.
#[derive(Debug, Clone)]
pub struct Rule {
    /// Where the rule stands.
    pub span: Span,
    pub kind: RuleKind,
    /// The target; also what a reference without a call becomes.
    pub target: Option<Spanned<String>>,
    /// Why the target cannot be used, if the release does not have it.
    pub missing: Option<String>,
    /// How arguments are bound. Without it, they are passed on as they are.
    pub signature: Option<Signature>,
    /// Arguments without a counterpart; a call with one is not converted.
    pub refused: Vec<Spanned<String>>,
    /// Tried in order; the first whose condition holds applies.
    pub cases: Vec<Case>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RuleKind {
    /// The target has the same name at the same place.
    Same,
    /// The target has another name, but the same arguments.
    Renamed,
    /// Arguments change.
    Bound,
    /// The target is known to have nothing like it.
    Unsupported,
    /// An attribute that is a method of the target.
    Method,
}

/// The arguments of a function.
#[derive(Debug, Clone, Default)]
pub struct Signature {
    pub positional: Vec<String>,
    pub keyword_only: Vec<String>,
    /// Keywords of another overload.
    pub also: Vec<String>,
    /// How many arguments that are not keyword-only are needed at least.
    pub needs: usize,
    /// Whether unknown keywords are passed on.
    pub open: bool,
}

impl Signature {
    pub fn knows(&self, name: &str) -> bool {
        [&self.positional, &self.keyword_only, &self.also].iter().any(|list| list.iter().any(|known| known == name))
    }
}

/// What to do if a condition holds.
#[derive(Debug, Clone)]
pub struct Case {
    pub span: Span,
    pub when: Option<Condition>,
    /// Applied one after the other.
    pub changes: Vec<Change>,
    /// Statements before the one with the call.
    pub before: Vec<Template>,
    pub result: Outcome,
    /// What `out` is assigned.
    pub out: Option<Out>,
    pub helpers: Vec<Spanned<String>>,
    /// Modules that the result needs.
    pub imports: Vec<Spanned<String>>,
    /// Arguments that change no result.
    pub ignored: Vec<Spanned<String>>,
    /// Arguments that the result does without although they matter, and why.
    pub dropped: Vec<(Spanned<String>, String)>,
    /// How the result may differ from PyTorch's.
    pub warnings: Vec<String>,
}

#[derive(Debug, Clone)]
pub enum Change {
    /// Put an argument in front of all others.
    First(Spanned<String>, Template),
    /// Give an argument a value, whether it is given or not.
    Set(Spanned<String>, Template),
    /// Pass an argument under other names.
    Rename(Spanned<String>, Vec<Spanned<String>>),
    Drop(Spanned<String>),
    /// Give an argument a value if it is not given.
    Default(Spanned<String>, Template),
}

#[derive(Debug, Clone)]
pub enum Outcome {
    /// Call the target with the arguments that are left. What PyTorch's factories have in common is translated, too:
    /// `dtype`, `pin_memory`, `requires_grad`, `out`.
    Call,
    /// An expression.
    Emit(Template),
    Unsupported(String),
    /// The code stays as it is, and counts as converted.
    Leave,
    /// It is a function of something else.
    NotTorch,
    /// The statement is not needed.
    Delete,
    /// A decorator that is not needed. A call becomes its first argument.
    Undecorate,
}

/// What becomes of the argument `out`.
#[derive(Debug, Clone)]
pub enum Out {
    /// The result is copied to it.
    Whole,
    /// Each of these expressions is copied to an item of it.
    Items(Vec<Template>),
}

impl Mapping {
    /// The mapping that is part of the program, for a release or else for the newest that can be installed.
    pub fn built_in(release: Option<&str>) -> Mapping {
        Mapping::read(Mapping::built_in_files(), release, &mut Sources::default(), &mut Diagnostics::default())
    }

    /// The files of the built-in mapping: name and text.
    fn built_in_files() -> Vec<(String, String)> {
        built_in::FILES.iter().map(|(name, text)| ((*name).to_owned(), (*text).to_owned())).collect()
    }

    /// Reads a mapping from files, name and text, for a release or else for the mapping's default. Files that end in `.toml`
    /// have rules, files that end in `.py` helpers.
    pub fn read(
        files: Vec<(String, String)>,
        release: Option<&str>,
        sources: &mut Sources,
        diagnostics: &mut Diagnostics,
    ) -> Mapping {
        read::mapping(files, release, sources, diagnostics)
    }

    /// The name that has the rule.
    pub fn canonical<'a>(&'a self, api: &'a str) -> &'a str {
        self.aliases.get(api).map_or(api, |other| other.as_str())
    }

    /// The rule of a function or method.
    pub fn function(&self, api: &str) -> Option<&Rule> {
        self.functions.get(self.canonical(api))
    }

    /// The rule of an attribute.
    pub fn attribute(&self, api: &str) -> Option<&Rule> {
        self.attributes.get(self.canonical(api))
    }

    /// The package in `packages` that a path begins with.
    pub fn package_of<'a>(&self, path: &'a str) -> Option<&'a str> {
        let first = path.split('.').next().unwrap_or(path);
        self.packages.contains_key(first).then_some(first)
    }

    /// The path with the target's package in front.
    pub fn in_target(&self, path: &str) -> Option<String> {
        let (first, rest) = path.split_once('.').map_or((path, None), |(first, rest)| (first, Some(rest)));
        let package = self.packages.get(first)?;
        Some(match rest {
            Some(rest) => format!("{}.{rest}", package.as_str()),
            None => package.as_str().to_owned(),
        })
    }

    /// Whether the mapping says what becomes of a path.
    pub fn has_rule(&self, path: &str) -> bool {
        self.function(path).is_some() || self.attribute(path).is_some() || self.namespaces.contains_key(path)
    }

    /// Whether a path is a function, a class or a value with a counterpart, or a module that contains some.
    pub fn has_counterpart(&self, path: &str) -> bool {
        let is_usable = |rule: &Rule| rule.kind != RuleKind::Unsupported && rule.missing.is_none();
        let own = [self.function(path), self.attribute(path)].into_iter().flatten().any(is_usable);
        let is_below = |name: &str| name.strip_prefix(path).is_some_and(|rest| rest.starts_with('.'));
        let mut rules = self.functions.iter().chain(&self.attributes);
        own || self.namespaces.contains_key(path)
            || rules.any(|(name, rule)| is_below(name) && is_usable(rule))
            || self.aliases.keys().any(|name| is_below(name))
    }

    /// The helper that defines a name.
    pub fn helper_of(&self, target: &str) -> Option<&str> {
        let first = target.split('.').next().unwrap_or(target);
        self.helpers.get_key_value(first).map(|(name, _)| name.as_str())
    }

    /// The helpers that extend the target for a function, or for the class or module that it belongs to.
    pub fn extensions_for<'m>(&'m self, api: &str) -> Vec<&'m str> {
        let api = self.canonical(api);
        let holds = |key: &str| api.strip_prefix(key).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'));
        self.extensions.iter().filter(|(key, _)| holds(key)).map(|(_, helper)| helper.as_str()).collect()
    }

    /// What a method of the target is called like: `paddle.Tensor.abs` is `abs` of a value.
    pub fn method_of<'a>(&self, target: &'a str) -> Option<&'a str> {
        let (class, method) = target.rsplit_once('.')?;
        self.classes.iter().any(|known| known.as_str() == class).then_some(method)
    }
}

impl Rule {
    /// Whether it is for a decorator that is not needed.
    pub fn undecorates(&self) -> bool {
        self.cases.first().is_some_and(|case| matches!(case.result, Outcome::Undecorate))
    }

    /// A rule that only names a target.
    pub fn simple(kind: RuleKind, target: Option<Spanned<String>>, span: Span) -> Rule {
        let cases = vec![Case::new(span, Outcome::Call)];
        Rule { span, kind, target, missing: None, signature: None, refused: Vec::new(), cases }
    }
}

impl Case {
    pub fn new(span: Span, result: Outcome) -> Case {
        Case {
            span,
            when: None,
            changes: Vec::new(),
            before: Vec::new(),
            result,
            out: None,
            helpers: Vec::new(),
            imports: Vec::new(),
            ignored: Vec::new(),
            dropped: Vec::new(),
            warnings: Vec::new(),
        }
    }
}
