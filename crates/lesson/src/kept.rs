//! Stored values in the body of a request: `"ShardIterator":"<kept iterator>"`, `"Timestamp":<kept began>`.
//!
//! Owns their notation and their bounds. Must not know where the values come from.

use hashrange_workload::expand;

use crate::Wrong;
use crate::bounds::held;

const OPEN: &str = "<kept ";
/// The maximum number of stored values in one request.
pub(crate) const MOST_USES: u64 = 10;
/// The maximum size of a stored value in a request, in bytes. A larger one is left out.
const MOST_BYTES: usize = 4 * 1024;

/// Checks the number of stored values in a request.
pub(crate) fn bounded(template: &str) -> Result<(), Wrong> {
    let uses = template.matches(OPEN).count() as u64;
    held("stored values in a request", uses, MOST_USES)
}

/// Expands the abbreviations of a request, except its stored values.
pub(crate) fn expand_around(template: &str, number: u32) -> String {
    each(template, |text| expand(text, number), |name| format!("{OPEN}{name}>"))
}

/// The body with its stored values.
pub(crate) fn put(body: &str, value: impl Fn(&str) -> String) -> String {
    each(body, str::to_owned, |name| {
        let value = value(name);
        if value.len() > MOST_BYTES {
            return String::new();
        }
        escaped(&value)
    })
}

/// The parts of a text, each changed: those between stored values, and the names of stored values.
fn each(text: &str, between: impl Fn(&str) -> String, kept: impl Fn(&str) -> String) -> String {
    let (mut out, mut rest) = (String::new(), text);
    while let Some((before, tail)) = rest.split_once(OPEN) {
        let Some((name, after)) = tail.split_once('>') else {
            break;
        };
        out.push_str(&between(before));
        out.push_str(&kept(name));
        rest = after;
    }
    out + &between(rest)
}

/// A value inside the quotes of a JSON text. A number stays a number outside of quotes.
fn escaped(value: &str) -> String {
    let mut out = String::new();
    for letter in value.chars().filter(|letter| !letter.is_control()) {
        if matches!(letter, '"' | '\\') {
            out.push('\\');
        }
        out.push(letter);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stored_values_are_put_into_a_body_and_cannot_leave_their_quotes() {
        let value = |name: &str| match name {
            "at" => "1.5".to_owned(),
            "long" => "x".repeat(5_000),
            _ => "a\"b\\c\n".to_owned(),
        };
        let put = |body: &str| put(body, value);
        assert_eq!(
            put(r#"{"A":"<kept text>","B":<kept at>}"#),
            r#"{"A":"a\"b\\c","B":1.5}"#
        );
        assert_eq!(put(r#"{"A":"<kept long>"}"#), r#"{"A":""}"#);
        assert_eq!(put("<kept at"), "<kept at");
    }

    #[test]
    fn abbreviations_beside_stored_values_are_expanded() {
        assert_eq!(expand_around("<n> <kept at> <x*3>", 7), "7 <kept at> xxx");
        assert_eq!(expand_around("<n><kept", 7), "7<kept");
    }

    #[test]
    fn a_request_has_a_bounded_number_of_stored_values() {
        assert!(bounded(&"<kept a>".repeat(10)).is_ok());
        assert!(bounded(&"<kept a>".repeat(11)).is_err());
    }
}
