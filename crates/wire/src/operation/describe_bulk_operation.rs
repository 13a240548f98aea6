//! DescribeBulkOperation: describes a bulk operation.

use super::body::{Asked, members};
use crate::constraint::BULK_OPERATION_ARN;

members! {
    /// DescribeBulkOperation.
    DescribeBulkOperationRequest = DESCRIBE_BULK_OPERATION {
        /// The operation's ARN.
        "BulkOperationArn" bulk_operation_arn: String,
    }
}

static DESCRIBE_BULK_OPERATION: Asked = Asked::of("DescribeBulkOperationInput").members(&[BULK_OPERATION_ARN]);
