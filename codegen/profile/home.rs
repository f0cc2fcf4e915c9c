//! The kinds of operator file, and which operators belong together: facts of a profile behind small handles.

use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::Mutex;

use serde::{Deserialize, Serialize, Serializer};

/// What kind of tensors the operators of a family work on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Tensors {
    #[default]
    Dense,
    Sparse,
    Strings,
}

/// The graph that the operators of a family are defined for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Graph {
    /// The dynamic graph. Other graphs take what they do not define themselves from there.
    #[default]
    Dynamic,
    /// The static graph of older programs.
    Static,
    /// Programs in the newer intermediate representation.
    Pir,
}

/// What a profile says of a family.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct FamilyFacts {
    /// The place among the families of the profile.
    pub order: usize,
    pub key: String,
    /// What its operators are called in messages: "dense", "fused".
    pub name: String,
    /// One line for documentation.
    pub about: String,
    pub tensors: Tensors,
    /// The dynamic graph has functions only of operators whose entries ask for them.
    pub on_request: bool,
    /// C++ functions that call kernels are made only of operators of the dynamic graph.
    pub graph: Graph,
    /// The family from which it takes what it does not define itself.
    pub falls_back_on: Option<String>,
    /// `op_compat.yaml` and `op_version.yaml` describe its operators.
    pub has_program_names: bool,
    /// Files with additions of a kind of device may add to its operators.
    pub takes_additions: bool,
}

/// A set of operators that can refer to each other. Within a family, a name refers to one operator.
#[derive(Clone, Copy)]
pub struct Family(&'static FamilyFacts);

/// What a profile says of a kind of file that defines operators.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct HomeFacts {
    pub key: String,
    pub family: Family,
    /// Whether the operators are gradients.
    pub is_backward: bool,
    /// The kind of file with the gradients of these operators, or the other way round.
    pub partner: Option<String>,
}

/// The kind of file that defines an operator.
#[derive(Clone, Copy)]
pub struct Home(&'static HomeFacts);

/// Equal facts are kept once, for as long as the program runs: there are only a few profiles.
fn interned<T: PartialEq>(facts: T, pool: &Mutex<Vec<&'static T>>) -> &'static T {
    let mut pool = pool.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
    if let Some(known) = pool.iter().find(|known| ***known == facts) {
        return known;
    }
    let facts: &'static T = Box::leak(Box::new(facts));
    pool.push(facts);
    facts
}

impl Family {
    pub fn new(facts: FamilyFacts) -> Self {
        static POOL: Mutex<Vec<&'static FamilyFacts>> = Mutex::new(Vec::new());
        Family(interned(facts, &POOL))
    }

    /// The name in a profile.
    pub fn key(self) -> &'static str {
        &self.0.key
    }

    /// What its operators are called in messages.
    pub fn name(self) -> &'static str {
        &self.0.name
    }

    /// The place among the families of the profile.
    pub fn order(self) -> usize {
        self.0.order
    }

    /// One line for documentation.
    pub fn about(self) -> &'static str {
        &self.0.about
    }

    pub fn tensors(self) -> Tensors {
        self.0.tensors
    }

    /// Whether the dynamic graph has functions only of operators whose entries ask for them.
    pub fn is_on_request(self) -> bool {
        self.0.on_request
    }

    pub fn graph(self) -> Graph {
        self.0.graph
    }

    /// Whether these are the static graph's own definitions.
    pub fn is_only_in_programs(self) -> bool {
        self.0.graph == Graph::Static
    }

    /// The family from which it takes what it does not define itself.
    pub fn falls_back_on(self) -> Option<&'static str> {
        self.0.falls_back_on.as_deref()
    }

    /// Whether `op_compat.yaml` and `op_version.yaml` describe its operators.
    pub fn has_program_names(self) -> bool {
        self.0.has_program_names
    }

    /// Whether files with additions of a kind of device may add to these operators.
    pub fn takes_additions(self) -> bool {
        self.0.takes_additions
    }
}

impl Home {
    pub fn new(facts: HomeFacts) -> Self {
        static POOL: Mutex<Vec<&'static HomeFacts>> = Mutex::new(Vec::new());
        Home(interned(facts, &POOL))
    }

    /// The name in a profile's inputs, and in the normal form.
    pub fn key(self) -> &'static str {
        &self.0.key
    }

    pub fn is_backward(self) -> bool {
        self.0.is_backward
    }

    pub fn family(self) -> Family {
        self.0.family
    }

    /// The kind of file with the gradients of a file's operators, or the other way round.
    pub fn partner(self) -> Option<&'static str> {
        self.0.partner.as_deref()
    }

    /// Whether the operators of two files can refer to each other in static programs.
    pub fn goes_with(self, other: Home) -> bool {
        self == other || self.partner() == Some(other.key())
    }

    /// Whether C++ functions that select and call kernels are generated for these operators.
    pub fn calls_kernels(self) -> bool {
        self.family().graph() == Graph::Dynamic
    }
}

/// A handle is known by its key, so that the operators of two profiles can be compared.
macro_rules! handle {
    ($handle:ident) => {
        impl PartialEq for $handle {
            fn eq(&self, other: &Self) -> bool {
                self.0.key == other.0.key
            }
        }

        impl Eq for $handle {}

        impl Ord for $handle {
            fn cmp(&self, other: &Self) -> Ordering {
                self.0.key.cmp(&other.0.key)
            }
        }

        impl PartialOrd for $handle {
            fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
                Some(self.cmp(other))
            }
        }

        impl Hash for $handle {
            fn hash<H: Hasher>(&self, state: &mut H) {
                self.0.key.hash(state);
            }
        }

        impl fmt::Debug for $handle {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(&self.0.key)
            }
        }
    };
}

handle!(Family);
handle!(Home);

impl Serialize for Home {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.key())
    }
}
