//! The `opgen` program.

#[path = "top/cli/mod.rs"]
mod cli;

use std::ffi::{c_int, c_long};

/// With it, a run takes a third less time than with the system's allocator, which loses that to locks and system calls.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// The number of milliseconds after which free memory goes back to the system. By default mimalloc waits for ten. A run of
/// half a second soon asks for that memory again, and the system clears it first, which takes a tenth of the run. The
/// language server gives back what it has not used for a second.
const PURGE_DELAY: c_long = 1000;

/// In `mimalloc.h`: `mi_option_purge_delay`.
const MI_OPTION_PURGE_DELAY: c_int = 15;

unsafe extern "C" {
    safe fn mi_option_set(option: c_int, value: c_long);
}

fn main() -> std::process::ExitCode {
    mi_option_set(MI_OPTION_PURGE_DELAY, PURGE_DELAY);
    cli::main()
}

#[cfg(test)]
mod tests {
    use super::{MI_OPTION_PURGE_DELAY, c_int, c_long};

    unsafe extern "C" {
        safe fn mi_option_get(option: c_int) -> c_long;
    }

    #[test]
    fn the_option_for_the_delay_has_the_default_of_mimalloc() {
        let with_neighbours = [-1, 0, 1].map(|step| mi_option_get(MI_OPTION_PURGE_DELAY + step));
        assert_eq!(with_neighbours, [1, 10, 0], "mimalloc has numbered its options anew");
    }
}
