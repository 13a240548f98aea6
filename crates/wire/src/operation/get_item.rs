//! GetItem: reads one item by its full primary key.

use std::sync::Arc;

use hashrange_values::{Item, Text};

use super::body::{Asked, members};
use super::step::Step;
use super::told::told;
use crate::constraint::{
    ATTRIBUTES_TO_GET, CONSISTENT_READ, EXPRESSION_NAMES, KEY, PROJECTION, RETURN_CONSUMED_CAPACITY, TABLE_NAME,
};
use crate::shape::{ConsumedCapacity, ExpressionAttributeNames, ReturnConsumedCapacity};

members! {
    /// GetItem: reads one item by its full primary key.
    GetItemRequest = GET_ITEM {
        /// Table to read from.
        "TableName" table_name: String,
        /// The primary key.
        "Key" key: Item,
        /// Attributes to return; all without it.
        "ProjectionExpression" projection_expression: Option<String>,
        /// Top-level attributes to return (legacy).
        "AttributesToGet" attributes_to_get: Option<Vec<Text>>,
        /// Name placeholders of the projection.
        "ExpressionAttributeNames" expression_attribute_names: Option<ExpressionAttributeNames>,
        /// Strongly consistent when true.
        "ConsistentRead" consistent_read: Option<bool>,
        /// How much of the cost to report.
        "ReturnConsumedCapacity" return_consumed_capacity: Option<ReturnConsumedCapacity>,
    }
}

/// Response to GetItem.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct GetItemResponse {
    /// The item, if it exists.
    pub item: Option<Arc<Item>>,
    /// The capacity that the read consumed.
    pub consumed_capacity: Option<Box<ConsumedCapacity>>,
}

static GET_ITEM: Asked = Asked::of("GetItemInput")
    .members(&[
        TABLE_NAME,
        KEY,
        RETURN_CONSUMED_CAPACITY,
        ATTRIBUTES_TO_GET,
        CONSISTENT_READ,
        PROJECTION,
        EXPRESSION_NAMES,
    ])
    .then(&[
        Step::Use {
            expressions: &["ProjectionExpression"],
            legacy: &["AttributesToGet"],
        },
        Step::Read("Key"),
        Step::Distinct,
        Step::Read("ExpressionAttributeNames"),
    ]);

told! {
    answer GetItemResponse {
        "Item" item,
        "ConsumedCapacity" consumed_capacity,
    }
}
