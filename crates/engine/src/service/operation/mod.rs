//! The operations, one file each: named checks in the service's order, then the effect.
//!
//! Order of checks (observed: check-order): shape and constraints (in `wire`, before the engine), expressions, table,
//! keys, sizes, condition. A refusal changes nothing.

pub(crate) mod backup;
pub(crate) mod batch_execute_statement;
pub(crate) mod batch_get_item;
pub(crate) mod batch_write_item;
pub(crate) mod continuous_backups;
pub(crate) mod create_table;
pub(crate) mod delete_item;
pub(crate) mod delete_resource_policy;
pub(crate) mod delete_scaling_policy;
pub(crate) mod delete_table;
pub(crate) mod deregister_scalable_target;
pub(crate) mod describe_contributor_insights;
pub(crate) mod describe_endpoints;
pub(crate) mod describe_limits;
pub(crate) mod describe_scalable_targets;
pub(crate) mod describe_scaling_activities;
pub(crate) mod describe_scaling_policies;
pub(crate) mod describe_stream;
pub(crate) mod describe_table;
pub(crate) mod describe_time_to_live;
pub(crate) mod execute_statement;
pub(crate) mod execute_transaction;
pub(crate) mod get_item;
pub(crate) mod get_records;
pub(crate) mod get_resource_policy;
pub(crate) mod get_shard_iterator;
pub(crate) mod insights_target;
pub(crate) mod item_write;
pub(crate) mod list_contributor_insights;
pub(crate) mod list_streams;
pub(crate) mod list_tables;
pub(crate) mod list_tags_of_resource;
pub(crate) mod lookup;
pub(crate) mod metrics_by_table;
pub(crate) mod nothing_here;
pub(crate) mod policy_owner;
pub(crate) mod put_item;
pub(crate) mod put_resource_policy;
pub(crate) mod put_scaling_policy;
pub(crate) mod query;
pub(crate) mod range_read;
pub(crate) mod refusal;
pub(crate) mod register_scalable_target;
pub(crate) mod restore;
pub(crate) mod scalable;
pub(crate) mod scan;
pub(crate) mod search_vectors;
pub(crate) mod tag_change;
pub(crate) mod tag_resource;
pub(crate) mod transact;
pub(crate) mod transact_get_items;
pub(crate) mod transact_write_items;
pub(crate) mod untag_resource;
pub(crate) mod update_contributor_insights;
pub(crate) mod update_item;
pub(crate) mod update_table;
pub(crate) mod update_time_to_live;

use hashrange_wire::Request;

use crate::rules::outcome::Outcome;
use crate::rules::read::foreseen::{Foreseen, Foresight};
use crate::service::engine::Engine;

/// The expensive expressions of a request, with their items; `None` for every other request.
pub(crate) fn foresee(engine: &Engine, request: &Request) -> Option<Foresight> {
    match request {
        Request::Query(request) => query::foresee(engine, request),
        Request::Scan(request) => scan::foresee(engine, request),
        Request::PutItem(request) => put_item::foresee(engine, request),
        Request::UpdateItem(request) => update_item::foresee(engine, request),
        Request::DeleteItem(request) => delete_item::foresee(engine, request),
        Request::TransactWriteItems(request) => transact_write_items::foresee(engine, request),
        Request::ExecuteStatement(request) => execute_statement::foresee(engine, request),
        Request::ExecuteTransaction(request) => execute_transaction::foresee(engine, request),
        Request::BatchExecuteStatement(request) => batch_execute_statement::foresee(engine, request),
        _ => None,
    }
}

/// Performs the request.
pub(crate) fn perform(engine: &mut Engine, request: Request, foreseen: &Foreseen) -> Outcome {
    match request {
        Request::CreateTable(request) => create_table::perform(engine, request),
        Request::DeleteTable(request) => delete_table::perform(engine, &request),
        Request::DescribeTable(request) => describe_table::perform(engine, &request),
        Request::ListTables(request) => list_tables::perform(engine, &request),
        Request::PutItem(request) => put_item::perform(engine, request, foreseen),
        Request::GetItem(request) => get_item::perform(engine, &request),
        Request::UpdateItem(request) => update_item::perform(engine, request, foreseen),
        Request::DeleteItem(request) => delete_item::perform(engine, request, foreseen),
        Request::Query(request) => query::perform(engine, &request, foreseen),
        Request::Scan(request) => scan::perform(engine, &request, foreseen),
        Request::SearchVectors(request) => search_vectors::perform(engine, &request),
        Request::BatchGetItem(request) => batch_get_item::perform(engine, request),
        Request::BatchWriteItem(request) => batch_write_item::perform(engine, request),
        Request::TransactGetItems(request) => transact_get_items::perform(engine, &request),
        Request::TransactWriteItems(request) => transact_write_items::perform(engine, request, foreseen),
        Request::UpdateTable(request) => update_table::perform(engine, &request),
        Request::UpdateTimeToLive(request) => update_time_to_live::perform(engine, request),
        Request::DescribeTimeToLive(request) => describe_time_to_live::perform(engine, &request),
        Request::TagResource(request) => tag_resource::perform(engine, request),
        Request::UntagResource(request) => untag_resource::perform(engine, request),
        Request::ListTagsOfResource(request) => list_tags_of_resource::perform(engine, &request),
        Request::DescribeLimits(_) => describe_limits::perform(engine),
        Request::DescribeEndpoints(_) => describe_endpoints::perform(engine),
        Request::UpdateContributorInsights(request) => update_contributor_insights::perform(engine, &request),
        Request::DescribeContributorInsights(request) => describe_contributor_insights::perform(engine, &request),
        Request::ListContributorInsights(request) => list_contributor_insights::perform(engine, &request),
        Request::UpdateContinuousBackups(request) => continuous_backups::update(engine, &request),
        Request::DescribeContinuousBackups(request) => continuous_backups::describe(engine, &request),
        Request::ListBackups(request) => backup::list(engine, &request),
        Request::CreateBackup(request) => backup::create(engine, request),
        Request::DescribeBackup(request) => backup::describe(engine, &request),
        Request::DeleteBackup(request) => backup::delete(engine, &request),
        Request::RestoreTableFromBackup(request) => restore::from_backup(engine, &request),
        Request::RestoreTableToPointInTime(request) => restore::to_point_in_time(engine, &request),
        Request::ListExports(request) => nothing_here::list_exports(&request),
        Request::ListImports(request) => nothing_here::list_imports(&request),
        Request::ListBulkOperations(request) => nothing_here::list_bulk_operations(&request),
        Request::ListGlobalTables(_) => nothing_here::list_global_tables(),
        Request::DescribeKinesisStreamingDestination(request) => nothing_here::streaming_destinations(engine, &request),
        Request::PutResourcePolicy(request) => put_resource_policy::perform(engine, request),
        Request::DeleteResourcePolicy(request) => delete_resource_policy::perform(engine, &request),
        Request::GetResourcePolicy(request) => get_resource_policy::perform(engine, &request),
        Request::ExecuteStatement(request) => execute_statement::perform(engine, &request, foreseen),
        Request::BatchExecuteStatement(request) => batch_execute_statement::perform(engine, &request, foreseen),
        Request::ExecuteTransaction(request) => execute_transaction::perform(engine, &request, foreseen),
        Request::ListStreams(request) => list_streams::perform(engine, &request),
        Request::DescribeStream(request) => describe_stream::perform(engine, &request),
        Request::GetShardIterator(request) => get_shard_iterator::perform(engine, &request),
        Request::GetRecords(request) => get_records::perform(engine, &request),
        Request::RegisterScalableTarget(request) => register_scalable_target::perform(engine, &request),
        Request::DeregisterScalableTarget(request) => deregister_scalable_target::perform(engine, &request),
        Request::PutScalingPolicy(request) => put_scaling_policy::perform(engine, &request),
        Request::DeleteScalingPolicy(request) => delete_scaling_policy::perform(engine, &request),
        Request::DescribeScalableTargets(request) => describe_scalable_targets::perform(engine, &request),
        Request::DescribeScalingPolicies(request) => describe_scaling_policies::perform(engine, &request),
        Request::DescribeScalingActivities(request) => describe_scaling_activities::perform(engine, &request),
    }
}
