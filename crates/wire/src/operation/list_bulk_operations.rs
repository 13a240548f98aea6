//! ListBulkOperations: lists the bulk operations.

use super::body::{Asked, members};
use super::told::told;
use crate::constraint::{Kind, Member, NEXT_TOKEN, Rule};
use crate::shape::BulkOperationStatus;

members! {
    /// ListBulkOperations.
    ListBulkOperationsRequest = LIST_BULK_OPERATIONS {
        /// The maximum number of operations to return.
        "MaxResults" max_results: Option<u32>,
        /// The token from the previous page.
        "NextToken" next_token: Option<String>,
    }
}

/// Response to ListBulkOperations.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ListBulkOperationsResponse {
    /// The operations of the last 90 days, newest first.
    pub bulk_operations_summary_list: Vec<BulkOperationSummary>,
    /// The token for the next page, if there is one.
    pub next_token: Option<String>,
}

/// A bulk operation in a list.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct BulkOperationSummary {
    /// Its ARN.
    pub bulk_operation_arn: String,
    /// Its status.
    pub bulk_operation_status: BulkOperationStatus,
    /// Epoch seconds of its start.
    pub start_time: f64,
    /// Epoch seconds of its end.
    pub end_time: Option<f64>,
}

static LIST_BULK_OPERATIONS: Asked = Asked::of("ListBulkOperationsInput").members(&[
    Member::optional("MaxResults", Kind::Integer).with(&[Rule::AtLeast(1), Rule::AtMost(25)]),
    NEXT_TOKEN.with(&[Rule::MinLength(1), Rule::MaxLength(1_024)]),
]);

told! {
    answer ListBulkOperationsResponse {
        "BulkOperationsSummaryList" bulk_operations_summary_list,
        "NextToken" next_token,
    }
}

told! {
    part BulkOperationSummary {
        "BulkOperationArn" bulk_operation_arn,
        "BulkOperationStatus" bulk_operation_status,
        "StartTime" start_time,
        "EndTime" end_time,
    }
}
