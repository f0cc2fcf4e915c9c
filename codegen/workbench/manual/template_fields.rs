//! The variables of templates, found in the contexts that they are rendered with.

use std::collections::BTreeMap;

use minijinja::value::{Value, ValueKind};
use render::FilePlan;
use serde::Serialize;

/// A variable of a template, or a part of one.
#[derive(Debug, Default, Serialize)]
pub struct Field {
    /// Its types, as templates test them: `string`, `sequence`, ...; with `none` if it can be absent.
    pub kinds: Vec<String>,
    /// An example value.
    pub example: Option<String>,
}

/// How Python calls one of the built-in operators, as the text of a file that holds such entries.
pub const PYTHON_APIS: &str = "\
- op : argmax
  name : [paddle.argmax, paddle.Tensor.argmax]
  args_alias :
    x : [input]
    axis : [dim]
";

/// Fields by path: `op.inputs[].name`.
pub type Fields = BTreeMap<String, Field>;

/// Operators as a framework has registered them, as the text of an `op-registry.json`. Templates that are rendered only for
/// such operators are described by these, because the built-in operators are defined in YAML.
pub const REGISTERED_OPERATORS: &str = include_str!("registered_operators.json");

/// The fields of each template, by the template's name. Templates that others include are missing: they have the variables
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

/// The fields of one template that is rendered with each of these contexts.
pub fn of<'a>(contexts: impl IntoIterator<Item = &'a Value>) -> Fields {
    let mut fields = Fields::new();
    contexts.into_iter().for_each(|context| visit(context, "", &mut fields));
    fields
}

/// Adds a value and everything in it.
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

/// The value as text, if it is short and fits on one line.
fn example(value: &Value) -> Option<String> {
    const LONGEST: usize = 60;
    let text = match value.kind() {
        ValueKind::String | ValueKind::Number | ValueKind::Bool => value.to_string(),
        _ => return None,
    };
    let fits = !text.is_empty() && text.chars().count() <= LONGEST && !text.contains('\n');
    fits.then_some(text)
}
