//! The state from which requests are answered.

use std::collections::BTreeMap;
use std::path::PathBuf;

use crate::capabilities::Client;
use crate::cpp_files::CppFiles;
use crate::documents::Documents;
use crate::pages::Pages;
use crate::projects::Projects;
use crate::versions::CommittedProjects;

/// The client, its documents, and its projects.
pub struct State {
    pub client: Client,
    pub documents: Documents,
    pub pages: Pages,
    pub projects: Projects,
    pub committed: CommittedProjects,
    pub cpp: CppFiles,
    /// The result ids of the findings that the client has asked for, by path.
    pub pulled: BTreeMap<PathBuf, String>,
}

/// The reason why a request is refused, as a sentence for the user.
pub type Refusal = String;
