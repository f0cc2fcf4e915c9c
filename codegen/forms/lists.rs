//! Looks up names in the lists of a profile.

/// Whether a name is in a list, or has one of the endings.
pub fn is_listed(name: &str, names: &[String], endings: &[String]) -> bool {
    names.iter().any(|listed| listed == name) || endings.iter().any(|ending| name.ends_with(ending.as_str()))
}
