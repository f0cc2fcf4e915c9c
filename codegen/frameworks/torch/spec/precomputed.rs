//! The lines of `precomputed`: arguments that the meta function computes for the kernel.

use source::fields::{self, Fields};
use source::text::Text;
use source::{Diagnostic, Diagnostics, Spanned};
use torch_schema::{Argument, parse};

use crate::rules;

/// What the meta function computes for the kernel.
#[derive(Debug, Clone, Default)]
pub struct Precomputed {
    /// Arguments of the schema, with those that the kernel takes in place of each.
    pub replaced: Vec<(Spanned<String>, Vec<Argument>)>,
    /// Arguments that the kernel takes in addition.
    pub added: Vec<Argument>,
}

/// Reads the lines. `None` if the key is absent, or a line has a mistake, which has been reported.
pub(crate) fn read(fields: &Fields, diagnostics: &mut Diagnostics) -> Option<Precomputed> {
    let node = fields.get("precomputed")?;
    let items = fields::items(node, format_args!("`precomputed` of {}", fields.what), diagnostics)?;
    let (mut read, mut is_sound) = (Precomputed::default(), true);
    for (at, item) in items.iter().enumerate() {
        let line = fields::text(item, format_args!("a line of `precomputed` of {}", fields.what), diagnostics);
        is_sound &= line.and_then(|line| read_line(line, at + 1 == items.len(), &mut read, diagnostics)).is_some();
    }
    is_sound.then_some(read)
}

fn read_line(line: Text, is_last: bool, read: &mut Precomputed, diagnostics: &mut Diagnostics) -> Option<()> {
    let Some((replaced, with)) = line.split_once("->") else {
        if is_last && !line.as_str().contains(" - ") {
            read.added = arguments(line, diagnostics)?;
            return Some(());
        }
        let problem = Diagnostic::new(rules::BAD_PRECOMPUTED, line.span(), "a line of `precomputed` lacks its `->`");
        diagnostics.push(problem.help("write `argument -> type name, ...`; only the last line may add arguments"));
        return None;
    };
    if !replaced.is_name() {
        let message = format!("`{}` is not the name of an argument", replaced.as_str());
        diagnostics.push(Diagnostic::new(rules::BAD_PRECOMPUTED, replaced.span(), message));
        return None;
    }
    read.replaced.push((replaced.to_spanned(), arguments(with, diagnostics)?));
    Some(())
}

fn arguments(text: Text, diagnostics: &mut Diagnostics) -> Option<Vec<Argument>> {
    let read: Vec<_> = text.split(',').into_iter().map(|piece| parse::argument(piece, diagnostics)).collect();
    let arguments: Vec<Argument> = read.into_iter().collect::<Option<_>>()?;
    for Argument { name, .. } in &arguments {
        if !name.value.contains(|c: char| c.is_lowercase()) {
            let message = format!("`{}` has no small letter, and template parameters are named like this", name.value);
            diagnostics.push(Diagnostic::new(rules::BAD_PRECOMPUTED, name.span, message));
            return None;
        }
    }
    Some(arguments)
}
