//! PutItem: writes a complete item, and replaces an existing item with the same key.

use hashrange_values::{Item, Map};

use super::answer::ROOM;
use super::body::{Asked, members};
use super::step::Step;
use super::told::told;
use crate::constraint::{
    CONDITION, CONDITIONAL_OPERATOR_OF_WRITE, EXPECTED, EXPRESSION_NAMES, EXPRESSION_VALUES, Member,
    RETURN_CONSUMED_CAPACITY, RETURN_METRICS, RETURN_ON_FAILURE, RETURN_VALUES, TABLE_NAME_FIRST, VALUES,
};
use crate::shape::{
    ConditionalOperator, Expected, ExpressionAttributeNames, ReturnConsumedCapacity, ReturnItemCollectionMetrics,
    ReturnValues, ReturnValuesOnConditionCheckFailure, WriteItemResponse,
};

members! {
    /// PutItem: writes a complete item, and replaces an existing item with the same key.
    PutItemRequest = PUT_ITEM {
        /// Table to write to.
        "TableName" table_name: String,
        /// The item, keys included.
        "Item" item: Item,
        /// The existing item must satisfy it, otherwise nothing is written.
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

/// Response to PutItem.
pub type PutItemResponse = WriteItemResponse;

static PUT_ITEM: Asked = Asked::of("PutItemInput")
    .members(&[
        TABLE_NAME_FIRST,
        Member::required("Item", VALUES),
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
        // PutItem checks the item before the parameters. Other operations check the key after them
        // (observed: put-item-order).
        Step::Read("Item"),
        Step::Use {
            expressions: &["ConditionExpression"],
            legacy: &["Expected", "ConditionalOperator"],
        },
        Step::Joint("Expected"),
        Step::Read("Expected"),
        Step::Read("ExpressionAttributeNames"),
        Step::Read("ExpressionAttributeValues"),
        Step::OldImage,
    ]);

// UpdateItem and DeleteItem have the same response.
told! {
    answer WriteItemResponse, room {
        "Attributes" attributes,
        "ConsumedCapacity" consumed_capacity,
        "ItemCollectionMetrics" item_collection_metrics,
    }
}

fn room(response: &WriteItemResponse) -> usize {
    if response.attributes.is_none() { 64 } else { ROOM }
}
