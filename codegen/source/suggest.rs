//! "Did you mean ...?"

/// The candidate nearest to `name`, when it is near enough to be what was meant.
pub fn nearest<'a>(name: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let length = name.chars().count();
    let limit = (length / 3).max(1);
    let near =
        |distance, candidate: &str| distance <= limit && distance < length || candidate.eq_ignore_ascii_case(name);
    candidates
        .into_iter()
        .filter(|candidate| candidate.chars().count().abs_diff(length) <= limit)
        .map(|candidate| (distance(name, candidate), candidate))
        .filter(|&(distance, candidate)| near(distance, candidate))
        .min()
        .map(|(_, candidate)| candidate)
}

/// A help line that offers the nearest candidate, or else lists a few of them.
pub fn help<'a>(name: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<String> {
    const SHOWN: usize = 8;
    let candidates: Vec<_> = candidates.into_iter().collect();
    if let Some(near) = nearest(name, candidates.iter().copied()) {
        return Some(format!("did you mean `{near}`?"));
    }
    match candidates.len() {
        0 => None,
        n if n <= SHOWN => {
            let list: Vec<_> = candidates.iter().map(|c| format!("`{c}`")).collect();
            Some(format!("known here: {}", list.join(", ")))
        }
        _ => None,
    }
}

/// Edit distance with transpositions of neighbours (optimal string alignment).
fn distance(a: &str, b: &str) -> usize {
    let (a, b): (Vec<char>, Vec<char>) = (a.chars().collect(), b.chars().collect());
    let mut rows = vec![vec![0; b.len() + 1]; a.len() + 1];
    for (i, row) in rows.iter_mut().enumerate() {
        row[0] = i;
    }
    rows[0] = (0..=b.len()).collect();
    for i in 1..=a.len() {
        for j in 1..=b.len() {
            let substitution = rows[i - 1][j - 1] + usize::from(a[i - 1] != b[j - 1]);
            let mut best = substitution.min(rows[i - 1][j] + 1).min(rows[i][j - 1] + 1);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                best = best.min(rows[i - 2][j - 2] + 1);
            }
            rows[i][j] = best;
        }
    }
    rows[a.len()][b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn offers_what_was_probably_meant() {
        assert_eq!(nearest("weght", ["x", "weight"]), Some("weight"));
        assert_eq!(nearest("optinal", ["optional", "output"]), Some("optional"));
        assert_eq!(nearest("xy", ["yx"]), Some("yx"));
        assert_eq!(nearest("axis", ["x", "keepdim"]), None);
        assert_eq!([nearest("y", ["x"]), nearest("", ["x"]), nearest("X", ["x"])], [None, None, Some("x")]);
        assert_eq!(help("foo", ["x", "y"]).as_deref(), Some("known here: `x`, `y`"));
    }
}
