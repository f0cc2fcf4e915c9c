//! The languages in which a name is a keyword. PyTorch is written in C++20.

use source::keywords::{is_cpp, is_python};

/// The keywords that C++20 adds to those of C++17.
const CPP_20: [&str; 7] = ["co_await", "co_return", "co_yield", "concept", "consteval", "constinit", "requires"];

/// The languages in which a name is a keyword, for a message.
pub fn languages(name: &str) -> Option<&'static str> {
    match (is_cpp(name) || CPP_20.contains(&name), is_python(name)) {
        (true, true) => Some("C++ and Python"),
        (true, false) => Some("C++"),
        (false, true) => Some("Python"),
        (false, false) => None,
    }
}
