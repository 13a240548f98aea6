//! The shapes: parts of requests and responses as plain structs, named after the service's own members, and the requests
//! and responses that `operation` does not hold yet.
//!
//! An `Option` is a member the caller may leave out; a list or map inside an `Option` tells "left out" from "empty".

mod backup;
mod capacity;
mod closed_set;
mod contributor_insights;
mod item;
mod legacy;
mod read;
mod scaling;
mod stream;
mod table;
mod table_definition;
mod table_description;
mod table_settings;
mod time_to_live;
mod transact;
mod update_table;
mod vector;

pub use backup::{
    BackupDescription, BackupDetails, BackupStatus, BackupSummary, BackupType, BackupTypeFilter,
    ContinuousBackupsResponse, CreateBackupRequest, CreateBackupResponse, DeleteBackupRequest, DescribeBackupRequest,
    ListBackupsRequest, ListBackupsResponse, PointInTimeRecovery, RestoreOverrides, RestoreTableFromBackupRequest,
    RestoreTableResponse, RestoreTableToPointInTimeRequest,
};
pub use capacity::{
    ConsumedCapacity, ItemCollectionMetrics, ReturnConsumedCapacity, ReturnItemCollectionMetrics, UnitsName,
};
pub use contributor_insights::{
    ContributorInsightsAction, ContributorInsightsMode, ContributorInsightsStatus, ContributorInsightsSummary,
};
pub use item::{ReturnValues, ReturnValuesOnConditionCheckFailure, WriteItemResponse};
pub use legacy::{
    AttributeAction, AttributeUpdates, AttributeValueUpdate, ComparisonOperator, Condition, ConditionalOperator,
    Conditions, Expected, ExpectedAttributeValue,
};
pub use read::Select;
pub use scaling::{
    PolicyType, ScalableDimension, ScalableResource, ScalableTarget, ScalingActivity, ScalingAlarm, ScalingMetric,
    ScalingPolicy, ScalingStatus, ServiceNamespace, TargetTracking,
};
pub use stream::{
    OperationType, Record, ShardDescription, ShardFilterType, ShardIteratorType, StreamStatus, StreamSummary,
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
    OnDemandThroughput, SseSpecification, SseStatus, SseType, StreamSpecification, StreamViewType, TableClass,
    WarmStatus, WarmThroughput,
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

pub use crate::operation::*;

pub(crate) use closed_set::Word;

use std::collections::BTreeMap;

use hashrange_values::Text;

/// `ExpressionAttributeNames`: placeholders with their leading `#`, and the attribute names they stand for.
pub type ExpressionAttributeNames = BTreeMap<Text, Text>;
