//! Replaces `of_commands.rs` in a program without these commands.

#[cfg(feature = "cli")]
use source::Catalogue;

#[cfg(feature = "cli")]
pub const MAPPINGS: Catalogue = Catalogue::new(&[]);
#[cfg(feature = "cli")]
pub const OTHER_FRAMEWORKS: Catalogue = Catalogue::new(&[]);
#[cfg(feature = "cli")]
pub const TRANSLATIONS: Catalogue = Catalogue::new(&[]);
#[cfg(feature = "cli")]
pub const CONVERSIONS: Catalogue = Catalogue::new(&[]);

/// The program cannot read C++.
#[cfg(feature = "cli")]
pub fn add_cpp(_: &mut [show::Shown], _: &project::Root, _: Option<&std::path::Path>, _: &registry::Project) {}

/// The same.
pub fn check_cpp(_: &registry::Project, _: &project::Root, _: Option<&std::path::Path>) -> project::Further {
    project::Further::default()
}

/// The same.
pub use check_cpp as check_cpp_of_packages;
