//! Target `pir_python`: functions that Python calls to add operators to a program, methods that select these or those of the
//! dynamic graph, and their shared runtime.

mod function;
mod method;

use std::collections::BTreeSet;

use serde::Serialize;

use super::{BANNER, FilePlan, Item, items};
use forms::pir::{DialectOps, Entry};
use forms::python::Methods;
use function::Functions;
use profile::{Cast, Keywords, PirPython, PirPythonForm, Profile};
use registry::Registry;

#[derive(Serialize)]
struct FilesPlan<'a> {
    banner: &'a str,
    /// The target's section of the profile.
    pir_python: &'a PirPython,
    /// Operators record the Python call stack that created them.
    call_stacks: bool,
    /// Readers of values take a flag that says whether `None` is a value.
    none_flag: bool,
    /// The functions that read attributes, sorted and without duplicates.
    casts: BTreeSet<Reader<'a>>,
    /// How arguments are taken by keyword, if they are.
    keywords: Option<&'a Keywords>,
}

#[derive(Serialize, PartialEq, Eq, PartialOrd, Ord)]
struct Reader<'a> {
    reader: &'a str,
    returns: &'a str,
    generated: bool,
}

impl<'a> From<&'a Cast> for Reader<'a> {
    fn from(cast: &'a Cast) -> Self {
        Reader { reader: &cast.reader, returns: &cast.returns, generated: cast.generated }
    }
}

/// Plans all files of the target.
pub fn plan(registry: &Registry, profile: &Profile) -> Vec<FilePlan> {
    let (Some(python), Some(api)) = (&profile.pir_python, &profile.pir_api) else { return Vec::new() };
    let Some(dialect) = DialectOps::named(registry, profile, &api.dialect) else { return Vec::new() };
    let functions = Functions { registry, profile, python, dialect: dialect.section };
    let methods = Methods::new(registry, profile, python, dialect.section);
    let entries: Vec<&Entry> = dialect.entries().collect();
    let function_items = items(&entries, |entry| Item::new(entry.name(), functions.of(entry)));
    let method_items = items(&entries, |entry| Item::new(entry.name(), method::methods(entry, &methods)));
    let casts = python.casts.values().map(Reader::from).collect();
    let traces = python.form == PirPythonForm::Traced;
    let keywords = profile.python_c.as_ref().and_then(|python_c| python_c.keywords.as_ref());
    let plan =
        FilesPlan { banner: BANNER, pir_python: python, call_stacks: traces, none_flag: traces, casts, keywords };
    vec![
        FilePlan::new(&python.header, "pir_python/header.h.j2", &plan)
            .with_items("pir_python/declaration.h.j2", function_items.clone()),
        FilePlan::new(&python.runtime, "pir_python/runtime.h.j2", &plan),
        FilePlan::new(&python.runtime_impl, "pir_python/runtime_impl.h.j2", &plan),
        FilePlan::new(&python.source, "pir_python/source.cc.j2", &plan)
            .with_items("pir_python/function.cc.j2", function_items),
        FilePlan::new(&python.methods.source, "pir_python/methods.cc.j2", &plan)
            .with_part("table", "pir_python/row.cc.j2", method_items.clone())
            .with_items("pir_python/method.cc.j2", method_items),
        FilePlan::new(&python.methods.hand_written_source, "pir_python/hand_written.cc.j2", &plan),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use spec::AttrType;

    #[test]
    fn every_type_that_is_no_scalar_has_a_reader_and_a_reader_one_return_type() {
        let python = Profile::default().pir_python.expect("the profile has the section");
        let is_number = |name: &&str| name.parse::<AttrType>().is_ok_and(|ty| ty.is_scalar());
        let mut names = AttrType::names().filter(|name| !is_number(name));
        assert!(names.all(|name| python.casts.contains_key(name)));
        let readers: BTreeSet<&str> = python.casts.values().map(|cast| cast.reader.as_str()).collect();
        assert_eq!(readers.len(), python.casts.values().map(Reader::from).collect::<BTreeSet<_>>().len());
    }
}
