//! What templates are given, shown by example: the fields of every context.

use std::collections::BTreeMap;

use minijinja::value::{Value, ValueKind};
use render::FilePlan;
use serde::Serialize;

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
pub fn built_in(plans: &[FilePlan]) -> BTreeMap<String, Fields> {
    let mut found: BTreeMap<String, Fields> = BTreeMap::new();
    for plan in plans {
        let fields = found.entry(plan.template.clone()).or_default();
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
            let fields = found.entry(part.template.to_owned()).or_default();
            part.items.iter().flat_map(|item| item.plans.iter()).for_each(|plan| visit(plan, "", fields));
        }
    }
    found
}

/// The fields of some contexts, as of a custom target.
pub fn of<'a>(contexts: impl IntoIterator<Item = &'a Value>) -> Fields {
    let mut fields = Fields::new();
    contexts.into_iter().for_each(|context| visit(context, "", &mut fields));
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

/// The template of the page that holds them all: it is given `own`, the fields by the kind of custom target, and
/// `built_in`.
pub const PAGE: &str = include_str!("template_fields.md.j2");
