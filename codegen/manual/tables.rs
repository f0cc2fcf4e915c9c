//! Pages with tables that are generated, among text that is not.

/// The page with the tables between `<!-- KIND NAME -->` and `<!-- END -->` up to date and everything else unchanged. `table`
/// makes the table of a name.
///
/// # Errors
/// A table does not exist or has no end; the error is its name.
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
