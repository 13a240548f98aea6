//! The parser: builds the tree from the tokens of any kind of expression.
//!
//! Owns the cursor over the tokens, the syntax error, document paths and projections. `parser/operators.rs` and
//! `parser/update.rs` own the other rules. Must not know the meaning of placeholders, or which functions exist.

mod operators;
mod update;

use hashrange_values::Text;

pub(crate) use operators::Allowed;
pub(crate) use update::{Clause, ParsedAction, Section};

use crate::lexer::{Token, TokenKind, lex};
use crate::tree::{NodeId, NodeKind, Part, Tree};
use crate::{ExpressionError, ExpressionKind, MAX_EXPRESSION_BYTES, MAX_OPERATORS, Problem, Span};

/// The parser's state, and afterwards the parsed expression.
pub(crate) struct Parser<'t> {
    pub(crate) text: &'t str,
    pub(crate) kind: ExpressionKind,
    pub(crate) tree: Tree,
    tokens: Vec<Token>,
    at: usize,
    operators: usize,
}

impl<'t> Parser<'t> {
    /// Creates a parser. The size check comes first (observed: expression-size).
    pub(crate) fn new(kind: ExpressionKind, text: &'t str) -> Result<Self, ExpressionError> {
        let whole = Span {
            start: 0,
            end: text.len(),
        };
        if text.is_empty() {
            return Err(ExpressionError::new(kind, whole, Problem::Empty));
        }
        if text.len() > MAX_EXPRESSION_BYTES {
            use ExpressionKind::{Condition, Filter, SearchCondition};
            let has_size = matches!(kind, Condition | Filter | SearchCondition);
            let bytes = has_size.then_some(text.len());
            return Err(ExpressionError::new(kind, whole, Problem::TooLong { bytes }));
        }
        Ok(Self {
            text,
            kind,
            tree: Tree::default(),
            tokens: lex(text),
            at: 0,
            operators: 0,
        })
    }

    /// Reads a list of document paths, up to the end of the text.
    pub(crate) fn projection(&mut self) -> Result<Vec<NodeId>, ExpressionError> {
        let mut paths = vec![self.path()?];
        while self.accept(TokenKind::Comma) {
            paths.push(self.path()?);
        }
        self.end()?;
        Ok(paths)
    }

    /// Reads a name, then `.name` and `[index]` steps.
    fn path(&mut self) -> Result<NodeId, ExpressionError> {
        let start = self.peek().span;
        let mut parts = vec![self.name()?];
        let end = self.steps(&mut parts)?;
        Ok(self.tree.push(NodeKind::Path(parts), start.to(end)))
    }

    /// Reads all following steps, and returns the position of the last token.
    fn steps(&mut self, parts: &mut Vec<Part>) -> Result<Span, ExpressionError> {
        loop {
            if self.accept(TokenKind::Dot) {
                parts.push(self.name()?);
            } else if self.accept(TokenKind::OpenBracket) {
                parts.push(Part::Index(self.expect(TokenKind::Integer)?.span));
                self.expect(TokenKind::CloseBracket)?;
            } else {
                return Ok(self.token(self.at.saturating_sub(1)).span);
            }
        }
    }

    fn name(&mut self) -> Result<Part, ExpressionError> {
        let token = self.peek();
        let part = match token.kind {
            TokenKind::Word => Part::Word(token.span),
            TokenKind::Name => Part::Name(token.span),
            _ => return Err(self.syntax_error()),
        };
        self.advance();
        Ok(part)
    }

    fn peek(&self) -> Token {
        self.token(self.at)
    }

    fn token(&self, at: usize) -> Token {
        let end = Span {
            start: self.text.len(),
            end: self.text.len(),
        };
        self.tokens.get(at).copied().unwrap_or(Token {
            kind: TokenKind::End,
            span: end,
        })
    }

    fn advance(&mut self) {
        self.at += 1;
    }

    fn accept(&mut self, kind: TokenKind) -> bool {
        let found = self.peek().kind == kind;
        if found {
            self.advance();
        }
        found
    }

    fn expect(&mut self, kind: TokenKind) -> Result<Token, ExpressionError> {
        let token = self.peek();
        if token.kind != kind {
            return Err(self.syntax_error());
        }
        self.advance();
        Ok(token)
    }

    fn end(&self) -> Result<(), ExpressionError> {
        if self.peek().kind == TokenKind::End {
            Ok(())
        } else {
            Err(self.syntax_error())
        }
    }

    /// Skips an operator and counts it.
    fn operator(&mut self) -> Result<Span, ExpressionError> {
        let span = self.peek().span;
        self.advance();
        self.operators += 1;
        if self.operators > MAX_OPERATORS {
            return Err(self.error(span, Problem::TooManyOperators { count: self.operators }));
        }
        Ok(span)
    }

    pub(crate) fn error(&self, span: Span, problem: Problem) -> ExpressionError {
        ExpressionError::new(self.kind, span, problem)
    }

    /// The error if parsing cannot continue at this token. The message quotes the text from the previous token to the
    /// next one, including everything between (observed: expression-tokens).
    pub(crate) fn syntax_error(&self) -> ExpressionError {
        let token = self.peek();
        let from = self.at.checked_sub(1).map_or(0, |before| self.token(before).span.start);
        let near = Span {
            start: from,
            end: self.token(self.at + 1).span.end,
        };
        let word = if token.kind == TokenKind::End {
            "<EOF>"
        } else {
            token.span.of(self.text)
        };
        let problem = Problem::Syntax {
            token: Text::from(word),
            near: Text::from(near.of(self.text)),
        };
        self.error(token.span, problem)
    }
}
