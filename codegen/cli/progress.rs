//! Shows what a run does while it takes long: on the last line of a terminal, never in a log, and gone when it is done.
//!
//! A command needs one line: `progress::during(detail, "converting", || convert(...))`. What happens inside may call [`stage`]
//! to say more precisely what it is doing. Whatever is printed through `output` takes the place of the line.

use std::io::{self, IsTerminal, Write};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use super::detail::Detail;

/// The time before progress is shown. A run that takes a second has shown it for a while.
const DELAY: Duration = Duration::from_millis(400);
/// The time between updates.
const STEP: Duration = Duration::from_millis(200);
/// More would not fit on one line of a usual terminal, and only one line can be erased.
const WIDTH: usize = 78;

/// What the terminal shows.
struct Line {
    stage: String,
    /// What is on the terminal now.
    shown: String,
}

static LINE: Mutex<Line> = Mutex::new(Line { stage: String::new(), shown: String::new() });

/// Runs `work`, and shows meanwhile what it does and for how long: `generating, 3 s`. Nothing is shown to a file or a pipe, nor
/// if nothing but errors is to be said.
pub fn during<T>(detail: Detail, what: &str, work: impl FnOnce() -> T) -> T {
    if detail == Detail::Quiet || !is_possible() {
        return work();
    }
    stage(what);
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

/// Says what the work that is going on does now.
pub fn stage(what: &str) {
    what.clone_into(&mut line().stage);
}

/// Removes the line before something else is printed.
pub fn erase() {
    line().erase();
}

/// Whether there is a terminal, and it can erase a line.
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
        // If the terminal is closed, nobody needs it.
        let _ = io::stderr().write_all(format!("\r\x1b[K{text}").as_bytes());
        self.shown = text;
    }
}
