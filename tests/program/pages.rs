//! The commands in the README and in `docs/` are typed as they stand, and say what the pages say.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::model::encoded;
use crate::skip::skip;
use crate::support::{copy, text, write};

/// A block of commands, by its page and its first line.
struct Block {
    page: &'static str,
    first: &'static str,
    tested: Tested,
}

enum Tested {
    /// Typed in a folder that this prepares. `false` if the oracle is missing.
    Here(fn(&Path) -> bool),
    /// Not typed here: the test that does it, or the reason why none does.
    Not(&'static str),
}

use Tested::{Here, Not};

const fn block(page: &'static str, first: &'static str, tested: Tested) -> Block {
    Block { page, first, tested }
}

const BLOCKS: &[Block] = &[
    block("README.md", "cargo run -- generate", Not("`.ci/run` measures it")),
    block("README.md", "cargo test --workspace", Not("this is one of its tests")),
    block("README.md", "cargo install --path . --features full", Not("`.ci/run` installs opgen so")),
    block("README.md", "$ opgen check", Here(tree_of_2_6_2)),
    block("README.md", "$ opgen diff develop", Here(changed_default)),
    block(
        "docs/building.md",
        "grep -rhoE '\\b[a-z0-9_]+_ad_func\\b' --include='*.cc' --include='*.h' paddle/fluid |",
        Here(calls),
    ),
    block(
        "docs/checking.md",
        "git show :paddle/phi/api/yaml/ops.yaml | opgen check - --stdin-filename paddle/phi/api/yaml/ops.yaml",
        Here(changed_default),
    ),
    block(
        "docs/code-templates.md",
        "$ opgen templates render declarations.h.in --syntax code-template --values values.json",
        Here(template),
    ),
    block("docs/configuration.md", "$ opgen profile show paddle-3.3", Here(empty)),
    block("docs/convert.md", "opgen convert my_project --out paddle_project   # a folder", Here(pytorch_code)),
    block(
        "docs/convert.md",
        "opgen convert my_project --out paddle_project --verify ~/paddle/bin/python",
        Not("`converted_modules_are_imported_if_asked_for`"),
    ),
    block(
        "docs/convert.md",
        "opgen compare-models my_project paddle_project --model 'net:Net(64)' --input 'float32 2x64' --torch torch/bin/python --paddle paddle/bin/python",
        Not("it needs both frameworks: `cargo test --test program compare_models` runs it"),
    ),
    block("docs/convert.md", "pip install ./codegen/port/convert", Not("`.ci/run` types it, with `--target`")),
    block("docs/diff.md", "opgen diff \"$(git merge-base origin/develop HEAD)\"", Here(clone)),
    block(
        "docs/editors.md",
        "$ cd editors/vscode",
        Not("it needs the network and Visual Studio Code; `tests/lsp` has the extension's tests"),
    ),
    block(
        "docs/mapping.md",
        "$ opgen mapping check docs/guides/model_convert/convert_from_pytorch",
        Here(mapping_documents),
    ),
    block(
        "docs/packages.md",
        "opgen new my_ops && cd my_ops && pip install .",
        Not("`cargo test --test run packages` types it, for each framework"),
    ),
    block(
        "docs/packages.md",
        "CFLAGS=\"-fsanitize=address,undefined -g\" LDFLAGS=\"-fsanitize=address,undefined\" pip install .",
        Not("it compiles for minutes"),
    ),
    block("docs/packages.md", "opgen import csrc/*.cc csrc/*.cu --out my_ops", Here(registrations)),
    block(
        "docs/paddle.md",
        "$ opgen compare . build",
        Not("it needs a tree that the framework's own generators have filled"),
    ),
    block(
        "docs/porting.md",
        "$ printf 'import torch\\n\\n\\nclass Net(torch.nn.Module):\\n    def __init__(self, size):\\n        super().__init__()\\n        self.layer = torch.nn.Linear(size, 2)\\n\\n    def forward(self, x):\\n        return torch.relu(self.layer(x))\\n' > net.py",
        Here(empty),
    ),
    block("docs/reference.md", "$ opgen docs --out reference", Here(tree_of_3_0_beta2)),
    block("docs/reference.md", "$ opgen docs v2.6.2 v3.0.0 v3.3.1 --out reference", Here(tagged)),
    block("docs/templates.md", "$ opgen templates list", Here(empty)),
    block(
        "docs/templates.md",
        "error[E0012]: cannot render python/paddle/_C_ops.pyi, for `argmax`: ... (`params` is undefined)",
        Not("it is an output alone"),
    ),
    block(
        "docs/torch.md",
        "$ printf -- '- func: twice(Tensor self) -> Tensor\\n  dispatch:\\n    CPU, CUDA: twice_kernel\\n  autogen: twice.out\\n' > native_functions.yaml",
        Here(empty),
    ),
    block("docs/torch.md", "$ cat backend_functions.yaml", Not("it needs an installed PyTorch")),
    block(
        "docs/translate.md",
        "opgen translate model.pdmodel                                   # as text",
        Here(models),
    ),
    block("docs/translate.md", "$ opgen translate --check bad.pdmodel", Here(custom_operator)),
    block(
        "docs/translate.md",
        "opgen translate --facts --root TREE > codegen/frameworks/paddle/profile/translate-paddle-2.6.txt",
        Not("`cargo test --test library facts` compares the tables"),
    ),
    block("docs/weights.md", "$ opgen convert-weights model.pt --list", Here(checkpoint)),
    block("docs/weights.md", "$ opgen convert-weights hostile.pt --out hostile.pdparams", Here(hostile_checkpoint)),
];

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The blocks of commands of a page: the lines between the fences.
fn blocks(page: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut open: Option<String> = None;
    for line in page.lines() {
        match &mut open {
            Some(block) if line.trim() == "```" => {
                found.push(std::mem::take(block));
                open = None;
            }
            Some(block) => block.push_str(&format!("{line}\n")),
            None if matches!(line.trim(), "```sh" | "```console" | "```bash" | "```shell") => {
                open = Some(String::new());
            }
            None => {}
        }
    }
    found
}

fn pages() -> Vec<(String, String)> {
    let docs = fs::read_dir(root().join("docs")).expect("the folder exists").flatten();
    let mut names: Vec<PathBuf> = docs.map(|entry| entry.path()).collect();
    names.retain(|path| path.extension().is_some_and(|ending| ending == "md"));
    names.push(root().join("README.md"));
    names.sort();
    let read = |path: PathBuf| {
        let name = path.strip_prefix(root()).expect("it is below").to_string_lossy().replace('\\', "/");
        (name, fs::read_to_string(&path).expect("it is text"))
    };
    names.into_iter().map(read).collect()
}

#[test]
fn every_block_of_commands_is_in_the_list() {
    let mut found: Vec<(String, String)> = Vec::new();
    for (name, page) in pages() {
        found.extend(
            blocks(&page).into_iter().map(|block| (name.clone(), block.lines().next().unwrap_or("").to_owned())),
        );
    }
    let listed: Vec<(String, String)> =
        BLOCKS.iter().map(|block| (block.page.to_owned(), block.first.to_owned())).collect();
    assert_eq!(found, listed);
}

#[test]
fn the_readme_names_the_oldest_compiler() {
    let wanted = format!("You need Rust {} or newer.", env!("CARGO_PKG_RUST_VERSION"));
    assert!(include_str!("../../README.md").contains(&wanted), "README.md does not say: {wanted}");
}

#[test]
fn commands_do_what_the_pages_say() {
    let pages = pages();
    for Block { page, first, tested } in BLOCKS {
        let prepare = match tested {
            Here(prepare) => prepare,
            Not(reason) => {
                eprintln!("not typed: {page}: {first}: {reason}");
                continue;
            }
        };
        let folder = tempfile::tempdir().expect("a temporary folder");
        if !prepare(folder.path()) {
            skip(&format!("there is no ../shared/oracle for {page}: {first}"));
            continue;
        }
        let (_, text) = pages.iter().find(|(name, _)| name == page).expect("the page exists");
        let block = blocks(text).into_iter().find(|block| block.starts_with(first)).expect("the block exists");
        for (command, expected) in commands(&block) {
            let (said, code) = typed(folder.path(), &command);
            match expected {
                Some(expected) => assert!(is_like(&said, &expected), "{page}: {command}\n{said}"),
                None => assert!(matches!(code, Some(0 | 1)), "{page}: {command}\n{said}"),
            }
        }
    }
}

/// The commands of a block, with their outputs if it has prompts.
fn commands(block: &str) -> Vec<(String, Option<String>)> {
    if !block.starts_with("$ ") {
        let joined = block.replace("|\n", "| ");
        return joined.lines().map(|line| (line.to_owned(), None)).collect();
    }
    let sessions = block.split_inclusive('\n').collect::<String>();
    let sessions =
        sessions.strip_prefix("$ ").unwrap_or(&sessions).split("\n$ ").map(str::to_owned).collect::<Vec<_>>();
    let parts = sessions.iter().map(|session| session.split_once('\n').unwrap_or((session, "")));
    parts.map(|(command, output)| (command.to_owned(), (!output.is_empty()).then(|| output.to_owned()))).collect()
}

/// What a shell prints for a command, and its exit code.
fn typed(folder: &Path, command: &str) -> (String, Option<i32>) {
    let programs = Path::new(env!("CARGO_BIN_EXE_opgen")).parent().expect("it is in a folder").display();
    let path = format!("{programs}:{}", std::env::var("PATH").expect("there is one"));
    let command = format!("exec 2>&1\n{command}");
    let output = Command::new("bash").args(["-c", &command]).env("PATH", path).current_dir(folder).output();
    let output = output.expect("bash runs");
    (text(&output.stdout), output.status.code())
}

/// Whether an output is the expected one, in which `...` stands for any text and times differ.
fn is_like(said: &str, expected: &str) -> bool {
    let plain = |text: &str| -> String {
        let words = text.split_inclusive(' ').map(str::to_owned).collect::<Vec<_>>();
        let is_time = |at: usize| words.get(at + 1).is_some_and(|next| next.starts_with("ms\n") || next == "ms");
        (0..words.len()).map(|at| if is_time(at) { "N " } else { words[at].as_str() }).collect()
    };
    let (said, expected) = (plain(said), plain(expected));
    let mut rest = said.as_str();
    for (index, part) in expected.split("...").enumerate() {
        let part = part.trim_matches('\n');
        match rest.find(part) {
            Some(at) if at == 0 || index > 0 => rest = &rest[at + part.len()..],
            _ => return false,
        }
    }
    expected.trim_end().ends_with("...") || rest.trim().is_empty()
}

fn empty(_: &Path) -> bool {
    true
}

/// Copies a part of the oracle. `false` if there is none.
fn copied(from: &str, to: &Path) -> bool {
    let from = root().join("../shared/oracle").join(from);
    if from.is_dir() {
        copy(&from, to);
    }
    from.is_dir()
}

fn tree_of_2_6_2(folder: &Path) -> bool {
    copied("paddle-2.6.2/yaml", folder)
}

fn tree_of_3_0_beta2(folder: &Path) -> bool {
    copied("paddle-3.0-beta2/yaml", folder)
}

fn mapping_documents(folder: &Path) -> bool {
    copied("mapping/46ceb37d/docs", &folder.join("docs/guides/model_convert/convert_from_pytorch"))
}

fn committed(folder: &Path) {
    let git = "git init -q -b develop . && git add -A && git -c user.name=a -c user.email=a@b commit -qm all";
    let (said, code) = typed(folder, git);
    assert_eq!(code, Some(0), "{said}");
}

fn changed_default(folder: &Path) -> bool {
    if !tree_of_2_6_2(folder) {
        return false;
    }
    committed(folder);
    let path = folder.join("paddle/phi/api/yaml/ops.yaml");
    let before = fs::read_to_string(&path).expect("it is there");
    let after = before.replace("args : (Tensor[] x, Scalar axis=0)\n", "args : (Tensor[] x, Scalar axis=1)\n");
    assert_ne!(before, after);
    fs::write(&path, after).expect("it is writable");
    true
}

fn clone(folder: &Path) -> bool {
    copy(&root().join("yaml"), folder);
    committed(folder);
    let (said, code) = typed(folder, "git update-ref refs/remotes/origin/develop HEAD");
    assert_eq!(code, Some(0), "{said}");
    true
}

/// A repository in which every version that the page names is the same.
fn tagged(folder: &Path) -> bool {
    copy(&root().join("yaml"), folder);
    committed(folder);
    let (said, code) = typed(folder, "git tag v2.6.2 && git tag v3.0.0 && git tag v3.3.1");
    assert_eq!(code, Some(0), "{said}");
    true
}

fn calls(folder: &Path) -> bool {
    write(folder, "paddle/fluid/eager/a.cc", "cast_ad_func(x); run_program_ad_func(x);\n");
    true
}

fn template(folder: &Path) -> bool {
    write(folder, "declarations.h.in", "int ${name}();\n");
    write(folder, "values.json", "{\"name\": \"f\"}\n");
    true
}

fn pytorch_code(folder: &Path) -> bool {
    let code = format!("import torch\n{}torch.abs(x)\n", "\n".repeat(40));
    write(folder, "my_project/a.py", &code);
    write(folder, "model.py", &code);
    true
}

fn checkpoint(folder: &Path) -> bool {
    copy(&root().join("tests/weights/cases/for_factory"), folder);
    true
}

fn hostile_checkpoint(folder: &Path) -> bool {
    let hostile = root().join("tests/weights/cases/hostile_system/model.pt");
    fs::copy(hostile, folder.join("hostile.pt")).expect("it is there");
    true
}

fn registrations(folder: &Path) -> bool {
    let code = "#include \"paddle/extension.h\"\n\
        std::vector<paddle::Tensor> Forward(const paddle::Tensor& x) { return {x}; }\n\
        PD_BUILD_OP(f).Inputs({\"X\"}).Outputs({\"Out\"}).SetKernelFn(PD_KERNEL(Forward));\n";
    write(folder, "csrc/ops.cc", code);
    write(folder, "csrc/ops.cu", "// kernels\n");
    true
}

/// A program of one block.
fn program(vars: &str, ops: &str) -> Vec<u8> {
    encoded(&format!("[{{\"vars\": {{{vars}}}, \"ops\": [{ops}]}}]")).expect("it is a program")
}

const INPUT: &str = r#"["data", {}, {"out": ["x"]}, {"name": {"text": "x"}, "shape": {"i64s": [2]}, "dtype": {"i32": 5}, "place": {"i32": 0}}]"#;

fn models(folder: &Path) -> bool {
    fs::create_dir(folder.join("models")).expect("it is new");
    for name in ["model.pdmodel", "models/a.pdmodel"] {
        fs::write(folder.join(name), program(r#""x": "f32 2""#, INPUT)).expect("it is new");
    }
    true
}

fn custom_operator(folder: &Path) -> bool {
    let stack = r#"{"op_callstack": {"texts": ["  File \"train.py\", line 10, in <module>", "    y = my_relu(x)"]}}"#;
    let ops = format!("{INPUT}, [\"my_relu\", {{\"X\": [\"x\"]}}, {{\"Out\": [\"y\"]}}, {stack}]");
    fs::write(folder.join("bad.pdmodel"), program(r#""x": "f32 2", "y": "f32 2""#, &ops)).expect("it is new");
    true
}
