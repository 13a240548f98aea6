//! UpdateItem: changes attributes of one item, and creates the item if it does not exist.

use hashrange_values::{Item, Map};

use super::body::{Asked, members};
use super::step::Step;
use crate::constraint::{
    ATTRIBUTE_UPDATES, CONDITION, CONDITIONAL_OPERATOR_OF_WRITE, EXPECTED, EXPRESSION_NAMES, EXPRESSION_VALUES, KEY,
    Kind, Member, RETURN_CONSUMED_CAPACITY, RETURN_METRICS, RETURN_ON_FAILURE, RETURN_VALUES, Shape, Structure,
    TABLE_NAME, TABLE_NAME_FIRST,
};
use crate::shape::{
    AttributeUpdates, ConditionalOperator, Expected, ExpressionAttributeNames, ReturnConsumedCapacity,
    ReturnItemCollectionMetrics, ReturnValues, ReturnValuesOnConditionCheckFailure, WriteItemResponse,
};

members! {
    /// UpdateItem: changes attributes of one item, and creates the item if it does not exist.
    UpdateItemRequest = UPDATE_ITEM {
        /// Table to write to.
        "TableName" table_name: String,
        /// The primary key.
        "Key" key: Item,
        /// The changes. If left out, the request only creates the item if it does not exist.
        "UpdateExpression" update_expression: Option<String>,
        /// The existing item must satisfy it, otherwise nothing is written.
        "ConditionExpression" condition_expression: Option<String>,
        /// Name placeholders.
        "ExpressionAttributeNames" expression_attribute_names: Option<ExpressionAttributeNames>,
        /// Value placeholders, names with their leading `:`.
        "ExpressionAttributeValues" expression_attribute_values: Option<Map>,
        /// Changes, attribute by attribute (legacy).
        "AttributeUpdates" attribute_updates: Option<AttributeUpdates>,
        /// Conditions, attribute by attribute (legacy).
        "Expected" expected: Option<Expected>,
        /// How the members of `expected` are joined (legacy).
        "ConditionalOperator" conditional_operator: Option<ConditionalOperator>,
        /// Which image to return.
        "ReturnValues" return_values: Option<ReturnValues>,
        /// How much of the cost to report.
        "ReturnConsumedCapacity" return_consumed_capacity: Option<ReturnConsumedCapacity>,
        /// Whether to report the item collection's size.
        "ReturnItemCollectionMetrics" return_item_collection_metrics: Option<ReturnItemCollectionMetrics>,
        /// Whether a failed condition returns the item.
        "ReturnValuesOnConditionCheckFailure" return_values_on_condition_check_failure: Option<ReturnValuesOnConditionCheckFailure>,
    }
}

/// Response to UpdateItem.
pub type UpdateItemResponse = WriteItemResponse;

static UPDATE_ITEM: Asked = Asked::of("UpdateItemInput")
    .members(&[
        TABLE_NAME_FIRST,
        RETURN_VALUES,
        RETURN_CONSUMED_CAPACITY,
        RETURN_METRICS,
        RETURN_ON_FAILURE,
        CONDITIONAL_OPERATOR_OF_WRITE,
        KEY,
        EXPECTED,
        ATTRIBUTE_UPDATES,
        CONDITION,
        Member::optional("UpdateExpression", Kind::Text),
        EXPRESSION_VALUES,
        EXPRESSION_NAMES,
    ])
    .one_choice()
    .second(&UPDATE_ITEM_SECOND)
    .then(&[
        Step::Use {
            expressions: &["UpdateExpression", "ConditionExpression"],
            legacy: &["AttributeUpdates", "Expected", "ConditionalOperator"],
        },
        Step::Joint("Expected"),
        Step::Read("Key"),
        Step::Read("AttributeUpdates"),
        Step::Read("Expected"),
        Step::Read("ExpressionAttributeNames"),
        Step::Read("ExpressionAttributeValues"),
    ]);

/// The request's shape in the older code.
static UPDATE_ITEM_SECOND: Shape = Shape {
    structure: Structure {
        class: "UpdateItemInput",
        members: &[
            RETURN_CONSUMED_CAPACITY,
            TABLE_NAME,
            RETURN_METRICS,
            RETURN_VALUES,
            RETURN_ON_FAILURE,
            CONDITIONAL_OPERATOR_OF_WRITE,
            KEY,
            EXPECTED,
            ATTRIBUTE_UPDATES,
            CONDITION,
            Member::optional("UpdateExpression", Kind::Text),
            EXPRESSION_VALUES,
            EXPRESSION_NAMES,
        ],
    },
    one_choice: false,
};
