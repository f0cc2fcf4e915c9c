//! `opgen convert-weights`: Paddle loads what it writes. `tests/files.rs` has the cases.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::skip::skip;
use crate::support::{copy, opgen, text};
use crate::tensors;

/// Types that `.pdparams` has no arrays for.
const NOT_IN_PADDLE: [&str; 4] = ["F8_E4M3", "F8_E5M2", "U16", "U32"];

fn cases() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/weights/cases")
}

/// The cases that PyTorch reads and Paddle can hold.
fn loadable() -> Vec<PathBuf> {
    let folders = fs::read_dir(cases()).expect("the folder exists").map(|entry| entry.expect("it is readable").path());
    let is_loadable = |case: &PathBuf| {
        let values = fs::read_to_string(case.join("values.txt"));
        values.is_ok_and(|values| {
            !values.lines().any(|row| row.split(' ').nth(1).is_some_and(|kind| NOT_IN_PADDLE.contains(&kind)))
        })
    };
    let mut cases: Vec<PathBuf> = folders.filter(is_loadable).collect();
    cases.sort();
    cases
}

#[test]
fn paddle_loads_weights() {
    let pythons = ["OPGEN_PADDLE_PYTHON", "OPGEN_CONVERT_PYTHON"].map(env::var);
    let [Ok(older), Ok(newer)] = pythons else {
        skip("OPGEN_PADDLE_PYTHON and OPGEN_CONVERT_PYTHON do not say which Pythons have Paddle 2.6 and 3.3");
        return;
    };
    let folder = tempfile::tempdir().expect("a temporary folder");
    let cases = loadable();
    assert!(cases.len() >= 20, "there are {} cases", cases.len());
    let written: Vec<PathBuf> = cases.iter().map(|case| converted(case, folder.path())).collect();
    for python in [older, newer] {
        let script = cases[0].ancestors().nth(2).expect("it is in `weights`").join("loaded.py");
        let output = Command::new(&python).arg("-B").arg(script).args(&written).output().expect("Python runs");
        assert!(output.status.success(), "{python}: {}", text(&output.stderr));
        let printed = text(&output.stdout);
        let blocks: Vec<&str> = printed.split("\n\n").collect();
        for (case, block) in cases.iter().zip(blocks) {
            let expected = fs::read_to_string(case.join("values.txt")).expect("it exists");
            assert_eq!(block.trim(), expected.trim(), "{python}: {}", case.display());
        }
    }
}

/// Converts a case as its last line of arguments says, but to `.pdparams`.
fn converted(case: &Path, folder: &Path) -> PathBuf {
    let folder = folder.join(case.file_name().expect("it has a name"));
    copy(case, &folder);
    let arguments = fs::read_to_string(case.join("arguments")).expect("it exists");
    let mut lines = arguments.lines().filter(|line| line.contains("out.safetensors"));
    let line = lines.next_back().expect("there is one").replace("out.safetensors", "out.pdparams");
    let words: Vec<&str> = ["convert-weights"].into_iter().chain(line.split_whitespace()).collect();
    let said = opgen(&folder, &words);
    assert_eq!(said.code, Some(0), "{}: {}", case.display(), said.err);
    folder.join("out.pdparams")
}

/// The offset of a tensor's bytes in a view, and its length, may be anywhere in a large file.
#[test]
fn large_tensors_are_copied_in_pieces() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let rows: u32 = 700_000;
    let bytes: Vec<u8> = (0..rows).flat_map(u32::to_le_bytes).collect();
    let header = format!(r#"{{"w":{{"dtype":"I32","shape":[700,1000],"data_offsets":[0,{}]}}}}"#, bytes.len());
    let file = [&(header.len() as u64).to_le_bytes()[..], header.as_bytes(), &bytes].concat();
    fs::write(folder.path().join("w.safetensors"), file).expect("it is writable");
    for (options, expected) in [
        (&[][..], bytes.clone()),
        (&["--transpose", "w"], (0..rows).flat_map(|at| (at % 700 * 1000 + at / 700).to_le_bytes()).collect()),
    ] {
        let command = [&["convert-weights", "w.safetensors", "--out", "out.safetensors"], options].concat();
        assert_eq!(opgen(folder.path(), &command).code, Some(0));
        let written = fs::read(folder.path().join("out.safetensors")).expect("it was written");
        assert!(written.ends_with(&expected), "{options:?}");
        assert!(tensors::rows(&written).is_ok());
    }
}

#[test]
fn a_file_that_is_read_is_not_overwritten() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    copy(&cases().join("safetensors"), folder.path());
    let said = opgen(folder.path(), &["convert-weights", "model.safetensors", "--out", "./model.safetensors"]);
    assert_eq!((said.code, said.err.contains("so it cannot be written")), (Some(2), true), "{}", said.err);
}
