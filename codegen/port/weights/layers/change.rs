//! Changes of tensors.

use crate::error::{Result, fail};
use crate::output::Output;
use crate::view::View;

/// How a layer of Paddle keeps a parameter that PyTorch keeps in another way.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    /// The two dimensions are exchanged.
    Transpose,
    /// It has another name in its layer.
    Rename(&'static str),
    /// The layer does not have it.
    Drop,
    /// It has a first dimension of length 1.
    AddDimension,
    /// It is divided into equal parts, which are parameters of their own. Matrices are transposed.
    Split(&'static [&'static str]),
}

/// A change, and who asked for it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Change {
    pub(super) kind: Kind,
    /// The name of the parameter in its layer.
    pub(super) parameter: String,
    /// The class of the layer. `None` if the user asked for the change.
    pub(super) class: Option<String>,
}

impl Change {
    pub(super) fn transposed_by_user() -> Self {
        Change { kind: Kind::Transpose, parameter: String::new(), class: None }
    }

    /// The tensors that replace a tensor.
    pub(crate) fn apply(&self, name: &str, view: &View) -> Result<Vec<Output>> {
        let renamed = |new: &str| format!("{}{new}", name.strip_suffix(self.parameter.as_str()).unwrap_or(name));
        let transposed = |view: View| if view.dimensions() == 2 { view.transposed() } else { view };
        let output = |name: String, view: View| vec![Output { name, view }];
        Ok(match self.kind {
            Kind::Transpose if view.dimensions() != 2 => {
                return fail(format!("`{name}` is not a matrix, so it cannot be transposed"));
            }
            Kind::Transpose => output(name.to_owned(), view.clone().transposed()),
            Kind::Rename(new) => output(renamed(new), view.clone()),
            Kind::Drop => Vec::new(),
            Kind::AddDimension => output(name.to_owned(), view.clone().with_first_dimension()),
            Kind::Split(names) => {
                let parts = names.len() as u64;
                if view.shape.first().is_none_or(|rows| rows % parts != 0) {
                    return fail(format!("`{name}` cannot be divided into {parts} parts"));
                }
                let part = |(index, new): (usize, &&str)| Output {
                    name: renamed(new),
                    view: transposed(view.clone().part(index as u64, parts)),
                };
                names.iter().enumerate().map(part).collect()
            }
        })
    }

    /// A line for the user.
    pub(crate) fn describe(&self, name: &str, view: &View, new: &[Output]) -> String {
        let by = self.class.as_ref().map_or_else(String::new, |class| format!(" ({class})"));
        let old = &view.shape;
        match (self.kind, new) {
            (Kind::Transpose, [new]) => format!("transposed {name} {old:?} -> {:?}{by}", new.view.shape),
            (Kind::AddDimension, [new]) => format!("reshaped {name} {old:?} -> {:?}{by}", new.view.shape),
            (Kind::Rename(_), [new]) => format!("renamed {name} -> {}{by}", new.name),
            (Kind::Drop, _) => format!("left out {name}{by}"),
            _ => {
                let parts: Vec<String> = new.iter().map(|new| format!("{} {:?}", new.name, new.view.shape)).collect();
                format!("split {name} {old:?} -> {}{by}", parts.join(", "))
            }
        }
    }
}
