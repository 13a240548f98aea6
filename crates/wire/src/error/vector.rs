//! Vector indexes that cannot be made, items they refuse, and searches that cannot be answered. Texts are observed unless
//! said otherwise.

use hashrange_values::Text;

/// A definition of a vector index that cannot be.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum VectorIndexError {
    /// An empty list of indexes.
    #[error("One or more parameter values were invalid: List of VectorIndexes is empty")]
    None,
    /// Provisioned billing, now or to be.
    #[error("One or more parameter values were invalid: Vector indexes are only supported for PAY_PER_REQUEST tables")]
    Provisioned,
    /// A switch to provisioned billing in a request that changes such indexes too.
    #[error("One or more parameter values were invalid: Tables with vector indexes must be in PAY_PER_REQUEST mode")]
    ToProvisioned,
    /// An attribute of the search schema that the request does not define.
    #[error(
        "One or more parameter values were invalid: One element in SearchSchema is not defined in attribute definitions"
    )]
    NotDefined,
    /// One attribute twice in a search schema.
    #[error("One or more parameter values were invalid: SearchSchema contains a duplicate AttributeName")]
    SchemaRepeats,
    /// More attributes of a part than a search schema may have.
    #[error(
        "One or more parameter values were invalid: Value '{count}' at 'SearchSchema' failed to satisfy constraint: Member must have {part} count less than or equal to {most}"
    )]
    SchemaCount {
        /// Attributes of that part.
        count: usize,
        /// HASH or INLINE_FILTER.
        part: &'static str,
        /// Attributes allowed.
        most: usize,
    },
    /// More numbers than a vector may have.
    #[error("One or more parameter values were invalid: Number of dimensions must be between 1 and {0} inclusive.")]
    Dimensions(usize),
    /// More indexes than a table may have.
    #[error("One or more parameter values were invalid: VectorIndex count exceeds the per-table limit of {0}")]
    Count(usize),
    /// More attributes projected than one index may carry. The words beyond "projected attributes" are made here.
    #[error(
        "One or more parameter values were invalid: Number of projected attributes exceeds the per-index limit of {0}"
    )]
    Projected(usize),
    /// One attribute with vectors of two lengths.
    #[error(
        "One or more parameter values were invalid: Conflicting attribute definition for '{0}'. All VectorIndexes on the same vector attribute must use the same dimensions."
    )]
    OtherDimensions(Text),
    /// An attribute with vectors that is defined as a key.
    #[error(
        "One or more parameter values were invalid: Conflicting attribute definition for '{0}'. An attribute cannot be defined in AttributeDefinitions when used as a VectorAttribute."
    )]
    DefinedAsKey(Text),
}

/// An item that a vector index refuses.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum VectorItemError {
    /// Not a list.
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
        /// The dimensions.
        expected: usize,
        /// The numbers.
        actual: usize,
        /// The index.
        index: Text,
    },
    /// An element that is no number.
    #[error(
        "One or more parameter values were invalid. Invalid type for parameter {attribute}[{at}], Expected: 32-bit floating point number, Actual: {actual}. IndexName: {index}"
    )]
    Element {
        /// The attribute.
        attribute: Text,
        /// Which element, from 0.
        at: usize,
        /// Its type.
        actual: &'static str,
        /// The index.
        index: Text,
    },
    /// A number beyond 32-bit floating point.
    #[error(
        "One or more parameter values were invalid. Invalid value for parameter {attribute}[{at}], Value: {value} is outside valid range [-3.4028235E38, 3.4028235E38]. IndexName: {index}"
    )]
    Range {
        /// The attribute.
        attribute: Text,
        /// Which element, from 0.
        at: usize,
        /// The number in scientific form.
        value: String,
        /// The index.
        index: Text,
    },
    /// An attribute of the search schema of another type.
    #[error(
        "One or more parameter values were invalid. Attribute '{attribute}' type mismatch. Expected: {expected}, Actual: {actual}. IndexName: {index}"
    )]
    SchemaType {
        /// The attribute.
        attribute: Text,
        /// The type defined.
        expected: &'static str,
        /// The type it has.
        actual: &'static str,
        /// The index.
        index: Text,
    },
}

/// A search that cannot be answered.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SearchError {
    /// More entries asked for than a search answers with.
    #[error("Provided TopK value '{asked}' is out of valid range. The value must be between 1 and {most} inclusive")]
    TopK {
        /// Entries asked for.
        asked: i64,
        /// Entries allowed.
        most: i64,
    },
    /// The index is not filled yet.
    #[error("Cannot search backfilling vector index: {0}")]
    Backfilling(Text),
    /// Something that is no 32-bit number in the vector searched for.
    #[error(
        "Search vector contains invalid values. All values in the search vector must be a 32-bit floating-point number attribute"
    )]
    NotNumbers,
    /// A vector of another length than the index's.
    #[error("Input search vector dimension {given} does not match vector index dimension {expected}")]
    Dimension {
        /// Numbers given.
        given: usize,
        /// The dimensions.
        expected: usize,
    },
    /// No condition where the index has a partition key.
    #[error("SearchConditionExpression must be provided when SearchSchema has a HASH key")]
    ConditionMissing,
    /// A condition that leaves the index's partition key out.
    #[error("SearchConditionExpression must have all HASH attributes in configured SearchSchema")]
    HashMissing,
    /// A condition on an attribute that is not in the search schema.
    #[error(
        "SearchConditionExpression must not contain any attributes that is not in SearchSchema. Invalid attribute: {0}"
    )]
    NotInSchema(Text),
    /// A value of another type than the search schema says.
    #[error(
        "Type of '{attribute}' attribute in SearchConditionExpression ({given}) does not match type in search schema ({expected})"
    )]
    SchemaType {
        /// The attribute.
        attribute: Text,
        /// The type given.
        given: &'static str,
        /// The type defined.
        expected: &'static str,
    },
    /// An empty value of the index's partition key.
    #[error(
        "One or more parameter values are not valid. The AttributeValue for a key attribute cannot contain an empty {kind} value. Key: {attribute}"
    )]
    EmptyHash {
        /// `string` or `binary`.
        kind: &'static str,
        /// The attribute.
        attribute: Text,
    },
    /// Query of a vector index.
    #[error("Query operation not supported on this index type.")]
    Query,
    /// Scan of a vector index, and statements that select from one.
    #[error("Scan operation not supported on this index type")]
    Scan,
}
