//! ListBackups: tells the backups.

use super::answer::Answer;
use super::body::{Asked, members};
use crate::constraint::{Kind, Member, Rule, SOME_TABLE_NAME};
use crate::json::answer::backup::details;
use crate::json::{Writer, objects};
use crate::shape::{BackupSummary, BackupTypeFilter};

members! {
    /// ListBackups.
    ListBackupsRequest = LIST_BACKUPS {
        /// One table only.
        "TableName" table_name: Option<String>,
        /// Backups to answer with at most.
        "Limit" limit: Option<u32>,
        /// Epoch seconds: none made before.
        "TimeRangeLowerBound" time_range_lower_bound: Option<f64>,
        /// Epoch seconds: none made after.
        "TimeRangeUpperBound" time_range_upper_bound: Option<f64>,
        /// Where the page before ended.
        "ExclusiveStartBackupArn" exclusive_start_backup_arn: Option<String>,
        /// Whose backups; those of requests when left out.
        "BackupType" backup_type: Option<BackupTypeFilter>,
    }
}

/// Answer to ListBackups.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ListBackupsResponse {
    /// The backups, oldest first within a table.
    pub backup_summaries: Vec<BackupSummary>,
    /// Where this page ended, when others follow.
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

impl Answer for ListBackupsResponse {
    fn write(&self, out: &mut Writer) {
        out.key("BackupSummaries");
        objects(out, &self.backup_summaries, |out, summary| {
            details(out, &summary.details);
            out.text_member("TableArn", &summary.table_arn);
            out.text_member("TableId", &summary.table_id);
            out.text_member("TableName", &summary.table_name);
        });
        out.optional_text("LastEvaluatedBackupArn", self.last_evaluated_backup_arn.as_deref());
    }
}
