//! Documents what templates are given: the fields of every context, with examples from the built-in operators.

use std::collections::BTreeMap;

use minijinja::context;
use minijinja::value::{Serde, Value, ValueKind};
use serde::Serialize;

use crate::driver::custom_targets::Ops;
use project::config::Per;
use project::{self, Root};
use render::Templates;
use targets::{Item, TARGETS};

/// A field of a context.
#[derive(Debug, Default, Serialize)]
pub struct Field {
    /// The types that it may have, as templates test them: `string`, `sequence`, ...; `none` if it may be absent.
    pub kinds: Vec<String>,
    /// An example value.
    pub example: Option<String>,
}

/// Fields by path: `op.inputs[].name`.
pub type Fields = BTreeMap<String, Field>;

/// The fields of each template's context, by the template's name. Included templates are not listed: they get the context
/// of the template that includes them.
pub fn contexts() -> BTreeMap<String, Fields> {
    let project = project::load(&Root::BuiltIn);
    let mut found: BTreeMap<String, Fields> = BTreeMap::new();
    for plan in TARGETS.iter().flat_map(|target| (target.plan)(&project.registry, &project.recipe.profile)) {
        let fields = found.entry(plan.template.to_string()).or_default();
        visit(&plan.context, "", fields);
        for part in &plan.parts {
            let kinds = match part.listed {
                true => vec![(part.name.to_owned(), "sequence"), (format!("{}[]", part.name), "string")],
                false => vec![(part.name.to_owned(), "string")],
            };
            let field = |kind: &str| Field { kinds: vec![kind.to_owned()], example: None };
            fields.extend(kinds.into_iter().map(|(path, kind)| (path, field(kind))));
        }
        for part in &plan.parts {
            let Some(template) = part.template else { continue };
            let fields = found.entry(template.to_owned()).or_default();
            part.items.iter().flat_map(Item::plans).for_each(|plan| visit(plan, "", fields));
        }
    }
    found
}

/// The fields that the template of a project's own target is given.
pub fn own(per: Per) -> Fields {
    let ops = Ops::of(&project::load(&Root::BuiltIn));
    let mut fields = Fields::new();
    ops.contexts(per).iter().for_each(|(_, context)| visit(context, "", &mut fields));
    fields
}

fn visit(value: &Value, path: &str, fields: &mut Fields) {
    if !path.is_empty() {
        let field = fields.entry(path.to_owned()).or_default();
        let kind = value.kind().to_string();
        if !field.kinds.contains(&kind) {
            field.kinds.push(kind);
            field.kinds.sort();
        }
        if field.example.is_none() {
            field.example = example(value);
        }
    }
    match value.kind() {
        ValueKind::Map => {
            for key in value.try_iter().into_iter().flatten() {
                let below = if path.is_empty() { key.to_string() } else { format!("{path}.{key}") };
                visit(&value.get_item(&key).unwrap_or_default(), &below, fields);
            }
        }
        ValueKind::Seq | ValueKind::Iterable => {
            value.try_iter().into_iter().flatten().for_each(|item| visit(&item, &format!("{path}[]"), fields));
        }
        _ => {}
    }
}

/// A value that fits on a line.
fn example(value: &Value) -> Option<String> {
    const LONGEST: usize = 60;
    let text = match value.kind() {
        ValueKind::String | ValueKind::Number | ValueKind::Bool => value.to_string(),
        _ => return None,
    };
    let fits = !text.is_empty() && text.chars().count() <= LONGEST && !text.contains('\n');
    fits.then_some(text)
}

/// The page that lists them all.
///
/// # Panics
/// Never: its template is part of opgen, and a test renders it.
pub fn page() -> String {
    let own: BTreeMap<_, _> = Per::ALL.iter().map(|per| (per.name(), own(*per))).collect();
    let context = context! { own => Value::from(Serde(own)), built_in => Value::from(Serde(contexts())) };
    Templates::built_in().render_text(include_str!("contexts.md.j2"), context).expect("the template fits")
}
