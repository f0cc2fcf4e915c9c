//! The keys that an entry may have at a place.

use profile::Holds;
use source::FileId;
use spec::keys::{self, Key, Keys, Shape};

use crate::view::View;

/// The keys of the mapping that the cursor is in. `None` if it has none of its own.
pub fn keys_at<'a>(view: &'a View, file: FileId, path: &[&str]) -> Option<Vec<Key<'a>>> {
    let of = |keys: Keys| keys.keys.to_vec();
    let mut keys: Vec<Key> = match view.holds(file)? {
        Holds::Operators(home) => keys::op(home, view.profile()),
        Holds::Compat => of(keys::COMPAT),
        Holds::Versions => of(keys::VERSION),
        Holds::Additions => of(keys::ADDITION),
        Holds::Names | Holds::Registered => return None,
    };
    let mut steps = path.iter();
    while let Some(step) = steps.next() {
        keys = match keys.iter().find(|key| key.name == *step)?.shape {
            Shape::Map(inner) | Shape::List(inner) => of(inner),
            Shape::Actions => keys::action(),
            Shape::Each(inner) => {
                // A name of the project's own stands between.
                steps.next()?;
                of(inner)
            }
            _ => return None,
        };
    }
    Some(keys)
}
