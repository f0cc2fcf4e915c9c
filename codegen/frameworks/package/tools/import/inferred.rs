//! The schemas that `PyTorch` makes of functions which are registered with a name only: `m.def("dispose", &dispose)`.

use std::collections::BTreeMap;

use cpp::tokens::{self, type_text};
use cpp::{Item, read};

/// The types of C++, without namespaces, and those of schemas.
const TYPES: &[(&str, &str)] = &[
    ("Tensor", "Tensor"),
    ("int64_t", "int"),
    ("double", "float"),
    ("bool", "bool"),
    ("string", "str"),
    ("string_view", "str"),
    ("ScalarType", "ScalarType"),
    ("Scalar", "Scalar"),
    ("Device", "Device"),
    ("Layout", "Layout"),
    ("Generator", "Generator"),
    ("IntArrayRef", "int[]"),
    ("TensorList", "Tensor[]"),
];

/// The functions that texts declare.
pub struct Declarations {
    /// By name: the types of the parameters, and that of the result.
    functions: BTreeMap<String, Vec<(Vec<String>, String)>>,
    /// The types that have another name.
    types: BTreeMap<String, String>,
}

impl Declarations {
    /// Reads texts.
    pub fn of<'t>(texts: impl Iterator<Item = &'t str>) -> Self {
        let mut all = Declarations { functions: BTreeMap::new(), types: BTreeMap::new() };
        for text in texts {
            all.types.extend(other_names(text));
            read(text, &mut |one| {
                if let Item::Function(declared) = one.item
                    && let Some(name) = declared.name.last()
                {
                    let parameters = declared.parameters().into_iter().map(|parameter| parameter.type_text());
                    let function = (parameters.collect(), type_text(declared.before));
                    all.functions.entry((*name).to_owned()).or_default().push(function);
                }
            });
        }
        all
    }

    /// The schema of a function. `None` if it is not declared, or in several ways, or has a type that a schema does not have.
    pub fn schema(&self, name: &str, function: &str) -> Option<String> {
        let function = function.trim_start_matches('&').rsplit("::").next()?.trim();
        if !tokens::is_name(function) {
            return None;
        }
        let declared = self.functions.get(function)?.iter();
        let mut found: Vec<String> =
            declared.filter_map(|(parameters, result)| spelled(name, parameters, result, &self.types)).collect();
        found.dedup();
        match found.as_slice() {
            [only] => Some(only.clone()),
            _ => None,
        }
    }
}

/// The types for which a text has another name: `using handle = int64_t;`.
fn other_names(text: &str) -> Vec<(String, String)> {
    let all = tokens::of(text);
    let statements = all.split(|token| *token == ";");
    let named = statements.filter_map(|statement| {
        let at = statement.iter().rposition(|token| *token == "using")?;
        match &statement[at..] {
            ["using", name, "=", ty @ ..] => Some(((*name).to_owned(), type_text(ty))),
            _ => None,
        }
    });
    named.collect()
}

fn spelled(name: &str, parameters: &[String], result: &str, names: &BTreeMap<String, String>) -> Option<String> {
    let numbered = |types: Vec<String>| {
        let all = types.iter().enumerate().map(|(at, ty)| format!("{ty} _{at}"));
        all.collect::<Vec<_>>().join(", ")
    };
    let types = parameters.iter().map(|ty| schema_type(ty, names)).collect::<Option<Vec<_>>>()?;
    let result = result.trim_start_matches("inline ").trim_start_matches("static ").trim_start_matches("extern ");
    let results = match result.strip_prefix("tuple<").and_then(|rest| rest.strip_suffix('>')) {
        Some(inner) => {
            let all = tokens::of(inner);
            let parts = tokens::split(&all).into_iter().map(|part| schema_type(&type_text(part), names));
            parts.collect::<Option<Vec<_>>>()?
        }
        None if result == "void" => Vec::new(),
        None => vec![schema_type(result, names)?],
    };
    Some(format!("{name}({}) -> ({})", numbered(types), numbered(results)))
}

fn schema_type(ty: &str, names: &BTreeMap<String, String>) -> Option<String> {
    let ty = ty.trim_start_matches("const ").trim_end_matches('&').trim_end_matches("const").trim();
    if let Some((_, known)) = TYPES.iter().find(|(cpp, _)| *cpp == ty) {
        return Some((*known).to_owned());
    }
    let inner = |class: &str| ty.strip_prefix(class)?.strip_prefix('<')?.strip_suffix('>');
    if let Some(inner) = inner("optional") {
        return schema_type(inner, names).filter(|ty| !ty.ends_with('?')).map(|ty| ty + "?");
    }
    if let Some(inner) = ["vector", "ArrayRef", "List"].into_iter().find_map(inner) {
        return schema_type(inner, names).filter(|ty| !ty.ends_with("[]")).map(|ty| ty + "[]");
    }
    let other = names.get(ty).filter(|other| *other != ty)?;
    // A name that stands for itself through others has no type.
    TYPES.iter().find(|(cpp, _)| cpp == other).map(|(_, known)| (*known).to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn functions_have_schemas() {
        let text = "using handle = int64_t; namespace a { void dispose(handle h);\n\
            std::tuple<handle, torch::Tensor> make(const std::vector<int64_t>& sizes, std::optional<double> p);\n\
            bool has(const std::string& isa); int64_t twice(int64_t); int64_t twice(double); void odd(std::vector<std::vector<int64_t>> x);\n\
            c10::List<c10::optional<at::Tensor>> all(at::TensorList); }";
        let shown = |function: &str| Declarations::of(std::iter::once(text)).schema("f", function);
        let expected = |text: &str| Some(text.to_owned());
        assert_eq!(shown("&dispose"), expected("f(int _0) -> ()"));
        assert_eq!(shown("&a::make"), expected("f(int[] _0, float? _1) -> (int _0, Tensor _1)"));
        assert_eq!(shown("&has"), expected("f(str _0) -> (bool _0)"));
        assert_eq!(shown("all"), expected("f(Tensor[] _0) -> (Tensor?[] _0)"));
        for other in ["&twice", "&odd", "&missing", "[](int64_t x) { return x; }", "TORCH_FN(has)"] {
            assert_eq!(shown(other), None, "{other}");
        }
    }
}
