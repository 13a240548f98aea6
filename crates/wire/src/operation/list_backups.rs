//! ListBackups: lists the backups.

use super::body::{Asked, members};
use super::told::told;
use crate::constraint::{Kind, Member, Rule, SOME_TABLE_NAME};
use crate::shape::{BackupSummary, BackupTypeFilter};

members! {
    /// ListBackups.
    ListBackupsRequest = LIST_BACKUPS {
        /// Lists only the backups of this table.
        "TableName" table_name: Option<String>,
        /// The maximum number of backups to return.
        "Limit" limit: Option<u32>,
        /// Lists only backups created at this time or later, in epoch seconds.
        "TimeRangeLowerBound" time_range_lower_bound: Option<f64>,
        /// Lists only backups created before this time, in epoch seconds.
        "TimeRangeUpperBound" time_range_upper_bound: Option<f64>,
        /// The ARN of the last backup on the previous page.
        "ExclusiveStartBackupArn" exclusive_start_backup_arn: Option<String>,
        /// The type of backups to list. `USER` if left out.
        "BackupType" backup_type: Option<BackupTypeFilter>,
    }
}

/// Response to ListBackups.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ListBackupsResponse {
    /// The backups, oldest first within a table.
    pub backup_summaries: Vec<BackupSummary>,
    /// The ARN of the last backup on this page, if there is a next page.
    pub last_evaluated_backup_arn: Option<String>,
}

static LIST_BACKUPS: Asked = Asked::of("ListBackupsInput").members(&[
    SOME_TABLE_NAME,
    Member::optional("Limit", Kind::Integer).with(&[Rule::AtLeast(1), Rule::AtMost(100)]),
    Member::optional("TimeRangeLowerBound", Kind::Decimal),
    Member::optional("TimeRangeUpperBound", Kind::Decimal),
    Member::optional("ExclusiveStartBackupArn", Kind::Text),
    Member::optional("BackupType", Kind::Text).with(&[Rule::OneOf(BackupTypeFilter::WORDS)]),
]);

told! {
    answer ListBackupsResponse {
        "BackupSummaries" backup_summaries,
        "LastEvaluatedBackupArn" last_evaluated_backup_arn,
    }
}

told! {
    part BackupSummary {
        .. details,
        "TableArn" table_arn,
        "TableId" table_id,
        "TableName" table_name,
    }
}
