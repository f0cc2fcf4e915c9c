//! The keys that a mapping may have, and the shape of their values.

/// The shape of the value under a key.
#[derive(Debug, Clone, Copy)]
pub enum Shape {
    /// Text. The schemas do not describe its grammar.
    Text,
    /// Text, or nothing.
    TextOrNothing,
    /// An argument list: text in parentheses.
    Arguments,
    /// `true` or `false`.
    Flag,
    /// Text, a number or a boolean.
    Value,
    /// Names separated by commas, or a list of names.
    Names,
    /// A list of text, numbers and booleans, or nothing.
    Values,
    /// A list of text.
    Texts,
    /// A mapping with these keys.
    Map(Keys),
    /// A mapping from any name to text.
    Renames,
    /// A mapping from any name to text, or text.
    Rules,
    /// A mapping from any name to a list of names, and from this key to `true` or `false`.
    Aliases(&'static str),
    /// A mapping from any name to a mapping with these keys.
    Each(Keys),
    /// A list of mappings with these keys.
    List(Keys),
    /// A list of mappings, each of which describes one action of `op_version`.
    Actions,
}

/// The keys that a mapping may have.
#[derive(Debug, Clone, Copy)]
pub struct Keys {
    /// The keys, in the order of the documentation.
    pub keys: &'static [Key<'static>],
    /// If true, the framework ignores unknown keys, and anything that is not a mapping. They are then warnings.
    pub lenient: bool,
}

/// A key of a mapping.
#[derive(Debug, Clone, Copy)]
pub struct Key<'a> {
    /// The key as it is written.
    pub name: &'a str,
    /// The shape of its value.
    pub shape: Shape,
    /// True if the key must be present.
    pub required: bool,
    /// One line of documentation.
    pub about: &'a str,
}

impl Key<'static> {
    /// A key that may be absent.
    pub const fn optional(name: &'static str, shape: Shape, about: &'static str) -> Self {
        Key { name, shape, required: false, about }
    }

    /// A key that must be present.
    pub const fn required(name: &'static str, shape: Shape, about: &'static str) -> Self {
        Key { name, shape, required: true, about }
    }
}

impl Keys {
    /// The keys without their descriptions.
    pub fn names(self) -> Vec<&'static str> {
        names(self.keys)
    }
}

/// Some keys without their descriptions.
pub fn names<'a>(keys: &[Key<'a>]) -> Vec<&'a str> {
    keys.iter().map(|key| key.name).collect()
}

/// The keys of entries of a framework that shares Paddle's model.
#[derive(Debug)]
pub struct OwnKeys {
    /// The keys of Paddle's operators that its own have, too, beside those of their signatures, infer meta functions and kernels.
    pub shared: &'static [&'static str],
    /// The keys that only its entries have.
    pub entry: &'static [Key<'static>],
    /// The keys of `kernel`.
    pub kernel: Keys,
    /// The key of `kernel` that may stand instead of `func`.
    pub instead_of_func: &'static str,
}
