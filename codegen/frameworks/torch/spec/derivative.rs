//! Entries of `derivatives.yaml`: formulas of gradients and of tangents.

use source::fields::{self, Fields};
use source::suggest::Known;
use source::text::Text;
use source::yaml::{Entries, Node, Value};
use source::{Diagnostic, Diagnostics, Help, Spanned};
use torch_schema::{FunctionSchema, parse};

use crate::key::{Key, names};
use crate::rules;

/// The formulas of an operator.
#[derive(Debug, Clone)]
pub struct Derivative {
    /// The text of the operator's schema.
    pub name: Spanned<String>,
    /// The schema. `None` if it has a mistake.
    pub schema: Option<FunctionSchema>,
    /// Which outputs are differentiable, if the entry says so.
    pub differentiability: Option<Differentiability>,
    /// The formulas by dispatch key. Without a table `dispatch`, all are under [`DEFAULT_KEY`].
    pub tables: Vec<FormulaTable>,
    /// True if the entry was not read completely.
    pub poisoned: bool,
}

/// The formulas for a dispatch key.
#[derive(Debug, Clone)]
pub struct FormulaTable {
    /// The dispatch key. Its span is that of the entry's name if the entry has no table `dispatch`.
    pub key: Spanned<String>,
    /// The formulas in the order of the file.
    pub formulas: Vec<Formula>,
}

/// The key of formulas for all dispatch keys without formulas of their own.
pub const DEFAULT_KEY: &str = "Default";

/// A formula.
#[derive(Debug, Clone)]
pub struct Formula {
    /// The arguments whose gradient it is, or the result whose tangent it is.
    pub names: Vec<Spanned<String>>,
    /// The formula, on one line.
    pub text: Spanned<String>,
}

/// Says which outputs are differentiable.
#[derive(Debug, Clone)]
pub enum Differentiability {
    /// One value for each output.
    Outputs(Vec<Spanned<bool>>),
    /// A condition in C++ for the only output.
    Condition(Spanned<String>),
}

/// The keys of an entry that are not names of arguments or results.
pub const DESCRIBED_KEYS: [Key; 3] = [
    ("name", "The schema of the operator, as in `native_functions.yaml`."),
    (
        "output_differentiability",
        "Which results are differentiable: a boolean for each, or a condition in C++ for the only one.",
    ),
    ("dispatch", "Formulas for single dispatch keys, and under `Default` those for all others."),
];

const KEYS: [&str; 3] = names(&DESCRIBED_KEYS);

/// Reads an entry. `None` if it has no name, which has been reported.
pub(crate) fn read(node: &Node, diagnostics: &mut Diagnostics) -> Option<Derivative> {
    let fields = Fields::of(node, format_args!("a derivative"), diagnostics)?;
    let before = diagnostics.len();
    if fields.get("name").is_none() && misspelt(&fields, None, diagnostics).iter().any(|(_, meant)| *meant == "name") {
        return None;
    }
    let text = fields.require_text("name", diagnostics)?;
    let fields = fields.with_span(text.span()).renamed(format!("the derivative of `{}`", name_of(text.as_str())));
    let schema = parse::schema(text, diagnostics);
    let differentiability =
        fields.get("output_differentiability").and_then(|node| differentiability(node, diagnostics));
    let misspelt = misspelt(&fields, schema.as_ref(), diagnostics);
    let is_formula = |key: &str| !KEYS.contains(&key) && !misspelt.iter().any(|(misspelt, _)| *misspelt == key);
    let formulas: Entries = fields.entries().iter().filter(|(key, _)| is_formula(&key.value)).cloned().collect();
    let tables = match fields.get("dispatch") {
        Some(node) => {
            if let (Some((key, _)), Value::Mapping(_)) = (formulas.first(), &node.value) {
                let message = format!("`{}` of {} stands beside `dispatch`, and is ignored", key.value, fields.what);
                let problem = Diagnostic::new(source::rules::UNKNOWN_KEY, key.span, message);
                diagnostics.push(problem.help(format!("put it under a key of `dispatch`, such as `{DEFAULT_KEY}`")));
            }
            dispatch(node, &fields, diagnostics)
        }
        None => vec![FormulaTable {
            key: Spanned::new(DEFAULT_KEY.to_owned(), text.span()),
            formulas: read_formulas(&formulas, diagnostics),
        }],
    };
    let poisoned = diagnostics.len() > before || fields.any_rejected();
    Some(Derivative { name: text.to_spanned(), schema, differentiability, tables, poisoned })
}

/// Reports keys that are misspelt and for neither an argument nor a result. Returns each with the key that was meant.
fn misspelt<'a>(
    fields: &Fields<'a>,
    schema: Option<&FunctionSchema>,
    diagnostics: &mut Diagnostics,
) -> Vec<(&'a str, &'static str)> {
    let is_formula = |key: &str| {
        schema.is_some_and(|schema| {
            let mut results = schema.returns.iter().filter_map(|returned| returned.name.as_ref());
            schema.arguments.of_name(key).is_some() || results.any(|result| result.value == key)
        })
    };
    let known = Known::new(KEYS);
    let mut misspelt = Vec::new();
    for (key, node) in fields.entries() {
        let near = known.typo_of(&key.value).filter(|near| *near != key.value && fields.get(near).is_none());
        if let Some(near) = near.filter(|_| !is_formula(&key.value) && !matches!(node.value, Value::Rejected)) {
            let message = format!("unknown key `{}` in {}", key.value, fields.what);
            let problem = Diagnostic::new(source::rules::UNKNOWN_KEY, key.span, message);
            diagnostics.push(problem.help(Help::meant(&key.value, near)));
            misspelt.push((key.value.as_str(), near));
        }
    }
    misspelt
}

/// The name in the text of a schema.
fn name_of(text: &str) -> &str {
    text.split('(').next().unwrap_or(text)
}

fn dispatch(node: &Node, fields: &Fields, diagnostics: &mut Diagnostics) -> Vec<FormulaTable> {
    let Value::Mapping(tables) = &node.value else {
        fields::wrong_kind(node, format_args!("`dispatch` of {}", fields.what), "a mapping", &node.value, diagnostics);
        return Vec::new();
    };
    let mut table = |(key, node): &(Spanned<String>, Node)| {
        let Value::Mapping(entries) = &node.value else {
            fields::wrong_kind(
                node,
                format_args!("the formulas for `{}`", key.value),
                "a mapping",
                &node.value,
                diagnostics,
            );
            return None;
        };
        Some(FormulaTable { key: key.clone(), formulas: read_formulas(entries, diagnostics) })
    };
    tables.iter().filter_map(&mut table).collect()
}

fn read_formulas(entries: &Entries, diagnostics: &mut Diagnostics) -> Vec<Formula> {
    let mut formula = |(key, node): &(Spanned<String>, Node)| {
        let text = fields::text(node, format_args!("the formula for `{}`", key.value), diagnostics)?;
        let names = Text::of_spanned(key).split(',').into_iter().map(Text::to_spanned).collect();
        Some(Formula { names, text: text.to_spanned() })
    };
    entries.iter().filter_map(&mut formula).collect()
}

fn differentiability(node: &Node, diagnostics: &mut Diagnostics) -> Option<Differentiability> {
    let items = fields::items(node, format_args!("`output_differentiability`"), diagnostics)?;
    let is_flag = |item: &Node| matches!(&item.value, Value::Scalar(scalar) if scalar.as_bool().is_some());
    if let [only] = items
        && !is_flag(only)
    {
        let text = fields::text(only, format_args!("an item of `output_differentiability`"), diagnostics)?;
        return Some(Differentiability::Condition(text.to_spanned()));
    }
    let mut flags = Vec::new();
    for item in items {
        match &item.value {
            Value::Scalar(scalar) if scalar.as_bool().is_some() => {
                flags.push(Spanned::new(scalar.as_bool() == Some(true), item.span));
            }
            Value::Rejected => return None,
            _ => {
                let message = "an item of `output_differentiability` must be `True` or `False`";
                let problem = Diagnostic::new(rules::BAD_DIFFERENTIABILITY, item.span, message);
                let near = Text::of(item).and_then(|text| {
                    let near = Known::new(["True", "False"]).typo_of(text.as_str())?;
                    Some(Help::meant(text.as_str(), near))
                });
                diagnostics.push(problem.help(near.unwrap_or("a condition is allowed only as the only item".into())));
                return None;
            }
        }
    }
    Some(Differentiability::Outputs(flags))
}
