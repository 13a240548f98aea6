//! The operators from loosest to tightest: `OR`, `AND`, `NOT`, equality with `IS` and `IN`, order with `BETWEEN` and
//! `LIKE`, sums, products, signs.
//!
//! It parses by precedence climbing: operators of one level do not nest rules. Must not know what an operator means.

use hashrange_values::Text;

use super::cursor::{Parsed, Parser};
use crate::keyword::Keyword;
use crate::lexer::{Symbol, Token, TokenKind};
use crate::tree::{Expr, ExprKind, Symbolic};
use crate::{Malformed, Problem, Span, StatementError};

/// How tightly an operator binds.
pub(super) type Tightness = u8;

pub(super) const LOWEST: Tightness = 0;
/// The tightness inside the clauses of a `SELECT`.
pub(super) const CLAUSE: Tightness = 6;
const OR: Tightness = 10;
const AND: Tightness = 20;
const NOT: Tightness = 30;
const EQUITY: Tightness = 40;
const ORDER: Tightness = 50;
const SUM: Tightness = 60;
const PRODUCT: Tightness = 70;

/// Types that can follow `IS` (observed: statement-grammar, including types of two words and types with a size).
const TYPE_NAMES: [&str; 36] = [
    "MISSING",
    "NULL",
    "BOOL",
    "BOOLEAN",
    "SMALLINT",
    "INT",
    "INT2",
    "INT4",
    "INT8",
    "INTEGER",
    "INTEGER2",
    "INTEGER4",
    "INTEGER8",
    "FLOAT",
    "REAL",
    "DEC",
    "DECIMAL",
    "NUMERIC",
    "TIMESTAMP",
    "DATE",
    "TIME",
    "CHAR",
    "CHARACTER",
    "VARCHAR",
    "STRING",
    "SYMBOL",
    "CLOB",
    "BLOB",
    "STRUCT",
    "TUPLE",
    "LIST",
    "SEXP",
    "BAG",
    "ANY",
    "DOUBLE PRECISION",
    "CHARACTER VARYING",
];

/// A token between two operands.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Infix {
    Or,
    And,
    Is,
    In,
    Between,
    Plain(Symbolic),
}

impl Infix {
    fn tightness(self) -> Tightness {
        match self {
            Self::Or => OR,
            Self::And => AND,
            Self::Is | Self::In | Self::Plain(Symbolic::Equal | Symbolic::NotEqual) => EQUITY,
            Self::Between
            | Self::Plain(
                Symbolic::Less | Symbolic::LessOrEqual | Symbolic::Greater | Symbolic::GreaterOrEqual | Symbolic::Like,
            ) => ORDER,
            Self::Plain(Symbolic::Plus | Symbolic::Minus | Symbolic::Concatenate) => SUM,
            Self::Plain(Symbolic::Times | Symbolic::Divide | Symbolic::Remainder) => PRODUCT,
        }
    }
}

impl Parser<'_> {
    /// Reads operands and the operators between them that bind tighter than `floor`.
    pub(super) fn expression(&mut self, floor: Tightness) -> Parsed<Expr> {
        self.nested(|parser| {
            let mut left = parser.signed()?;
            // The operator of the left side, if that side is a chain of it without parentheses around.
            let mut chain = None;
            while let Some((operator, negated)) = parser.infix().filter(|(infix, _)| infix.tightness() > floor) {
                let span = parser.peek().span;
                parser.at += 1 + usize::from(negated && operator != Infix::Is);
                if chain == Some(operator) {
                    let right = parser.right(operator.tightness())?;
                    if !left.push(right) {
                        return Err(StatementError::new(parser.text, span, Problem::TooDeep));
                    }
                    continue;
                }
                left = parser.infixed(operator, left, span)?;
                if negated {
                    left = parser.node(ExprKind::Not(Box::new(left)), span)?;
                }
                chain = matches!(operator, Infix::And | Infix::Or).then_some(operator);
            }
            Ok(left)
        })
    }

    /// The operator at the cursor, and whether a `NOT` precedes it.
    fn infix(&self) -> Option<(Infix, bool)> {
        let negated = self.peek().kind == TokenKind::Keyword(Keyword::Not);
        let infix = match self.ahead(usize::from(negated)).kind {
            TokenKind::Keyword(Keyword::In) => Infix::In,
            TokenKind::Keyword(Keyword::Between) => Infix::Between,
            TokenKind::Keyword(Keyword::Like) => Infix::Plain(Symbolic::Like),
            _ if negated => return None,
            TokenKind::Keyword(Keyword::Is) => {
                return Some((Infix::Is, self.ahead(1).kind == TokenKind::Keyword(Keyword::Not)));
            }
            TokenKind::Keyword(Keyword::And) => Infix::And,
            TokenKind::Keyword(Keyword::Or) => Infix::Or,
            TokenKind::Star => Infix::Plain(Symbolic::Times),
            TokenKind::Operator(symbol) => Infix::Plain(symbolic(symbol)?),
            _ => return None,
        };
        Some((infix, negated))
    }

    fn infixed(&mut self, operator: Infix, left: Expr, span: Span) -> Parsed<Expr> {
        let left = Box::new(left);
        let kind = match operator {
            Infix::And => ExprKind::And(vec![*left, self.right(AND)?]),
            Infix::Or => ExprKind::Or(vec![*left, self.right(OR)?]),
            Infix::Is => {
                self.accept_word(Keyword::Not);
                ExprKind::Is(left, self.type_name()?)
            }
            Infix::In => ExprKind::In(left, Box::new(self.collection()?)),
            Infix::Between => {
                let lower = self.right(ORDER)?;
                self.expect_word(Keyword::And, "AND")?;
                if matches!(self.peek().kind, TokenKind::End | TokenKind::Semicolon) {
                    return self.fail(Malformed::AfterAnd);
                }
                ExprKind::Between(Box::new([*left, lower, self.expression(ORDER)?]))
            }
            Infix::Plain(symbolic) => ExprKind::Binary(symbolic, left, Box::new(self.right(operator.tightness())?)),
        };
        self.node(kind, span)
    }

    fn right(&mut self, floor: Tightness) -> Parsed<Expr> {
        if self.peek().kind == TokenKind::End {
            return self.fail(Malformed::RightSide);
        }
        self.expression(floor)
    }

    /// Reads the operand of `IN`. Parentheses contain a list, even with one element.
    fn collection(&mut self) -> Parsed<Expr> {
        let subquery = matches!(
            self.ahead(1).kind,
            TokenKind::Keyword(Keyword::Select | Keyword::Values)
        );
        if self.peek().kind != TokenKind::Open || subquery {
            return self.right(EQUITY);
        }
        let open = self.advance();
        let elements = self.listed(|parser| parser.expression(LOWEST))?;
        self.expect(TokenKind::Close, "RIGHT_PAREN")?;
        self.node(ExprKind::List(elements), open.span)
    }

    /// Reads a type's name of one or two words.
    fn type_name(&mut self) -> Parsed<Text> {
        let word = |distance| match self.ahead(distance) {
            Token {
                kind: TokenKind::Keyword(_) | TokenKind::Word,
                span,
            } => span.of(self.text).to_ascii_uppercase(),
            _ => String::new(),
        };
        let (one, two) = (word(0), format!("{} {}", word(0), word(1)));
        let (words, name) = if TYPE_NAMES.contains(&two.as_str()) {
            (2, two)
        } else {
            (1, one)
        };
        if !TYPE_NAMES.contains(&name.as_str()) {
            return self.fail(Malformed::TypeName);
        }
        self.at += words;
        Ok(Text::from(name))
    }

    /// Reads signs and `NOT`, then a term. A sign before a number is part of the number.
    fn signed(&mut self) -> Parsed<Expr> {
        let span = self.peek().span;
        match self.peek().kind {
            TokenKind::Keyword(Keyword::Not) => {
                self.advance();
                let operand = self.expression(NOT)?;
                self.node(ExprKind::Not(Box::new(operand)), span)
            }
            TokenKind::Operator(symbol @ (Symbol::Plus | Symbol::Minus)) => {
                self.advance();
                let operand = self.nested(Self::signed)?;
                let negative = symbol == Symbol::Minus;
                match operand.kind {
                    ExprKind::Number(digits) if negative => self.node(ExprKind::Number(negated(&digits)), operand.span),
                    ExprKind::Number(_) => Ok(operand),
                    _ => {
                        let sign = if negative { Symbolic::Minus } else { Symbolic::Plus };
                        self.node(ExprKind::Signed(sign, Box::new(operand)), span)
                    }
                }
            }
            _ => self.path_term(),
        }
    }
}

fn negated(digits: &str) -> Text {
    match digits.strip_prefix('-') {
        Some(positive) => Text::from(positive),
        None => Text::from(format!("-{digits}")),
    }
}

fn symbolic(symbol: Symbol) -> Option<Symbolic> {
    Some(match symbol {
        Symbol::Equal => Symbolic::Equal,
        Symbol::NotEqual => Symbolic::NotEqual,
        Symbol::Less => Symbolic::Less,
        Symbol::LessOrEqual => Symbolic::LessOrEqual,
        Symbol::Greater => Symbolic::Greater,
        Symbol::GreaterOrEqual => Symbolic::GreaterOrEqual,
        Symbol::Plus => Symbolic::Plus,
        Symbol::Minus => Symbolic::Minus,
        Symbol::Divide => Symbolic::Divide,
        Symbol::Remainder => Symbolic::Remainder,
        Symbol::Concatenate => Symbolic::Concatenate,
        Symbol::Other => return None,
    })
}
