//! Target `signature`: it compiles, and maps arguments as the framework's own mappings do, in every possible call.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use crate::framework::{Framework, case, generate, real_yaml};

const STATIC: &str = "paddle/phi/ops/compat/generated_static_sig.cc";
const RUNTIME: &str = "paddle/phi/ops/compat/opgen_runtime_sig.cc";
const SOURCES: &[&str] = &[
    "paddle/phi/ops/compat/generated_sig.cc",
    STATIC,
    "paddle/phi/ops/compat/generated_fused_sig.cc",
    "paddle/phi/ops/compat/generated_sparse_sig.cc",
    RUNTIME,
];

/// Neither library must find functions of the other.
const HIDDEN: &[&str] = &["-fvisibility=hidden"];

/// The result of `compare.cc`.
struct Report {
    text: String,
}

impl Report {
    fn differences(&self) -> Vec<&str> {
        self.text.lines().filter_map(|line| line.strip_prefix("difference: ")).collect()
    }

    fn count(&self, of: &str) -> usize {
        let count = self.text.lines().find_map(|line| line.strip_prefix(of)?.strip_prefix(' '));
        count.and_then(|count| count.parse().ok()).unwrap_or_else(|| panic!("no {of} in:\n{}", self.text))
    }
}

fn compare(framework: &Framework, mut objects: Vec<PathBuf>, build: &Path) -> Report {
    let case = case("signature");
    objects.push(build.join("compare.o"));
    framework.compile(&case.join("compare.cc"), build, HIDDEN, &build.join("compare.o"));
    let (library, report) = (build.join("libopgen_signature.so"), build.join("report.txt"));
    framework.link(&objects, &library);
    framework.run(&case.join("run.py"), &[&library, &report]);
    Report { text: fs::read_to_string(report).expect("it was written") }
}

#[test]
fn the_built_in_mappings_compile() {
    let Some(framework) = Framework::find() else { return };
    let out = generate(None, "run-built-in-signatures");
    let objects = framework.compile_all(SOURCES, &out, &[], &out.join("build"));
    framework.link(&objects, &out.join("build/libopgen_signature.so"));
}

#[test]
fn the_real_mappings_return_in_every_call_what_those_of_the_framework_return() {
    let (Some(framework), Some(root)) = (Framework::find(), real_yaml()) else { return };
    let out = generate(Some(&root), "run-paddle-signatures");
    let text: Vec<_> =
        SOURCES.iter().map(|source| fs::read_to_string(out.join(source)).expect("it was generated")).collect();
    let registered =
        |with: &str| text.iter().flat_map(|text| text.lines()).filter(|line| line.starts_with(with)).count();

    let build = out.join("build");
    let report = compare(&framework, framework.compile_all(SOURCES, &out, HIDDEN, &build), &build);
    assert_eq!(report.differences(), Vec::<&str>::new());
    assert_eq!(report.count("mappings"), registered("PD_REGISTER_ARG_MAPPING_FN("));
    assert_eq!(report.count("kernel names"), registered("PD_REGISTER_BASE_KERNEL_NAME("));
    assert!(report.count("mappings") > 700, "{}", report.text);
    // Mappings that return the same result for every call would prove little.
    assert!(report.count("with several results") > 100, "{}", report.text);
}

#[test]
fn a_mapping_that_returns_something_else_is_found() {
    let (Some(framework), Some(root)) = (Framework::find(), real_yaml()) else { return };
    let out = generate(Some(&root), "run-mutated-signatures");
    let mut text = fs::read_to_string(out.join(STATIC)).expect("it was generated");
    let mutations = [
        ("one_hot_v2", "\"dtype\", \"allow_out_of_range\"", "\"allow_out_of_range\", \"dtype\""),
        ("empty", "ListOr(ctx, \"ShapeTensorList\", \"shape\")", "\"shape\""),
        ("reduce_amax_grad", "\"X\", \"Out\", \"Out@GRAD\"", "\"X\", \"Out@GRAD\", \"Out\""),
        ("lookup_table_v2", "\"sparse_weight_embedding\"", "\"embedding\""),
        ("range", "\"Out\"", "\"out\""),
        ("matmul_v2", "NAME(matmul_v2, matmul)", "NAME(matmul_v2, mul)"),
    ];
    for (op, from, to) in mutations {
        let found = text.find(from).unwrap_or_else(|| panic!("nothing to change for {op}"));
        text.replace_range(found..found + from.len(), to);
    }
    fs::write(out.join(STATIC), text).expect("the output folder is writable");
    let build = out.join("build");
    let report = compare(&framework, framework.compile_all(&[STATIC, RUNTIME], &out, HIDDEN, &build), &build);
    let found: BTreeSet<_> = report.differences().iter().filter_map(|line| line.split(' ').next()).collect();
    assert_eq!(found, mutations.iter().map(|(op, ..)| *op).collect(), "{}", report.text);
}
