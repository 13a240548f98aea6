//! The reads that walk: Query and Scan.

use std::sync::Arc;

use hashrange_values::{Item, Map, Text};

use super::closed_set::closed_set;
use super::{ConditionalOperator, Conditions, ConsumedCapacity, ExpressionAttributeNames, ReturnConsumedCapacity};

closed_set! {
    /// Which attributes a Query or Scan answers with.
    Select {
        /// Those the projection names.
        SpecificAttributes = "SPECIFIC_ATTRIBUTES",
        /// Only how many items match.
        Count = "COUNT",
        /// All attributes, fetched from the base table where an index lacks them.
        AllAttributes = "ALL_ATTRIBUTES",
        /// All attributes the index projects.
        AllProjectedAttributes = "ALL_PROJECTED_ATTRIBUTES",
    }
}

/// Query: the items of one partition key value, in sort key order.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct QueryRequest {
    /// Table to read from.
    pub table_name: String,
    /// Index to read instead of the table.
    pub index_name: Option<String>,
    /// Equality on the partition key, and optionally one test on the sort key.
    pub key_condition_expression: Option<String>,
    /// Decides which of the items read are returned.
    pub filter_expression: Option<String>,
    /// Attributes to answer with.
    pub projection_expression: Option<String>,
    /// Name placeholders.
    pub expression_attribute_names: Option<ExpressionAttributeNames>,
    /// Value placeholders, names with their leading `:`.
    pub expression_attribute_values: Option<Map>,
    /// What the keys must satisfy, attribute by attribute (legacy).
    pub key_conditions: Option<Conditions>,
    /// Decides which of the items read are returned, attribute by attribute (legacy).
    pub query_filter: Option<Conditions>,
    /// How the members of `query_filter` are joined (legacy).
    pub conditional_operator: Option<ConditionalOperator>,
    /// Top-level attributes to answer with (legacy).
    pub attributes_to_get: Option<Vec<Text>>,
    /// Which attributes to answer with.
    pub select: Option<Select>,
    /// Ascending unless false.
    pub scan_index_forward: Option<bool>,
    /// Most items to read, before the filter.
    pub limit: Option<u32>,
    /// Where the page before ended.
    pub exclusive_start_key: Option<Item>,
    /// Strongly consistent when true.
    pub consistent_read: Option<bool>,
    /// How much of the cost to report.
    pub return_consumed_capacity: Option<ReturnConsumedCapacity>,
}

/// Answer to Query.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct QueryResponse {
    /// The items, unless only their count was asked for.
    pub items: Option<Vec<Arc<Item>>>,
    /// Items after the filter.
    pub count: u32,
    /// Items read, before the filter.
    pub scanned_count: u32,
    /// Where to go on; absent at the end.
    pub last_evaluated_key: Option<Item>,
    /// What the page cost.
    pub consumed_capacity: Option<ConsumedCapacity>,
}

hashrange_checkpoint::fields!(QueryResponse { items, count, scanned_count, last_evaluated_key, consumed_capacity });

/// Scan: every item of a table or index, in the order of the partition keys' hashes.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ScanRequest {
    /// Table to read from.
    pub table_name: String,
    /// Index to read instead of the table.
    pub index_name: Option<String>,
    /// Decides which of the items read are returned.
    pub filter_expression: Option<String>,
    /// Attributes to answer with.
    pub projection_expression: Option<String>,
    /// Name placeholders.
    pub expression_attribute_names: Option<ExpressionAttributeNames>,
    /// Value placeholders, names with their leading `:`.
    pub expression_attribute_values: Option<Map>,
    /// Decides which of the items read are returned, attribute by attribute (legacy).
    pub scan_filter: Option<Conditions>,
    /// How the members of `scan_filter` are joined (legacy).
    pub conditional_operator: Option<ConditionalOperator>,
    /// Top-level attributes to answer with (legacy).
    pub attributes_to_get: Option<Vec<Text>>,
    /// Which attributes to answer with.
    pub select: Option<Select>,
    /// Most items to read, before the filter.
    pub limit: Option<u32>,
    /// Where the page before ended.
    pub exclusive_start_key: Option<Item>,
    /// Strongly consistent when true.
    pub consistent_read: Option<bool>,
    /// Number of this segment, from 0, of a parallel scan.
    pub segment: Option<u32>,
    /// Segments the parallel scan is cut into.
    pub total_segments: Option<u32>,
    /// How much of the cost to report.
    pub return_consumed_capacity: Option<ReturnConsumedCapacity>,
}

/// Answer to Scan: the same members as a Query's.
pub type ScanResponse = QueryResponse;
