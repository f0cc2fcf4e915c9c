//! Functions that Python calls by keyword: in the wheel of 3.3.1, they do what those of the framework do.

use std::path::Path;

use crate::framework::{Framework, succeed};

/// Too many arguments are an error in both, in other words.
const WORDED_DIFFERENTLY: usize = 9;

/// Makes the recorded calls with the functions of the module in the build folder.
pub fn check(framework: &Framework, oracle: &Path, build: &Path) {
    let (probes, recorded) = (oracle.join("wheel/probes.py"), build.join("probes.json"));
    let probe = || framework.script(&probes, build);
    succeed(probe().arg("record").arg(&recorded).args(["--module", "generated"]), "the record");
    let compared = probe()
        .arg("compare")
        .arg(oracle.join("paddle-3.3.1/probes.json"))
        .arg(&recorded)
        .args(["--show", "800"])
        .output();
    let report = String::from_utf8_lossy(&compared.expect("Python runs").stdout).into_owned();
    let differences: Vec<&str> = report.lines().filter(|line| line.trim_start().starts_with("got ")).collect();
    assert!(differences.iter().all(|line| line.contains("() takes up to 4 arguments, but 5 were given")), "{report}");
    assert_eq!(differences.len(), WORDED_DIFFERENTLY, "{report}");
    assert!(report.contains("dynamic  682 / 691 same") && report.contains("static   52 / 52 same"), "{report}");
}
