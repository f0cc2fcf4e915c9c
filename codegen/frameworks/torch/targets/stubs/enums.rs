//! Enumerations of the operators' world.

use torch_registry::Registry;

/// The tags in order, each with its number: `core = 0`.
pub fn tags(registry: &Registry) -> Vec<String> {
    let mut names: Vec<&str> = registry.tags().unwrap_or_default().iter().map(|tag| tag.name.as_str()).collect();
    names.sort_unstable();
    names.iter().enumerate().map(|(number, name)| format!("{name} = {number}")).collect()
}
