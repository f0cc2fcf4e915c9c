//! Target `stubs`: types and documentation of the functions that Python calls, for editors and type checkers.

use forms::python::{Callable, callables, hidden};
use indexmap::IndexMap;
use serde::Serialize;

use super::{BANNER, FilePlan, Item, items};
use profile::Profile;
use registry::Registry;

#[derive(Serialize)]
struct FileContext<'a> {
    banner: &'a str,
    /// The names and types of tables that Python can read.
    info_tables: Option<&'a IndexMap<String, String>>,
    /// Whether some arguments can be passed by keyword.
    by_keyword: bool,
}

/// Plans the only file.
pub fn plan(registry: &Registry, profile: &Profile) -> Vec<FilePlan> {
    let Some(stubs) = &profile.stubs else { return Vec::new() };
    let callables: Vec<Callable> = callables(registry, profile, |_| true).collect();
    let hidden = hidden(&callables, stubs);
    let info_tables = profile.python_c.as_ref().map(|python_c| &python_c.info_tables);
    let by_keyword = profile.python_c.as_ref().is_some_and(|python_c| python_c.keywords.is_some());
    let context = FileContext { banner: BANNER, info_tables, by_keyword };
    let file = FilePlan::new(&stubs.file, "stubs/file.pyi.j2", context);
    let item = |callable: &Callable| Item::new(&callable.op.name.value, callable.functions(stubs, &hidden));
    vec![file.with_items("stubs/function.pyi.j2", items(&callables, item))]
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use forms::python::CONTAINERS;
    use profile::Profile;
    use spec::AttrType;

    #[test]
    fn every_type_of_attribute_has_one_in_python() {
        let stubs = Profile::default().stubs.expect("the profile has the section");
        let elements = AttrType::names().filter_map(|name| name.parse::<AttrType>().ok()).map(|ty| ty.element);
        for element in elements {
            assert!(stubs.types.contains_key(&AttrType::one(element).to_string()), "{element:?}");
        }
    }

    #[test]
    fn the_template_asks_for_every_container() {
        let template = include_str!("../../../../../templates/stubs/signature.j2");
        let asked: BTreeSet<&str> = template.split("in hidden").filter_map(|text| text.rsplit('"').nth(1)).collect();
        assert!(CONTAINERS.iter().all(|name| asked.contains(name)), "{asked:?}");
        assert_eq!(template.matches("\" in hidden").count(), CONTAINERS.len());
    }
}
