//! JSON Schemas of the YAML files. With them, editors complete and check YAML while it is typed.
//!
//! They describe keys and the types of their values, and not the small grammars inside texts.

use serde_json::{Map, Value, json};
use torch_profile::{Holds, Profile};
use torch_spec::{Key, keys, native};

/// The schema of each kind of YAML file, by its key.
pub fn schemas(profile: &Profile) -> Vec<(String, String)> {
    let schema = |input: &torch_profile::Input| {
        let mut schema = of(input.holds, profile)?;
        schema["title"] = input.key.as_str().into();
        Some((input.key.clone(), schema.to_string()))
    };
    profile.inputs.iter().filter_map(schema).collect()
}

/// The keys with which the entries of a kind of file begin. Empty if the file has no entries.
pub fn leading_keys(profile: &Profile, kind: &str) -> &'static [&'static str] {
    profile.holds(kind).map_or(&[], torch_spec::leading_keys)
}

/// The schema of files with some contents. `None` if they are no YAML.
fn of(holds: Holds, profile: &Profile) -> Option<Value> {
    let list = |items: Value| json!({ "type": "array", "items": items });
    Some(match holds {
        Holds::NativeFunctions => list(closed(keys(holds, &[]), &["func"], |key| operator_key(key, profile))),
        Holds::Tags => list(closed(keys(holds, &[]), &["tag", "desc"], |_| text())),
        Holds::Deprecated => list(closed(keys(holds, &[]), &["name", "aten"], |_| text())),
        Holds::Derivatives => list(derivative()),
        Holds::Backend => closed(keys(holds, &[]), &["backend", "cpp_namespace"], backend_key),
        Holds::Selection => closed(keys(holds, &[]), &[], selection_key),
        Holds::Version | Holds::Frame | Holds::Docstrings | Holds::FallbackOperators | Holds::FormulaFunctions => {
            return None;
        }
    })
}

/// A mapping with these keys and no others.
fn closed(keys: &[Key], required: &[&str], value: impl Fn(&str) -> Value) -> Value {
    let properties = properties(keys, value);
    json!({ "type": "object", "properties": properties, "required": required, "additionalProperties": false })
}

/// The values of keys, each with what the key says.
fn properties(keys: &[Key], value: impl Fn(&str) -> Value) -> Map<String, Value> {
    let property = |&(key, about): &Key| {
        let mut value = value(key);
        value["description"] = about.into();
        (key.to_owned(), value)
    };
    keys.iter().map(property).collect()
}

fn text() -> Value {
    json!({ "type": "string" })
}

fn texts() -> Value {
    json!({ "type": "array", "items": text() })
}

fn one_of(values: &[String]) -> Value {
    json!({ "type": "string", "enum": values })
}

fn operator_key(key: &str, profile: &Profile) -> Value {
    let names = &profile.names;
    match key {
        "variants" => {
            json!({ "type": "string", "enum": ["function", "method", "function, method", "method, function"] })
        }
        "dispatch" => dispatch(&names.all_dispatch_keys),
        "ufunc_inner_loop" => closed(keys(Holds::NativeFunctions, &[key]), &[], |_| text()),
        "precomputed" | "cpp_no_default_args" => texts(),
        "device_check" => one_of(&names.device_checks),
        "python_module" => one_of(&names.python_modules),
        "category_override" => one_of(&names.category_overrides),
        _ if native::FLAGS.contains(&key) => json!({ "type": "boolean" }),
        "tags" => json!({ "anyOf": [text(), texts()] }),
        _ => text(),
    }
}

/// A table of kernels. A line may name several dispatch keys.
fn dispatch(keys: &[String]) -> Value {
    let properties: Map<String, Value> = keys.iter().map(|key| (key.clone(), text())).collect();
    let several = json!({ "^\\w+( *, *\\w+)+$": text() });
    json!({ "type": "object", "properties": properties, "patternProperties": several, "additionalProperties": false })
}

fn derivative() -> Value {
    // YAML reads a formula such as `0` as a number.
    let formula = json!({ "type": ["string", "number", "boolean"] });
    let formulas = json!({ "type": "object", "additionalProperties": formula });
    let properties = properties(keys(Holds::Derivatives, &[]), |key| match key {
        "output_differentiability" => json!({ "type": "array", "items": { "type": ["boolean", "string"] } }),
        "dispatch" => json!({ "type": "object", "additionalProperties": formulas }),
        _ => text(),
    });
    json!({
        "type": "object",
        "properties": properties,
        "required": ["name"],
        "additionalProperties": formula,
    })
}

fn backend_key(key: &str) -> Value {
    match key {
        "use_out_as_primary" | "device_guard" => json!({ "type": "boolean" }),
        "backend" | "cpp_namespace" | "class_name" => text(),
        "non_native" => json!({ "type": "array", "items": { "type": "object", "required": ["func"] } }),
        // A list without items may lack its brackets.
        _ => json!({ "type": ["array", "null"], "items": text() }),
    }
}

fn selection_key(key: &str) -> Value {
    match key {
        "operators" => {
            let operator = closed(keys(Holds::Selection, &["operators", ""]), &[], |key| match key {
                "debug_info" => json!({ "type": ["array", "null"] }),
                "name" => text(),
                _ => json!({ "type": "boolean" }),
            });
            json!({ "type": ["object", "null"], "additionalProperties": operator })
        }
        "include_all_operators" | "include_all_non_op_selectives" => json!({ "type": "boolean" }),
        _ => json!({}),
    }
}
