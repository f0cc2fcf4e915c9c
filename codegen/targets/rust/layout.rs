//! Tokens as text, as rustfmt lays items out.

use proc_macro2::TokenStream;

/// Items, formatted.
///
/// # Panics
/// Never: they are written in this program, and tests make them.
pub fn items(tokens: TokenStream) -> String {
    let file: syn::File = syn::parse2(tokens).expect("these are items");
    let alone = |item| {
        prettyplease::unparse(&syn::File { shebang: None, frontmatter: None, attrs: Vec::new(), items: vec![item] })
    };
    file.items.into_iter().map(alone).collect::<Vec<_>>().join("\n")
}
