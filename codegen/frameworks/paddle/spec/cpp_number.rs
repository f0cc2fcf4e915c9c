//! Numbers as C++ spells them.

/// The value of an integer in C++. One that is too long for `i128` becomes the greatest `i128`, which no C++ type can
/// hold.
pub fn whole(text: &str) -> Option<i128> {
    let digits = text.trim_start_matches(['-', '+']);
    let hex = digits.strip_prefix("0x").or_else(|| digits.strip_prefix("0X"));
    let (digits, radix) = hex.map_or((digits, 10), |digits| (digits, 16));
    let digits = digits.trim_end_matches(['u', 'U', 'l', 'L']);
    // A number with a zero in front is octal.
    let radix = if radix == 10 && digits.len() > 1 && digits.starts_with('0') { 8 } else { radix };
    let is_number = !digits.is_empty() && digits.chars().all(|c| c.is_digit(radix));
    let value = is_number.then(|| i128::from_str_radix(digits, radix).unwrap_or(i128::MAX))?;
    Some(if text.starts_with('-') { -value } else { value })
}

/// The value of a floating-point number in C++. Names, such as `INFINITY`, do not count.
pub fn fraction(text: &str) -> Option<f64> {
    let is_number = text.trim_start_matches(['-', '+']).starts_with(|c: char| c.is_ascii_digit() || c == '.');
    text.trim_end_matches(['f', 'F', 'l', 'L']).parse().ok().filter(|_| is_number)
}

/// True for a floating-point number without a sign.
pub fn is_fraction(digits: &str) -> bool {
    let fraction = digits.strip_suffix(['f', 'F', 'l', 'L']).unwrap_or(digits);
    fraction.contains(['.', 'e', 'E']) && fraction.parse::<f64>().is_ok()
}

/// True for a number without a sign. A suffix has at most three letters, as in `1ull`.
pub fn is_number(text: &str) -> bool {
    let suffix = text.len() - text.trim_end_matches(['u', 'U', 'l', 'L']).len();
    suffix <= "ull".len() && (whole(text).is_some() || is_fraction(text))
}
