//! How a call finds its kernel key: by rule where the YAML has one, else from the input tensors.

use serde::Serialize;

use crate::cpp::joined;
use profile::Tensors;
use spec::{Candidate, Candidates, Kernel, Op};

/// Expressions for the parts of a kernel key.
#[derive(Debug, Serialize)]
pub struct KeyPlan {
    pub backend: Option<String>,
    pub layout: Option<String>,
    pub data_type: Option<String>,
    /// The inputs that fill in what is still undecided.
    pub sources: Option<String>,
}

/// Where a gradient that reads no data computes: there may be no tensor left to ask.
const EXPECTED_BACKEND: &str = "ParseBackend(egr::Controller::Instance().GetExpectedPlace())";

/// Whether the backend is the one that the eager mode expects: no data is read.
pub fn asks_eager_mode(op: &Op) -> bool {
    op.is_backward() && op.signature.inputs.iter().all(|input| input.no_need_buffer)
}

pub fn plan(op: &Op, kernel: &Kernel) -> KeyPlan {
    let backend = match asks_eager_mode(op) {
        true => Some(EXPECTED_BACKEND.to_owned()),
        false => kernel.backend.as_ref().map(|candidates| expression(candidates, "Backend")),
    };
    let (layout, data_type) = match op.home.family().tensors() {
        Tensors::Strings => (Some("DataLayout::PSTRING_UNION".to_owned()), Some("DataType::PSTRING".to_owned())),
        _ => (
            kernel.layout.as_ref().map(|candidates| expression(candidates, "Layout")),
            kernel.data_type.as_ref().map(|candidates| expression(candidates, "DataType")),
        ),
    };
    KeyPlan {
        backend,
        layout,
        data_type,
        sources: (!op.signature.inputs.is_empty()).then(|| joined(op.signature.input_names().map(str::to_owned))),
    }
}

fn expression(Candidates { ordered, names }: &Candidates, part: &str) -> String {
    let list: Vec<_> = names.iter().map(|candidate| candidate.name.as_str()).collect();
    match names.as_slice() {
        _ if *ordered => format!("Parse{part}WithInputOrder({})", list.join(", ")),
        [one] => single(one, part),
        // Only a backend may have several, which a rule has checked.
        several => format!(
            "HighestBackend({{{}}})",
            several.iter().map(|one| single(one, part)).collect::<Vec<_>>().join(", ")
        ),
    }
}

fn single(Candidate { name, complex }: &Candidate, part: &str) -> String {
    match complex {
        true => format!("phi::dtype::ToComplex(Parse{part}({}))", name.value),
        false => format!("Parse{part}({})", name.value),
    }
}
