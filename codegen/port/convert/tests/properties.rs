//! Whatever the code: the output is Python if the input is, every comment stays, and the second time nothing changes.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use convert::{ImportGraph, Mapping, Marks, Options, ProjectFile, Wanted, convert, python};
use proptest::prelude::*;

static MAPPING: LazyLock<Mapping> = LazyLock::new(|| Mapping::built_in(Wanted::default()));

fn converted(text: &str) -> String {
    let options = Options {
        mapping: &MAPPING,
        marks: Marks::Comments,
        project_file: ProjectFile { project: &ImportGraph::default(), file: "in.py", number: None },
        helpers_module: Some("helpers"),
        is_notebook: false,
        kept_names: &BTreeSet::new(),
    };
    convert(text, &options).unwrap_or_else(|error| panic!("{error:?}\n{text}")).text
}

/// Names of functions that have rules of every kind, and of some that have none.
fn callee() -> impl Strategy<Value = String> {
    let names: Vec<String> = MAPPING.functions.keys().filter(|name| name.starts_with("torch.")).cloned().collect();
    prop_oneof![
        4 => prop::sample::select(names),
        4 => prop::sample::select(vec![
            "torch.svd", "torch.addcmul", "torch.special.expit", "torch.special.exp2", "F.avg_pool2d", "torch.randn",
            "torch.slogdet", "x.svd", "x.max", "x.addmv", "x.split", "relu", "torch.nope", "torch.nn.LSTM", "torch.full",
            "torch.linalg.lu", "torch.signal.windows.gaussian", "unknown",
        ])
        .prop_map(str::to_owned),
    ]
}

fn expression() -> impl Strategy<Value = String> {
    let leaf = prop_oneof![
        prop::sample::select(vec![
            "x",
            "1",
            "-1",
            "None",
            "True",
            "'s'",
            "torch.float32",
            "x.T",
            "[1, 2]",
            "(1,)",
            "f\"{x}\"",
            "torch.Tensor",
            "\"\"\"a\nb\"\"\"",
            "(x # in\n + y)",
            "x.real",
            "()",
            "...",
        ])
        .prop_map(str::to_owned),
        callee(),
    ];
    leaf.prop_recursive(4, 24, 4, |inner| {
        let argument = (inner.clone(), prop::sample::select(ARGUMENTS.to_vec()));
        let argument = argument.prop_map(|(value, form)| form.replace('@', &value));
        let call =
            (callee(), prop::collection::vec(argument, 0..4), prop::sample::select(SEPARATORS.to_vec()), any::<bool>());
        let call = call.prop_map(|(callee, mut arguments, separator, trailing)| {
            // Keywords and stars come last, and no keyword twice.
            arguments.sort_by_key(|it| it.contains('=') && !it.contains("==") || it.starts_with("**"));
            arguments.dedup_by_key(|it| it.split('=').next().map(str::to_owned));
            let comma = if trailing && !arguments.is_empty() { "," } else { "" };
            format!("{callee}({}{comma})", arguments.join(separator))
        });
        let form = (inner, prop::sample::select(FORMS.to_vec()));
        prop_oneof![3 => call, 2 => form.prop_map(|(value, form)| form.replace('@', &value))]
    })
}

const ARGUMENTS: &[&str] = &[
    "@",
    "@",
    "@",
    "(@)",
    "dim=@",
    "out=@",
    "dtype=@",
    "requires_grad=@",
    "generator=@",
    "some = @",
    "value=(@)",
    "*@",
    "**@",
    "input=@",
    "count_include_pad=@",
    "bidirectional=@",
];
const SEPARATORS: &[&str] = &[", ", ",", " ,\n  ", ", # one\n", "\n # two\n, "];
const FORMS: &[&str] = &[
    "-@",
    "@ + x",
    "x ** @",
    "(@)",
    "@.T",
    "@[0]",
    "[@ for i in @]",
    "(lambda: @)",
    "x if @ else @",
    "@ and @",
    "not @",
    "{'k': @}",
    "(@).abs()",
    "@ == @",
    "(y := @)",
    "{@}",
    "[@, *@]",
    "x[@:]",
    "x[@, 1]",
    "(@,)",
    "f(@)",
    "'a' % (@)",
];
const STATEMENTS: &[&str] = &[
    "r = @",
    "@",
    "if @: r = @; s = @",
    "while @: pass",
    "for i in @:\n    r = @  # three",
    "def f(a=@):\n    return @",
    "class A:\n    a = @",
    "r[@] = @",
    "assert @, @",
    "with @ as r, @ as s: pass",
    "r = @; s = @",
    "del x; r = @",
    "r += @",
    "try:\n    pass\nexcept @:\n    pass\nelse:\n    r = @",
    "if x:\n    pass\nelif @:\n    pass\nelse: r = @",
    "@.a = @",
    "match @:\n    case 1 if @:\n        r = @",
    "async def g():\n    return await @",
    "r: @ = @",
    "return_ = @,",
    "r = (yield_, @)",
    "# four\nr = \\\n  @",
    "print(@, end='')",
    "raise X from @",
];

fn program() -> impl Strategy<Value = String> {
    let statement = prop::sample::select(STATEMENTS.to_vec());
    let values = prop::collection::vec(expression(), 3);
    let statement = (statement, values).prop_map(|(form, values)| {
        let mut values = values.iter().cycle();
        form.split('@')
            .map(str::to_owned)
            .reduce(|a, b| format!("{a}{}{b}", values.next().map_or("", |v| v)))
            .unwrap_or_default()
    });
    prop::collection::vec(statement, 1..4).prop_map(|statements| {
        let head = "\"\"\"doc\"\"\"\nimport torch, os  # five\nimport torch.nn.functional as F\nfrom torch.nn.functional import relu\n";
        format!("{head}{}\n", statements.join("\n"))
    })
}

fn comments(text: &str) -> Vec<String> {
    let tree = python::parse(text).unwrap_or_else(|error| panic!("{error:?}\n{text}"));
    tree.comments.iter().map(|comment| tree.slice(comment.clone()).to_owned()).collect()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn output_is_python_and_keeps_comments(text in program()) {
        if python::parse(&text).is_err() {
            return Ok(());
        }
        let after = converted(&text);
        let kept = comments(&after);
        for comment in comments(&text) {
            prop_assert!(kept.contains(&comment), "{} is lost\n{}\nbecame\n{}", comment, text, after);
        }
        prop_assert_eq!(converted(&after), after);
    }

    #[test]
    fn any_text_is_an_error_or_a_result(text in "(import torch|[a-z.(){}\\[\\]:;#'\"\\\\ \n\t,=*]|torch\\.svd|x){0,60}") {
        if python::parse(&text).is_ok() {
            python::parse(&converted(&text)).unwrap_or_else(|error| panic!("{error:?}\n{text}"));
        }
    }
}
