//! Fetches one revision of a repository elsewhere, which the user named on the command line.
//!
//! The fetch runs in a repository of its own, so that neither the configuration of the user's tree nor that of the other repository
//! has a say. Only `https`, `ssh` and `file` are possible, and only what the user's own settings of git add, such as credentials.

use std::ffi::OsStr;
use std::path::Path;
use std::process::Command;

use crate::git::GitError;

/// The protocols that git may use.
const PROTOCOLS: [&str; 3] = ["https", "ssh", "file"];

/// The variables by which git finds a repository.
const REPOSITORY: [&str; 7] = [
    "GIT_DIR",
    "GIT_WORK_TREE",
    "GIT_COMMON_DIR",
    "GIT_INDEX_FILE",
    "GIT_OBJECT_DIRECTORY",
    "GIT_SHALLOW_FILE",
    "GIT_PREFIX",
];

/// A repository elsewhere with one of its revisions.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Remote {
    url: String,
    /// The name of a branch or a tag, or the id of a commit.
    revision: String,
}

impl Remote {
    /// Reads `URL` or `URL#REVISION`. `None` if the text is no address: it has no `://`, and is not like `git@host:path` either.
    ///
    /// # Errors
    /// If the address has a protocol that is not allowed, or the revision cannot be fetched by its name.
    pub fn parse(text: &str) -> Option<Result<Self, String>> {
        let (url, revision) = text.split_once('#').unwrap_or((text, "HEAD"));
        match url.split_once("://") {
            Some((protocol, _)) if PROTOCOLS.contains(&protocol) => {}
            Some((protocol, _)) => {
                return Some(Err(format!("cannot fetch by `{protocol}`: use {}", PROTOCOLS.join(", "))));
            }
            None if is_ssh_path(url) => {}
            None => return None,
        }
        if revision.is_empty() || revision.starts_with('-') || revision.contains([':', '+', '*', '^', '~', ' ']) {
            let message = format!("`{revision}` is not the name of a branch or a tag, nor the id of a commit");
            return Some(Err(message));
        }
        Some(Ok(Remote { url: url.to_owned(), revision: revision.to_owned() }))
    }

    /// Fetches the revision, without its history, into an empty folder, which becomes a repository. Returns the id of the tree below
    /// `folder`, a path from the top of the other repository; empty for the top itself.
    ///
    /// # Errors
    /// The reason that git gives, or that the other repository has no such folder.
    pub fn fetch(&self, into: &Path, folder: &str) -> Result<String, GitError> {
        let Remote { url, revision } = self;
        git(into, ["init", "--quiet", "--template="])?;
        let options =
            ["fetch", "--quiet", "--depth=1", "--no-tags", "--no-recurse-submodules", "--no-auto-maintenance"];
        git(into, options.into_iter().chain(["--end-of-options", url, revision]))
            .map_err(|reason| format!("cannot fetch `{revision}` of {url}: {reason}"))?;
        let folder = folder.trim_matches('/');
        let tree = if folder.is_empty() { "FETCH_HEAD^{tree}".to_owned() } else { format!("FETCH_HEAD:{folder}") };
        git(into, ["rev-parse", "--verify", "--quiet", "--end-of-options", &tree])
            .map_err(|_| format!("`{revision}` of {url} has no folder {folder}"))
    }
}

/// `user@host:path`, as services show addresses for SSH.
fn is_ssh_path(url: &str) -> bool {
    let Some((host, path)) = url.split_once(':') else { return false };
    let Some((user, host)) = host.split_once('@') else { return false };
    let is_name = |text: &str| {
        !text.is_empty()
            && !text.starts_with('-')
            && !text.contains(|c: char| !c.is_ascii_alphanumeric() && !"._-".contains(c))
    };
    is_name(user) && is_name(host) && !path.is_empty()
}

/// Runs git in a repository that only this program uses.
fn git(folder: &Path, arguments: impl IntoIterator<Item = impl AsRef<OsStr>>) -> Result<String, GitError> {
    let mut git = Command::new("git");
    // In a hook, these point to the repository that runs it.
    for variable in REPOSITORY {
        git.env_remove(variable);
    }
    git.args(["-c", "core.hooksPath=/dev/null"]);
    git.env("GIT_ALLOW_PROTOCOL", PROTOCOLS.join(":")).env("GIT_TERMINAL_PROMPT", "0");
    let output =
        git.arg("-C").arg(folder).args(arguments).output().map_err(|error| format!("cannot run git: {error}"))?;
    match output.status.success() {
        true => Ok(String::from_utf8_lossy(&output.stdout).trim().to_owned()),
        false => Err(String::from_utf8_lossy(&output.stderr).trim().to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_read() {
        let parse = |text| Remote::parse(text).map(|found| found.map(|remote| (remote.url, remote.revision)));
        let found = |url: &str, revision: &str| Some(Ok((url.to_owned(), revision.to_owned())));
        assert_eq!(parse("https://example.org/a.git"), found("https://example.org/a.git", "HEAD"));
        assert_eq!(parse("file:///a#v1.0"), found("file:///a", "v1.0"));
        assert_eq!(parse("git@example.org:a/b.git#main"), found("git@example.org:a/b.git", "main"));
        for text in ["ext::sh -c true", "main", "HEAD@{1}:yaml", "v1:yaml", "-a@b:c", "a@-b:c", "./a"] {
            assert_eq!(parse(text), None, "{text}");
        }
        for text in
            ["http://example.org/a", "git://example.org/a", "ext://a", "file:///a#-x", "file:///a#a:b", "file:///a#"]
        {
            assert!(matches!(parse(text), Some(Err(_))), "{text}");
        }
    }
}
