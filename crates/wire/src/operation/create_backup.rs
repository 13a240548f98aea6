//! CreateBackup: creates a backup of a table.

use super::answer::Answer;
use super::body::{Asked, members};
use crate::constraint::{Kind, LISTED_TABLE_NAME, Member, NAME};
use crate::json::Writer;
use crate::json::answer::backup::details;
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
#[derive(Clone, Debug, PartialEq)]
pub struct CreateBackupResponse {
    /// The backup.
    pub backup_details: BackupDetails,
}

static CREATE_BACKUP: Asked =
    Asked::of("CreateBackupInput").members(&[LISTED_TABLE_NAME, Member::required("BackupName", Kind::Text).with(NAME)]);

impl Answer for CreateBackupResponse {
    fn write(&self, out: &mut Writer) {
        out.key("BackupDetails");
        out.object(|out| details(out, &self.backup_details));
    }
}
