//! Projects of Paddle's, for what only Paddle has.

use project::Root;
use project::settings::Options;
use registry::{Inputs, ParsedFiles, Project};

use super::frameworks::templates_checked;
use super::program::PROGRAM;

/// Reads the files of a project, and checks its templates if they may be rendered.
pub fn read(root: &Root, options: &Options) -> Inputs {
    read_again(root, options, &mut ParsedFiles::default())
}

/// Like [`read`], but uses what was read of the project before, if it has not changed.
pub fn read_again(root: &Root, options: &Options, parsed: &mut ParsedFiles) -> Inputs {
    let mut inputs = Inputs::read_again(root, options, PROGRAM, parsed);
    let found = templates_checked(root, &inputs);
    inputs.report(found);
    inputs
}

/// Reads, links and checks a project with its own settings.
pub fn load(root: &Root) -> Project {
    read(root, &Options::default()).analyse()
}
