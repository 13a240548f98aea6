//! Key schemas, indexes and throughput that CreateTable refuses.

use hashrange_values::Text;

use super::VectorIndexError;
use crate::shape::KeyRole;

/// A definition of a table or index that contradicts itself. Texts are observed.
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
    /// Provisioned billing, and an index without throughput.
    #[error("One or more parameter values were invalid: ProvisionedThroughput is not specified for index: {0}")]
    IndexThroughputMissing(String),
    /// On-demand billing, and an index with throughput.
    #[error(
        "One or more parameter values were invalid: ProvisionedThroughput should not be specified for index: {0} when BillingMode is PAY_PER_REQUEST"
    )]
    IndexThroughputWithPayPerRequest(String),
    /// One attribute defined twice.
    #[error("Attribute Name is duplicated: {0}")]
    DuplicateDefinition(Text),
    /// More key elements than definitions.
    #[error("Invalid KeySchema: Some index key attribute have no definition")]
    KeyWithoutDefinition,
    /// A key attribute that has no definition.
    #[error(
        "One or more parameter values were invalid: Some index key attributes are not defined in AttributeDefinitions. Keys: [{keys}], AttributeDefinitions: [{definitions}]",
        keys = join(keys),
        definitions = join(definitions)
    )]
    KeysNotDefined {
        /// The keys of the table or index.
        keys: Vec<Text>,
        /// The attributes defined.
        definitions: Vec<Text>,
    },
    /// Definitions beyond the table's own keys, and no index at all.
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
        /// The attributes defined.
        definitions: Vec<Text>,
        /// The keys that use them.
        keys: Vec<Text>,
    },
    /// Partition and sort key are one attribute.
    #[error("Both the Hash Key and the Range Key element in the KeySchema have the same name")]
    SameName,
    /// One attribute twice in a longer key.
    #[error("The KeySchema contains multiple key attributes with the same name")]
    SameNames,
    /// A partition key attribute after a sort key attribute.
    #[error(
        "One or more parameter values were invalid: All HASH key attributes must precede RANGE key attributes in the KeySchema"
    )]
    HashAfterRange,
    /// More attributes of a role than the key of a global index may have.
    #[error(
        "One or more parameter values were invalid: The KeySchema exceeds the maximum allowed number of {0} key attributes"
    )]
    TooManyKeys(KeyRole),
    /// The key schema does not open with a partition key.
    #[error("Invalid KeySchema: The first KeySchemaElement is not a HASH key type")]
    FirstNotHash,
    /// The second element is no sort key.
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
    /// A local secondary index with a partition key of its own.
    #[error(
        "One or more parameter values were invalid: Index KeySchema does not have the same leading hash key as table KeySchema for index: {index}. index hash key: {index_key}, table hash key: {table_key}"
    )]
    LocalIndexHashKey {
        /// The index.
        index: String,
        /// Its partition key.
        index_key: Text,
        /// The table's.
        table_key: Text,
    },
    /// No projection type.
    #[error("One or more parameter values were invalid: Unknown ProjectionType: null")]
    ProjectionTypeMissing,
    /// Attributes listed where none are to be chosen.
    #[error("One or more parameter values were invalid: ProjectionType is {0}, but NonKeyAttributes is specified")]
    NonKeyAttributesGiven(&'static str),
    /// INCLUDE without attributes.
    #[error(
        "One or more parameter values were invalid: ProjectionType is INCLUDE, but NonKeyAttributes is not specified"
    )]
    NonKeyAttributesMissing,
    /// One attribute listed twice.
    #[error("One or more parameter values were invalid: Duplicate element in NonKeyAttributes: {0}")]
    DuplicateNonKeyAttribute(Text),
    /// More than 100 attributes listed in all indexes together (documented limit; wording inferred).
    #[error(
        "One or more parameter values were invalid: Number of NonKeyAttributes in all indexes exceeds the per-table limit of {0}"
    )]
    TooManyNonKeyAttributes(usize),
    /// Two indexes of one name.
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
