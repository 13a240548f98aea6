//! The parser: converts a statement's text to a tree.
//!
//! Owns the rule for a whole text. `parser/cursor.rs` has the cursor over the tokens, `parser/operators.rs` the
//! operators, and `parser/term.rs` the operands. Statements are in `parser/select.rs` and `parser/change.rs`. The
//! grammar and its error texts are those of the language's reference implementation, which the service uses (its
//! messages are the same; observed: statement-grammar). Must not know meaning.

mod change;
mod cursor;
mod operators;
mod select;
mod term;

use cursor::{Parsed, Parser};

use crate::Malformed;
use crate::lexer::TokenKind;
use crate::tree::Expr;

/// Reads a complete text.
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
