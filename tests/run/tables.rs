//! Targets `extra_info` and `compat`: the tables compile and match the framework's own tables.

use std::fs;
use std::path::{Path, PathBuf};

use crate::framework::{Framework, case, generate, real_yaml};

const EXTRA_INFO: &str = "paddle/fluid/operators/ops_extra_info.cc";
const COMPAT: &str = "paddle/fluid/ir_adaptor/translator/op_compat_info.cc";

/// Compiles the tables below a folder into one library.
fn library(framework: &Framework, generated: &Path) -> PathBuf {
    let (case, build) = (case("tables"), generated.join("build-tables"));
    let include = format!("-I{}", case.join("include").display());
    let flags = ["-fvisibility=hidden", include.as_str()];
    let mut objects = framework.compile_all(&[EXTRA_INFO, COMPAT], generated, &flags, &build);
    objects.push(build.join("tables.o"));
    framework.compile(&case.join("tables.cc"), generated, &flags, &build.join("tables.o"));
    let library = build.join("libopgen_tables.so");
    framework.link(&objects, &library);
    library
}

/// The result of `run.py`.
fn report(framework: &Framework, generated: &Path) -> String {
    let library = library(framework, generated);
    let report = library.with_file_name("report.txt");
    framework.run(&case("tables").join("run.py"), &[&library, &report]);
    fs::read_to_string(report).expect("it was written")
}

#[test]
fn the_built_in_tables_compile() {
    let Some(framework) = Framework::find() else { return };
    library(&framework, &generate(None, "run-built-in-tables"));
}

#[test]
fn the_real_tables_hold_what_those_of_the_framework_hold() {
    let (Some(framework), Some(root)) = (Framework::find(), real_yaml()) else { return };
    let out = generate(Some(&root), "run-paddle-tables");
    let expected = "op_name_mappings 161\nop_arg_name_mappings 621\nop_mutable_attribute_infos 103\n\
                    op_mutable_attributes 103\nextra_attrs 268\n";
    assert_eq!(report(&framework, &out), expected);
    for (source, from, to) in [
        (COMPAT, "{\"input\", \"Theta\"}", "{\"input\", \"theta\"}"),
        (EXTRA_INFO, "std::vector<float>{1.0f}", "std::vector<float>{2.0f}"),
    ] {
        let text = fs::read_to_string(out.join(source)).expect("it was generated");
        fs::write(out.join(source), text.replace(from, to)).expect("it is writable");
    }
    let found = report(&framework, &out);
    assert!(found.contains("difference: op_arg_name_mappings affine_grid\n"), "{found}");
    assert!(found.contains("difference: extra_attrs depthwise_conv2d "), "{found}");
}
