//! The names in programs of an operator's inputs, outputs and attributes.

use indexmap::IndexMap;
use serde::Serialize;
use spec::Compat;

const GRAD: &str = "_grad";

/// Maps names in the YAML to names in programs, for one operator.
#[derive(Debug, Clone, Copy)]
pub struct ProgramNames<'a> {
    compat: Option<&'a Compat>,
    /// Attributes with other names than in the YAML that have no entry in `op_compat.yaml`.
    attrs: Option<&'a IndexMap<String, String>>,
    is_gradient: bool,
}

impl<'a> ProgramNames<'a> {
    /// The names according to an entry of `op_compat.yaml`, or to `attrs`.
    pub fn new(compat: Option<&'a Compat>, attrs: Option<&'a IndexMap<String, String>>, is_gradient: bool) -> Self {
        ProgramNames { compat, attrs, is_gradient }
    }

    /// The names if this entry described the operator.
    pub fn with_entry(self, compat: &'a Compat) -> Self {
        ProgramNames { compat: Some(compat), ..self }
    }

    /// The name of an input.
    pub fn input(self, name: &str) -> String {
        self.of_kind(name, Compat::input_in_programs)
    }

    /// The name of an output.
    pub fn output(self, name: &str) -> String {
        self.of_kind(name, Compat::output_in_programs)
    }

    /// The name of an attribute.
    pub fn attr(self, name: &str) -> String {
        self.attrs
            .and_then(|attrs| attrs.get(name).cloned())
            .unwrap_or_else(|| self.of_kind(name, Compat::attr_in_programs))
    }

    /// The name of any input, output or attribute. An argument of a gradient may also be the gradient of one.
    pub fn any(self, name: &str) -> String {
        let attr = || self.attrs.and_then(|attrs| attrs.get(name).cloned());
        self.written(name).or_else(attr).unwrap_or_else(|| name.to_owned())
    }

    fn of_kind(self, name: &str, in_programs: for<'b> fn(&'b Compat, &'b str) -> &'b str) -> String {
        if self.is_gradient {
            return self.any(name);
        }
        self.compat.map_or(name, |compat| in_programs(compat, name)).to_owned()
    }

    fn written(self, name: &str) -> Option<String> {
        let compat = self.compat?;
        let base = name.strip_suffix(GRAD).filter(|_| self.is_gradient);
        if let Some(legacy) = base.and_then(|base| self.written(base)) {
            return Some(legacy + GRAD);
        }
        let lists = [&compat.outputs, &compat.attrs, &compat.inputs];
        lists.iter().find_map(|names| names.get(name)).map(|legacy| legacy.value.clone())
    }
}

/// The name of a tensor in programs; the gradient's has a mark at its end.
pub fn program_name(name: &str) -> String {
    name.strip_suffix(GRAD).map_or_else(|| name.to_owned(), |base| format!("{base}@GRAD"))
}

/// The name in programs of a tensor or of its gradient, as op makers and grad op makers need it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct TensorName {
    /// The name of the tensor itself.
    pub name: String,
    /// Whether it refers to the gradient of the tensor.
    pub gradient: bool,
}

impl TensorName {
    /// Reads a name in which gradients have the suffix of the YAML.
    pub fn new(name: &str) -> Self {
        let base = name.strip_suffix(GRAD);
        TensorName { name: base.unwrap_or(name).to_owned(), gradient: base.is_some() }
    }
}

/// `lookup_table_v2` -> `LookupTableV2`.
pub fn pascal_case(name: &str) -> String {
    let capitalized = |word: &str| {
        let mut letters = word.chars();
        letters.next().map_or(String::new(), |first| {
            first.to_uppercase().chain(letters.as_str().to_lowercase().chars()).collect()
        })
    };
    name.split('_').map(capitalized).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gradients_are_marked_in_programs() {
        assert_eq!(program_name("X_grad"), "X@GRAD");
        assert_eq!(TensorName::new("X_grad"), TensorName { name: "X".into(), gradient: true });
        assert_eq!(TensorName::new("X"), TensorName { name: "X".into(), gradient: false });
    }

    #[test]
    fn classes_are_in_pascal_case() {
        assert_eq!(pascal_case("lookup_table_v2_grad"), "LookupTableV2Grad");
        assert_eq!(pascal_case("merged_adam_"), "MergedAdam");
    }
}
