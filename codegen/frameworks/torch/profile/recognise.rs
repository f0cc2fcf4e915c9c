//! The version of a tree, by the files in which PyTorch states it.

use project::framework::{Recognised, Tree};

use crate::load::BUILT_IN_NAMES;
use crate::marks::{VERSION_FILES, number};

/// Files that only PyTorch has where files with the version are. Other projects have a `version.txt`, too.
const OPERATOR_FILES: [&str; 4] = [
    "aten/src/ATen/native/native_functions.yaml",
    "torchgen/packaged/ATen/native/native_functions.yaml",
    "packaged/ATen/native/native_functions.yaml",
    "native_functions.yaml",
];

/// True if a tree states the version of the marks.
pub fn has_marks(tree: &mut dyn Tree, marks: &[String]) -> bool {
    let stated = version_of_tree(tree);
    let is_stated = |mark: &String| {
        let version = mark.split_once(": ").and_then(|(_, version)| number(version));
        version.is_some() && version == stated
    };
    marks.iter().any(is_stated)
}

/// The built-in profile nearest to the version that a tree states.
pub fn recognised(tree: &mut dyn Tree) -> Option<Recognised> {
    let (major, minor) = version_of_tree(tree)?;
    let distance = |name: &&&str| {
        let version = name.strip_prefix("torch-").and_then(number).unwrap_or_default();
        (version.0.abs_diff(major), version.1.abs_diff(minor))
    };
    BUILT_IN_NAMES.iter().min_by_key(distance).map(|name| Recognised::Profile(name))
}

/// The major and minor version that a tree states. `None` if it is not a tree of PyTorch, or does not say.
pub fn version_of_tree(tree: &mut dyn Tree) -> Option<(u32, u32)> {
    if !OPERATOR_FILES.iter().any(|file| tree.has(file)) {
        return None;
    }
    VERSION_FILES.iter().find_map(|file| number(&tree.text(file)?))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A tree that states its version in a file.
    struct Stating(&'static str, &'static str);

    impl Tree for Stating {
        fn has(&mut self, path: &str) -> bool {
            OPERATOR_FILES.contains(&path)
        }

        fn text(&mut self, path: &str) -> Option<String> {
            (path == self.0).then(|| self.1.to_owned())
        }
    }

    #[test]
    fn the_nearest_profile_is_recognised() {
        let profile = |file, text| recognised(&mut Stating(file, text));
        assert_eq!(profile("version.txt", "2.8.0a0\n"), Some(Recognised::Profile("torch-2.8")));
        assert_eq!(profile("version.txt", "2.9.1\n"), Some(Recognised::Profile("torch-2.8")));
        assert_eq!(profile("version.txt", "2.10.0a0\n"), Some(Recognised::Profile("torch-2.11")));
        assert_eq!(
            profile("torch/version.py", "__version__ = '2.16.0+cpu'\n"),
            Some(Recognised::Profile("torch-2.15"))
        );
        assert_eq!(profile("../torch/version.py", "__version__ = '2.8.0'\n"), Some(Recognised::Profile("torch-2.8")));
        assert_eq!(profile("version.txt", "unknown\n"), None);
    }
}
