//! HCL, the language of Terraform, as a tree: attributes, blocks, and the expressions of their values.
//!
//! Reads every form of the language's specification (hashicorp/hcl, hclsyntax/spec.md). Must not know what the names mean.

mod body;
mod cursor;
mod expression;
mod json;
mod template;
#[cfg(test)]
mod tests;
mod tree;

use self::cursor::Cursor;

pub(crate) use self::json::{KINDS, of_json};
pub(crate) use self::tree::{Block, Body, Call, Expression, Form, HclFault, Key, Part, Piece, Step};

/// Reads a file.
pub(crate) fn parse(text: &str) -> Result<Body<'_>, HclFault> {
    Cursor::new(text).body(false)
}
