//! The shapes of the single-item requests, as tables.

use super::structure::{ATTRIBUTE_VALUE_CLASS, Kind, Member, Rule, Shape, Structure, Words};
use super::tables_legacy::{ATTRIBUTE_UPDATES, ATTRIBUTES_TO_GET, CONDITIONAL_OPERATOR_OF_WRITE, EXPECTED};
use crate::shape::{
    ReturnConsumedCapacity, ReturnItemCollectionMetrics, ReturnValues, ReturnValuesOnConditionCheckFailure,
};

/// Names and attribute values.
pub(super) const VALUES: Kind = Kind::Map { class: ATTRIBUTE_VALUE_CLASS, of: &Kind::AttributeValue };
/// Names and strings.
const NAMES: Kind = Kind::Map { class: "java.lang.String", of: &Kind::Text };

/// Reads and writes look up any name of one character or more; only CreateTable insists on three (observed).
pub(super) const TABLE_NAME: Member = Member::required("TableName", Kind::TableReference).with(&[
    Rule::MinLength(1),
    Rule::Pattern,
    Rule::MaxLength(255),
]);
/// Writes report an empty name before anything else (observed).
const TABLE_NAME_OF_WRITE: Member = TABLE_NAME.with(&[Rule::NotEmptyUnnamed, Rule::Pattern, Rule::MaxLength(255)]);
/// PutItem and UpdateItem report any bad table name so (observed).
const TABLE_NAME_FIRST: Member = TABLE_NAME_OF_WRITE.alone();
pub(super) const KEY: Member = Member::required("Key", VALUES);
pub(super) const RETURN_CONSUMED_CAPACITY: Member =
    Member::optional("ReturnConsumedCapacity", Kind::Text).with(&[Rule::OneOf(ReturnConsumedCapacity::WORDS)]);
/// The last word but one is the service's slip (observed).
const RETURN_VALUES: Member = Member::optional("ReturnValues", Kind::Text).with(&[Rule::OneOfUnnamed(&Words {
    taken: ReturnValues::WORDS,
    shown: "ALL_OLD, UPDATED_OLD, ALL_NEW, UPDATE_NEW, NONE",
    is_alone: false,
})]);
pub(super) const RETURN_METRICS: Member = Member::optional("ReturnItemCollectionMetrics", Kind::Text)
    .with(&[Rule::OneOf(ReturnItemCollectionMetrics::WORDS)]);
pub(super) const RETURN_ON_FAILURE: Member = Member::optional("ReturnValuesOnConditionCheckFailure", Kind::Text)
    .with(&[Rule::OneOf(ReturnValuesOnConditionCheckFailure::WORDS)]);
pub(super) const CONDITION: Member = Member::optional("ConditionExpression", Kind::Text);
pub(super) const PROJECTION: Member = Member::optional("ProjectionExpression", Kind::Text);
pub(super) const CONSISTENT_READ: Member = Member::optional("ConsistentRead", Kind::Boolean);
pub(super) const EXPRESSION_NAMES: Member = Member::optional("ExpressionAttributeNames", NAMES);
pub(super) const EXPRESSION_VALUES: Member = Member::optional("ExpressionAttributeValues", VALUES);

pub(super) static PUT_ITEM: Shape = Shape {
    structure: Structure {
        class: "PutItemInput",
        members: &[
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
        ],
    },
    one_choice: false,
};

pub(super) static GET_ITEM: Shape = Shape {
    structure: Structure {
        class: "GetItemInput",
        members: &[
            TABLE_NAME,
            KEY,
            RETURN_CONSUMED_CAPACITY,
            ATTRIBUTES_TO_GET,
            CONSISTENT_READ,
            PROJECTION,
            EXPRESSION_NAMES,
        ],
    },
    one_choice: false,
};

pub(super) static UPDATE_ITEM: Shape = Shape {
    structure: Structure {
        class: "UpdateItemInput",
        members: &[
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
        ],
    },
    one_choice: true,
};

pub(super) static DELETE_ITEM: Shape = Shape {
    structure: Structure {
        class: "DeleteItemInput",
        members: &[
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
        ],
    },
    one_choice: false,
};

/// As the older code reads it.
pub(super) static UPDATE_ITEM_SECOND: Shape = Shape {
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
