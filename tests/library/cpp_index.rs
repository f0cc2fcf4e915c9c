//! The index of a tree's C++ after files have changed.

use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, SystemTime};

use opgen::kernels::index::Index;
use opgen::profile::{CppSources, built_in};

const KERNELS: &str = "paddle/phi/kernels";

fn settings() -> CppSources {
    built_in("paddle-2.6").and_then(|profile| profile.cpp_sources.clone()).expect("it has C++")
}

/// Writes a file whose last change was some seconds after the epoch.
fn write(root: &Path, name: &str, text: &str, seconds: u64) {
    let path = root.join(KERNELS).join(name);
    fs::create_dir_all(path.parent().expect("it has a folder")).expect("it is writable");
    fs::write(&path, text).expect("it is writable");
    let time = SystemTime::UNIX_EPOCH + Duration::from_secs(seconds);
    fs::File::options().append(true).open(path).and_then(|file| file.set_modified(time)).expect("it is writable");
}

fn source(kernel: &str) -> String {
    format!(
        "void {kernel}Kernel(const Context& dev_ctx);\nPD_REGISTER_KERNEL({kernel}, CPU, ALL_LAYOUT, phi::{kernel}Kernel, float) {{}}\n"
    )
}

/// Everything that the index has, with the names of the files.
fn contents(index: &Index) -> Vec<String> {
    let functions = index.functions().map(|of| format!("{} {:?}", index.file(&of.place), of));
    let registrations = index.registrations().map(|of| format!("{} {:?}", index.file(&of.place), of));
    functions.chain(registrations).collect()
}

#[test]
fn an_updated_index_is_that_of_the_files() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let (root, settings) = (folder.path(), settings());
    let read = || Arc::new(Index::read(root, &settings).expect("there are few files").expect("there is C++"));
    write(root, "b.cc", &source("Bar"), 1);
    write(root, "c.cc", &source("Foo"), 1);
    let mut index = read();
    let changes: [(&str, Option<String>); 4] = [
        ("b.cc", Some(source("Baz"))),
        ("a.cc", Some(source("Abs"))),
        ("c.cc", None),
        ("d.cc", Some("void HelpBaz(int x);\n".to_owned())),
    ];
    for (time, (name, text)) in (2..).zip(changes) {
        assert!(Arc::ptr_eq(&index, &index.updated(&settings).expect("there is C++")), "before {name}");
        match text {
            Some(text) => write(root, name, &text, time),
            None => fs::remove_file(root.join(KERNELS).join(name)).expect("it was there"),
        }
        index = index.updated(&settings).expect("there is C++");
        assert_eq!(contents(&index), contents(&read()), "after {name}");
    }
    assert_eq!(index.kernels().collect::<Vec<_>>(), ["Abs", "Baz"]);
}

/// With the same size and time, a file counts as unchanged, so that this shows which files are read.
#[test]
fn only_changed_files_are_read_again() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let (root, settings) = (folder.path(), settings());
    write(root, "a.cc", &source("Bar"), 1);
    write(root, "b.cc", &source("Foo"), 1);
    let index = Arc::new(Index::read(root, &settings).expect("there are few files").expect("there is C++"));
    write(root, "a.cc", &source("Baz"), 1);
    write(root, "b.cc", &source("Fox"), 2);
    let updated = index.updated(&settings).expect("there is C++");
    assert_eq!(updated.kernels().collect::<Vec<_>>(), ["Bar", "Fox"]);
}

/// Another profile may read files in another way.
#[test]
fn with_other_settings_every_file_is_read() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let (root, settings) = (folder.path(), settings());
    write(root, "a.cc", &source("Bar"), 1);
    let index = Arc::new(Index::read(root, &settings).expect("there are few files").expect("there is C++"));
    let mut other = settings.clone();
    other.registrations.clear();
    let updated = index.updated(&other).expect("there is C++");
    assert_eq!(updated.registrations().count(), 0);
}
