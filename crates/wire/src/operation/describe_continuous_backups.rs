//! DescribeContinuousBackups: tells whether point-in-time recovery is on.

use super::body::{Asked, members};
use crate::constraint::LISTED_TABLE_NAME;

members! {
    /// DescribeContinuousBackups.
    DescribeContinuousBackupsRequest = DESCRIBE_CONTINUOUS_BACKUPS {
        /// The table's name.
        "TableName" table_name: String,
    }
}

static DESCRIBE_CONTINUOUS_BACKUPS: Asked = Asked::of("DescribeContinuousBackupsInput").members(&[LISTED_TABLE_NAME]);
