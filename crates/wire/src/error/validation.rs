//! All texts of `ValidationException`.

use hashrange_values::Text;

use super::{
    BackupFault, KeySchemaError, LegacyError, PolicyError, SearchError, SettingError, StatementFault, StreamError,
    UpdateTableError, VectorIndexError, VectorItemError,
};

/// Names the key attribute that a size limit applies to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KeyPart {
    /// Partition key, at most 2,048 bytes.
    Partition,
    /// Sort key, at most 1,024 bytes.
    Sort,
}

/// A request that contradicts itself, the schema or a limit.
///
/// The texts have one of two prefixes, "are not valid." and "were invalid:", which are observed: validation-prefixes.
/// The service decides which rule uses which prefix. It is not a choice made here.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ValidationError {
    /// A definition of a table or index.
    #[error(transparent)]
    Schema(#[from] KeySchemaError),
    /// A backup or a restore.
    #[error(transparent)]
    Backup(#[from] BackupFault),
    /// A definition of a vector index.
    #[error(transparent)]
    VectorIndex(#[from] VectorIndexError),
    /// An item that a vector index refuses.
    #[error(transparent)]
    VectorItem(#[from] VectorItemError),
    /// A search of a vector index.
    #[error(transparent)]
    Search(#[from] SearchError),
    /// A setting of a table.
    #[error(transparent)]
    Setting(#[from] SettingError),
    /// A resource-based policy.
    #[error(transparent)]
    Policy(#[from] PolicyError),
    /// A table ARN with another Region or partition (observed: resource-names-elsewhere, of operations on tables,
    /// inferred: resource-names-of-items, of items).
    #[error("1 validation error detected: Invalid AWS {part} in '{arn}'")]
    Elsewhere {
        /// `region` or `partition`.
        part: &'static str,
        /// The resource name.
        arn: String,
    },
    /// The same for the ARN of a tagged resource.
    #[error("Invalid TableArn: Invalid ResourceArn provided as input {0}")]
    TaggedElsewhere(String),
    /// A NextToken that no list of exports or imports returned (observed: transfer-lists).
    #[error("Invalid Request: Provided nextToken is invalid: {0}")]
    NextToken(String),
    /// A request about a stream.
    #[error(transparent)]
    Stream(#[from] StreamError),
    /// A change of a table.
    #[error(transparent)]
    UpdateTable(#[from] UpdateTableError),
    /// A legacy parameter: a condition, an update or an attribute list without an expression.
    #[error(transparent)]
    Legacy(#[from] LegacyError),
    /// A failed constraint of the request's shape, or an invalid value. The code that finds it supplies the text.
    #[error("{0}")]
    Shape(String),
    /// An expression error. The crate `expression` supplies the text.
    #[error("{message}")]
    Expression {
        /// The service's text.
        message: String,
        /// The parameter that contains the expression, for example `KeyConditionExpression`.
        parameter: Option<&'static str>,
        /// Byte range of the offending token inside the expression.
        span: Option<(usize, usize)>,
    },
    /// A statement error that depends on its tables.
    #[error(transparent)]
    Statement(#[from] StatementFault),
    /// A statement of a transaction. The error refuses the whole request.
    #[error("Validation failed in TransactStatements[{place}]: {fault}")]
    TransactStatement {
        /// The statement's index, from 0.
        place: usize,
        /// The statement's error.
        fault: Box<ValidationError>,
    },

    /// A put item that lacks a key attribute of the table.
    #[error("One or more parameter values were invalid: Missing the key {0} in the item")]
    MissingKey(Text),
    /// A key attribute whose type differs from its definition.
    #[error(
        "One or more parameter values were invalid: Type mismatch for key {name} expected: {expected} actual: {actual}"
    )]
    KeyType {
        /// The key attribute.
        name: Text,
        /// Its defined type.
        expected: &'static str,
        /// The actual type.
        actual: &'static str,
    },
    /// An index key attribute whose type differs from its definition.
    #[error(
        "One or more parameter values were invalid: Type mismatch for Index Key {name} Expected: {expected} Actual: {actual} IndexName: {index}"
    )]
    IndexKeyType {
        /// The key attribute.
        name: Text,
        /// Its defined type.
        expected: &'static str,
        /// The actual type.
        actual: &'static str,
        /// The index.
        index: String,
    },
    /// A `Key` parameter with a missing, extra or mistyped element.
    #[error("The provided key element does not match the schema")]
    KeySchemaMismatch,
    /// An empty string or binary as a key value of the table.
    #[error(
        "One or more parameter values are not valid. The AttributeValue for a key attribute cannot contain an empty {kind} value. Key: {name}"
    )]
    EmptyKey {
        /// The key attribute.
        name: Text,
        /// `string` or `binary`.
        kind: &'static str,
    },
    /// An empty string or binary as a key value of an index.
    #[error(
        "One or more parameter values are not valid. A value specified for a secondary index key is not supported. The AttributeValue for a key attribute cannot contain an empty {kind} value. IndexName: {index}, IndexKey: {name}"
    )]
    EmptyIndexKey {
        /// The key attribute.
        name: Text,
        /// `string` or `binary`.
        kind: &'static str,
        /// The index.
        index: String,
    },
    /// An update that would make an index key empty.
    #[error(
        "One or more parameter values are not valid. The update expression attempted to update a secondary index key to a value that is not supported. The AttributeValue for a key attribute cannot contain an empty {kind} value."
    )]
    EmptyIndexKeyByUpdate {
        /// `string` or `binary`.
        kind: &'static str,
    },
    /// An update that computes a value of the wrong type for an index key (documented: transactions-api, among the
    /// reasons why a transaction is cancelled; UpdateItem uses the same text).
    #[error("The update expression attempted to update the secondary index key to unsupported type")]
    IndexKeyTypeByUpdate,
    /// An update that computes a value that is too long for an index key (documented: transactions-api, among the same
    /// reasons).
    #[error("The update expression attempted to update the secondary index key beyond allowed size limits")]
    IndexKeySizeByUpdate,
    /// A key value that is too long. The service's text lacks a space before the number.
    #[error("{}", key_size(*part))]
    KeySize {
        /// The key attribute.
        part: KeyPart,
    },
    /// An item above 400 KB.
    #[error("Item size has exceeded the maximum allowed size")]
    ItemSize,
    /// An update whose result would be above 400 KB.
    #[error("Item size to update has exceeded the maximum allowed size")]
    ItemSizeToUpdate,
    /// Lists and maps deeper than 32 levels.
    #[error(
        "Nesting Levels have exceeded supported limits: Attributes in the item have nested levels beyond supported limit"
    )]
    NestingLevels,
    /// An update of a primary key attribute.
    #[error(
        "One or more parameter values were invalid: Cannot update attribute {0}. This attribute is part of the key"
    )]
    UpdateOfKey(Text),
    /// A path into a key attribute.
    #[error("Key attributes must be scalars; list random access '[]' and map lookup '.' are not allowed: {}: {name}", if *index { "IndexKey" } else { "Key" })]
    PathIntoKey {
        /// The key attribute.
        name: Text,
        /// True for a key of an index.
        index: bool,
    },
    /// A `ReturnValues` that writes do not support.
    #[error("ReturnValues can only be ALL_OLD or NONE")]
    ReturnValues,

    /// A batch that contains one key twice.
    #[error("Provided list of item keys contains duplicates")]
    BatchDuplicate,
    /// A transaction with two actions on one item.
    #[error("Transaction request cannot include multiple operations on one item")]
    TransactionDuplicate,
    /// A transaction that sends more than 4 MB. The service repeats the text (observed: transaction-payload).
    #[error(
        "Transaction payload size cannot exceed 4MB. Payload Size: : Transaction payload size cannot exceed 4MB. Payload Size: {bytes}"
    )]
    TransactionPayload {
        /// The size of the transaction's items in bytes.
        bytes: u64,
    },
    /// A transaction that reads more than 4 MB. The use of this text for reads is inferred: transaction-read-size.
    #[error(
        "Collection size of items exceeded, which can also be caused by the aggregate size of the items in the transaction exceeding the 4MB limit"
    )]
    TransactionSize,

    /// A strongly consistent read of a global secondary index.
    #[error("Consistent reads are not supported on global secondary indexes")]
    ConsistentReadOnGlobalIndex,
    /// An index the table does not have.
    #[error("The table does not have the specified index: {0}")]
    NoSuchIndex(String),
    /// An index whose backfill is not complete (observed: vector-readiness, of vector indexes,
    /// inferred: index-not-active, of others).
    #[error("Cannot read from backfilling global secondary index: {0}")]
    IndexNotActive(String),
    /// `ALL_ATTRIBUTES` on a global secondary index that does not project all attributes.
    #[error(
        "One or more parameter values were invalid: Select type ALL_ATTRIBUTES is not supported for global secondary index {0} because its projection type is not ALL"
    )]
    AllAttributesOnGlobalIndex(String),
    /// A projection that names attributes that a global index does not contain.
    #[error("One or more parameter values were invalid: Global secondary index {index} does not project [{names}]", names = names.join(", "))]
    NotProjected {
        /// The index.
        index: String,
        /// The attributes that the index lacks.
        names: Vec<Text>,
    },
    /// A filter on attributes that the index does not project and that the operation does not fetch from the table.
    #[error("One or more parameter values were invalid: Secondary index {index} does not project one or more filter attributes: [{names}]", names = names.join(", "))]
    FilterNotProjected {
        /// The index.
        index: String,
        /// The attributes that the index lacks.
        names: Vec<Text>,
    },
    /// A Query without any key condition.
    #[error("Either the KeyConditions or KeyConditionExpression parameter must be specified in the request.")]
    NoKeyCondition,
    /// More legacy key conditions than the key has attributes.
    #[error("Conditions can be of length 1 or 2 only")]
    KeyConditionCount,
    /// More key conditions in an expression than the key has attributes.
    #[error(
        "The number of query conditions ({given}) exceeds the number of key attributes defined in the schema ({keys})"
    )]
    KeyConditionsBeyondKeys {
        /// Conditions in the expression.
        given: usize,
        /// Attributes of the key.
        keys: usize,
    },
    /// The partition key is not tested for equality, or the tests do not fit the key schema.
    #[error("Query key condition not supported")]
    KeyConditionNotSupported,
    /// A key attribute that requires a condition and has none.
    #[error("Query condition missed key schema element: {0}")]
    KeyConditionMissing(Text),
    /// A sort key attribute without an equality condition, before another one that has a condition.
    #[error(
        "RANGE key attributes {key} must have equality conditions specified in the query because a condition is present on key attribute {later}"
    )]
    SortKeyEquality {
        /// The attribute that needs equality.
        key: Text,
        /// The attribute after it that has a condition.
        later: Text,
    },
    /// A query of an index with several key attributes that lacks an equality condition for each partition key
    /// attribute (observed: multi-attribute-queries, up to the word `conditions`; the rest is
    /// inferred: multi-attribute-words, from a similar text).
    #[error("HASH key attributes {} must have equality conditions specified in the query", .0.join(", "))]
    PartitionKeyEquality(Vec<Text>),
    /// A legacy key condition with an operator that keys do not support.
    #[error("Attempted conditional constraint is not an indexable operation")]
    KeyConditionNotIndexable,
    /// A key condition whose value has another type than the key.
    #[error("One or more parameter values were invalid: Condition parameter type does not match schema type")]
    KeyConditionType,
    /// A filter on a key attribute.
    #[error("Filter Expression can only contain non-primary key attributes: Primary key attribute: {0}")]
    FilterOnKey(Text),
    /// A legacy filter of a Query on a key attribute.
    #[error("QueryFilter can only contain non-primary key attributes: Primary key attribute: {0}")]
    QueryFilterOnKey(Text),
    /// `Select` together with a projection that requests something else.
    #[error("Cannot specify the {parameter} when choosing to get {choice}")]
    SelectWithProjection {
        /// The parameter that holds the projection.
        parameter: &'static str,
        /// The `Select` value.
        choice: &'static str,
    },
    /// `SPECIFIC_ATTRIBUTES` without a projection.
    #[error("Must specify the AttributesToGet or ProjectionExpression when choosing to get SPECIFIC_ATTRIBUTES")]
    SelectWithoutProjection,
    /// `ALL_PROJECTED_ATTRIBUTES` on a table.
    #[error("ALL_PROJECTED_ATTRIBUTES can be used only when Querying using an IndexName")]
    ProjectedWithoutIndex,
    /// An ExclusiveStartKey with missing or additional attributes.
    #[error("The provided starting key is invalid")]
    StartKey,
    /// An ExclusiveStartKey whose attributes have the wrong types.
    #[error("The provided starting key is invalid: The provided key element does not match the schema")]
    StartKeySchema,
    /// An ExclusiveStartKey with another partition key value.
    #[error("The provided starting key is outside query boundaries based on provided conditions")]
    StartKeyOutside,
    /// An ExclusiveStartKey that the sort key condition excludes.
    #[error("The provided starting key does not match the range key predicate")]
    StartKeyPredicate,
    /// An ExclusiveStartKey in a Query of a table without a sort key.
    #[error("The provided exclusive start key is invalid: ExclusiveStartKey: {{{name}=AttributeValue: {{{value}}}}}")]
    StartKeyWithoutSortKey {
        /// The partition key.
        name: Text,
        /// The partition key value in the service's notation: `S:text`.
        value: String,
    },
    /// An ExclusiveStartKey in a Query that specifies a complete primary key.
    #[error("The query can return at most one row and cannot be restarted")]
    StartKeyOnSingleRow,
    /// An ExclusiveStartKey that belongs to another segment.
    #[error(
        "The provided starting key is invalid: Invalid ExclusiveStartKey. Please use ExclusiveStartKey with correct Segment. TotalSegments: {total} Segment: {segment}"
    )]
    StartKeySegment {
        /// The total number of segments.
        total: u32,
        /// The requested segment.
        segment: u32,
    },
    /// `Segment` without `TotalSegments`.
    #[error(
        "The TotalSegments parameter is required but was not present in the request when Segment parameter is present"
    )]
    TotalSegmentsMissing,
    /// `TotalSegments` without `Segment`.
    #[error(
        "The Segment parameter is required but was not present in the request when parameter TotalSegments is present"
    )]
    SegmentMissing,
    /// A `Segment` that is not less than `TotalSegments`.
    #[error(
        "The Segment parameter is zero-based and must be less than parameter TotalSegments: Segment: {segment} is not less than TotalSegments: {total}"
    )]
    SegmentOutside {
        /// The requested segment.
        segment: u32,
        /// The total number of segments.
        total: u32,
    },
    /// DeleteTable of a protected table.
    #[error(
        "Resource cannot be deleted as it is currently protected against deletion. Disable deletion protection first."
    )]
    DeletionProtected,
}

fn key_size(part: KeyPart) -> &'static str {
    match part {
        KeyPart::Partition => {
            "One or more parameter values were invalid: Size of hashkey has exceeded the maximum size limit of2048 bytes"
        }
        KeyPart::Sort => {
            "One or more parameter values were invalid: Aggregated size of all range keys has exceeded the size limit of 1024 bytes"
        }
    }
}
