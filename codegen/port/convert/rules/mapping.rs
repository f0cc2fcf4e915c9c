//! A mapping: the rules, and everything that they share.

use indexmap::IndexMap;
use source::Spanned;

use super::helpers::Helpers;
use super::in_place::InPlaceRules;
use super::release::Releases;
use super::rule::{Rule, RuleKind};
use super::style::Styles;
use super::template::Template;

/// Everything that a mapping says.
#[derive(Debug, Default)]
pub struct Mapping {
    /// Packages that PyTorch code imports, with those that replace them.
    pub packages: IndexMap<String, Spanned<String>>,
    /// Packages that stay imported although some of their functions have rules.
    pub kept: Vec<Spanned<String>>,
    /// Modules, with those that replace them in imports.
    pub modules: IndexMap<String, Spanned<String>>,
    /// Modules of PyTorch, with what replaces them if they are used as values.
    pub namespaces: IndexMap<String, Spanned<String>>,
    /// The placeholder for something that is not converted, if the file could not be imported otherwise.
    pub placeholder: Placeholder,
    /// Classes of the target. A rule whose target is a method of one of them calls it on the receiver.
    pub classes: Vec<Spanned<String>>,
    /// The classes that may have the method `f` in `x.f()`.
    pub methods: Receivers,
    /// The classes that may have the attribute `a` in `x.a`.
    pub attributes_of: Receivers,
    /// Names that never mean a value of those classes.
    pub foreign: Vec<String>,
    /// How arguments are converted that many functions share.
    pub common_arguments: CommonArguments,
    /// Other names of functions, with the names that have the rules.
    pub aliases: IndexMap<String, Spanned<String>>,
    /// Modules, with another module whose names they also have.
    pub reexports: IndexMap<String, String>,
    /// The rules of functions, classes and methods.
    pub functions: IndexMap<String, Rule>,
    /// The rules of attributes and constants.
    pub attributes: IndexMap<String, Rule>,
    /// Arguments without a counterpart that can be dropped, for each kind of rule.
    pub ignored: Ignored,
    /// How augmented assignments are converted.
    pub in_place: InPlaceRules,
    /// The definitions in Python that rules need.
    pub helpers: Helpers,
    /// The releases of the target, and the one that the mapping is for.
    pub releases: Releases,
    /// The styles of converted code, and the one that the mapping is for.
    pub styles: Styles,
    /// Names of the target, with the release that added them. All other names are in every release.
    pub since: IndexMap<String, String>,
    /// Packages of the target that are installed wherever converted code runs.
    pub always_installed: Vec<String>,
    /// Packages that need PyTorch themselves. `*` stands for any text at the beginning and the end of a name.
    pub need_pytorch: Vec<String>,
    /// Helpers that extend the target, by the function, class or module whose uses need them.
    pub extensions: IndexMap<String, Spanned<String>>,
    /// Functions whose texts name modules or distributions.
    pub names_in_texts: NamesInTexts,
    /// Functions of a package's name, by the ends of their paths, with helpers that also know the target's.
    pub name_functions: IndexMap<String, Spanned<String>>,
    /// The public names of the target that each helper replaces when it is imported.
    pub replaces: IndexMap<String, Vec<String>>,
    /// Helpers that a file needs if it may apply operators to tensors.
    pub operators: Vec<Spanned<String>>,
    /// Helpers that a file needs if it may have indices that the target misunderstands.
    pub subscripts: Vec<Spanned<String>>,
    /// Packages whose functions may be called with tensors, with the helpers that a file needs for that.
    pub array_functions: IndexMap<String, Spanned<String>>,
    /// Packages in requirements files, with those that replace them. Empty if another package contains it.
    pub requirements: IndexMap<String, Spanned<String>>,
}

/// Arguments that can be dropped because they do not change the result.
#[derive(Debug, Default)]
pub struct Ignored {
    /// In calls of functions with the same name.
    pub same: Vec<String>,
    /// In calls of renamed functions.
    pub renamed: Vec<String>,
    /// In calls with a signature.
    pub bound: Vec<String>,
    /// In every rule that neither uses nor passes them.
    pub anywhere: Vec<String>,
}

/// The classes that a value may belong to, by the form of the expression.
#[derive(Debug, Default)]
pub struct Receivers {
    /// `x`, or any other expression.
    pub value: Vec<String>,
    /// `self`.
    pub this: Vec<String>,
    /// `self.x`.
    pub member: Vec<String>,
    /// `x.a`, if `a` is one of `names`.
    pub through: Vec<String>,
    /// Attributes that are tensors themselves, such as `T`.
    pub names: Vec<String>,
}

/// Code for something that is not converted. `{text}` stands for the unconverted code, as a string literal. All of it is empty
/// if the mapping has no placeholder.
#[derive(Debug, Default)]
pub struct Placeholder {
    /// Replaces a value.
    pub value: String,
    /// Replaces a decorator.
    pub decorator: String,
    /// The helper that the code needs.
    pub helper: String,
}

/// How arguments that many functions share are converted: to code around the call, which is `{call}` in the templates. The last
/// template is the result, and those before it are statements.
#[derive(Debug, Default)]
pub struct CommonArguments {
    /// The argument `dtype`.
    pub dtype: Vec<Template>,
    /// The argument `pin_memory`.
    pub pin_memory: Vec<Template>,
    /// The argument `requires_grad`, without `out`.
    pub requires_grad: Vec<Template>,
    /// The argument `out`, without `requires_grad`.
    pub out: Vec<Template>,
    /// Both `out` and `requires_grad`.
    pub out_and_requires_grad: Vec<Template>,
    /// The value `{item}` of the result, copied to the item `{index}` of `out`.
    pub item: Vec<Template>,
}

/// Functions that take the name of a module or a distribution as a text.
#[derive(Debug, Default)]
pub struct NamesInTexts {
    /// Functions of a module's name: `find_spec`.
    pub modules: Vec<String>,
    /// Functions of the name under which a package is installed: `version`.
    pub distributions: Vec<String>,
}

impl Mapping {
    /// The name that has the rule: the one that an alias stands for, the one of a module that the name's module also has, or
    /// else the name itself.
    pub fn canonical<'a>(&'a self, api: &'a str) -> &'a str {
        if let Some(other) = self.aliases.get(api) {
            return other.as_str();
        }
        if self.functions.contains_key(api) || self.attributes.contains_key(api) {
            return api;
        }
        self.reexported(api).unwrap_or(api)
    }

    /// The name of another module whose names the name's module also has, if that one has a rule.
    fn reexported(&self, api: &str) -> Option<&str> {
        let (module, name) = api.rsplit_once('.')?;
        let path = format!("{}.{name}", self.reexports.get(module)?);
        let alias = self.aliases.get(&path).map(|other| other.as_str());
        let rule = || {
            let function = self.functions.get_key_value(&path);
            function.or_else(|| self.attributes.get_key_value(&path)).map(|(path, _)| path.as_str())
        };
        alias.or_else(rule)
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

    /// Whether a path is in a package that is not in `packages`, and needs PyTorch itself.
    pub fn needs_pytorch(&self, path: &str) -> bool {
        let first = path.split('.').next().unwrap_or(path);
        let is_meant = |name: &String| match name.strip_prefix('*').and_then(|name| name.strip_suffix('*')) {
            Some(part) => first.contains(part),
            None => first == name,
        };
        let is_for_target = self.packages.values().any(|target| first.contains(target.as_str()));
        self.package_of(path).is_none() && !is_for_target && self.need_pytorch.iter().any(is_meant)
    }

    /// The path with the target's package instead of PyTorch's.
    pub fn in_target(&self, path: &str) -> Option<String> {
        let (first, rest) = path.split_once('.').map_or((path, None), |(first, rest)| (first, Some(rest)));
        let package = self.packages.get(first)?;
        Some(match rest {
            Some(rest) => format!("{}.{rest}", package.as_str()),
            None => package.as_str().to_owned(),
        })
    }

    /// Whether the mapping has a rule or a namespace for a path.
    pub fn has_rule(&self, path: &str) -> bool {
        self.function(path).is_some() || self.attribute(path).is_some() || self.namespaces.contains_key(path)
    }

    /// Whether a path has a counterpart, or is a module that contains something with one.
    pub fn has_counterpart(&self, path: &str) -> bool {
        let is_usable = |rule: &Rule| rule.kind != RuleKind::Unsupported && rule.missing.is_none();
        let own = [self.function(path), self.attribute(path)].into_iter().flatten().any(is_usable);
        let is_below = |name: &str| name.strip_prefix(path).is_some_and(|rest| rest.starts_with('.'));
        let mut rules = self.functions.iter().chain(&self.attributes);
        own || self.namespaces.contains_key(path)
            || rules.any(|(name, rule)| is_below(name) && is_usable(rule))
            || self.aliases.keys().any(|name| is_below(name))
            || self.reexports.keys().any(|module| module == path || is_below(module))
    }

    /// Whether a rule passes arguments on as they are, whatever they are: its target is a helper, which takes PyTorch's
    /// arguments, and no case asks for them or changes them.
    pub fn passes_on(&self, rule: &Rule, names: &[&str]) -> bool {
        let has_helper = rule.target.as_ref().is_some_and(|target| self.helper_of(target.as_str()).is_some());
        let mut ignored = self.ignored.bound.iter().chain(&self.ignored.anywhere);
        !names.is_empty()
            && !ignored.any(|ignored| names.contains(&ignored.as_str()))
            && rule.cases.iter().all(|case| (has_helper || !case.helpers.is_empty()) && case.passes_on(names))
    }

    /// The helper that defines a target, if one does.
    pub fn helper_of(&self, target: &str) -> Option<&str> {
        let first = target.split('.').next().unwrap_or(target);
        self.helpers.get(first)
    }

    /// The helpers that extend the target for a function, or for the class or module that it belongs to.
    pub fn extensions_for<'m>(&'m self, api: &str) -> Vec<&'m str> {
        let api = self.canonical(api);
        let holds = |key: &str| api.strip_prefix(key).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'));
        self.extensions.iter().filter(|(key, _)| holds(key)).map(|(_, helper)| helper.as_str()).collect()
    }

    /// The name of a method if the target is one: `abs` for `paddle.Tensor.abs`.
    pub fn method_of<'a>(&self, target: &'a str) -> Option<&'a str> {
        let (class, method) = target.rsplit_once('.')?;
        self.classes.iter().any(|known| known.as_str() == class).then_some(method)
    }
}
