//! Checks projects on another thread, and prepares for requests there.

use std::collections::{BTreeSet, VecDeque};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use crossbeam_channel::{Receiver, SendError, Sender};

use crate::cpp_files::CppFiles;
use crate::names::Names;
use crate::view::View;

/// How long a project that has been read before must not change until the names of its operators are collected again, which takes
/// several times as long as a check. Requests after the next change would wait for that.
const PAUSE: Duration = Duration::from_secs(1);

/// The result of work on another thread.
pub enum Done {
    /// The view has its findings.
    Checked(Arc<View>),
    /// The names of the operators in a project.
    Named(PathBuf, Arc<Names>),
}

/// Checks views in order, and prepares for requests when there are no more. Ends when nobody waits for results any longer. The main
/// loop ignores results for views that are no longer current.
pub fn check(views: &Receiver<Arc<View>>, cpp: &CppFiles, done: &Sender<Done>) -> Result<(), SendError<Done>> {
    let mut seen = BTreeSet::new();
    let mut queue = VecDeque::from_iter(views.recv());
    while let Some(view) = queue.pop_front() {
        queue.extend(views.try_iter());
        // Only the last view of a project is of interest.
        if queue.iter().any(|newer| newer.root == view.root) {
            continue;
        }
        // It takes a while to read the C++ of a tree for the first time.
        let is_first = seen.insert(view.root.clone());
        if let Some(shown) = (!is_first).then(|| cpp.check(&view)).flatten() {
            view.add_cpp(shown);
        } else {
            view.findings();
        }
        done.send(Done::Checked(Arc::clone(&view)))?;
        // Requests need them soon, but nobody should wait for findings until they are collected.
        view.mentions();
        let pause = if is_first { Duration::ZERO } else { PAUSE };
        if queue.is_empty() {
            queue.extend(views.recv_timeout(pause));
        }
        if !queue.is_empty() {
            continue;
        }
        done.send(Done::Named(view.root.clone(), Arc::new(Names::of(&view))))?;
        if let Some(shown) = is_first.then(|| cpp.check(&view)).flatten() {
            view.add_cpp(shown);
            done.send(Done::Checked(view))?;
        }
        queue.extend(views.recv());
    }
    Ok(())
}
