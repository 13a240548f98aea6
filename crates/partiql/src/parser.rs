//! The parser: a statement's text as a tree.
//!
//! Owns the cursor over the tokens and what a whole text is. Operators are in `parser/operators.rs`, what stands between
//! them in `parser/term.rs`, statements in `parser/select.rs` and `parser/change.rs`. The grammar and the words of its
//! refusals are those of the language's reference implementation, which the service uses (its messages are the same;
//! observed). Must not know meaning.

mod change;
mod operators;
mod select;
mod term;

use crate::keyword::Keyword;
use crate::lexer::{Token, TokenKind, lex};
use crate::tree::{Expr, ExprKind};
use crate::{MAX_DEPTH, Malformed, Problem, Span, StatementError};

type Parsed<T> = Result<T, StatementError>;

/// Reads a whole text.
pub(crate) fn read(text: &str) -> Parsed<Expr> {
    let mut parser = Parser { text, tokens: lex(text)?, at: 0, depth: 0, parameters: 0 };
    let statement = parser.expression(operators::LOWEST)?;
    let semicolon = parser.accept(TokenKind::Semicolon);
    match parser.peek().kind {
        TokenKind::End => Ok(statement),
        _ if semicolon => parser.fail(Malformed::AfterSemicolon),
        _ => parser.fail(Malformed::AfterExpression),
    }
}

/// A statement being read.
struct Parser<'t> {
    text: &'t str,
    tokens: Vec<Token>,
    at: usize,
    /// Rules that wait for the one being read.
    depth: usize,
    /// Question marks read.
    parameters: usize,
}

impl Parser<'_> {
    fn peek(&self) -> Token {
        self.ahead(0)
    }

    /// The token so many further on.
    fn ahead(&self, distance: usize) -> Token {
        let end = Span { start: self.text.len(), end: self.text.len() };
        self.tokens.get(self.at + distance).copied().unwrap_or(Token { kind: TokenKind::End, span: end })
    }

    fn advance(&mut self) -> Token {
        let token = self.peek();
        self.at += 1;
        token
    }

    fn accept(&mut self, kind: TokenKind) -> bool {
        let found = self.peek().kind == kind;
        self.at += usize::from(found);
        found
    }

    fn accept_word(&mut self, keyword: Keyword) -> bool {
        self.accept(TokenKind::Keyword(keyword))
    }

    fn expect(&mut self, kind: TokenKind, name: &'static str) -> Parsed<Token> {
        if self.peek().kind == kind { Ok(self.advance()) } else { self.fail(Malformed::Expected(name)) }
    }

    fn expect_word(&mut self, keyword: Keyword, name: &'static str) -> Parsed<()> {
        if self.accept_word(keyword) { Ok(()) } else { self.fail(Malformed::ExpectedKeyword(name)) }
    }

    /// Reading cannot go on at this token.
    fn fail<T>(&self, what: Malformed) -> Parsed<T> {
        Err(StatementError::malformed(self.text, self.peek().span, what))
    }

    fn node(&self, kind: ExprKind, span: Span) -> Parsed<Expr> {
        Expr::new(kind, span).ok_or_else(|| StatementError::new(self.text, span, Problem::TooDeep))
    }

    /// Reads by a rule that can come back to itself.
    fn nested<T>(&mut self, rule: impl FnOnce(&mut Self) -> Parsed<T>) -> Parsed<T> {
        if self.depth > MAX_DEPTH {
            return Err(StatementError::new(self.text, self.peek().span, Problem::TooDeep));
        }
        self.depth += 1;
        let read = rule(self);
        self.depth -= 1;
        read
    }

    /// One or more, separated by commas.
    fn listed<T>(&mut self, mut item: impl FnMut(&mut Self) -> Parsed<T>) -> Parsed<Vec<T>> {
        let mut items = vec![item(self)?];
        while self.accept(TokenKind::Comma) {
            items.push(item(self)?);
        }
        Ok(items)
    }
}
