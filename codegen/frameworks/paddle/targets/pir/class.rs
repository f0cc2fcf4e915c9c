//! Plans the class of an operation: its name, its parents and its functions.

use profile::{Pir, Profile};
use serde::Serialize;

use super::build::{self, BuildPlan};
use super::infer_meta::{self, InferMetaPlan};
use super::info::{self, InfoPlan};
use super::kernel_type::{self, KernelTypePlan};
use super::verify::{self, VerifyPlan};
use forms::pir::{Class, ClassFunctions, DialectOps, Entry, Inheritance};
use forms::schema;

/// A class, for its declaration in a header and its definition in a source.
#[derive(Debug, Serialize)]
pub struct ClassPlan {
    name: String,
    namespace: String,
    /// The name with the dialect, such as `pd_op.abs_`.
    operation: String,
    /// The operator on one line, in the words of its YAML.
    schema: String,
    is_exported: bool,
    /// Interfaces and traits.
    parents: Vec<String>,
    /// The attributes that are not operands.
    attributes: Vec<String>,
    operands: Vec<String>,
    results: Vec<String>,
    build: BuildPlan,
    infer_meta: Option<InferMetaPlan>,
    functions: ClassFunctions,
    info: InfoPlan,
    verify: VerifyPlan,
    kernel_type: Option<KernelTypePlan>,
}

/// Plans the classes of a dialect.
pub struct Builder<'a> {
    pub profile: &'a Profile,
    pub pir: &'a Pir,
    pub ops: &'a DialectOps<'a>,
}

impl Builder<'_> {
    pub fn classes(&self, entry: &Entry) -> Vec<ClassPlan> {
        entry.classes(self.ops.section).iter().map(|class| self.class(entry, class)).collect()
    }

    fn class(&self, entry: &Entry, class: &Class) -> ClassPlan {
        let Builder { pir, ops, .. } = self;
        let inheritance = Inheritance { pir, ops };
        let infer_meta = infer_meta::plan(entry, class, ops, self.profile);
        ClassPlan {
            name: class.name.clone(),
            namespace: ops.section.namespace.clone(),
            operation: format!("{}.{}", ops.name, class.operation),
            schema: schema::of(entry.op),
            is_exported: ops.section.exported.contains(&class.name),
            parents: inheritance.parents(entry, class),
            attributes: entry.immutable().map(|attr| attr.name().to_owned()).collect(),
            operands: entry.operands().map(str::to_owned).collect(),
            results: entry.outputs().iter().map(|output| output.name.value.clone()).collect(),
            build: build::plan(entry, class, ops, self.profile),
            infer_meta,
            functions: inheritance.functions(entry, class),
            info: info::plan(entry, class, ops, self.profile),
            verify: verify::plan(entry, class, &pir.rules),
            kernel_type: ops.section.kind.has_kernels().then(|| kernel_type::plan(entry, pir)),
        }
    }
}
