//! Values in languages that write them as a tree of braces and brackets: JSON, Python, JavaScript.
//!
//! Must not know programs.

use hashrange_values::has_duplicates;

use crate::draft::{Draft, Style};
use crate::language::Language;
use crate::shapes::Type;
use crate::value::{Content, Named, Value, bytes, milliseconds};

/// A notation of trees.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Notation {
    /// JSON.
    Json,
    /// Python.
    Python,
    /// JavaScript, with attribute values as JSON has them.
    Script,
    /// JavaScript, with attribute values as values of the language.
    Document,
}

impl Notation {
    fn is_script(self) -> bool {
        matches!(self, Self::Script | Self::Document)
    }

    fn lists(self) -> Style {
        if self == Self::Json {
            Style::Commas
        } else {
            Style::AllCommas
        }
    }

    /// Writes a value.
    pub(super) fn write(self, value: Value<'_>, out: &mut Draft) {
        match value.content() {
            Content::Text(text) => out.quote(text),
            Content::Bool(truth) if self == Self::Python => out.add(if truth { "True" } else { "False" }),
            Content::Bool(truth) => out.truth(truth),
            Content::Number(digits) => match milliseconds(digits) {
                Some(milliseconds) if value.of == Type::Time && self.is_script() => {
                    out.all(&["new Date(", &milliseconds, ")"]);
                }
                _ => out.add(digits),
            },
            Content::Bytes(base64) => self.bytes(base64, out),
            Content::List(elements) => self.list("[", elements, "]", out),
            Content::Map(entries) => {
                self.begin(out);
                for entry in entries {
                    // The library copies objects key by key, and JavaScript takes this key for the prototype.
                    if self.is_script() && entry.name == "__proto__" {
                        out.refuse(Language::JavaScript, entry.name);
                    }
                    self.member(entry, out);
                }
                out.end("}");
            }
            Content::Structure(members) => match value.attribute() {
                Some((kind, value)) if self == Self::Document => self.attribute(kind, value, out),
                _ => {
                    self.begin(out);
                    for member in members {
                        self.member(member, out);
                    }
                    out.end("}");
                }
            },
        }
    }

    fn begin(self, out: &mut Draft) {
        out.begin("{", if self.is_script() { Style::Spaced } else { self.lists() });
    }

    fn member(self, member: Named<'_>, out: &mut Draft) {
        let key = member.name;
        out.item();
        let is_name = key.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
            && key.bytes().next().is_some_and(|first| !first.is_ascii_digit());
        if self.is_script() && is_name {
            out.add(key);
        } else {
            out.quote(key);
        }
        out.add(": ");
        self.write(member.value, out);
    }

    fn bytes(self, base64: &str, out: &mut Draft) {
        match self {
            Self::Json => out.quote(base64),
            Self::Python => {
                out.add("b");
                out.quote_bytes(base64);
            }
            Self::Script | Self::Document => {
                out.add("new Uint8Array([");
                for (place, byte) in bytes(base64).into_iter().enumerate() {
                    out.all(&[if place > 0 { ", " } else { "" }, &byte.to_string()]);
                }
                out.add("])");
            }
        }
    }

    fn list(self, open: &str, elements: Vec<Value<'_>>, close: &str, out: &mut Draft) {
        out.begin(open, self.lists());
        for element in elements {
            out.item();
            self.write(element, out);
        }
        out.end(close);
    }

    /// An attribute value as a value of JavaScript.
    fn attribute(self, kind: &str, value: Value<'_>, out: &mut Draft) {
        match (kind, value.content()) {
            // A `Set` has each element once. The service refuses a repeated one.
            ("SS" | "NS", _) if has_duplicates(&value.texts()) => out.refuse(Language::JavaScript, kind),
            ("N", Content::Text(digits)) => script_number(digits, is_safe(digits), out),
            ("NULL", Content::Bool(true)) => out.add("null"),
            ("NULL", _) => out.refuse(Language::JavaScript, kind),
            ("NS", _) => {
                let digits = value.texts();
                let are_safe = digits.iter().all(|digits| is_safe(digits));
                out.begin("new Set([", Style::AllCommas);
                for digits in digits {
                    out.item();
                    script_number(digits, are_safe, out);
                }
                out.end("])");
            }
            ("SS" | "BS", Content::List(elements)) => self.list("new Set([", elements, "])", out),
            // The library tells objects by their member `constructor`, so a map with such an attribute is no object.
            ("M", Content::Map(entries)) if entries.iter().any(|entry| entry.name == "constructor") => {
                self.pairs(entries, out);
            }
            _ => self.write(value, out),
        }
    }

    fn pairs(self, entries: Vec<Named<'_>>, out: &mut Draft) {
        out.begin("new Map([", Style::AllCommas);
        for entry in entries {
            out.item();
            out.begin("[", Style::AllCommas);
            out.item();
            out.quote(entry.name);
            out.item();
            self.write(entry.value, out);
            out.end("]");
        }
        out.end("])");
    }
}

fn script_number(digits: &str, is_safe: bool, out: &mut Draft) {
    if is_safe {
        out.add(digits);
    } else {
        out.add("NumberValue.from(");
        out.quote(digits);
        out.add(")");
    }
}

/// Whether a value has a number that needs a `NumberValue`.
pub(crate) fn needs_number_value(value: Value<'_>) -> bool {
    matches!(value.attribute(), Some(("N" | "NS", value)) if !value.texts().iter().all(|digits| is_safe(digits)))
}

/// Whether a number of JavaScript has exactly these digits as its text: up to 15 digits, without an exponent or a zero
/// that changes nothing.
fn is_safe(digits: &str) -> bool {
    let unsigned = digits.strip_prefix('-').unwrap_or(digits);
    let (whole, fraction) = unsigned.split_once('.').unwrap_or((unsigned, "1"));
    let are_digits = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    let is_short = are_digits(whole) && are_digits(fraction) && whole.len() + fraction.len() <= 15;
    let is_canonical = (whole == "0" || !whole.starts_with('0')) && !fraction.ends_with('0');
    is_short && is_canonical && !fraction.starts_with("00000") && digits != "-0"
}
