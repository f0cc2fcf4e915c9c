//! Tests that are folders: the input is YAML, and the output must match exactly.
//!
//! - `tests/check/CASE/` contains a project. `expected.txt` is the output and the exit code of `opgen check --root .`.
//!   If there is a file `arguments`, the test runs opgen with those arguments instead.
//! - `tests/generate/CASE/` contains a project. The files below `expected/` are the output of `opgen generate`, with
//!   the arguments in the file `arguments` if there is one. `FILE.patch` is the difference from `FILE` in `generated/`, and
//!   empty if there is none; a runtime (`opgen_*`) that is in that folder must be expected like this.
//! - `tests/diff/CASE/` contains the projects `base/` and `head/`. `expected.txt` is what `opgen diff --details` prints
//!   about the operators, and its exit code. If there is a folder `programs/`, its saved programs are compared as well;
//!   `__model__.program.json` becomes a file without an ending.
//!   `expected.summary`, `expected.summary.md`, `expected.md`, `expected.json`, `expected.github`, `expected.sarif` and
//!   `expected.patch` are optional. They contain what it prints without `--details`, and the other formats, with the generated files of one
//!   target.
//! - `tests/docs/CASE/` contains a project. The files below `expected/` are the output of `opgen docs`, with the
//!   arguments in the file `arguments` if there is one.
//! - `tests/mapping/CASE/` contains a folder of mapping documents. `expected.txt` is the output and the exit code of
//!   `opgen mapping check . --notes`, or of opgen with the arguments in the file `arguments`. The files below `expected/`
//!   are what it wrote.
//! - `tests/show/CASE/` contains a project and the file `op`. `expected.txt` is what `opgen show` prints for that
//!   operator, and its exit code. If `expected.json` exists, it is the same output as JSON.
//!
//! - `tests/translate/CASE/` contains saved programs in a form that people can read, `NAME.program.json`, which
//!   `tests/support/model.rs` describes. `expected.txt` is what `opgen translate` prints with the arguments in the file
//!   `arguments`, and its exit code. Each line of that file is one run. Folders with YAML are trees for `--root`.
//! - `tests/weights/cases/CASE/` contains checkpoints. `expected.txt` is what `opgen convert-weights` prints with each line of the
//!   file `arguments`, and its exit code. `values.txt` is what `out.safetensors` then holds, according to PyTorch.
//!   `tests/weights/make.py` and `hostile.py` made the cases.
//!
//! `OPGEN_BLESS=1 cargo test --test files` rewrites the expected files. Read the diff before you commit it.

#[path = "support/model.rs"]
mod model;
#[path = "support/tensors.rs"]
mod tensors;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use libtest_mimic::{Arguments, Failed, Trial};
use similar::{Algorithm, TextDiff};

fn main() {
    let arguments = Arguments::from_args();
    let mut trials = trials("check", check);
    trials.extend(self::trials("generate", |case| outputs("generate", case)));
    trials.extend(self::trials("diff", diff));
    trials.extend(self::trials("docs", |case| outputs("docs", case)));
    trials.extend(self::trials("mapping", mapping));
    trials.extend(self::trials("show", show));
    trials.extend(self::trials("translate", translate));
    trials.extend(self::trials("weights/cases", weights));
    libtest_mimic::run(&arguments, trials).exit();
}

fn trials(kind: &'static str, run: fn(&Path) -> Result<(), Failed>) -> Vec<Trial> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests").join(kind);
    let cases = sorted(&folder).into_iter().filter(|path| path.is_dir());
    cases.map(|case| Trial::test(format!("{kind}::{}", name(&case)), move || run(&case))).collect()
}

fn name(path: &Path) -> String {
    path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default()
}

fn sorted(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let mut paths: Vec<_> = entries.map(|entry| entry.path()).collect();
    paths.sort();
    paths
}

fn opgen(arguments: &[&str], folder: &Path) -> Result<(String, i32), Failed> {
    let output = Command::new(env!("CARGO_BIN_EXE_opgen")).args(arguments).current_dir(folder).output()?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr);
    Ok((text, output.status.code().unwrap_or(-1)))
}

fn check(case: &Path) -> Result<(), Failed> {
    let arguments = fs::read_to_string(case.join("arguments")).unwrap_or("check --root .".to_owned());
    let (text, code) = opgen(&arguments.split_whitespace().collect::<Vec<_>>(), case)?;
    compare(&case.join("expected.txt"), &format!("{text}exit code {code}\n"))
}

/// A copy of a case, for commands that write beside what they read.
fn copied(kind: &str, case: &Path) -> Result<PathBuf, Failed> {
    let copy = Path::new(env!("CARGO_TARGET_TMPDIR")).join(kind).join(name(case));
    let _ = fs::remove_dir_all(&copy);
    for file in files(case) {
        let to = copy.join(file.strip_prefix(case).map_err(|error| error.to_string())?);
        fs::create_dir_all(to.parent().unwrap_or(&copy))?;
        fs::copy(&file, to)?;
    }
    Ok(copy)
}

fn mapping(case: &Path) -> Result<(), Failed> {
    let copy = copied("mapping", case)?;
    let arguments = fs::read_to_string(case.join("arguments")).unwrap_or("mapping check . --notes".to_owned());
    let (text, code) = opgen(&arguments.split_whitespace().collect::<Vec<_>>(), &copy)?;
    compare(&case.join("expected.txt"), &format!("{text}exit code {code}\n"))?;
    for path in files(&case.join("expected")) {
        let relative = path.strip_prefix(case.join("expected")).map_err(|error| error.to_string())?;
        compare(&path, &fs::read_to_string(copy.join(relative)).unwrap_or_default())?;
    }
    Ok(())
}

fn diff(case: &Path) -> Result<(), Failed> {
    let formats: [(&str, &[&str]); 8] = [
        ("txt", &["--target", "none", "--details"]),
        ("summary", &["--target", "stubs"]),
        ("md", &["--target", "stubs", "--format", "markdown", "--details"]),
        ("summary.md", &["--target", "stubs", "--format", "markdown"]),
        ("json", &["--target", "stubs", "--format", "json"]),
        ("github", &["--target", "none", "--format", "github"]),
        ("sarif", &["--target", "none", "--format", "sarif"]),
        ("patch", &["--target", "stubs", "--patch"]),
    ];
    let programs = case.join("programs");
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("diff").join(name(case));
    let saved = folder.to_string_lossy();
    let with_programs = if programs.exists() { vec!["--programs", &saved] } else { Vec::new() };
    save_programs(&programs, &folder)?;
    for (extension, arguments) in formats {
        let expected = case.join(format!("expected.{extension}"));
        if extension == "txt" || expected.exists() {
            let (text, code) = opgen(&[&["diff", "base", "head"], arguments, &with_programs].concat(), case)?;
            compare(&expected, &format!("{text}exit code {code}\n"))?;
        }
    }
    Ok(())
}

fn show(case: &Path) -> Result<(), Failed> {
    let op = fs::read_to_string(case.join("op"))?;
    for (extension, arguments) in [("txt", &[][..]), ("json", &["--format", "json"][..])] {
        let expected = case.join(format!("expected.{extension}"));
        if extension == "txt" || expected.exists() {
            let (text, code) = opgen(&[&["show", op.trim(), "--root", "."], arguments].concat(), case)?;
            compare(&expected, &format!("{text}exit code {code}\n"))?;
        }
    }
    Ok(())
}

fn translate(case: &Path) -> Result<(), Failed> {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("translate").join(name(case));
    save_programs(case, &folder)?;
    let runs = fs::read_to_string(case.join("arguments"))?;
    let mut printed = String::new();
    for run in runs.lines() {
        let (text, code) =
            opgen(&["translate"].into_iter().chain(run.split_whitespace()).collect::<Vec<_>>(), &folder)?;
        printed += &format!("opgen translate {run}\n{text}exit code {code}\n\n");
    }
    compare(&case.join("expected.txt"), &printed)
}

fn weights(case: &Path) -> Result<(), Failed> {
    let copy = copied("weights", case)?;
    let before = files(&copy);
    let mut printed = String::new();
    for run in fs::read_to_string(case.join("arguments"))?.lines() {
        let (text, code) =
            opgen(&["convert-weights"].into_iter().chain(run.split_whitespace()).collect::<Vec<_>>(), &copy)?;
        printed += &format!("opgen convert-weights {run}\n{text}exit code {code}\n\n");
    }
    compare(&case.join("expected.txt"), &printed)?;
    let values = case.join("values.txt");
    if values.exists() {
        return compare_values(&values, &tensors::rows(&fs::read(copy.join("out.safetensors"))?)?);
    }
    if files(&copy) == before { Ok(()) } else { Err("a file was written, although the run failed".into()) }
}

/// The values come from PyTorch, so they are never rewritten.
fn compare_values(path: &Path, actual: &str) -> Result<(), Failed> {
    let expected = fs::read_to_string(path)?;
    if expected == actual { Ok(()) } else { Err(format!("PyTorch reads\n{expected}opgen writes\n{actual}").into()) }
}

/// Encodes the programs of a folder into another folder, and copies its YAML.
fn save_programs(from: &Path, to: &Path) -> Result<(), Failed> {
    fs::create_dir_all(to)?;
    for path in files(from) {
        let below = path.strip_prefix(from)?.to_string_lossy();
        if let Some(stem) = below.strip_suffix(".program.json") {
            let ending = if stem.ends_with("__model__") { "" } else { ".pdmodel" };
            let saved = to.join(format!("{stem}{ending}"));
            fs::create_dir_all(saved.parent().unwrap_or(to))?;
            fs::write(saved, model::encoded(&fs::read_to_string(&path)?)?)?;
        } else if below.ends_with(".yaml") || below.ends_with("opgen.toml") {
            let copy = to.join(&*below);
            fs::create_dir_all(copy.parent().unwrap_or(to))?;
            fs::copy(&path, copy)?;
        }
    }
    Ok(())
}

/// Compares the files that a command writes and that the case expects.
fn outputs(command: &str, case: &Path) -> Result<(), Failed> {
    let out = Path::new(env!("CARGO_TARGET_TMPDIR")).join(command).join(name(case));
    let further = fs::read_to_string(case.join("arguments")).unwrap_or_default();
    let out_name = out.to_string_lossy();
    let root: &[&str] = if further.contains("--root") { &[] } else { &["--root", "."] };
    let arguments = [&[command, "--out", &*out_name][..], root].concat();
    let (text, code) = opgen(&arguments.into_iter().chain(further.split_whitespace()).collect::<Vec<_>>(), case)?;
    if code != 0 {
        return Err(format!("opgen {command} failed:\n{text}").into());
    }
    let expected = files(&case.join("expected"));
    if expected.is_empty() {
        return Err("the case expects nothing: create the files below `expected/` that it is about".into());
    }
    for path in expected {
        let relative = path.strip_prefix(case.join("expected")).map_err(|error| error.to_string())?.to_string_lossy();
        let output = relative.strip_suffix(PATCH).unwrap_or(&relative);
        let made = fs::read_to_string(out.join(output)).map_err(|error| format!("{output}: {error}"))?;
        let of_built_in = Path::new(env!("CARGO_MANIFEST_DIR")).join("generated").join(output);
        if relative.ends_with(PATCH) {
            compare(&path, &patch(&fs::read_to_string(of_built_in)?, &made))?;
        } else if name(&path).starts_with("opgen_") && of_built_in.exists() {
            return Err(format!("{relative} repeats most of the file in `generated/`: expect {relative}{PATCH}").into());
        } else {
            compare(&path, &made)?;
        }
    }
    Ok(())
}

/// The ending of an expected file that contains only what differs from the built-in operators' output.
const PATCH: &str = ".patch";

/// The difference between two texts; empty if they are equal.
fn patch(from: &str, to: &str) -> String {
    TextDiff::configure()
        .algorithm(Algorithm::Patience)
        .diff_lines(from, to)
        .unified_diff()
        .context_radius(0)
        .to_string()
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let (folders, files): (Vec<_>, Vec<_>) = sorted(folder).into_iter().partition(|path| path.is_dir());
    files.into_iter().chain(folders.iter().flat_map(|folder| self::files(folder))).collect()
}

fn compare(path: &Path, actual: &str) -> Result<(), Failed> {
    let expected = fs::read_to_string(path).unwrap_or_default();
    if expected == actual {
        return Ok(());
    }
    if std::env::var_os("OPGEN_BLESS").is_some() {
        return Ok(fs::write(path, actual)?);
    }
    let diff = TextDiff::from_lines(expected.as_str(), actual);
    let diff = diff.unified_diff().context_radius(3).header("expected", "actual").to_string();
    Err(format!("{} is not what opgen says (OPGEN_BLESS=1 rewrites it):\n{diff}", path.display()).into())
}
