//! What can be generated: from the registry to plans, and the files they are laid out in.
//!
//! A plan says what is to be generated, in the words of its target; a template only lays it out.

pub mod compat;
mod cpp;
pub mod cpp_api;
pub mod dygraph;
pub mod extra_info;
mod names;
pub mod operants;
pub mod prim;
pub mod python_c;
pub mod rust;
pub mod schema;
pub mod signature;
pub mod static_graph;
pub mod static_op;
pub mod stubs;

use std::borrow::Cow;
use std::fmt;
use std::sync::{Arc, LazyLock};

use minijinja::value::{Serde, Value};
use serde::Serialize;

use profile::Profile;
use registry::{OpId, Registry};

/// One output, ready to be rendered.
#[derive(Debug)]
pub struct FilePlan<'a> {
    /// Relative to the output folder, with `/`.
    pub path: String,
    pub template: Cow<'static, str>,
    pub context: Value,
    /// Parts that are rendered on their own. A source that has such parts can be divided into shards.
    pub parts: Vec<Part<'a>>,
    pub shard: Shard,
}

/// Which of the files this is that one source was divided into.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Shard {
    /// The first also holds what a source has only once.
    pub index: usize,
    /// How many there are.
    pub of: usize,
}

impl Shard {
    /// A file that is not divided.
    pub const WHOLE: Shard = Shard { index: 0, of: 1 };
}

/// What operators put into a file, one behind the other where the file's template says the name.
#[derive(Debug)]
pub struct Part<'a> {
    pub name: &'static str,
    /// It is one of a list, which the template has by the name.
    pub listed: bool,
    /// What each plan is laid out by; where there is none, it is the text itself.
    pub template: Option<&'static str>,
    pub items: Vec<Item<'a>>,
}

/// What one operator puts into a part: any number of plans, which are made when somebody asks for them.
#[derive(Clone)]
pub struct Item<'a> {
    pub op: OpId,
    /// The operator by which the item finds its shard. Items that change together have one.
    pub key: &'a str,
    /// Tells it from other items of its operator in the same part; and says what else its plans depend on.
    pub role: Cow<'static, str>,
    /// Headers that the file must include for this item.
    pub includes: &'static [&'static str],
    plans: Arc<LazyLock<Vec<Value>, Make<'a>>>,
}

type Make<'a> = Box<dyn FnOnce() -> Vec<Value> + Send + 'a>;

impl<'a> FilePlan<'a> {
    pub fn new(path: &str, template: impl Into<Cow<'static, str>>, context: impl Serialize) -> Self {
        let (template, context) = (template.into(), value(&context));
        FilePlan { path: path.to_owned(), template, context, parts: Vec::new(), shard: Shard::WHOLE }
    }

    /// Adds a part that the file's template calls `items`.
    pub fn with_items(self, template: &'static str, items: Vec<Item<'a>>) -> Self {
        self.with_part("items", template, items)
    }

    pub fn with_part(mut self, name: &'static str, template: &'static str, items: Vec<Item<'a>>) -> Self {
        self.parts.push(Part { name, listed: false, template: Some(template), items });
        self
    }

    /// Adds a part whose plans are the texts themselves.
    pub fn with_texts(mut self, name: &'static str, items: Vec<Item<'a>>) -> Self {
        self.parts.push(Part { name, listed: false, template: None, items });
        self
    }

    /// Adds parts that the file's template finds in a list.
    pub fn with_parts(
        mut self,
        name: &'static str,
        template: &'static str,
        parts: impl IntoIterator<Item = Vec<Item<'a>>>,
    ) -> Self {
        self.parts.extend(parts.into_iter().map(|items| Part { name, listed: true, template: Some(template), items }));
        self
    }
}

impl<'a> Item<'a> {
    /// What is made depends on nothing but the profile, and what is said of `op` and of the operators around it
    /// ([`crate::kin`]). It is made by one thread while others wait for it, so it must not wait itself.
    pub fn new<P: Serialize>(op: OpId, key: &'a str, make: impl FnOnce() -> Vec<P> + Send + 'a) -> Self {
        let make: Make = Box::new(|| make().iter().map(value).collect());
        Item { op, key, role: "".into(), includes: &[], plans: Arc::new(LazyLock::new(make)) }
    }

    /// The plans, in order.
    pub fn plans(&self) -> &[Value] {
        &self.plans
    }
}

impl fmt::Debug for Item<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Item").field("key", &self.key).field("role", &self.role).finish_non_exhaustive()
    }
}

/// A plan as templates see it.
pub fn value(plan: &impl Serialize) -> Value {
    Value::from(Serde(plan))
}

/// A group of outputs that is made together.
#[derive(Debug)]
pub struct Target {
    pub name: &'static str,
    pub title: &'static str,
    /// Its outputs. Which there are depends on the profile alone, not on the operators.
    pub plan: for<'a> fn(&'a Registry, &'a Profile) -> Vec<FilePlan<'a>>,
}

/// Every target.
pub const TARGETS: &[Target] = &[
    Target {
        name: "cpp_api",
        title: "C++ API functions, their runtime header, and the infer meta functions around kernels",
        plan: cpp_api::plan,
    },
    Target {
        name: "dygraph",
        title: "functions of the dynamic graph, their grad nodes and runtime header",
        plan: dygraph::plan,
    },
    Target {
        name: "python_c",
        title: "functions that Python calls in eager mode, and their runtime header",
        plan: python_c::plan,
    },
    Target {
        name: "stubs",
        title: "types and documentation of those functions, for editors and type checkers",
        plan: stubs::plan,
    },
    Target {
        name: "operants",
        title: "methods and operators of the C++ `Tensor`, and the classes that answer them in each mode",
        plan: operants::plan,
    },
    Target {
        name: "prim",
        title: "primitive functions, in the dynamic graph and in static programs, and their runtime header",
        plan: prim::plan,
    },
    Target {
        name: "signature",
        title: "from operators of the static graph to kernels and their arguments",
        plan: signature::plan,
    },
    Target {
        name: "static_op",
        title: "operators of the static graph: makers, kernel choice, gradients, versions, and their runtime header",
        plan: static_op::plan,
    },
    Target {
        name: "extra_info",
        title: "attributes that only programs of the static graph have, with defaults",
        plan: extra_info::plan,
    },
    Target {
        name: "compat",
        title: "legacy names of operators and arguments, for the translator of old programs",
        plan: compat::plan,
    },
    Target {
        name: "rust",
        title: "a Rust table of every operator, found by its name or by the one in saved programs",
        plan: rust::plan,
    },
];

/// The first line of every generated file.
pub const BANNER: &str = "Generated by opgen from operator YAML. Do not edit.";

/// The target of a name.
pub fn find(name: &str) -> Option<&'static Target> {
    TARGETS.iter().find(|target| target.name == name)
}
