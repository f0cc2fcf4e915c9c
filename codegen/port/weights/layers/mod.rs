//! The layouts of weights: which tensors a converted class keeps in another way than PyTorch, by the layers that its source
//! makes, and by the patterns of the user.

mod bindings;
mod build;
mod change;
mod containers;
mod evaluate;
mod graph;
mod parameters;
mod pattern;
mod project;
mod table;

use std::path::Path;

pub(crate) use change::Change;
use graph::Graph;
use pattern::Pattern;

use crate::error::Result;

/// How the tensors of a checkpoint change.
#[derive(Debug, Default)]
pub struct Layouts {
    graph: Option<Graph>,
    transposed: Vec<Pattern>,
    kept: Vec<Pattern>,
}

impl Layouts {
    /// Layouts by patterns alone: names of tensors, in which `*` stands for any text.
    pub fn new(transposed: &[String], kept: &[String]) -> Self {
        let patterns = |texts: &[String]| texts.iter().map(|text| Pattern::new(text)).collect();
        Layouts { graph: None, transposed: patterns(transposed), kept: patterns(kept) }
    }

    /// Adds the layers of a class, or of what a function returns. `class` is its name, which may begin with that of its module.
    ///
    /// # Errors
    /// If the project cannot be read, or does not have the class.
    pub fn of_project(mut self, project: &Path, class: &str) -> Result<Self> {
        self.graph = Some(build::graph(project, class)?);
        Ok(self)
    }

    /// The change of a tensor; `None` if it stays as it is.
    ///
    /// # Errors
    /// The reason why its layer is unknown, if the layout depends on it.
    pub(crate) fn change_of(&self, name: &str, dimensions: usize) -> std::result::Result<Option<Change>, String> {
        if self.kept.iter().any(|pattern| pattern.matches(name)) {
            return Ok(None);
        }
        if self.transposed.iter().any(|pattern| pattern.matches(name)) {
            return Ok(Some(Change::transposed_by_user()));
        }
        match &self.graph {
            None => Ok(None),
            Some(graph) => graph.change_of(name, dimensions),
        }
    }

    /// The patterns that match none of some names.
    pub(crate) fn useless<'a>(&'a self, names: &[&str]) -> impl Iterator<Item = &'a str> {
        let is_useless = |pattern: &&Pattern| !names.iter().any(|name| pattern.matches(name));
        let useless: Vec<&Pattern> = self.transposed.iter().chain(&self.kept).filter(is_useless).collect();
        useless.into_iter().map(Pattern::text)
    }
}
