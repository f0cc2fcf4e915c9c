//! The page of all changes since an earlier version.

use minijinja::context;
use render::{FilePlan, value};

use crate::site::Site;

/// Lists operators that break somebody first. `None` if no earlier version was given.
pub fn plan(site: &Site) -> Option<FilePlan> {
    let changes = site.changes.as_ref()?;
    let (breaking, harmless): (Vec<_>, Vec<_>) = changes.ops.iter().partition(|op| !op.breaks.is_empty());
    let body = context! {
        broken => value(&changes.broken),
        breaking => value(&breaking),
        harmless => value(&harmless),
        others => value(&changes.others),
    };
    Some(site.page("changes.html", "reference/changes.html.j2", "changes", body))
}
