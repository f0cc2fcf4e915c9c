//! Says in words what is known of an operator.

use describe::{Described, Relation};

use crate::facts::{Derivative, Facts, Formula};

pub fn described(facts: &Facts) -> Described {
    let mut all = Described {
        name: facts.full_name(),
        base: facts.name.clone(),
        kind: kind(facts),
        place: facts.defined.clone(),
        names: facts.names().map(str::to_owned).chain([facts.name.clone()]).collect(),
        parts: Vec::new(),
        relations: relations(facts),
    };
    all.add("schema", vec![facts.schema.clone()]);
    all.add("variants", listed(&facts.variants));
    all.add("in C++", facts.cpp.clone());
    all.add("in Python", facts.python.clone());
    all.add("dispatcher", vec![facts.dispatcher.clone()]);
    all.add("kernels", kernels(facts));
    all.add("structured", structured(facts));
    all.add("devices", devices(facts));
    all.add("tags", listed(&facts.tags));
    all.add("forms", facts.group.forms().map(|(word, name)| format!("{word}: {name}")).collect());
    all.add("autogen", listed(&facts.autogen));
    if let Some(Derivative { defined, formulas }) = &facts.derivative {
        all.add_place("derivative", defined.clone());
        all.add("formulas", formulas.iter().map(formula).collect());
    }
    all.add("nodes", listed(&facts.nodes));
    all
}

fn kind(facts: &Facts) -> String {
    let view = if facts.view { ", a view" } else { "" };
    let generated = if facts.generated { ", generated" } else { "" };
    format!("{}{view}{generated}", facts.kind)
}

fn listed(words: &[impl AsRef<str>]) -> Vec<String> {
    let words: Vec<&str> = words.iter().map(AsRef::as_ref).collect();
    if words.is_empty() { Vec::new() } else { vec![words.join(", ")] }
}

fn kernels(facts: &Facts) -> Vec<String> {
    facts.dispatch.iter().map(|(key, kernel)| format!("{key}: {kernel}")).collect()
}

fn structured(facts: &Facts) -> Vec<String> {
    let own = facts.structured.then(|| match &facts.structured_inherits {
        Some(class) => format!("derived from {class}"),
        None => "yes".to_owned(),
    });
    own.into_iter().chain(facts.structured_delegate.iter().map(|name| format!("by {name}"))).collect()
}

fn devices(facts: &Facts) -> Vec<String> {
    let check = (!facts.device_check).then(|| "arguments may be on several devices".to_owned());
    let guard = (!facts.device_guard).then(|| "the current device stays".to_owned());
    check.into_iter().chain(guard).collect()
}

fn formula(Formula { dispatch, names, formula }: &Formula) -> String {
    let key = if dispatch == "Default" { String::new() } else { format!(" ({dispatch})") };
    format!("{}{key}: {formula}", names.join(", "))
}

/// The other forms of the operator.
fn relations(facts: &Facts) -> Vec<Relation> {
    let own = facts.full_name();
    let others = facts.group.forms().filter(|(_, name)| **name != own);
    others.map(|(label, name)| Relation { label, name: name.clone() }).collect()
}
