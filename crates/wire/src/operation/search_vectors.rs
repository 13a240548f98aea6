//! SearchVectors: reads the entries of a vector index that are nearest to a vector.

use hashrange_values::{AttributeValue, Item, Map, Text};

use super::body::{Asked, members};
use super::step::Step;
use crate::constraint::{Kind, Member, RETURN_CONSUMED_CAPACITY, Rule};
use crate::shape::{ExpressionAttributeNames, ReturnConsumedCapacity};

members! {
    /// SearchVectors: the entries of a vector index that are nearest to a vector.
    SearchVectorsRequest = SEARCH_VECTORS {
        /// Table of the index.
        "TableName" table_name: String,
        /// The index.
        "IndexName" index_name: String,
        /// The vector searched for: a number each.
        "SearchVector" search_vector: Vec<AttributeValue>,
        /// Entries to answer with at most.
        "TopK" top_k: i64,
        /// Which entries are looked at, by the attributes of the index's search schema.
        "SearchConditionExpression" search_condition_expression: Option<String>,
        /// Attributes to answer with; without it all the index carries but the vector.
        "ProjectionExpression" projection_expression: Option<String>,
        /// Name placeholders.
        "ExpressionAttributeNames" expression_attribute_names: Option<ExpressionAttributeNames>,
        /// Value placeholders, names with their leading `:`.
        "ExpressionAttributeValues" expression_attribute_values: Option<Map>,
        /// Whether to report the cost.
        "ReturnConsumedCapacity" return_consumed_capacity: Option<ReturnConsumedCapacity>,
    }
}

/// An entry found.
#[derive(Clone, Debug, PartialEq)]
pub struct SearchResult {
    /// Its attributes as asked for.
    pub item: Item,
    /// How near it is, by the index's distance function.
    pub score: f32,
}

/// Answer to SearchVectors.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SearchVectorsResponse {
    /// The entries, nearest first.
    pub results: Vec<SearchResult>,
    /// The attribute with the vectors: its numbers are told in 32-bit floating point, as the index keeps them.
    pub vector_attribute: Text,
    /// Bytes the search is charged for, when the caller asked.
    pub search_request_bytes: Option<u64>,
}

/// Only what is left once `json/request/search.rs` has looked at the members: this operation says of itself what is
/// missing or of another kind.
static SEARCH_VECTORS: Asked = Asked::of("SearchVectorsInput")
    .members(&[
        Member::optional("TableName", Kind::TableReference).with(&[Rule::LengthUnnamed(1, 1_024)]),
        Member::optional("IndexName", Kind::Text).with(&[Rule::LengthUnnamed(3, 255), Rule::Pattern]),
        Member::optional("SearchVector", Kind::List(&Kind::AttributeValue)).with(&[Rule::LengthUnnamed(1, 4_096)]),
        Member::optional("TopK", Kind::Integer).with(&[Rule::AtLeastUnnamed(1)]),
        RETURN_CONSUMED_CAPACITY,
    ])
    .then(&[
        Step::Use { expressions: &["ProjectionExpression", "SearchConditionExpression"], legacy: &[] },
        Step::Read("ExpressionAttributeNames"),
        Step::Read("ExpressionAttributeValues"),
    ]);
