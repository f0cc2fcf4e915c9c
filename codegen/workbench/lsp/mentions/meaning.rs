//! The operators that a name means.
use registry::{OpId, Project};

use super::collect::{is_in_place, space};
use super::origin::{Origin, origin, parts_named};
use super::symbol::Symbol;

/// The operators that a symbol means, or that have the part it means, in the order of definition.
pub fn ops(project: &Project, symbol: &Symbol) -> Vec<OpId> {
    let registry = &project.registry;
    let (Symbol::Op { space: of, stem } | Symbol::Part { space: of, stem, .. }) = symbol else { return Vec::new() };
    let is_it = |id: &OpId| {
        let op = registry.op(*id);
        op.stem() == stem && space(registry.profile(), op.home.family()) == *of
    };
    // A lookup removes one underscore.
    let in_place = format!("{stem}_");
    let found = registry.named_like(&in_place);
    let repeated = registry.duplicates().iter().map(|(later, _)| *later);
    let mut ops: Vec<OpId> = found.chain(repeated).filter(is_it).collect();
    if let Symbol::Part { name, .. } = symbol {
        let own = |id: OpId| Origin { op: id, part: name.as_str(), offset: 0 };
        // The name of an output may be left out.
        let is_written = |id: OpId| {
            let mut parts = parts_named(&registry.op(id).signature, name);
            parts.any(|part| is_in_place(&project.sources, part))
        };
        ops.retain(|&id| is_written(id) && origin(registry, id, name) == Some(own(id)));
    }
    ops.sort_unstable();
    ops.dedup();
    ops
}
