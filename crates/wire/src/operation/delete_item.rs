//! DeleteItem: deletes one item by its full primary key.

use hashrange_values::{Item, Map};

use super::body::{Asked, members};
use super::step::Step;
use crate::constraint::{
    CONDITION, CONDITIONAL_OPERATOR_OF_WRITE, EXPECTED, EXPRESSION_NAMES, EXPRESSION_VALUES, KEY,
    RETURN_CONSUMED_CAPACITY, RETURN_METRICS, RETURN_ON_FAILURE, RETURN_VALUES, TABLE_NAME_OF_WRITE,
};
use crate::shape::{
    ConditionalOperator, Expected, ExpressionAttributeNames, ReturnConsumedCapacity, ReturnItemCollectionMetrics,
    ReturnValues, ReturnValuesOnConditionCheckFailure, WriteItemResponse,
};

members! {
    /// DeleteItem: deletes one item by its full primary key.
    DeleteItemRequest = DELETE_ITEM {
        /// Table to delete from.
        "TableName" table_name: String,
        /// The primary key.
        "Key" key: Item,
        /// The existing item must satisfy it, otherwise nothing is deleted.
        "ConditionExpression" condition_expression: Option<String>,
        /// Name placeholders of the condition.
        "ExpressionAttributeNames" expression_attribute_names: Option<ExpressionAttributeNames>,
        /// Value placeholders of the condition, names with their leading `:`.
        "ExpressionAttributeValues" expression_attribute_values: Option<Map>,
        /// Conditions, attribute by attribute (legacy).
        "Expected" expected: Option<Expected>,
        /// How the members of `expected` are joined (legacy).
        "ConditionalOperator" conditional_operator: Option<ConditionalOperator>,
        /// `NONE` or `ALL_OLD`.
        "ReturnValues" return_values: Option<ReturnValues>,
        /// How much of the cost to report.
        "ReturnConsumedCapacity" return_consumed_capacity: Option<ReturnConsumedCapacity>,
        /// Whether to report the item collection's size.
        "ReturnItemCollectionMetrics" return_item_collection_metrics: Option<ReturnItemCollectionMetrics>,
        /// Whether a failed condition returns the item.
        "ReturnValuesOnConditionCheckFailure" return_values_on_condition_check_failure: Option<ReturnValuesOnConditionCheckFailure>,
    }
}

/// Response to DeleteItem.
pub type DeleteItemResponse = WriteItemResponse;

static DELETE_ITEM: Asked = Asked::of("DeleteItemInput")
    .members(&[
        TABLE_NAME_OF_WRITE,
        KEY,
        RETURN_CONSUMED_CAPACITY,
        RETURN_VALUES,
        RETURN_METRICS,
        RETURN_ON_FAILURE,
        CONDITIONAL_OPERATOR_OF_WRITE,
        EXPECTED,
        CONDITION,
        EXPRESSION_VALUES,
        EXPRESSION_NAMES,
    ])
    .then(&[
        Step::OldImageForSecond,
        Step::Use {
            expressions: &["ConditionExpression"],
            legacy: &["Expected", "ConditionalOperator"],
        },
        Step::Joint("Expected"),
        Step::Read("Key"),
        Step::Read("Expected"),
        Step::Read("ExpressionAttributeNames"),
        Step::Read("ExpressionAttributeValues"),
        Step::OldImage,
    ]);
