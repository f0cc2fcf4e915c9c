//! Printing a schema that was parsed gives the same text.

use proptest::prelude::*;
use source::file::{SourceFile, Sources};
use source::text::Text;
use source::yaml::{self, Value};
use source::{Diagnostics, report};
use torch_schema::{FunctionSchema, SchemaKind, parse};

/// Parses a schema as the value of `func` in a file, and prints what is wrong.
fn parsed(text: &str) -> Result<FunctionSchema, String> {
    let (mut sources, mut diagnostics) = (Sources::default(), Diagnostics::default());
    let file_text = format!("- func: {text}\n");
    let file = sources.add(SourceFile::new("functions.yaml".to_owned(), file_text.clone()));
    let root = yaml::parse(file, &file_text, &mut diagnostics);
    let schema = root.as_ref().and_then(|root| {
        let Value::Sequence(items) = &root.value else { return None };
        let Value::Mapping(entries) = &items.first()?.value else { return None };
        parse::schema(Text::of(&entries.first()?.1)?, &mut diagnostics)
    });
    schema.filter(|_| diagnostics.is_empty()).ok_or_else(|| report::render_all(&diagnostics, &sources))
}

fn schema(text: &str) -> FunctionSchema {
    parsed(text).unwrap_or_else(|report| panic!("{report}"))
}

const BASES: &[&str] =
    &["Tensor", "int", "SymInt", "float", "bool", "str", "Scalar", "ScalarType", "Layout", "Generator"];
const SUFFIXES: &[&str] = &["", "?", "[]", "[2]", "?[]", "[]?"];
const ALIASES: &[&str] =
    &["Tensor", "Tensor(a)", "Tensor(a!)", "Tensor(a -> *)", "Tensor(a|b)", "Tensor(b!)?", "Tensor(c)[]"];
const DEFAULTS: &[&str] = &["", "=None", "=1", "=1e-05", "=[0,1]", "=True", "=Mean", "='a,(b'", "=\"\\\"'\\\\\""];

prop_compose! {
    fn argument(at: usize)(
        base in prop::sample::select(BASES), suffix in prop::sample::select(SUFFIXES), alias in prop::option::of(prop::sample::select(ALIASES)),
        default in prop::sample::select(DEFAULTS),
    ) -> String {
        let ty = alias.map_or_else(|| format!("{base}{suffix}"), str::to_owned);
        format!("{ty} x{at}{default}")
    }
}

proptest! {
    #[test]
    fn any_schema_is_printed_as_it_was_written(
        name in "[a-z][a-z0-9_]{0,8}[a-z](_|\\.[A-Za-z]{1,6})?",
        positional in (argument(0), argument(1), argument(2)), keyword_only in prop::option::of(argument(3)),
        out in prop::option::of("Tensor\\([a-z]!\\) out"), returns in prop::collection::vec("(Tensor|int|Tensor\\(a!\\)|Tensor\\[\\]) y[a-z]", 0..4),
    ) {
        prop_assume!(!name.split('.').next().unwrap_or_default().ends_with("_out"));
        let mut arguments = vec![positional.0, positional.1, positional.2];
        // A keyword-only argument that is written to is an out argument, which only out arguments follow.
        let keyword_only = keyword_only.filter(|argument| !argument.contains('!'));
        if keyword_only.is_some() || out.is_some() {
            arguments.push("*".to_owned());
        }
        arguments.extend(keyword_only);
        arguments.extend(out);
        let returns = if returns.len() == 1 { returns[0].clone() } else { format!("({})", returns.join(", ")) };
        let text = format!("{name}({}) -> {returns}", arguments.join(", "));
        // A mapping is not text.
        prop_assume!(!text.contains(": "));
        prop_assert_eq!(schema(&text).to_string(), text);
    }
}

#[test]
fn the_parts_of_a_schema_are_found() {
    let add = schema("add.out(Tensor self, Tensor other, *, Scalar alpha=1, Tensor(a!) out) -> Tensor(a!)");
    assert_eq!(add.kind(), SchemaKind::Out);
    assert_eq!((add.name.value.name.base.as_str(), add.name.value.overload.as_str()), ("add", "out"));
    assert_eq!(add.arguments.self_argument().map(|argument| argument.name.as_str()), Some("self"));
    assert_eq!(add.arguments.out.len(), 1);
    assert_eq!(add.signature().to_string(), "add(Tensor self, Tensor other, *, Scalar alpha=1) -> Tensor");
    assert_eq!(schema("__iand__.Tensor(Tensor(a!) self, Tensor other) -> Tensor(a!)").kind(), SchemaKind::Inplace);
    assert_eq!(
        schema("f(Tensor self, Tensor(a!) x) -> ()").signature().to_string(),
        "f(Tensor self, Tensor x) -> Tensor"
    );
}

#[test]
fn tensor_options_are_no_part_of_a_signature() {
    let zeros = "zeros(SymInt[] size, *, ScalarType? dtype=None, Layout? layout=None, Device? device=None, bool? pin_memory=None, \
                 MemoryFormat? memory_format=None) -> Tensor";
    let zeros = schema(zeros);
    assert!(zeros.arguments.tensor_options().is_some());
    assert_eq!(zeros.arguments.after_options().len(), 1);
    assert_eq!(zeros.signature().to_string(), "zeros(SymInt[] size, *, MemoryFormat? memory_format=None) -> Tensor");
}

#[test]
fn out_and_functional_forms_are_derived() {
    let out = |text: &str| schema(text).to_out().map(|schema| schema.to_string());
    assert_eq!(
        out("f(Tensor self) -> (Tensor x, Tensor y)").as_deref(),
        Some("f.out(Tensor self, *, Tensor(a!) out0, Tensor(b!) out1) -> (Tensor(a!), Tensor(b!))")
    );
    assert_eq!(
        out("f_.T(Tensor(a!) self) -> Tensor(a!)").as_deref(),
        Some("f.T_out(Tensor self, *, Tensor(a!) out) -> Tensor(a!)")
    );
    assert_eq!(out("f.out(Tensor self, *, Tensor(a!) out) -> Tensor(a!)"), None);
    let mutable = schema("f(Tensor self, Tensor(a!) x) -> Tensor y");
    assert_eq!(mutable.to_functional().to_string(), "f_functional(Tensor self, Tensor x) -> (Tensor y, Tensor x_out)");
}

/// The text of a schema that a mistake is in, with the marked characters under it.
#[test]
fn mistakes_are_underlined() {
    for (text, underlined) in [
        ("f(Tensor self) - > Tensor", "- > Tensor"),
        ("f(Tensor) -> Tensor", "Tensor"),
        ("f(integer n) -> Tensor", "integer"),
        ("f(Tensor self, float p=0=5) -> Tensor", "float p=0=5"),
        ("f(Tensor(A!) self) -> Tensor", "A!"),
        ("f(Tensor self, *, *, int n) -> Tensor", "*"),
        ("f_out(Tensor self) -> Tensor", "f_out"),
        ("f(Tensor self, *, Tensor(a!) out, int n) -> Tensor(a!)", "int n"),
        ("f(Tensor self,int n) -> Tensor", "f(Tensor self,int n) -> Tensor"),
        ("f(Tensor self) -> (Tensor)", "f(Tensor self) -> (Tensor)"),
        ("f(Tensor self, *) -> Tensor", "*"),
        ("f(Tensor self) -> Tensor(", "Tensor("),
    ] {
        let report = parsed(text).expect_err(text);
        let marks = report.lines().find(|line| line.contains('^')).unwrap_or_default();
        let source = report.lines().find(|line| line.contains("func: ")).unwrap_or_default();
        let plain = |line: &str| without_colours(line);
        let (marks, source) = (plain(marks), plain(source));
        let (start, end) = (marks.find('^').unwrap_or(0), marks.rfind('^').map_or(0, |at| at + 1));
        assert_eq!(&source[start..end], underlined, "{report}");
    }
}

fn without_colours(line: &str) -> String {
    let mut parts = line.split('\u{1b}');
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |text, part| text + part.split_once('m').map_or("", |(_, rest)| rest))
}
