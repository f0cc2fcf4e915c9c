//! The forms of an operator in each layer of the framework, derived once for targets and readers: signatures in C++ and Python,
//! calls of kernels, operators in programs, PIR operations.
//!
//! This room knows no file, no template and no plan.

#![deny(missing_docs)]

pub mod cpp_api;
pub mod defaults;
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
