//! Binary floating point from decimal text, rounded once to the nearest.
//!
//! The standard library reads the same texts with tables of 10 KB that do not compress. Must not know what a number is
//! for.

use lexical_parse_float::{FromLexicalWithOptions, NumberFormatBuilder, Options, OptionsBuilder};

/// Decimal digits with an optional sign, point and exponent.
const FORMAT: u128 = NumberFormatBuilder::decimal();
/// No words for infinity and for what is no number.
const OPTIONS: Options = OptionsBuilder::new()
    .nan_string(None)
    .inf_string(None)
    .infinity_string(None)
    .build_strict();

/// The nearest 64-bit number; infinite for a number beyond the largest. `None` if the text is no decimal number.
#[must_use]
pub fn real(text: &str) -> Option<f64> {
    f64::from_lexical_with_options::<FORMAT>(text.as_bytes(), &OPTIONS).ok()
}

/// The nearest 32-bit number, as [`real`].
#[must_use]
pub fn single_of(text: &str) -> Option<f32> {
    f32::from_lexical_with_options::<FORMAT>(text.as_bytes(), &OPTIONS).ok()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn words_are_no_numbers() {
        for text in [
            "",
            ".",
            "-",
            "e5",
            "1e",
            "inf",
            "-infinity",
            "NaN",
            "nan",
            "1 ",
            " 1",
            "1_0",
            "0x1",
            "1,5",
        ] {
            assert_eq!((real(text), single_of(text)), (None, None), "{text}");
        }
    }

    proptest! {
        #[test]
        fn numbers_are_those_of_the_standard_library(
            text in "[+-]?([0-9]{1,40}|[0-9]{0,30}\\.[0-9]{1,30}|[0-9]{1,3}\\.)([eE][+-]?[0-9]{1,3})?"
        ) {
            prop_assert_eq!(real(&text), text.parse::<f64>().ok(), "{}", text);
            prop_assert_eq!(single_of(&text), text.parse::<f32>().ok(), "{}", text);
        }

        #[test]
        fn every_double_comes_back(bits in any::<u64>()) {
            let number = f64::from_bits(bits);
            if number.is_finite() {
                prop_assert_eq!(real(&format!("{number:e}")).map(f64::to_bits), Some(bits));
            }
        }
    }
}
