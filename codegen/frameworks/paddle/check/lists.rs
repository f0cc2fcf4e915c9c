//! Lists of operators: methods of `Tensor`, primitive operators, and operators that are excluded from something.

use crate::rules;
use std::collections::BTreeMap;
use std::rc::Rc;

use super::compat::check_unique;
use super::may_exist;
use profile::Holds;
use registry::Registry;
use source::suggest::Known;
use source::{Change, Diagnostic, Diagnostics, Fix, Help, Spanned};
use spec::{Op, stem};

pub fn check(registry: &Registry, diagnostics: &mut Diagnostics) {
    let profile = registry.profile();
    let methods = profile.operants.as_ref().map(|section| List::of_homes(registry, &section.list, &section.homes));
    let primitive = profile.prim.as_ref().map(|section| List::of_homes(registry, &section.list, &section.homes));
    let is_used = |name: &str| methods.iter().chain(&primitive).any(|list| list.name == name);
    let lists = profile.inputs.iter().filter(|input| matches!(input.holds, Holds::Names) && !is_used(&input.key));
    let anywhere = Rc::new(Candidates::anywhere(registry));
    let others: Vec<List> = lists.map(|input| List::of(registry, &input.key, Rc::clone(&anywhere))).collect();
    for list in methods.iter().chain(&primitive).chain(&others) {
        check_unique(list.name, list.names.iter(), "first listed here", diagnostics);
        for name in list.names.iter().filter(|name| list.find(name).is_none()) {
            if !may_exist(registry, &name.value, diagnostics) {
                list.report_unknown(registry, name, diagnostics);
            }
        }
    }
    let Some(methods) = methods else { return };
    for name in methods.names {
        let found = methods.find(name);
        if let Some(op) = found.filter(|op| !op.poisoned) {
            check_method(name, op, diagnostics);
        }
        // Without the list there are no primitive functions.
        if let Some(primitive) = primitive.as_ref().filter(|list| !list.names.is_empty())
            && found.is_some()
            && !registry.is_primitive(&name.value)
        {
            report_no_primitive(&methods, primitive, name, diagnostics);
        }
    }
}

/// A list of names.
struct List<'a> {
    /// The key of the kind of file.
    name: &'a str,
    names: &'a [Spanned<String>],
    candidates: Rc<Candidates<'a>>,
}

/// The operators that a list may name.
struct Candidates<'a> {
    /// The kinds of file in which they are defined. Empty if any will do.
    homes: &'a [String],
    /// True if names are looked up without the trailing underscore of inplace operators.
    by_stem: bool,
    by_name: BTreeMap<&'a str, &'a Op>,
    known: Known<'a>,
}

impl<'a> Candidates<'a> {
    fn of_homes(registry: &'a Registry, homes: &'a [String]) -> Self {
        let mut by_name = BTreeMap::new();
        for (_, op) in registry.ops_of(homes) {
            by_name.entry(op.name.as_str()).or_insert(op);
        }
        let known = Known::new(registry.ops_of(homes).map(|(_, op)| op.name.as_str()));
        Candidates { homes, by_stem: false, by_name, known }
    }

    /// All operators, whichever file defines them.
    fn anywhere(registry: &'a Registry) -> Self {
        let by_name = registry.ops().map(|(_, op)| (op.stem(), op)).collect();
        let known = Known::new(registry.ops().map(|(_, op)| op.name.as_str()));
        Candidates { homes: &[], by_stem: true, by_name, known }
    }
}

impl<'a> List<'a> {
    fn of(registry: &'a Registry, name: &'a str, candidates: Rc<Candidates<'a>>) -> Self {
        List { name, names: registry.specs().list(name), candidates }
    }

    fn of_homes(registry: &'a Registry, name: &'a str, homes: &'a [String]) -> Self {
        Self::of(registry, name, Rc::new(Candidates::of_homes(registry, homes)))
    }

    fn find(&self, name: &Spanned<String>) -> Option<&'a Op> {
        let name = if self.candidates.by_stem { stem(&name.value) } else { &name.value };
        self.candidates.by_name.get(name).copied()
    }

    fn report_unknown(&self, registry: &Registry, name: &Spanned<String>, diagnostics: &mut Diagnostics) {
        let (list, homes) = (self.name, self.candidates.homes.join(" or "));
        let remove = Change::RemoveItem(name.span);
        diagnostics.push(match registry.named(&name.value) {
            Some(elsewhere) => {
                let message = format!("`{list}` lists `{}`, which is not an operator in {homes}", name.value);
                let label = format!("an operator in {}", elsewhere.home.key());
                let problem = Diagnostic::new(rules::UNKNOWN_LISTED, name.span, message);
                let help =
                    Help::from("remove it from the list: it has no effect there").with(remove).titled("remove it");
                problem.label(elsewhere.name.span, label).help(help)
            }
            None => {
                let message = format!("`{list}` lists `{}`, which does not exist", name.value);
                let problem = Diagnostic::new(rules::UNKNOWN_LISTED, name.span, message);
                let help = Help::from("remove it from the list").with(remove);
                problem.help(help).maybe_help(self.candidates.known.help(&name.value))
            }
        });
    }
}

/// A method is called on the operator's first argument, which must therefore be a single tensor that is always there.
fn check_method(name: &Spanned<String>, op: &Op, diagnostics: &mut Diagnostics) {
    let (problem, at) = match op.signature.inputs.first() {
        None => ("it takes no tensor", op.name.span),
        Some(input) if input.ty.is_list() => ("its first argument is a list", input.name.span),
        Some(input) if input.optional => ("its first argument is optional", input.name.span),
        Some(_) => return,
    };
    let message = format!("`{}` cannot be a method of `Tensor`: {problem}", name.value);
    let fix = Fix::new("remove it from the list", [Change::RemoveItem(name.span)]);
    diagnostics.push(Diagnostic::new(rules::NO_METHOD, name.span, message).label(at, "defined here").fix(fix));
}

/// In static programs, a method calls the primitive function with the same name.
fn report_no_primitive(methods: &List, primitive: &List, name: &Spanned<String>, diagnostics: &mut Diagnostics) {
    if diagnostics.may_be_lost(&name.value) {
        return;
    }
    let message = format!("`{}` lists `{}`, but `{}` does not", methods.name, name.value, primitive.name);
    let help =
        format!("list it in `{}` too: in static programs the method calls the primitive function", primitive.name);
    diagnostics.push(Diagnostic::new(rules::NOT_PRIMITIVE, name.span, message).help(help));
}
