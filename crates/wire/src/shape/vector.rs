//! Vector indexes and searches of them.

use hashrange_values::Text;

use super::closed_set::closed_set;
use super::table_definition::{IndexStatus, Projection};

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
