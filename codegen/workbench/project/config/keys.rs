//! The keys of `opgen.toml` with their meanings, for editors.

/// The keys of a table of `opgen.toml`, each with one line of documentation. The table of the whole file has no name. Empty if
/// the keys of a table are free, or if there is no such table.
pub fn keys_of(table: &str) -> &'static [(&'static str, &'static str)] {
    match table {
        "" => TOP,
        "outputs" => OUTPUTS,
        "cpp" => CPP,
        "target" => TARGET,
        "diff" => DIFF,
        "diff.allow" => ALLOW,
        _ => &[],
    }
}

const TOP: &[(&str, &str)] = &[
    ("rules", "The levels of rules: `W0306 = \"deny\"`"),
    ("hand_written", "Operators that are written in C++, so that entries about them are not mistakes"),
    ("baseline", "The file with known findings, which are not reported; by default `opgen-baseline.toml`"),
    ("profile", "The version of the framework: the name of a profile, or a table with the differences from one"),
    ("package", "A package of operators, instead of a profile: its name, frameworks, and default data types"),
    ("inputs", "The files of each kind, relative to the root: `ops = [\"ops/core.yaml\"]`"),
    ("outputs", "The output folder, the targets, the optional features, and the number of files for large sources"),
    ("templates", "The folder of the project's own templates, which replace opgen's templates of the same names"),
    ("syntax", "The syntax of templates, by the ending of their names"),
    ("cpp", "Where the C++ headers of an installed framework are, with which `opgen check` compares operators"),
    ("target", "A target that the project defines itself by a template"),
    ("diff", "Breaking changes that `opgen diff` allows"),
];

const OUTPUTS: &[(&str, &str)] = &[
    ("folder", "The output folder"),
    ("targets", "The targets to generate; by default all"),
    ("features", "The optional features to generate"),
    ("shards", "The number of files into which large sources are split"),
];

const CPP: &[(&str, &str)] = &[("include", "The folder with the framework's C++ headers, relative to the root")];

const TARGET: &[(&str, &str)] = &[
    ("name", "The name by which `--target` asks for the target"),
    ("template", "A file in the folder of templates"),
    ("output", "A template for the path of an output, relative to the output folder"),
    ("per", "What gets one output: each `op`, each `file`, or `all` operators together"),
    ("syntax", "The syntax of the template; by default, the ending of its name decides"),
    ("values", "Further values for the template: names with expressions"),
    ("shards", "The number of files into which the output is divided"),
    ("shard_key", "An expression for a text, which decides the file of an operator"),
    ("sharded", "Names with expressions for lists, which each file has for its own operators"),
];

const DIFF: &[(&str, &str)] = &[("allow", "A breaking change that the project has approved")];

const ALLOW: &[(&str, &str)] = &[
    ("class", "The classes that may break: `api`, `python`, `model`, `kernel` or `pir`"),
    ("operator", "The names of the operators, in which `*` stands for any text"),
    ("reason", "Why this is intended"),
    ("until", "When the allowance ends: the last day, or a git revision that the base does not contain yet"),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tables_have_the_keys_that_are_read() {
        let names = |table| keys_of(table).iter().map(|(key, _)| *key).collect::<Vec<_>>();
        assert_eq!(names(""), super::super::KEYS.iter().map(|(key, _)| *key).collect::<Vec<_>>());
        assert_eq!(names("outputs"), super::super::outputs::KEYS);
        assert_eq!(names("target"), super::super::target::KEYS);
        assert_eq!(names("diff"), super::super::allowances::DIFF_KEYS);
        assert_eq!(names("diff.allow"), super::super::allowances::KEYS);
    }
}
