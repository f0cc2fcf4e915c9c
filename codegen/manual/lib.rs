//! Pages and schemas that are made from tables: the rules, the keys of YAML files, the fields of templates.

pub mod build_steps;
pub mod key_tables;
pub mod rules;
pub mod schema;
mod tables;
pub mod target_table;
pub mod template_fields;
