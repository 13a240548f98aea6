//! The parser: a statement's text as a tree.
//!
//! Owns what a whole text is. The cursor over the tokens is in `parser/cursor.rs`, operators in `parser/operators.rs`, what
//! stands between them in `parser/term.rs`, statements in `parser/select.rs` and `parser/change.rs`. The grammar and the
//! words of its refusals are those of the language's reference implementation, which the service uses (its messages are the
//! same; observed). Must not know meaning.

mod change;
mod cursor;
mod operators;
mod select;
mod term;

use cursor::{Parsed, Parser};

use crate::Malformed;
use crate::lexer::TokenKind;
use crate::tree::Expr;

/// Reads a whole text.
pub(crate) fn read(text: &str) -> Parsed<Expr> {
    let mut parser = Parser::new(text)?;
    let statement = parser.expression(operators::LOWEST)?;
    let semicolon = parser.accept(TokenKind::Semicolon);
    match parser.peek().kind {
        TokenKind::End => Ok(statement),
        _ if semicolon => parser.fail(Malformed::AfterSemicolon),
        _ => parser.fail(Malformed::AfterExpression),
    }
}
