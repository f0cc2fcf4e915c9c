//! What the server asks of a framework that shares Paddle's model, beyond the model.

use std::collections::BTreeMap;
use std::fmt::Debug;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use project::framework::Names;
use project::settings::Options;
use project::{Further, Root};
use registry::{Inputs, ParsedFiles, Project};
use spec::Op;

pub use crate::offer::{Offer, is_open};

/// How projects are read, and what their frameworks add.
#[derive(Debug, Clone, Copy)]
pub struct Reader {
    /// Reads a project, and uses what was read of it before.
    pub read: fn(&Root, &Options, &mut ParsedFiles) -> Inputs,
    /// What the framework of a project adds. `None` for Paddle.
    pub own: fn(&Project) -> Option<&'static dyn Own>,
    /// The names of the frameworks, which `opgen.toml` may use.
    pub names: &'static [&'static Names],
}

/// What a framework adds for editors. Its projects contain the C++ of their operators.
pub trait Own: Debug + Sync {
    /// The C++ of a project, of which nothing has been read.
    fn cpp(&self) -> Arc<dyn OwnCpp>;

    /// The values that fit at a cursor. `None` if the key is not one of the framework's own, and has no values of its own there.
    fn offers(&self, site: Site) -> Option<Vec<Offer>>;

    /// Those who use its operators.
    fn users(&self) -> &'static dyn diff::Users;
}

/// The C++ of a project as it was last read.
pub trait OwnCpp: Send + Sync {
    /// The C++ of a project as it is now. Only files that have changed are read again.
    fn read_again(&self, project: &Project, root: &Path) -> Arc<dyn OwnCpp>;

    /// What it shows about the operators.
    fn check(&self, project: &Project) -> Further;

    /// The functions with a name. Definitions come first.
    fn named(&self, name: &str) -> Vec<Placed<'_>>;

    /// The functions that are defined: their names, and the declaration of the first of each name.
    fn defined(&self) -> BTreeMap<&str, String>;
}

/// A function in C++.
#[derive(Debug)]
pub struct Placed<'a> {
    /// The file.
    pub path: PathBuf,
    /// The text of the file.
    pub text: &'a str,
    /// The bytes of the function's name.
    pub range: Range<usize>,
    /// The name with its namespaces.
    pub name: &'a str,
    /// The declaration on one line, without namespaces of types.
    pub declaration: String,
}

/// A place in an entry where something is completed.
pub struct Site<'a> {
    /// The project.
    pub project: &'a Project,
    /// Its folder.
    pub root: &'a Path,
    /// The operator, as far as it could be read.
    pub op: Option<&'a Op>,
    /// The keys that lead to the value.
    pub path: &'a [&'a str],
    /// The text of the value before the word at the cursor.
    pub before: &'a str,
    /// True if a key is completed.
    pub is_key: bool,
    /// Reads the C++ of the project.
    pub cpp: &'a dyn Fn() -> Arc<dyn OwnCpp>,
}
