//! Vector indexes and searches of them.

use hashrange_values::{AttributeValue, Item, Map, Text};

use super::closed_set::closed_set;
use super::table_definition::{IndexStatus, Projection};
use super::{ExpressionAttributeNames, ReturnConsumedCapacity};

closed_set! {
    /// How near two vectors are. In the order the service lists them where it refuses another (observed).
    DistanceFunction {
        /// The larger, the nearer.
        DotProduct = "DOT_PRODUCT",
        /// From 0, the same direction, to 2, the opposite.
        Cosine = "COSINE",
        /// The straight line between them.
        Euclidean = "EUCLIDEAN",
    }
}

closed_set! {
    /// The part an attribute plays in searches of a vector index.
    SearchSchemaElementType {
        /// The index's partition key: every search names its value.
        Hash = "HASH",
        /// A search may name its value.
        InlineFilter = "INLINE_FILTER",
    }
}

/// One attribute that searches can ask for.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct SearchSchemaElement {
    /// The attribute.
    pub attribute_name: Text,
    /// Its part.
    pub element_type: SearchSchemaElementType,
}

/// A vector index to create. It cannot be changed later.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct VectorIndex {
    /// Its name, unique among the table's indexes of any kind.
    pub index_name: String,
    /// The attribute with the vectors.
    pub vector_attribute: Text,
    /// What searches can ask for beside the vector.
    pub search_schema: Option<Vec<SearchSchemaElement>>,
    /// What it carries.
    pub projection: Projection,
    /// Numbers of each vector.
    pub dimensions: i64,
    /// How near two vectors are.
    pub distance_function: DistanceFunction,
}

/// One change of a table's vector indexes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum VectorIndexUpdate {
    /// A new index.
    Create(Box<VectorIndex>),
    /// The index goes.
    Delete {
        /// Its name.
        index_name: String,
    },
}

/// A vector index as its table describes it.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct VectorIndexDescription {
    /// What was asked for.
    pub index: VectorIndex,
    /// Where it is in its life.
    pub index_status: IndexStatus,
    /// Present only while an index added later is being built.
    pub backfilling: Option<bool>,
    /// Bytes of its entries.
    pub index_size_bytes: u64,
    /// Entries it holds.
    pub item_count: u64,
    /// Its resource name.
    pub index_arn: String,
}

/// SearchVectors: the entries of a vector index that are nearest to a vector.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SearchVectorsRequest {
    /// Table of the index.
    pub table_name: String,
    /// The index.
    pub index_name: String,
    /// The vector searched for: a number each.
    pub search_vector: Vec<AttributeValue>,
    /// Entries to answer with at most.
    pub top_k: i64,
    /// Which entries are looked at, by the attributes of the index's search schema.
    pub search_condition_expression: Option<String>,
    /// Attributes to answer with; without it all the index carries but the vector.
    pub projection_expression: Option<String>,
    /// Name placeholders.
    pub expression_attribute_names: Option<ExpressionAttributeNames>,
    /// Value placeholders, names with their leading `:`.
    pub expression_attribute_values: Option<Map>,
    /// Whether to report the cost.
    pub return_consumed_capacity: Option<ReturnConsumedCapacity>,
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
