//! RestoreTableFromBackup: creates a table from a backup.

use super::body::{Asked, members};
use super::restore_overrides::{BILLING, GLOBALS, KEY, LIMITS, LOCALS, RATE, RestoreOverrides, VECTORS};
use crate::constraint::{BACKUP_ARN, Kind, Member, Rule};

members! {
    /// RestoreTableFromBackup.
    RestoreTableFromBackupRequest = RESTORE_FROM_BACKUP {
        /// The name of the table to create.
        "TargetTableName" target_table_name: String,
        /// The backup's ARN.
        "BackupArn" backup_arn: String,
        ..
        /// Settings that differ from the backup.
        overrides: RestoreOverrides,
    }
}

static RESTORE_FROM_BACKUP: Asked = Asked::of("RestoreTableFromBackupInput").members(&[
    Member::required("TargetTableName", Kind::Text).with(&[Rule::NameLength, Rule::Pattern]),
    BACKUP_ARN,
    BILLING,
    GLOBALS,
    LOCALS,
    VECTORS,
    RATE,
    LIMITS,
    KEY,
]);
