//! Changes of C++ from one version to the next that the YAML does not show.

use std::collections::BTreeMap;

use crate::index::{Declared, Index, Place};
use diff::{Change, Class, CppChange, Kind};
use profile::CppSources;
use registry::{OpId, Project};
use spec::Op;
use spelling::Spelling;

use crate::expected::{self, Expected, ExpectedType};
use crate::problem::AddedFiles;
use crate::{data_types, infer_meta, kernel_functions};

/// A version with its C++.
struct Side<'a> {
    project: &'a Project,
    index: &'a Index,
    settings: &'a CppSources,
    spelling: Spelling<'a>,
}

/// A change, with its places in both versions.
struct Found {
    ops: [OpId; 2],
    change: Change,
    places: [Option<Place>; 2],
}

/// Compares what the operators of both versions use in C++. The files that changes point to are added to the sources.
pub fn compare(
    (base, base_index): (&mut Project, &Index),
    (head, head_index): (&mut Project, &Index),
) -> Vec<CppChange> {
    let found = match (Side::new(base, base_index), Side::new(head, head_index)) {
        (Some(old), Some(new)) => found(&old, &new),
        _ => Vec::new(),
    };
    let mut added = [AddedFiles::after(&base.sources), AddedFiles::after(&head.sources)];
    let mut resolved = |Found { ops, mut change, places }: Found| {
        let sides = [base_index, head_index].into_iter().zip(places).zip(&mut added);
        let mut spans = sides.map(|((index, place), added)| Some(added.span(&place?, index)));
        (change.base, change.head) = (spans.next().flatten(), spans.next().flatten());
        CppChange { base: ops[0], head: ops[1], change }
    };
    let changes = found.into_iter().map(&mut resolved).collect();
    let [old, new] = added.map(AddedFiles::into_files);
    base.sources.extend(old);
    head.sources.extend(new);
    changes
}

impl<'a> Side<'a> {
    fn new(project: &'a Project, index: &'a Index) -> Option<Self> {
        let settings = project.profile.cpp_sources.as_ref()?;
        Some(Side { project, index, settings, spelling: Spelling::of(project) })
    }
}

/// The changes of the operators that both versions have.
fn found(base: &Side, head: &Side) -> Vec<Found> {
    let key = |op: &Op| (op.name.value.clone(), op.home.family().name());
    let old: BTreeMap<_, (OpId, &Op)> = base.project.registry.ops().map(|(id, op)| (key(op), (id, op))).collect();
    let mut found = Vec::new();
    for (id, op) in head.project.registry.ops() {
        let Some(&(old_id, old)) = old.get(&key(op)).filter(|(_, old)| !old.poisoned && !op.poisoned) else { continue };
        let mut add = |(change, places)| found.push(Found { ops: [old_id, id], change, places });
        kernels(base, head, [old, op], &mut add);
        infer_meta_functions(base, head, [old, op]).into_iter().for_each(&mut add);
    }
    found
}

type ChangeAt = (Change, [Option<Place>; 2]);

fn kernels(base: &Side, head: &Side, [old, new]: [&Op; 2], add: &mut dyn FnMut(ChangeAt)) {
    if old.kernel.is_none() || new.kernel.is_none() {
        return;
    }
    let before: BTreeMap<_, _> = expected::of_kernels(old, &base.spelling).into_iter().collect();
    for (kernel, after) in expected::of_kernels(new, &head.spelling) {
        let Some(before) = before.get(&kernel) else { continue };
        let functions = |side: &Side<'_>, index| kernel_functions(index, side.settings, &kernel);
        let changed = changed(base.index, &functions(base, base.index), head.index, &functions(head, head.index));
        if let Some([from, to]) = changed.filter(|_| is_same_call(before.as_ref(), after.as_ref())) {
            add(signature_change(&format!("kernel `{kernel}`"), from, to));
        }
        let types = data_types::compare(&kernel, (base.index, base.settings), (head.index, head.settings));
        if let Some(changed) = types {
            add(types_change(&kernel, changed));
        }
    }
}

fn infer_meta_functions(base: &Side, head: &Side, [old, new]: [&Op; 2]) -> Option<ChangeAt> {
    let (before, after) = (&old.infer_meta.as_ref()?.func.value, &new.infer_meta.as_ref()?.func.value);
    let calls = [(old, base), (new, head)].map(|(op, side)| expected::of_infer_meta(op, &side.project.profile));
    if before != after || !is_same_call(calls[0].as_ref(), calls[1].as_ref()) {
        return None;
    }
    let functions = [base, head].map(|side| infer_meta(side.index, side.settings, after));
    let [from, to] = changed(base.index, &functions[0], head.index, &functions[1])?;
    Some(signature_change(&format!("infer meta function `{after}`"), from, to))
}

/// Whether two versions of the YAML call a function with the same arguments.
fn is_same_call(before: Option<&Vec<Expected>>, after: Option<&Vec<Expected>>) -> bool {
    let parts = |call: &'_ Vec<Expected>| -> Vec<(String, ExpectedType)> {
        call.iter().map(|expected| (expected.name.clone(), expected.ty.clone())).collect()
    };
    before.zip(after).is_some_and(|(before, after)| parts(before) == parts(after))
}

/// A declaration that changed, before and after. Declarations in the same file are compared with each other. A file that declares
/// several functions of a name has changed only if none of them is left.
fn changed<'i>(base: &Index, old: &[&'i Declared], head: &Index, new: &[&'i Declared]) -> Option<[&'i Declared; 2]> {
    let pairs = || new.iter().flat_map(|after| old.iter().map(move |before| [*before, *after]));
    let is_in_same_file = |pair: &[&Declared; 2]| base.file(&pair[0].place) == head.file(&pair[1].place);
    let same_files: Vec<[&Declared; 2]> = pairs().filter(is_in_same_file).collect();
    if same_files.is_empty() {
        return pairs().next().filter(|_| pairs().all(differ));
    }
    let is_left = |file: usize| same_files.iter().any(|pair| pair[1].place.file == file && !differ(*pair));
    same_files.iter().copied().find(|pair| !is_left(pair[1].place.file))
}

/// Whether the types of two declarations differ, or the order of the parameters.
fn differ([before, after]: [&Declared; 2]) -> bool {
    let types = |of: &Declared| of.parameters.iter().map(|parameter| parameter.ty.clone()).collect::<Vec<_>>();
    let names = |of: &Declared| of.parameters.iter().map(|parameter| parameter.name.clone()).collect::<Vec<_>>();
    let sorted = |mut names: Vec<String>| {
        names.sort();
        names
    };
    let (old, new) = (names(before), names(after));
    types(before) != types(after) || old != new && sorted(old) == sorted(new)
}

fn signature_change(what: &str, from: &Declared, to: &Declared) -> ChangeAt {
    let message = format!("the {what} changed in C++, but its call in the YAML did not");
    let why = format!("`{}` became `{}`", from.declaration(), to.declaration());
    let change = Change::new(Kind::CppSignature, message).breaks(Class::Kernel, why);
    (change, [Some(from.place.clone()), Some(to.place.clone())])
}

fn types_change(kernel: &str, changed: data_types::Changed) -> ChangeAt {
    let data_types::Changed { gained, lost, places } = changed;
    let part = |verb: &str, parts: &[String]| (!parts.is_empty()).then(|| format!("{verb} {}", parts.join(", ")));
    let parts: Vec<String> = part("gained", &gained).into_iter().chain(part("lost", &lost)).collect();
    let change = Change::new(Kind::DataTypes, format!("the kernel `{kernel}` {}", parts.join(", and ")));
    let change = match lost.is_empty() {
        true => change,
        false => change.breaks(Class::Kernel, format!("no longer registered: {}", lost.join(", "))),
    };
    (change, places)
}
