//! The pages that every reference has.

pub mod findings;
pub mod rules;
