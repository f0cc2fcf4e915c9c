//! Finds operators of Paddle's by any name that is shown of them.

use std::path::Path;

use describe::Found;
use project::{NotFound, Root};
use registry::Project;
use show::Shown;

use super::of_commands::add_cpp;

/// The operators of a name, with what C++ has of their kernels.
///
/// # Errors
/// If nothing has that name.
pub fn find(project: &Project, name: &str, root: &Root, include: Option<&Path>) -> Result<Vec<Found>, NotFound> {
    let found = show::find(project, name);
    // A name that the YAML does not have may be that of a function in C++.
    let (mut shown, not_found) = match found {
        Ok(found) => (found, None),
        Err(not_found) => (show::all(project).into_iter().map(|(_, op)| op).collect(), Some(not_found)),
    };
    add_cpp(&mut shown, root, include, project);
    match not_found {
        Some(not_found) => {
            shown.retain(|op| op.mentions(name));
            if shown.is_empty() { Err(not_found) } else { Ok(shown.iter().map(described).collect()) }
        }
        None => Ok(shown.iter().map(described).collect()),
    }
}

fn described(op: &Shown) -> Found {
    let json = serde_json::to_string_pretty(op).unwrap_or_default();
    Found { operator: show::described(op), json }
}
