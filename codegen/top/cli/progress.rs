//! Shows the progress of a long run on the last line of a terminal, until it is done.
//!
//! A command needs one line: `progress::during(detail, "converting", || convert(...))`. The work inside can call [`stage`] to
//! be more specific. Text that is printed through `output` replaces the line.

use std::io::{self, IsTerminal, Write};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use super::detail::Detail;

/// The time before progress is shown, which a run of a second exceeds by far.
const DELAY: Duration = Duration::from_millis(400);
/// The time between updates.
const STEP: Duration = Duration::from_millis(200);
/// The longest text, in characters. It must fit on one line of a usual terminal, because only one line can be erased.
const WIDTH: usize = 78;

/// The last line of the terminal.
struct Line {
    stage: String,
    /// The text on the terminal now.
    shown: String,
}

static LINE: Mutex<Line> = Mutex::new(Line { stage: String::new(), shown: String::new() });

/// Runs `work`, and meanwhile shows its stage and how long it has taken: `generating, 3 s`. Nothing is shown in quiet runs,
/// or if standard error is not a terminal.
pub fn during<T>(detail: Detail, first_stage: &str, work: impl FnOnce() -> T) -> T {
    if detail == Detail::Quiet || !is_possible() {
        return work();
    }
    stage(first_stage);
    let (sender, done) = channel::<()>();
    thread::scope(|scope| {
        scope.spawn(move || {
            let start = Instant::now();
            let mut wait = DELAY;
            while done.recv_timeout(wait) == Err(RecvTimeoutError::Timeout) {
                line().show(start.elapsed());
                wait = STEP;
            }
            line().erase();
        });
        let result = work();
        drop(sender);
        result
    })
}

/// Sets the stage that is shown.
pub fn stage(name: &str) {
    name.clone_into(&mut line().stage);
}

/// Erases the line, before something else is printed.
pub fn erase() {
    line().erase();
}

/// Whether standard error is a terminal that can erase a line.
fn is_possible() -> bool {
    io::stderr().is_terminal() && std::env::var_os("TERM").is_none_or(|term| term != "dumb")
}

fn line() -> MutexGuard<'static, Line> {
    LINE.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Line {
    fn show(&mut self, elapsed: Duration) {
        let seconds = elapsed.as_secs();
        let text = if seconds == 0 { self.stage.clone() } else { format!("{}, {seconds} s", self.stage) };
        let text = text.chars().take(WIDTH).collect();
        if text != self.shown {
            self.replace(text);
        }
    }

    fn erase(&mut self) {
        if !self.shown.is_empty() {
            self.replace(String::new());
        }
    }

    fn replace(&mut self, text: String) {
        // If the terminal is closed, nobody is watching.
        let _ = io::stderr().write_all(format!("\r\x1b[K{text}").as_bytes());
        self.shown = text;
    }
}
