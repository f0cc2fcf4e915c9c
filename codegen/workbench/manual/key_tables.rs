//! The tables of keys in `docs/yaml-format.md`, from the keys that the readers know.
//!
//! Each table stands between the lines `<!-- keys: NAME -->` and `<!-- end of keys -->`.

use profile::{Profile, built_in_profiles};
use spec::keys::{self, Key, Shape};

use crate::tables;

/// The page with its tables brought up to date.
///
/// # Errors
/// A table does not exist or has no end; the error is its name.
pub fn renew(page: &str) -> Result<String, String> {
    tables::renew(page, "keys:", "end of keys", table)
}

fn table(name: &str) -> Option<String> {
    // The newest version has the most keys.
    let newest = built_in_profiles().next().cloned();
    let profile = newest.unwrap_or_default();
    let keys = match name {
        "operators" => operators(&profile),
        "op_compat" => keys::COMPAT.keys.to_vec(),
        "op_version" => keys::VERSION.keys.to_vec(),
        "additions" => keys::ADDITION.keys.to_vec(),
        "python_api_info" => keys::python_api_entry(),
        _ => return None,
    };
    let mut table = String::from("| key | value | meaning |\n| --- | --- | --- |\n");
    push(&mut table, "", &keys);
    Some(table)
}

/// The keys of operators, forward and backward.
fn operators(profile: &Profile) -> Vec<Key<'_>> {
    let of = |is_backward: bool| {
        let home = profile.homes().find(|home| home.is_backward() == is_backward);
        home.map_or(Vec::new(), |home| keys::op(home, profile))
    };
    let mut all = of(false);
    for (at, key) in of(true).into_iter().enumerate() {
        if all.iter().all(|known| known.name != key.name) {
            all.insert((at + 1).min(all.len()), key);
        }
    }
    all
}

/// Adds a row for each key, and for the keys below it.
fn push(table: &mut String, prefix: &str, keys: &[Key]) {
    for key in keys {
        let name = format!("{prefix}{}", key.name);
        let required = if key.required { ", required" } else { "" };
        let about = key.about.replace('|', "\\|");
        *table += &format!("| `{name}` | {}{required} | {about} |\n", value(key.shape));
        match key.shape {
            Shape::Map(below) | Shape::List(below) => push(table, &format!("{name}."), below.keys),
            Shape::Each(below) => push(table, &format!("{name}.NAME."), below.keys),
            Shape::Actions => push(table, &format!("{name}."), &keys::action()),
            Shape::Text
            | Shape::TextOrNothing
            | Shape::Arguments
            | Shape::Flag
            | Shape::Value
            | Shape::Names
            | Shape::Values
            | Shape::Texts
            | Shape::Renames
            | Shape::Rules
            | Shape::Aliases(_) => {}
        }
    }
}

/// The value of a key, in words.
fn value(shape: Shape) -> &'static str {
    match shape {
        Shape::Text => "text",
        Shape::TextOrNothing => "text, or empty",
        Shape::Arguments => "text in parentheses",
        Shape::Flag => "`true` or `false`",
        Shape::Value => "text, a number or a boolean",
        Shape::Names => "`a, b` or a list",
        Shape::Values => "list of values, or empty",
        Shape::Texts => "list of text",
        Shape::Map(_) => "mapping",
        Shape::Renames => "mapping from names to text",
        Shape::Rules => "text, or mapping from names to text",
        Shape::Aliases(_) => "mapping from names to names",
        Shape::Each(_) => "mapping from names to mappings",
        Shape::List(_) => "list of mappings",
        Shape::Actions => "list of mappings, each with one action",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_text_between_the_marks_is_replaced() {
        let page = "a\n<!-- keys: op_version -->\nstale\n<!-- end of keys -->\nb\n";
        let renewed = renew(page).expect("there is such a table");
        assert!(renewed.starts_with("a\n<!-- keys: op_version -->\n\n| key |") && renewed.ends_with("-->\nb\n"));
        assert!(!renewed.contains("stale") && renewed.contains("| `version.action.add_attr` | text |"), "{renewed}");
        assert_eq!(renew(&renewed), Ok(renewed));
        assert_eq!(renew("<!-- keys: none -->\n<!-- end of keys -->"), Err("none".to_owned()));
    }

    #[test]
    fn forward_and_backward_operators_share_a_table() {
        let profile = Profile::default();
        let names: Vec<&str> = operators(&profile).iter().map(|key| key.name).collect();
        assert_eq!(names[..3], ["op", "backward_op", "args"]);
        assert_eq!(names[names.len() - 1], "forward");
    }
}
