//! Days as `YYYY-MM-DD`.

use std::time::{SystemTime, UNIX_EPOCH};

const SECONDS: u64 = 24 * 60 * 60;

/// Whether a text can only be meant as a day, even if there is no such day.
pub fn looks_like_a_day(text: &str) -> bool {
    let form = |byte: u8| if byte.is_ascii_digit() { b'0' } else { byte };
    text.bytes().map(form).eq(*b"0000-00-00")
}

/// Whether a text that looks like a day is one.
pub fn is_a_day(text: &str) -> bool {
    let mut parts = text.split('-').map(str::parse);
    let (Some(Ok(year)), Some(Ok(month)), Some(Ok(day))) = (parts.next(), parts.next(), parts.next()) else {
        return false;
    };
    (1..=12).contains(&month) && (1..=days_in(year, month)).contains(&day)
}

/// Today, in universal time.
pub fn today() -> String {
    let seconds = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs());
    after_1970(seconds / SECONDS)
}

/// The day after a number of days since the first one of 1970.
fn after_1970(mut days: u64) -> String {
    let (mut year, mut month) = (1970, 1);
    while days >= days_in(year, month) {
        days -= days_in(year, month);
        (year, month) = if month == 12 { (year + 1, 1) } else { (year, month + 1) };
    }
    format!("{year:04}-{month:02}-{:02}", days + 1)
}

fn days_in(year: u64, month: u64) -> u64 {
    let is_leap = year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
    match month {
        2 if is_leap => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_are_counted() {
        let days = [(0, "1970-01-01"), (59, "1970-03-01"), (11016, "2000-02-29"), (20_454, "2026-01-01")];
        for (number, day) in days {
            assert_eq!(after_1970(number), day);
            assert!(is_a_day(day) && looks_like_a_day(day));
        }
        assert!(!is_a_day("2026-02-29") && !is_a_day("2026-13-01") && !is_a_day("2026-00-00"));
        assert!(!looks_like_a_day("v2026-01-01") && !looks_like_a_day("2026-1-1"));
    }
}
