//! Headers that declare a kernel otherwise than its source defines it. Who includes the header then calls a function that does not
//! exist.

use std::collections::{BTreeMap, BTreeSet};

use crate::index::{Declared, DeclaredParameter, Place};
use check::rules;
use source::suggest::Known;
use source::{Diagnostic, Span, Spanned};

use crate::compare::{after_context, by_value, same};
use crate::link::is_kernel;
use crate::{Joined, Problem};

pub fn check(joined: &Joined, problems: &mut Vec<Problem>) {
    let Some((_, first)) = joined.registry.ops().next() else { return };
    let kernels = Kernels::of(joined);
    let declared = joined.index.functions().filter(|function| kernels.is_declaration(function));
    let (registered, other): (Vec<&Declared>, Vec<&Declared>) =
        declared.partition(|function| kernels.registered.contains_key(function.short_name.as_str()));
    let declared_names: BTreeSet<&str> = registered.iter().map(|function| function.short_name.as_str()).collect();
    let mut found: Vec<Mismatch> = registered.iter().copied().filter_map(|header| kernels.mismatch(header)).collect();
    let names = kernels.registered.keys().copied().filter(|name| !declared_names.contains(name));
    let undeclared = Known::new(names.collect::<Vec<_>>());
    found.extend(other.into_iter().filter_map(|header| kernels.misspelt(header, &undeclared)));
    for Mismatch { function, message, header, source } in found {
        let kernel = kernels.registered[function];
        let name = kernels.callers.get(kernel);
        let span = name.map_or(Span::start_of(first.name.span.file), |name| name.span);
        let problem = Problem::new(Diagnostic::new(rules::OTHER_HEADER, span, message));
        let problem = if name.is_none() { problem.at(&header.0) } else { problem };
        problems.push(problem.label(&header.0, header.1).label(&source.0, source.1));
    }
}

/// What a header declares, and what its source defines instead, each with its place.
struct Mismatch<'i> {
    function: &'i str,
    message: String,
    header: (Place, String),
    source: (Place, String),
}

/// The kernels of a tree.
struct Kernels<'a, 'j> {
    joined: &'j Joined<'a>,
    /// The kernel that a function is registered as. Of several, the first.
    registered: BTreeMap<&'a str, &'a str>,
    /// Where the YAML names a kernel first.
    callers: BTreeMap<&'a str, &'a Spanned<String>>,
}

impl<'a, 'j> Kernels<'a, 'j> {
    fn of(joined: &'j Joined<'a>) -> Self {
        let mut callers = BTreeMap::new();
        let functions = joined.ops().filter_map(|op| op.kernel.as_ref()).flat_map(|kernel| &kernel.functions);
        for function in functions {
            callers.entry(function.name.as_str()).or_insert(&function.name);
        }
        let mut registered = BTreeMap::new();
        let functions = joined.index.registrations().filter(|registration| !registration.is_class);
        for registration in functions {
            registered.entry(registration.function_name()).or_insert(registration.kernel.as_str());
        }
        Kernels { joined, registered, callers }
    }

    fn is_declaration(&self, function: &Declared) -> bool {
        let Joined { index, settings, .. } = self.joined;
        !function.has_body && index.is_header(&function.place) && is_kernel(function, settings)
    }

    /// The definitions of a function.
    fn definitions(&self, name: &str) -> Vec<&'a Declared> {
        self.joined.index.named(name).filter(|function| function.has_body).collect()
    }

    /// A declaration that none of the function's definitions has.
    fn mismatch(&self, header: &'a Declared) -> Option<Mismatch<'a>> {
        let definitions = self.definitions(&header.short_name);
        let own = definitions.iter().filter(|definition| definition.name == header.name);
        let differs = |definition: &&'a Declared| difference(header, definition).map(|found| (*definition, found));
        let differences: Option<Vec<_>> = own.map(differs).collect();
        let apart = |function: &Declared| function.parameters.len().abs_diff(header.parameters.len());
        let (_, [at_header, at_source]) = differences?.into_iter().min_by_key(|(definition, _)| apart(definition))?;
        let message = format!("the header declares `{}` otherwise than its source defines it", header.short_name);
        Some(Mismatch { function: &header.short_name, message, header: at_header, source: at_source })
    }

    /// A declaration of a function that nothing defines, if its name is nearly that of a kernel that no header declares.
    fn misspelt(&self, header: &'a Declared, undeclared: &Known<'a>) -> Option<Mismatch<'a>> {
        let name = header.short_name.as_str();
        let meant =
            Some(name).filter(|name| self.definitions(name).is_empty()).and_then(|name| undeclared.typo_of(name))?;
        let source = self.definitions(meant).into_iter().find(|definition| difference(header, definition).is_none())?;
        let message = format!("the header declares `{name}`, but its source defines `{meant}`");
        let places = [header, source].map(|function| (function.place.clone(), format!("`{}`", function.short_name)));
        let [header, source] = places;
        Some(Mismatch { function: meant, message, header, source })
    }
}

/// The first difference between a declaration and a definition: for each, the place and the text there.
fn difference(header: &Declared, source: &Declared) -> Option<[(Place, String); 2]> {
    let [one, two] = [header, source].map(after_context);
    let at = |function: &Declared, parameters: &[DeclaredParameter], position: usize| match parameters.get(position) {
        Some(parameter) => (parameter.place.clone(), format!("`{}`", written(parameter))),
        None => (function.place.clone(), "no such parameter".to_owned()),
    };
    let is_other = |position: &usize| match (one.get(*position), two.get(*position)) {
        (Some(one), Some(two)) => !same(by_value(&one.ty), by_value(&two.ty)),
        _ => true,
    };
    if let Some(position) = (0..one.len().max(two.len())).find(is_other).or_else(|| swapped(one, two)) {
        return Some([at(header, one, position), at(source, two, position)]);
    }
    let are_templates = !header.template.is_empty() && !source.template.is_empty();
    let template =
        |function: &Declared| (function.place.clone(), format!("`template <{}>`", function.template.join(", ")));
    (are_templates && header.template != source.template).then(|| [header, source].map(template))
}

/// The first of the parameters that have each other's names, of two lists with the same types.
fn swapped(one: &[DeclaredParameter], two: &[DeclaredParameter]) -> Option<usize> {
    let names = |parameters: &[DeclaredParameter]| -> BTreeSet<String> {
        parameters.iter().map(|parameter| parameter.name.clone()).collect()
    };
    if names(one) != names(two) {
        return None;
    }
    one.iter().zip(two).position(|(one, two)| one.name != two.name)
}

fn written(parameter: &DeclaredParameter) -> String {
    format!("{} {}", parameter.ty, parameter.name).trim().to_owned()
}
