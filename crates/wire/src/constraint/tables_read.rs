//! Members that Query and Scan share.

use super::structure::{Kind, Member, Rule};
use super::tables_item::VALUES;
use crate::shape::Select;

pub(crate) const INDEX_NAME: Member =
    Member::optional("IndexName", Kind::Text).with(&[Rule::Pattern, Rule::MinLength(3), Rule::MaxLength(255)]);
pub(crate) const SELECT: Member = Member::optional("Select", Kind::Text).with(&[Rule::OneOf(Select::WORDS)]);
pub(crate) const FILTER: Member = Member::optional("FilterExpression", Kind::Text);
pub(crate) const START_KEY: Member = Member::optional("ExclusiveStartKey", VALUES);
