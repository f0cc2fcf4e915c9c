//! `opgen diff` with an archive or another repository as the base, and what `[[diff.allow]]` allows until a revision.

use std::fs;
use std::path::Path;
use std::process::Command;

use tempfile::TempDir;

use crate::support::{OP, Said, folder_with, text, write};

/// Runs a program in a folder, without the git settings of this machine. Temporary files are in `temp` beside the folder.
fn run(program: &str, folder: &Path, arguments: &[&str]) -> Said {
    let temp = folder.with_extension("temp");
    fs::create_dir_all(&temp).expect("it is writable");
    let mut command = Command::new(program);
    command.args(arguments).current_dir(folder).env("TMPDIR", &temp);
    command.env("GIT_CONFIG_GLOBAL", "/dev/null").env("GIT_CONFIG_NOSYSTEM", "1");
    let output = command.output().unwrap_or_else(|error| panic!("{program} runs: {error}"));
    assert_eq!(fs::read_dir(&temp).expect("it is there").count(), 0, "temporary files are left over");
    Said { out: text(&output.stdout), err: text(&output.stderr), code: output.status.code() }
}

fn git(folder: &Path, arguments: &[&str]) {
    let user = ["-c", "user.name=a", "-c", "user.email=a@example.org", "-c", "init.defaultBranch=main"];
    let said = run("git", folder, &[&user, arguments].concat());
    assert_eq!(said.code, Some(0), "{said:?}");
}

fn diff(folder: &Path, arguments: &[&str]) -> Said {
    run(env!("CARGO_BIN_EXE_opgen"), folder, &[&["diff", "--target", "none"], arguments].concat())
}

/// A repository whose only tag has `foo`, which the working tree no longer has. The YAML is in the folder `below`.
fn repository(holder: &TempDir, below: &str) -> std::path::PathBuf {
    let folder = holder.path().join("repository");
    let file = format!("{below}ops.yaml");
    let bar = OP.replace("foo", "bar");
    write(&folder, &file, &format!("{OP}\n{bar}"));
    git(&folder, &["init", "-q"]);
    git(&folder, &["add", "."]);
    git(&folder, &["commit", "-qm", "one"]);
    git(&folder, &["tag", "v1"]);
    write(&folder, &file, &bar);
    folder
}

fn holder() -> TempDir {
    tempfile::tempdir().expect("a temporary folder")
}

/// The report without the name of the base.
fn anonymous(said: &Said, base: &str) -> String {
    format!("{}{}", said.out, said.err).replace(base, "BASE")
}

#[test]
fn archives_and_repositories_elsewhere_are_like_revisions() {
    for below in ["", "paddle/yaml/"] {
        let holder = holder();
        let folder = repository(&holder, below);
        let root: &[&str] = if below.is_empty() { &[] } else { &["--root", "paddle/yaml"] };
        let expected = diff(&folder, &[&["v1"], root].concat());
        assert!(expected.out.contains("`foo` was removed") && expected.code == Some(1), "{expected:?}");
        assert!(expected.out.contains(&format!("v1:{below}ops.yaml:1:8")), "{expected:?}");
        let mut bases = vec![format!("file://{}#v1", folder.display())];
        for ending in ["tar", "tar.gz", "tgz", "zip"] {
            for prefix in ["", "Paddle-1/"] {
                let archive = format!("../{}{ending}", if prefix.is_empty() { "flat." } else { "nested." });
                git(&folder, &["archive", "--output", &archive, "--prefix", prefix, "v1"]);
                bases.push(archive);
            }
        }
        for base in bases {
            let said = diff(&folder, &[&[base.as_str()], root].concat());
            assert_eq!(anonymous(&said, &base), anonymous(&expected, "v1"), "{base}");
            assert_eq!(said.code, expected.code);
            let sarif = diff(&folder, &[&[base.as_str(), "--format", "sarif"], root].concat());
            assert!(sarif.out.contains(&format!("\"uri\": \"{below}ops.yaml\"")), "{base}: {}", sarif.out);
        }
    }
}

#[test]
fn addresses_and_archives_with_mistakes_are_errors() {
    let holder = holder();
    let folder = repository(&holder, "");
    write(&folder, "short.zip", "PK");
    write(&folder, "text.tar", &"text\n".repeat(200));
    write(&folder, "other.tar.xz", "xz");
    write(&folder, "broken.tgz", "\u{1f}");
    let address = format!("file://{}", folder.display());
    let nothing = format!("file://{}/nothing", folder.display());
    for (base, problem) in [
        ("http://127.0.0.1:9/a", "cannot fetch by `http`: use https, ssh, file"),
        ("ext::sh -c touch% trace", "is neither a path nor a git revision"),
        ("ext://sh", "cannot fetch by `ext`: use https, ssh, file"),
        (&format!("{address}#v2"), "cannot fetch `v2` of file://"),
        (&format!("{address}#--upload-pack=touch"), "is not the name of a branch or a tag"),
        (&nothing, "cannot fetch `HEAD` of file://"),
        ("short.zip", "cannot read short.zip: it is not a zip archive"),
        ("text.tar", "cannot read text.tar: it is not a tar archive"),
        ("other.tar.xz", "opgen cannot read `.tar.xz`, only .tar, .tar.gz, .tgz, .zip: unpack other.tar.xz first"),
        ("broken.tgz", "cannot read broken.tgz: it is not a tar archive"),
    ] {
        let said = diff(&folder, &[base]);
        assert!(said.err.contains(problem) && said.code == Some(2), "{base}: {said:?}");
    }
    let in_folder = diff(&folder, &[&format!("{address}#v1"), "--root", "yaml"]);
    assert_eq!(in_folder.code, Some(2), "{in_folder:?}");
}

/// Neither the configuration of the tree nor a hook takes part in a fetch.
#[test]
fn a_fetch_runs_nothing_that_a_repository_configures() {
    let holder = holder();
    let folder = repository(&holder, "");
    let trace = holder.path().join("trace");
    let trap = format!("touch '{}'; false", trace.display());
    for key in ["core.sshCommand", "core.fsmonitor", "credential.helper", "uploadpack.packObjectsHook", "core.gitProxy"]
    {
        git(&folder, &["config", key, &trap]);
    }
    let address = format!("file://{}", folder.display());
    git(&folder, &["config", &format!("url.ext::sh -c touch% {}.insteadOf", trace.display()), &address]);
    write(&folder, ".git/hooks/post-checkout", &format!("#!/bin/sh\n{trap}\n"));
    assert_eq!(diff(&folder, &[&format!("{address}#v1")]).code, Some(1));
    // A hook of git points to the repository that runs it.
    let mut hook = Command::new(env!("CARGO_BIN_EXE_opgen"));
    hook.args(["diff", &format!("{address}#v1"), "--target", "none"]).current_dir(&folder);
    hook.env("GIT_DIR", folder.join(".git")).env("GIT_INDEX_FILE", ".git/index");
    assert_eq!(hook.output().expect("opgen runs").status.code(), Some(1));
    assert!(!trace.exists());
    let shallow = folder.join(".git/shallow");
    assert!(!shallow.exists() && !folder.join(".git/FETCH_HEAD").exists());
}

const MAKE_ARCHIVES: &str = "import io, tarfile, zipfile
with tarfile.open('links.tar', 'w') as tar:
    for name, target in (('t/ops.yaml', '/etc/passwd'), ('t/dir', '/tmp')):
        link = tarfile.TarInfo(name)
        link.type, link.linkname = tarfile.SYMTYPE, target
        tar.addfile(link)
for name, path in (('up', '../../evil.yaml'), ('absolute', '/tmp/evil.yaml')):
    with tarfile.open(name + '.tar', 'w') as tar:
        file = tarfile.TarInfo(path)
        file.size = 3
        tar.addfile(file, io.BytesIO(b'abc'))
    with zipfile.ZipFile(name + '.zip', 'w') as zip:
        zip.writestr(path, 'abc')
with tarfile.open('long.tar', 'w', format=tarfile.GNU_FORMAT) as tar:
    file = tarfile.TarInfo('a' * 120 + '/ops.yaml')
    text = open('ops.yaml', 'rb').read()
    file.size = len(text)
    tar.addfile(file, io.BytesIO(text))
with zipfile.ZipFile('bomb.zip', 'w', zipfile.ZIP_DEFLATED) as zip:
    zip.writestr('ops.yaml', bytes(1 << 20))
data = bytearray(open('bomb.zip', 'rb').read())
at = data.rfind(b'PK\\x01\\x02')
data[at + 24:at + 28] = (10).to_bytes(4, 'little')
open('lying.zip', 'wb').write(data)
";

#[test]
fn archives_write_nothing_outside_and_no_links() {
    let holder = holder();
    let folder = repository(&holder, "");
    let made = run("python3", &folder, &["-c", MAKE_ARCHIVES]);
    assert_eq!(made.code, Some(0), "{made:?}");
    for archive in ["up.tar", "up.zip", "absolute.tar", "absolute.zip"] {
        let said = diff(&folder, &[archive]);
        assert!(said.err.contains("leads out of the archive") && said.code == Some(2), "{archive}: {said:?}");
    }
    assert!(!Path::new("/tmp/evil.yaml").exists() && !holder.path().join("evil.yaml").exists());
    let lying = diff(&folder, &["lying.zip"]);
    assert!(lying.err.contains("the decompressed data is too large"), "{lying:?}");
    let links = diff(&folder, &["links.tar"]);
    assert!(links.err.contains("no operator YAML in links.tar") && links.code == Some(2), "{links:?}");
    let long = diff(&folder, &["long.tar"]);
    assert!(long.out.contains("no operator changed") && long.code == Some(0), "{long:?}");
}

/// Everybody who follows the revision has adapted.
#[test]
fn an_allowance_ends_with_a_base_that_contains_its_revision() {
    let holder = holder();
    let folder = repository(&holder, "");
    let allowance = |until: &str| {
        let toml = "[[diff.allow]]\nclass = \"api, model\"\noperator = \"foo\"\nreason = \"bar is better\"\n";
        write(&folder, "opgen.toml", &format!("{toml}until = \"{until}\"\n"));
    };
    for (until, code) in [("v2", 0), ("v1", 1), ("main", 1), ("2999-01-01", 0), ("2000-01-01", 1)] {
        allowance(until);
        let said = diff(&folder, &["v1", "--deny", "api,model,python"]);
        let has_expired = said.out.contains("warning[W0707]") && said.out.contains("--> opgen.toml:5:");
        assert_eq!((said.code, has_expired), (Some(code), code == 1), "{until}: {said:?}");
        assert_eq!(said.out.contains("allowed: bar is better (opgen.toml:4:"), code == 0, "{until}: {said:?}");
    }
    // The base comes after the revision.
    write(&folder, "further.txt", "");
    git(&folder, &["add", "further.txt"]);
    git(&folder, &["commit", "-qm", "two"]);
    allowance("v1");
    assert_eq!(diff(&folder, &["main"]).code, Some(1));
    git(&folder, &["tag", "v2"]);
    allowance("v2");
    assert_eq!(diff(&folder, &["v1"]).code, Some(0), "users of v1 have not followed yet");
}

#[test]
fn an_unused_allowance_without_an_end_is_a_warning() {
    let toml = "[[diff.allow]]\nclass = \"api\"\noperator = \"foo\"\nreason = \"nobody calls it\"\n";
    let folder = folder_with(&[("base/ops.yaml", OP), ("head/ops.yaml", OP), ("head/opgen.toml", toml)]);
    let said = diff(folder.path(), &["base", "head"]);
    assert!(said.out.contains("warning[W0704]") && said.out.contains("head/opgen.toml:3:"), "{said:?}");
    assert_eq!(said.code, Some(0));
    let github = diff(folder.path(), &["base", "head", "--format", "github"]);
    assert!(github.out.contains("::warning file=head/opgen.toml,line=3,"), "{github:?}");
}
