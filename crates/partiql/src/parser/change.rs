//! The statements that write: `INSERT INTO`, `UPDATE` and `DELETE FROM`.
//!
//! Must not know which values can be assigned.

use super::cursor::{Parsed, Parser};
use super::operators::LOWEST;
use crate::keyword::Keyword;
use crate::lexer::{Symbol, TokenKind};
use crate::statement::{Image, Returning};
use crate::tree::{ChangeExpr, DeleteExpr, Expr, ExprKind, InsertExpr, ReturningExpr, SourceExpr, UpdateExpr};
use crate::{Malformed, Span};

impl Parser<'_> {
    pub(super) fn insert(&mut self, span: Span) -> Parsed<Expr> {
        self.at += 2;
        let target = self.simple_path()?;
        let single = self.accept_word(Keyword::Value);
        let item = if !single && self.accept_word(Keyword::Values) {
            self.rows()?
        } else {
            self.expression(LOWEST)?
        };
        let at = single && self.accept_word(Keyword::At);
        if at {
            self.expression(LOWEST)?;
        }
        let returning = self.returning()?;
        self.node(
            ExprKind::Insert(Box::new(InsertExpr {
                target,
                single,
                item,
                at,
                returning,
            })),
            span,
        )
    }

    /// Reads `VALUES (…), (…)`.
    fn rows(&mut self) -> Parsed<Expr> {
        let span = self.peek().span;
        let rows = self.listed(|parser| {
            parser.expect(TokenKind::Open, "LEFT_PAREN for row value constructor")?;
            let row = parser.listed(|parser| parser.expression(LOWEST))?;
            let close = parser.expect(TokenKind::Close, "RIGHT_PAREN")?;
            parser.node(ExprKind::List(row), close.span)
        })?;
        self.node(ExprKind::Bag(rows), span)
    }

    pub(super) fn update(&mut self, span: Span) -> Parsed<Expr> {
        self.advance();
        let source = self.target()?;
        let changes = self.changes()?;
        let filter = self.filter(LOWEST)?;
        let returning = self.returning()?;
        self.node(
            ExprKind::Update(Box::new(UpdateExpr {
                source,
                changes,
                filter,
                returning,
            })),
            span,
        )
    }

    /// Reads `FROM … WHERE … SET …`, an older order of the same clauses. A mistyped `SELECT` reaches this rule, so its
    /// error text mentions data manipulation (observed: statement-from-first).
    pub(super) fn update_after_from(&mut self, span: Span) -> Parsed<Expr> {
        self.nested(|parser| {
            parser.advance();
            let source = parser.source()?;
            let filter = parser.filter(LOWEST)?;
            let changes = parser.changes()?;
            let returning = parser.returning()?;
            parser.node(
                ExprKind::Update(Box::new(UpdateExpr {
                    source,
                    changes,
                    filter,
                    returning,
                })),
                span,
            )
        })
    }

    pub(super) fn delete(&mut self, span: Span) -> Parsed<Expr> {
        self.advance();
        if !self.accept_word(Keyword::From) {
            return self.fail(Malformed::DeleteFrom);
        }
        let source = self.target()?;
        let filter = self.filter(LOWEST)?;
        let returning = self.returning()?;
        self.node(
            ExprKind::Delete(Box::new(DeleteExpr {
                source,
                filter,
                returning,
            })),
            span,
        )
    }

    /// Reads the table to write to, as a path of names.
    fn target(&mut self) -> Parsed<SourceExpr> {
        let expr = self.simple_path()?;
        Ok(SourceExpr {
            expr,
            aliased: self.alias()?,
            joined: false,
        })
    }

    fn changes(&mut self) -> Parsed<Vec<ChangeExpr>> {
        let mut changes = Vec::new();
        loop {
            let span = self.peek().span;
            if self.accept_word(Keyword::Set) {
                changes.append(&mut self.listed(Self::assignment)?);
            } else if self.accept_word(Keyword::Remove) {
                changes.push(ChangeExpr::Remove(self.simple_path()?));
            } else if self.peek().kind == TokenKind::Keyword(Keyword::Insert) {
                self.nested(|parser| parser.insert(span))?;
                changes.push(ChangeExpr::Insert(span));
            } else if changes.is_empty() {
                return self.fail(Malformed::NoManipulation);
            } else {
                return Ok(changes);
            }
        }
    }

    fn assignment(&mut self) -> Parsed<ChangeExpr> {
        let target = self.simple_path()?;
        if !self.accept(TokenKind::Operator(Symbol::Equal)) {
            return self.fail(Malformed::Assignment);
        }
        Ok(ChangeExpr::Set(target, self.expression(LOWEST)?))
    }

    fn returning(&mut self) -> Parsed<Vec<ReturningExpr>> {
        if !self.accept_word(Keyword::Returning) {
            return Ok(Vec::new());
        }
        self.listed(|parser| {
            let span = parser.peek().span;
            let whole = match parser.peek().kind {
                TokenKind::Keyword(Keyword::All) => true,
                TokenKind::Keyword(Keyword::Modified) => false,
                _ => return parser.fail(Malformed::Returning),
            };
            let image = match parser.ahead(1).kind {
                TokenKind::Keyword(Keyword::Old) => Image::Old,
                TokenKind::Keyword(Keyword::New) => Image::New,
                _ => return parser.fail(Malformed::Returning),
            };
            parser.at += 2;
            let star = parser.accept(TokenKind::Star);
            if !star {
                parser.expression(LOWEST)?;
            }
            Ok(ReturningExpr {
                returning: Returning { whole, image },
                star,
                span,
            })
        })
    }
}
