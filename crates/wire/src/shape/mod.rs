//! The shapes: requests and responses of every operation as plain structs, named after the service's own members.
//!
//! An `Option` is a member the caller may leave out; a list or map inside an `Option` tells "left out" from "empty".

mod account;
mod backup;
mod batch;
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
pub use batch::{
    BatchGetItemRequest, BatchGetItemResponse, BatchWriteItemRequest, BatchWriteItemResponse, KeysAndAttributes,
    WriteRequest,
};
pub use capacity::{
    ConsumedCapacity, ItemCollectionMetrics, ReturnConsumedCapacity, ReturnItemCollectionMetrics, UnitsName,
};
pub use contributor_insights::{
    ContributorInsightsAction, ContributorInsightsMode, ContributorInsightsStatus, ContributorInsightsSummary,
    DescribeContributorInsightsRequest, DescribeContributorInsightsResponse, ListContributorInsightsRequest,
    ListContributorInsightsResponse, UpdateContributorInsightsRequest,
};
pub use item::{
    DeleteItemRequest, DeleteItemResponse, GetItemRequest, GetItemResponse, PutItemRequest, PutItemResponse,
    ReturnValues, ReturnValuesOnConditionCheckFailure, UpdateItemRequest, UpdateItemResponse, WriteItemResponse,
};
pub use legacy::{
    AttributeAction, AttributeUpdates, AttributeValueUpdate, ComparisonOperator, Condition, ConditionalOperator,
    Conditions, Expected, ExpectedAttributeValue,
};
pub use read::{QueryRequest, QueryResponse, ScanRequest, ScanResponse, Select};
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
    DescribeStreamRequest, DescribeStreamResponse, GetRecordsRequest, GetRecordsResponse, GetShardIteratorRequest,
    GetShardIteratorResponse, ListStreamsRequest, ListStreamsResponse, OperationType, Record, ShardDescription,
    ShardFilter, ShardFilterType, ShardIteratorType, StreamStatus, StreamSummary,
};
pub use table::{
    CreateTableRequest, CreateTableResponse, DeleteTableRequest, DeleteTableResponse, DescribeTableRequest,
    DescribeTableResponse, ListTablesRequest, ListTablesResponse,
};
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
pub use time_to_live::{
    DescribeTimeToLiveRequest, DescribeTimeToLiveResponse, TimeToLiveSpecification, TimeToLiveStatus,
    UpdateTimeToLiveRequest, UpdateTimeToLiveResponse,
};
pub use transact::{
    TransactAction, TransactGet, TransactGetItemsRequest, TransactGetItemsResponse, TransactWrite,
    TransactWriteItemsRequest, TransactWriteItemsResponse,
};
pub use update_table::{
    GlobalSecondaryIndexUpdate, UpdateGlobalSecondaryIndexAction, UpdateTableRequest, UpdateTableResponse,
};
pub use vector::{
    DistanceFunction, SearchResult, SearchSchemaElement, SearchSchemaElementType, SearchVectorsRequest,
    SearchVectorsResponse, VectorIndex, VectorIndexDescription, VectorIndexUpdate,
};

use std::collections::BTreeMap;

use hashrange_values::Text;

/// `ExpressionAttributeNames`: placeholders with their leading `#`, and the attribute names they stand for.
pub type ExpressionAttributeNames = BTreeMap<Text, Text>;
