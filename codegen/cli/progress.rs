//! What a person sees who waits: on a terminal, and only where it takes long. A log holds nothing of it.

use std::io::{self, IsTerminal, Write};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

/// How long nothing is said, and how long one figure stays.
const STEP: Duration = Duration::from_secs(1);

/// Works, and meanwhile says for how long, such as `generating, 3 s`.
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

/// Puts a text in the place of the terminal's last line.
fn show(text: &str) {
    // Nobody misses it where the terminal has gone.
    let _ = io::stderr().write_all(format!("\r\x1b[K{text}").as_bytes());
}
