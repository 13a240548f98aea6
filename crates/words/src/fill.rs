//! Fills values into words. Reads of ICU's MessageFormat: `{name}`, `{name, number}` with the separators of the language,
//! and `{name, plural, one {# item} other {# items}}`, where `#` is the number with its separators. `=0 {...}` chooses a
//! number itself. A number can stand for a name: `{0}` is the first value. Anything else stays as it is written. Must not
//! know translations.

use std::fmt::{Display, Write as _};

use crate::rules::{Form, Rules};

/// The values of words.
pub struct Values<'a> {
    /// Their names, if the words have names.
    pub names: &'a [&'a str],
    /// The values, in the order of the names.
    pub values: &'a [&'a dyn Display],
}

impl<'a> Values<'a> {
    fn get(&self, name: &str) -> Option<&'a dyn Display> {
        let place = name
            .parse()
            .ok()
            .or_else(|| self.names.iter().position(|one| *one == name))?;
        self.values.get(place).copied()
    }
}

/// The words with their values.
#[must_use]
pub fn fill(words: &str, values: &Values<'_>, rules: &dyn Rules) -> String {
    let mut out = String::with_capacity(words.len() + 16);
    message(words, values, rules, None, &mut out);
    out
}

/// Writes a message. `number` is that of the plural around it.
fn message(words: &str, values: &Values<'_>, rules: &dyn Rules, number: Option<u64>, out: &mut String) {
    let mut rest = words;
    while let Some(at) = rest.find(['{', '#']) {
        let (before, found) = rest.split_at(at);
        out.push_str(before);
        let sign = found.get(..1).unwrap_or_default();
        rest = found.get(1..).unwrap_or_default();
        match (sign, number, braced(rest)) {
            ("#", Some(number), _) => out.push_str(&rules.count(number)),
            ("{", _, Some((inside, after))) => {
                rest = after;
                if !value(inside, values, rules, out) {
                    [sign, inside, "}"].iter().for_each(|part| out.push_str(part));
                }
            }
            _ => out.push_str(sign),
        }
    }
    out.push_str(rest);
}

/// The text up to the brace that closes this one, and the text after it.
fn braced(text: &str) -> Option<(&str, &str)> {
    let mut open = 1_u32;
    for (at, sign) in text.bytes().enumerate() {
        match sign {
            b'{' => open += 1,
            b'}' => open -= 1,
            _ => {}
        }
        if open == 0 {
            return Some((text.get(..at)?, text.get(at + 1..)?));
        }
    }
    None
}

/// Writes a value. Returns whether there is one.
fn value(inside: &str, values: &Values<'_>, rules: &dyn Rules, out: &mut String) -> bool {
    let (name, format) = inside.split_once(',').unwrap_or((inside, ""));
    let (kind, forms) = format.split_once(',').unwrap_or((format, ""));
    let Some(value) = values.get(name.trim()) else {
        return false;
    };
    let kind = kind.trim();
    // A number of a page is whole. What is none stays as it is.
    let number = match kind {
        "plural" | "number" => value.to_string().parse().ok(),
        _ => None,
    };
    match number {
        Some(number) => match chosen(forms, number, rules) {
            Some(form) => message(form, values, rules, Some(number), out),
            None => out.push_str(&rules.count(number)),
        },
        // Cannot fail: a string takes any text.
        None => drop(write!(out, "{value}")),
    }
    true
}

/// The form of a plural for a number: that of the number itself, of its plural form, or `other`.
fn chosen<'a>(forms: &'a str, number: u64, rules: &dyn Rules) -> Option<&'a str> {
    let (exact, wanted) = (format!("={number}"), rules.form(number));
    let (mut rest, mut found) = (forms, None);
    while let Some((name, after)) = rest.split_once('{') {
        let (form, after) = braced(after)?;
        rest = after;
        match name.trim() {
            name if name == exact => return Some(form),
            name if !name.starts_with('=') && Form::of_name(name) == wanted => found = Some(form),
            "other" if found.is_none() => found = Some(form),
            _ => {}
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::{Values, fill};
    use crate::rules::English;

    fn filled(words: &str, number: u64) -> String {
        let values = Values {
            names: &["n", "a"],
            values: &[&number, &"x"],
        };
        fill(words, &values, &English)
    }

    #[test]
    fn values_take_the_place_of_their_names() {
        assert_eq!(filled("{a} of {n}, # and {b}", 1_200), "x of 1200, # and {b}");
        assert_eq!(filled("{0, number} {1}", 1_200), "1,200 x");
        assert_eq!(filled("a {", 1), "a {");
        assert_eq!(filled("} {a", 1), "} {a");
    }

    #[test]
    fn a_number_chooses_its_form() {
        let words = "{n, plural, =0 {nothing} one {# item of {a}} other {# items}}.";
        assert_eq!(filled(words, 0), "nothing.");
        assert_eq!(filled(words, 1), "1 item of x.");
        assert_eq!(filled(words, 1_200), "1,200 items.");
        assert_eq!(filled("{n, plural, few {#} }", 3), "3");
    }
}
