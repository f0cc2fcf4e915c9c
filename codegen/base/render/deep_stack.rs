//! A stack that is large enough for any template. minijinja bounds how deep brackets and blocks are nested, but not the length of
//! `1 + 1 + ...`, which it reads and forgets recursively.

use std::thread::{self, Builder};

use minijinja::{Error, ErrorKind};

/// The bytes of a text that any stack is large enough for.
const SHORT: usize = 16 << 10;

/// The stack that each byte of a text may take: an operator and its operand are two bytes, and take about 300.
const STACK_PER_BYTE: usize = 1 << 10;

/// The bytes of the longest template.
const LONGEST: usize = 4 << 20;

/// Does work that parses a text.
///
/// # Errors
/// Those of the work, or the text is too long.
pub fn parsing<T: Send>(text: &str, work: impl FnOnce() -> Result<T, Error> + Send) -> Result<T, Error> {
    if text.len() <= SHORT {
        return work();
    }
    let failed = |why: String| Error::new(ErrorKind::InvalidOperation, why);
    if text.len() > LONGEST {
        return Err(failed(format!("a template has at most {LONGEST} bytes")));
    }
    thread::scope(|scope| {
        let builder = Builder::new().stack_size(text.len() * STACK_PER_BYTE);
        let worker = builder.spawn_scoped(scope, work);
        let worker = worker.map_err(|error| failed(format!("there is no stack for this template: {error}")))?;
        worker.join().unwrap_or_else(|_| Err(failed("this template cannot be read".to_owned())))
    })
}

#[cfg(test)]
mod tests {
    use minijinja::Environment;

    use super::*;

    #[test]
    fn long_chains_are_parsed() {
        let env = Environment::new();
        for (link, number) in
            [("+1", 200_000), ("-1", 200_000), (".a", 200_000), ("|int", 100_000), (" and 1", 100_000)]
        {
            let text = format!("{{{{ 1{} }}}}", link.repeat(number));
            assert!(parsing(&text, || env.template_from_str(&text).map(drop)).is_ok(), "{link}");
        }
        let text = format!("{{% if 1 %}}{}{{% endif %}}", "{% elif 1 %}".repeat(100_000));
        assert!(parsing(&text, || env.template_from_str(&text).map(drop)).is_ok());
    }

    #[test]
    fn endless_templates_are_refused() {
        let text = " ".repeat(LONGEST + 1);
        assert!(parsing(&text, || Ok(())).is_err());
    }
}
