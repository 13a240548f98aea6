//! Key schemas, indexes and throughput that CreateTable refuses.

use hashrange_values::Text;

use super::VectorIndexError;
use crate::shape::KeyRole;

/// A definition of a table or index that contradicts itself. Texts are observed: key-schema-words.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum KeySchemaError {
    /// A vector index.
    #[error(transparent)]
    VectorIndex(#[from] VectorIndexError),
    /// Provisioned billing without throughput.
    #[error(
        "One or more parameter values were invalid: ReadCapacityUnits and WriteCapacityUnits must both be specified when BillingMode is PROVISIONED"
    )]
    ThroughputMissing,
    /// On-demand billing with throughput.
    #[error(
        "One or more parameter values were invalid: Neither ReadCapacityUnits nor WriteCapacityUnits can be specified when BillingMode is PAY_PER_REQUEST"
    )]
    ThroughputWithPayPerRequest,
    /// Provisioned billing with an index without throughput.
    #[error("One or more parameter values were invalid: ProvisionedThroughput is not specified for index: {0}")]
    IndexThroughputMissing(String),
    /// On-demand billing with an index that specifies throughput.
    #[error(
        "One or more parameter values were invalid: ProvisionedThroughput should not be specified for index: {0} when BillingMode is PAY_PER_REQUEST"
    )]
    IndexThroughputWithPayPerRequest(String),
    /// One attribute defined twice.
    #[error("Attribute Name is duplicated: {0}")]
    DuplicateDefinition(Text),
    /// More key elements than attribute definitions.
    #[error("Invalid KeySchema: Some index key attribute have no definition")]
    KeyWithoutDefinition,
    /// A key attribute without a definition.
    #[error(
        "One or more parameter values were invalid: Some index key attributes are not defined in AttributeDefinitions. Keys: [{keys}], AttributeDefinitions: [{definitions}]",
        keys = join(keys),
        definitions = join(definitions)
    )]
    KeysNotDefined {
        /// The keys of the table or index.
        keys: Vec<Text>,
        /// The defined attributes.
        definitions: Vec<Text>,
    },
    /// Definitions beyond the table's own keys although the table has no index.
    #[error(
        "One or more parameter values were invalid: Number of attributes in KeySchema does not exactly match number of attributes defined in AttributeDefinitions"
    )]
    DefinitionCount,
    /// Definitions that no key uses.
    #[error(
        "One or more parameter values were invalid: Some AttributeDefinitions are not used. AttributeDefinitions: [{definitions}], keys used: [{keys}]",
        keys = join(keys),
        definitions = join(definitions)
    )]
    DefinitionsUnused {
        /// The defined attributes.
        definitions: Vec<Text>,
        /// The attributes that the keys use.
        keys: Vec<Text>,
    },
    /// The partition key and the sort key are the same attribute.
    #[error("Both the Hash Key and the Range Key element in the KeySchema have the same name")]
    SameName,
    /// The same attribute twice in a key of several attributes.
    #[error("The KeySchema contains multiple key attributes with the same name")]
    SameNames,
    /// A partition key attribute after a sort key attribute.
    #[error(
        "One or more parameter values were invalid: All HASH key attributes must precede RANGE key attributes in the KeySchema"
    )]
    HashAfterRange,
    /// More attributes of one key type than the key of a global secondary index allows.
    #[error(
        "One or more parameter values were invalid: The KeySchema exceeds the maximum allowed number of {0} key attributes"
    )]
    TooManyKeys(KeyRole),
    /// The key schema does not start with a partition key.
    #[error("Invalid KeySchema: The first KeySchemaElement is not a HASH key type")]
    FirstNotHash,
    /// The second element is not a sort key.
    #[error("Invalid KeySchema: The second KeySchemaElement is not a RANGE key type")]
    SecondNotRange,
    /// An empty list of local secondary indexes.
    #[error("One or more parameter values were invalid: List of LocalSecondaryIndexes is empty")]
    NoLocalIndexes,
    /// An empty list of global secondary indexes.
    #[error("One or more parameter values were invalid: List of GlobalSecondaryIndexes is empty")]
    NoGlobalIndexes,
    /// A local secondary index on a table without sort key.
    #[error(
        "One or more parameter values were invalid: Table KeySchema does not have a range key, which is required when specifying a LocalSecondaryIndex"
    )]
    LocalIndexNeedsSortKey,
    /// A local secondary index without sort key.
    #[error("One or more parameter values were invalid: Index KeySchema does not have a range key for index: {0}")]
    LocalIndexWithoutSortKey(String),
    /// A local secondary index with another partition key than the table.
    #[error(
        "One or more parameter values were invalid: Index KeySchema does not have the same leading hash key as table KeySchema for index: {index}. index hash key: {index_key}, table hash key: {table_key}"
    )]
    LocalIndexHashKey {
        /// The index.
        index: String,
        /// The index's partition key.
        index_key: Text,
        /// The table's partition key.
        table_key: Text,
    },
    /// A missing projection type.
    #[error("One or more parameter values were invalid: Unknown ProjectionType: null")]
    ProjectionTypeMissing,
    /// NonKeyAttributes with a projection type that does not allow them.
    #[error("One or more parameter values were invalid: ProjectionType is {0}, but NonKeyAttributes is specified")]
    NonKeyAttributesGiven(&'static str),
    /// INCLUDE without NonKeyAttributes.
    #[error(
        "One or more parameter values were invalid: ProjectionType is INCLUDE, but NonKeyAttributes is not specified"
    )]
    NonKeyAttributesMissing,
    /// The same attribute twice in NonKeyAttributes.
    #[error("One or more parameter values were invalid: Duplicate element in NonKeyAttributes: {0}")]
    DuplicateNonKeyAttribute(Text),
    /// More than 100 NonKeyAttributes in all indexes together (limit documented: limits-tables; wording
    /// inferred: include-limit-words).
    #[error(
        "One or more parameter values were invalid: Number of NonKeyAttributes in all indexes exceeds the per-table limit of {0}"
    )]
    TooManyNonKeyAttributes(usize),
    /// Two indexes with the same name.
    #[error("One or more parameter values were invalid: Duplicate index name: {0}")]
    DuplicateIndexName(String),
    /// More local secondary indexes than a table can have.
    #[error(
        "One or more parameter values were invalid: Number of LocalSecondaryIndexes exceeds per-table limit of {0}"
    )]
    TooManyLocalIndexes(usize),
    /// More global secondary indexes than a table can have.
    #[error("One or more parameter values were invalid: GlobalSecondaryIndex count exceeds the per-table limit of {0}")]
    TooManyGlobalIndexes(usize),
}

fn join(names: &[Text]) -> String {
    names.join(", ")
}
