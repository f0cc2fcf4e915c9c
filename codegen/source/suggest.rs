//! "Did you mean ...?"

/// The candidate nearest to `name`, when it is near enough to be what was meant.
pub fn nearest<'a>(name: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let mut word = Word::new(name);
    let length = word.letters.len();
    let limit = (length / 3).max(1);
    let near = |candidate: &'a str| {
        let same_but_for_case = || candidate.eq_ignore_ascii_case(name).then_some(length);
        let distance = word.distance(candidate, limit).filter(|distance| *distance < length);
        Some((distance.or_else(same_but_for_case)?, candidate))
    };
    candidates.into_iter().filter_map(near).min().map(|(_, candidate)| candidate)
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

/// A word that others are compared with; nothing is allocated for each of them.
struct Word {
    letters: Vec<char>,
    /// Distances of the beginnings of the word to three successive beginnings of the other, the latest last.
    rows: [Vec<usize>; 3],
}

impl Word {
    fn new(word: &str) -> Self {
        let letters: Vec<char> = word.chars().collect();
        let row = vec![0; letters.len() + 1];
        Word { letters, rows: [row.clone(), row.clone(), row] }
    }

    /// The edit distance with transpositions of neighbours (optimal string alignment), where it is within the limit.
    fn distance(&mut self, other: &str, limit: usize) -> Option<usize> {
        let Word { letters, rows } = self;
        if other.chars().count().abs_diff(letters.len()) > limit {
            return None;
        }
        rows[2].iter_mut().enumerate().for_each(|(at, distance)| *distance = at);
        let mut before = None;
        for (count, letter) in other.chars().enumerate() {
            rows.rotate_left(1);
            let [earlier, last, row] = rows;
            row[0] = count + 1;
            for (at, own) in letters.iter().enumerate() {
                let substitution = last[at] + usize::from(*own != letter);
                let mut best = substitution.min(last[at + 1] + 1).min(row[at] + 1);
                if at > 0 && before == Some(*own) && letters[at - 1] == letter {
                    best = best.min(earlier[at - 1] + 1);
                }
                row[at + 1] = best;
            }
            // Neither this row nor the one before leads back below the limit.
            if row.iter().chain(&*last).all(|distance| *distance > limit) {
                return None;
            }
            before = Some(letter);
        }
        rows[2].last().copied().filter(|distance| *distance <= limit)
    }
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
