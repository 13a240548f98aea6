//! Invalid definitions of vector indexes, items that a vector index refuses, and invalid searches. Texts are
//! observed: vector-definitions, unless a comment states otherwise.

use hashrange_values::Text;

/// An invalid definition of a vector index.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum VectorIndexError {
    /// An empty list of indexes.
    #[error("One or more parameter values were invalid: List of VectorIndexes is empty")]
    None,
    /// A vector index on a table with provisioned billing, current or requested.
    #[error("One or more parameter values were invalid: Vector indexes are only supported for PAY_PER_REQUEST tables")]
    Provisioned,
    /// A change to provisioned billing in a request that also changes vector indexes.
    #[error("One or more parameter values were invalid: Tables with vector indexes must be in PAY_PER_REQUEST mode")]
    ToProvisioned,
    /// An attribute of the search schema that the request does not define.
    #[error(
        "One or more parameter values were invalid: One element in SearchSchema is not defined in attribute definitions"
    )]
    NotDefined,
    /// One attribute occurs twice in a search schema.
    #[error("One or more parameter values were invalid: SearchSchema contains a duplicate AttributeName")]
    SchemaRepeats,
    /// More attributes of one key type than a search schema allows.
    #[error(
        "One or more parameter values were invalid: Value '{count}' at 'SearchSchema' failed to satisfy constraint: Member must have {part} count less than or equal to {most}"
    )]
    SchemaCount {
        /// The number of attributes of this key type.
        count: usize,
        /// HASH or INLINE_FILTER.
        part: &'static str,
        /// Attributes allowed.
        most: usize,
    },
    /// More dimensions than a vector can have.
    #[error("One or more parameter values were invalid: Number of dimensions must be between 1 and {0} inclusive.")]
    Dimensions(usize),
    /// More vector indexes than a table can have.
    #[error("One or more parameter values were invalid: VectorIndex count exceeds the per-table limit of {0}")]
    Count(usize),
    /// More projected attributes than one index allows. We chose the text after "projected attributes".
    #[error(
        "One or more parameter values were invalid: Number of projected attributes exceeds the per-index limit of {0}"
    )]
    Projected(usize),
    /// One vector attribute with two numbers of dimensions.
    #[error(
        "One or more parameter values were invalid: Conflicting attribute definition for '{0}'. All VectorIndexes on the same vector attribute must use the same dimensions."
    )]
    OtherDimensions(Text),
    /// A vector attribute that is also defined in AttributeDefinitions.
    #[error(
        "One or more parameter values were invalid: Conflicting attribute definition for '{0}'. An attribute cannot be defined in AttributeDefinitions when used as a VectorAttribute."
    )]
    DefinedAsKey(Text),
}

/// An item that a vector index refuses.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum VectorItemError {
    /// The attribute is not a list.
    #[error(
        "One or more parameter values were invalid. Invalid type for parameter {attribute}, Expected: 32-bit floating point number list IndexName: {index}"
    )]
    NotAList {
        /// The attribute.
        attribute: Text,
        /// The index.
        index: Text,
    },
    /// More or fewer numbers than the index has dimensions.
    #[error(
        "One or more parameter values were invalid. Invalid size for parameter {attribute}, Expected: {expected}, Actual: {actual} IndexName: {index}"
    )]
    Size {
        /// The attribute.
        attribute: Text,
        /// The index's number of dimensions.
        expected: usize,
        /// The number of elements in the list.
        actual: usize,
        /// The index.
        index: Text,
    },
    /// An element that is not a number.
    #[error(
        "One or more parameter values were invalid. Invalid type for parameter {attribute}[{at}], Expected: 32-bit floating point number, Actual: {actual}. IndexName: {index}"
    )]
    Element {
        /// The attribute.
        attribute: Text,
        /// The element's index, from 0.
        at: usize,
        /// The element's type.
        actual: &'static str,
        /// The index.
        index: Text,
    },
    /// A number outside the range of 32-bit floating point.
    #[error(
        "One or more parameter values were invalid. Invalid value for parameter {attribute}[{at}], Value: {value} is outside valid range [-3.4028235E38, 3.4028235E38]. IndexName: {index}"
    )]
    Range {
        /// The attribute.
        attribute: Text,
        /// The element's index, from 0.
        at: usize,
        /// The number in scientific notation.
        value: String,
        /// The index.
        index: Text,
    },
    /// An attribute of the search schema whose type differs from its definition.
    #[error(
        "One or more parameter values were invalid. Attribute '{attribute}' type mismatch. Expected: {expected}, Actual: {actual}. IndexName: {index}"
    )]
    SchemaType {
        /// The attribute.
        attribute: Text,
        /// The defined type.
        expected: &'static str,
        /// The actual type.
        actual: &'static str,
        /// The index.
        index: Text,
    },
}

/// A refused search.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SearchError {
    /// The search asks for more entries than the limit.
    #[error("Provided TopK value '{asked}' is out of valid range. The value must be between 1 and {most} inclusive")]
    TopK {
        /// Requested entries.
        asked: i64,
        /// Entries allowed.
        most: i64,
    },
    /// The index's backfill is not complete.
    #[error("Cannot search backfilling vector index: {0}")]
    Backfilling(Text),
    /// A search vector with an element that is not a 32-bit number.
    #[error(
        "Search vector contains invalid values. All values in the search vector must be a 32-bit floating-point number attribute"
    )]
    NotNumbers,
    /// A search vector whose length differs from the index's dimensions.
    #[error("Input search vector dimension {given} does not match vector index dimension {expected}")]
    Dimension {
        /// The length of the search vector.
        given: usize,
        /// The index's number of dimensions.
        expected: usize,
    },
    /// No condition although the index has a partition key.
    #[error("SearchConditionExpression must be provided when SearchSchema has a HASH key")]
    ConditionMissing,
    /// A condition without the index's partition key.
    #[error("SearchConditionExpression must have all HASH attributes in configured SearchSchema")]
    HashMissing,
    /// A condition on an attribute that is not in the search schema.
    #[error(
        "SearchConditionExpression must not contain any attributes that is not in SearchSchema. Invalid attribute: {0}"
    )]
    NotInSchema(Text),
    /// A value whose type differs from the search schema.
    #[error(
        "Type of '{attribute}' attribute in SearchConditionExpression ({given}) does not match type in search schema ({expected})"
    )]
    SchemaType {
        /// The attribute.
        attribute: Text,
        /// The given type.
        given: &'static str,
        /// The defined type.
        expected: &'static str,
    },
    /// An empty value for the index's partition key.
    #[error(
        "One or more parameter values are not valid. The AttributeValue for a key attribute cannot contain an empty {kind} value. Key: {attribute}"
    )]
    EmptyHash {
        /// `string` or `binary`.
        kind: &'static str,
        /// The attribute.
        attribute: Text,
    },
    /// A Query of a vector index.
    #[error("Query operation not supported on this index type.")]
    Query,
    /// A Scan of a vector index, or a statement that selects from one.
    #[error("Scan operation not supported on this index type")]
    Scan,
}
