//! Members that requests about items share.

use super::structure::{ATTRIBUTE_VALUE_CLASS, Kind, Member, Rule, Words};
use crate::shape::{
    ReturnConsumedCapacity, ReturnItemCollectionMetrics, ReturnValues, ReturnValuesOnConditionCheckFailure,
};

/// A map of names to attribute values.
pub(crate) const VALUES: Kind = Kind::Map {
    class: ATTRIBUTE_VALUE_CLASS,
    of: &Kind::AttributeValue,
};
/// A map of names to strings.
pub(crate) const NAMES: Kind = Kind::Map {
    class: "java.lang.String",
    of: &Kind::Text,
};

/// Reads and writes accept a name of one character or more. Only CreateTable requires three
/// (observed: table-name-words).
pub(crate) const TABLE_NAME: Member = Member::required("TableName", Kind::TableReference).with(&[
    Rule::MinLength(1),
    Rule::Pattern,
    Rule::MaxLength(255),
]);
/// Writes report an empty name before any other failure (observed: table-name-words).
pub(crate) const TABLE_NAME_OF_WRITE: Member =
    TABLE_NAME.with(&[Rule::NotEmptyUnnamed, Rule::Pattern, Rule::MaxLength(255)]);
/// PutItem and UpdateItem report any invalid table name before other failures (observed: table-name-words).
pub(crate) const TABLE_NAME_FIRST: Member = TABLE_NAME_OF_WRITE.alone();
pub(crate) const KEY: Member = Member::required("Key", VALUES);
pub(crate) const RETURN_CONSUMED_CAPACITY: Member =
    Member::optional("ReturnConsumedCapacity", Kind::Text).with(&[Rule::OneOf(ReturnConsumedCapacity::WORDS)]);
/// The second to last word in `shown` is the service's misspelling (observed: return-values-words).
pub(crate) const RETURN_VALUES: Member =
    Member::optional("ReturnValues", Kind::Text).with(&[Rule::OneOfUnnamed(&Words {
        taken: ReturnValues::WORDS,
        shown: "ALL_OLD, UPDATED_OLD, ALL_NEW, UPDATE_NEW, NONE",
        is_alone: false,
    })]);
pub(crate) const RETURN_METRICS: Member = Member::optional("ReturnItemCollectionMetrics", Kind::Text)
    .with(&[Rule::OneOf(ReturnItemCollectionMetrics::WORDS)]);
pub(crate) const RETURN_ON_FAILURE: Member = Member::optional("ReturnValuesOnConditionCheckFailure", Kind::Text)
    .with(&[Rule::OneOf(ReturnValuesOnConditionCheckFailure::WORDS)]);
pub(crate) const CONDITION: Member = Member::optional("ConditionExpression", Kind::Text);
pub(crate) const PROJECTION: Member = Member::optional("ProjectionExpression", Kind::Text);
pub(crate) const CONSISTENT_READ: Member = Member::optional("ConsistentRead", Kind::Boolean);
pub(crate) const EXPRESSION_NAMES: Member = Member::optional("ExpressionAttributeNames", NAMES);
pub(crate) const EXPRESSION_VALUES: Member = Member::optional("ExpressionAttributeValues", VALUES);
/// The number of actions in a transaction (documented: limits-batches).
pub(crate) const MEMBERS_OF_TRANSACTION: &[Rule] = &[Rule::MinLength(1), Rule::MaxLength(100)];
