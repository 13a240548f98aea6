//! Texts and bytes as literals between double quotes.
//!
//! Must not know where a literal stands.

use std::char::REPLACEMENT_CHARACTER;

/// How a language writes a character by its number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Escapes {
    /// `\u2028`, in units of UTF-16: JSON, JavaScript, Java, C#.
    Utf16,
    /// The same in JSON between the single quotes of bash.
    Shell,
    /// `\u2028` or `\U000E0001`: Python, Go.
    Fixed,
    /// `\u{2028}`: Rust.
    Braces,
}

/// Whether a character cannot be seen, or changes how others are seen: control and format characters, and separators of
/// lines. Literals contain such characters by number.
pub(crate) fn is_hidden(character: char) -> bool {
    matches!(character,
        '\0'..='\x1f' | '\x7f'..='\u{a0}' | '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{200b}' | '\u{200e}'..='\u{200f}'
        | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}'..='\u{feff}' | '\u{fff0}'..='\u{fffb}'
        | '\u{e0000}'..='\u{e0fff}')
}

/// Adds the text between double quotes.
pub(crate) fn quote(out: &mut String, text: &str, escapes: Escapes) {
    out.push('"');
    for character in text.chars() {
        match character {
            '"' | '\\' => {
                out.push('\\');
                out.push(character);
            }
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            '\'' if escapes == Escapes::Shell => out.push_str("'\\''"),
            _ if is_hidden(character) => by_number(out, character, escapes),
            _ => out.push(character),
        }
    }
    out.push('"');
}

fn by_number(out: &mut String, character: char, escapes: Escapes) {
    let number = u32::from(character);
    match escapes {
        Escapes::Utf16 | Escapes::Shell => {
            for unit in character.encode_utf16(&mut [0; 2]) {
                out.push_str("\\u");
                hexadecimal(out, u32::from(*unit), 4);
            }
        }
        Escapes::Fixed if number > 0xffff => {
            out.push_str("\\U");
            hexadecimal(out, number, 8);
        }
        Escapes::Fixed => {
            out.push_str("\\u");
            hexadecimal(out, number, 4);
        }
        Escapes::Braces => {
            out.push_str("\\u{");
            hexadecimal(out, number, if number > 0xffff { 5 } else { 4 });
            out.push('}');
        }
    }
}

/// Writes the last digits of a number.
fn hexadecimal(out: &mut String, number: u32, digits: u32) {
    for place in (0..digits).rev() {
        let digit = number >> (4 * place) & 15;
        out.push(char::from_digit(digit, 16).unwrap_or(REPLACEMENT_CHARACTER));
    }
}

/// Adds the bytes between double quotes, for languages where `\x00` is one byte: Python, Go, Rust.
pub(crate) fn quote_bytes(out: &mut String, bytes: &[u8]) {
    out.push('"');
    for &byte in bytes {
        match byte {
            b'"' | b'\\' => {
                out.push('\\');
                out.push(char::from(byte));
            }
            b' '..=b'~' => out.push(char::from(byte)),
            _ => {
                out.push_str("\\x");
                hexadecimal(out, u32::from(byte), 2);
            }
        }
    }
    out.push('"');
}
