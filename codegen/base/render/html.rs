//! Escapes text in HTML pages.

use minijinja::{Error, Output};

/// Whether a template is a page of the reference, so that its values are escaped.
pub fn is_page(template: &str) -> bool {
    template.starts_with("reference/") && template.ends_with(".html.j2")
}

/// Writes text into HTML. Unlike minijinja, it does not escape slashes, because links contain many.
pub fn write(out: &mut Output, text: &str) -> Result<(), Error> {
    let mut written = 0;
    for (at, letter) in text.match_indices(['&', '<', '>', '"', '\'']) {
        out.write_str(&text[written..at])?;
        out.write_str(match letter {
            "&" => "&amp;",
            "<" => "&lt;",
            ">" => "&gt;",
            "\"" => "&quot;",
            _ => "&#39;",
        })?;
        written = at + letter.len();
    }
    Ok(out.write_str(&text[written..])?)
}

#[cfg(test)]
mod tests {
    use crate::Templates;

    #[test]
    fn only_pages_of_the_reference_escape() {
        let page = "<p title='{{ text }}'>";
        let templates =
            Templates::new(&[("reference/a.html.j2", page), ("reference/a.js.j2", "{{ text }}"), ("a.html.j2", page)]);
        let rendered = |name: &str| {
            let context = minijinja::context! { text => "<a/b> & \"'é" };
            templates.env.get_template(name).and_then(|template| template.render(context)).expect("it renders")
        };
        assert_eq!(rendered("reference/a.html.j2"), "<p title='&lt;a/b&gt; &amp; &quot;&#39;é'>");
        assert_eq!(rendered("reference/a.js.j2"), "<a/b> & \"'é");
        assert_eq!(rendered("a.html.j2"), "<p title='<a/b> & \"'é'>");
    }
}
