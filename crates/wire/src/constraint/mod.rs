//! What a request must look like, as data, and the interpreters that hold a request against it.
//!
//! `tables_*` hold one table a request shape: members, kinds, rules. `types` answers with SerializationExceptions,
//! `rules` with the lists of failed constraints, for which `echo` prints values back. Must not know typed requests: it
//! sees JSON and tables only.

mod echo;
mod rules;
mod tables_absent;
mod tables_backup;
mod tables_batch;
mod tables_item;
mod tables_legacy;
mod tables_read;
mod tables_scaling;
mod tables_setting;
mod tables_statement;
mod tables_stream;
mod tables_table;
mod tables_transact;
mod tables_update;
mod tables_vector;
mod types;

pub(crate) use rules::check_rules;
pub(crate) use tables_absent::{Absent, absent};
pub(crate) use types::{Mismatch, check_item_types, check_types, check_value_types, whole_number};

use crate::reader::Reader;
use crate::request::Operation;

/// The characters of names, as the service prints the pattern.
pub(crate) const NAME_PATTERN: &str = "[a-zA-Z0-9_.-]+";

/// A request's shape.
pub(crate) struct Shape {
    /// Its members in the order the service reports them.
    pub(crate) structure: Structure,
    /// Only the first word outside its closed set is reported (observed on UpdateItem and Query).
    pub(crate) one_choice: bool,
}

/// Members under one class name.
pub(crate) struct Structure {
    /// The class as the service names it in its messages, without the package.
    pub(crate) class: &'static str,
    /// The members known. Others are ignored, as the service does.
    pub(crate) members: &'static [Member],
}

/// A member of a structure.
pub(crate) struct Member {
    pub(crate) name: &'static str,
    pub(crate) kind: Kind,
    pub(crate) presence: Presence,
    /// A failure here is reported by the newer code at once, without the others (observed for table names).
    pub(crate) alone: bool,
    pub(crate) rules: &'static [Rule],
}

/// The JSON a member takes.
pub(crate) enum Kind {
    /// A string.
    Text,
    /// A string that names a table, or its ARN. Rules see the name.
    TableReference,
    /// A 32-bit whole number.
    Integer,
    /// A 64-bit whole number.
    Long,
    /// Any number.
    Decimal,
    /// A boolean.
    Boolean,
    /// Bytes as base64.
    Blob,
    /// One attribute value.
    AttributeValue,
    /// A list.
    List(&'static Kind),
    /// An object with keys of the caller's choice. `class` is the Java name of the values.
    Map { class: &'static str, of: &'static Kind },
    /// An object with known members.
    Structure(&'static Structure),
}

/// Whether a member must be there.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Presence {
    Optional,
    /// Reported in the list of failed constraints.
    NotNull,
    /// Reported at once, in words of its own (observed on the control plane).
    Parameter,
}

/// What a member's value must satisfy.
pub(crate) enum Rule {
    /// Only characters of names.
    Pattern,
    /// Fewest characters or elements.
    MinLength(usize),
    /// Most characters or elements.
    MaxLength(usize),
    /// At least one character, reported by the newer code at once, without the value and under the member's own spelling
    /// (observed on table names of writes).
    NotEmptyUnnamed,
    /// 3 to 255 characters, reported at once in words of its own (observed on DeleteTable and DescribeTable).
    NameLength,
    /// Smallest number.
    AtLeast(i64),
    /// Smallest number, reported without the number sent and under the member's own spelling (observed on Query).
    AtLeastUnnamed(i64),
    /// Largest number.
    AtMost(i64),
    /// One of these words.
    OneOf(&'static [&'static str]),
    /// One of these words, reported by the newer code with neither the value nor the member (observed on `ReturnValues`
    /// and `ConditionalOperator`).
    OneOfUnnamed(&'static Words),
    /// Characters of every element of a list of strings.
    EachLength(usize, usize),
    /// Fewest and most elements, reported without the list sent and in the members' own spelling (observed on
    /// BatchGetItem).
    LengthUnnamed(usize, usize),
    /// Fewest and most elements of every list in a map.
    EachEntryLength(usize, usize),
    /// Keys of a map that name tables: 3 to 255 characters of names, or ARNs.
    TableNames {
        /// Whether the map is printed back as JSON.
        as_json: bool,
    },
}

/// A closed set of words.
pub(crate) struct Words {
    pub(crate) taken: &'static [&'static str],
    /// How the newer code lists it: not always with its own words.
    pub(crate) shown: &'static str,
    /// Reported at once and without any prefix (observed on `ConditionalOperator` of Query).
    pub(crate) is_alone: bool,
}

/// The class of attribute values, as the service names it.
pub(crate) const ATTRIBUTE_VALUE_CLASS: &str = "com.amazonaws.dynamodb.v20120810.AttributeValue";

impl Member {
    pub(crate) const fn optional(name: &'static str, kind: Kind) -> Self {
        Self { name, kind, presence: Presence::Optional, alone: false, rules: &[] }
    }

    pub(crate) const fn required(name: &'static str, kind: Kind) -> Self {
        Self { presence: Presence::NotNull, ..Self::optional(name, kind) }
    }

    pub(crate) const fn with(self, rules: &'static [Rule]) -> Self {
        Self { rules, ..self }
    }

    pub(crate) const fn alone(self) -> Self {
        Self { alone: true, ..self }
    }
}

/// The shape of a request as its reader sees it. The older code's order of members is known of UpdateItem only.
pub(crate) fn shape_for(reader: Reader) -> &'static Shape {
    match reader {
        Reader { operation: Operation::UpdateItem, is_second: true } => &tables_item::UPDATE_ITEM_SECOND,
        Reader { operation, .. } => shape_of(operation),
    }
}

/// The shape of an operation's request.
pub(crate) fn shape_of(operation: Operation) -> &'static Shape {
    match operation {
        Operation::CreateTable => &tables_table::CREATE_TABLE,
        Operation::DeleteTable => &tables_table::DELETE_TABLE,
        Operation::DescribeTable => &tables_table::DESCRIBE_TABLE,
        Operation::ListTables => &tables_table::LIST_TABLES,
        Operation::PutItem => &tables_item::PUT_ITEM,
        Operation::GetItem => &tables_item::GET_ITEM,
        Operation::UpdateItem => &tables_item::UPDATE_ITEM,
        Operation::DeleteItem => &tables_item::DELETE_ITEM,
        Operation::Query => &tables_read::QUERY,
        Operation::Scan => &tables_read::SCAN,
        Operation::SearchVectors => &tables_vector::SEARCH_VECTORS,
        Operation::BatchGetItem => &tables_batch::BATCH_GET_ITEM,
        Operation::BatchWriteItem => &tables_batch::BATCH_WRITE_ITEM,
        Operation::TransactGetItems => &tables_transact::TRANSACT_GET_ITEMS,
        Operation::TransactWriteItems => &tables_transact::TRANSACT_WRITE_ITEMS,
        Operation::UpdateTable => &tables_update::UPDATE_TABLE,
        Operation::UpdateTimeToLive => &tables_setting::UPDATE_TIME_TO_LIVE,
        Operation::DescribeTimeToLive => &tables_setting::DESCRIBE_TIME_TO_LIVE,
        Operation::TagResource => &tables_setting::TAG_RESOURCE,
        Operation::UntagResource => &tables_setting::UNTAG_RESOURCE,
        Operation::ListTagsOfResource => &tables_setting::LIST_TAGS_OF_RESOURCE,
        Operation::DescribeLimits => &tables_setting::DESCRIBE_LIMITS,
        Operation::DescribeEndpoints => &tables_setting::DESCRIBE_ENDPOINTS,
        Operation::UpdateContributorInsights => &tables_setting::UPDATE_CONTRIBUTOR_INSIGHTS,
        Operation::DescribeContributorInsights => &tables_setting::DESCRIBE_CONTRIBUTOR_INSIGHTS,
        Operation::ListContributorInsights => &tables_setting::LIST_CONTRIBUTOR_INSIGHTS,
        Operation::UpdateContinuousBackups => &tables_setting::UPDATE_CONTINUOUS_BACKUPS,
        Operation::DescribeContinuousBackups => &tables_setting::DESCRIBE_CONTINUOUS_BACKUPS,
        Operation::ListBackups => &tables_backup::LIST_BACKUPS,
        Operation::CreateBackup => &tables_backup::CREATE_BACKUP,
        Operation::DescribeBackup => &tables_backup::DESCRIBE_BACKUP,
        Operation::DeleteBackup => &tables_backup::DELETE_BACKUP,
        Operation::RestoreTableFromBackup => &tables_backup::RESTORE_FROM_BACKUP,
        Operation::RestoreTableToPointInTime => &tables_backup::RESTORE_TO_POINT_IN_TIME,
        Operation::ListExports => &tables_setting::LIST_EXPORTS,
        Operation::ListImports => &tables_setting::LIST_IMPORTS,
        Operation::ListGlobalTables => &tables_setting::LIST_GLOBAL_TABLES,
        Operation::DescribeKinesisStreamingDestination => &tables_setting::DESCRIBE_STREAMING,
        Operation::PutResourcePolicy => &tables_setting::PUT_RESOURCE_POLICY,
        Operation::DeleteResourcePolicy => &tables_setting::DELETE_RESOURCE_POLICY,
        Operation::GetResourcePolicy => &tables_setting::GET_RESOURCE_POLICY,
        Operation::ExecuteStatement => &tables_statement::EXECUTE_STATEMENT,
        Operation::BatchExecuteStatement => &tables_statement::BATCH_EXECUTE_STATEMENT,
        Operation::ExecuteTransaction => &tables_statement::EXECUTE_TRANSACTION,
        Operation::ListStreams => &tables_stream::LIST_STREAMS,
        Operation::DescribeStream => &tables_stream::DESCRIBE_STREAM,
        Operation::GetShardIterator => &tables_stream::GET_SHARD_ITERATOR,
        Operation::GetRecords => &tables_stream::GET_RECORDS,
        Operation::RegisterScalableTarget => &tables_scaling::REGISTER_SCALABLE_TARGET,
        Operation::DeregisterScalableTarget => &tables_scaling::DEREGISTER_SCALABLE_TARGET,
        Operation::PutScalingPolicy => &tables_scaling::PUT_SCALING_POLICY,
        Operation::DeleteScalingPolicy => &tables_scaling::DELETE_SCALING_POLICY,
        Operation::DescribeScalableTargets => &tables_scaling::DESCRIBE_SCALABLE_TARGETS,
        Operation::DescribeScalingPolicies => &tables_scaling::DESCRIBE_SCALING_POLICIES,
        Operation::DescribeScalingActivities => &tables_scaling::DESCRIBE_SCALING_ACTIVITIES,
    }
}

#[cfg(test)]
mod tests;
