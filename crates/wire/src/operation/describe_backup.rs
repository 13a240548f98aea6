//! DescribeBackup: returns the description of a backup.

use super::answer::Answer;
use super::body::{Asked, members};
use crate::constraint::BACKUP_ARN;
use crate::json::Writer;
use crate::json::answer::backup::described;
use crate::shape::BackupDescription;

members! {
    /// DescribeBackup.
    DescribeBackupRequest = DESCRIBE_BACKUP {
        /// The backup's ARN.
        "BackupArn" backup_arn: String,
    }
}

static DESCRIBE_BACKUP: Asked = Asked::of("DescribeBackupInput").members(&[BACKUP_ARN]);

/// DeleteBackup has the same response.
impl Answer for BackupDescription {
    fn write(&self, out: &mut Writer) {
        described(out, self);
    }
}
