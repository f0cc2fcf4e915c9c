//! JSON Schemas of the YAML files. With them, editors complete and check YAML while it is typed.
//!
//! They use draft 7, which editors support best. A schema describes keys and the types of their values. It does not check
//! the small grammars inside text; `opgen check` does.

use serde_json::{Map, Value, json};

use profile::{Holds, Input, Profile};
use spec::ActionKind;
use spec::keys::{self, Key, Keys, Shape};

const DRAFT: &str = "http://json-schema.org/draft-07/schema#";

/// The schema of one kind of file.
pub fn of(input: &Input, profile: &Profile) -> Value {
    whole(file(input, profile))
}

/// A schema that fits a file of any kind.
pub fn of_any(profile: &Profile) -> Value {
    any(profile.inputs.iter().map(|input| file(input, profile)).collect())
}

/// The schema of each kind of file as text, without the draft.
pub fn files(profile: &Profile) -> Vec<(String, String)> {
    profile.inputs.iter().map(|input| (input.key.clone(), file(input, profile).to_string())).collect()
}

/// The schema of a file, with the draft that it uses.
pub fn whole(mut schema: Value) -> Value {
    schema["$schema"] = DRAFT.into();
    schema
}

/// A schema that fits what one of several schemas fits.
pub fn any(schemas: Vec<Value>) -> Value {
    whole(json!({ "title": "operator YAML", "anyOf": schemas }))
}

/// The schema of one kind of file, without the draft.
fn file(input: &Input, profile: &Profile) -> Value {
    let items = match input.holds {
        Holds::Operators(home) => mapping(&keys::op(home, profile)),
        Holds::Compat => keyed(keys::COMPAT),
        Holds::Versions => keyed(keys::VERSION),
        Holds::Additions => keyed(keys::ADDITION),
        Holds::PythonApis => mapping(&keys::python_api_entry()),
        Holds::Names => json!({ "type": "string" }),
        Holds::Registered => return registered(input),
    };
    json!({ "title": input.key, "type": "array", "items": items })
}

/// The schema of `op-registry.json`, the operators that a framework has registered.
fn registered(input: &Input) -> Value {
    let text = json!({ "type": "string" });
    let texts = json!({ "type": "array", "items": text });
    let pairs = json!({ "type": "object", "additionalProperties": text });
    let closed = |properties: Value, required: &[&str]| json!({ "type": "object", "properties": properties, "required": required, "additionalProperties": false });
    let flags = |names: &[&str]| -> Map<String, Value> {
        names.iter().map(|name| ((*name).to_owned(), json!({ "type": "boolean" }))).collect()
    };
    let mut variable = flags(&["duplicable", "dispensable", "intermediate", "extra", "quant"]);
    variable.insert("name".into(), text.clone());
    let variables = json!({ "type": "array", "items": closed(Value::Object(variable), &["name"]) });
    let mut attr = flags(&["extra", "generated", "quant", "support_tensor"]);
    attr.extend([("name".to_owned(), text.clone()), ("type".to_owned(), text.clone())]);
    let attrs = json!({ "type": "array", "items": closed(Value::Object(attr), &["name", "type"]) });
    let proto =
        closed(json!({ "inputs": variables, "outputs": variables, "attrs": attrs }), &["inputs", "outputs", "attrs"]);
    let slot = closed(json!({ "var": text, "grad": { "type": "boolean" }, "n": { "type": "integer" } }), &["var"]);
    let slots = json!({ "type": "object", "additionalProperties": slot });
    let gradient = closed(
        json!({
            "type": text, "inputs": slots, "outputs": slots, "attrs": { "type": "object" }, "no_need_buffer": texts,
            "inplace": pairs,
        }),
        &["type", "inputs", "outputs"],
    );
    let operator = closed(
        json!({
            "proto": { "anyOf": [proto, { "type": "null" }] },
            "kernel": texts,
            "defaults": { "type": ["object", "null"] },
            "inplace": pairs,
            "grad_maker": { "type": "boolean" },
            "grad": { "type": "array", "items": gradient },
        }),
        &[],
    );
    let mut schema = closed(
        json!({
            "registry_order": texts, "forward_order": texts,
            "operators": { "type": "object", "additionalProperties": operator },
        }),
        &["registry_order", "forward_order", "operators"],
    );
    schema["title"] = input.key.as_str().into();
    schema
}

/// The schema of a mapping that has these keys and no others.
fn mapping(keys: &[Key]) -> Value {
    let property = |key: &Key| {
        let mut schema = shape(key.shape);
        schema["description"] = key.about.into();
        (key.name.to_owned(), schema)
    };
    let properties: Map<String, Value> = keys.iter().map(property).collect();
    let required: Vec<&str> = keys.iter().filter(|key| key.required).map(|key| key.name).collect();
    json!({ "type": "object", "properties": properties, "required": required, "additionalProperties": false })
}

/// The schema of a mapping whose unknown keys may be ignored.
fn keyed(keys: Keys) -> Value {
    let mut schema = mapping(keys.keys);
    if keys.lenient {
        schema["additionalProperties"] = ignored();
    }
    schema
}

/// The schema of a value that is ignored. Editors mark the value but accept the file, as the framework does.
fn ignored() -> Value {
    json!({ "deprecationMessage": "This is ignored." })
}

fn shape(shape: Shape) -> Value {
    let text = json!({ "type": "string" });
    let value = json!({ "type": ["string", "number", "boolean"] });
    match shape {
        Shape::Text => text,
        Shape::TextOrNothing => json!({ "type": ["string", "null"] }),
        Shape::Arguments => json!({ "type": "string", "pattern": r"^\s*\([\s\S]*\)\s*$" }),
        Shape::Flag => json!({ "type": "boolean" }),
        Shape::Value => value,
        Shape::Names => json!({ "anyOf": [text, { "type": "array", "items": text }] }),
        Shape::Values => json!({ "type": ["array", "null"], "items": value }),
        Shape::Texts => json!({ "type": "array", "items": text }),
        Shape::Map(keys) => or_ignored(keyed(keys), keys.lenient),
        Shape::Aliases(flag) => json!({
            "type": "object",
            "properties": { flag: { "type": "boolean" } },
            "additionalProperties": { "anyOf": [text, { "type": "array", "items": text }] },
        }),
        Shape::Renames => or_ignored(json!({ "type": "object", "additionalProperties": text }), true),
        Shape::Rules => json!({ "anyOf": [text, { "type": "object", "additionalProperties": text }] }),
        Shape::Each(keys) => or_ignored(json!({ "type": "object", "additionalProperties": keyed(keys) }), keys.lenient),
        Shape::List(keys) => json!({ "type": "array", "items": keyed(keys) }),
        Shape::Actions => json!({ "type": "array", "items": action() }),
    }
}

/// If the framework is lenient here, also accepts a value that is not a mapping, and marks it as ignored.
fn or_ignored(mut schema: Value, lenient: bool) -> Value {
    if lenient {
        let mut other = ignored();
        other["not"] = json!({ "type": "object" });
        schema = json!({ "anyOf": [schema, other] });
    }
    schema
}

/// The schema of an action. Exactly one of its keys says what it does.
fn action() -> Value {
    let mut schema = mapping(&keys::action());
    let one: Vec<Value> = ActionKind::all().map(|kind| json!({ "required": [kind.key()] })).collect();
    schema["oneOf"] = one.into();
    schema
}
