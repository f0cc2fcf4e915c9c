//! Tokens as text: items as rustfmt lays them out, and rows of the table on a line each.
//!
//! A row is not worth parsing: that would take longer than all other targets together.

use proc_macro2::{Delimiter, Spacing, TokenStream, TokenTree};

/// Items, formatted.
///
/// # Panics
/// Never: they are written in this program, and tests make them.
pub fn items(tokens: &TokenStream) -> String {
    let file: syn::File = syn::parse2(tokens.clone()).expect("these are items");
    let alone = |item| prettyplease::unparse(&syn::File { shebang: None, attrs: Vec::new(), items: vec![item] });
    file.items.into_iter().map(alone).collect::<Vec<_>>().join("\n")
}

/// An expression on one line.
pub fn line(tokens: TokenStream) -> String {
    let mut line = String::new();
    write(tokens, &mut line);
    line
}

fn write(tokens: TokenStream, line: &mut String) {
    for token in tokens {
        match token {
            TokenTree::Group(group) => {
                let (open, close) = match group.delimiter() {
                    Delimiter::Parenthesis => ("(", ")"),
                    Delimiter::Bracket => ("[", "]"),
                    Delimiter::Brace => (" { ", " }"),
                    Delimiter::None => ("", ""),
                };
                line.push_str(open);
                write(group.stream(), line);
                line.push_str(close);
            }
            TokenTree::Punct(punct) => {
                line.push(punct.as_char());
                let ends_path = line.ends_with("::");
                if punct.spacing() == Spacing::Alone && matches!(punct.as_char(), ',' | ':') && !ends_path {
                    line.push(' ');
                }
            }
            TokenTree::Ident(ident) => line.push_str(&ident.to_string()),
            TokenTree::Literal(literal) => line.push_str(&literal.to_string()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use quote::quote;

    #[test]
    fn rows_are_spaced_like_rust() {
        let tokens = quote! { op("a", World::Dense, &[-1, x], Some(A { b: "c: d, e", f: None })).of(g) };
        let line = line(tokens);
        assert_eq!(line, r#"op("a", World::Dense, &[-1, x], Some(A { b: "c: d, e", f: None })).of(g)"#);
    }
}
