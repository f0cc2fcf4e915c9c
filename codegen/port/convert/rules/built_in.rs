//! The built-in mapping: the names and texts of the files below `mapping/`.

include!(concat!(env!("OUT_DIR"), "/built_in.rs"));
