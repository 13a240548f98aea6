//! What a request must look like, as data, and the interpreters that hold a request against it.
//!
//! `tables_*` hold one table a request shape, in the notation of `structure`: members, kinds, rules. `types` answers with SerializationExceptions,
//! `rules` with the lists of failed constraints, for which `echo` prints values back. Must not know typed requests: it
//! sees JSON and tables only.

mod echo;
mod rules;
mod structure;
mod tables_absent;
mod tables_backup;
mod tables_batch;
mod tables_index;
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
pub(crate) use structure::Shape;
pub(crate) use tables_absent::{Absent, absent};
pub(crate) use types::{Mismatch, check_item_types, check_types, check_value_types, whole_number};

use crate::reader::Reader;
use crate::request::Operation;

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
