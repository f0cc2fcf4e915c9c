//! PyTorch: its rooms, joined.

use torch_registry::Program;

use super::embedded::TEMPLATES;

/// What `project` needs from PyTorch's rooms.
pub const TORCH: Program = Program {
    templates: TEMPLATES,
    frames: torch_targets::frames,
    leading_keys: Some(torch_facts::leading_keys),
    schemas: torch_facts::schemas,
    plan: torch_targets::plan,
    listing: Some(&torch_targets::LISTING),
    values: torch_facts::values,
    describe: torch_facts::describe,
    mentions: torch_facts::mentions,
    counterparts: torch_facts::counterparts,
    cpp_definitions: torch_kernels::definitions,
    renames: torch_facts::renames,
    fixed_because: torch_facts::fixed_because,
    offers: torch_facts::offers,
    breaks: Some(torch_diff::BREAKS),
    check_further: torch_kernels::check,
    find: torch_facts::find,
    programs: &torch_subset::FORMAT,
    narrow: torch_subset::narrow,
    why: torch_subset::why,
    ..torch_check::PROGRAM
};
