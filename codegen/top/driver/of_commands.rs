//! What only the commands of the feature `full` add.

use source::Catalogue;

pub const MAPPINGS: Catalogue = mapping::CATALOGUE;
pub const OTHER_FRAMEWORKS: Catalogue = torch_check::CATALOGUE;
pub const TRANSLATIONS: Catalogue = Catalogue::new(&[translate::rules::ALL]);
pub const CONVERSIONS: Catalogue = convert::findings::CATALOGUE;

pub use super::kernels::add_to as add_cpp;
pub use super::kernels::check as check_cpp;
pub use package_tools::kernels::check_in as check_cpp_of_packages;
