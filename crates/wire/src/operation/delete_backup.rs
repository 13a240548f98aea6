//! DeleteBackup: deletes a backup.

use super::body::{Asked, members};
use crate::constraint::BACKUP_ARN;

members! {
    /// DeleteBackup.
    DeleteBackupRequest = DELETE_BACKUP {
        /// The backup's ARN.
        "BackupArn" backup_arn: String,
    }
}

static DELETE_BACKUP: Asked = Asked::of("DeleteBackupInput").members(&[BACKUP_ARN]);
