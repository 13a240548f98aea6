//! Operations: of each, in one file, its request and response, what the service asks of every member, and in which
//! order it refuses.
//!
//! `member` has the kinds of members and how each is read and written, `step` the order of refusals, `body` the notation
//! of requests and the one interpreter that reads and writes them.

mod batch_get_item;
mod batch_write_item;
mod body;
mod delete_item;
mod delete_resource_policy;
mod delete_table;
mod describe_continuous_backups;
mod describe_contributor_insights;
mod describe_endpoints;
mod describe_kinesis_streaming_destination;
mod describe_limits;
mod describe_table;
mod describe_time_to_live;
mod get_item;
mod get_records;
mod get_resource_policy;
mod list;
mod list_contributor_insights;
mod list_exports;
mod list_global_tables;
mod list_imports;
mod list_streams;
mod list_tables;
mod list_tags_of_resource;
mod member;
mod name;
mod put_item;
mod put_resource_policy;
mod query;
mod resource_arn;
mod scan;
mod search_vectors;
mod step;
mod tag;
mod tag_resource;
mod transact_get_items;
mod transact_write_items;
mod untag_resource;
mod update_continuous_backups;
mod update_contributor_insights;
mod update_item;
mod update_time_to_live;

pub use batch_get_item::{BatchGetItemRequest, BatchGetItemResponse, KeysAndAttributes};
pub use batch_write_item::{BatchWriteItemRequest, BatchWriteItemResponse, WriteRequest};
pub use delete_item::{DeleteItemRequest, DeleteItemResponse};
pub use delete_resource_policy::{DeleteResourcePolicyRequest, DeleteResourcePolicyResponse};
pub use delete_table::{DeleteTableRequest, DeleteTableResponse};
pub use describe_continuous_backups::DescribeContinuousBackupsRequest;
pub use describe_contributor_insights::{DescribeContributorInsightsRequest, DescribeContributorInsightsResponse};
pub use describe_endpoints::{DescribeEndpointsRequest, DescribeEndpointsResponse};
pub use describe_kinesis_streaming_destination::{
    DescribeKinesisStreamingDestinationRequest, DescribeKinesisStreamingDestinationResponse,
};
pub use describe_limits::{DescribeLimitsRequest, DescribeLimitsResponse};
pub use describe_table::{DescribeTableRequest, DescribeTableResponse};
pub use describe_time_to_live::{DescribeTimeToLiveRequest, DescribeTimeToLiveResponse};
pub use get_item::{GetItemRequest, GetItemResponse};
pub use get_records::{GetRecordsRequest, GetRecordsResponse};
pub use get_resource_policy::{GetResourcePolicyRequest, GetResourcePolicyResponse};
pub use list_contributor_insights::{ListContributorInsightsRequest, ListContributorInsightsResponse};
pub use list_exports::{ListExportsRequest, ListExportsResponse};
pub use list_global_tables::{ListGlobalTablesRequest, ListGlobalTablesResponse};
pub use list_imports::{ListImportsRequest, ListImportsResponse};
pub use list_streams::{ListStreamsRequest, ListStreamsResponse};
pub use list_tables::{ListTablesRequest, ListTablesResponse};
pub use list_tags_of_resource::{ListTagsOfResourceRequest, ListTagsOfResourceResponse};
pub use name::Operation;
pub use put_item::{PutItemRequest, PutItemResponse};
pub use put_resource_policy::{PutResourcePolicyRequest, PutResourcePolicyResponse};
pub use query::{QueryRequest, QueryResponse};
pub use scan::{ScanRequest, ScanResponse};
pub use search_vectors::{SearchResult, SearchVectorsRequest, SearchVectorsResponse};
pub use tag::Tag;
pub use tag_resource::{TagResourceRequest, TagResourceResponse};
pub use transact_get_items::{TransactGet, TransactGetItemsRequest, TransactGetItemsResponse};
pub use transact_write_items::{TransactWriteItemsRequest, TransactWriteItemsResponse};
pub use untag_resource::{UntagResourceRequest, UntagResourceResponse};
pub use update_continuous_backups::{PointInTimeRecoverySpecification, UpdateContinuousBackupsRequest};
pub use update_contributor_insights::UpdateContributorInsightsRequest;
pub use update_item::{UpdateItemRequest, UpdateItemResponse};
pub use update_time_to_live::{TimeToLiveSpecification, UpdateTimeToLiveRequest, UpdateTimeToLiveResponse};

pub(crate) use body::Body;
pub(crate) use list::operations;
pub(crate) use member::Value;
pub(crate) use tag::TAGS;
