//! The data of the oracle: hints written by hand are those of the released stubs.

use std::collections::BTreeMap;
use std::path::Path;
use std::process::Command;

use torch_python::HandHint;

/// The releases, each with its profile.
const RELEASES: [(&str, &str); 2] = [("2.8.0", "torch-2.8"), ("2.11.0", "torch-2.11")];

/// The inputs of a release, unpacked into a folder. False if there is no oracle.
fn unpack(version: &str, folder: &Path) -> bool {
    let archive = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../../../../shared/oracle/torch")
        .join(version)
        .join("inputs.tar.xz");
    if !archive.exists() {
        eprintln!("skipped: there is no ../shared/oracle/torch");
        return false;
    }
    let status = Command::new("tar").arg("-xJf").arg(archive).arg("-C").arg(folder).status().expect("tar runs");
    assert!(status.success());
    true
}

fn text(folder: &Path, path: &str) -> String {
    std::fs::read_to_string(folder.join(path)).expect("the oracle has the file")
}

#[test]
fn hints_written_by_hand_are_those_of_the_released_stubs() {
    for (version, profile) in RELEASES {
        let folder = tempfile::tempdir().expect("a temporary folder");
        if !unpack(version, folder.path()) {
            return;
        }
        let data: serde_json::Value =
            serde_json::from_str(&text(folder.path(), "data/hand_hints.json")).expect("it is JSON");
        let hints = &torch_profile::built_in(profile).expect("it is built in").hints;
        for (kind, written) in
            [("functions", &hints.functions), ("methods", &hints.methods), ("operators", &hints.operators)]
        {
            let spelled = |(name, texts): (&String, &Vec<String>)| {
                let hints = texts.iter().map(|text| HandHint::read(name, text).expect("it is a hint").spelled());
                (name.clone(), hints.collect::<Vec<_>>())
            };
            let spelled: BTreeMap<_, _> = written.iter().map(spelled).filter(|(_, hints)| !hints.is_empty()).collect();
            let expected: BTreeMap<String, Vec<String>> =
                serde_json::from_value(data[kind].clone()).expect("it is a table of lists");
            assert_eq!(spelled, expected, "{kind} of {version}");
        }
    }
}
