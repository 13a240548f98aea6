//! DescribeImport: describes an import.

use super::body::{Asked, members};
use crate::constraint::IMPORT_ARN;

members! {
    /// DescribeImport.
    DescribeImportRequest = DESCRIBE_IMPORT {
        /// The import's ARN.
        "ImportArn" import_arn: String,
    }
}

static DESCRIBE_IMPORT: Asked = Asked::of("DescribeImportInput").members(&[IMPORT_ARN]);
