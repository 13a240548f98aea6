//! The shapes: parts of requests and responses as plain structs, named after the service's own members, and the requests
//! and responses that `operation` does not hold yet.
//!
//! An `Option` is a member the caller may leave out; a list or map inside an `Option` tells "left out" from "empty".

mod account;
mod backup;
mod capacity;
mod closed_set;
mod contributor_insights;
mod item;
mod legacy;
mod read;
mod resource_policy;
mod scaling;
mod statement;
mod stream;
mod table;
mod table_definition;
mod table_description;
mod table_settings;
mod tag;
mod time_to_live;
mod transact;
mod update_table;
mod vector;

pub use account::{
    DescribeEndpointsRequest, DescribeEndpointsResponse, DescribeKinesisStreamingDestinationRequest,
    DescribeKinesisStreamingDestinationResponse, DescribeLimitsRequest, DescribeLimitsResponse, ListExportsRequest,
    ListExportsResponse, ListGlobalTablesRequest, ListGlobalTablesResponse, ListImportsRequest, ListImportsResponse,
};
pub use backup::{
    BackupDescription, BackupDetails, BackupStatus, BackupSummary, BackupType, BackupTypeFilter,
    ContinuousBackupsResponse, CreateBackupRequest, CreateBackupResponse, DeleteBackupRequest, DescribeBackupRequest,
    DescribeContinuousBackupsRequest, ListBackupsRequest, ListBackupsResponse, PointInTimeRecovery, RestoreOverrides,
    RestoreTableFromBackupRequest, RestoreTableResponse, RestoreTableToPointInTimeRequest,
    UpdateContinuousBackupsRequest,
};
pub use capacity::{
    ConsumedCapacity, ItemCollectionMetrics, ReturnConsumedCapacity, ReturnItemCollectionMetrics, UnitsName,
};
pub use contributor_insights::{
    ContributorInsightsAction, ContributorInsightsMode, ContributorInsightsStatus, ContributorInsightsSummary,
    UpdateContributorInsightsRequest,
};
pub use item::{ReturnValues, ReturnValuesOnConditionCheckFailure, WriteItemResponse};
pub use legacy::{
    AttributeAction, AttributeUpdates, AttributeValueUpdate, ComparisonOperator, Condition, ConditionalOperator,
    Conditions, Expected, ExpectedAttributeValue,
};
pub use read::Select;
pub use resource_policy::{
    DeleteResourcePolicyRequest, DeleteResourcePolicyResponse, GetResourcePolicyRequest, GetResourcePolicyResponse,
    PutResourcePolicyRequest, PutResourcePolicyResponse,
};
pub use scaling::{
    DeleteScalingPolicyRequest, DeleteScalingPolicyResponse, DeregisterScalableTargetRequest,
    DeregisterScalableTargetResponse, DescribeScalableTargetsRequest, DescribeScalableTargetsResponse,
    DescribeScalingActivitiesRequest, DescribeScalingActivitiesResponse, DescribeScalingPoliciesRequest,
    DescribeScalingPoliciesResponse, PutScalingPolicyRequest, PutScalingPolicyResponse, RegisterScalableTargetRequest,
    RegisterScalableTargetResponse, ScalableDimension, ScalableResource, ScalableTarget, ScalingActivity, ScalingAlarm,
    ScalingFilter, ScalingMetric, ScalingPolicy, ScalingStatus, TargetTracking,
};
pub use statement::{
    BatchExecuteStatementRequest, BatchExecuteStatementResponse, BatchStatement, BatchStatementResponse,
    ExecuteStatementRequest, ExecuteStatementResponse, ExecuteTransactionRequest, ExecuteTransactionResponse,
    TransactStatement,
};
pub use stream::{
    DescribeStreamRequest, DescribeStreamResponse, GetShardIteratorRequest, GetShardIteratorResponse, OperationType,
    Record, ShardDescription, ShardFilter, ShardFilterType, ShardIteratorType, StreamStatus, StreamSummary,
};
pub use table::{CreateTableRequest, CreateTableResponse};
pub use table_definition::{
    AttributeDefinition, BillingMode, GlobalSecondaryIndex, IndexStatus, KeyRole, KeySchemaElement,
    LocalSecondaryIndex, Projection, ProjectionType, ProvisionedThroughput, TableStatus,
};
pub use table_description::{
    BillingModeSummary, GlobalSecondaryIndexDescription, LocalSecondaryIndexDescription,
    ProvisionedThroughputDescription, RestoreSummary, SseDescription, TableClassSummary, TableDescription,
    WarmThroughputDescription,
};
pub use table_settings::{
    OnDemandThroughput, SseSpecification, SseStatus, SseType, StreamSpecification, StreamViewType, TableClass, Tag,
    WarmStatus, WarmThroughput,
};
pub use tag::{
    ListTagsOfResourceRequest, ListTagsOfResourceResponse, TagResourceRequest, TagResourceResponse,
    UntagResourceRequest, UntagResourceResponse,
};
pub use time_to_live::TimeToLiveStatus;
pub use transact::{TransactAction, TransactWrite};
pub use update_table::{
    GlobalSecondaryIndexUpdate, UpdateGlobalSecondaryIndexAction, UpdateTableRequest, UpdateTableResponse,
};
pub use vector::{
    DistanceFunction, SearchSchemaElement, SearchSchemaElementType, VectorIndex, VectorIndexDescription,
    VectorIndexUpdate,
};

pub use crate::operation::{
    BatchGetItemRequest, BatchGetItemResponse, BatchWriteItemRequest, BatchWriteItemResponse, DeleteItemRequest,
    DeleteItemResponse, DeleteTableRequest, DeleteTableResponse, DescribeContributorInsightsRequest,
    DescribeContributorInsightsResponse, DescribeTableRequest, DescribeTableResponse, DescribeTimeToLiveRequest,
    DescribeTimeToLiveResponse, GetItemRequest, GetItemResponse, GetRecordsRequest, GetRecordsResponse,
    KeysAndAttributes, ListContributorInsightsRequest, ListContributorInsightsResponse, ListStreamsRequest,
    ListStreamsResponse, ListTablesRequest, ListTablesResponse, PutItemRequest, PutItemResponse, QueryRequest,
    QueryResponse, ScanRequest, ScanResponse, SearchResult, SearchVectorsRequest, SearchVectorsResponse,
    TimeToLiveSpecification, TransactGet, TransactGetItemsRequest, TransactGetItemsResponse, TransactWriteItemsRequest,
    TransactWriteItemsResponse, UpdateItemRequest, UpdateItemResponse, UpdateTimeToLiveRequest,
    UpdateTimeToLiveResponse, WriteRequest,
};

pub(crate) use closed_set::Word;

use std::collections::BTreeMap;

use hashrange_values::Text;

/// `ExpressionAttributeNames`: placeholders with their leading `#`, and the attribute names they stand for.
pub type ExpressionAttributeNames = BTreeMap<Text, Text>;
