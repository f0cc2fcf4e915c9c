//! The outputs of every version.

use project::framework::Target;

/// All targets, in the order in which they are generated.
pub const TARGETS: &[Target] = &[
    Target { name: "headers", title: "The headers of ATen" },
    Target { name: "schema", title: "Registrations of schemas, and lists of names" },
    Target { name: "operators", title: "Calls of the dispatcher" },
    Target { name: "vmap", title: "Plumbing of operators for vmap" },
    Target { name: "shims", title: "Functions in C for compiled models" },
    Target { name: "stubs", title: "Stubs of torch for Python" },
    Target { name: "declarations", title: "Declarations of operators for bindings of other languages, and for tests" },
    Target { name: "python", title: "Bindings for Python" },
    Target { name: "backend", title: "Declarations and registrations of the kernels of backends outside of PyTorch" },
    Target { name: "autograd", title: "Gradients" },
    Target { name: "register", title: "Registrations of kernels" },
    Target { name: "functionalization", title: "Kernels that take writes and views out of programs" },
    Target { name: "trace", title: "Kernels that record calls of operators" },
    Target { name: "lazy", title: "The backend that records operators" },
    Target { name: "lists", title: "Lists of generated files for CMake" },
];

/// The names of all targets.
pub const TARGET_NAMES: [&str; TARGETS.len()] = {
    let mut names = [""; TARGETS.len()];
    let mut at = 0;
    while at < names.len() {
        names[at] = TARGETS[at].name;
        at += 1;
    }
    names
};
