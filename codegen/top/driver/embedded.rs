//! The files that are compiled into the library: the built-in operators (`BUILT_IN`) and templates (`TEMPLATES`).

include!(concat!(env!("OUT_DIR"), "/embedded.rs"));
