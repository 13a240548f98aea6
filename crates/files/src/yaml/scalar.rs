//! The values of plain scalars by YAML 1.1, as PyYAML's SafeLoader and CloudFormation read them.
//!
//! Dates stay texts, because CloudFormation has no dates. So do numbers that JSON cannot write. Must not know tags.

use hashrange_wire::JsonContent;

/// The value of a scalar without quotes.
pub(super) fn plain(text: &str) -> JsonContent {
    match text {
        "" | "~" | "null" | "Null" | "NULL" => JsonContent::Null,
        "true" | "True" | "TRUE" | "yes" | "Yes" | "YES" | "on" | "On" | "ON" => JsonContent::Bool(true),
        "false" | "False" | "FALSE" | "no" | "No" | "NO" | "off" | "Off" | "OFF" => JsonContent::Bool(false),
        _ => number(text).map_or_else(|| JsonContent::Text(text.to_owned()), JsonContent::Number),
    }
}

/// The digits of a number, as JSON writes them.
fn number(text: &str) -> Option<String> {
    let unsigned = text.strip_prefix(['-', '+']).unwrap_or(text);
    let has_sign = unsigned.len() < text.len();
    if !unsigned.starts_with(|first: char| first.is_ascii_digit() || first == '.') {
        return None;
    }
    let digits = unsigned.replace('_', "");
    let value = if let Some(binary) = digits.strip_prefix("0b") {
        with_base(binary, 2)?
    } else if let Some(hexadecimal) = digits.strip_prefix("0x") {
        with_base(hexadecimal, 16)?
    } else if !is_digits(&digits) {
        sexagesimal(&digits).or_else(|| fraction(&digits, has_sign))?
    } else if digits.starts_with('0') {
        with_base(&digits, 8)?
    } else {
        digits
    };
    let sign = if text.starts_with('-') && value != "0" { "-" } else { "" };
    Some(format!("{sign}{value}"))
}

fn is_digits(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

fn with_base(digits: &str, base: u32) -> Option<String> {
    let is_plain = digits.bytes().all(|byte| byte.is_ascii_alphanumeric());
    let number = u64::from_str_radix(digits, base).ok().filter(|_| is_plain)?;
    Some(number.to_string())
}

/// A number of base 60, such as `1:30`.
fn sexagesimal(text: &str) -> Option<String> {
    let (first, rest) = text.split_once(':').filter(|_| !text.starts_with('0'))?;
    let mut value: u64 = first.parse().ok().filter(|_| is_digits(first))?;
    for part in rest.split(':') {
        let part = part
            .parse::<u64>()
            .ok()
            .filter(|number| is_digits(part) && part.len() < 3 && *number < 60);
        value = value.checked_mul(60)?.checked_add(part?)?;
    }
    Some(value.to_string())
}

/// A number with a point. An exponent has a sign.
fn fraction(text: &str, has_sign: bool) -> Option<String> {
    let (mantissa, exponent) = match text.split_once(['e', 'E']) {
        Some((mantissa, exponent)) => (mantissa, Some(exponent)),
        None => (text, None),
    };
    let is_exponent = |exponent: &str| is_digits(exponent.strip_prefix(['-', '+']).unwrap_or_default());
    let (whole, part) = mantissa.split_once('.').filter(|_| exponent.is_none_or(is_exponent))?;
    let is_whole = is_digits(whole) || whole.is_empty() && !part.is_empty() && !has_sign;
    if !is_whole || !part.is_empty() && !is_digits(part) {
        return None;
    }
    let or_zero = |digits: &str| if digits.is_empty() { "0" } else { digits }.to_owned();
    let (whole, part) = (or_zero(whole.trim_start_matches('0')), or_zero(part));
    let exponent = exponent.map(|exponent| format!("e{exponent}")).unwrap_or_default();
    Some(format!("{whole}.{part}{exponent}"))
}
