//! How a language writes numbers: separators and plural forms. Must not know words.

/// A plural form, as Unicode's CLDR names them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// `zero`.
    Zero,
    /// `one`.
    One,
    /// `two`.
    Two,
    /// `few`.
    Few,
    /// `many`.
    Many,
    /// `other`, which every language has.
    Other,
}

impl Form {
    /// The form with this name; `other` for any other name.
    #[must_use]
    pub fn of_name(name: &str) -> Self {
        match name {
            "zero" => Self::Zero,
            "one" => Self::One,
            "two" => Self::Two,
            "few" => Self::Few,
            "many" => Self::Many,
            _ => Self::Other,
        }
    }
}

/// How a language writes numbers.
pub trait Rules {
    /// The plural form for a number.
    fn form(&self, number: u64) -> Form;

    /// A number with its separators: `1,200`.
    fn count(&self, number: u64) -> String;
}

/// The rules of English.
#[derive(Clone, Copy, Debug)]
pub struct English;

impl Rules for English {
    fn form(&self, number: u64) -> Form {
        if number == 1 { Form::One } else { Form::Other }
    }

    fn count(&self, number: u64) -> String {
        let digits = number.to_string();
        let mut out = String::with_capacity(digits.len() + digits.len() / 3);
        for (at, digit) in digits.chars().enumerate() {
            if at > 0 && (digits.len() - at).is_multiple_of(3) {
                out.push(',');
            }
            out.push(digit);
        }
        out
    }
}
