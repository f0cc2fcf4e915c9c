//! Schemas of `PyTorch` as entries of YAML.

/// A schema in the words of the YAML.
#[derive(Debug, PartialEq, Eq)]
pub struct TorchSchema {
    /// The name, without the namespace.
    pub name: String,
    /// The text of `args`.
    pub args: String,
    /// The text of `output`.
    pub output: String,
}

/// The types of arguments and results, in schemas and in YAML.
const TYPES: &[(&str, &str)] = &[
    ("int", "int64_t"),
    ("SymInt", "SymInt"),
    ("float", "double"),
    ("bool", "bool"),
    ("str", "str"),
    ("Scalar", "Scalar"),
    ("ScalarType", "ScalarType"),
    ("Device", "Device"),
    ("Layout", "Layout"),
    ("Generator", "Generator"),
];

/// The types that may be in a list, and those that may be in an optional one.
const LISTS: &[&str] = &["int", "SymInt", "float", "str"];
const OPTIONAL_LISTS: &[&str] = &["int", "SymInt", "float"];

/// The types that a result may have.
const RESULTS: &[&str] = &["int", "float", "bool", "str", "ScalarType", "Device", "Layout", "Scalar"];
const RESULT_LISTS: &[&str] = &["int", "float", "str"];

/// Words that cannot be names of arguments, because Python or C++ has another meaning for them.
const KEYWORDS: &[&str] = &[
    "and",
    "as",
    "assert",
    "auto",
    "bool",
    "break",
    "case",
    "catch",
    "char",
    "class",
    "const",
    "continue",
    "def",
    "default",
    "del",
    "delete",
    "do",
    "double",
    "elif",
    "else",
    "enum",
    "except",
    "explicit",
    "export",
    "extern",
    "finally",
    "float",
    "for",
    "from",
    "global",
    "goto",
    "if",
    "import",
    "in",
    "inline",
    "int",
    "is",
    "lambda",
    "long",
    "namespace",
    "new",
    "not",
    "operator",
    "or",
    "pass",
    "private",
    "protected",
    "public",
    "raise",
    "register",
    "return",
    "short",
    "signed",
    "sizeof",
    "static",
    "struct",
    "switch",
    "template",
    "this",
    "throw",
    "try",
    "typedef",
    "typename",
    "union",
    "unsigned",
    "using",
    "virtual",
    "void",
    "volatile",
    "while",
    "with",
    "yield",
];

/// Reads a schema.
///
/// # Errors
///
/// What the YAML cannot say, as the end of a sentence that begins with the operator's name.
pub fn read(schema: &str) -> Result<TorchSchema, String> {
    let open = schema
        .find('(')
        .ok_or("has no schema, and its function is not found, or has other types; write the schema out")?;
    let (full_name, rest) = schema.split_at(open);
    let name = full_name.trim().rsplit("::").next().unwrap_or_default();
    if name.contains('.') {
        return Err("is an overload, which an entry cannot be".to_owned());
    }
    let close = closing(rest).ok_or("has a schema without a closing parenthesis")?;
    let returned = rest[close + 1..].trim().strip_prefix("->").ok_or("has a schema without `->`")?.trim();
    Ok(TorchSchema { name: name.to_owned(), args: arguments(&rest[1..close])?, output: outputs(returned)? })
}

/// Where a reader of a schema is: how many brackets are open, and which quotes.
#[derive(Default)]
struct Nesting {
    depth: i32,
    quote: Option<char>,
}

impl Nesting {
    /// Goes on by a letter, and says whether that leads out of all brackets and quotes, or stays outside.
    fn is_outside_after(&mut self, letter: char) -> bool {
        match (self.quote, letter) {
            (Some(open), _) if open == letter => self.quote = None,
            (Some(_), _) => {}
            (None, '\'' | '"') => self.quote = Some(letter),
            (None, '(' | '[') => self.depth += 1,
            (None, ')' | ']') => self.depth -= 1,
            _ => {}
        }
        self.depth == 0 && self.quote.is_none()
    }
}

/// The position of the bracket that closes the one at the beginning.
fn closing(text: &str) -> Option<usize> {
    let mut nesting = Nesting::default();
    text.char_indices().find_map(|(at, letter)| nesting.is_outside_after(letter).then_some(at))
}

/// Splits at commas outside of brackets and quotes.
fn parts(text: &str) -> Vec<&str> {
    let mut nesting = Nesting::default();
    let is_comma = |letter: char| nesting.is_outside_after(letter) && letter == ',';
    text.split(is_comma).map(str::trim).filter(|part| !part.is_empty()).collect()
}

fn arguments(text: &str) -> Result<String, String> {
    let mut made: Vec<String> = Vec::new();
    let mut names: Vec<&str> = Vec::new();
    for part in parts(text) {
        if part == "*" {
            made.push("*".to_owned());
            continue;
        }
        let (declared, default) = part.split_once('=').map_or((part, None), |(of, default)| (of, Some(default.trim())));
        let (ty, name) =
            declared.trim().rsplit_once(char::is_whitespace).ok_or(format!("has the argument `{part}`"))?;
        if names.contains(&name) {
            return Err(format!("has two arguments with the name `{name}`"));
        }
        if KEYWORDS.contains(&name) {
            return Err(format!("has an argument with the name `{name}`, a keyword"));
        }
        names.push(name);
        let ty: String = ty.split_whitespace().collect();
        let yaml =
            argument_type(&ty).ok_or_else(|| format!("has the type `{ty}`, which operators of packages lack"))?;
        let default = match default {
            Some(default) => format!(" = {}", value(default, &ty).ok_or(format!("has the default `{default}`"))?),
            None => String::new(),
        };
        made.push(format!("{yaml} {name}{default}"));
    }
    Ok(format!("({})", made.join(", ")))
}

/// The name of a type, and what follows it.
fn divided(ty: &str) -> (&str, &str) {
    ty.split_at(ty.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(ty.len()))
}

fn argument_type(ty: &str) -> Option<String> {
    let (name, marks) = divided(ty);
    if name == "Tensor" {
        let plain: String = marks.split(['(', ')']).step_by(2).collect::<String>().replace('!', "");
        let is_known = matches!(plain.as_str(), "" | "?" | "[]" | "[]?" | "?[]");
        return (is_known && !marks.contains("->")).then(|| ty.to_owned());
    }
    let (_, yaml) = TYPES.iter().find(|(of_torch, _)| *of_torch == name)?;
    let is_known = match marks {
        "" | "?" => true,
        "[]" => LISTS.contains(&name),
        "[]?" => OPTIONAL_LISTS.contains(&name),
        _ => false,
    };
    is_known.then(|| format!("{yaml}{marks}"))
}

/// A default in YAML.
fn value(text: &str, ty: &str) -> Option<String> {
    if let Some(items) = text.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')) {
        let items: Option<Vec<String>> = parts(items).into_iter().map(|item| value(item, ty)).collect();
        return (!ty.starts_with("str")).then_some(format!("{{{}}}", items?.join(", ")));
    }
    let quoted = ['\'', '"'].iter().find_map(|quote| text.strip_prefix(*quote)?.strip_suffix(*quote));
    match (text, quoted) {
        ("None", _) => Some("None".to_owned()),
        ("True" | "False", _) => Some(text.to_lowercase()),
        (_, Some(inner)) => (!inner.contains(['"', '\\'])).then(|| format!("\"{inner}\"")),
        _ => text.parse::<f64>().ok().map(|_| text.to_owned()),
    }
}

fn outputs(text: &str) -> Result<String, String> {
    let inner = match text.strip_prefix('(').and_then(|rest| rest.strip_suffix(')')) {
        Some(inner) => inner,
        None => text,
    };
    let all = parts(inner);
    if all.is_empty() {
        return Ok("()".to_owned());
    }
    let is_only = all.len() == 1;
    let output = |(at, part): (usize, &&str)| {
        let mut words = part.split_whitespace();
        let (ty, named) = (words.next().unwrap_or_default(), words.next());
        let (name, marks) = divided(ty);
        let yaml = match (name, marks) {
            ("Tensor", "" | "[]") => ty,
            ("Tensor", alias) if alias.starts_with('(') => {
                return Err(format!("returns the alias `{ty}`; return nothing for what it overwrites"));
            }
            (_, "") if RESULTS.contains(&name) => {
                TYPES.iter().find(|(of_torch, _)| *of_torch == name).map_or(ty, |(_, yaml)| yaml)
            }
            (_, "[]") if RESULT_LISTS.contains(&name) => ty,
            _ => return Err(format!("returns the type `{ty}`, which operators of packages lack")),
        };
        let list = match yaml {
            "int[]" => "int64_t[]",
            "float[]" => "double[]",
            _ => yaml,
        };
        Ok(match named {
            Some(name) => format!("{list} {name}"),
            None if is_only => format!("{list}(out)"),
            None => format!("{list}(out{at})"),
        })
    };
    Ok(all.iter().enumerate().map(output).collect::<Result<Vec<_>, _>>()?.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn schemas_become_yaml() {
        let shown = |schema: &str| match read(schema) {
            Ok(TorchSchema { name, args, output }) => format!("{name} {args} -> {output}"),
            Err(reason) => reason,
        };
        let cases = [
            ("my::f(Tensor! out, int n,Tensor? w = None) -> ()", "f (Tensor! out, int64_t n, Tensor? w = None) -> ()"),
            (
                "f(Tensor(a!)[]? xs, *, str s='a,b', int[] n=[1, 2], bool b=True) -> (Tensor, int)",
                "f (Tensor(a!)[]? xs, *, str s = \"a,b\", int64_t[] n = {1, 2}, bool b = true) -> Tensor(out0), int64_t(out1)",
            ),
            ("f() -> bool", "f () -> bool(out)"),
            ("f() -> (Tensor out, int n)", "f () -> Tensor out, int64_t n"),
            (
                "f(ScalarType? t, float? p = 1e-5, SymInt n) -> float[]",
                "f (ScalarType? t, double? p = 1e-5, SymInt n) -> double[](out)",
            ),
            ("f(Tensor?[] xs) -> Tensor[]", "f (Tensor?[] xs) -> Tensor[](out)"),
            ("f(int!? n) -> ()", "has the type `int!?`, which operators of packages lack"),
            ("f(Tensor q, Tensor q) -> ()", "has two arguments with the name `q`"),
            ("f(Tensor x) -> Tensor(a!)", "returns the alias `Tensor(a!)`; return nothing for what it overwrites"),
            ("f.out(Tensor x) -> Tensor", "is an overload, which an entry cannot be"),
            ("f", "has no schema, and its function is not found, or has other types; write the schema out"),
            ("f(Tensor x", "has a schema without a closing parenthesis"),
        ];
        for (schema, expected) in cases {
            assert_eq!(shown(schema), expected, "{schema}");
        }
    }
}
