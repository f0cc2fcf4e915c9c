//! The lists of generated files that PyTorch's build in CMake reads.

use std::collections::{BTreeMap, BTreeSet};

use render::FilePlan;
use serde::Serialize;

use crate::runtime;

/// The folder of the generated files that these lists contain.
const ATEN: &str = "build/aten/src/ATen/";
/// The template of a list.
const LIST: &str = "torch/lists/list.cmake.j2";
/// Headers that the build compiles together with the sources.
const HEADERS_AMONG_SOURCES: [&str; 2] = ["FunctionalInverses.h", "ViewMetaClasses.h"];

/// The parts of the build that have lists of their own.
const PARTS: [&str; 5] = ["", "core_", "cpu_vec_", "cuda_", "ops_"];
/// The kinds of file that have lists of their own.
const KINDS: [&str; 3] = ["headers", "sources", "declarations_yaml"];

/// A list in a template.
#[derive(Serialize)]
struct List<'a> {
    variable: String,
    paths: BTreeSet<&'a String>,
}

/// The files of the target, from the paths of those of all others.
pub fn plan(paths: &[String]) -> Vec<FilePlan> {
    let mut lists: BTreeMap<(&str, &str), BTreeSet<&String>> = BTreeMap::new();
    for path in paths {
        if let Some(name) = path.strip_prefix(ATEN).filter(|name| !name.starts_with(runtime::PREFIX)) {
            lists.entry((part(name), kind(name))).or_default().insert(path);
        }
    }
    let list = |(part, kind): (&str, &str)| {
        let variable = format!("{part}generated_{kind}");
        let paths = lists.get(&(part, kind)).cloned().unwrap_or_default();
        FilePlan::new(&format!("{ATEN}{variable}.cmake"), LIST, List { variable, paths })
    };
    PARTS.iter().flat_map(|part| KINDS.iter().map(|kind| (*part, *kind))).map(list).collect()
}

/// The part of the build that a file belongs to.
fn part(name: &str) -> &'static str {
    match name {
        _ if name.starts_with("ops/") => "ops_",
        _ if name.starts_with("core/") => "core_",
        _ if name.starts_with("UfuncCPUKernel_") => "cpu_vec_",
        _ if name.contains("CUDA") => "cuda_",
        _ => "",
    }
}

fn kind(name: &str) -> &'static str {
    match name {
        _ if name.ends_with(".yaml") => "declarations_yaml",
        _ if name.ends_with(".h") && !HEADERS_AMONG_SOURCES.contains(&name) => "headers",
        _ => "sources",
    }
}
