//! `opgen compare`: a tree's generated files, compared with opgen's.

use std::fs;

use crate::support::{OP, folder_with, opgen, write};

const HEADER: &str = "paddle/phi/api/include/api.h";

#[test]
fn files_of_any_origin_are_told_apart() {
    let tree = folder_with(&[("ops.yaml", OP)]);
    let compare = |arguments: &[&str]| {
        let said = opgen(tree.path(), &[&["compare", "--target", "cpp_api"], arguments].concat());
        assert_eq!((said.code, said.err.as_str()), (Some(0), ""));
        said.out
    };
    let absent = compare(&[]);
    assert!(absent.starts_with("not in the tree: 20 files\n  paddle/phi/api/include/api.h\n"), "{absent}");

    let generate = ["generate", "--out", ".", "--target", "cpp_api"];
    assert_eq!(opgen(tree.path(), &generate).code, Some(0));
    let ours = compare(&[]);
    assert!(ours.starts_with("as opgen generates it: 20 files\n") && !ours.contains("not in the tree"), "{ours}");

    write(tree.path(), "ops.yaml", &OP.replace("(Tensor x)", "(Tensor x, int axis)"));
    let outdated = compare(&["--details"]);
    let expected = "by opgen, but not as it generates it now: 2 files\n  paddle/phi/api/include/api.h\n    \
                    1 declaration: 0 alike, 1 otherwise in opgen's file\n    \
                    - paddle::experimental::foo (const Tensor&) -> Tensor\n    \
                    + paddle::experimental::foo (const Tensor&, int) -> Tensor\n";
    assert!(outdated.contains(expected), "{outdated}");

    // Another generator's file, in another layout.
    let other = "// by hand\nnamespace paddle { namespace experimental {\nTensor\nfoo(const Tensor& input , int /* of x */ dim = 1);\nvoid bar();\n}}\n";
    write(tree.path(), HEADER, other);
    let foreign = compare(&[]);
    let expected = "not by opgen: 1 file\n  paddle/phi/api/include/api.h (by paddle/phi/api/yaml/generator/api_gen.py or \
                    paddle/phi/api/yaml/generator/dist_api_gen.py)\n    2 declarations: 1 alike, 1 not in opgen's files\n";
    assert!(foreign.contains(expected), "{foreign}");
    assert!(
        foreign.contains("  paddle/fluid/eager/api/generated/fluid_generated/CMakeLists.txt and 23 more (in "),
        "{foreign}"
    );
}

#[test]
fn a_build_folder_has_what_the_source_tree_lacks() {
    let tree = folder_with(&[("source/ops.yaml", OP)]);
    let generate = ["generate", "--root", "source", "--out", "build", "--target", "cpp_api"];
    assert_eq!(opgen(tree.path(), &generate).code, Some(0));
    fs::create_dir_all(tree.path().join("source/paddle/phi/api/include")).expect("new folders");
    fs::rename(tree.path().join("build").join(HEADER), tree.path().join("source").join(HEADER)).expect("it is there");
    let said = opgen(tree.path(), &["compare", "source", "build", "--target", "cpp_api", "--format", "json"]);
    let report: serde_json::Value = serde_json::from_str(&said.out).expect("it is JSON");
    let files = report["files"].as_array().expect("there are files");
    assert!(files.iter().all(|file| file["origin"] == "opgen") && files.len() == 20, "{report}");
}

#[test]
fn errors_in_the_operators_are_reported() {
    let tree = folder_with(&[("ops.yaml", "- op : foo\n")]);
    let said = opgen(tree.path(), &["compare"]);
    assert_eq!(said.code, Some(1));
    assert!(said.err.contains("error[E0103]") && said.out.is_empty(), "{}", said.err);
}
