//! From registrations that are written by hand to the entries of a package: those with Paddle, with PyTorch, and handlers of XLA.

pub mod handlers;
mod inferred;
mod schema;
pub mod torch;
pub mod yaml;
