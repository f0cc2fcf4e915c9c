//! Reads files from a git revision without a checkout, through one `git cat-file --batch` process.

use std::ffi::OsStr;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

/// The reason why git failed, as text for a message.
pub type GitError = String;

/// The files below one folder of a repository, in one revision.
#[derive(Debug)]
pub struct Tree {
    /// The object id of the revision's tree.
    id: String,
    /// The folder's path from the top of the repository, with a `/` at the end.
    prefix: String,
    process: Child,
    requests: ChildStdin,
    answers: BufReader<ChildStdout>,
}

/// True if the repository that contains a folder has a revision with this name.
pub fn has_revision(folder: &Path, revision: &str) -> bool {
    tree_id(folder, revision).is_ok()
}

/// The path from a folder to the top of its work tree.
///
/// # Errors
/// If the folder is not in a repository, or git is not installed.
pub fn to_top(folder: &Path) -> Result<String, GitError> {
    git(folder, ["rev-parse", "--show-cdup"])
}

/// The path from the top of the work tree to a folder in it, with a `/` at the end.
///
/// # Errors
/// If the folder is not in a repository, or git is not installed.
pub fn from_top(folder: &Path) -> Result<String, GitError> {
    git(folder, ["rev-parse", "--show-prefix"])
}

fn tree_id(folder: &Path, revision: &str) -> Result<String, GitError> {
    git(folder, ["rev-parse", "--verify", "--quiet", "--end-of-options", &format!("{revision}^{{tree}}")])
}

/// The id of a revision's commit.
///
/// # Errors
/// If the folder is not in a repository, there is no such revision, or git is not installed.
pub fn commit(folder: &Path, revision: &str) -> Result<String, GitError> {
    git(folder, ["rev-parse", "--verify", "--quiet", "--end-of-options", &format!("{revision}^{{commit}}")])
}

/// Whether some of these files below a folder differ from those of the commit that is checked out.
///
/// # Errors
/// If the folder is not in a repository, or git is not installed.
pub fn differs_from_head<'a>(folder: &Path, files: impl IntoIterator<Item = &'a str>) -> Result<bool, GitError> {
    let fixed = ["--literal-pathspecs", "status", "--porcelain", "--no-renames", "--"];
    git(folder, fixed.into_iter().chain(files)).map(|lines| !lines.is_empty())
}

/// The paths of the files of a revision below some folders. All paths start from `folder`.
///
/// # Errors
/// If the folder is not in a repository, there is no such revision, or git is not installed.
pub fn files(folder: &Path, revision: &str, below: &[String]) -> Result<Vec<String>, GitError> {
    let fixed = ["--literal-pathspecs", "ls-tree", "-r", "-z", "--name-only", revision, "--"];
    let paths = git(folder, fixed.into_iter().chain(below.iter().map(String::as_str)))?;
    Ok(paths.split('\0').filter(|path| !path.is_empty()).map(str::to_owned).collect())
}

/// Runs git and returns the one line that it prints.
fn git(folder: &Path, arguments: impl IntoIterator<Item = impl AsRef<OsStr>>) -> Result<String, GitError> {
    let output = Command::new("git").arg("-C").arg(folder).args(arguments).output().map_err(|error| no_git(&error))?;
    if !output.status.success() {
        return Err(String::from_utf8_lossy(&output.stderr).trim().to_owned());
    }
    Ok(String::from_utf8_lossy(&output.stdout).trim_end_matches(['\n', '\r']).to_owned())
}

fn no_git(error: &io::Error) -> GitError {
    format!("cannot run git: {error}")
}

impl Tree {
    /// Opens the folder in a revision.
    ///
    /// # Errors
    /// If git is not installed, or there is no repository or no such revision.
    pub fn open(folder: &Path, revision: &str) -> Result<Self, GitError> {
        let prefix = from_top(folder)?;
        let id = tree_id(folder, revision).map_err(|error| match error.is_empty() {
            true => format!("git does not know the revision `{revision}`"),
            false => error,
        })?;
        let mut process = Command::new("git")
            .arg("-C")
            .arg(folder)
            .args(["cat-file", "--batch"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .map_err(|error| no_git(&error))?;
        match (process.stdin.take(), process.stdout.take()) {
            (Some(requests), Some(answers)) => {
                Ok(Tree { id, prefix, process, requests, answers: BufReader::new(answers) })
            }
            _ => Err("cannot talk to git".to_owned()),
        }
    }

    /// The bytes of a file, by its path from the folder. `Ok(None)` if the revision has no such file.
    ///
    /// # Errors
    /// If the path is not a file, or git fails.
    pub fn read(&mut self, path: &str) -> Result<Option<Vec<u8>>, GitError> {
        self.ask(path).map_err(|error| format!("git cat-file: {error}"))?
    }

    /// Sends a request, which is one line. The answer is one line, followed by the object if it exists.
    fn ask(&mut self, path: &str) -> io::Result<Result<Option<Vec<u8>>, GitError>> {
        writeln!(self.requests, "{}:{}{path}", self.id, self.prefix)?;
        self.requests.flush()?;
        let mut answer = String::new();
        self.answers.read_line(&mut answer)?;
        let mut words = answer.trim_end().rsplitn(3, ' ');
        let (Some(size), kind) = (words.next(), words.next()) else { return Ok(Ok(None)) };
        let Ok(size) = size.parse::<u64>() else { return Ok(Ok(None)) };
        let mut bytes = Vec::new();
        // The object is followed by a line break.
        self.answers.by_ref().take(size + 1).read_to_end(&mut bytes)?;
        if bytes.len() as u64 != size + 1 {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        bytes.pop();
        Ok(match kind {
            Some("blob") => Ok(Some(bytes)),
            _ => Err("it is a folder".to_owned()),
        })
    }
}

impl Drop for Tree {
    fn drop(&mut self) {
        // Git would wait for further requests for ever.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}
