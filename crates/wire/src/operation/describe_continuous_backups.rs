//! DescribeContinuousBackups: reports whether point-in-time recovery is on.

use super::answer::Answer;
use super::body::{Asked, members};
use crate::constraint::LISTED_TABLE_NAME;
use crate::json::Writer;
use crate::shape::ContinuousBackupsResponse;

members! {
    /// DescribeContinuousBackups.
    DescribeContinuousBackupsRequest = DESCRIBE_CONTINUOUS_BACKUPS {
        /// The table's name.
        "TableName" table_name: String,
    }
}

static DESCRIBE_CONTINUOUS_BACKUPS: Asked = Asked::of("DescribeContinuousBackupsInput").members(&[LISTED_TABLE_NAME]);

/// UpdateContinuousBackups has the same response.
impl Answer for ContinuousBackupsResponse {
    fn write(&self, out: &mut Writer) {
        out.key("ContinuousBackupsDescription");
        out.object(|out| {
            out.text_member(
                "ContinuousBackupsStatus",
                if self.enabled { "ENABLED" } else { "DISABLED" },
            );
            out.key("PointInTimeRecoveryDescription");
            out.object(|out| {
                let recovery = self.point_in_time_recovery.as_ref();
                let status = if recovery.is_some() { "ENABLED" } else { "DISABLED" };
                out.text_member("PointInTimeRecoveryStatus", status);
                if let Some(recovery) = recovery {
                    out.count_member("RecoveryPeriodInDays", u64::from(recovery.recovery_period_in_days));
                    out.decimal_member("EarliestRestorableDateTime", recovery.earliest_restorable_date_time);
                    out.decimal_member("LatestRestorableDateTime", recovery.latest_restorable_date_time);
                }
            });
        });
    }
}
