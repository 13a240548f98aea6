//! Scan: reads every item of a table or index.

use hashrange_values::{Item, Map, Text};

use super::body::{Asked, members};
use super::query::QueryResponse;
use super::step::Step;
use crate::constraint::{
    ATTRIBUTES_TO_GET, CONDITIONAL_OPERATOR, CONSISTENT_READ, EXPRESSION_NAMES, EXPRESSION_VALUES, FILTER, INDEX_NAME,
    Kind, Member, PROJECTION, RETURN_CONSUMED_CAPACITY, Rule, SCAN_FILTER, SELECT, START_KEY, TABLE_NAME,
};
use crate::error::{ServiceError, ValidationError};
use crate::json::Node;
use crate::json::request::members::count;
use crate::json::request::select::check_select;
use crate::reader::Reader;
use crate::rejection::Rejection;
use crate::shape::{ConditionalOperator, Conditions, ExpressionAttributeNames, ReturnConsumedCapacity, Select};

members! {
    /// Scan: every item of a table or index, in the order of the partition keys' hashes.
    ScanRequest = SCAN {
        /// Table to read from.
        "TableName" table_name: String,
        /// Index to read instead of the table.
        "IndexName" index_name: Option<String>,
        /// Decides which of the items read are returned.
        "FilterExpression" filter_expression: Option<String>,
        /// Attributes to return.
        "ProjectionExpression" projection_expression: Option<String>,
        /// Name placeholders.
        "ExpressionAttributeNames" expression_attribute_names: Option<ExpressionAttributeNames>,
        /// Value placeholders, names with their leading `:`.
        "ExpressionAttributeValues" expression_attribute_values: Option<Map>,
        /// Decides which of the items read are returned, attribute by attribute (legacy).
        "ScanFilter" scan_filter: Option<Conditions>,
        /// How the members of `scan_filter` are joined (legacy).
        "ConditionalOperator" conditional_operator: Option<ConditionalOperator>,
        /// Top-level attributes to return (legacy).
        "AttributesToGet" attributes_to_get: Option<Vec<Text>>,
        /// Which attributes to return.
        "Select" select: Option<Select>,
        /// The maximum number of items to read, before the filter.
        "Limit" limit: Option<u32>,
        /// The key at which the previous page ended.
        "ExclusiveStartKey" exclusive_start_key: Option<Item>,
        /// Strongly consistent when true.
        "ConsistentRead" consistent_read: Option<bool>,
        /// The number of this segment of a parallel scan, from 0.
        "Segment" segment: Option<u32>,
        /// The number of segments of the parallel scan.
        "TotalSegments" total_segments: Option<u32>,
        /// How much of the cost to report.
        "ReturnConsumedCapacity" return_consumed_capacity: Option<ReturnConsumedCapacity>,
    }
}

/// Response to Scan: the same members as a Query's.
pub type ScanResponse = QueryResponse;

static SCAN: Asked = Asked::of("ScanInput")
    .members(&[
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
    ])
    .then(&[
        Step::Use {
            expressions: &["ProjectionExpression", "FilterExpression"],
            legacy: &["AttributesToGet", "ScanFilter", "ConditionalOperator"],
        },
        Step::Joint("ScanFilter"),
        Step::Distinct,
        Step::Read("ScanFilter"),
        Step::Read("ExclusiveStartKey"),
        Step::Judge(check_segments),
        Step::Read("ExpressionAttributeNames"),
        Step::Read("ExpressionAttributeValues"),
        Step::Judge(check_select),
    ]);

fn check_segments(_: Reader, root: Node<'_>) -> Result<(), Rejection> {
    let number = |name| root.member(name).map(count::<u32>).transpose();
    let error = match (number("Segment")?, number("TotalSegments")?) {
        (Some(_), None) => ValidationError::TotalSegmentsMissing,
        (None, Some(_)) => ValidationError::SegmentMissing,
        (Some(segment), Some(total)) if segment >= total => ValidationError::SegmentOutside { segment, total },
        _ => return Ok(()),
    };
    Err(ServiceError::Validation(error).into())
}
