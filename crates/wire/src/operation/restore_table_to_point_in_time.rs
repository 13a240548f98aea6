//! RestoreTableToPointInTime: makes a table from what another one was at a moment.

use super::answer::Answer;
use super::body::{Asked, members};
use super::restore_overrides::{BILLING, GLOBALS, KEY, LIMITS, LOCALS, RATE, RestoreOverrides, VECTORS};
use crate::constraint::{Kind, Member, NAME};
use crate::json::Writer;
use crate::json::answer::table::table;
use crate::shape::TableDescription;

members! {
    /// RestoreTableToPointInTime.
    RestoreTableToPointInTimeRequest = RESTORE_TO_POINT_IN_TIME {
        /// The source's resource name.
        "SourceTableArn" source_table_arn: Option<String>,
        /// The source's name.
        "SourceTableName" source_table_name: Option<String>,
        /// The name of the table to make.
        "TargetTableName" target_table_name: String,
        /// To the latest moment there is.
        "UseLatestRestorableTime" use_latest_restorable_time: Option<bool>,
        /// Epoch seconds of the moment.
        "RestoreDateTime" restore_date_time: Option<f64>,
        ..
        /// What is otherwise than in the source.
        overrides: RestoreOverrides,
    }
}

/// Answer to RestoreTableFromBackup and RestoreTableToPointInTime.
#[derive(Clone, Debug, PartialEq)]
pub struct RestoreTableResponse {
    /// The table as it begins.
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

/// RestoreTableFromBackup answers the same.
impl Answer for RestoreTableResponse {
    fn write(&self, out: &mut Writer) {
        table(out, "TableDescription", &self.table_description);
    }
}
