//! `opgen watch`: generates whenever an input is saved.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

use anyhow::Context;
use clap::Args;
use notify::{Event, RecursiveMode, Watcher};
use opgen::driver::update::{Mode, Request, Update, UpdateError};
use opgen::project::dependencies::{Dependencies, Triggers};

use super::detail::Detail;
use super::generate::summary;
use super::outcome::Outcome;
use super::output;
use super::progress;
use super::request::RequestArgs;

/// Check and generate whenever an input is saved, until interrupted
#[derive(Args)]
pub struct WatchArgs {
    #[command(flatten)]
    request: RequestArgs,
}

/// Editors and Git save in several steps. If nothing has happened for this long, they are done.
const SETTLED: Duration = Duration::from_millis(50);
/// The longest time to wait for that.
const MAX_WAIT: Duration = Duration::from_secs(1);

pub fn run(args: &WatchArgs) -> anyhow::Result<Outcome> {
    args.request.start_threads()?;
    let (request, detail) = (args.request.request()?, args.request.detail());
    let (sender, events) = channel();
    let mut watcher = notify::recommended_watcher(sender).context("cannot watch files")?;
    let mut last = None;
    loop {
        // Watch before the run, so that a file that is saved during the run causes another run.
        let inputs = request.read();
        for folder in folders(inputs.dependencies()) {
            let watched = watcher.watch(&folder, RecursiveMode::NonRecursive);
            watched.with_context(|| format!("cannot watch {}", folder.display()))?;
        }
        generate(&request, detail, &mut last)?;
        wait(&events, &inputs.dependencies().triggers())?;
    }
}

/// Generates, and prints the report unless it is the same as in the previous run, which is `last`.
fn generate(request: &Request, detail: Detail, last: &mut Option<String>) -> anyhow::Result<()> {
    let start = Instant::now();
    let Update { report, files, .. } =
        match progress::during(detail, "reading", || request.update(Mode::Write, &output::reporter(detail))) {
            Ok(update) => update,
            // A wrong option stays wrong.
            Err(error @ UpdateError::Selection(_)) if last.is_none() => return Err(error.into()),
            Err(error) => {
                // The error may be temporary, so keep watching.
                output::error(&error.into());
                return Ok(());
            }
        };
    // Errors are printed after every save, even if they are the same.
    let is_news = files.is_none() || last.as_ref() != Some(&report);
    if is_news {
        output::print_error(&report)?;
    }
    let is_quiet = detail == Detail::Quiet;
    if let Some(files) = files.filter(|files| !is_quiet && (is_news || !files.changed.is_empty())) {
        output::print(&summary(Mode::Write, &files, start))?;
    }
    *last = Some(report);
    Ok(())
}

/// The folders in which there are events when an input is changed, created or removed.
fn folders(dependencies: &Dependencies) -> BTreeSet<PathBuf> {
    // If an input is a symbolic link, the events are in the folder of its target.
    let real = dependencies.files().filter_map(|file| fs::canonicalize(file).ok());
    let files = dependencies.files().map(PathBuf::from).chain(real);
    let parents = files.filter_map(|file| match file.parent()? {
        folder if folder.as_os_str().is_empty() => Some(PathBuf::from(".")),
        folder => Some(folder.to_owned()),
    });
    // Of a folder of templates, every file is an input.
    let template_folders = dependencies.files().filter(|path| path.is_dir());
    parents.chain(template_folders.chain(dependencies.folders()).map(Path::to_owned)).collect()
}

/// Waits until an input has changed, and then until no input has changed for a while.
fn wait(events: &Receiver<notify::Result<Event>>, triggers: &Triggers) -> anyhow::Result<()> {
    while !is_change(&events.recv().context("files are no longer watched")?, triggers) {}
    let end = Instant::now() + MAX_WAIT;
    let mut last = Instant::now();
    while last.elapsed() < SETTLED && Instant::now() < end {
        match events.recv_timeout(SETTLED.saturating_sub(last.elapsed())) {
            Ok(event) if is_change(&event, triggers) => last = Instant::now(),
            _ => {}
        }
    }
    Ok(())
}

/// Whether an event is a change to an input, and not to an output or another file in the same folders.
fn is_change(event: &notify::Result<Event>, triggers: &Triggers) -> bool {
    match event {
        // Reading a file is not a change.
        Ok(event) if event.kind.is_access() => false,
        Ok(event) => event.need_rescan() || event.paths.iter().any(|path| triggers.contain(path)),
        // It may have been a change.
        Err(_) => true,
    }
}
