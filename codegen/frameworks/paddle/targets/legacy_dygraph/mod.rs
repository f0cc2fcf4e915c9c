//! Target `legacy_dygraph`: functions, grad nodes and Python methods of the old dynamic graph, for the operators that the
//! framework has registered.

mod files;
mod forward;
mod node;
mod python;

use profile::{LegacyDygraph, Profile};
use registry::Registry;
use serde::Serialize;
use spec::registered::Registered;

use super::{BANNER, FilePlan, Item, items};
use forms::legacy_dygraph::Operator;
use forms::registered_form;
use python::InfoPlan;

/// A file with parts for operators.
#[derive(Serialize)]
struct FileContext<'a> {
    banner: &'a str,
    includes: &'a [String],
    section: &'a LegacyDygraph,
}

/// A source with one of the tables that Python reads.
#[derive(Serialize)]
struct InfoContext<'a> {
    banner: &'a str,
    table: &'static str,
    /// The largest number of names in a row.
    longest: usize,
}

/// A build file.
#[derive(Serialize)]
struct BuildContext<'a> {
    banner: &'a str,
    program: &'a str,
    /// The folder of all files.
    folder: &'a str,
    header: &'a str,
    /// The names of the sources, below the folder of the build file.
    sources: Vec<String>,
    runtime: &'a str,
}

/// Plans all files of the target. There are none if the project has no file of registered operators.
pub fn plan(registry: &Registry, profile: &Profile) -> Vec<FilePlan> {
    let Some(section) = &profile.legacy_dygraph else { return Vec::new() };
    let Some(registered) = registered_form::complete(registry, profile) else { return Vec::new() };
    let ops = Operator::all_forward(&registered, section);
    let ((of_functions, of_nodes), (info, python)) = parallel::join(
        || parallel::join(|| functions(&ops, section), || nodes(&ops, section)),
        || parallel::join(|| info(&ops, section), || python(&registered, section)),
    );
    let plans = of_functions.into_iter().chain(of_nodes).chain(info).chain([python]);
    plans.chain(shared(section)).chain(build(section)).collect()
}

fn context<'a>(includes: &'a [String], section: &'a LegacyDygraph) -> FileContext<'a> {
    FileContext { banner: BANNER, includes, section }
}

/// Plans the sources with functions, and the header that declares them.
fn functions(ops: &[Operator], section: &LegacyDygraph) -> Vec<FilePlan> {
    let functions = items(ops, |op| Item::new(op.name, forward::plans(op)));
    let includes = &section.includes;
    let sources = Numbered {
        stem: &section.functions,
        includes: &includes.functions,
        template: "legacy_dygraph/functions.cc.j2",
        of_item: "legacy_dygraph/function.cc.j2",
    };
    let mut plans = numbered(&sources, &functions, ops, section);
    let header = FilePlan::new(&section.header, "legacy_dygraph/header.h.j2", context(&includes.header, section));
    plans.push(header.with_items("legacy_dygraph/declaration.h.j2", functions));
    plans
}

/// Plans the sources with nodes, and their header.
fn nodes(ops: &[Operator], section: &LegacyDygraph) -> Vec<FilePlan> {
    let nodes = items(ops, |op| Item::new(op.name, node::plan(op)));
    let includes = &section.includes;
    let sources = Numbered {
        stem: &section.nodes,
        includes: &includes.nodes,
        template: "legacy_dygraph/nodes.cc.j2",
        of_item: "legacy_dygraph/node.cc.j2",
    };
    let mut plans = numbered(&sources, &nodes, ops, section);
    let context = context(&includes.nodes_header, section);
    let header = FilePlan::new(&section.nodes_header, "legacy_dygraph/nodes.h.j2", context);
    plans.push(header.with_items("legacy_dygraph/node.h.j2", nodes));
    plans
}

/// A kind of source with several numbered files.
struct Numbered<'a> {
    /// The path before the number.
    stem: &'a str,
    includes: &'a [String],
    template: &'static str,
    of_item: &'static str,
}

fn numbered(kind: &Numbered, items: &[Item], ops: &[Operator], section: &LegacyDygraph) -> Vec<FilePlan> {
    let files = files::file_of_each(ops, section);
    let plan = |file| {
        let here = items.iter().zip(&files).filter(|(_, of)| **of == file);
        // The build lists the file even if it is empty.
        let template = if files.contains(&file) { kind.template } else { "legacy_dygraph/nothing.cc.j2" };
        let path = format!("{}{}.cc", kind.stem, file + 1);
        FilePlan::new(&path, template, context(kind.includes, section)).with_whole(
            "items",
            kind.of_item,
            here.map(|(item, _)| item.clone()).collect(),
        )
    };
    (0..section.files.max(1)).map(plan).collect()
}

fn info(ops: &[Operator], section: &LegacyDygraph) -> [FilePlan; 3] {
    [
        table(&section.args_info, "args", &ops.iter().map(python::arguments).collect::<Vec<_>>()),
        table(&section.args_type_info, "args_type", &ops.iter().map(python::argument_types).collect::<Vec<_>>()),
        table(&section.returns_info, "returns", &ops.iter().map(python::results).collect::<Vec<_>>()),
    ]
}

/// Plans the source with one of the tables that Python reads.
fn table(path: &str, table: &'static str, rows: &[InfoPlan]) -> FilePlan {
    let longest = rows.iter().map(|row| row.entries.len()).max().unwrap_or_default();
    let rows = rows.iter().map(|row| Item::new(row.op, [row])).collect();
    FilePlan::new(path, "legacy_dygraph/info.cc.j2", InfoContext { banner: BANNER, table, longest }).with_whole(
        "items",
        "legacy_dygraph/info_row.cc.j2",
        rows,
    )
}

fn python(registered: &Registered, section: &LegacyDygraph) -> FilePlan {
    let ops = Operator::all_methods(registered, section);
    let methods = items(&ops, |op| Item::new(op.name, python::methods(op)));
    FilePlan::new(&section.python, "legacy_dygraph/python.cc.j2", context(&section.includes.python, section))
        .with_whole("items", "legacy_dygraph/python_function.cc.j2", methods.clone())
        .with_whole("methods", "legacy_dygraph/python_method.cc.j2", methods)
}

/// Plans the runtime that functions and nodes share.
fn shared(section: &LegacyDygraph) -> [FilePlan; 2] {
    let includes = &section.includes;
    [
        FilePlan::new(&section.runtime, "legacy_dygraph/runtime.h.j2", context(&includes.declarations, section)),
        FilePlan::new(
            &section.runtime_source,
            "legacy_dygraph/runtime.cc.j2",
            context(&includes.runtime_source, section),
        ),
    ]
}

/// Plans the build files.
fn build(section: &LegacyDygraph) -> [FilePlan; 3] {
    let context = |header, stem: &str, more: &[&String]| {
        let numbered = (1..=section.files.max(1)).map(|file| format!("{}{file}.cc", file_name(stem)));
        BuildContext {
            banner: BANNER,
            program: &section.program,
            folder: folder(&section.header),
            header: file_name(header),
            sources: numbered.chain(more.iter().map(|path| file_name(path).to_owned())).collect(),
            runtime: file_name(&section.runtime_source),
        }
    };
    let info = [&section.args_info, &section.args_type_info, &section.returns_info];
    [
        FilePlan::new(&section.build, "legacy_dygraph/build.txt.j2", context(&section.header, "", &[])),
        FilePlan::new(
            &section.functions_build,
            "legacy_dygraph/functions_build.txt.j2",
            context(&section.header, &section.functions, &info),
        ),
        FilePlan::new(
            &section.nodes_build,
            "legacy_dygraph/nodes_build.txt.j2",
            context(&section.nodes_header, &section.nodes, &[]),
        ),
    ]
}

fn file_name(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or(path)
}

fn folder(path: &str) -> &str {
    path.rsplit_once('/').map_or("", |(folder, _)| folder)
}
