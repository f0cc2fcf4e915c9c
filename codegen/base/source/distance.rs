//! The number of typing errors between two names.

/// The length from which a name may have two mistakes and is still the same name.
pub const LONG_NAME: usize = 8;
/// The number of mistakes in a misspelling at most.
pub const MAX_TYPOS: usize = 2;
/// A shorter name with one letter changed may well be another one.
const SHORT_NAME: usize = 4;

/// Whether one name is a misspelling of another without doubt: one letter is wrong, missing, added or swapped with the next, or two
/// if the name is long, or only the case is wrong.
pub fn is_typo(written: &str, meant: &str) -> bool {
    let length = written.chars().count().min(meant.chars().count());
    let limit = if length < LONG_NAME { 1 } else { 2 };
    let digits = |name: &str| name.chars().filter(char::is_ascii_digit).collect::<String>();
    let is_near = || length >= SHORT_NAME && digits(written) == digits(meant) && !has_other_short_word(written, meant);
    let is_within = |limit| Word::new(written).distance(meant, limit).is_some();
    written.eq_ignore_ascii_case(meant) || (is_near() && is_within(limit))
}

/// Whether the names differ in a letter of a short word, such as `x_grad` and `y_grad`.
fn has_other_short_word(written: &str, meant: &str) -> bool {
    let letters = |word: &str| {
        let mut letters: Vec<char> = word.chars().collect();
        letters.sort_unstable();
        letters
    };
    let is_other = |(one, other): (&str, &str)| {
        let [one, other] = [one, other].map(letters);
        one.len() == other.len() && one.len() < SHORT_NAME && one != other
    };
    written.split('_').zip(meant.split('_')).any(is_other)
}

/// A word, with buffers so that comparing it with other words does not allocate.
pub struct Word {
    pub letters: Vec<char>,
    /// The last three rows of the distance table. A row holds the distances from one prefix of the other word to every
    /// prefix of this word.
    rows: [Vec<usize>; 3],
}

impl Word {
    pub fn new(word: &str) -> Self {
        let letters: Vec<char> = word.chars().collect();
        let row = vec![0; letters.len() + 1];
        Word { letters, rows: [row.clone(), row.clone(), row] }
    }

    /// The edit distance with transpositions of neighbours (optimal string alignment), if it is within the limit.
    pub fn distance(&mut self, other: &str, limit: usize) -> Option<usize> {
        let Word { letters, rows } = self;
        for (at, distance) in rows[2].iter_mut().enumerate() {
            *distance = at;
        }
        let (mut before, mut last_least) = (None, 0);
        for (count, letter) in other.chars().enumerate() {
            rows.rotate_left(1);
            let [earlier, last, row] = rows;
            row[0] = count + 1;
            let mut least = row[0];
            for (at, own) in letters.iter().enumerate() {
                let substitution = last[at] + usize::from(*own != letter);
                let mut best = substitution.min(last[at + 1] + 1).min(row[at] + 1);
                if at > 0 && before == Some(*own) && letters[at - 1] == letter {
                    best = best.min(earlier[at - 1] + 1);
                }
                row[at + 1] = best;
                least = least.min(best);
            }
            // If two consecutive rows exceed the limit, all later ones do, too.
            if least.min(last_least) > limit {
                return None;
            }
            (before, last_least) = (Some(letter), least);
        }
        rows[2].last().copied().filter(|distance| *distance <= limit)
    }
}
