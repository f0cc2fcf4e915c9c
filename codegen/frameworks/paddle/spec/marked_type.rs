//! Types with marks: those of the YAML, and what schemas of `PyTorch` write around them, such as `int?`, `Tensor(a!)` and
//! `Tensor?[]`.

/// A type with its marks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MarkedType {
    /// The type of the YAML: `Tensor[]` for `Tensor(a!)[]?`.
    pub base: String,
    /// Callers may omit the argument: `int?`.
    pub optional: bool,
    /// Items of the list may be absent: `Tensor?[]`.
    pub absent_items: bool,
    /// The operator overwrites the tensor: `Tensor!`, `Tensor(a!)`.
    pub written: bool,
    /// The number may be a symbol where `PyTorch` traces: `SymInt`.
    pub symbolic: bool,
}

/// Names of types in schemas of `PyTorch`, and in the YAML.
const NAMES_OF_TORCH: &[(&str, &str)] =
    &[("ScalarType", "DataType"), ("Device", "Place"), ("Layout", "DataLayout"), ("SymInt", "int64_t")];

impl MarkedType {
    /// Reads a type. What is not one stays in the base, where it is reported as an unknown type.
    pub fn read(text: &str) -> Self {
        let end = text.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(text.len());
        let (name, mut rest) = text.split_at(end);
        let known = NAMES_OF_TORCH.iter().find(|(of_torch, _)| *of_torch == name);
        let mut read = MarkedType {
            base: known.map_or(name, |(_, name)| name).to_owned(),
            optional: false,
            absent_items: false,
            written: false,
            symbolic: name == "SymInt",
        };
        while let Some(after) = read.take_mark(rest) {
            rest = after;
        }
        read.base += rest;
        read
    }

    /// Takes one mark, and returns what follows it.
    fn take_mark<'t>(&mut self, rest: &'t str) -> Option<&'t str> {
        let is_tensor = self.base.starts_with("Tensor");
        if let Some(after) = rest.strip_prefix('?').filter(|_| !self.optional) {
            self.optional = true;
            return Some(after);
        }
        if let Some(after) = rest.strip_prefix("[]").filter(|_| !self.base.ends_with(']')) {
            self.base += "[]";
            self.absent_items = std::mem::take(&mut self.optional);
            return Some(after);
        }
        if let Some(after) = rest.strip_prefix('!').filter(|_| is_tensor && !self.written) {
            self.written = true;
            return Some(after);
        }
        let (alias, after) = rest.strip_prefix('(').filter(|_| is_tensor)?.split_once(')')?;
        self.written |= alias.ends_with('!');
        Some(after)
    }

    /// Whether the YAML of the framework has no such type.
    pub fn is_marked(&self) -> bool {
        self.optional || self.absent_items || self.written || self.symbolic
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_are_read_in_any_order() {
        let shown = |text: &str| {
            let read = MarkedType::read(text);
            let marks = [
                (read.optional, "optional"),
                (read.absent_items, "absent_items"),
                (read.written, "written"),
                (read.symbolic, "symbolic"),
            ];
            let marks: Vec<&str> = marks.into_iter().filter(|(is_set, _)| *is_set).map(|(_, name)| name).collect();
            format!("{} {}", read.base, marks.join(" ")).trim().to_owned()
        };
        let cases = [
            ("Tensor", "Tensor"),
            ("Tensor?", "Tensor optional"),
            ("Tensor!?", "Tensor optional written"),
            ("Tensor(a!)[]?", "Tensor[] optional written"),
            ("Tensor[](b!)", "Tensor[] written"),
            ("Tensor(a)", "Tensor"),
            ("Tensor?[]", "Tensor[] absent_items"),
            ("SymInt[]", "int64_t[] symbolic"),
            ("ScalarType?", "DataType optional"),
            ("Scalar(int)", "Scalar(int)"),
            ("int!?", "int!?"),
            ("Tensor(a", "Tensor(a"),
        ];
        for (text, expected) in cases {
            assert_eq!(shown(text), expected, "{text}");
        }
    }
}
