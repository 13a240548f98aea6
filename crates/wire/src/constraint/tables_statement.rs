//! Members that requests with statements share.

use super::structure::{Kind, Member, Rule};

pub(crate) const STATEMENT: Member =
    Member::required("Statement", Kind::Text).with(&[Rule::MinLength(1), Rule::MaxLength(8192)]);
pub(crate) const PARAMETERS: Member =
    Member::optional("Parameters", Kind::List(&Kind::AttributeValue)).with(&[Rule::MinLength(1)]);
