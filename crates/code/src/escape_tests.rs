//! Texts survive each language: a small reader of its literals returns the text, and no hidden character is left.

use proptest::prelude::*;

use crate::literal::{Escapes, is_hidden, quote, quote_bytes};

/// Reads a literal between double quotes, as the compilers of these languages do.
fn read(literal: &str, escapes: Escapes) -> Option<String> {
    let inner = literal.strip_prefix('"')?.strip_suffix('"')?;
    let mut units = Vec::new();
    let mut rest = inner.chars();
    let hexadecimal = |rest: &mut std::str::Chars<'_>, digits: usize| {
        let digits: String = rest.take(digits).collect();
        u32::from_str_radix(&digits, 16).ok()
    };
    while let Some(character) = rest.next() {
        let number = match character {
            '"' => return None,
            '\\' => match (rest.next()?, escapes) {
                ('n', _) => 10,
                ('r', _) => 13,
                ('t', _) => 9,
                (itself @ ('"' | '\\'), _) => u32::from(itself),
                ('u', Escapes::Braces) => {
                    let digits: String = rest.by_ref().skip(1).take_while(|&it| it != '}').collect();
                    u32::from_str_radix(&digits, 16).ok()?
                }
                ('u', _) => hexadecimal(rest.by_ref(), 4)?,
                ('U', Escapes::Fixed) => hexadecimal(rest.by_ref(), 8)?,
                _ => return None,
            },
            other => u32::from(other),
        };
        match char::from_u32(number) {
            Some(character) => units.extend(character.encode_utf16(&mut [0; 2]).iter().copied()),
            None if escapes == Escapes::Utf16 => units.push(u16::try_from(number).ok()?),
            None => return None,
        }
    }
    String::from_utf16(&units).ok()
}

/// Texts with many characters that a language treats in its own way.
fn texts() -> impl Strategy<Value = String> {
    let special = prop::sample::select(
        "\"'\\$`{}%#!\n\r\t\0\u{7f}\u{85}\u{2028}\u{202e}\u{feff}🦀\u{e0001}ux0a"
            .chars()
            .collect::<Vec<char>>(),
    );
    prop::collection::vec(prop_oneof![3 => special, 1 => any::<char>()], 0..40).prop_map(String::from_iter)
}

proptest! {
    #[test]
    fn a_literal_reads_as_its_text(text in texts()) {
        for escapes in [Escapes::Utf16, Escapes::Fixed, Escapes::Braces] {
            let mut literal = String::new();
            quote(&mut literal, &text, escapes);
            prop_assert_eq!(read(&literal, escapes), Some(text.clone()));
            prop_assert!(!literal.chars().any(is_hidden));
        }
    }

    #[test]
    fn a_literal_of_bytes_reads_as_its_bytes(bytes in prop::collection::vec(any::<u8>(), 0..40)) {
        let mut literal = String::new();
        quote_bytes(&mut literal, &bytes);
        prop_assert!(literal.is_ascii());
        let mut read = Vec::new();
        let inner = literal.strip_prefix('"').and_then(|it| it.strip_suffix('"')).unwrap_or_default();
        let mut rest = inner.bytes();
        while let Some(byte) = rest.next() {
            read.push(match (byte, byte == b'\\') {
                (_, true) => match rest.next() {
                    Some(b'x') => {
                        let digits: Vec<u8> = rest.by_ref().take(2).collect();
                        u8::from_str_radix(&String::from_utf8(digits).unwrap(), 16).unwrap()
                    }
                    itself => itself.unwrap(),
                },
                (byte, _) => byte,
            });
        }
        prop_assert_eq!(read, bytes);
    }
}
