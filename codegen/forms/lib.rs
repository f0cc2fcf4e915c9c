//! What an operator is in each layer of the framework, derived once for everyone who asks: signatures in C++ and Python, calls of
//! kernels, operators in programs, operations of PIR.
//!
//! Knows no file, no template and no plan.

#![deny(missing_docs)]

pub mod cpp_api;
pub mod dygraph;
pub mod extra_attrs;
pub mod legacy_dygraph;
pub mod lists;
pub mod old_names;
pub mod pir;
pub mod python;
pub mod registered_form;
pub mod schema;
pub mod static_graph;
