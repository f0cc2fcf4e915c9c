//! The programs that a run starts, and the files that it writes, as strace records them.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::OnceLock;

use crate::skip::skip;

/// The system calls that start programs, change files or use the network.
const CALLS: &str = "trace=execve,execveat,open,openat,openat2,creat,rename,renameat,renameat2,link,linkat,symlink,\
                     symlinkat,mkdir,mkdirat,rmdir,unlink,unlinkat,truncate,mknod,mknodat,chmod,fchmod,fchmodat,chown,\
                     fchown,lchown,fchownat,utimensat,setxattr,lsetxattr,fsetxattr,socket";

/// True if runs can be traced here.
pub fn is_possible() -> bool {
    static POSSIBLE: OnceLock<bool> = OnceLock::new();
    *POSSIBLE.get_or_init(|| {
        let mut strace = Command::new("strace");
        strace.args(["-f", "--seccomp-bpf", "-o", "/dev/null", "true"]).stdout(Stdio::null()).stderr(Stdio::null());
        let possible = strace.status().is_ok_and(|status| status.success());
        if !possible {
            skip("strace is not installed");
        }
        possible
    })
}

/// A command that runs a program and records its system calls in a file.
pub fn traced(program: &str, record: &Path) -> Command {
    let mut strace = Command::new("strace");
    strace.args(["-f", "--seccomp-bpf", "-qq", "-y", "-s", "4096", "-e", CALLS, "-o"]).arg(record).arg(program);
    strace
}

/// The programs that a run started and the paths that it changed or wanted to change, without links in them.
#[derive(Debug, Default)]
pub struct Trace {
    /// Each program with its arguments.
    pub programs: Vec<Vec<String>>,
    pub changed: Vec<PathBuf>,
    /// Calls that reach other machines.
    pub network: Vec<String>,
}

impl Trace {
    /// Reads the record of a run that began in a folder.
    pub fn read(record: &Path, folder: &Path) -> Self {
        let text = fs::read(record).map(|bytes| String::from_utf8_lossy(&bytes).into_owned()).unwrap_or_default();
        let mut trace = Trace::default();
        // The first program is opgen itself.
        for call in calls(&text).skip(1) {
            trace.add(&call, folder);
        }
        trace
    }

    fn add(&mut self, call: &str, folder: &Path) {
        let Some((name, rest)) = call.split_once('(') else { return };
        match name {
            "execve" | "execveat" => self.programs.push(texts(rest)),
            "socket" if rest.starts_with("AF_UNIX") || rest.starts_with("AF_NETLINK") => {}
            "socket" => self.network.push(call.to_owned()),
            _ if name.starts_with("open") && !writes(rest) => {}
            _ => self.changed.extend(paths(rest, folder).into_iter().filter(|path| path != Path::new("/dev/null"))),
        }
    }
}

/// The calls in a record, each in one piece: a call during which another process ran is recorded in two.
fn calls(text: &str) -> impl Iterator<Item = String> {
    let mut begun: BTreeMap<&str, &str> = BTreeMap::new();
    text.lines().filter_map(move |line| {
        let (process, call) = line.split_once(' ')?;
        let call = call.trim_start();
        if let Some(begin) = call.strip_suffix(" <unfinished ...>") {
            begun.insert(process, begin);
            return None;
        }
        match call.strip_prefix("<... ").and_then(|rest| rest.split_once(" resumed>")) {
            Some((_, end)) => Some(begun.remove(process)?.to_owned() + end),
            None => Some(call.to_owned()),
        }
    })
}

/// Whether the flags of a call that opens a file allow to change it.
fn writes(arguments: &str) -> bool {
    ["O_WRONLY", "O_RDWR", "O_CREAT", "O_TRUNC"].iter().any(|flag| arguments.contains(flag))
}

/// The texts in quotes.
fn texts(arguments: &str) -> Vec<String> {
    arguments.split('"').skip(1).step_by(2).map(str::to_owned).collect()
}

/// The files that a call is about. An open file is recorded as `3</path>`, and so is the folder of a relative path.
fn paths(arguments: &str, folder: &Path) -> Vec<PathBuf> {
    let (arguments, result) = arguments.rsplit_once(" = ").unwrap_or((arguments, ""));
    if let Some(opened) = opened(result) {
        return vec![opened];
    }
    let names = texts(arguments);
    let mut bases = arguments.split(", ").map(opened);
    if names.is_empty() {
        return bases.flatten().collect();
    }
    let base = bases.next().flatten().unwrap_or_else(|| folder.to_owned());
    names.iter().map(|name| resolved(&base.join(name))).collect()
}

fn opened(text: &str) -> Option<PathBuf> {
    let (_, rest) = text.split_once('<')?;
    rest.split_once('>').map(|(path, _)| PathBuf::from(path)).filter(|path| path.is_absolute())
}

/// The path without links, except for its last part. Folders that the run has removed again cannot be resolved.
fn resolved(path: &Path) -> PathBuf {
    match (path.parent(), path.file_name()) {
        (Some(parent), Some(name)) => match parent.canonicalize() {
            Ok(parent) => parent.join(name),
            Err(_) => resolved(parent).join(name),
        },
        _ => path.to_owned(),
    }
}
