//! RestoreTableToPointInTime: creates a table from the state of another table at a past time.

use super::body::{Asked, members};
use super::restore_overrides::{BILLING, GLOBALS, KEY, LIMITS, LOCALS, RATE, RestoreOverrides, VECTORS};
use super::told::told;
use crate::constraint::{Kind, Member, NAME};
use crate::shape::TableDescription;

members! {
    /// RestoreTableToPointInTime.
    RestoreTableToPointInTimeRequest = RESTORE_TO_POINT_IN_TIME {
        /// The source's ARN.
        "SourceTableArn" source_table_arn: Option<String>,
        /// The source's name.
        "SourceTableName" source_table_name: Option<String>,
        /// The name of the table to create.
        "TargetTableName" target_table_name: String,
        /// Restores the latest restorable time.
        "UseLatestRestorableTime" use_latest_restorable_time: Option<bool>,
        /// The time to restore, in epoch seconds.
        "RestoreDateTime" restore_date_time: Option<f64>,
        ..
        /// Settings that differ from the source.
        overrides: RestoreOverrides,
    }
}

/// Response to RestoreTableFromBackup and RestoreTableToPointInTime.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RestoreTableResponse {
    /// The table at the start of the restore.
    pub table_description: Box<TableDescription>,
}

static RESTORE_TO_POINT_IN_TIME: Asked = Asked::of("RestoreTableToPointInTimeInput").members(&[
    Member::optional("SourceTableArn", Kind::Text),
    Member::optional("SourceTableName", Kind::Text).with(NAME),
    Member::required("TargetTableName", Kind::Text).with(NAME),
    Member::optional("UseLatestRestorableTime", Kind::Boolean),
    Member::optional("RestoreDateTime", Kind::Decimal),
    BILLING,
    GLOBALS,
    LOCALS,
    VECTORS,
    RATE,
    LIMITS,
    KEY,
]);

// RestoreTableFromBackup has the same response.
told! {
    answer RestoreTableResponse ["TableDescription"] {
        "TableDescription" table_description,
    }
}
