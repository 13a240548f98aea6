//! The lexer: splits a statement into tokens with spans.
//!
//! Comments count as blanks. A character outside the language ends reading immediately, unlike in expressions. So do a
//! quote and a comment without an end (observed: statement-grammar). Must not know grammar.

use std::borrow::Cow;

use hashrange_values::DecimalForm;

use crate::keyword::{Keyword, keyword};
use crate::{Malformed, Span, StatementError};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TokenKind {
    /// A name without quotes.
    Word,
    /// A name in double quotes.
    Quoted,
    Keyword(Keyword),
    /// A string in single quotes.
    Text,
    /// Digits with an optional fraction and exponent; signs are operators.
    Number,
    /// A value between backticks.
    Ion,
    Operator(Symbol),
    Star,
    Open,
    Close,
    OpenBracket,
    CloseBracket,
    OpenBrace,
    CloseBrace,
    OpenBag,
    CloseBag,
    Comma,
    Colon,
    Dot,
    Semicolon,
    Question,
    End,
}

/// An operator that is not a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Symbol {
    Equal,
    NotEqual,
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
    Plus,
    Minus,
    Divide,
    Remainder,
    Concatenate,
    /// `@` and `^`, which have no meaning in statements.
    Other,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Token {
    pub(crate) kind: TokenKind,
    pub(crate) span: Span,
}

/// The first piece of the rest of a text.
enum Piece {
    Blank(usize),
    Token(TokenKind, usize),
    Wrong,
}

/// Returns all tokens of the text, without the end token.
pub(crate) fn lex(text: &str) -> Result<Vec<Token>, StatementError> {
    let mut tokens = Vec::new();
    let mut start = 0;
    while let Some(rest) = text.get(start..).filter(|rest| !rest.is_empty()) {
        match piece(rest) {
            Piece::Blank(length) => start += length,
            Piece::Token(kind, length) => {
                tokens.push(Token {
                    kind,
                    span: Span {
                        start,
                        end: start + length,
                    },
                });
                start += length;
            }
            Piece::Wrong => {
                let end = start + rest.chars().next().map_or(0, char::len_utf8);
                return Err(StatementError::malformed(
                    text,
                    Span { start, end },
                    Malformed::Character,
                ));
            }
        }
    }
    Ok(tokens)
}

/// The content of a string or a quoted name. Two quotes in a row become one.
pub(crate) fn unquoted(quoted: &str) -> Cow<'_, str> {
    let mut characters = quoted.chars();
    let (Some(quote), Some(_)) = (characters.next(), characters.next_back()) else {
        return Cow::Borrowed(quoted);
    };
    let inner = characters.as_str();
    if inner.contains(quote) {
        Cow::Owned(inner.replace(&format!("{quote}{quote}"), &quote.to_string()))
    } else {
        Cow::Borrowed(inner)
    }
}

fn piece(rest: &str) -> Piece {
    let bytes = rest.as_bytes();
    let Some(first) = bytes.first() else {
        return Piece::Wrong;
    };
    let second = bytes.get(1).copied();
    match first {
        b' ' | b'\t' | b'\r' | b'\n' | 0x0B | 0x0C => Piece::Blank(1),
        b'-' if second == Some(b'-') => Piece::Blank(bytes.iter().take_while(|byte| !is_line_end(**byte)).count()),
        b'/' if second == Some(b'*') => match rest.get(2..).and_then(|rest| rest.find("*/")) {
            Some(length) => Piece::Blank(length + 4),
            None => Piece::Wrong,
        },
        b'a'..=b'z' | b'A'..=b'Z' | b'_' | b'$' => word(rest),
        b'0'..=b'9' => number(rest),
        b'.' if second.is_some_and(|byte| byte.is_ascii_digit()) => number(rest),
        b'\'' => quoted(bytes, TokenKind::Text),
        b'"' => quoted(bytes, TokenKind::Quoted),
        b'`' => match bytes.iter().skip(1).position(|byte| *byte == b'`') {
            Some(length) => Piece::Token(TokenKind::Ion, length + 2),
            None => Piece::Wrong,
        },
        _ => symbol(*first, second),
    }
}

fn is_line_end(byte: u8) -> bool {
    matches!(byte, b'\n' | b'\r')
}

fn word(rest: &str) -> Piece {
    let length = rest
        .bytes()
        .take_while(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'$'))
        .count();
    let kind = keyword(rest.get(..length).unwrap_or_default()).map_or(TokenKind::Word, TokenKind::Keyword);
    Piece::Token(kind, length)
}

/// Reads digits, a fraction and an exponent. An exponent without digits, or beyond 32 bits, makes the text invalid
/// (observed: statement-grammar).
fn number(rest: &str) -> Piece {
    let bytes = rest.as_bytes();
    let digits = |from: usize| bytes.iter().skip(from).take_while(|byte| byte.is_ascii_digit()).count();
    let mut length = digits(0);
    if bytes.get(length) == Some(&b'.') {
        length += 1 + digits(length + 1);
    }
    if matches!(bytes.get(length), Some(b'e' | b'E')) {
        let sign = usize::from(matches!(bytes.get(length + 1), Some(b'+' | b'-')));
        match digits(length + 1 + sign) {
            0 => return Piece::Wrong,
            exponent => length += 1 + sign + exponent,
        }
    }
    match rest.get(..length).and_then(DecimalForm::of) {
        Some(_) => Piece::Token(TokenKind::Number, length),
        None => Piece::Wrong,
    }
}

fn quoted(bytes: &[u8], kind: TokenKind) -> Piece {
    let quote = bytes.first();
    let mut at = 1;
    while let Some(byte) = bytes.get(at) {
        at += 1;
        if Some(byte) == quote {
            if bytes.get(at) != quote {
                return Piece::Token(kind, at);
            }
            at += 1;
        }
    }
    Piece::Wrong
}

fn symbol(first: u8, second: Option<u8>) -> Piece {
    let operator = |symbol, length| Piece::Token(TokenKind::Operator(symbol), length);
    let single = |kind| Piece::Token(kind, 1);
    match (first, second) {
        (b'<', Some(b'>')) | (b'!', Some(b'=')) => operator(Symbol::NotEqual, 2),
        (b'<', Some(b'=')) => operator(Symbol::LessOrEqual, 2),
        (b'>', Some(b'=')) => operator(Symbol::GreaterOrEqual, 2),
        (b'<', Some(b'<')) => Piece::Token(TokenKind::OpenBag, 2),
        (b'>', Some(b'>')) => Piece::Token(TokenKind::CloseBag, 2),
        (b'|', Some(b'|')) => operator(Symbol::Concatenate, 2),
        (b'<', _) => operator(Symbol::Less, 1),
        (b'>', _) => operator(Symbol::Greater, 1),
        (b'=', _) => operator(Symbol::Equal, 1),
        (b'+', _) => operator(Symbol::Plus, 1),
        (b'-', _) => operator(Symbol::Minus, 1),
        (b'/', _) => operator(Symbol::Divide, 1),
        (b'%', _) => operator(Symbol::Remainder, 1),
        (b'@' | b'^', _) => operator(Symbol::Other, 1),
        (b'*', _) => single(TokenKind::Star),
        (b'(', _) => single(TokenKind::Open),
        (b')', _) => single(TokenKind::Close),
        (b'[', _) => single(TokenKind::OpenBracket),
        (b']', _) => single(TokenKind::CloseBracket),
        (b'{', _) => single(TokenKind::OpenBrace),
        (b'}', _) => single(TokenKind::CloseBrace),
        (b',', _) => single(TokenKind::Comma),
        (b':', _) => single(TokenKind::Colon),
        (b'.', _) => single(TokenKind::Dot),
        (b';', _) => single(TokenKind::Semicolon),
        (b'?', _) => single(TokenKind::Question),
        _ => Piece::Wrong,
    }
}
