//! Named tuples: the results of functions that return several values with names.

use torch_profile::Hints;
use torch_schema::Return;

use crate::PythonSignature;
use crate::types::result_hint;

/// A named tuple.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NamedTuple {
    /// The name of the function.
    pub name: String,
    /// The names and hints of the fields.
    pub fields: Vec<(String, String)>,
}

/// The names of the fields of results. None unless there are several results with names.
pub fn field_names(returns: &[Return]) -> Vec<&str> {
    match returns {
        [] | [_] => Vec::new(),
        several => several.iter().filter_map(|one| Some(one.name.as_ref()?.as_str())).collect(),
    }
}

impl NamedTuple {
    /// The results of a signature, if they are a named tuple.
    pub fn of(signature: &PythonSignature, hints: &Hints) -> Option<NamedTuple> {
        let names = field_names(&signature.returns);
        let results = signature.returns.iter().map(|returned| result_hint(&returned.ty.value, hints));
        let fields: Vec<_> = names.into_iter().map(str::to_owned).zip(results).collect();
        (!fields.is_empty()).then(|| NamedTuple { name: signature.name.clone(), fields })
    }

    /// The type as a tuple.
    pub fn tuple(&self) -> String {
        format!("tuple[{}]", self.fields.iter().map(|(_, hint)| hint.as_str()).collect::<Vec<_>>().join(", "))
    }
}
