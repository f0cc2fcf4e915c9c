//! Target `python_c`: one function per operator that Python calls in eager mode, and the runtime they share.

mod cast;
mod function;

use minijinja::Value;
use rayon::prelude::*;
use serde::Serialize;

use super::{BANNER, FilePlan, value};
use crate::profile::{Profile, PythonC};
use crate::registry::Registry;
use crate::spec::{Family, Op};
use cast::Cast;
use function::FunctionPlan;

/// The paths of all files of the target.
pub fn outputs(profile: &Profile) -> Vec<String> {
    let PythonC { runtime, header, source, .. } = &profile.python_c;
    [runtime, header, source].map(String::clone).to_vec()
}

#[derive(Serialize)]
struct FilesPlan<'a> {
    banner: &'a str,
    settings: &'a PythonC,
    functions: &'a [Value],
    casts: &'a [Cast],
}

/// Plans every file of the target.
pub fn plan(registry: &Registry, profile: &Profile) -> Vec<FilePlan> {
    let settings = &profile.python_c;
    let ops: Vec<&Op> = ops_of(registry, settings).collect();
    let mut functions: Vec<FunctionPlan> = ops.par_iter().flat_map_iter(|op| function::plan(op)).collect();
    mark_namespaces(&mut functions);
    let values: Vec<Value> = functions.par_iter().map(value).collect();
    let plan = FilesPlan { banner: BANNER, settings, functions: &values, casts: &cast::all() };
    let runtime = FilePlan::new(&settings.runtime, "python_c/runtime.h.j2", &plan);
    let header = FilePlan::new(&settings.header, "python_c/header.h.j2", &plan);
    let source = FilePlan::new(&settings.source, "python_c/source.cc.j2", &plan);
    vec![runtime, header, source.with_items("python_c/function.cc.j2", values)]
}

/// Operators in the order of the homes. A fused operator has a function only where its entry asks for one.
fn ops_of<'a>(registry: &'a Registry, settings: &'a PythonC) -> impl Iterator<Item = &'a Op> {
    let of_home = |home| registry.ops().map(|(_, op)| op).filter(move |op| op.home == home);
    let wanted = |op: &&Op| op.home.family() != Family::Fused || op.support_dygraph_mode;
    settings.homes.iter().flat_map(move |&home| of_home(home)).filter(wanted)
}

/// Neighbours of one namespace stand in one block.
fn mark_namespaces(functions: &mut [FunctionPlan]) {
    let namespaces: Vec<_> = functions.iter().map(|function| function.namespace).collect();
    for (i, function) in functions.iter_mut().enumerate() {
        let here = namespaces[i];
        let before = i.checked_sub(1).and_then(|before| namespaces[before]);
        let behind = namespaces.get(i + 1).copied().flatten();
        function.opens = here.filter(|_| before != here);
        function.closes = here.filter(|_| behind != here);
    }
}
