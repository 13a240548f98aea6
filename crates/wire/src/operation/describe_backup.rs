//! DescribeBackup: returns the description of a backup.

use super::body::{Asked, members};
use super::body_member::boxed;
use super::told::told;
use crate::constraint::BACKUP_ARN;
use crate::shape::{BackupDescription, SourceTableDetails, SourceTableFeatureDetails, TimeToLiveDescription};

members! {
    /// DescribeBackup.
    DescribeBackupRequest = DESCRIBE_BACKUP {
        /// The backup's ARN.
        "BackupArn" backup_arn: String,
    }
}

static DESCRIBE_BACKUP: Asked = Asked::of("DescribeBackupInput").members(&[BACKUP_ARN]);

// DeleteBackup has the same response.
told! {
    answer BackupDescription in "BackupDescription" {
        "BackupDetails" backup_details,
        "SourceTableDetails" source_table_details,
        "SourceTableFeatureDetails" source_table_feature_details,
    }
}

boxed!(SourceTableDetails);
boxed!(SourceTableFeatureDetails);

told! {
    part SourceTableDetails {
        "BillingMode" billing_mode,
        "ItemCount" item_count,
        "KeySchema" key_schema,
        "OnDemandThroughput" on_demand_throughput,
        "ProvisionedThroughput" provisioned_throughput,
        "TableArn" table_arn,
        "TableCreationDateTime" table_creation_date_time,
        "TableId" table_id,
        "TableName" table_name,
        "TableSizeBytes" table_size_bytes,
    }
}

told! {
    part SourceTableFeatureDetails {
        "LocalSecondaryIndexes" local_secondary_indexes => is_empty,
        "GlobalSecondaryIndexes" global_secondary_indexes => is_empty,
        "StreamDescription" stream_description,
        "TimeToLiveDescription" time_to_live_description,
        "SSEDescription" sse_description,
        "VectorIndexes" vector_indexes => is_empty,
    }
}

told! {
    part TimeToLiveDescription {
        "AttributeName" attribute_name,
        "TimeToLiveStatus" time_to_live_status,
    }
}
