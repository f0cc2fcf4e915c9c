//! The state from which requests are answered.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::time::Instant;

use crate::capabilities::Client;
use crate::cpp_files::CppFiles;
use crate::described::DescribedProjects;
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
    pub described: DescribedProjects,
    pub committed: CommittedProjects,
    pub cpp: CppFiles,
    /// The result ids of the findings that the client has asked for, by path.
    pub pulled: BTreeMap<PathBuf, String>,
}

impl State {
    /// The time at which the next project is to be checked.
    pub fn next_due(&self) -> Option<Instant> {
        self.projects.next_due().into_iter().chain(self.described.next_due()).min()
    }
}

/// The reason why a request is refused, as a sentence for the user.
pub type Refusal = String;
