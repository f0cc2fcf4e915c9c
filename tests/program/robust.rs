//! `opgen generate` when runs are killed, overlap, or cannot rely on the clock.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{scope, sleep};
use std::time::{Duration, Instant, SystemTime};

use crate::skip::skip;
use crate::support::{Tree, text, tree};
use tempfile::TempDir;

const OPS: &str = "- op : foo\n  args : (Tensor x)\n  output : Tensor(out)\n  infer_meta :\n    func : UnchangedInferMeta\n  kernel :\n    func : foo\n";

/// Several projects in separate folders, and one output folder.
struct Fixture {
    folder: TempDir,
}

impl Fixture {
    fn new() -> Self {
        let fixture = Fixture { folder: tempfile::tempdir().expect("a temporary folder") };
        fixture.project("yaml", "foo");
        fixture
    }

    /// A project with one operator.
    fn project(&self, folder: &str, op: &str) {
        fs::create_dir_all(self.path(folder)).expect("a new folder");
        fs::write(self.path(folder).join("ops.yaml"), OPS.replace("foo", op)).expect("the folder is writable");
    }

    fn path(&self, relative: &str) -> PathBuf {
        self.folder.path().join(relative)
    }

    fn command(&self, root: &str) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_opgen"));
        command.args(["generate", "--root", root, "--out", "out"]).current_dir(self.folder.path());
        command
    }

    fn run(&self, root: &str) -> Output {
        self.command(root).output().expect("opgen runs")
    }

    fn start(&self, root: &str) -> Child {
        self.command(root).stdout(Stdio::null()).stderr(Stdio::piped()).spawn().expect("opgen runs")
    }

    /// Runs opgen and returns its standard output. The test fails if opgen fails.
    fn generate(&self, root: &str) -> String {
        let output = self.run(root);
        assert!(output.status.success(), "{}", text(&output.stderr));
        text(&output.stdout)
    }

    /// Every file in the output folder except opgen's own stamp and lock.
    fn tree(&self) -> Tree {
        tree(&self.path("out"))
    }

    /// The outputs of a project if nothing disturbs the run.
    fn expected(&self, root: &str) -> Tree {
        self.generate(root);
        let tree = self.tree();
        fs::remove_dir_all(self.path("out")).expect("it was made");
        tree
    }
}

/// Pseudo-random numbers that are the same in every test run.
struct Random(u64);

impl Random {
    /// A random part of a duration.
    fn part(&mut self, whole: Duration) -> Duration {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        whole.mul_f64((self.0 >> 11) as f64 / (1u64 << 53) as f64)
    }
}

fn is_temporary(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension == "tmp")
}

/// A sequence of runs that are killed, all in one folder.
struct Victim {
    fixture: Fixture,
    new: Tree,
    random: Random,
    /// The duration of a whole run, and the duration of its writing.
    whole: Duration,
    writing: Duration,
}

impl Victim {
    fn new(seed: u64) -> Self {
        let fixture = Fixture::new();
        let new = fixture.expected("yaml");
        let (whole, writing) = (Duration::ZERO, Duration::ZERO);
        let mut victim = Victim { fixture, new, random: Random(seed), whole, writing };
        victim.age("age 0");
        let start = Instant::now();
        let mut run = victim.fixture.start("yaml");
        victim.wait_for_lock(&mut run);
        victim.writing = start.elapsed();
        assert!(run.wait().expect("it was started").success());
        victim.whole = start.elapsed();
        victim.writing = victim.whole.checked_sub(victim.writing).unwrap();
        victim
    }

    fn path(&self, output: &Path) -> PathBuf {
        self.fixture.path("out").join(output)
    }

    /// Replaces every output with an old text. Temporary files are not changed.
    fn age(&self, old: &str) {
        for output in self.new.keys() {
            let path = self.path(output);
            fs::create_dir_all(path.parent().expect("it is in a folder")).expect("a new folder");
            fs::write(path, old).expect("it is writable");
        }
        let _ = fs::remove_file(self.fixture.path("out/.opgen-lock"));
    }

    fn wait_for_lock(&self, run: &mut Child) {
        let lock = self.fixture.path("out/.opgen-lock");
        while !lock.exists() && run.try_wait().expect("it was started").is_none() {
            sleep(Duration::from_micros(100));
        }
    }

    /// Kills a run at any moment, or while it writes. Returns whether it was killed in the middle of writing.
    fn kill(&mut self, old: &str, while_writing: bool) -> bool {
        self.age(old);
        let mut run = self.fixture.start("yaml");
        if while_writing {
            self.wait_for_lock(&mut run);
            sleep(self.random.part(self.writing));
        } else {
            sleep(self.random.part(self.whole.mul_f64(1.2)));
        }
        run.kill().expect("it was started");
        run.wait().expect("it was started");
        let mut tree = self.fixture.tree();
        let left = tree.keys().filter(|path| is_temporary(path)).count();
        tree.retain(|path, _| !is_temporary(path));
        assert!(tree.keys().eq(self.new.keys()), "outputs are missing, or there are others");
        let (mut olds, mut news) = (0, 0);
        for (path, text) in &tree {
            match text {
                text if *text == self.new[path] => news += 1,
                text if text == old => olds += 1,
                text => panic!("{} is half-written:\n{text}", path.display()),
            }
        }
        left > 0 || olds > 0 && news > 0
    }

    /// Completes a run without killing it.
    fn mend(&self) {
        self.fixture.generate("yaml");
        assert!(self.fixture.tree() == self.new, "a run does not mend what the killed ones left");
        assert!(self.fixture.generate("yaml").starts_with("0 written, "));
    }
}

/// Half of the runs are killed at any moment, half of them while they write. The next run finds what each one leaves.
#[test]
fn a_run_that_is_killed_leaves_old_or_new_files_and_nothing_that_the_next_run_stumbles_over() {
    let caught: usize = scope(|scope| {
        let lives = |seed| {
            move || {
                let mut victim = Victim::new(seed);
                let mut caught = 0;
                for round in 0..50 {
                    caught += usize::from(victim.kill(&format!("age {round}"), round % 2 == 1));
                    if round % 5 == 4 {
                        victim.mend();
                    }
                }
                caught
            }
        };
        let threads: Vec<_> = (0..4).map(|seed| scope.spawn(lives(seed))).collect();
        threads.into_iter().map(|thread| thread.join().expect("no half-written file")).sum()
    });
    assert!(caught >= 10, "of 200 runs only {caught} were killed in the middle of writing");
}

/// The outputs already match the inputs, so the only difference is what the killed run left behind.
#[test]
fn a_killed_run_is_cleaned_up_after_though_no_output_differs() {
    let fixture = Fixture::new();
    fixture.generate("yaml");
    let good = fixture.tree();
    let api = Path::new("paddle/phi/api/lib");
    for name in ["api.cc.tmp", "api.7.cc.tmp", "api.h.tmp"] {
        fs::write(fixture.path("out").join(api).join(name), "half a fi").expect("it is writable");
    }
    fs::write(fixture.path("out/.opgen-stamp.tmp"), "{").expect("it is writable");
    assert!(fixture.generate("yaml").starts_with("0 written, "));
    let mut tree = fixture.tree();
    let other = tree.remove(&api.join("api.h.tmp"));
    assert!(other.is_some(), "opgen makes no api.h there, so that file is somebody's");
    assert_eq!(tree, good);
}

/// Ends a loop in another thread, even if the test fails.
struct Over<'a>(&'a AtomicBool);

impl Drop for Over<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

#[test]
fn runs_that_meet_take_turns() {
    let fixture = Fixture::new();
    fixture.project("other", "bar");
    let expected = [fixture.expected("yaml"), fixture.expected("other")];
    let is_over = AtomicBool::new(false);
    scope(|scope| {
        // A process that compiles at the same time never sees half a file.
        let reader = scope.spawn(|| {
            let api = Path::new("paddle/phi/api/lib/api.cc");
            let mut seen = 0;
            while !is_over.load(Ordering::Relaxed) {
                if let Ok(text) = fs::read_to_string(fixture.path("out").join(api)) {
                    assert!(expected.iter().any(|tree| tree[api] == text), "half a file:\n{text}");
                    seen += 1;
                }
            }
            seen
        });
        let over = Over(&is_over);
        for _ in 0..5 {
            let runs: Vec<_> = ["yaml", "other", "yaml", "other"].map(|root| fixture.start(root)).into();
            for run in runs {
                let output = run.wait_with_output().expect("it was started");
                assert!(output.status.success(), "{}", text(&output.stderr));
            }
            assert!(expected.contains(&fixture.tree()), "the outputs of two runs are mixed");
        }
        drop(over);
        assert!(reader.join().expect("every file is whole") > 0);
    });
    assert!(fixture.generate("yaml").contains(" written, "));
    assert_eq!(fixture.tree(), expected[0]);
}

/// The run read its inputs before they changed. It must not write the outputs of the old inputs after the other run is
/// done.
#[test]
fn a_run_that_had_to_wait_writes_what_the_inputs_are_by_then() {
    let fixture = Fixture::new();
    let new = {
        fixture.project("other", "bar");
        fixture.expected("other")
    };
    fs::create_dir(fixture.path("out")).expect("a new folder");
    let lock = File::create(fixture.path("out/.opgen-lock")).expect("a new file");
    lock.lock().expect("nobody else has it");
    let mut run = fixture.start("yaml");
    let mut said = [0; 45];
    std::io::Read::read_exact(&mut run.stderr.take().expect("it is piped"), &mut said).expect("it says why it waits");
    assert!(text(&said).starts_with("waiting for another run that is writing to "), "{}", text(&said));
    assert!(run.try_wait().expect("it was started").is_none() && fixture.tree().is_empty());
    fixture.project("yaml", "bar");
    drop(lock);
    assert!(run.wait().expect("it was started").success());
    assert_eq!(fixture.tree(), new);
}

#[test]
fn times_of_files_mean_nothing() {
    let fixture = Fixture::new();
    fixture.generate("yaml");
    let set = |path: PathBuf, seconds: u64| {
        let time = SystemTime::UNIX_EPOCH + Duration::from_secs(seconds);
        let file = File::options().append(true).open(&path).expect("it is there");
        file.set_modified(time).expect("it is ours");
    };
    // The outputs are from the year 2100, the inputs from 1970.
    fixture.tree().into_keys().for_each(|output| set(fixture.path("out").join(output), 4_102_444_800));
    set(fixture.path("yaml/ops.yaml"), 1);
    assert!(fixture.generate("yaml").starts_with("0 written, "));
    fixture.project("yaml", "bar");
    set(fixture.path("yaml/ops.yaml"), 1);
    assert!(!fixture.generate("yaml").starts_with("0 written, "));
    // A change that keeps the size and the modification time.
    let api = fixture.path("out/paddle/phi/api/lib/api.cc");
    let good = fs::read_to_string(&api).expect("it was made");
    let time = fs::metadata(&api).and_then(|metadata| metadata.modified()).expect("it was made");
    fs::write(&api, good.replace("bar", "baz")).expect("it is writable");
    File::options().append(true).open(&api).and_then(|file| file.set_modified(time)).expect("it is ours");
    assert!(fixture.generate("yaml").starts_with("1 written, "));
    assert_eq!(fs::read_to_string(&api).expect("it was made"), good);
}

#[test]
fn a_folder_that_cannot_be_written_is_fine_where_nothing_is_to_be_written() {
    let fixture = Fixture::new();
    let out = fixture.path("out");
    fs::create_dir(&out).expect("a new folder");
    let mount = |arguments: &[&str]| {
        let mounted = Command::new("mount").args(arguments).arg("tmpfs").arg(&out).output();
        mounted.is_ok_and(|output| output.status.success())
    };
    if !mount(&["-t", "tmpfs"]) {
        skip("a disk can only be mounted by root");
        return;
    }
    fixture.generate("yaml");
    assert!(mount(&["-o", "remount,ro"]));
    let idle = fixture.run("yaml");
    fixture.project("yaml", "bar");
    let (check, refused) = (fixture.command("yaml").arg("--check").output().expect("it runs"), fixture.run("yaml"));
    Command::new("umount").arg(&out).status().expect("it was mounted");
    assert!(idle.status.success(), "{}", text(&idle.stderr));
    assert_eq!(check.status.code(), Some(1), "{}", text(&check.stderr));
    assert_eq!(refused.status.code(), Some(2));
    assert!(text(&refused.stderr).contains("Read-only file system"), "{}", text(&refused.stderr));
}

/// What opgen prints if a run has to wait so long that a user would want to know why.
fn seen_while_waiting(fixture: &Fixture, mut run: Command) -> String {
    let lock = File::create(fixture.path("out/.opgen-lock")).expect("the folder is writable");
    lock.lock().expect("nobody else has it");
    let run = run.current_dir(fixture.folder.path()).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let run = run.spawn().expect("it runs");
    sleep(Duration::from_millis(2500));
    drop(lock);
    let output = run.wait_with_output().expect("it was started");
    text(&output.stdout) + &text(&output.stderr)
}

#[test]
fn a_terminal_shows_how_long_it_takes_and_a_log_does_not() {
    let fixture = Fixture::new();
    fs::create_dir(fixture.path("out")).expect("a new folder");
    let mut terminal = Command::new("script");
    let generate = format!("{} generate --root yaml --out out", env!("CARGO_BIN_EXE_opgen"));
    terminal.args(["--quiet", "--return", "--command", &generate, "/dev/null"]);
    if Command::new("script").arg("--version").output().is_ok_and(|output| output.status.success()) {
        let seen = seen_while_waiting(&fixture, terminal);
        assert!(seen.contains("\r\u{1b}[Kwaiting for the output folder, 1 s\r\u{1b}[K"), "{seen:?}");
        let (_, last) = seen.rsplit_once("\r\u{1b}[K").expect("see above");
        assert!(last.contains(" written, "), "{seen:?}");
    } else {
        skip("there is no `script` to make a terminal with");
    }
    fixture.project("yaml", "bar");
    let log = seen_while_waiting(&fixture, fixture.command("yaml"));
    assert!(log.contains(" written, ") && log.contains("waiting for another run"), "{log:?}");
    assert!(!log.contains('\r') && !log.contains("the output folder"), "{log:?}");
}

/// What `opgen` prints about a project with one file.
fn checked(ops: &str, arguments: &[&str]) -> String {
    let folder = tempfile::tempdir().expect("a temporary folder");
    fs::write(folder.path().join("ops.yaml"), ops).expect("the folder is writable");
    let mut command = Command::new(env!("CARGO_BIN_EXE_opgen"));
    let output = command.args(["check", "--root", "."]).args(arguments).current_dir(folder.path()).output();
    text(&output.expect("opgen runs").stdout)
}

/// `first, second, ...`: one for each number.
fn numbered(count: usize, item: impl Fn(usize) -> String) -> String {
    (0..count).map(item).collect::<Vec<_>>().join(", ")
}

/// If any step compared each argument with all others, this would take many minutes.
#[test]
fn an_operator_may_have_tens_of_thousands_of_arguments() {
    let fixture = Fixture::new();
    for (ty, name) in [("Tensor", "x"), ("int", "a")] {
        let args = numbered(30_000, |at| format!("{ty} {name}{at}"));
        let outputs = numbered(30_000, |at| format!("Tensor(out{at})"));
        let ops = OPS.replace("Tensor x", &format!("Tensor z, {args}")).replace("Tensor(out)", &outputs);
        let marks = numbered(30_000, |at| format!("out{at}"));
        let ops = format!("{ops}  intermediate : {}\n", marks.replacen("out0, ", "", 1));
        assert!(checked(&ops, &[]).starts_with("1 operator, no errors or warnings"));
        fs::write(fixture.path("yaml/ops.yaml"), ops).expect("the folder is writable");
        fixture.generate("yaml");
    }
}

#[test]
fn ten_thousand_mistakes_in_a_line_are_shown_in_brief_and_listed_in_full() {
    let count = 10_000;
    let args = numbered(count, |at| format!("Tensr x{at}"));
    let names = numbered(count, |at| format!("y{at}"));
    let ops = OPS.replace("Tensor x", &args) + &OPS.replace("foo", "bar") + &format!("  optional : {names}\n");
    let text = checked(&ops, &[]);
    assert!(text.len() < 20_000, "{} bytes", text.len());
    assert!(text.contains("error[E0202]: 9990 more like this in ops.yaml, line 2\n"), "{text}");
    assert!(text.contains("error[E0301]: 9990 more like this in ops.yaml, line 15\n"), "{text}");
    assert!(text.ends_with("\n20000 errors, 0 warnings\n"), "{text}");
    let json: serde_json::Value = serde_json::from_str(&checked(&ops, &["--format", "json"])).expect("it is JSON");
    let findings = json.as_array().expect("it is an array");
    assert_eq!(findings.len(), 2 * count);
    let last = &findings[count - 1]["labels"][0];
    assert_eq!(last["column"], 3 + "args : (".len() + args.rfind("Tensr").expect("see above"));
}

#[test]
fn a_name_may_be_a_megabyte_long() {
    let ops = OPS.replace("Tensor x", &format!("Tensor {}, Tensr y", "é".repeat(500_000)));
    let text = checked(&ops, &[]);
    assert!(text.len() < 5_000, "{} bytes", text.len());
    assert!(text.contains(" --> ops.yaml:2:500020\n"), "{text}");
}
