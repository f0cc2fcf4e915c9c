//! The `opgen` program.

mod cli;

/// A whole run takes a third less time than with the system's allocator, which spends it on locks and system calls.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> std::process::ExitCode {
    cli::main()
}
