//! Shows progress: only on a terminal, so not in a log, and only if a run takes long.

use std::io::{self, IsTerminal, Write};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

use super::output;

/// The time before progress is shown, and between updates.
const STEP: Duration = Duration::from_secs(1);

/// Runs `work`, and shows meanwhile how long it has taken: `generating, 3 s`.
pub fn during<T>(what: &str, work: impl FnOnce() -> T) -> T {
    if !io::stderr().is_terminal() {
        return work();
    }
    let (sender, done) = channel::<()>();
    thread::scope(|scope| {
        scope.spawn(move || {
            let start = Instant::now();
            while done.recv_timeout(STEP) == Err(RecvTimeoutError::Timeout) {
                show(&format!("{what}, {} s", start.elapsed().as_secs()));
            }
            if start.elapsed() >= STEP {
                show("");
            }
        });
        let result = work();
        drop(sender);
        result
    })
}

/// Prints a message while work is going on. On a terminal, it takes the place of the progress that is shown.
pub fn say(text: &str) {
    if io::stderr().is_terminal() {
        show("");
    }
    // A message about progress that cannot be printed is not an error.
    let _ = output::print_error(text);
}

/// Replaces the last line of the terminal.
fn show(text: &str) {
    // If the terminal is closed, nobody needs it.
    let _ = io::stderr().write_all(format!("\r\x1b[K{text}").as_bytes());
}
