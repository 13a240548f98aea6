//! CancelBulkOperation: ends a bulk operation early. What it has written stays.

use super::body::{Asked, members};
use super::told::told;
use crate::constraint::BULK_OPERATION_ARN;
use crate::shape::BulkOperationStatus;

members! {
    /// CancelBulkOperation.
    CancelBulkOperationRequest = CANCEL_BULK_OPERATION {
        /// The operation's ARN.
        "BulkOperationArn" bulk_operation_arn: String,
    }
}

/// Response to CancelBulkOperation.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CancelBulkOperationResponse {
    /// The operation's ARN.
    pub bulk_operation_arn: String,
    /// Its status: CANCELLING.
    pub bulk_operation_status: BulkOperationStatus,
}

static CANCEL_BULK_OPERATION: Asked = Asked::of("CancelBulkOperationInput").members(&[BULK_OPERATION_ARN]);

told! {
    answer CancelBulkOperationResponse {
        "BulkOperationArn" bulk_operation_arn,
        "BulkOperationStatus" bulk_operation_status,
    }
}
