//! The kinds of operator file and the families of operators: facts of a profile behind small handles.

use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::Mutex;

use serde::{Deserialize, Serialize, Serializer};

/// The kind of tensors that the operators of a family work on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Tensors {
    /// Dense tensors.
    #[default]
    Dense,
    /// Sparse tensors.
    Sparse,
    /// Tensors of strings.
    Strings,
}

/// The graph that the operators of a family are defined for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Graph {
    /// The dynamic graph. Other graphs use its operators where they do not define their own.
    #[default]
    Dynamic,
    /// The static graph of older programs.
    Static,
    /// Programs in PIR.
    Pir,
    /// None: the operators are outside the framework's tree, which learns of them when it runs.
    Outside,
}

/// A table below `[families]`.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FamilyFacts {
    /// The position among the families of the profile.
    #[serde(skip)]
    pub order: usize,
    /// The name of the table.
    #[serde(skip)]
    pub key: String,
    /// The adjective for its operators in messages, such as "dense" or "fused"; by default the key.
    #[serde(default)]
    pub name: String,
    /// One line for documentation.
    pub about: String,
    /// The kind of tensors that its operators work on.
    #[serde(default)]
    pub tensors: Tensors,
    /// The dynamic graph has functions only for operators whose entries ask for them.
    #[serde(default)]
    pub on_request: bool,
    /// C++ functions that call kernels exist only for operators of the dynamic graph.
    #[serde(default)]
    pub graph: Graph,
    /// The family that provides operators that this one does not define.
    pub falls_back_on: Option<String>,
    /// `op_compat.yaml` and `op_version.yaml` describe its operators.
    #[serde(default = "yes")]
    pub has_program_names: bool,
}

fn yes() -> bool {
    true
}

/// A set of operators that can refer to each other. Within a family, a name refers to one operator.
#[derive(Clone, Copy)]
pub struct Family(&'static FamilyFacts);

/// The facts about a kind of file that defines operators.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct HomeFacts {
    /// The name in a profile.
    pub key: String,
    /// The family of the operators.
    pub family: Family,
    /// Whether the operators are gradients.
    pub is_backward: bool,
    /// The kind of file with the gradients of these operators, or the other way round.
    pub partner: Option<String>,
}

/// The kind of file that defines an operator.
#[derive(Clone, Copy)]
pub struct Home(&'static HomeFacts);

/// Keeps one copy of equal facts for as long as the program runs: there are only a few profiles.
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
    /// The family with these facts.
    pub fn new(facts: FamilyFacts) -> Self {
        static POOL: Mutex<Vec<&'static FamilyFacts>> = Mutex::new(Vec::new());
        Family(interned(facts, &POOL))
    }

    /// The name in a profile.
    pub fn key(self) -> &'static str {
        &self.0.key
    }

    /// The adjective for its operators in messages, such as "dense" or "fused".
    pub fn name(self) -> &'static str {
        &self.0.name
    }

    /// The position among the families of the profile.
    pub fn order(self) -> usize {
        self.0.order
    }

    /// One line for documentation.
    pub fn about(self) -> &'static str {
        &self.0.about
    }

    /// The kind of tensors that its operators work on.
    pub fn tensors(self) -> Tensors {
        self.0.tensors
    }

    /// Whether the dynamic graph has functions only for operators whose entries ask for them.
    pub fn is_on_request(self) -> bool {
        self.0.on_request
    }

    /// The graph that its operators are defined for.
    pub fn graph(self) -> Graph {
        self.0.graph
    }

    /// Whether these are the static graph's own definitions.
    pub fn is_only_in_programs(self) -> bool {
        self.0.graph == Graph::Static
    }

    /// The family that provides operators that this one does not define.
    pub fn falls_back_on(self) -> Option<&'static str> {
        self.0.falls_back_on.as_deref()
    }

    /// Whether `op_compat.yaml` and `op_version.yaml` describe its operators.
    pub fn has_program_names(self) -> bool {
        self.0.has_program_names
    }
}

impl Home {
    /// The kind of file with these facts.
    pub fn new(facts: HomeFacts) -> Self {
        static POOL: Mutex<Vec<&'static HomeFacts>> = Mutex::new(Vec::new());
        Home(interned(facts, &POOL))
    }

    /// The name in a profile's inputs, and in the normal form.
    pub fn key(self) -> &'static str {
        &self.0.key
    }

    /// Whether the operators are gradients.
    pub fn is_backward(self) -> bool {
        self.0.is_backward
    }

    /// The family of the operators.
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
