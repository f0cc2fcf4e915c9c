//! The time of every command grows in proportion to its input.
//!
//! A case is run with an input and with one of four times the size. A linear command takes four times as long at most, and a quadratic
//! one sixteen times as long. Only the processor's time counts, and a case that seems too slow is tried again, so that other work on
//! the machine does no harm.

use std::fmt::Write as _;
use std::path::Path;
use std::process::Command;

use serde_json::{Value, json};

use crate::support::{OP, folder_with, write};

/// How much larger the second input is.
const TIMES: usize = 4;
/// The factor of the times that a linear command stays below.
const MOST: f64 = 8.0;
/// A larger input that takes at most so many seconds is not compared.
const NEGLIGIBLE: f64 = 0.4;
const ATTEMPTS: usize = 3;

struct Case {
    name: &'static str,
    /// The size of the smaller input.
    size: usize,
    arguments: &'static [&'static str],
    /// Writes an input of a size into a folder.
    make: fn(&Path, usize),
}

impl Case {
    /// The processor's time of a run with an input of a size, in seconds.
    fn seconds(&self, size: usize) -> f64 {
        let folder = folder_with(&[("opgen.toml", "profile = \"paddle-3.3\"\n"), ("session", "")]);
        (self.make)(folder.path(), size);
        let mut shell = Command::new("sh");
        // `times` prints the time of the shell, and below it that of the programs that it has run.
        shell.args(["-c", "\"$0\" \"$@\" < session > said 2>&1; echo \"$?\"; times", env!("CARGO_BIN_EXE_opgen")]);
        let output = shell.args(self.arguments).current_dir(folder.path()).output().expect("a shell runs");
        let said = String::from_utf8(output.stdout).expect("a shell prints text");
        let lines: Vec<&str> = said.lines().collect();
        let [code, _, times] = lines[..] else { panic!("{}: {said}", self.name) };
        assert!(["0", "1"].contains(&code), "{}: {code}", self.name);
        times.split_whitespace().map(seconds).sum()
    }

    /// How the times differ, if not in proportion to the sizes.
    fn problem(&self) -> Option<String> {
        let mut problem = None;
        for _ in 0..ATTEMPTS {
            let large = self.seconds(self.size * TIMES);
            if large <= NEGLIGIBLE {
                return None;
            }
            let small = self.seconds(self.size);
            if large <= MOST * small {
                return None;
            }
            problem = Some(format!("{}: {small:.2} s, then {large:.2} s", self.name));
        }
        problem
    }
}

/// A time such as `0m1.25s`.
fn seconds(written: &str) -> f64 {
    let (minutes, seconds) = written.trim_end_matches('s').split_once('m').expect("minutes and seconds");
    let number = |text: &str| text.replace(',', ".").parse::<f64>().expect("a number");
    number(minutes) * 60.0 + number(seconds)
}

/// Texts with the numbers below `count`, joined.
fn each(count: usize, separator: &str, text: impl Fn(usize) -> String) -> String {
    (0..count).map(text).collect::<Vec<_>>().join(separator)
}

fn op(number: usize) -> String {
    OP.replace("foo", &format!("foo{number}")) + "\n"
}

/// Unknown keys of an entry on one line.
fn keys_on_a_line(folder: &Path, size: usize) {
    let keys = each(size, ", ", |at| format!("k{at} : 1"));
    write(folder, "ops.yaml", &format!("{}\n- {{op : bar, {keys}}}\n", op(0)));
}

fn entries_on_a_line(folder: &Path, size: usize) {
    let entries = each(size / 4, ", ", |at| format!("{{op : foo{at}, args : (Tensor x)}}"));
    write(folder, "ops.yaml", &format!("[{entries}]\n"));
}

fn attributes(folder: &Path, size: usize) {
    let attributes = each(size, ", ", |at| format!("int a{at} = 1"));
    write(folder, "ops.yaml", &(OP.replace("Tensor x", &format!("Tensor x, {attributes}")) + "\n" + &op(1)));
}

/// An operator with many inputs.
fn inputs(folder: &Path, size: usize) {
    let inputs = each(size, ", ", |at| format!("Tensor x{at}"));
    write(folder, "ops.yaml", &(OP.replace("Tensor x", &inputs) + "\n"));
}

fn comments(folder: &Path, size: usize) {
    let comments = "# opgen: allow(W0602) a reason\n".repeat(size);
    write(folder, "ops.yaml", &format!("{}{comments}{}", op(0), op(1)));
}

/// Names in saved programs of parts that the operator does not have.
fn compat_names(folder: &Path, size: usize) {
    let names = each(size, ", ", |at| format!("x{at} : X{at}"));
    write(folder, "op_compat.yaml", &format!("- op : foo0\n  inputs :\n    {{{names}}}\n"));
    write(folder, "ops.yaml", &op(0));
}

/// Two versions with an entry many times.
fn copies(folder: &Path, size: usize) {
    versions(folder, |_| op(0).repeat(size));
}

/// Two versions of a project.
fn versions(folder: &Path, ops: impl Fn(&str) -> String) {
    for version in ["base", "head"] {
        write(folder, &format!("{version}/opgen.toml"), "profile = \"paddle-3.3\"\n");
        write(folder, &format!("{version}/ops.yaml"), &ops(version));
    }
}

/// Two versions of an operator with many kernels, one of which has another name.
fn kernels(folder: &Path, size: usize) {
    versions(folder, |version| {
        let kernels = each(size, ", ", |at| format!("{}{at} {{dense -> dense}}", if at == 0 { version } else { "k" }));
        OP.replace("func : foo\n", &format!("func : {kernels}\n"))
    });
}

/// Two versions of an operator with many inputs, which other outputs overwrite in each.
fn overwritten(folder: &Path, size: usize) {
    versions(folder, |version| overwriting(size, usize::from(version == "head")));
    write(folder, "ops.yaml", &overwriting(size, 0));
}

fn overwriting(size: usize, shift: usize) -> String {
    let inputs = each(size, ", ", |at| format!("Tensor x{at}"));
    let outputs = each(size, ", ", |at| format!("Tensor(o{at})"));
    let pairs = each(size, ", ", |at| format!("x{at} -> o{}", (at + shift) % size));
    OP.replace("Tensor x", &inputs).replace("Tensor(out)", &outputs) + &format!("  inplace : ({pairs})\n")
}

/// Two versions with the same mistakes on one line.
fn unknown_outputs(folder: &Path, size: usize) {
    let pairs = each(size, ", ", |at| format!("z{at} -> o{at}"));
    versions(folder, |_| format!("{OP}  inplace : ({pairs})\n"));
}

/// Two versions of an operator whose inputs have other names.
fn renamed_inputs(folder: &Path, size: usize) {
    versions(folder, |version| OP.replace("Tensor x", &each(size, ", ", |at| format!("Tensor {version}{at}"))));
}

/// An operator with a gradient, which has one, and so on.
fn gradients(folder: &Path, size: usize) {
    let gradient = |at: usize| {
        let (name, forward) = (format!("g{}", at + 1), if at == 0 { "foo0".to_owned() } else { format!("g{at}") });
        let signature = format!("  forward : {forward} (Tensor x) -> Tensor(out)\n  args : (Tensor out_grad)\n");
        let rest = OP.split_once("  output").map_or("", |(_, rest)| rest).replace("(out)", "(x_grad)");
        let rest = rest.replace("foo", &name);
        format!("- backward_op : {name}\n{signature}  output{rest}  backward : g{}\n", at + 2)
    };
    write(folder, "ops.yaml", &(OP.replace("foo", "foo0") + "  backward : g1\n"));
    write(folder, "backward.yaml", &each(size, "\n", gradient));
}

fn renamed_attributes(folder: &Path, size: usize) {
    versions(folder, |version| {
        let attributes = each(size, ", ", |at| format!("int {version}{at} = 1"));
        OP.replace("Tensor x", &format!("Tensor x, {attributes}"))
    });
}

fn renamed_operators(folder: &Path, size: usize) {
    versions(folder, |version| each(size, "\n", |at| OP.replace("foo", &format!("{version}{at}"))));
}

/// Facts about many operators in the project's profile.
fn profile(folder: &Path, size: usize) {
    let facts = each(size, "\n", |at| format!("dygraph.type_autocast.foo{at} = [\"x\"]"));
    write(folder, "opgen.toml", &format!("[profile]\nextends = \"paddle-3.3\"\n{facts}\n"));
    write(folder, "ops.yaml", &op(0));
}

fn registrations(folder: &Path, size: usize) {
    let ops = each(size / 8, "", |at| {
        format!(
            "std::vector<paddle::Tensor> F{at}(const paddle::Tensor& x) {{ return {{x}}; }}\nPD_BUILD_OP(f{at}).Inputs({{\"x\"}}).Outputs({{\"y\"}}).SetKernelFn(PD_KERNEL(F{at}));\n"
        )
    });
    write(folder, "ops.cc", &ops);
}

/// Schemas with kernels of PyTorch.
fn schemas(folder: &Path, size: usize) {
    let define = |at| format!("  m.def(\"f{at}(Tensor x, int a=1) -> Tensor\");\n");
    let implement = |at| format!("  m.impl(\"f{at}\", &f{at});\n");
    let kernel = |at| format!("at::Tensor f{at}(const at::Tensor& x, int64_t a) {{ return x; }}\n");
    let (kernels, count) = (each(size, "", kernel), size);
    let (schemas, kernels_of) = (each(count, "", define), each(count, "", implement));
    write(
        folder,
        "ops.cc",
        &format!("{kernels}TORCH_LIBRARY(a, m) {{\n{schemas}}}\nTORCH_LIBRARY_IMPL(a, CPU, m) {{\n{kernels_of}}}\n"),
    );
}

/// Gradients of an entry for saved programs.
fn compat_gradients(folder: &Path, size: usize) {
    let gradients = each(size, ", ", |at| format!("g{at} (h{at})"));
    write(folder, "op_compat.yaml", &format!("- op : foo0\n  backward : {gradients}\n"));
    write(folder, "ops.yaml", &op(0));
}

/// An operator of PyTorch with a formula for each of its arguments.
fn formulas(folder: &Path, size: usize) {
    let schema = format!("foo({}) -> Tensor", each(size, ", ", |at| format!("Tensor a{at}")));
    write(folder, "opgen.toml", "profile = \"torch-2.11\"\n");
    write(folder, "native_functions.yaml", &format!("- func: {schema}\n  dispatch:\n    CPU: foo\n"));
    let formulas = each(size, "\n", |at| format!("  a{at}: grad * a{at}"));
    write(folder, "derivatives.yaml", &format!("- name: {schema}\n{formulas}\n"));
}

/// Overloads of an operator of PyTorch.
fn overloads(folder: &Path, size: usize) {
    write(folder, "opgen.toml", "profile = \"torch-2.11\"\n");
    let overload = |at| format!("- func: foo.o{at}(Tensor self, int a{at}) -> Tensor\n");
    write(folder, "native_functions.yaml", &each(size, "\n", overload));
}

/// A program that Paddle 2.x saved: as many operators, one after another.
fn program(folder: &Path, size: usize) {
    fn varint(mut number: u64) -> Vec<u8> {
        let mut bytes = Vec::new();
        while number >= 128 {
            bytes.push(number as u8 | 128);
            number >>= 7;
        }
        bytes.push(number as u8);
        bytes
    }
    let number = |field: u64, number: u64| [varint(field << 3), varint(number)].concat();
    let bytes =
        |field: u64, bytes: &[u8]| [varint(field << 3 | 2), varint(bytes.len() as u64), bytes.to_vec()].concat();
    let name = |at: usize| format!("v{at}").into_bytes();
    // A dense tensor of float32 with a dimension of 4.
    let tensor = [number(1, 5), number(2, 4)].concat();
    let ty = [number(1, 7), bytes(3, &bytes(1, &tensor))].concat();
    let variable = |at: usize| bytes(3, &[bytes(1, &name(at)), bytes(2, &ty)].concat());
    let parameter = |field: u64, of: &[u8], at: usize| bytes(field, &[bytes(1, of), bytes(2, &name(at))].concat());
    let operator =
        |at: usize| bytes(4, &[parameter(1, b"X", at), parameter(2, b"Out", at + 1), bytes(3, b"relu")].concat());
    let variables = (0..=size).flat_map(variable);
    let block: Vec<u8> = [number(1, 0), number(2, u64::MAX)]
        .concat()
        .into_iter()
        .chain(variables)
        .chain((0..size).flat_map(operator))
        .collect();
    std::fs::write(folder.join("model.pdmodel"), bytes(1, &block)).expect("the folder is writable");
}

fn calls(folder: &Path, size: usize) {
    let calls = each(size / 8, "", |at| format!("x{at} = torch.add(x, y, alpha={at})\n"));
    write(folder, "net.py", &format!("import torch\n{calls}"));
}

/// The requests of an editor about the file of another case.
fn edited(folder: &Path) {
    let text = std::fs::read_to_string(folder.join("ops.yaml")).expect("it was written");
    let uri = format!("file://{}/ops.yaml", folder.canonicalize().expect("it exists").display());
    let document = json!({"uri": uri});
    let position = json!({"line": 0, "character": 8});
    let insert = json!({"range": {"start": position, "end": position}, "text": "z"});
    let opened = json!({"uri": uri, "languageId": "yaml", "version": 1, "text": text});
    let lines = text.lines().count();
    let whole = json!({"start": {"line": 0, "character": 0}, "end": {"line": lines, "character": 0}});
    let mut session = String::new();
    let mut send = |message: Value| {
        let text = message.to_string();
        write!(session, "Content-Length: {}\r\n\r\n{text}", text.len()).expect("a text can be extended");
    };
    let root = format!("file://{}", folder.canonicalize().expect("it exists").display());
    let mut requests = vec![("initialize", json!({"rootUri": root, "capabilities": {}}))];
    let about = |further: Value| {
        let mut params = json!({"textDocument": document});
        params.as_object_mut().expect("an object").extend(further.as_object().cloned().unwrap_or_default());
        params
    };
    requests.extend([
        ("textDocument/hover", about(json!({"position": position}))),
        ("textDocument/completion", about(json!({"position": position}))),
        ("textDocument/documentSymbol", about(json!({}))),
        ("textDocument/semanticTokens/full", about(json!({}))),
        ("textDocument/codeLens", about(json!({}))),
        ("textDocument/foldingRange", about(json!({}))),
        ("textDocument/inlayHint", about(json!({"range": whole}))),
        ("textDocument/diagnostic", about(json!({}))),
        ("textDocument/formatting", about(json!({"options": {"tabSize": 2, "insertSpaces": true}}))),
        ("textDocument/codeAction", about(json!({"range": whole, "context": {"diagnostics": []}}))),
        ("textDocument/rename", about(json!({"position": position, "newName": "other"}))),
        ("shutdown", Value::Null),
    ]);
    for (id, (method, params)) in requests.into_iter().enumerate() {
        send(json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params}));
        if id == 0 {
            send(json!({"jsonrpc": "2.0", "method": "initialized", "params": {}}));
            send(json!({"jsonrpc": "2.0", "method": "textDocument/didOpen", "params": {"textDocument": opened}}));
            let changed = json!({"textDocument": {"uri": uri, "version": 2}, "contentChanges": [insert]});
            send(json!({"jsonrpc": "2.0", "method": "textDocument/didChange", "params": changed}));
        }
    }
    send(json!({"jsonrpc": "2.0", "method": "exit"}));
    write(folder, "session", &session);
}

const CHECK: &[&str] = &["check", "--root", "."];
const GENERATE: &[&str] = &["generate", "--root", ".", "--target", "cpp_api", "--out", "out"];
const DIFF: &[&str] = &["diff", "base", "head", "--target", "none"];
const SARIF: &[&str] = &["check", "--root", ".", "--format", "sarif"];

const CASES: &[Case] = &[
    Case { name: "check keys on a line", size: 6_000, arguments: CHECK, make: keys_on_a_line },
    Case { name: "SARIF of keys on a line", size: 8_000, arguments: SARIF, make: keys_on_a_line },
    Case { name: "check entries on a line", size: 8_000, arguments: CHECK, make: entries_on_a_line },
    Case { name: "check attributes", size: 8_000, arguments: CHECK, make: attributes },
    Case { name: "check comments", size: 6_000, arguments: CHECK, make: comments },
    Case { name: "check names in programs", size: 10_000, arguments: CHECK, make: compat_names },
    Case { name: "fix comments", size: 4_000, arguments: &["check", "--root", ".", "--fix", "--diff"], make: comments },
    Case { name: "docs of inputs", size: 4_000, arguments: &["docs", "--root", ".", "--out", "out"], make: inputs },
    Case {
        name: "docs of attributes",
        size: 4_000,
        arguments: &["docs", "--root", ".", "--out", "out"],
        make: attributes,
    },
    Case { name: "diff of copies", size: 2_000, arguments: DIFF, make: copies },
    Case { name: "check a profile", size: 8_000, arguments: CHECK, make: profile },
    Case { name: "fmt keys on a line", size: 6_000, arguments: &["fmt", "--check", "."], make: keys_on_a_line },
    Case { name: "show", size: 8_000, arguments: &["show", "foo", "--root", "."], make: attributes },
    Case { name: "C++ API", size: 4_000, arguments: GENERATE, make: inputs },
    Case { name: "import", size: 10_000, arguments: &["import", "ops.cc", "--out", "out"], make: registrations },
    Case { name: "import schemas", size: 3_000, arguments: &["import", "ops.cc", "--out", "out"], make: schemas },
    Case { name: "check gradients in programs", size: 20_000, arguments: CHECK, make: compat_gradients },
    Case { name: "check formulas", size: 2_000, arguments: CHECK, make: formulas },
    Case { name: "check overloads", size: 6_000, arguments: CHECK, make: overloads },
    Case { name: "translate", size: 8_000, arguments: &["translate", "model.pdmodel", "--out", "out"], make: program },
    Case { name: "convert", size: 8_000, arguments: &["convert", "net.py", "--out", "out.py"], make: calls },
    Case { name: "diff of renamed attributes", size: 3_000, arguments: DIFF, make: renamed_attributes },
    Case { name: "diff of renamed operators", size: 1_500, arguments: DIFF, make: renamed_operators },
    Case { name: "diff of kernels", size: 4_000, arguments: DIFF, make: kernels },
    Case { name: "diff of overwritten inputs", size: 2_000, arguments: DIFF, make: overwritten },
    Case { name: "diff of mistakes", size: 6_000, arguments: DIFF, make: unknown_outputs },
    Case { name: "diff of renamed inputs", size: 3_000, arguments: DIFF, make: renamed_inputs },
    Case {
        name: "show overwritten inputs",
        size: 2_000,
        arguments: &["show", "foo", "--root", "."],
        make: overwritten,
    },
    Case {
        name: "show one of many gradients",
        size: 1_000,
        arguments: &["show", "Foo0Op", "--root", "."],
        make: gradients,
    },
    Case {
        name: "lsp, attributes",
        size: 4_000,
        arguments: &["lsp"],
        make: |folder, size| {
            attributes(folder, size);
            edited(folder);
        },
    },
    Case {
        name: "lsp, keys on a line",
        size: 5_000,
        arguments: &["lsp"],
        make: |folder, size| {
            keys_on_a_line(folder, size);
            edited(folder);
        },
    },
    Case {
        name: "lsp, comments",
        size: 6_000,
        arguments: &["lsp"],
        make: |folder, size| {
            comments(folder, size);
            edited(folder);
        },
    },
];

#[test]
fn time_grows_in_proportion_to_the_input() {
    let problems: Vec<String> = CASES.iter().filter_map(Case::problem).collect();
    assert!(problems.is_empty(), "{}", problems.join("\n"));
}
