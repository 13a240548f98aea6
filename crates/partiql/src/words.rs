//! The words that have a meaning in statements, for editors: keywords and functions, and names as statements write them.
//!
//! Owns the names of functions. `keyword.rs` owns the reserved words. Must not know grammar.

use std::borrow::Cow;

use crate::Function;
use crate::keyword::{KEYWORDS, Keyword, keyword};

/// The function of a condition that a transaction checks.
pub(crate) const EXISTS: &str = "exists";
/// The functions of assigned values.
pub(crate) const LIST_APPEND: &str = "list_append";
pub(crate) const SET_ADD: &str = "set_add";
pub(crate) const SET_DELETE: &str = "set_delete";

/// The functions of conditions.
const CONDITIONS: [(&str, Function); 6] = [
    ("attribute_exists", Function::AttributeExists),
    ("attribute_not_exists", Function::AttributeNotExists),
    ("attribute_type", Function::AttributeType),
    ("begins_with", Function::BeginsWith),
    ("contains", Function::Contains),
    ("size", Function::Size),
];

/// The function of a condition with this name, in lower case.
pub(crate) fn condition(name: &str) -> Option<Function> {
    let found = CONDITIONS.iter().find(|(known, _)| *known == name);
    found.map(|(_, function)| *function)
}

/// The reserved words that a statement can have, in lower case. The others are refused wherever they stand, except in
/// quotes.
pub fn keywords() -> impl Iterator<Item = &'static str> {
    let used = KEYWORDS.iter().filter(|(_, keyword)| has_meaning(*keyword));
    used.map(|(word, _)| *word)
}

/// The functions that a statement can call, in lower case.
pub fn functions() -> impl Iterator<Item = &'static str> {
    let conditions = CONDITIONS.iter().map(|(name, _)| *name);
    conditions.chain([EXISTS, LIST_APPEND, SET_ADD, SET_DELETE])
}

/// A name as a statement writes it: in quotes if it is reserved or has other characters than a word.
#[must_use]
pub fn written(name: &str) -> Cow<'_, str> {
    let is_inside = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'$');
    let begins = name.bytes().next().is_some_and(|first| !first.is_ascii_digit());
    if begins && name.bytes().all(is_inside) && keyword(name).is_none() {
        Cow::Borrowed(name)
    } else {
        Cow::Owned(quoted(name))
    }
}

/// A name in quotes, as statements write tables and indexes.
#[must_use]
pub fn quoted(name: &str) -> String {
    format!("\"{}\"", name.replace('"', "\"\""))
}

fn has_meaning(keyword: Keyword) -> bool {
    match keyword {
        Keyword::All
        | Keyword::And
        | Keyword::Asc
        | Keyword::Between
        | Keyword::By
        | Keyword::Delete
        | Keyword::Desc
        | Keyword::False
        | Keyword::From
        | Keyword::In
        | Keyword::Insert
        | Keyword::Into
        | Keyword::Is
        | Keyword::Missing
        | Keyword::Modified
        | Keyword::New
        | Keyword::Not
        | Keyword::Null
        | Keyword::Old
        | Keyword::Or
        | Keyword::Order
        | Keyword::Remove
        | Keyword::Returning
        | Keyword::Select
        | Keyword::Set
        | Keyword::True
        | Keyword::Update
        | Keyword::Value
        | Keyword::Where => true,
        Keyword::As
        | Keyword::At
        | Keyword::Distinct
        | Keyword::Function
        | Keyword::Group
        | Keyword::Having
        | Keyword::Join
        | Keyword::Like
        | Keyword::Limit
        | Keyword::Partial
        | Keyword::Reserved
        | Keyword::Values => false,
    }
}
