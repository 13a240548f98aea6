//! CreateBackup: creates a backup of a table.

use super::body::{Asked, members};
use super::told::told;
use crate::constraint::{Kind, LISTED_TABLE_NAME, Member, NAME};
use crate::shape::BackupDetails;

members! {
    /// CreateBackup.
    CreateBackupRequest = CREATE_BACKUP {
        /// The table's name.
        "TableName" table_name: String,
        /// The backup's name. Backups can share a name.
        "BackupName" backup_name: String,
    }
}

/// Response to CreateBackup.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct CreateBackupResponse {
    /// The backup.
    pub backup_details: BackupDetails,
}

static CREATE_BACKUP: Asked =
    Asked::of("CreateBackupInput").members(&[LISTED_TABLE_NAME, Member::required("BackupName", Kind::Text).with(NAME)]);

told! {
    answer CreateBackupResponse {
        "BackupDetails" backup_details,
    }
}

told! {
    part BackupDetails {
        "BackupArn" backup_arn,
        "BackupName" backup_name,
        "BackupSizeBytes" backup_size_bytes,
        "BackupStatus" backup_status,
        "BackupType" backup_type,
        "BackupCreationDateTime" backup_creation_date_time,
        "BackupExpiryDateTime" backup_expiry_date_time,
    }
}
