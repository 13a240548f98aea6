//! The digits of an integer as text. Most Numbers are integers, and the general formatting takes twice as long.

use hashrange_values::Number;

/// An optional sign and up to 19 digits.
pub(crate) struct Digits {
    bytes: [u8; 20],
    start: usize,
}

impl Digits {
    /// The digits of an integer Number; `None` if the Number has a fraction or is too large.
    pub(crate) fn of(number: &Number) -> Option<Self> {
        let whole = number.to_i64()?;
        let (mut bytes, mut start, mut rest) = ([b'0'; 20], 20, whole.unsigned_abs());
        for digit in bytes.iter_mut().rev() {
            *digit += (rest % 10) as u8;
            rest /= 10;
            start -= 1;
            if rest == 0 {
                break;
            }
        }
        // There are at most 19 digits.
        if whole < 0 {
            start -= 1;
            *bytes.get_mut(start)? = b'-';
        }
        Some(Self { bytes, start })
    }

    pub(crate) fn as_str(&self) -> &str {
        let written = self
            .bytes
            .get(self.start..)
            .and_then(|bytes| std::str::from_utf8(bytes).ok());
        written.unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whole_numbers_read_as_they_print() {
        for whole in [0, 7, -7, 10, 1_200, -1_200, 999_999_999_999, i64::MAX, i64::MIN] {
            let digits = Digits::of(&Number::from(whole)).expect("a whole number");
            assert_eq!(digits.as_str(), whole.to_string());
        }
    }

    #[test]
    fn others_have_to_be_written_another_way() {
        for text in ["0.5", "-12.25", "9223372036854775808", "-9223372036854775809", "1e40"] {
            assert!(Digits::of(&text.parse().expect("a number")).is_none(), "{text}");
        }
    }
}
