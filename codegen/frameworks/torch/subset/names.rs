//! Resolves names of operators, and operators in programs.

use std::collections::{BTreeMap, BTreeSet};

use project::wanted::Wanted;
use source::fix::Help;
use source::suggest::Known;
use source::{Diagnostic, Diagnostics, Spanned, rules};
use torch_registry::{Function, FunctionId, Registry};

use crate::programs::Call;

/// The namespace of a name without one.
const ATEN: &str = "aten::";
/// The overload of an operator that has none, as Python writes it.
const DEFAULT: &str = "default";
/// Operators of the compiler of `TorchScript`, which no YAML defines and every build has.
const PRIMITIVE: &str = "prim::";

/// The operators that names and programs refer to.
pub struct Resolved {
    pub functions: BTreeSet<FunctionId>,
    /// Operators in programs that no file defines.
    pub unknown_types: BTreeSet<String>,
}

/// All operators by their names.
pub struct Names<'a> {
    registry: &'a Registry,
    /// By namespace, name and overload: `aten::add.Tensor`, `aten::relu.default`.
    exact: BTreeMap<String, FunctionId>,
    /// All overloads by namespace and name: `aten::add`.
    overloads: BTreeMap<String, Vec<FunctionId>>,
}

/// The name with namespace and overload, as lists for selective builds have it: `aten::add.Tensor`, `aten::relu`.
pub fn qualified(function: &Function) -> String {
    format!("{}::{}", function.entry.namespace(), function.name())
}

/// A name with its namespace.
fn with_namespace(name: &str) -> String {
    match name.strip_prefix("aten.") {
        Some(name) => format!("{ATEN}{name}"),
        None if name.contains("::") => name.to_owned(),
        None => format!("{ATEN}{name}"),
    }
}

impl<'a> Names<'a> {
    pub fn new(registry: &'a Registry) -> Self {
        let mut names = Names { registry, exact: BTreeMap::new(), overloads: BTreeMap::new() };
        for (id, function) in registry.functions() {
            let name = function.name();
            let overload = if name.overload.is_empty() { DEFAULT } else { &name.overload };
            let plain = format!("{}::{}", function.entry.namespace(), name.name);
            names.exact.entry(format!("{plain}.{overload}")).or_insert(id);
            names.overloads.entry(plain).or_default().push(id);
        }
        names
    }

    /// The operators of a name. Without an overload, these are all overloads.
    pub fn named(&self, name: &str) -> Vec<FunctionId> {
        let name = with_namespace(name);
        match self.exact.get(&name) {
            Some(&id) => vec![id],
            None => self.overloads.get(&name).cloned().unwrap_or_default(),
        }
    }

    /// The name that is most like another one.
    pub fn nearest(&self, name: &str) -> Option<String> {
        self.known().nearest(&with_namespace(name)).map(str::to_owned)
    }

    fn known(&self) -> Known<'_> {
        Known::new(self.exact.keys().chain(self.overloads.keys()).map(String::as_str))
    }

    /// Resolves the names that a caller gives, and the operators in its programs. Unknown names are reported.
    pub fn resolve(&self, wanted: &Wanted, diagnostics: &mut Diagnostics) -> Resolved {
        let mut resolved = Resolved { functions: BTreeSet::new(), unknown_types: BTreeSet::new() };
        let known = self.known();
        for name in &wanted.names {
            let functions = self.named(name.as_str());
            if functions.is_empty() && is_of_torchscript(name.as_str()) {
                resolved.unknown_types.insert(name.value.clone());
            } else if functions.is_empty() && !name.value.starts_with(PRIMITIVE) {
                diagnostics.push(unknown_name(name, &known));
            }
            resolved.functions.extend(functions);
        }
        for ty in &wanted.types {
            let functions = self.in_program(ty.as_str());
            if functions.is_empty() && !ty.value.starts_with(PRIMITIVE) {
                let name = ty.value.split('(').next().unwrap_or_default();
                resolved.unknown_types.insert(name.to_owned());
            }
            resolved.functions.extend(functions);
        }
        resolved
    }

    /// The operators of a name in a program, or of a call: the overloads that take its arguments or, if none does, all.
    fn in_program(&self, ty: &str) -> Vec<FunctionId> {
        let Some(call) = Call::parse(ty) else { return self.named(ty) };
        let all = self.overloads.get(&call.name).map_or(&[][..], Vec::as_slice);
        let fitting: Vec<FunctionId> = all.iter().copied().filter(|id| takes(&self.registry[*id], &call)).collect();
        if fitting.is_empty() { all.to_vec() } else { fitting }
    }
}

/// True if an operator can be called with some number of positional arguments and some keywords. Saved code has keywords only where
/// the schema asks for them.
fn takes(function: &Function, call: &Call) -> bool {
    let arguments = &function.entry.func.arguments;
    let by_keyword = || arguments.keyword_only.iter().chain(&arguments.out);
    let is_given = |name: &str| call.keywords.iter().any(|keyword| keyword == name);
    let mut needed = arguments.positional.iter().skip(call.positional).chain(by_keyword());
    call.positional <= arguments.positional.len()
        && call.keywords.iter().all(|keyword| by_keyword().any(|argument| argument.name.value == *keyword))
        && needed.all(|argument| argument.default.is_some() || is_given(argument.name.as_str()))
}

/// Whether a name looks like that of an operator of `TorchScript` itself, such as `aten::gt.int` and `aten::len.t`: lists of the
/// operators in a program have these, too. Their overloads are named after types of Python, in lower case.
fn is_of_torchscript(name: &str) -> bool {
    let overload = name.contains("::").then(|| name.rsplit_once('.')).flatten().map(|(_, overload)| overload);
    let is_type = |overload: &str| overload.starts_with(|c: char| c.is_ascii_lowercase()) && overload != DEFAULT;
    !name.starts_with(PRIMITIVE) && overload.is_some_and(|overload| is_type(overload) && overload != "out")
}

/// Endings of files with names.
const LISTS: [&str; 5] = [".json", ".list", ".txt", ".yaml", ".yml"];

fn unknown_name(name: &Spanned<String>, known: &Known) -> Diagnostic {
    let message = format!("there is no operator `{}`", name.value);
    let near = || known.nearest(&with_namespace(name.as_str())).map(|near| format!("did you mean `{near}`?"));
    let no_file = || name.value.contains('.').then(|| "there is no file of this name, either".to_owned());
    let is_list = LISTS.iter().any(|ending| name.value.ends_with(ending));
    let help = if is_list { no_file() } else { near().or_else(no_file) };
    let help = help.map(Help::from);
    Diagnostic::new(rules::WRONG_NODE, name.span, message).maybe_help(help)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_get_the_namespace() {
        assert_eq!(with_namespace("add.Tensor"), "aten::add.Tensor");
        assert_eq!(with_namespace("aten.add.Tensor"), "aten::add.Tensor");
        assert_eq!(with_namespace("quantized::add"), "quantized::add");
    }
}
