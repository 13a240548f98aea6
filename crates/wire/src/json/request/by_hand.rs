//! Requests whose members are read and written by hand, with their shapes in `constraint`.
//!
//! Must not know requests that are said once: those are in `operation`.

use super::encode_setting::{
    delete_resource_policy, put_resource_policy, tag_resource, untag_resource, update_continuous_backups,
    update_contributor_insights,
};
use super::encode_table::{create_table, update_table};
use super::members::table_name;
use super::{backup, scaling, setting, statement, stream, table, update_table};
use crate::constraint::{
    Shape, tables_backup, tables_scaling, tables_setting, tables_statement, tables_stream, tables_table, tables_update,
};
use crate::json::{Node, Writer};
use crate::operation::Body;
use crate::reader::Reader;
use crate::rejection::Rejection;
use crate::shape::{
    BatchExecuteStatementRequest, CreateBackupRequest, CreateTableRequest, DeleteBackupRequest,
    DeleteResourcePolicyRequest, DeleteScalingPolicyRequest, DeregisterScalableTargetRequest, DescribeBackupRequest,
    DescribeContinuousBackupsRequest, DescribeEndpointsRequest, DescribeKinesisStreamingDestinationRequest,
    DescribeLimitsRequest, DescribeScalableTargetsRequest, DescribeScalingActivitiesRequest,
    DescribeScalingPoliciesRequest, DescribeStreamRequest, ExecuteStatementRequest, ExecuteTransactionRequest,
    GetResourcePolicyRequest, GetShardIteratorRequest, ListBackupsRequest, ListExportsRequest, ListGlobalTablesRequest,
    ListImportsRequest, ListTagsOfResourceRequest, PutResourcePolicyRequest, PutScalingPolicyRequest,
    RegisterScalableTargetRequest, RestoreTableFromBackupRequest, RestoreTableToPointInTimeRequest, TagResourceRequest,
    UntagResourceRequest, UpdateContinuousBackupsRequest, UpdateContributorInsightsRequest, UpdateTableRequest,
};

macro_rules! by_hand {
    ($($request:ident: $shape:path, |$root:ident| $read:expr, |$of:ident, $out:ident| $write:expr;)+) => {
        $(impl Body for $request {
            fn shape(_: bool) -> &'static Shape {
                &$shape
            }

            // What a first look at the page does without is never inlined: it can be loaded later.
            #[inline(never)]
            fn read<R: From<Self>>(_: Reader, $root: Node<'_>) -> Result<R, Rejection> {
                let request: Result<Self, Rejection> = $read;
                request.map(R::from)
            }

            #[inline(never)]
            fn write(&self, $out: &mut Writer) {
                let $of = self;
                $write
            }
        })+
    };
}

by_hand! {
    CreateTableRequest: tables_table::CREATE_TABLE, |root| table::create_table(root), |request, out| create_table(out, request);
    UpdateTableRequest: tables_update::UPDATE_TABLE, |root| update_table::update_table(root), |request, out| update_table(out, request);
    TagResourceRequest: tables_setting::TAG_RESOURCE, |root| setting::tag_resource(root), |request, out| tag_resource(out, request);
    UntagResourceRequest: tables_setting::UNTAG_RESOURCE, |root| setting::untag_resource(root), |request, out| untag_resource(out, request);
    ListTagsOfResourceRequest: tables_setting::LIST_TAGS_OF_RESOURCE, |root| setting::list_tags_of_resource(root), |request, out| out.text_member("ResourceArn", &request.resource_arn);
    DescribeLimitsRequest: tables_setting::DESCRIBE_LIMITS, |_root| Ok(DescribeLimitsRequest), |_request, _out| ();
    DescribeEndpointsRequest: tables_setting::DESCRIBE_ENDPOINTS, |_root| Ok(DescribeEndpointsRequest), |_request, _out| ();
    UpdateContributorInsightsRequest: tables_setting::UPDATE_CONTRIBUTOR_INSIGHTS, |root| setting::update_contributor_insights(root), |request, out| update_contributor_insights(out, request);
    UpdateContinuousBackupsRequest: tables_setting::UPDATE_CONTINUOUS_BACKUPS, |root| backup::update_continuous_backups(root), |request, out| update_continuous_backups(out, request);
    DescribeContinuousBackupsRequest: tables_setting::DESCRIBE_CONTINUOUS_BACKUPS, |root| Ok(DescribeContinuousBackupsRequest { table_name: table_name(root)? }), |request, out| out.text_member("TableName", &request.table_name);
    CreateBackupRequest: tables_backup::CREATE_BACKUP, |root| backup::create_backup(root), |request, out| backup::write_create(out, request);
    DescribeBackupRequest: tables_backup::DESCRIBE_BACKUP, |root| backup::describe_backup(root), |request, out| out.text_member("BackupArn", &request.backup_arn);
    DeleteBackupRequest: tables_backup::DELETE_BACKUP, |root| backup::delete_backup(root), |request, out| out.text_member("BackupArn", &request.backup_arn);
    RestoreTableFromBackupRequest: tables_backup::RESTORE_FROM_BACKUP, |root| backup::restore_from_backup(root), |request, out| backup::write_restore(out, request);
    RestoreTableToPointInTimeRequest: tables_backup::RESTORE_TO_POINT_IN_TIME, |root| backup::restore_to_point_in_time(root), |request, out| backup::write_restore_to_moment(out, request);
    ListBackupsRequest: tables_backup::LIST_BACKUPS, |root| backup::list_backups(root), |request, out| backup::write_list(out, request);
    ListExportsRequest: tables_setting::LIST_EXPORTS, |root| setting::list_exports(root), |_request, _out| ();
    ListImportsRequest: tables_setting::LIST_IMPORTS, |root| setting::list_imports(root), |_request, _out| ();
    ListGlobalTablesRequest: tables_setting::LIST_GLOBAL_TABLES, |root| setting::list_global_tables(root), |_request, _out| ();
    DescribeKinesisStreamingDestinationRequest: tables_setting::DESCRIBE_STREAMING, |root| Ok(DescribeKinesisStreamingDestinationRequest { table_name: table_name(root)? }), |request, out| out.text_member("TableName", &request.table_name);
    PutResourcePolicyRequest: tables_setting::PUT_RESOURCE_POLICY, |root| setting::put_resource_policy(root), |request, out| put_resource_policy(out, request);
    DeleteResourcePolicyRequest: tables_setting::DELETE_RESOURCE_POLICY, |root| setting::delete_resource_policy(root), |request, out| delete_resource_policy(out, request);
    GetResourcePolicyRequest: tables_setting::GET_RESOURCE_POLICY, |root| setting::get_resource_policy(root), |request, out| out.text_member("ResourceArn", &request.resource_arn);
    ExecuteStatementRequest: tables_statement::EXECUTE_STATEMENT, |root| statement::execute_statement(root), |request, out| statement::write_execute_statement(out, request);
    BatchExecuteStatementRequest: tables_statement::BATCH_EXECUTE_STATEMENT, |root| statement::batch_execute_statement(root), |request, out| statement::write_batch_execute_statement(out, request);
    ExecuteTransactionRequest: tables_statement::EXECUTE_TRANSACTION, |root| statement::execute_transaction(root), |request, out| statement::write_execute_transaction(out, request);
    DescribeStreamRequest: tables_stream::DESCRIBE_STREAM, |root| stream::describe_stream(root), |request, out| stream::write_describe_stream(out, request);
    GetShardIteratorRequest: tables_stream::GET_SHARD_ITERATOR, |root| stream::get_shard_iterator(root), |request, out| stream::write_get_shard_iterator(out, request);
    RegisterScalableTargetRequest: tables_scaling::REGISTER_SCALABLE_TARGET, |root| scaling::register_scalable_target(root), |request, out| scaling::write_register_scalable_target(out, request);
    DeregisterScalableTargetRequest: tables_scaling::DEREGISTER_SCALABLE_TARGET, |root| scaling::deregister_scalable_target(root), |request, out| scaling::write_deregister_scalable_target(out, request);
    PutScalingPolicyRequest: tables_scaling::PUT_SCALING_POLICY, |root| scaling::put_scaling_policy(root), |request, out| scaling::write_put_scaling_policy(out, request);
    DeleteScalingPolicyRequest: tables_scaling::DELETE_SCALING_POLICY, |root| scaling::delete_scaling_policy(root), |request, out| scaling::write_delete_scaling_policy(out, request);
    DescribeScalableTargetsRequest: tables_scaling::DESCRIBE_SCALABLE_TARGETS, |root| scaling::describe_scalable_targets(root), |request, out| scaling::write_filter(out, &request.filter, true);
    DescribeScalingPoliciesRequest: tables_scaling::DESCRIBE_SCALING_POLICIES, |root| scaling::describe_scaling_policies(root), |request, out| scaling::write_filter(out, &request.filter, false);
    DescribeScalingActivitiesRequest: tables_scaling::DESCRIBE_SCALING_ACTIVITIES, |root| scaling::describe_scaling_activities(root), |request, out| scaling::write_filter(out, &request.filter, false);
}
