//! Operations, one per file: request, response, the service's constraints on every member, and the order of its
//! refusals.
//!
//! `member` has the kinds of members and how to read and write each of them. `told` has the notation of responses. `step` has the order of refusals. `body`
//! has the notation of requests and the interpreter that reads and writes them.

mod answer;
mod batch_execute_statement;
mod batch_get_item;
mod batch_write_item;
pub(crate) mod body;
pub(crate) mod body_member;
mod cancel_bulk_operation;
mod create_backup;
mod create_table;
mod delete_backup;
mod delete_item;
mod delete_resource_policy;
mod delete_scaling_policy;
mod delete_table;
mod deregister_scalable_target;
mod describe_backup;
mod describe_bulk_operation;
mod describe_continuous_backups;
mod describe_contributor_insights;
mod describe_endpoints;
mod describe_export;
mod describe_import;
mod describe_kinesis_streaming_destination;
mod describe_limits;
mod describe_scalable_targets;
mod describe_scaling_activities;
mod describe_scaling_policies;
mod describe_stream;
mod describe_table;
mod describe_time_to_live;
mod execute_statement;
mod execute_transaction;
mod export_table_to_point_in_time;
mod get_item;
mod get_records;
mod get_resource_policy;
mod get_shard_iterator;
mod import_table;
mod item_text;
mod list;
mod list_backups;
mod list_bulk_operations;
mod list_contributor_insights;
mod list_exports;
mod list_global_tables;
mod list_imports;
mod list_streams;
mod list_tables;
mod list_tags_of_resource;
mod name;
mod put_item;
mod put_resource_policy;
mod put_scaling_policy;
mod query;
mod register_scalable_target;
mod resource_arn;
mod restore_overrides;
mod restore_table_from_backup;
mod restore_table_to_point_in_time;
mod scan;
mod search_vectors;
mod start_bulk_put_items;
pub(crate) mod step;
mod tag;
mod tag_resource;
pub(crate) mod told;
mod transact_get_items;
mod transact_write_items;
mod untag_resource;
mod update_continuous_backups;
mod update_contributor_insights;
mod update_item;
mod update_table;
mod update_time_to_live;

pub use batch_execute_statement::{
    BatchExecuteStatementRequest, BatchExecuteStatementResponse, BatchStatement, BatchStatementError,
    BatchStatementResponse,
};
pub use batch_get_item::{BatchGetItemRequest, BatchGetItemResponse, KeysAndAttributes};
pub use batch_write_item::{BatchWriteItemRequest, BatchWriteItemResponse, WriteRequest};
pub use cancel_bulk_operation::{CancelBulkOperationRequest, CancelBulkOperationResponse};
pub use create_backup::{CreateBackupRequest, CreateBackupResponse};
pub use create_table::{CreateTableRequest, CreateTableResponse};
pub use delete_backup::DeleteBackupRequest;
pub use delete_item::{DeleteItemRequest, DeleteItemResponse};
pub use delete_resource_policy::{DeleteResourcePolicyRequest, DeleteResourcePolicyResponse};
pub use delete_scaling_policy::{DeleteScalingPolicyRequest, DeleteScalingPolicyResponse};
pub use delete_table::{DeleteTableRequest, DeleteTableResponse};
pub use deregister_scalable_target::{DeregisterScalableTargetRequest, DeregisterScalableTargetResponse};
pub use describe_backup::DescribeBackupRequest;
pub use describe_bulk_operation::DescribeBulkOperationRequest;
pub use describe_continuous_backups::DescribeContinuousBackupsRequest;
pub use describe_contributor_insights::{DescribeContributorInsightsRequest, DescribeContributorInsightsResponse};
pub use describe_endpoints::{DescribeEndpointsRequest, DescribeEndpointsResponse, Endpoint};
pub use describe_export::DescribeExportRequest;
pub use describe_import::DescribeImportRequest;
pub use describe_kinesis_streaming_destination::{
    DescribeKinesisStreamingDestinationRequest, DescribeKinesisStreamingDestinationResponse,
};
pub use describe_limits::{DescribeLimitsRequest, DescribeLimitsResponse};
pub use describe_scalable_targets::{DescribeScalableTargetsRequest, DescribeScalableTargetsResponse};
pub use describe_scaling_activities::{DescribeScalingActivitiesRequest, DescribeScalingActivitiesResponse};
pub use describe_scaling_policies::{DescribeScalingPoliciesRequest, DescribeScalingPoliciesResponse};
pub use describe_stream::{DescribeStreamRequest, DescribeStreamResponse, ShardFilter};
pub use describe_table::{DescribeTableRequest, DescribeTableResponse};
pub use describe_time_to_live::{DescribeTimeToLiveRequest, DescribeTimeToLiveResponse};
pub use execute_statement::{ExecuteStatementRequest, ExecuteStatementResponse};
pub use execute_transaction::{ExecuteTransactionRequest, ExecuteTransactionResponse, TransactStatement};
pub use export_table_to_point_in_time::{ExportDescription, ExportTableToPointInTimeRequest};
pub use get_item::{GetItemRequest, GetItemResponse};
pub use get_records::{GetRecordsRequest, GetRecordsResponse};
pub use get_resource_policy::{GetResourcePolicyRequest, GetResourcePolicyResponse};
pub use get_shard_iterator::{GetShardIteratorRequest, GetShardIteratorResponse};
pub use import_table::{ImportTableDescription, ImportTableRequest, TableCreationParameters};
pub use item_text::{BatchPutText, GetItemText, ItemText, ScanText};
pub use list_backups::{ListBackupsRequest, ListBackupsResponse};
pub use list_bulk_operations::{BulkOperationSummary, ListBulkOperationsRequest, ListBulkOperationsResponse};
pub use list_contributor_insights::{ListContributorInsightsRequest, ListContributorInsightsResponse};
pub use list_exports::{ExportSummary, ListExportsRequest, ListExportsResponse};
pub use list_global_tables::{ListGlobalTablesRequest, ListGlobalTablesResponse};
pub use list_imports::{ImportSummary, ListImportsRequest, ListImportsResponse};
pub use list_streams::{ListStreamsRequest, ListStreamsResponse};
pub use list_tables::{ListTablesRequest, ListTablesResponse};
pub use list_tags_of_resource::{ListTagsOfResourceRequest, ListTagsOfResourceResponse};
pub use name::Operation;
pub(crate) use name::name_methods;
pub use put_item::{PutItemRequest, PutItemResponse};
pub use put_resource_policy::{PutResourcePolicyRequest, PutResourcePolicyResponse};
pub use put_scaling_policy::{PutScalingPolicyRequest, PutScalingPolicyResponse};
pub use query::{QueryRequest, QueryResponse};
pub use register_scalable_target::{RegisterScalableTargetRequest, RegisterScalableTargetResponse};
pub use restore_overrides::RestoreOverrides;
pub use restore_table_from_backup::RestoreTableFromBackupRequest;
pub use restore_table_to_point_in_time::{RestoreTableResponse, RestoreTableToPointInTimeRequest};
pub use scan::{ScanRequest, ScanResponse};
pub use search_vectors::{SearchResult, SearchVectorsRequest, SearchVectorsResponse};
pub use start_bulk_put_items::{BulkOperationDescription, BulkUsage, StartBulkPutItemsRequest};
pub use tag::Tag;
pub use tag_resource::{TagResourceRequest, TagResourceResponse};
pub use transact_get_items::{TransactGet, TransactGetItemsRequest, TransactGetItemsResponse};
pub use transact_write_items::{TransactWriteItemsRequest, TransactWriteItemsResponse};
pub use untag_resource::{UntagResourceRequest, UntagResourceResponse};
pub use update_continuous_backups::{PointInTimeRecoverySpecification, UpdateContinuousBackupsRequest};
pub use update_contributor_insights::UpdateContributorInsightsRequest;
pub use update_item::{UpdateItemRequest, UpdateItemResponse};
pub use update_table::{
    GlobalSecondaryIndexUpdate, UpdateGlobalSecondaryIndexAction, UpdateTableRequest, UpdateTableResponse,
    VectorIndexUpdate,
};
pub use update_time_to_live::{TimeToLiveSpecification, UpdateTimeToLiveRequest, UpdateTimeToLiveResponse};

pub(crate) use answer::Answer;
pub(crate) use body::{Body, Members, members};
pub(crate) use create_table::OTHER_REGIONS;
pub(crate) use list::operations;
pub(crate) use told::told;
