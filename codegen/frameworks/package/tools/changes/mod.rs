//! What only operators of packages have: rules for outputs, types of inputs, and names in programs.

mod programs;

use diff::{Change, Class, Kind, Users, Version};
use package_operators::entry::TRITON;
use package_operators::forms::{InputForm, OutputForm, PackageForm, RequireForm};
use profile::Framework;
use registry::Registry;
use source::Spanned;
use spec::{Inferred, Op, PackageOp};

/// Those who use the operators of packages.
#[derive(Debug)]
pub struct PackageUsers;

impl Users for PackageUsers {
    fn changes(&self, old: Version, new: Version) -> Vec<Change> {
        match (form(old), form(new)) {
            (Some(before), Some(after)) => compare(&before, &after, old.registry),
            _ => Vec::new(),
        }
    }

    fn judge(&self, old: Version, new: Version, changes: Vec<&mut Change>) {
        if let (Some(before), Some(after)) = (form(old), form(new)) {
            programs::judge(&before, &after, old.registry, changes);
        }
    }
}

/// All changes of what only an operator of a package has. Rules are compared by their meaning, not by their text.
fn compare(old: &PackageForm, new: &PackageForm, base: &Registry) -> Vec<Change> {
    let mut changes = Vec::new();
    changes.extend(written_for(old, new));
    changes.extend(frameworks(old, new, base));
    changes.extend(lost_types(old, new));
    changes.extend(requires(old, new));
    changes.extend(autocast(old, new));
    // Tensors that were added, removed or renamed are reported as such.
    for (before, after) in pairs(&old.inputs, &new.inputs, |input| &input.name) {
        changes.extend(input(before, after, old, new));
    }
    for (before, after) in pairs(&old.outputs, &new.outputs, |output| &output.name) {
        changes.extend(shape(before, after, old, new));
        changes.extend(data_type(before, after, old, new));
        changes.extend(registered(&before.registered.base, &after.registered.base, &after.name, new));
    }
    changes.extend(functions(old, new));
    changes.extend(signature(old, new));
    changes
}

/// Arguments that callers can now only give by name, and results that are no tensors.
fn signature(old: &PackageForm, new: &PackageForm) -> Vec<Change> {
    let mut changes = Vec::new();
    for name in new.keywords().into_iter().filter(|name| old.op.signature.has_arg(name)) {
        if !old.keywords().contains(&name) {
            let message = format!("`{name}` is now only given by name");
            let change = Change::new(Kind::ArgumentMoved, message).base(old.op.name.span).head(new.op.name.span);
            changes.push(change.breaks(Class::Api, "callers pass arguments by position"));
        }
    }
    let results = |form: &PackageForm| form.values.iter().map(|value| (value.ty, value.at)).collect::<Vec<_>>();
    if results(old) != results(new) {
        let message = "the results that are no tensors changed";
        let change = Change::new(Kind::ReturnChanged, message).base(old.op.name.span).head(new.op.name.span);
        let change = change.breaks(Class::Api, "callers get other results");
        changes.push(change.breaks(Class::Model, "programs use its results"));
    }
    changes
}

fn form(Version { registry, id }: Version<'_>) -> Option<PackageForm<'_>> {
    let package = registry.profile().package.as_ref()?;
    Some(PackageForm::of(registry, package, id, package_operators::rules::DATA_TYPE_RULE, |_| {}))
}

fn pairs<'a, T>(old: &'a [T], new: &'a [T], name: fn(&T) -> &String) -> impl Iterator<Item = (&'a T, &'a T)> {
    new.iter().filter_map(move |after| Some((old.iter().find(|before| name(before) == name(after))?, after)))
}

fn written_for(old: &PackageForm, new: &PackageForm) -> Option<Change> {
    let shown = |form: &PackageForm| match form.is_triton {
        true => TRITON,
        false => form.written_for.map_or("plain views", Framework::name),
    };
    let message = format!("its kernel is written for {}, not for {}", shown(new), shown(old));
    (shown(old) != shown(new)).then(|| {
        let change = Change::new(Kind::KernelChanged, message).base(old.op.name.span).head(new.op.name.span);
        change.breaks(Class::Kernel, "it gets other tensors")
    })
}

/// The frameworks that have the operator.
fn frameworks(old: &PackageForm, new: &PackageForm, base: &Registry) -> Option<Change> {
    let is_listed = |form: &PackageForm, framework: &Framework| form.only.is_empty() || form.only.contains(framework);
    let of_package = base.profile().package.iter().flat_map(|package| &package.frameworks);
    let is_lost = |framework: &&Framework| is_listed(old, framework) && !is_listed(new, framework);
    let lost: Vec<&str> = of_package.filter(is_lost).map(|framework| framework.name()).collect();
    (!lost.is_empty()).then(|| {
        let message = format!("it is no longer for {}", lost.join(", "));
        let change = Change::new(Kind::KernelChanged, message).base(old.op.name.span).head(new.op.name.span);
        change.breaks(Class::Api, "the framework has no such operator").breaks(Class::Model, "programs contain it")
    })
}

/// Conditions that callers did not have to keep to before.
fn requires(old: &PackageForm, new: &PackageForm) -> Vec<Change> {
    let is_new = |require: &&RequireForm| old.requires.iter().all(|before| before.condition != require.condition);
    let change = |require: &RequireForm| {
        let message = format!("it requires `{}`", require.text);
        let change = Change::new(Kind::OutputRule, message).head(new.op.name.span);
        change.breaks(Class::Api, "calls with other arguments are refused, unless that was so before")
    };
    new.requires.iter().filter(is_new).map(change).collect()
}

/// Data types for which the kernel is no longer compiled.
fn lost_types(old: &PackageForm, new: &PackageForm) -> Option<Change> {
    let lost: Vec<&str> =
        old.data_types.iter().filter(|name| !new.data_types.contains(name)).map(String::as_str).collect();
    let is_typed = |form: &PackageForm| form.has_views() || form.is_triton;
    let can_tell = is_typed(old) && is_typed(new) && !new.data_types.is_empty();
    (can_tell && !lost.is_empty()).then(|| {
        let message = format!("its kernel is no longer compiled for {}", lost.join(", "));
        let change = Change::new(Kind::KernelChanged, message).base(old.op.name.span).head(new.op.name.span);
        change.breaks(Class::Api, "calls with tensors of such a type are refused")
    })
}

/// What is converted where the framework casts automatically.
fn autocast(old: &PackageForm, new: &PackageForm) -> Option<Change> {
    let [before, after] = [old, new].map(|form| form.autocast.as_ref().map(|autocast| autocast.to.to_string()));
    let message = match (&before, &after) {
        (None, Some(after)) => format!("automatic casts convert its inputs to `{after}`"),
        (Some(before), None) => format!("automatic casts no longer convert its inputs to `{before}`"),
        (Some(before), Some(after)) => format!("automatic casts convert its inputs to `{after}`, not to `{before}`"),
        (None, None) => return None,
    };
    (before != after).then(|| {
        let change = Change::new(Kind::KernelChanged, message).base(old.op.name.span).head(new.op.name.span);
        change.breaks(Class::Api, "callers that cast automatically get outputs of another type")
    })
}

fn input(before: &InputForm, after: &InputForm, old: &PackageForm, new: &PackageForm) -> Vec<Change> {
    let mut changes: Vec<Change> =
        registered(&before.registered.base, &after.registered.base, &after.name, new).into_iter().collect();
    if before.data_type != after.data_type {
        let message = format!("the data type of `{}` in the kernel changed", after.name);
        let change = Change::new(Kind::KernelChanged, message).base(old.op.name.span).head(new.op.name.span);
        let change = change.breaks(Class::Kernel, "its parameter has another type");
        changes.push(change.breaks(Class::Api, "callers pass tensors of another type"));
    }
    changes
}

fn shape(before: &OutputForm, after: &OutputForm, old: &PackageForm, new: &PackageForm) -> Option<Change> {
    let rules = [old, new].map(|form| rule(form.op, |own| own.shape.as_ref(), &after.name));
    // If a function decides, there is no rule; functions are compared separately.
    if before.shape == after.shape || before.shape.is_none() || after.shape.is_none() {
        return None;
    }
    let why = "callers get outputs of other shapes";
    Some(rule_changed("shape", &after.name, rules, [old.op, new.op]).breaks(Class::Api, why))
}

fn data_type(before: &OutputForm, after: &OutputForm, old: &PackageForm, new: &PackageForm) -> Option<Change> {
    if (&before.type_of, &before.data_type) == (&after.type_of, &after.data_type) {
        return None;
    }
    let rules = [old, new].map(|form| rule(form.op, |own| own.data_type.as_ref(), &after.name));
    let change = rule_changed("data type", &after.name, rules, [old.op, new.op]);
    Some(change.breaks(Class::Api, "callers get outputs of another type"))
}

fn rule<'a>(op: &'a Op, of: fn(&PackageOp) -> Option<&Inferred>, output: &str) -> Option<&'a Spanned<String>> {
    op.package.as_ref().and_then(of).and_then(|inferred| inferred.of(output))
}

fn rule_changed(what: &str, output: &str, rules: [Option<&Spanned<String>>; 2], ops: [&Op; 2]) -> Change {
    let shown = rules.map(|rule| rule.map_or("the default".to_owned(), |rule| format!("`{}`", rule.value)));
    let message = format!("the {what} of `{output}` changed from {} to {}", shown[0], shown[1]);
    let [base, head] = [0, 1].map(|at| rules[at].map_or(ops[at].name.span, |rule| rule.span));
    Change::new(Kind::OutputRule, message).base(base).head(head)
}

/// The functions in C++ that tell shapes and data types.
fn functions(old: &PackageForm, new: &PackageForm) -> Vec<Change> {
    let shape = ("shape", &old.functions.shape, &new.functions.shape);
    let data_type = ("data type", &old.functions.data_type, &new.functions.data_type);
    let changed = [shape, data_type].into_iter().filter(|(_, before, after)| before != after);
    let shown = |function: &Option<String>| function.as_ref().map_or("none".to_owned(), |name| format!("`{name}`"));
    changed
        .map(|(what, before, after)| {
            let message = format!("the function for its {what} changed from {} to {}", shown(before), shown(after));
            Change::new(Kind::OutputRule, message).base(old.op.name.span).head(new.op.name.span)
        })
        .collect()
}

/// The name of a tensor in Paddle's registration.
fn registered(before: &str, after: &str, name: &str, new: &PackageForm) -> Option<Change> {
    let message = format!("Paddle knows `{name}` as \"{after}\", not as \"{before}\"");
    let change = || Change::new(Kind::SavedForm, message).head(new.op.name.span);
    (before != after).then(|| change().breaks(Class::Model, "programs contain the old name"))
}
