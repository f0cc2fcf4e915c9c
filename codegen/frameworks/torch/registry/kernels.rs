//! Functions by the dispatch keys for which they have kernels.

use indexmap::IndexMap;

use crate::function::{Function, FunctionId};

/// The dispatch keys in the order of their first kernels, each with its functions.
pub fn by_key(functions: &[Function]) -> IndexMap<String, Vec<FunctionId>> {
    let mut by_key: IndexMap<String, Vec<FunctionId>> = IndexMap::new();
    for (at, function) in functions.iter().enumerate() {
        for (key, _) in &function.kernels {
            match by_key.get_mut(key.as_str()) {
                Some(of_key) => of_key.push(FunctionId::from_index(at)),
                None => drop(by_key.insert(key.clone(), vec![FunctionId::from_index(at)])),
            }
        }
    }
    by_key
}
