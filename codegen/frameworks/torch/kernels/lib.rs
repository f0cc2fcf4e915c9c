//! The C++ of kernels: whether it defines those that YAML names, with their parameters. There are kernels of a tree, and kernels of
//! backends outside of PyTorch.
//!
//! This room reads C++, and compiles none. It never knows how kernels are registered.

#![deny(missing_docs)]

mod backends;
mod compare;
mod definitions;
mod files;
mod functions;
mod native;
mod report;
mod signature;
mod tree;

use std::path::Path;

use project::{Further, Root};
use torch_check::CPP_RULES;
use torch_registry::{Project, Registry};
use torch_schema::OperatorName;

pub use definitions::definitions;
use files::Folders;
use report::Report;

/// Compares the kernels of the tree with its C++, and those of backends with the C++ in the folder that the caller or `opgen.toml`
/// names, or else in that of the YAML. What has no C++ is left out: then it is elsewhere.
pub fn check(project: &Project, root: &Root, include: Option<&Path>) -> Further {
    let mut report = Report::of(project);
    let mut folders = Folders::default();
    let in_tree = tree::check(&mut report, root, &mut folders);
    let in_backends = backends::check(&mut report, root, include, &mut folders);
    match (in_tree, in_backends) {
        (Err(reason), _) | (_, Err(reason)) => Further { incomplete: Some(reason), ..Further::default() },
        (Ok(in_tree), Ok(in_backends)) => {
            let checked = if in_tree || in_backends { CPP_RULES.to_vec() } else { Vec::new() };
            let (diagnostics, files) = report.into_parts();
            Further { diagnostics, files, checked, incomplete: None }
        }
    }
}

/// The function of an operator in the tree.
fn function_of<'a>(registry: &'a Registry, name: &OperatorName) -> Option<&'a torch_registry::Function> {
    registry.of_name(&name.to_string()).map(|id| &registry[id])
}
