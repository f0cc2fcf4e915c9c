//! `opgen watch`, with files that are saved as an editor saves them.

use std::fs;
use std::io::{BufRead, BufReader, Read};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread::spawn;
use std::time::{Duration, Instant};

use tempfile::TempDir;

const OPS: &str = "- op : foo\n  args : (Tensor x)\n  output : Tensor(out)\n  infer_meta :\n    func : UnchangedInferMeta\n  kernel :\n    func : foo\n";

/// A project, and an opgen process that watches it.
struct Fixture {
    folder: TempDir,
    opgen: Child,
    lines: Receiver<String>,
}

impl Fixture {
    fn start() -> Self {
        Fixture::start_in("yaml", &["--root", "yaml", "--out", "out"])
    }

    /// With the operators in a folder.
    fn start_in(yaml: &str, arguments: &[&str]) -> Self {
        let folder = tempfile::tempdir().expect("a temporary folder");
        fs::create_dir_all(folder.path().join(yaml)).expect("a new folder");
        fs::write(folder.path().join(yaml).join("ops.yaml"), OPS).expect("it is writable");
        let mut opgen = Command::new(env!("CARGO_BIN_EXE_opgen"))
            .args(["watch", "--target", "cpp_api"])
            .args(arguments)
            .current_dir(folder.path())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("opgen runs");
        let (sender, lines) = channel();
        let streams: [Option<Box<dyn Read + Send>>; 2] =
            [opgen.stdout.take().map(|out| Box::new(out) as _), opgen.stderr.take().map(|err| Box::new(err) as _)];
        for stream in streams {
            let sender = sender.clone();
            let stream = BufReader::new(stream.expect("it is piped"));
            spawn(move || stream.lines().map_while(Result::ok).try_for_each(|line| sender.send(line)));
        }
        Fixture { folder, opgen, lines }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn save(&self, name: &str, text: &str) {
        fs::write(self.path(name), text).expect("it is writable");
    }

    /// Saves a file as many editors do: writes a new file and renames it.
    fn replace(&self, name: &str, text: &str) {
        self.save("new", text);
        fs::rename(self.path("new"), self.path(name)).expect("it is writable");
    }

    /// Waits for a line that contains the text.
    fn until(&self, what: &str) {
        let end = Instant::now() + Duration::from_secs(30);
        let mut seen = Vec::new();
        while let Ok(line) = self.lines.recv_timeout(end.saturating_duration_since(Instant::now())) {
            if line.contains(what) {
                return;
            }
            seen.push(line);
        }
        panic!("waited for `{what}`, and opgen said:\n{}", seen.join("\n"));
    }

    /// Fails if opgen prints something although nothing has happened.
    fn is_silent(&self) {
        let line = self.lines.recv_timeout(Duration::from_millis(500));
        assert!(line.is_err(), "{line:?}");
    }

    fn api(&self) -> String {
        fs::read_to_string(self.path("out/paddle/phi/api/lib/api.cc")).expect("it was made")
    }
}

impl Drop for Fixture {
    fn drop(&mut self) {
        let _ = self.opgen.kill();
        let _ = self.opgen.wait();
    }
}

#[test]
fn what_is_saved_is_checked_and_generated() {
    let fixture = Fixture::start();
    fixture.until("20 written, 0 unchanged");
    fixture.save("yaml/ops.yaml", &OPS.replace("func : foo", "func : bar"));
    fixture.until("2 written, 18 unchanged");
    assert!(fixture.api().contains("\"bar\""));

    fixture.save("yaml/ops.yaml", &OPS.replace("Tensor x", "Tensr x"));
    fixture.until("error[E0202]: unknown type `Tensr`");
    fixture.until("1 error, 0 warnings");
    assert!(fixture.api().contains("\"bar\""), "what is wrong changes nothing");
    // The file is correct again, and the outputs are unchanged.
    fixture.replace("yaml/ops.yaml", &OPS.replace("func : foo", "func : bar"));
    fixture.until("0 written, 20 unchanged");

    fixture.replace("yaml/ops.yaml", &OPS.replace("Tensor x", "Tensor y"));
    fixture.until(" written, ");
    assert!(fixture.api().contains("foo(const Tensor& y)"), "{}", fixture.api());
    fixture.save("yaml/opgen.toml", "rulez = 1\n");
    fixture.until("`rulez`");
    fs::remove_file(fixture.path("yaml/opgen.toml")).expect("it is there");
    fixture.until("0 written, 20 unchanged");
    fixture.is_silent();
}

#[test]
fn a_folder_that_is_replaced_is_watched_again() {
    let fixture = Fixture::start();
    fixture.until("20 written, 0 unchanged");
    fs::rename(fixture.path("yaml"), fixture.path("elsewhere")).expect("it is writable");
    fixture.until("error[E0009]");
    fs::create_dir(fixture.path("yaml")).expect("a new folder");
    fixture.save("yaml/ops.yaml", OPS);
    fixture.until("0 written, 20 unchanged");
    fixture.save("yaml/ops.yaml", &OPS.replace("func : foo", "func : bar"));
    fixture.until("2 written, 18 unchanged");
}

/// Every run prints the errors, so if nothing is printed, nothing has run.
#[test]
fn only_inputs_count() {
    let fixture = Fixture::start_in(".", &["--out", "."]);
    fixture.until("20 written, 0 unchanged");
    fixture.save("ops.yaml", &OPS.replace("Tensor x", "Tensr x"));
    fixture.until("1 error, 0 warnings");
    fs::create_dir(fixture.path(".git")).expect("a new folder");
    fs::create_dir(fixture.path("target")).expect("a new folder");
    let others =
        [".ops.yaml.swp", "4913", "ops.yaml~", "#ops.yaml#", "notes.txt", ".opgen-stamp", "paddle/phi/api/lib/x"];
    others.iter().for_each(|name| fixture.save(name, "x"));
    fixture.is_silent();
    // A file that would be an input.
    fixture.save("op_compat.yaml", "- op : foo\n");
    fixture.until("1 error, 0 warnings");
    fixture.save("ops.yaml", OPS);
    fixture.until("0 written, 20 unchanged");
    fixture.is_silent();
}

#[test]
fn templates_are_inputs_and_their_backups_are_none() {
    let fixture = Fixture::start();
    fixture.until("20 written, 0 unchanged");
    fs::create_dir(fixture.path("yaml/templates")).expect("a new folder");
    fixture.save("yaml/opgen.toml", "templates = \"templates\"\nrulez = 1\n");
    fixture.until("1 error, 0 warnings");
    fixture.save("yaml/templates/.page.j2.swp", "");
    fixture.is_silent();
    fixture.save("yaml/templates/page.j2", "");
    fixture.until("1 error, 1 warning (`--warnings` shows it)");
}

/// The files of a version are in several folders, some of which may not exist yet.
#[test]
fn every_file_of_a_tree_is_an_input() {
    let yaml = "tree/paddle/phi/ops/yaml";
    let arguments = ["--root", "tree", "--out", "out", "--target", "static_op,signature"];
    let fixture = Fixture::start_in(yaml, &arguments);
    fixture.until(" written, 0 unchanged");
    let signatures = || {
        let path = fixture.path("out/paddle/fluid/operators/ops_signature/generated_sig.cc");
        fs::read_to_string(path).expect("it was made")
    };
    assert!(signatures().contains("\"foo\""), "{}", signatures());
    fs::create_dir(fixture.path(&format!("{yaml}/legacy"))).expect("a new folder");
    fixture.save(&format!("{yaml}/legacy/ops_exclude.yaml"), "- foo\n");
    fixture.until(" written, ");
    assert!(!signatures().contains("\"foo\""), "{}", signatures());
    fixture.save(&format!("{yaml}/legacy/static_ops.yaml"), &OPS.replace("func : foo", "func : old_foo"));
    fixture.until(" written, ");
    fixture.save(&format!("{yaml}/legacy/ops_exclude.yaml"), "- bar\n");
    fixture.until("error[E0105]: `foo` is defined in both ops and legacy_static_ops");
    fixture.save(&format!("{yaml}/legacy/ops_exclude.yaml"), "- foo\n");
    fixture.until("0 written, ");
    fs::create_dir(fixture.path(&format!("{yaml}/inconsistent"))).expect("a new folder");
    fixture.save(&format!("{yaml}/inconsistent/dygraph_ops.yaml"), &OPS.replace("foo", "bar"));
    fixture.until(" written, ");
    assert!(fixture.api().contains("bar(const Tensor& x)"), "{}", fixture.api());
    fs::remove_dir_all(fixture.path(&format!("{yaml}/inconsistent"))).expect("it is there");
    fixture.until(" written, ");
    assert!(!fixture.api().contains("bar(const Tensor& x)"), "{}", fixture.api());
    fixture.is_silent();
}
