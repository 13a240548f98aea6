//! The shapes of Query and Scan, as tables.

use super::structure::{Kind, Member, Rule, Shape, Structure};
use super::tables_item::{
    CONSISTENT_READ, EXPRESSION_NAMES, EXPRESSION_VALUES, PROJECTION, RETURN_CONSUMED_CAPACITY, TABLE_NAME, VALUES,
};
use super::tables_legacy::{
    ATTRIBUTES_TO_GET, CONDITIONAL_OPERATOR, CONDITIONAL_OPERATOR_OF_QUERY, KEY_CONDITIONS, QUERY_FILTER, SCAN_FILTER,
};
use crate::shape::Select;

const INDEX_NAME: Member =
    Member::optional("IndexName", Kind::Text).with(&[Rule::Pattern, Rule::MinLength(3), Rule::MaxLength(255)]);
const SELECT: Member = Member::optional("Select", Kind::Text).with(&[Rule::OneOf(Select::WORDS)]);
const FILTER: Member = Member::optional("FilterExpression", Kind::Text);
const START_KEY: Member = Member::optional("ExclusiveStartKey", VALUES);

pub(super) static QUERY: Shape = Shape {
    structure: Structure {
        class: "QueryInput",
        members: &[
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
        ],
    },
    one_choice: true,
};

pub(super) static SCAN: Shape = Shape {
    structure: Structure {
        class: "ScanInput",
        members: &[
            TABLE_NAME,
            SELECT,
            RETURN_CONSUMED_CAPACITY,
            Member::optional("Limit", Kind::Integer).with(&[Rule::AtLeast(1)]),
            Member::optional("Segment", Kind::Integer).with(&[Rule::AtLeast(0), Rule::AtMost(999_999)]),
            Member::optional("TotalSegments", Kind::Integer).with(&[Rule::AtLeast(1), Rule::AtMost(1_000_000)]),
            INDEX_NAME,
            START_KEY,
            CONSISTENT_READ,
            ATTRIBUTES_TO_GET,
            CONDITIONAL_OPERATOR,
            SCAN_FILTER,
            FILTER,
            PROJECTION,
            EXPRESSION_VALUES,
            EXPRESSION_NAMES,
        ],
    },
    one_choice: false,
};
