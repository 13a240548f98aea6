//! The shapes: parts of requests and responses as plain structs, with the service's member names. Parts of requests
//! declare their members in the same way as the requests in `operation`.
//!
//! An `Option` is an optional member. A list or map inside an `Option` distinguishes "left out" from "empty".

mod backup;
mod bulk;
mod by_name;
mod capacity;
mod closed_set;
mod contributor_insights;
mod item;
mod legacy;
mod read;
mod scaling;
mod stream;
mod table_definition;
mod table_description;
mod table_settings;
mod time_to_live;
mod transact;
mod transfer;
mod vector;

pub use backup::{
    BackupDescription, BackupDetails, BackupStatus, BackupSummary, BackupType, BackupTypeFilter,
    ContinuousBackupsResponse, PointInTimeRecovery, SourceTableDetails, SourceTableFeatureDetails,
    TimeToLiveDescription,
};
pub use bulk::{
    BulkOperationInputFormat, BulkOperationPerformanceTier, BulkOperationStatus, BulkOutputType, InputS3Configuration,
    OutputS3Configuration,
};
pub use by_name::ByName;
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
    OperationType, Record, SequenceNumberRange, ShardDescription, ShardFilterType, ShardIteratorType, StreamStatus,
    StreamSummary,
};
pub use table_definition::{
    AttributeDefinition, BillingMode, GlobalSecondaryIndex, IndexStatus, KeyRole, KeySchemaElement,
    LocalSecondaryIndex, Projection, ProjectionType, ProvisionedThroughput, TableStatus,
};
pub use table_description::{
    BillingModeSummary, GlobalSecondaryIndexDescription, LocalSecondaryIndexDescription,
    ProvisionedThroughputDescription, RestoreSummary, SseDescription, TableClassSummary, TableDescription,
    VectorIndexDescription, WarmThroughputDescription,
};
pub use table_settings::{
    OnDemandThroughput, SseSpecification, SseStatus, SseType, StreamSpecification, StreamViewType, TableClass,
    WarmStatus, WarmThroughput,
};
pub use time_to_live::TimeToLiveStatus;
pub use transact::{TransactAction, TransactWrite};
pub use transfer::{
    CsvOptions, ExportFormat, ExportStatus, ExportType, ExportViewType, FilterSpecification, ImportStatus,
    IncrementalExportSpecification, InputCompressionType, InputFormat, InputFormatOptions, S3BucketSource,
    S3SseAlgorithm,
};
pub use vector::{DistanceFunction, SearchSchemaElement, SearchSchemaElementType, VectorIndex};

pub use crate::operation::*;

pub(crate) use bulk::{BULK_INPUT, BULK_OUTPUT};
pub(crate) use closed_set::Word;
pub(crate) use table_definition::{
    ATTRIBUTE_DEFINITION, GLOBAL_INDEX, GLOBAL_INDEX_MEMBERS, INDEX_NAME, KEY_SCHEMA, LOCAL_INDEX, THROUGHPUT,
};
pub(crate) use table_settings::{ENCRYPTION, ON_DEMAND_THROUGHPUT, STREAM, WARM_THROUGHPUT};
pub(crate) use transfer::{FILTER_SPECIFICATION, INCREMENTAL, OPTIONS, SOURCE};
pub(crate) use vector::{VECTOR_INDEX, VECTOR_INDEX_MEMBERS};

use hashrange_values::Text;

/// `ExpressionAttributeNames`: placeholders with their leading `#`, and the attribute names they replace.
pub type ExpressionAttributeNames = ByName<Text>;
