//! Measures runs of `opgen generate`: from scratch, with nothing to do, with one operator edited, and with ten and a hundred
//! times as many operators.
//!
//! It measures the built-in operators and, if it is beside the checkout, the framework's own YAML.

mod copies;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use criterion::{BatchSize, BenchmarkId, Criterion, SamplingMode, Throughput, criterion_group, criterion_main};
use opgen::project::Root;

fn generate(root: &Path, out: &Path) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_opgen"));
    command.arg("generate").arg("--root").arg(root).arg("--out").arg(out).stdout(Stdio::null()).stderr(Stdio::null());
    assert!(command.status().expect("opgen runs").success());
}

/// The name and the root of each available set of operators.
fn roots() -> Vec<(&'static str, Root)> {
    let paddle = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/oracle/paddle-2.6.2/yaml");
    let paddle = paddle.is_dir().then_some(("paddle-2.6.2", Root::Tree(paddle)));
    [("built-in", Root::BuiltIn)].into_iter().chain(paddle).collect()
}

fn whole_process(criterion: &mut Criterion) {
    for (name, root) in roots() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let (tree, out) = (folder.path().join("yaml"), folder.path().join("out"));
        copies::write(&root, 1, &tree);
        let clean = || drop(fs::remove_dir_all(&out));
        let mut group = criterion.benchmark_group(name);
        group.sample_size(30);
        group.bench_function("from nothing", |bencher| {
            bencher.iter_batched(clean, |()| generate(&tree, &out), BatchSize::PerIteration);
        });
        generate(&tree, &out);
        group.bench_function("nothing to do", |bencher| bencher.iter(|| generate(&tree, &out)));
        group.bench_function("without the stamp", |bencher| {
            let remove_stamp = || drop(fs::remove_file(out.join(".opgen-stamp")));
            bencher.iter_batched(remove_stamp, |()| generate(&tree, &out), BatchSize::PerIteration);
        });
        let mut edit = Edit::new(&tree);
        group.bench_function("one operator edited", |bencher| {
            bencher.iter_batched(|| edit.toggle(), |()| generate(&tree, &out), BatchSize::PerIteration);
        });
        group.finish();
    }
}

/// Toggles the default of an attribute.
struct Edit {
    file: PathBuf,
    texts: [String; 2],
}

impl Edit {
    fn new(tree: &Path) -> Self {
        let paths = ["paddle/phi/api/yaml/ops.yaml", "ops.yaml"].map(|path| tree.join(path));
        let file = paths.into_iter().find(|file| file.is_file()).expect("it was written");
        let text = fs::read_to_string(&file).expect("it was written");
        let edited = text.replacen("= false", "= true", 1);
        assert!(edited != text, "there is such a default");
        Edit { file, texts: [text, edited] }
    }

    fn toggle(&mut self) {
        self.texts.swap(0, 1);
        fs::write(&self.file, &self.texts[0]).expect("it is writable");
    }
}

fn growth(criterion: &mut Criterion) {
    for (name, root) in roots() {
        let mut group = criterion.benchmark_group(format!("{name}, growing"));
        group.sample_size(10).sampling_mode(SamplingMode::Flat);
        for copies in [1, 10, 100] {
            let folder = tempfile::tempdir().expect("a temporary folder");
            let (tree, out) = (folder.path().join("yaml"), folder.path().join("out"));
            copies::write(&root, copies, &tree);
            let clean = || drop(fs::remove_dir_all(&out));
            group.throughput(Throughput::Elements(copies as u64));
            group.bench_function(BenchmarkId::from_parameter(copies), |bencher| {
                bencher.iter_batched(clean, |()| generate(&tree, &out), BatchSize::PerIteration);
            });
        }
        group.finish();
    }
}

criterion_group!(benches, whole_process, growth);
criterion_main!(benches);
