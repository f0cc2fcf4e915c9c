//! Plans the lists of a dialect: its classes, and the kernels of operators that have several.

use profile::Dialect;
use serde::Serialize;

use forms::pir::{DialectOps, Entry, ValueType};

#[derive(Debug, Serialize)]
pub struct ListsPlan {
    namespace: String,
    classes: Vec<String>,
    /// The classes in parts, for compilers that cannot process all at once.
    parts: Vec<Vec<String>>,
    /// The operators with several kernels: those on dense tensors, then those on sparse ones.
    kernels: Option<Vec<KernelsPlan>>,
    sparse_kernels: Option<Vec<KernelsPlan>>,
    /// The operators that only this dialect has.
    only_here: Option<Vec<String>>,
    /// Whether there is more than the list of classes.
    has_tables: bool,
}

/// An operator with several kernels.
#[derive(Debug, Serialize)]
struct KernelsPlan {
    op: String,
    kernels: Vec<KernelPlan>,
}

#[derive(Debug, Serialize)]
struct KernelPlan {
    name: String,
    inputs: Vec<ValueType>,
    outputs: Vec<ValueType>,
}

pub fn plan(ops: &DialectOps) -> ListsPlan {
    let section = ops.section;
    let classes: Vec<String> = ops.entries().flat_map(|entry| entry.classes(section)).map(|class| class.name).collect();
    let end = |part: usize| (classes.len() * part).div_ceil(section.list_parts);
    let kernels = |is_sparse: bool| -> Vec<KernelsPlan> {
        let entries = ops.entries().filter(|entry| entry.is_sparse == is_sparse);
        entries.flat_map(|entry| several_kernels(entry, section)).collect()
    };
    let has_sparse = section.kind.is_of_framework() && !section.sparse.is_empty();
    ListsPlan {
        namespace: section.namespace.clone(),
        parts: (0..section.list_parts).map(|part| classes[end(part)..end(part + 1)].to_vec()).collect(),
        classes,
        kernels: section.kind.is_of_framework().then(|| kernels(false)),
        sparse_kernels: has_sparse.then(|| kernels(true)),
        has_tables: section.kind.is_of_framework() || !section.only.is_empty(),
        only_here: (!section.only.is_empty()).then(|| ops.own().iter().map(|&name| name.to_owned()).collect()),
    }
}

/// The variants of an operator with several kernels. Empty for other operators.
fn several_kernels(entry: &Entry, section: &Dialect) -> Vec<KernelsPlan> {
    let has_several = entry.kernel().is_some_and(|kernel| kernel.functions.len() > 1);
    let variants = entry.variants().into_iter().filter(|variant| has_several && !section.is_hand_written(variant));
    let table = variants.map(|variant| {
        let tail = if variant.ends_with('_') { "_" } else { "" };
        // Unlike names of operations, these never end with an underscore.
        let sparse = if entry.is_sparse { "_sp" } else { "" };
        let classes = entry.classes_of(variant.clone());
        let kernels = classes.into_iter().filter_map(|class| {
            Some(KernelPlan {
                name: format!("{}{tail}", class.kernel?.name.value),
                inputs: class.input_types,
                outputs: class.output_types,
            })
        });
        KernelsPlan { op: format!("{variant}{sparse}"), kernels: kernels.collect() }
    });
    table.collect()
}
