//! Plans how the types of an operation's results are inferred: by the framework's function, or as another class does it.

use profile::Profile;
use serde::Serialize;

use super::call::{CallPlan, Values};
use super::spmd::SpmdPlan;
use forms::pir::{Class, DialectOps, Entry, class_name};

/// The functions of a class that infer the types of results.
#[derive(Debug, Clone, Serialize)]
pub struct InferMetaPlan {
    pub class: String,
    /// The framework's function.
    pub function: String,
    /// How the types are inferred from operands and attributes, if this version of the framework has such a function.
    pub types: Option<TypesPlan>,
}

#[derive(Debug, Clone, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum TypesPlan {
    Own(Box<OwnTypes>),
    /// Calls the function of another class.
    Of {
        class: String,
    },
}

/// How the types of results are inferred without another class.
#[derive(Debug, Clone, Serialize)]
pub struct OwnTypes {
    pub inputs: usize,
    pub mutable_attributes: usize,
    pub call: CallPlan,
    pub spmd: Option<SpmdPlan>,
}

/// Plans the functions of a class that infer the types of results, if it has any.
pub fn plan(entry: &Entry, class: &Class, ops: &DialectOps, profile: &Profile) -> Option<InferMetaPlan> {
    let pir = profile.pir.as_ref()?;
    let inferring = ops.inferring(entry)?;
    let types = match entry.infer_meta() {
        Some(_) => own_types(entry, class, ops, profile),
        None => Some(TypesPlan::Of { class: class_name(inferring.name()) }),
    };
    let function = inferring.infer_meta()?.func.value.clone();
    Some(InferMetaPlan { class: class.name.clone(), function, types: types.filter(|_| pir.form.is_typed()) })
}

fn own_types(entry: &Entry, class: &Class, ops: &DialectOps, profile: &Profile) -> Option<TypesPlan> {
    let call = CallPlan::new(entry, class, Values::Map, profile)?;
    let spmd = SpmdPlan::new(entry, class, ops, profile);
    let (inputs, mutable_attributes) = (entry.inputs().len(), entry.mutable().count());
    Some(TypesPlan::Own(Box::new(OwnTypes { inputs, mutable_attributes, call, spmd })))
}
