//! Kills git if it does not answer.

use std::process::Child;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex};
use std::time::Duration;

/// The time that git has for an answer. A repository can contain pipes, from which git would read for ever.
const MAX_WAIT: Duration = Duration::from_secs(10);

/// The reason if git took longer than [`MAX_WAIT`].
pub const LATE: &str = "git does not answer; does the repository contain a pipe or a device?";

/// Kills a process of git that does not answer in time.
#[derive(Debug)]
pub struct Watch {
    process: Arc<Mutex<Child>>,
    is_late: Arc<AtomicBool>,
    /// Sends `true` before a question, and `false` after its answer.
    asked: Sender<bool>,
}

impl Watch {
    /// Watches a process.
    pub fn new(process: Child) -> Self {
        let (asked, questions) = channel();
        let watch = Watch { process: Arc::new(Mutex::new(process)), is_late: Arc::default(), asked };
        let (process, is_late) = (Arc::clone(&watch.process), Arc::clone(&watch.is_late));
        std::thread::spawn(move || {
            while questions.recv() == Ok(true) {
                if questions.recv_timeout(MAX_WAIT) == Err(RecvTimeoutError::Timeout) {
                    is_late.store(true, Relaxed);
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
