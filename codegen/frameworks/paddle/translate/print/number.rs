//! Numbers with a fraction, written as the framework does.

/// At most six digits, like C++ streams: `0.1`, `1e-05`, `inf`.
pub fn six_digits(number: f64) -> String {
    if number.is_nan() {
        return if number.is_sign_negative() { "-nan" } else { "nan" }.to_owned();
    }
    if number.is_infinite() {
        return if number < 0.0 { "-inf" } else { "inf" }.to_owned();
    }
    let text = format!("{number:.5e}");
    let (sign, digits, exponent) = scientific(&text);
    let digits = digits.trim_end_matches('0');
    let digits = if digits.is_empty() { "0" } else { digits };
    if (-4..6).contains(&exponent) {
        return format!("{sign}{}", plain(digits, exponent));
    }
    format!("{sign}{}", with_exponent(digits, exponent))
}

/// The fewest digits that identify the number, like the framework's files: `2.0`, `1e-05`.
pub fn all_digits(number: f64) -> String {
    let text = format!("{number:e}");
    let (sign, digits, exponent) = scientific(&text);
    if (-4..15).contains(&exponent) {
        let plain = plain(&digits, exponent);
        let tail = if plain.contains('.') { "" } else { ".0" };
        return format!("{sign}{plain}{tail}");
    }
    format!("{sign}{}", with_exponent(&digits, exponent))
}

/// The sign, the digits without the point, and the exponent of the first digit.
fn scientific(text: &str) -> (&str, String, i32) {
    let (digits, exponent) = text.split_once('e').unwrap_or((text, "0"));
    let (sign, digits) = digits.split_at(usize::from(digits.starts_with('-')));
    (sign, digits.replace('.', ""), exponent.parse().unwrap_or(0))
}

/// Digits with the point behind the first one.
fn with_exponent(digits: &str, exponent: i32) -> String {
    let (first, rest) = digits.split_at(1);
    let point = if rest.is_empty() { "" } else { "." };
    let (mark, size) = if exponent < 0 { ('-', -exponent) } else { ('+', exponent) };
    format!("{first}{point}{rest}e{mark}{size:02}")
}

/// Digits with the point at the place that the exponent gives.
fn plain(digits: &str, exponent: i32) -> String {
    if exponent < 0 {
        return format!("0.{}{digits}", "0".repeat((-exponent - 1) as usize));
    }
    let before = exponent as usize + 1;
    if digits.len() <= before {
        return format!("{digits}{}", "0".repeat(before - digits.len()));
    }
    let (whole, fraction) = digits.split_at(before);
    format!("{whole}.{fraction}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_written_as_the_framework_does() {
        let six = [
            (0.1, "0.1"),
            (1e-5, "1e-05"),
            (123_456.0, "123456"),
            (1_234_567.0, "1.23457e+06"),
            (-0.0, "-0"),
            (0.0, "0"),
        ];
        for (number, text) in six {
            assert_eq!(six_digits(number), text);
        }
        assert_eq!(six_digits(f64::from(1.0f32 / 3.0)), "0.333333");
        assert_eq!(six_digits(999_999.5), "1e+06");
        assert_eq!(six_digits(f64::NEG_INFINITY), "-inf");
        let all = [
            (2.0, "2.0"),
            (1e-5, "1e-05"),
            (0.1, "0.1"),
            (1e15, "1e+15"),
            (123_456_789.0, "123456789.0"),
            (-0.0, "-0.0"),
            (1.5e-7, "1.5e-07"),
        ];
        for (number, text) in all {
            assert_eq!(all_digits(number), text);
        }
        assert_eq!(all_digits(f64::from(0.1f32)), "0.10000000149011612");
    }
}
