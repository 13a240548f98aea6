//! The grammar of updates: clauses of a keyword and a list of actions.
//!
//! The grammar accepts a repeated keyword. A later check refuses it, because the service checks other things first.
//! Must not know the effect of an action.

use std::ops::Range;

use super::{Allowed, Parser};
use crate::lexer::TokenKind;
use crate::tree::{NodeId, NodeKind};
use crate::{ExpressionError, Span};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Section {
    Set,
    Remove,
    Add,
    Delete,
}

impl Section {
    pub(crate) fn keyword(self) -> &'static str {
        match self {
            Self::Set => "SET",
            Self::Remove => "REMOVE",
            Self::Add => "ADD",
            Self::Delete => "DELETE",
        }
    }
}

pub(crate) struct Clause {
    pub(crate) section: Section,
    pub(crate) keyword: Span,
    pub(crate) actions: Vec<ParsedAction>,
}

/// An action as nodes of the tree.
pub(crate) struct ParsedAction {
    pub(crate) target: NodeId,
    /// The value to set, add or delete; `None` for `REMOVE`.
    pub(crate) value: Option<NodeId>,
    /// All nodes of the action.
    pub(crate) nodes: Range<NodeId>,
}

impl Parser<'_> {
    /// Reads one or more clauses, up to the end of the text.
    pub(crate) fn update(&mut self) -> Result<Vec<Clause>, ExpressionError> {
        let mut clauses = Vec::new();
        loop {
            let keyword = self.peek();
            let section = match keyword.kind {
                TokenKind::Set => Section::Set,
                TokenKind::Remove => Section::Remove,
                TokenKind::Add => Section::Add,
                TokenKind::Delete => Section::Delete,
                _ => return Err(self.syntax_error()),
            };
            self.advance();
            let mut actions = vec![self.action(section)?];
            while self.accept(TokenKind::Comma) {
                actions.push(self.action(section)?);
            }
            clauses.push(Clause {
                section,
                keyword: keyword.span,
                actions,
            });
            if self.peek().kind == TokenKind::End {
                return Ok(clauses);
            }
        }
    }

    fn action(&mut self, section: Section) -> Result<ParsedAction, ExpressionError> {
        let first = self.tree.len();
        let target = self.path()?;
        let value = match section {
            Section::Set => {
                self.expect(TokenKind::Equal)?;
                Some(self.operators(Allowed::SetValue)?)
            }
            Section::Remove => None,
            Section::Add | Section::Delete => {
                let span = self.expect(TokenKind::Value)?.span;
                Some(self.tree.push(NodeKind::Value, span))
            }
        };
        Ok(ParsedAction {
            target,
            value,
            nodes: first..self.tree.len(),
        })
    }
}
