//! ListImports: lists the imports.

use super::body::{Asked, members};
use super::told::told;
use crate::constraint::{Kind, LISTED_TABLE_ARN, Member, NEXT_TOKEN, Rule};
use crate::shape::{ImportStatus, InputFormat, S3BucketSource};

members! {
    /// ListImports.
    ListImportsRequest = LIST_IMPORTS {
        /// Lists only the imports into this table.
        "TableArn" table_arn: Option<String>,
        /// The maximum number of imports to return.
        "PageSize" page_size: Option<u32>,
        /// The token from the previous page.
        "NextToken" next_token: Option<String>,
    }
}

/// Response to ListImports.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ListImportsResponse {
    /// The imports.
    pub import_summary_list: Vec<ImportSummary>,
    /// The token for the next page, if there is one.
    pub next_token: Option<String>,
}

/// An import in a list.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ImportSummary {
    /// Its ARN.
    pub import_arn: String,
    /// Its status.
    pub import_status: ImportStatus,
    /// The table's ARN.
    pub table_arn: String,
    /// The location of the objects.
    pub s3_bucket_source: S3BucketSource,
    /// The ARN of the logs of all imports.
    pub cloud_watch_log_group_arn: String,
    /// The format of the objects.
    pub input_format: Option<InputFormat>,
    /// Epoch seconds of its start.
    pub start_time: f64,
    /// Epoch seconds of its end.
    pub end_time: Option<f64>,
}

static LIST_IMPORTS: Asked = Asked::of("ListImportsInput").members(&[
    LISTED_TABLE_ARN,
    Member::optional("PageSize", Kind::Integer).with(&[Rule::AtLeast(1), Rule::AtMost(25)]),
    NEXT_TOKEN.with(&[Rule::MinLength(112), Rule::MaxLength(1_024)]),
]);

told! {
    answer ListImportsResponse {
        "ImportSummaryList" import_summary_list,
        "NextToken" next_token,
    }
}

told! {
    part ImportSummary {
        "ImportArn" import_arn,
        "ImportStatus" import_status,
        "TableArn" table_arn,
        "S3BucketSource" s3_bucket_source,
        "CloudWatchLogGroupArn" cloud_watch_log_group_arn,
        "InputFormat" input_format,
        "StartTime" start_time,
        "EndTime" end_time,
    }
}
