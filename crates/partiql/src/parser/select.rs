//! `SELECT`: columns, source, and the clauses after it.
//!
//! Stores clauses that the language has but the service does not support. Other errors of the statement are reported
//! first. Must not know which columns are valid.

use super::cursor::{Parsed, Parser};
use super::operators::{CLAUSE, LOWEST};
use crate::keyword::Keyword;
use crate::lexer::TokenKind;
use crate::tree::{ColumnExpr, Columns, Expr, ExprKind, SelectExpr, SourceExpr, StepExpr};
use crate::{Malformed, Problem, Span, StatementError};

impl Parser<'_> {
    pub(super) fn select(&mut self, span: Span) -> Parsed<Expr> {
        self.advance();
        let distinct = self.peek().span;
        let mut unsupported = self.accept_word(Keyword::Distinct).then_some(("DISTINCT", distinct));
        self.accept_word(Keyword::All);
        let columns = self.columns()?;
        if !self.accept_word(Keyword::From) {
            return self.fail(Malformed::NoFrom);
        }
        let source = self.source()?;
        let filter = self.filter(CLAUSE)?;
        unsupported = unsupported.or(self.grouping()?);
        let order = self.order()?;
        if self.accept_word(Keyword::Limit) {
            // The position is that of the number (recorded on the emulator).
            let count = self.expression(CLAUSE)?;
            unsupported = unsupported.or(Some(("LIMIT", count.span)));
        }
        self.node(
            ExprKind::Select(Box::new(SelectExpr {
                columns,
                source,
                filter,
                order,
                unsupported,
            })),
            span,
        )
    }

    fn columns(&mut self) -> Parsed<Columns> {
        if self.accept_word(Keyword::Value) {
            self.expression(LOWEST)?;
            return Ok(Columns::Value);
        }
        let mut star = None;
        let columns = self.listed(|parser| {
            if parser.peek().kind == TokenKind::Star {
                star = Some(parser.advance().span);
                return Ok(None);
            }
            let expr = parser.expression(LOWEST)?;
            parser.check_stars(&expr)?;
            Ok(Some(ColumnExpr {
                expr,
                aliased: parser.alias()?,
            }))
        })?;
        match star {
            None => Ok(Columns::List(columns.into_iter().flatten().collect())),
            Some(_) if columns.len() == 1 => Ok(Columns::All),
            Some(span) => Err(StatementError::malformed(self.text, span, Malformed::StarNotAlone)),
        }
    }

    /// Refuses `*` inside a column. A `*` at the end passes, because it has a meaning in the language that the service
    /// does not support.
    fn check_stars(&self, column: &Expr) -> Parsed<()> {
        let ExprKind::Path(path) = &column.kind else {
            return Ok(());
        };
        let refuse = |what| Err(StatementError::malformed(self.text, column.span, what));
        let inner = path.steps.split_last().map(|(_, before)| before).unwrap_or_default();
        let wildcard = path.steps.iter().any(|step| matches!(step, StepExpr::Wildcard));
        if wildcard || inner.iter().any(|step| matches!(step, StepExpr::Unpivot)) {
            return refuse(Malformed::StarInPath);
        }
        let ends_in_star = matches!(path.steps.last(), Some(StepExpr::Unpivot));
        if ends_in_star && inner.iter().any(|step| matches!(step, StepExpr::Index(_))) {
            return refuse(Malformed::StarWithIndex);
        }
        Ok(())
    }

    /// Reads the part after `FROM`.
    pub(super) fn source(&mut self) -> Parsed<SourceExpr> {
        let expr = self.expression(CLAUSE)?;
        let mut aliased = self.alias()?;
        let mut joined = false;
        while self.accept(TokenKind::Comma) {
            joined = true;
            self.expression(CLAUSE)?;
            aliased |= self.alias()?;
        }
        let join = self.peek();
        if join.kind == TokenKind::Keyword(Keyword::Join) {
            return Err(StatementError::new(self.text, join.span, Problem::ManySources));
        }
        Ok(SourceExpr { expr, aliased, joined })
    }

    /// Reads `AS name`, or a name without `AS`.
    pub(super) fn alias(&mut self) -> Parsed<bool> {
        let named = |parser: &Self| matches!(parser.peek().kind, TokenKind::Word | TokenKind::Quoted);
        if self.accept_word(Keyword::As) && !named(self) {
            return self.fail(Malformed::Alias);
        }
        let aliased = named(self);
        self.at += usize::from(aliased);
        Ok(aliased)
    }

    /// Reads `WHERE` and its condition.
    pub(super) fn filter(&mut self, floor: u8) -> Parsed<Option<Expr>> {
        if self.accept_word(Keyword::Where) {
            self.expression(floor).map(Some)
        } else {
            Ok(None)
        }
    }

    /// Reads `GROUP BY` and `HAVING`.
    fn grouping(&mut self) -> Parsed<Option<(&'static str, Span)>> {
        let mut found = None;
        if self.accept_word(Keyword::Group) {
            self.accept_word(Keyword::Partial);
            self.expect(TokenKind::Keyword(Keyword::By), "BY")?;
            let span = self.peek().span;
            self.listed(|parser| {
                parser.expression(CLAUSE)?;
                parser.alias()
            })?;
            found = Some(("GROUP BY", span));
        }
        if self.accept_word(Keyword::Having) {
            let condition = self.expression(CLAUSE)?;
            found = found.or(Some(("HAVING", condition.span)));
        }
        Ok(found)
    }

    /// Reads `ORDER BY`. Returns each expression, and whether its order is descending.
    fn order(&mut self) -> Parsed<Vec<(Expr, bool)>> {
        if !self.accept_word(Keyword::Order) {
            return Ok(Vec::new());
        }
        self.expect(TokenKind::Keyword(Keyword::By), "BY")?;
        self.listed(|parser| {
            let expr = parser.expression(CLAUSE)?;
            let descending = parser.accept_word(Keyword::Desc);
            if !descending {
                parser.accept_word(Keyword::Asc);
            }
            Ok((expr, descending))
        })
    }
}
