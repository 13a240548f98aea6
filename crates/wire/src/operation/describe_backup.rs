//! DescribeBackup: tells of a backup.

use super::body::{Asked, members};
use crate::constraint::BACKUP_ARN;

members! {
    /// DescribeBackup.
    DescribeBackupRequest = DESCRIBE_BACKUP {
        /// The backup's resource name.
        "BackupArn" backup_arn: String,
    }
}

static DESCRIBE_BACKUP: Asked = Asked::of("DescribeBackupInput").members(&[BACKUP_ARN]);
