//! Projects of frameworks that describe their operators in words, as snapshots that are kept up to date. It knows no framework.

mod projects;
mod view;

pub use projects::{DescribedProjects, FindFramework, findings};
pub use view::DescribedView;
