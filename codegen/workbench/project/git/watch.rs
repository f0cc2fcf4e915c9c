//! Kills git if it does not answer, and remembers the repository.

use std::collections::BTreeSet;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Child, Command};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::time::Duration;

use source::files::refuse_special;

/// The time that git has for an answer. A repository can contain pipes, from which git would read for ever.
const MAX_WAIT: Duration = Duration::from_secs(10);

/// The reason if git took longer than [`MAX_WAIT`].
pub const LATE: &str =
    "git does not answer; is a pipe or a device in the repository, or included by its configuration?";

/// The repositories in which git did not answer. Each further call would wait as long again.
static LATE_REPOSITORIES: Mutex<BTreeSet<PathBuf>> = Mutex::new(BTreeSet::new());

/// The processes that may still run. `None` once they have been stopped: then none is started any more.
static PROCESSES: Mutex<Option<Vec<Weak<Mutex<Child>>>>> = Mutex::new(Some(Vec::new()));

/// What git reads before it does anything, from `.git`.
const READ_FIRST: [&str; 6] =
    ["HEAD", "commondir", "config", "config.worktree", "objects/info/alternates", "packed-refs"];

/// True if git would wait in the repository that contains a folder, because a pipe or a device is in the place of one of its files.
pub fn would_wait(folder: &Path) -> bool {
    let git = repository(folder).join(".git");
    let is_special =
        |path: &Path| path.metadata().is_ok_and(|found| !found.is_dir() && refuse_special(&found).is_err());
    is_special(&git) || READ_FIRST.iter().any(|name| is_special(&git.join(name)))
}

/// Ends all processes of git, after which none can be started. If they waited for a pipe, they would outlive the program.
pub fn stop_all() {
    let running = PROCESSES.lock().unwrap_or_else(PoisonError::into_inner).take();
    running.iter().flatten().filter_map(Weak::upgrade).for_each(|process| kill(&process));
}

/// True if git did not answer in the repository that contains a folder.
pub fn was_late(folder: &Path) -> bool {
    LATE_REPOSITORIES.lock().is_ok_and(|late| !late.is_empty() && late.contains(&repository(folder)))
}

/// The top of the repository that contains a folder, found without git.
fn repository(folder: &Path) -> PathBuf {
    let folder = folder.canonicalize().unwrap_or_else(|_| folder.to_owned());
    let top = folder.ancestors().find(|folder| folder.join(".git").symlink_metadata().is_ok());
    top.unwrap_or(&folder).to_owned()
}

/// Kills a process of git that does not answer in time.
#[derive(Debug)]
pub struct Watch {
    process: Arc<Mutex<Child>>,
    is_late: Arc<AtomicBool>,
    /// Sends `true` before a question, and `false` after its answer.
    asked: Sender<bool>,
}

impl Watch {
    /// Starts a process that works in a folder, and takes its pipes.
    ///
    /// # Errors
    /// If the program cannot be run, or all processes have been stopped.
    pub fn start<T>(command: &mut Command, folder: &Path, take: impl FnOnce(&mut Child) -> T) -> io::Result<(Self, T)> {
        // The lock is held until the process is in the list: this thread may end with the program at any time.
        let mut processes = PROCESSES.lock().unwrap_or_else(PoisonError::into_inner);
        let list = processes.as_mut().ok_or_else(|| io::Error::other("the program ends"))?;
        let mut process = command.spawn()?;
        let pipes = take(&mut process);
        let process = Arc::new(Mutex::new(process));
        list.retain(|process| process.strong_count() > 0);
        list.push(Arc::downgrade(&process));
        drop(processes);
        Ok((Self::new(process, folder), pipes))
    }

    fn new(process: Arc<Mutex<Child>>, folder: &Path) -> Self {
        let (asked, questions) = channel();
        let watch = Watch { process, is_late: Arc::default(), asked };
        let (process, is_late) = (Arc::clone(&watch.process), Arc::clone(&watch.is_late));
        let folder = folder.to_owned();
        std::thread::spawn(move || {
            while questions.recv() == Ok(true) {
                if questions.recv_timeout(MAX_WAIT) == Err(RecvTimeoutError::Timeout) {
                    is_late.store(true, Relaxed);
                    if let Ok(mut late) = LATE_REPOSITORIES.lock() {
                        late.insert(repository(&folder));
                    }
                    return kill(&process);
                }
            }
        });
        watch
    }

    /// Reads an answer, which ends if the process is killed.
    pub fn during<T>(&self, read: impl FnOnce() -> T) -> T {
        let _ = self.asked.send(true);
        let answer = read();
        let _ = self.asked.send(false);
        answer
    }

    /// True if the process was killed.
    pub fn is_late(&self) -> bool {
        self.is_late.load(Relaxed)
    }

    /// Ends the process.
    pub fn stop(&self) {
        kill(&self.process);
    }

    /// Waits for the end of the process. True if it ended well.
    pub fn succeeded(&self) -> bool {
        self.process.lock().is_ok_and(|mut process| process.wait().is_ok_and(|status| status.success()))
    }
}

fn kill(process: &Mutex<Child>) {
    if let Ok(mut process) = process.lock() {
        let _ = process.kill();
    }
}
