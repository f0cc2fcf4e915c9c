//! Ends the program if templates take too much memory or time.
//!
//! Steps do not bound a single operation of minijinja's on values: `ns.x + ns.x` is one step, however long the list is, and nothing
//! interrupts it. So a thread watches.

use std::collections::BTreeMap;
use std::process;
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

/// What templates may take.
struct Limits {
    /// Memory beyond what the program has when they start, in bytes.
    memory: usize,
    /// The time for one output.
    time: Duration,
}

const LIMITS: Limits = Limits { memory: 1 << 30, time: Duration::from_secs(30) };

/// How often the thread looks.
const INTERVAL: Duration = Duration::from_millis(20);

/// The exit code of a command that fails.
const FAILED: i32 = 2;

/// Outputs that are being rendered, and since when.
#[derive(Default)]
struct Running {
    next: u64,
    outputs: BTreeMap<u64, (String, Instant)>,
}

/// Watches until it is dropped.
pub struct Watchdog {
    running: Arc<Mutex<Running>>,
    /// The thread ends when nothing can be sent to it any more.
    _alive: Sender<()>,
}

impl Watchdog {
    /// Ends the program with a message if templates take too much.
    pub fn start() -> Self {
        Self::watching(LIMITS, |excess| {
            eprintln!("error: {excess}");
            process::exit(FAILED);
        })
    }

    fn watching(limits: Limits, report: impl Fn(&str) + Send + 'static) -> Self {
        let running = Arc::new(Mutex::new(Running::default()));
        let (alive, ended) = mpsc::channel();
        let watched = Arc::clone(&running);
        let at_start = memory();
        thread::spawn(move || {
            while ended.recv_timeout(INTERVAL) == Err(RecvTimeoutError::Timeout) {
                if let Some(excess) = excess(&limits, &watched, memory().saturating_sub(at_start)) {
                    report(&excess);
                }
            }
        });
        Watchdog { running, _alive: alive }
    }

    /// Notes that an output is being rendered, until the result is dropped.
    pub fn enter(&self, output: &str) -> Entered<'_> {
        let mut running = self.running.lock().unwrap_or_else(PoisonError::into_inner);
        running.next += 1;
        let id = running.next;
        running.outputs.insert(id, (output.to_owned(), Instant::now()));
        Entered { watchdog: self, id }
    }
}

/// An output that is being rendered.
pub struct Entered<'a> {
    watchdog: &'a Watchdog,
    id: u64,
}

impl Drop for Entered<'_> {
    fn drop(&mut self) {
        let mut running = self.watchdog.running.lock().unwrap_or_else(PoisonError::into_inner);
        running.outputs.remove(&self.id);
    }
}

/// What is too much, if anything is.
fn excess(limits: &Limits, running: &Mutex<Running>, memory: usize) -> Option<String> {
    let outputs = &running.lock().unwrap_or_else(PoisonError::into_inner).outputs;
    if memory > limits.memory {
        let names: Vec<&str> = outputs.values().map(|(name, _)| name.as_str()).collect();
        let of = if names.is_empty() { "an output".to_owned() } else { names.join(", ") };
        return Some(format!("cannot render {of}: the templates take more than {} GiB of memory", limits.memory >> 30));
    }
    let (name, _) = outputs.values().find(|(_, since)| since.elapsed() > limits.time)?;
    Some(format!("cannot render {name}: its template takes more than {} seconds", limits.time.as_secs()))
}

/// The memory of the program, in bytes. 0 where the system does not tell.
fn memory() -> usize {
    memory_stats::memory_stats().map_or(0, |found| found.physical_mem)
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;
    use std::time::Duration;

    use super::{Limits, Watchdog, memory};

    /// What is said of an output that is rendered for longer than the limits allow.
    fn said_of(output: &str, limits: Limits) -> Option<String> {
        let (sender, said) = mpsc::channel();
        let watchdog = Watchdog::watching(limits, move |excess| drop(sender.send(excess.to_owned())));
        let _entered = watchdog.enter(output);
        let _memory = vec![1_u8; 32 << 20];
        said.recv_timeout(Duration::from_millis(500)).ok()
    }

    #[test]
    fn an_output_that_takes_too_much_is_named() {
        let hour = Duration::from_secs(3600);
        let slow = said_of("slow.md", Limits { memory: usize::MAX, time: Duration::ZERO });
        assert_eq!(slow.as_deref(), Some("cannot render slow.md: its template takes more than 0 seconds"));
        assert_eq!(said_of("fast.md", Limits { memory: usize::MAX, time: hour }), None);
        if memory() > 0 {
            let large = said_of("large.md", Limits { memory: 1 << 20, time: hour });
            let message = "cannot render large.md: the templates take more than 0 GiB of memory";
            assert_eq!(large.as_deref(), Some(message));
        }
    }
}
