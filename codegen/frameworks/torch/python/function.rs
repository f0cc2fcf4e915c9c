//! What callers in Python can call.

use torch_registry::{Function, FunctionId, Registry};

use crate::bound::{is_bound, is_function, is_method};
use crate::{Bound, PythonSignature, deprecated};

/// A function or method in Python.
#[derive(Debug, Clone, PartialEq)]
pub struct PythonFunction {
    /// The module below `torch`, if it is not `torch` itself.
    pub module: Option<String>,
    /// True for a method of tensors.
    pub is_method: bool,
    /// The signature.
    pub signature: PythonSignature,
}

/// The module of functions for neural networks.
const NN: &str = "nn";

impl PythonFunction {
    /// The functions and methods of an overload. An overload without a binding has none.
    pub fn of(registry: &Registry, id: FunctionId) -> Vec<PythonFunction> {
        let function = &registry[id];
        if !is_bound(function, registry.profile()) {
            return Vec::new();
        }
        let module = function.entry.python_module.as_ref().map(|module| module.value.clone());
        let variants = function.entry.variants;
        let forms = [(variants.function, false), (variants.method && module.is_none(), true)];
        let of_form = |(_, is_method)| {
            let signature = Bound::new(id, function, is_method).signature;
            PythonFunction { module: module.clone(), is_method, signature }
        };
        forms.into_iter().filter(|(exists, _)| *exists).map(of_form).collect()
    }

    /// The functions and methods that old signatures describe, with the overloads that they call.
    pub fn old(registry: &Registry) -> Vec<(FunctionId, PythonFunction)> {
        let mut all = Vec::new();
        for (for_methods, is_wanted) in [(false, is_function as fn(&Function) -> bool), (true, is_method)] {
            let bound = registry.functions().filter(|(_, function)| is_bound(function, registry.profile()));
            let bound: Vec<Bound> = bound.map(|(id, function)| Bound::new(id, function, for_methods)).collect();
            let old = deprecated(registry, &bound).into_iter().filter(|old| is_wanted(&registry[old.function]));
            all.extend(old.map(|old| {
                let signature = PythonSignature { is_deprecated: false, ..old.signature };
                (old.function, PythonFunction { module: None, is_method: for_methods, signature })
            }));
        }
        all
    }

    /// The name with its module or class. Functions of `torch.linalg` and other modules are called without the prefix that the
    /// operators have; those of `nn` are called by functions in Python.
    pub fn qualified_name(&self) -> String {
        let name = &self.signature.name;
        match &self.module {
            Some(module) if module == NN => format!("torch._C._{module}.{name}"),
            Some(module) => {
                let plain = name.strip_prefix(module.as_str()).and_then(|rest| rest.strip_prefix('_'));
                format!("torch.{module}.{}", plain.unwrap_or(name))
            }
            None if self.is_method => format!("Tensor.{name}"),
            None => format!("torch.{name}"),
        }
    }

    /// The text that the parser of arguments reads, with the module or class.
    pub fn declaration(&self) -> String {
        let text = self.signature.parser_text(true);
        let parameters = text.strip_prefix(&self.signature.name).unwrap_or(&text);
        format!("{}{parameters}", self.qualified_name())
    }
}
