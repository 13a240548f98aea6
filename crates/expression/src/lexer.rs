//! The lexer: splits the text of any expression into tokens with spans.
//!
//! All kinds of expressions have the same tokens. The nine keywords are keywords everywhere, so `SET` in a filter is a
//! syntax error and not a reserved word (observed: expression-tokens). An unknown character becomes a token that no
//! rule accepts. Must not know grammar.

use crate::Span;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TokenKind {
    /// A letter, then letters, digits and underscores.
    Word,
    /// `#` and at least one letter, digit or underscore.
    Name,
    /// `:` and at least one letter, digit or underscore.
    Value,
    /// Digits. A leading zero is a separate token (observed: expression-tokens), so `[01]` is refused.
    Integer,
    And,
    Or,
    Not,
    Between,
    In,
    Set,
    Remove,
    Add,
    Delete,
    Equal,
    NotEqual,
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
    Open,
    Close,
    OpenBracket,
    CloseBracket,
    Comma,
    Dot,
    Plus,
    Minus,
    /// A character without meaning.
    Unknown,
    /// The end of the text.
    End,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Token {
    pub(crate) kind: TokenKind,
    pub(crate) span: Span,
}

const KEYWORDS: [(&str, TokenKind); 9] = [
    ("AND", TokenKind::And),
    ("OR", TokenKind::Or),
    ("NOT", TokenKind::Not),
    ("BETWEEN", TokenKind::Between),
    ("IN", TokenKind::In),
    ("SET", TokenKind::Set),
    ("REMOVE", TokenKind::Remove),
    ("ADD", TokenKind::Add),
    ("DELETE", TokenKind::Delete),
];

/// Returns all tokens of the text, without the end token.
pub(crate) fn lex(text: &str) -> Vec<Token> {
    // Most tokens have at least three characters, including the blank before them.
    let mut tokens = Vec::with_capacity(text.len() / 3 + 1);
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let start = text.len() - rest.len();
        let length = if matches!(first, ' ' | '\t' | '\r' | '\n') {
            1
        } else {
            let (kind, length) = token(first, rest);
            tokens.push(Token {
                kind,
                span: Span {
                    start,
                    end: start + length,
                },
            });
            length
        };
        rest = rest.get(length..).unwrap_or_default();
    }
    tokens
}

fn token(first: char, rest: &str) -> (TokenKind, usize) {
    let second = rest.as_bytes().get(1);
    match (first, second) {
        ('a'..='z' | 'A'..='Z', _) => {
            let length = word_length(rest);
            let word = rest.get(..length).unwrap_or_default();
            let keyword = KEYWORDS
                .into_iter()
                .find(|(keyword, _)| keyword.eq_ignore_ascii_case(word));
            (keyword.map_or(TokenKind::Word, |(_, kind)| kind), length)
        }
        ('#' | ':', _) => match word_length(rest.get(1..).unwrap_or_default()) {
            0 => (TokenKind::Unknown, 1),
            length if first == '#' => (TokenKind::Name, length + 1),
            length => (TokenKind::Value, length + 1),
        },
        ('0', _) => (TokenKind::Integer, 1),
        ('1'..='9', _) => (TokenKind::Integer, rest.bytes().take_while(u8::is_ascii_digit).count()),
        ('<', Some(b'>')) => (TokenKind::NotEqual, 2),
        ('<', Some(b'=')) => (TokenKind::LessOrEqual, 2),
        ('>', Some(b'=')) => (TokenKind::GreaterOrEqual, 2),
        ('<', _) => (TokenKind::Less, 1),
        ('>', _) => (TokenKind::Greater, 1),
        ('=', _) => (TokenKind::Equal, 1),
        ('(', _) => (TokenKind::Open, 1),
        (')', _) => (TokenKind::Close, 1),
        ('[', _) => (TokenKind::OpenBracket, 1),
        (']', _) => (TokenKind::CloseBracket, 1),
        (',', _) => (TokenKind::Comma, 1),
        ('.', _) => (TokenKind::Dot, 1),
        ('+', _) => (TokenKind::Plus, 1),
        ('-', _) => (TokenKind::Minus, 1),
        (other, _) => (TokenKind::Unknown, other.len_utf8()),
    }
}

fn word_length(text: &str) -> usize {
    text.bytes().take_while(|byte| is_word_byte(*byte)).count()
}

/// Whether a byte can be part of a placeholder or word.
pub(crate) fn is_word_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}
