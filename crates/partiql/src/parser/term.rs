//! The operands: literals, names and paths, calls, groups, and complete statements.
//!
//! Must not know operators.

use hashrange_values::Text;

use super::cursor::{Parsed, Parser};
use super::operators::LOWEST;
use crate::keyword::Keyword;
use crate::lexer::{Token, TokenKind, unquoted};
use crate::tree::{Expr, ExprKind, PathExpr, StepExpr};
use crate::{Malformed, Span};

/// The position of a path.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum PathMode {
    /// In an expression.
    Full,
    /// In the target of a write, which allows only names and literal indexes.
    Simple,
}

impl Parser<'_> {
    /// Reads a term and the steps after it.
    pub(super) fn path_term(&mut self) -> Parsed<Expr> {
        let term = self.term()?;
        self.stepped(term, PathMode::Full)
    }

    /// Reads a name and the steps after it.
    pub(super) fn simple_path(&mut self) -> Parsed<Expr> {
        if !matches!(self.peek().kind, TokenKind::Word | TokenKind::Quoted) {
            return self.fail(Malformed::SimplePath);
        }
        let name = self.advance();
        let name = self.name(name)?;
        self.stepped(name, PathMode::Simple)
    }

    fn stepped(&mut self, term: Expr, mode: PathMode) -> Parsed<Expr> {
        let mut steps = Vec::new();
        loop {
            if self.accept(TokenKind::Dot) {
                steps.push(self.dot_step(mode)?);
            } else if self.accept(TokenKind::OpenBracket) {
                steps.push(self.bracket_step(mode)?);
            } else {
                break;
            }
        }
        if steps.is_empty() {
            return Ok(term);
        }
        let span = term.span;
        match term.kind {
            ExprKind::Path(mut path) => {
                path.steps.append(&mut steps);
                self.node(ExprKind::Path(path), span)
            }
            _ => self.node(ExprKind::StrayPath, span),
        }
    }

    fn dot_step(&mut self, mode: PathMode) -> Parsed<StepExpr> {
        match self.peek().kind {
            TokenKind::Word | TokenKind::Quoted => {
                let token = self.advance();
                Ok(StepExpr::Name(self.name_of(token)))
            }
            TokenKind::Star if mode == PathMode::Simple => self.fail(Malformed::SimplePathDot),
            TokenKind::Star => {
                self.advance();
                Ok(StepExpr::Unpivot)
            }
            _ => self.fail(Malformed::PathDot),
        }
    }

    fn bracket_step(&mut self, mode: PathMode) -> Parsed<StepExpr> {
        if self.accept(TokenKind::Star) {
            self.expect(TokenKind::CloseBracket, "RIGHT_BRACKET")?;
            return Ok(StepExpr::Wildcard);
        }
        let index = self.expression(LOWEST)?;
        self.expect(TokenKind::CloseBracket, "RIGHT_BRACKET")?;
        let literal = matches!(index.kind, ExprKind::Text(_) | ExprKind::Number(_) | ExprKind::Truth(_));
        if mode == PathMode::Simple && !literal {
            return self.fail(Malformed::SimplePathIndex);
        }
        Ok(StepExpr::Index(Box::new(index)))
    }

    fn term(&mut self) -> Parsed<Expr> {
        let token = self.peek();
        let text = || token.span.of(self.text);
        let kind = match token.kind {
            TokenKind::Keyword(keyword) => return self.keyword_term(keyword),
            TokenKind::Word | TokenKind::Quoted => {
                self.advance();
                if self.peek().kind == TokenKind::Open {
                    return self.call(token);
                }
                return self.name(token);
            }
            TokenKind::Open => return self.group(),
            TokenKind::OpenBracket | TokenKind::OpenBag | TokenKind::OpenBrace => return self.collection_literal(),
            TokenKind::Text => ExprKind::Text(Text::from(unquoted(text()))),
            TokenKind::Number => ExprKind::Number(Text::from(text())),
            TokenKind::Ion => ExprKind::Ion(Text::from(text())),
            TokenKind::Question => {
                self.parameters += 1;
                ExprKind::Parameter(self.parameters - 1)
            }
            TokenKind::Operator(_) => return self.fail(Malformed::Operator),
            _ => return self.fail(Malformed::Term),
        };
        self.advance();
        self.node(kind, token.span)
    }

    fn keyword_term(&mut self, keyword: Keyword) -> Parsed<Expr> {
        let Token { span, .. } = self.peek();
        let kind = match keyword {
            Keyword::True => ExprKind::Truth(true),
            Keyword::False => ExprKind::Truth(false),
            Keyword::Null => ExprKind::Null,
            Keyword::Missing => ExprKind::Missing,
            Keyword::Select => return self.nested(|parser| parser.select(span)),
            Keyword::Insert if self.ahead(1).kind == TokenKind::Keyword(Keyword::Into) => return self.insert(span),
            Keyword::Update => return self.update(span),
            Keyword::Delete => return self.delete(span),
            Keyword::From => return self.update_after_from(span),
            Keyword::Function if self.ahead(1).kind == TokenKind::Open => {
                let name = self.advance();
                return self.call(name);
            }
            Keyword::Is | Keyword::In | Keyword::Between | Keyword::Like | Keyword::And | Keyword::Or => {
                return self.fail(Malformed::Operator);
            }
            _ => return self.fail(Malformed::Keyword),
        };
        self.advance();
        self.node(kind, span)
    }

    /// Creates the path of a single name.
    fn name(&self, token: Token) -> Parsed<Expr> {
        let path = PathExpr {
            root: self.name_of(token),
            steps: Vec::new(),
        };
        self.node(ExprKind::Path(path), token.span)
    }

    fn name_of(&self, token: Token) -> Text {
        let text = token.span.of(self.text);
        if token.kind == TokenKind::Quoted {
            Text::from(unquoted(text))
        } else {
            Text::from(text)
        }
    }

    /// Reads the arguments of a function after its name. Function names are case-insensitive
    /// (observed: statement-grammar).
    fn call(&mut self, name: Token) -> Parsed<Expr> {
        let function = self.name_of(name).to_ascii_lowercase();
        self.advance();
        if self.peek().kind == TokenKind::Star {
            if function != "count" {
                return self.fail(Malformed::CallWithStar(function));
            }
            self.advance();
            self.expect(TokenKind::Close, "RIGHT_PAREN")?;
            return self.node(ExprKind::CallWithStar(function), name.span);
        }
        let mut arguments = Vec::new();
        if self.peek().kind != TokenKind::Close {
            arguments = self.listed(|parser| parser.expression(LOWEST))?;
        }
        self.expect(TokenKind::Close, "RIGHT_PAREN")?;
        self.node(ExprKind::Call(function, arguments), name.span)
    }

    /// Reads parentheses: a group of one expression, or a list of several.
    fn group(&mut self) -> Parsed<Expr> {
        let open = self.advance();
        let mut inner = self.listed(|parser| parser.expression(LOWEST))?;
        self.expect(TokenKind::Close, "RIGHT_PAREN")?;
        match (inner.pop(), inner.is_empty()) {
            (Some(single), true) => Ok(single),
            (last, _) => {
                inner.extend(last);
                self.node(ExprKind::List(inner), open.span)
            }
        }
    }

    fn collection_literal(&mut self) -> Parsed<Expr> {
        let Token { kind: open, span } = self.advance();
        match open {
            TokenKind::OpenBag => {
                let members = self.members_until(TokenKind::CloseBag, "RIGHT_DOUBLE_ANGLE_BRACKET")?;
                self.node(ExprKind::Bag(members), span)
            }
            TokenKind::OpenBracket => {
                let elements = self.members_until(TokenKind::CloseBracket, "RIGHT_BRACKET")?;
                self.node(ExprKind::List(elements), span)
            }
            _ => self.struct_literal(span),
        }
    }

    fn members_until(&mut self, close: TokenKind, name: &'static str) -> Parsed<Vec<Expr>> {
        if self.accept(close) {
            return Ok(Vec::new());
        }
        let members = self.listed(|parser| parser.expression(LOWEST))?;
        self.expect(close, name)?;
        Ok(members)
    }

    fn struct_literal(&mut self, span: Span) -> Parsed<Expr> {
        let mut members = Vec::new();
        if !self.accept(TokenKind::CloseBrace) {
            members = self.listed(|parser| {
                let name = parser.expression(LOWEST)?;
                parser.expect(TokenKind::Colon, "COLON")?;
                Ok((name, parser.expression(LOWEST)?))
            })?;
            self.expect(TokenKind::CloseBrace, "RIGHT_CURLY")?;
        }
        self.node(ExprKind::Struct(members), span)
    }
}
