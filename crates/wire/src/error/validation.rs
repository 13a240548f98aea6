//! Everything the service answers with a `ValidationException`.

use hashrange_values::Text;

use super::{
    BackupFault, KeySchemaError, LegacyError, PolicyError, SearchError, SettingError, StatementFault, StreamError,
    UpdateTableError, VectorIndexError, VectorItemError,
};

/// Which of the two key attributes a size limit speaks of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KeyPart {
    /// Partition key, at most 2,048 bytes.
    Partition,
    /// Sort key, at most 1,024 bytes.
    Sort,
}

/// A request that contradicts itself, the schema or a limit.
///
/// Two families of prefix are observed, "are not valid." and "were invalid:"; which rule uses which is a fact of the
/// service, not a choice made here.
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
    /// A table's resource name with another Region or partition (observed of operations on tables, inferred of items).
    #[error("1 validation error detected: Invalid AWS {part} in '{arn}'")]
    Elsewhere {
        /// `region` or `partition`.
        part: &'static str,
        /// The resource name.
        arn: String,
    },
    /// The same where the name is that of what is tagged.
    #[error("Invalid TableArn: Invalid ResourceArn provided as input {0}")]
    TaggedElsewhere(String),
    /// A place that no list of exports or imports ended at (observed).
    #[error("Invalid Request: Provided nextToken is invalid: {0}")]
    NextToken(String),
    /// A request about a stream.
    #[error(transparent)]
    Stream(#[from] StreamError),
    /// A change of a table.
    #[error(transparent)]
    UpdateTable(#[from] UpdateTableError),
    /// A condition, update or list of attributes without an expression.
    #[error(transparent)]
    Legacy(#[from] LegacyError),
    /// A constraint of the request's shape, or a value that is none: worded where it is found.
    #[error("{0}")]
    Shape(String),
    /// An expression, in the words of the language's own room.
    #[error("{message}")]
    Expression {
        /// The service's words.
        message: String,
        /// Name of the parameter the expression stood in, `KeyConditionExpression` for one.
        parameter: Option<&'static str>,
        /// Byte range of the offending token inside the expression.
        span: Option<(usize, usize)>,
    },
    /// A statement, once its tables are known.
    #[error(transparent)]
    Statement(#[from] StatementFault),
    /// A statement of a transaction, counted from 0: refuses the whole request.
    #[error("Validation failed in TransactStatements[{place}]: {fault}")]
    TransactStatement {
        /// Which one.
        place: usize,
        /// Why.
        fault: Box<ValidationError>,
    },

    /// A put item without one of the table's keys.
    #[error("One or more parameter values were invalid: Missing the key {0} in the item")]
    MissingKey(Text),
    /// A key of another type than defined.
    #[error(
        "One or more parameter values were invalid: Type mismatch for key {name} expected: {expected} actual: {actual}"
    )]
    KeyType {
        /// The key attribute.
        name: Text,
        /// Its defined type.
        expected: &'static str,
        /// The type found.
        actual: &'static str,
    },
    /// An index key of another type than defined.
    #[error(
        "One or more parameter values were invalid: Type mismatch for Index Key {name} Expected: {expected} Actual: {actual} IndexName: {index}"
    )]
    IndexKeyType {
        /// The key attribute.
        name: Text,
        /// Its defined type.
        expected: &'static str,
        /// The type found.
        actual: &'static str,
        /// The index.
        index: String,
    },
    /// A `Key` parameter with a missing, extra or mistyped element.
    #[error("The provided key element does not match the schema")]
    KeySchemaMismatch,
    /// An empty string or binary as key of the table.
    #[error(
        "One or more parameter values are not valid. The AttributeValue for a key attribute cannot contain an empty {kind} value. Key: {name}"
    )]
    EmptyKey {
        /// The key attribute.
        name: Text,
        /// `string` or `binary`.
        kind: &'static str,
    },
    /// An empty string or binary as key of an index.
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
    /// An update that computes a value of the wrong type for an index key (documented among the reasons why a
    /// transaction is cancelled; the words of UpdateItem are the same).
    #[error("The update expression attempted to update the secondary index key to unsupported type")]
    IndexKeyTypeByUpdate,
    /// An update that computes a value that is too long for an index key (documented in the same place).
    #[error("The update expression attempted to update the secondary index key beyond allowed size limits")]
    IndexKeySizeByUpdate,
    /// A key value that is too long. The missing blank is the service's.
    #[error("{}", key_size(*part))]
    KeySize {
        /// Which key.
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
    /// `ReturnValues` a write does not know.
    #[error("ReturnValues can only be ALL_OLD or NONE")]
    ReturnValues,

    /// A batch with a key twice.
    #[error("Provided list of item keys contains duplicates")]
    BatchDuplicate,
    /// A transaction with two actions on one item.
    #[error("Transaction request cannot include multiple operations on one item")]
    TransactionDuplicate,
    /// A transaction that sends more than 4 MB. The words come twice (observed).
    #[error(
        "Transaction payload size cannot exceed 4MB. Payload Size: : Transaction payload size cannot exceed 4MB. Payload Size: {bytes}"
    )]
    TransactionPayload {
        /// Bytes of its items.
        bytes: u64,
    },
    /// A transaction that reads more than 4 MB. That these are the words there too is inferred.
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
    /// An index that is not filled yet (observed of vector indexes, inferred of others).
    #[error("Cannot read from backfilling global secondary index: {0}")]
    IndexNotActive(String),
    /// `ALL_ATTRIBUTES` on a global index that does not carry them.
    #[error(
        "One or more parameter values were invalid: Select type ALL_ATTRIBUTES is not supported for global secondary index {0} because its projection type is not ALL"
    )]
    AllAttributesOnGlobalIndex(String),
    /// A projection that names attributes a global index does not carry.
    #[error("One or more parameter values were invalid: Global secondary index {index} does not project [{names}]", names = names.join(", "))]
    NotProjected {
        /// The index.
        index: String,
        /// The attributes it lacks.
        names: Vec<Text>,
    },
    /// A filter on attributes an index does not carry, where they are not fetched either.
    #[error("One or more parameter values were invalid: Secondary index {index} does not project one or more filter attributes: [{names}]", names = names.join(", "))]
    FilterNotProjected {
        /// The index.
        index: String,
        /// The attributes it lacks.
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
    /// A key attribute without its condition.
    #[error("Query condition missed key schema element: {0}")]
    KeyConditionMissing(Text),
    /// A range condition, or none, on a sort key attribute before another with a condition.
    #[error(
        "RANGE key attributes {key} must have equality conditions specified in the query because a condition is present on key attribute {later}"
    )]
    SortKeyEquality {
        /// The attribute that needs equality.
        key: Text,
        /// The attribute after it that has a condition.
        later: Text,
    },
    /// An index whose key has many attributes, without equality for each of its partition key (observed up to the word
    /// `conditions`; the rest is inferred from its neighbour).
    #[error("HASH key attributes {} must have equality conditions specified in the query", .0.join(", "))]
    PartitionKeyEquality(Vec<Text>),
    /// A legacy key condition with an operator no key can answer.
    #[error("Attempted conditional constraint is not an indexable operation")]
    KeyConditionNotIndexable,
    /// A key condition with a value of another type.
    #[error("One or more parameter values were invalid: Condition parameter type does not match schema type")]
    KeyConditionType,
    /// A filter on a key attribute.
    #[error("Filter Expression can only contain non-primary key attributes: Primary key attribute: {0}")]
    FilterOnKey(Text),
    /// A legacy filter of a Query on a key attribute.
    #[error("QueryFilter can only contain non-primary key attributes: Primary key attribute: {0}")]
    QueryFilterOnKey(Text),
    /// `Select` beside a projection that asks for something else.
    #[error("Cannot specify the {parameter} when choosing to get {choice}")]
    SelectWithProjection {
        /// The parameter that holds the projection.
        parameter: &'static str,
        /// What `Select` asks for.
        choice: &'static str,
    },
    /// `SPECIFIC_ATTRIBUTES` without a projection.
    #[error("Must specify the AttributesToGet or ProjectionExpression when choosing to get SPECIFIC_ATTRIBUTES")]
    SelectWithoutProjection,
    /// `ALL_PROJECTED_ATTRIBUTES` on a table.
    #[error("ALL_PROJECTED_ATTRIBUTES can be used only when Querying using an IndexName")]
    ProjectedWithoutIndex,
    /// A starting key without the key attributes, or with others beside them.
    #[error("The provided starting key is invalid")]
    StartKey,
    /// A starting key of the wrong types.
    #[error("The provided starting key is invalid: The provided key element does not match the schema")]
    StartKeySchema,
    /// A starting key of another partition key value.
    #[error("The provided starting key is outside query boundaries based on provided conditions")]
    StartKeyOutside,
    /// A starting key the sort key condition excludes.
    #[error("The provided starting key does not match the range key predicate")]
    StartKeyPredicate,
    /// A starting key on a Query of a table without a sort key.
    #[error("The provided exclusive start key is invalid: ExclusiveStartKey: {{{name}=AttributeValue: {{{value}}}}}")]
    StartKeyWithoutSortKey {
        /// The partition key.
        name: Text,
        /// Its value in the service's notation: `S:text`.
        value: String,
    },
    /// A starting key on a Query that names a whole primary key.
    #[error("The query can return at most one row and cannot be restarted")]
    StartKeyOnSingleRow,
    /// A starting key that lies in another segment.
    #[error(
        "The provided starting key is invalid: Invalid ExclusiveStartKey. Please use ExclusiveStartKey with correct Segment. TotalSegments: {total} Segment: {segment}"
    )]
    StartKeySegment {
        /// Segments in all.
        total: u32,
        /// The segment asked for.
        segment: u32,
    },
    /// A segment without the number of segments.
    #[error(
        "The TotalSegments parameter is required but was not present in the request when Segment parameter is present"
    )]
    TotalSegmentsMissing,
    /// A number of segments without the segment.
    #[error(
        "The Segment parameter is required but was not present in the request when parameter TotalSegments is present"
    )]
    SegmentMissing,
    /// A segment beyond the last one.
    #[error(
        "The Segment parameter is zero-based and must be less than parameter TotalSegments: Segment: {segment} is not less than TotalSegments: {total}"
    )]
    SegmentOutside {
        /// The segment asked for.
        segment: u32,
        /// Segments in all.
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
