//! Compares the functions, written by hand in C++, that read or change the arguments of a call from Python.

use spec::python_api::Mode;
use spec::{Call, PythonApi};

/// The functions written by hand that a function in Python calls, for each mode.
#[derive(Debug, Default)]
pub struct HandWritten {
    /// Those that read all arguments.
    mappers: [Option<String>; 2],
    /// The calls that change the arguments. A mapper replaces them.
    pre_processes: [Option<String>; 2],
}

const MODES: [(Mode, &str); 2] = [(Mode::Dygraph, " in the dynamic graph"), (Mode::Programs, " in programs")];

impl HandWritten {
    pub fn new(api: &PythonApi) -> Self {
        let mapper = |(mode, _)| api.args_mapper.of(mode).map(|name| name.value.clone());
        let pre_process =
            |(mode, _)| api.pre_process.of(mode).filter(|_| api.args_mapper.of(mode).is_none()).map(shown);
        HandWritten { mappers: MODES.map(mapper), pre_processes: MODES.map(pre_process) }
    }
}

fn shown(call: &Call) -> String {
    let args: Vec<_> = call.args.iter().map(|arg| arg.as_str()).collect();
    format!("{}({})", call.func.value, args.join(", "))
}

/// A difference, and the reason if it breaks callers. A function that is new or another one may accept what the old one did.
pub type Difference = (String, Option<&'static str>);

/// The differences between two versions of `function`.
pub fn compare(before: &HandWritten, after: &HandWritten, function: &str) -> Vec<Difference> {
    let mappers = by_mode(&before.mappers, &after.mappers, |old, new, mode| match (old, new) {
        (Some(old), None) => (
            format!("`{function}` no longer reads its arguments with `{old}`{mode}"),
            Some("callers may pass arguments in a form that only it reads"),
        ),
        (Some(old), Some(new)) => {
            (format!("`{function}` reads its arguments with `{new}` instead of `{old}`{mode}"), None)
        }
        (None, new) => (format!("`{function}` now reads its arguments with `{}`{mode}", new.unwrap_or_default()), None),
    });
    // If a mapper is new, it does what was done before the call.
    let replaced = |at: usize| before.mappers[at].is_none() && after.mappers[at].is_some();
    let old = [0, 1].map(|at| before.pre_processes[at].clone().filter(|_| !replaced(at)));
    let pre_processes = by_mode(&old, &after.pre_processes, |old, new, mode| match (old, new) {
        (Some(old), None) => (
            format!("`{function}` no longer calls `{old}` first{mode}"),
            Some("callers may pass arguments that only it accepts"),
        ),
        (Some(old), Some(new)) => (format!("`{function}` calls `{new}` first instead of `{old}`{mode}"), None),
        (None, new) => (format!("`{function}` now calls `{}` first{mode}", new.unwrap_or_default()), None),
    });
    mappers.into_iter().chain(pre_processes).collect()
}

/// The differences of each mode, or one difference if both modes have the same.
fn by_mode(
    before: &[Option<String>; 2],
    after: &[Option<String>; 2],
    describe: impl Fn(Option<&str>, Option<&str>, &str) -> Difference,
) -> Vec<Difference> {
    let pair = |at: usize| (before[at].as_deref(), after[at].as_deref());
    let describe = |at: usize, mode: &str| (pair(at).0 != pair(at).1).then(|| describe(pair(at).0, pair(at).1, mode));
    if pair(0) == pair(1) {
        return describe(0, "").into_iter().collect();
    }
    MODES.iter().enumerate().filter_map(|(at, (_, mode))| describe(at, mode)).collect()
}
