//! Reads files from a git revision without a checkout, through one `git cat-file --batch` process.
//!
//! A repository may be a stranger's, and its configuration can name programs. So git is only asked for names and objects: it never
//! compares the work tree, where filters and monitors would run, and never fetches an object that is missing.

#[cfg(test)]
mod tests;
mod watch;

use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::{Component, Path};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::Arc;

use source::read;
pub use watch::stop_all;
use watch::{LATE, Watch, was_late, would_wait};

/// The reason why git failed, as text for a message.
pub type GitError = String;

/// The files below one folder of a repository, in one revision.
#[derive(Debug)]
pub struct Tree {
    /// The object id of the revision's tree.
    id: String,
    /// The names of the folders from the top of the repository to this one.
    prefix: Vec<String>,
    /// The name of the revision, for messages.
    revision: String,
    watch: Watch,
    requests: ChildStdin,
    answers: BufReader<ChildStdout>,
    /// Folders that have been read, by their ids.
    folders: BTreeMap<String, Arc<BTreeMap<String, Entry>>>,
    incomplete: Option<GitError>,
    /// The number of folders that were listed, each as often as it occurs.
    listed: usize,
}

/// A file or folder in a folder of a revision.
#[derive(Debug, Clone)]
struct Entry {
    kind: Kind,
    id: String,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    File,
    Folder,
    Link,
    Submodule,
}

/// True if the repository that contains a folder has a revision with this name.
///
/// # Errors
/// If the repository has the name, but lacks the objects of the revision.
pub fn has_revision(folder: &Path, revision: &str) -> Result<bool, GitError> {
    match tree_id(folder, revision) {
        Ok(_) => Ok(true),
        Err(error) if error == LATE => Err(error),
        Err(_) => is_incomplete(folder, revision).map_or(Ok(false), Err),
    }
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
    object_id(folder, &format!("{revision}^{{tree}}"))
}

fn object_id(folder: &Path, name: &str) -> Result<String, GitError> {
    git(folder, ["rev-parse", "--verify", "--quiet", "--end-of-options", name])
}

/// Why a revision cannot be read although the repository has its name: its commit or its tree is missing.
fn is_incomplete(folder: &Path, revision: &str) -> Option<GitError> {
    let is_known = object_id(folder, &format!("{revision}^{{commit}}")).is_ok()
        || object_id(folder, revision).is_ok_and(|id| id != revision && git(folder, ["cat-file", "-e", &id]).is_err());
    is_known.then(|| incomplete(revision, "its commit or its tree"))
}

fn incomplete(revision: &str, missing: &str) -> GitError {
    format!(
        "the repository does not have all of the revision `{revision}`: {missing} is missing, and opgen fetches nothing; \
         run `git fetch --refetch --no-filter` or clone again without `--filter`"
    )
}

/// The id of a revision's commit.
///
/// # Errors
/// If the folder is not in a repository, there is no such revision, or git is not installed.
pub fn commit(folder: &Path, revision: &str) -> Result<String, GitError> {
    object_id(folder, &format!("{revision}^{{commit}}")).map_err(|error| reason(folder, revision, error))
}

/// The reason why a name is not that of a revision, after an error of git.
fn reason(folder: &Path, revision: &str, error: GitError) -> GitError {
    match error == LATE {
        true => error,
        false => is_incomplete(folder, revision).unwrap_or(error),
    }
}

/// Whether a revision is another one or comes after it. False if the repository lacks one of them.
pub fn contains(folder: &Path, revision: &str, other: &str) -> bool {
    let (Ok(revision), Ok(other)) = (commit(folder, revision), commit(folder, other)) else { return false };
    git(folder, ["merge-base", "--is-ancestor", &other, &revision]).is_ok()
}

/// Whether some of these files below a folder differ from those of the commit that is checked out. The ends of lines do not count.
///
/// # Errors
/// If the folder is not in a repository, the commit is incomplete, or git is not installed.
pub fn differs_from_head<'a>(folder: &Path, files: impl IntoIterator<Item = &'a str>) -> Result<bool, GitError> {
    let mut head = Tree::open(folder, "HEAD")?;
    for file in files.into_iter().filter(|file| Path::new(file).is_relative()) {
        let on_disk = read::bytes(&folder.join(file)).unwrap_or_default();
        if on_disk.map(without_returns) != head.read(file)?.map(without_returns) {
            return Ok(true);
        }
    }
    Ok(false)
}

fn without_returns(mut bytes: Vec<u8>) -> Vec<u8> {
    bytes.retain(|byte| *byte != b'\r');
    bytes
}

/// The variables that make git use another repository than the one around the folder.
const REPOSITORY_VARIABLES: [&str; 9] = [
    "GIT_DIR",
    "GIT_WORK_TREE",
    "GIT_INDEX_FILE",
    "GIT_COMMON_DIR",
    "GIT_OBJECT_DIRECTORY",
    "GIT_ALTERNATE_OBJECT_DIRECTORIES",
    "GIT_NAMESPACE",
    "GIT_PREFIX",
    "GIT_GRAFT_FILE",
];

/// The deepest folder of a revision, and the number of files that it may have. A few small objects can describe more files than
/// there are atoms, and a damaged folder can contain itself.
const MAX_DEPTH: usize = 200;
const MAX_FILES: usize = 2_000_000;

/// The largest object that is read. Zeros are easily compressed.
const MAX_OBJECT: u64 = 256 << 20;

/// A command of git that runs no program that the repository configures, fetches nothing and writes nothing.
fn command(folder: &Path) -> Command {
    let mut git = Command::new("git");
    git.args(["--no-pager", "--no-optional-locks", "--literal-pathspecs"]);
    for setting in ["core.fsmonitor=", "core.hooksPath=/dev/null", "protocol.allow=never", "gc.auto=0"] {
        git.args(["-c", setting]);
    }
    // A folder that only looks like a repository was committed by a stranger.
    git.args(["-c", "safe.bareRepository=explicit"]);
    // In a hook, they refer to the repository of the commit, which need not be the one that contains the folder.
    for variable in REPOSITORY_VARIABLES {
        git.env_remove(variable);
    }
    // An empty list allows no protocol, whatever the repository says. Older versions of git do not know the first variable.
    git.env("GIT_NO_LAZY_FETCH", "1").env("GIT_ALLOW_PROTOCOL", "").env("GIT_TERMINAL_PROMPT", "0");
    git.arg("-C").arg(folder);
    git
}

/// Runs git and returns the one line that it prints. If it once did not answer in the repository, it is not asked again.
fn git(folder: &Path, arguments: impl IntoIterator<Item = impl AsRef<OsStr>>) -> Result<String, GitError> {
    if was_late(folder) || would_wait(folder) {
        return Err(LATE.to_owned());
    }
    let mut command = command(folder);
    command.args(arguments).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let (watch, pipes) =
        Watch::start(&mut command, folder, |process| (process.stdout.take(), process.stderr.take())).map_err(no_git)?;
    let (Some(stdout), Some(stderr)) = pipes else { return Err("cannot talk to git".to_owned()) };
    // Git writes at most a few lines, which fit into the pipes.
    let (out, said) = watch.during(|| (io::read_to_string(stdout), io::read_to_string(stderr)));
    match (watch.succeeded(), out, said) {
        (true, Ok(out), _) => Ok(out.trim_end_matches(['\n', '\r']).to_owned()),
        _ if watch.is_late() => Err(LATE.to_owned()),
        (_, _, said) => Err(said.unwrap_or_default().trim().to_owned()),
    }
}

fn no_git(error: io::Error) -> GitError {
    format!("cannot run git: {error}")
}

impl Tree {
    /// Opens the folder in a revision.
    ///
    /// # Errors
    /// If git is not installed, or there is no repository or no such revision, or the revision is incomplete.
    pub fn open(folder: &Path, revision: &str) -> Result<Self, GitError> {
        let prefix = from_top(folder)?.split('/').filter(|name| !name.is_empty()).map(str::to_owned).collect();
        let id = tree_id(folder, revision).map_err(|error| match reason(folder, revision, error) {
            reason if reason.is_empty() => format!("git does not know the revision `{revision}`"),
            reason => reason,
        })?;
        let mut command = command(folder);
        command.args(["cat-file", "--batch"]).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        let pipes = |process: &mut Child| (process.stdin.take(), process.stdout.take());
        let (watch, pipes) = Watch::start(&mut command, folder, pipes).map_err(no_git)?;
        match pipes {
            (Some(requests), Some(answers)) => Ok(Tree {
                id,
                prefix,
                revision: revision.to_owned(),
                watch,
                requests,
                answers: BufReader::new(answers),
                folders: BTreeMap::new(),
                incomplete: None,
                listed: 0,
            }),
            _ => Err("cannot talk to git".to_owned()),
        }
    }

    /// The bytes of a file, by its path from the folder. `Ok(None)` if the revision has no such file.
    ///
    /// # Errors
    /// If the path is not a file, its object is missing, or git fails.
    pub fn read(&mut self, path: &str) -> Result<Option<Vec<u8>>, GitError> {
        match self.entry(path)? {
            None => Ok(None),
            Some(Entry { kind: Kind::File, id }) => self.object(&id, path).map(Some),
            Some(Entry { kind: Kind::Folder, .. }) => Err("it is a folder".to_owned()),
            Some(Entry { kind: Kind::Link, .. }) => {
                Err("it is a symbolic link, which opgen does not follow in a revision".to_owned())
            }
            Some(Entry { kind: Kind::Submodule, .. }) => Err("it is a submodule".to_owned()),
        }
    }

    /// True if the revision has a file with this path from the folder. Its object may be missing.
    pub fn has(&mut self, path: &str) -> bool {
        matches!(self.entry(path), Ok(Some(Entry { kind: Kind::File, .. })))
    }

    /// The paths of the files below some folders, which may be files themselves. All paths start from the folder.
    ///
    /// # Errors
    /// If an object is missing, or git fails.
    pub fn files(&mut self, below: &[String]) -> Result<Vec<String>, GitError> {
        let mut found = Vec::new();
        for path in below {
            match self.entry(path)? {
                Some(Entry { kind: Kind::File, .. }) => found.push(path.clone()),
                Some(Entry { kind: Kind::Folder, id }) => self.add_files(&id, path, 0, &mut found)?,
                _ => {}
            }
        }
        found.sort();
        found.dedup();
        Ok(found)
    }

    fn add_files(&mut self, id: &str, path: &str, depth: usize, found: &mut Vec<String>) -> Result<(), GitError> {
        self.listed += 1;
        if depth > MAX_DEPTH || self.listed.max(found.len()) > MAX_FILES {
            return Err(format!("the revision `{}` has too many files or folders", self.revision));
        }
        for (name, Entry { kind, id }) in self.folder(id, path)?.iter() {
            let path = format!("{path}/{name}");
            match kind {
                Kind::File => found.push(path),
                Kind::Folder => self.add_files(id, &path, depth + 1, found)?,
                Kind::Link | Kind::Submodule => {}
            }
        }
        Ok(())
    }

    /// Why the revision is incomplete, as far as it was read.
    pub fn incomplete(&self) -> Option<&GitError> {
        self.incomplete.as_ref()
    }

    /// The entry at a path. `Ok(None)` if there is none, or if the path leads out of the repository.
    fn entry(&mut self, path: &str) -> Result<Option<Entry>, GitError> {
        let Some(names) = self.names(path) else { return Ok(None) };
        let mut entry = Entry { kind: Kind::Folder, id: self.id.clone() };
        let mut so_far = String::new();
        for name in names {
            if entry.kind != Kind::Folder {
                return Ok(None);
            }
            let Some(next) = self.folder(&entry.id, &so_far)?.get(&name).cloned() else { return Ok(None) };
            so_far = if so_far.is_empty() { name } else { so_far + "/" + &name };
            entry = next;
        }
        Ok(Some(entry))
    }

    /// The names on the way from the top of the repository.
    fn names(&self, path: &str) -> Option<Vec<String>> {
        let mut names = self.prefix.clone();
        for part in Path::new(path).components() {
            match part {
                Component::Normal(name) => names.push(name.to_str()?.to_owned()),
                Component::ParentDir => drop(names.pop()?),
                Component::CurDir => {}
                Component::RootDir | Component::Prefix(_) => return None,
            }
        }
        Some(names)
    }

    /// What a folder contains. `path` is for messages.
    fn folder(&mut self, id: &str, path: &str) -> Result<Arc<BTreeMap<String, Entry>>, GitError> {
        if let Some(known) = self.folders.get(id) {
            return Ok(Arc::clone(known));
        }
        let bytes = self.object(id, if path.is_empty() { "the top folder" } else { path })?;
        let read = entries(&bytes, id.len() / 2).ok_or_else(|| format!("git has a broken object for {path}"))?;
        let read = Arc::new(read);
        self.folders.insert(id.to_owned(), Arc::clone(&read));
        Ok(read)
    }

    /// The bytes of an object that the revision refers to.
    fn object(&mut self, id: &str, path: &str) -> Result<Vec<u8>, GitError> {
        if self.watch.is_late() {
            return Err(LATE.to_owned());
        }
        match self.ask(id).map_err(|error| format!("git cat-file: {error}"))? {
            Some(bytes) => Ok(bytes),
            None => {
                let reason = incomplete(&self.revision, &format!("`{path}`"));
                Err(self.incomplete.get_or_insert(reason).clone())
            }
        }
    }

    /// Sends the id of an object, and reads the answer: one line, followed by the object if it exists.
    fn ask(&mut self, id: &str) -> io::Result<Option<Vec<u8>>> {
        writeln!(self.requests, "{id}")?;
        self.requests.flush()?;
        let mut answer = String::new();
        self.watch.during(|| self.answers.read_line(&mut answer))?;
        if self.watch.is_late() {
            return Err(io::Error::new(io::ErrorKind::TimedOut, LATE));
        }
        let size = answer.trim_end().rsplit_once(' ').and_then(|(_, size)| size.parse::<u64>().ok());
        let Some(size) = size else {
            // Without an answer, git has ended: the object is broken.
            return if answer.is_empty() { Err(io::ErrorKind::UnexpectedEof.into()) } else { Ok(None) };
        };
        if size > MAX_OBJECT {
            self.watch.stop();
            return Err(io::Error::new(io::ErrorKind::InvalidData, format!("an object has {size} bytes")));
        }
        let mut bytes = Vec::new();
        // The object is followed by a line break.
        self.answers.by_ref().take(size + 1).read_to_end(&mut bytes)?;
        if bytes.len() as u64 != size + 1 {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        bytes.pop();
        Ok(Some(bytes))
    }
}

/// Reads the object of a folder: for each entry its mode, a space, its name, a zero and its id, which has `length` bytes. `None` if
/// it is broken. Names that are not UTF-8 are left out.
fn entries(mut bytes: &[u8], length: usize) -> Option<BTreeMap<String, Entry>> {
    let mut entries = BTreeMap::new();
    while !bytes.is_empty() {
        let zero = bytes.iter().position(|byte| *byte == 0)?;
        let (head, rest) = (&bytes[..zero], &bytes[zero + 1..]);
        let space = head.iter().position(|byte| *byte == b' ')?;
        let kind = match &head[..space] {
            b"40000" => Kind::Folder,
            b"120000" => Kind::Link,
            b"160000" => Kind::Submodule,
            _ => Kind::File,
        };
        let id = rest.get(..length)?.iter().map(|byte| format!("{byte:02x}")).collect();
        if let Ok(name) = std::str::from_utf8(&head[space + 1..]) {
            entries.insert(name.to_owned(), Entry { kind, id });
        }
        bytes = &rest[length..];
    }
    Some(entries)
}

impl Drop for Tree {
    fn drop(&mut self) {
        // Git would wait for further requests for ever.
        self.watch.stop();
        self.watch.succeeded();
    }
}
