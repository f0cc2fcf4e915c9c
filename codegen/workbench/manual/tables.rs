//! Generated tables in pages that are otherwise written by hand.

/// The page with each table between `<!-- KIND NAME -->` and `<!-- END -->` replaced by `table(NAME)`. Everything else is kept.
///
/// # Errors
/// There is no table of this name, or it has no end. The error is the name.
pub fn renew(page: &str, kind: &str, end: &str, table: impl Fn(&str) -> Option<String>) -> Result<String, String> {
    let (start, end) = (format!("<!-- {kind} "), format!("<!-- {end} -->"));
    let mut renewed = String::new();
    let mut rest = page;
    while let Some((before, behind)) = rest.split_once(&start) {
        let (name, behind) = behind.split_once(" -->").ok_or("a comment does not end")?;
        let (_, after) = behind.split_once(&end).ok_or_else(|| name.to_owned())?;
        let table = table(name).ok_or_else(|| name.to_owned())?;
        renewed += &format!("{before}{start}{name} -->\n\n{table}\n{end}");
        rest = after;
    }
    Ok(renewed + rest)
}
