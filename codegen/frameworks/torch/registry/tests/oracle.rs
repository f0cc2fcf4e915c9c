//! The trees of the oracle: every schema is printed as it was written, and the numbers of functions are those that PyTorch makes.

use std::path::{Path, PathBuf};
use std::process::Command;

use project::Root;
use project::settings::Options;
use source::{Catalogue, report};
use torch_registry::{Inputs, Program, Project, Torch};

const PROGRAM: Program = Program::new(
    Torch,
    Catalogue::new(&[source::rules::ALL, project::rules::ALL, torch_schema::rules::ALL, torch_spec::rules::ALL]),
    |_, _| {},
);

/// The inputs of a release, unpacked. `None` if there is no oracle.
fn inputs(version: &str, folder: &Path) -> Option<PathBuf> {
    let archive = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../../../../shared/oracle/torch")
        .join(version)
        .join("inputs.tar.xz");
    if !archive.exists() {
        eprintln!("skipped: there is no ../shared/oracle/torch");
        return None;
    }
    let status = Command::new("tar").arg("-xJf").arg(archive).arg("-C").arg(folder).status().expect("tar runs");
    assert!(status.success());
    Some(folder.to_owned())
}

fn read(root: PathBuf) -> Project {
    let project = Inputs::read(&Root::at(root), &Options::default(), PROGRAM).analyse();
    assert!(
        project.review.diagnostics.is_empty(),
        "{}",
        report::render_all(&project.review.diagnostics, &project.review.sources)
    );
    project
}

#[test]
fn schemas_are_printed_as_they_were_written() {
    for (version, profile, entries, generated) in
        [("2.8.0", "torch-2.8", 2650, 514), ("2.11.0", "torch-2.11", 2674, 520)]
    {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let Some(root) = inputs(version, folder.path()) else { return };
        let project = read(root);
        let registry = &project.registry;
        assert_eq!(registry.profile().name, profile);
        let (mut written, mut made) = (0, 0);
        for (id, function) in registry.functions() {
            if function.is_generated {
                made += 1;
                continue;
            }
            written += 1;
            let span = registry.span(id);
            let text = &project.review.sources.file(span.file).text()[span.start as usize..span.end as usize];
            assert_eq!(function.entry.qualified_schema(), text);
        }
        assert_eq!((written, made), (entries, generated), "{version}");
        assert!(registry.derivatives().expect("there are derivatives").all(|(_, function)| function.is_some()));
    }
}
