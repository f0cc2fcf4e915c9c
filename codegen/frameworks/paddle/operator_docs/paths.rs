//! The paths of pages. They are valid on every system, and stay distinct on those that ignore case.

use std::collections::BTreeMap;

use reference::paths::file_name;
use registry::Registry;

/// The paths of the operators' pages below the output folder, in the order of definition.
pub fn of_operators(registry: &Registry) -> Vec<String> {
    let mut taken: BTreeMap<String, usize> = BTreeMap::new();
    let path = |(_, op): (_, &spec::Op)| {
        let path = format!("op/{}/{}", file_name(op.home.family().key()), file_name(&op.name.value));
        let number = taken.entry(path.clone()).or_default();
        *number += 1;
        // `file_name` never produces two hyphens here, so the number cannot collide with another operator's name.
        if *number == 1 { format!("{path}.html") } else { format!("{path}--{number}.html") }
    };
    registry.ops().map(path).collect()
}
