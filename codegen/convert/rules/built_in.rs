//! The built-in mapping: name and text of every file below `mapping/`.

include!(concat!(env!("OUT_DIR"), "/built_in.rs"));
