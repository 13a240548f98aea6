//! ListExports: lists the exports.

use super::body::{Asked, members};
use super::told::told;
use crate::constraint::{Kind, LISTED_TABLE_ARN, Member, NEXT_TOKEN, Rule};
use crate::shape::{ExportStatus, ExportType};

members! {
    /// ListExports.
    ListExportsRequest = LIST_EXPORTS {
        /// Lists only the exports of this table.
        "TableArn" table_arn: Option<String>,
        /// The maximum number of exports to return.
        "MaxResults" max_results: Option<u32>,
        /// The token from the previous page.
        "NextToken" next_token: Option<String>,
    }
}

/// Response to ListExports.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ListExportsResponse {
    /// The exports.
    pub export_summaries: Vec<ExportSummary>,
    /// The token for the next page, if there is one.
    pub next_token: Option<String>,
}

/// An export in a list.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ExportSummary {
    /// Its ARN.
    pub export_arn: String,
    /// Its status.
    pub export_status: ExportStatus,
    /// Full or incremental.
    pub export_type: ExportType,
}

static LIST_EXPORTS: Asked = Asked::of("ListExportsInput").members(&[
    LISTED_TABLE_ARN,
    Member::optional("MaxResults", Kind::Integer).with(&[Rule::AtLeast(1), Rule::AtMost(25)]),
    NEXT_TOKEN,
]);

told! {
    answer ListExportsResponse {
        "ExportSummaries" export_summaries,
        "NextToken" next_token,
    }
}

told! {
    part ExportSummary {
        "ExportArn" export_arn,
        "ExportStatus" export_status,
        "ExportType" export_type,
    }
}
