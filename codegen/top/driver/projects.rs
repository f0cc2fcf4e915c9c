//! Projects whose operators have Paddle's model, for what only Paddle's rooms can do.

use project::Root;
use project::settings::Options;
use registry::{Inputs, ParsedFiles, Project};

use super::frameworks::{templates_checked, with_shared_model};

/// Reads the files of a project, and checks its templates if they may be rendered.
pub fn read(root: &Root, options: &Options) -> Inputs {
    read_again(root, options, &mut ParsedFiles::default())
}

/// Like [`read`], but uses what was read of the project before, if it has not changed.
pub fn read_again(root: &Root, options: &Options, parsed: &mut ParsedFiles) -> Inputs {
    let mut inputs = Inputs::read_again(root, options, *with_shared_model(root, options), parsed);
    let found = templates_checked(root, &inputs);
    inputs.report(found);
    inputs
}

/// Reads, links and checks a project with its own settings.
pub fn load(root: &Root) -> Project {
    read(root, &Options::default()).analyse()
}

/// How the language server reads projects.
#[cfg(feature = "full")]
pub const EDITOR: lsp::Reader =
    lsp::Reader { read: read_again, own: super::frameworks::own_tools, names: super::frameworks::SHARED_NAMES };
