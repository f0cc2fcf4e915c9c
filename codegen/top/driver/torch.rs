//! PyTorch: its rooms, joined.

use torch_registry::Program;

/// What `project` needs from PyTorch's rooms.
pub const TORCH: Program = Program {
    values: torch_facts::values,
    describe: torch_facts::describe,
    find: torch_facts::find,
    ..torch_check::PROGRAM
};
