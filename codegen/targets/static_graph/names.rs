//! What operators and their parts are called in programs.

use spec::Compat;

const GRAD: &str = "_grad";

/// The names of one operator's inputs, outputs and attributes in programs.
#[derive(Debug, Clone, Copy)]
pub struct PartNames<'a> {
    compat: Option<&'a Compat>,
    is_gradient: bool,
}

impl<'a> PartNames<'a> {
    pub fn new(compat: Option<&'a Compat>, is_gradient: bool) -> Self {
        PartNames { compat, is_gradient }
    }

    pub fn input(self, name: &str) -> String {
        self.of_kind(name, Compat::input_in_programs)
    }

    pub fn output(self, name: &str) -> String {
        self.of_kind(name, Compat::output_in_programs)
    }

    pub fn attr(self, name: &str) -> String {
        self.of_kind(name, Compat::attr_in_programs)
    }

    /// The name of whatever an operator's lists call by this name. What a gradient takes may be any part of the
    /// operator, or a gradient of one.
    pub fn any(self, name: &str) -> String {
        self.written(name).unwrap_or_else(|| name.to_owned())
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

/// A name as programs spell it: gradients are marked behind the name of their tensor.
pub fn program_name(name: &str) -> String {
    name.strip_suffix(GRAD).map_or_else(|| name.to_owned(), |base| format!("{base}@GRAD"))
}

/// The same as a C++ expression, as operator and gradient makers write it.
pub fn maker_name(name: &str) -> String {
    name.strip_suffix(GRAD).map_or_else(|| format!("\"{name}\""), |base| format!("GradVarName(\"{base}\")"))
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
        assert_eq!(maker_name("X_grad"), "GradVarName(\"X\")");
        assert_eq!(maker_name("X"), "\"X\"");
    }

    #[test]
    fn classes_are_in_pascal_case() {
        assert_eq!(pascal_case("lookup_table_v2_grad"), "LookupTableV2Grad");
        assert_eq!(pascal_case("merged_adam_"), "MergedAdam");
    }
}
