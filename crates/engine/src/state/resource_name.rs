//! The resource names of tables and backups.
//!
//! Must not know whether the resource exists.

use crate::state::options::EngineOptions;

/// The resource name of a table.
pub(crate) fn table_arn(name: &str, options: &EngineOptions) -> String {
    format!("arn:aws:dynamodb:{}:{}:table/{name}", options.region, options.account)
}

/// The resource name of a backup.
pub(crate) fn backup_arn(options: &EngineOptions, table: &str, number: &str) -> String {
    format!("{}/backup/{number}", table_arn(table, options))
}
