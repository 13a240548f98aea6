//! Query: reads the items of one partition key value.

use std::sync::Arc;

use hashrange_values::{Item, Map, Text};

use super::answer::ROOM;
use super::body::{Asked, members};
use super::step::Step;
use super::told::told;
use crate::constraint::{
    ATTRIBUTES_TO_GET, CONDITIONAL_OPERATOR_OF_QUERY, CONSISTENT_READ, EXPRESSION_NAMES, EXPRESSION_VALUES, FILTER,
    INDEX_NAME, KEY_CONDITIONS, Kind, Member, PROJECTION, QUERY_FILTER, RETURN_CONSUMED_CAPACITY, Rule, SELECT,
    START_KEY, TABLE_NAME,
};
use crate::error::{ServiceError, ValidationError};
use crate::json::Node;
use crate::json::request::select::check_select;
use crate::reader::Reader;
use crate::rejection::Rejection;
use crate::shape::{
    ConditionalOperator, Conditions, ConsumedCapacity, ExpressionAttributeNames, ReturnConsumedCapacity, Select,
};

members! {
    /// Query: the items of one partition key value, in sort key order.
    QueryRequest = QUERY {
        /// Table to read from.
        "TableName" table_name: String,
        /// Index to read instead of the table.
        "IndexName" index_name: Option<String>,
        /// Equality on the partition key, and optionally one test on the sort key.
        "KeyConditionExpression" key_condition_expression: Option<String>,
        /// Decides which of the items read are returned.
        "FilterExpression" filter_expression: Option<String>,
        /// Attributes to return.
        "ProjectionExpression" projection_expression: Option<String>,
        /// Name placeholders.
        "ExpressionAttributeNames" expression_attribute_names: Option<ExpressionAttributeNames>,
        /// Value placeholders, names with their leading `:`.
        "ExpressionAttributeValues" expression_attribute_values: Option<Map>,
        /// Key conditions, attribute by attribute (legacy).
        "KeyConditions" key_conditions: Option<Conditions>,
        /// Decides which of the items read are returned, attribute by attribute (legacy).
        "QueryFilter" query_filter: Option<Conditions>,
        /// How the members of `query_filter` are joined (legacy).
        "ConditionalOperator" conditional_operator: Option<ConditionalOperator>,
        /// Top-level attributes to return (legacy).
        "AttributesToGet" attributes_to_get: Option<Vec<Text>>,
        /// Which attributes to return.
        "Select" select: Option<Select>,
        /// Ascending unless false.
        "ScanIndexForward" scan_index_forward: Option<bool>,
        /// The maximum number of items to read, before the filter.
        "Limit" limit: Option<u32>,
        /// The key at which the previous page ended.
        "ExclusiveStartKey" exclusive_start_key: Option<Item>,
        /// Strongly consistent when true.
        "ConsistentRead" consistent_read: Option<bool>,
        /// How much of the cost to report.
        "ReturnConsumedCapacity" return_consumed_capacity: Option<ReturnConsumedCapacity>,
    }
}

/// Response to Query.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct QueryResponse {
    /// The items, unless the request asked only for their count.
    pub items: Option<Vec<Arc<Item>>>,
    /// The number of items after the filter.
    pub count: u32,
    /// The number of items read, before the filter.
    pub scanned_count: u32,
    /// The key after which the next page starts. Absent at the end.
    pub last_evaluated_key: Option<Item>,
    /// The capacity that the page consumed.
    pub consumed_capacity: Option<Box<ConsumedCapacity>>,
}

hashrange_checkpoint::fields!(QueryResponse {
    items,
    count,
    scanned_count,
    last_evaluated_key,
    consumed_capacity
});

static QUERY: Asked = Asked::of("QueryInput")
    .members(&[
        CONDITIONAL_OPERATOR_OF_QUERY,
        TABLE_NAME,
        RETURN_CONSUMED_CAPACITY,
        SELECT,
        Member::optional("Limit", Kind::Integer).with(&[Rule::AtLeastUnnamed(1)]),
        INDEX_NAME,
        START_KEY,
        CONSISTENT_READ,
        ATTRIBUTES_TO_GET,
        KEY_CONDITIONS,
        QUERY_FILTER,
        Member::optional("ScanIndexForward", Kind::Boolean),
        Member::optional("KeyConditionExpression", Kind::Text),
        FILTER,
        PROJECTION,
        EXPRESSION_VALUES,
        EXPRESSION_NAMES,
    ])
    .one_choice()
    .then(&[
        Step::Use {
            expressions: &["ProjectionExpression", "FilterExpression", "KeyConditionExpression"],
            legacy: &["AttributesToGet", "QueryFilter", "ConditionalOperator", "KeyConditions"],
        },
        Step::Joint("QueryFilter"),
        Step::Read("QueryFilter"),
        Step::Distinct,
        Step::Read("ExclusiveStartKey"),
        Step::Judge(has_key_condition),
        Step::Read("KeyConditions"),
        Step::Read("ExpressionAttributeNames"),
        Step::Read("ExpressionAttributeValues"),
        Step::Judge(check_select),
    ]);

fn has_key_condition(_: Reader, root: Node<'_>) -> Result<(), Rejection> {
    if root
        .member("KeyConditionExpression")
        .or_else(|| root.member("KeyConditions"))
        .is_some()
    {
        return Ok(());
    }
    Err(ServiceError::Validation(ValidationError::NoKeyCondition).into())
}

// Scan has the same response.
told! {
    answer QueryResponse, room ["Count", "ScannedCount"] {
        "Items" items,
        "Count" count,
        "ScannedCount" scanned_count,
        "LastEvaluatedKey" last_evaluated_key,
        "ConsumedCapacity" consumed_capacity,
    }
}

fn room(response: &QueryResponse) -> usize {
    response.items.as_ref().map_or(0, Vec::len).saturating_add(1) * ROOM
}
