//! Joins the rooms of PyTorch.

use torch_targets::Program;

use super::embedded::TEMPLATES;

/// What a project of PyTorch's needs to be checked and generated.
pub const PROGRAM: Program =
    Program { templates: TEMPLATES, frames: torch_targets::frames, plan: torch_targets::plan, ..torch_check::PROGRAM };
