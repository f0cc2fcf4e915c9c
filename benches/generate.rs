//! Whole-process timings of `opgen generate`: from nothing, and with nothing to do.
//!
//! The framework's YAML is used where it stands beside the checkout, the built-in operators always.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use criterion::{BatchSize, Criterion, criterion_group, criterion_main};

fn generate(root: Option<&Path>, out: &Path) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_opgen"));
    command.arg("generate").arg("--out").arg(out).stdout(Stdio::null()).stderr(Stdio::null());
    if let Some(root) = root {
        command.arg("--root").arg(root);
    }
    assert!(command.status().expect("opgen runs").success());
}

fn whole_process(criterion: &mut Criterion) {
    let paddle = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/oracle/paddle-2.6.2/yaml");
    let mut roots: Vec<(&str, Option<PathBuf>)> = vec![("built-in", None)];
    if paddle.is_dir() {
        roots.push(("paddle-2.6.2", Some(paddle)));
    }
    for (name, root) in roots {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let out = folder.path().join("out");
        let mut group = criterion.benchmark_group(name);
        group.sample_size(30);
        group.bench_function("from nothing", |bencher| {
            let clean = || drop(fs::remove_dir_all(&out));
            bencher.iter_batched(clean, |()| generate(root.as_deref(), &out), BatchSize::PerIteration);
        });
        generate(root.as_deref(), &out);
        group.bench_function("nothing to do", |bencher| bencher.iter(|| generate(root.as_deref(), &out)));
        group.bench_function("without the stamp", |bencher| {
            let unstamp = || drop(fs::remove_file(out.join(".opgen-stamp")));
            bencher.iter_batched(unstamp, |()| generate(root.as_deref(), &out), BatchSize::PerIteration);
        });
        group.finish();
    }
}

criterion_group!(benches, whole_process);
criterion_main!(benches);
