//! Documentation that is made from tables: JSON schemas, explanations of rules, tables of keys, the variables of templates.
//!
//! It knows no project, and no operator.

#![deny(missing_docs)]

pub mod build_steps;
pub mod key_tables;
pub mod rules;
pub mod schema;
mod tables;
pub mod target_table;
pub mod template_fields;
