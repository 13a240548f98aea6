//! The cursor over a statement's tokens: the next token, and the position of an error.
//!
//! Owns the limit on nested rules. Must not know the grammar.

use crate::keyword::Keyword;
use crate::lexer::{Token, TokenKind, lex};
use crate::tree::{Expr, ExprKind, MAX_DEPTH};
use crate::{Malformed, Problem, Span, StatementError};

/// The result of a rule.
pub(super) type Parsed<T> = Result<T, StatementError>;

/// The state of parsing a statement.
pub(super) struct Parser<'t> {
    pub(super) text: &'t str,
    tokens: Vec<Token>,
    pub(super) at: usize,
    /// The number of rules that wait for the current one.
    depth: usize,
    /// The number of question marks so far.
    pub(super) parameters: usize,
}

impl<'t> Parser<'t> {
    /// Creates a parser at the beginning of a text.
    pub(super) fn new(text: &'t str) -> Parsed<Self> {
        Ok(Self {
            text,
            tokens: lex(text)?,
            at: 0,
            depth: 0,
            parameters: 0,
        })
    }

    pub(super) fn peek(&self) -> Token {
        self.ahead(0)
    }

    /// The token at this distance from the current one.
    pub(super) fn ahead(&self, distance: usize) -> Token {
        let end = Span {
            start: self.text.len(),
            end: self.text.len(),
        };
        self.tokens.get(self.at + distance).copied().unwrap_or(Token {
            kind: TokenKind::End,
            span: end,
        })
    }

    pub(super) fn advance(&mut self) -> Token {
        let token = self.peek();
        self.at += 1;
        token
    }

    pub(super) fn accept(&mut self, kind: TokenKind) -> bool {
        let found = self.peek().kind == kind;
        self.at += usize::from(found);
        found
    }

    pub(super) fn accept_word(&mut self, keyword: Keyword) -> bool {
        self.accept(TokenKind::Keyword(keyword))
    }

    pub(super) fn expect(&mut self, kind: TokenKind, name: &'static str) -> Parsed<Token> {
        if self.peek().kind == kind {
            Ok(self.advance())
        } else {
            self.fail(Malformed::Expected(name))
        }
    }

    pub(super) fn expect_word(&mut self, keyword: Keyword, name: &'static str) -> Parsed<()> {
        if self.accept_word(keyword) {
            Ok(())
        } else {
            self.fail(Malformed::ExpectedKeyword(name))
        }
    }

    /// Returns an error at the current token.
    pub(super) fn fail<T>(&self, what: Malformed) -> Parsed<T> {
        Err(StatementError::malformed(self.text, self.peek().span, what))
    }

    pub(super) fn node(&self, kind: ExprKind, span: Span) -> Parsed<Expr> {
        Expr::new(kind, span).ok_or_else(|| StatementError::new(self.text, span, Problem::TooDeep))
    }

    /// Applies a rule that can recur.
    pub(super) fn nested<T>(&mut self, rule: impl FnOnce(&mut Self) -> Parsed<T>) -> Parsed<T> {
        if self.depth > MAX_DEPTH {
            return Err(StatementError::new(self.text, self.peek().span, Problem::TooDeep));
        }
        self.depth += 1;
        let read = rule(self);
        self.depth -= 1;
        read
    }

    /// Reads one or more items, separated by commas.
    pub(super) fn listed<T>(&mut self, mut item: impl FnMut(&mut Self) -> Parsed<T>) -> Parsed<Vec<T>> {
        let mut items = vec![item(self)?];
        while self.accept(TokenKind::Comma) {
            items.push(item(self)?);
        }
        Ok(items)
    }
}
