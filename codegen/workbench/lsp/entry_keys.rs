//! The keys that mappings can have, by their place in an entry.

use profile::Holds;
use source::FileId;
use spec::keys::{self, Key, Keys, Shape};

use crate::view::View;

/// The keys that the mapping below a path of keys can have. `None` if they are free, or if there is no such mapping.
pub fn keys_at<'a>(view: &'a View, file: FileId, path: &[&str]) -> Option<Vec<Key<'a>>> {
    let of = |keys: Keys| keys.keys.to_vec();
    let mut keys: Vec<Key> = match view.holds(file)? {
        Holds::Operators(home) => keys::op(home, view.profile()),
        Holds::Compat => of(keys::COMPAT),
        Holds::Versions => of(keys::VERSION),
        Holds::Additions => of(keys::ADDITION),
        Holds::PythonApis => keys::python_api_entry(),
        Holds::Names | Holds::Registered => return None,
    };
    let mut steps = path.iter();
    while let Some(step) = steps.next() {
        keys = match keys.iter().find(|key| key.name == *step)?.shape {
            Shape::Map(inner) | Shape::List(inner) => of(inner),
            Shape::Actions => keys::action(),
            Shape::Each(inner) => {
                // The next key is a free name.
                steps.next()?;
                of(inner)
            }
            _ => return None,
        };
    }
    Some(keys)
}
