//! DescribeExport: describes an export.

use super::body::{Asked, members};
use crate::constraint::EXPORT_ARN;

members! {
    /// DescribeExport.
    DescribeExportRequest = DESCRIBE_EXPORT {
        /// The export's ARN.
        "ExportArn" export_arn: String,
    }
}

static DESCRIBE_EXPORT: Asked = Asked::of("DescribeExportInput").members(&[EXPORT_ARN]);
