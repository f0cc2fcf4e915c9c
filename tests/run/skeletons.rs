//! The skeletons of new kernels compile with the headers of installed frameworks.

use std::fs;
use std::path::{Path, PathBuf};

use opgen::driver::read;
use opgen::kernels::skeleton;
use opgen::project::Root;
use opgen::project::settings::Options;

use crate::framework::{Framework, WHEEL_DEFINES, case};

/// One of each kind.
const SOURCES: [&str; 4] = [
    "paddle/phi/kernels/cpu/shrink_kernel.cc",
    "paddle/phi/kernels/selected_rows/cpu/shrink_sr_kernel.cc",
    "paddle/phi/kernels/sparse/cpu/shrink_dense_coo_kernel.cc",
    "paddle/phi/kernels/strings/cpu/strings_shrink_kernel.cc",
];

/// Writes the skeletons of all operators in the case, and returns their folder.
fn write(profile: &str) -> PathBuf {
    let options = Options { profile: Some(profile.to_owned()), ..Options::default() };
    let project = read(&Root::at(case("skeletons")), &options).analyse();
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("skeletons").join(profile);
    for kernel in project.registry.ops().flat_map(|(_, op)| skeleton::of(op, &project)) {
        for (path, text) in &kernel.files {
            let path = folder.join(path);
            fs::create_dir_all(path.parent().expect("it is in a folder")).expect("it is writable");
            fs::write(path, text).expect("it is writable");
        }
    }
    folder
}

/// Each by itself, because it must include all that it needs.
#[test]
fn kernels_of_each_kind_compile() {
    let Some(framework) = Framework::newest() else { return };
    let folder = write("paddle-3.3");
    for source in SOURCES {
        framework.check_all(&[source], &folder, WHEEL_DEFINES, &folder);
    }
}

/// The wheel of 2.6.2 lacks a header.
#[test]
fn kernels_of_each_kind_compile_with_3_0() {
    let Some(framework) = Framework::of_3_0() else { return };
    let folder = write("paddle-3.0-final");
    framework.check_all(&SOURCES, &folder, WHEEL_DEFINES, &folder);
}
