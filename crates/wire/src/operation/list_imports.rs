//! ListImports: lists the imports. Where nothing can be imported there are none.

use super::answer::Answer;
use super::body::{Asked, members};
use super::member::Member as _;
use crate::constraint::{Kind, LISTED_TABLE_ARN, Member, NEXT_TOKEN, Rule};
use crate::json::{Writer, objects};
use crate::shape::{ImportStatus, InputFormat, S3BucketSource};

members! {
    /// ListImports.
    ListImportsRequest = LIST_IMPORTS {
        /// One table only.
        "TableArn" table_arn: Option<String>,
        /// Imports to answer with at most.
        "PageSize" page_size: Option<u32>,
        /// Where the page before ended.
        "NextToken" next_token: Option<String>,
    }
}

/// Answer to ListImports.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ListImportsResponse {
    /// The imports.
    pub import_summary_list: Vec<ImportSummary>,
    /// Where this page ended, when others follow.
    pub next_token: Option<String>,
}

/// An import in a list.
#[derive(Clone, Debug, PartialEq)]
pub struct ImportSummary {
    /// Its resource name.
    pub import_arn: String,
    /// Where it is.
    pub import_status: ImportStatus,
    /// The table's resource name.
    pub table_arn: String,
    /// Where the objects are.
    pub s3_bucket_source: S3BucketSource,
    /// The resource name of the logs of all imports.
    pub cloud_watch_log_group_arn: String,
    /// How items are written in the objects.
    pub input_format: Option<InputFormat>,
    /// Epoch seconds of its beginning.
    pub start_time: f64,
    /// Epoch seconds of its end.
    pub end_time: Option<f64>,
}

static LIST_IMPORTS: Asked = Asked::of("ListImportsInput").members(&[
    LISTED_TABLE_ARN,
    Member::optional("PageSize", Kind::Integer).with(&[Rule::AtLeast(1), Rule::AtMost(25)]),
    NEXT_TOKEN.with(&[Rule::MinLength(112), Rule::MaxLength(1_024)]),
]);

impl Answer for ListImportsResponse {
    fn write(&self, out: &mut Writer) {
        out.key("ImportSummaryList");
        objects(out, &self.import_summary_list, |out, summary| {
            out.text_member("ImportArn", &summary.import_arn);
            out.text_member("ImportStatus", summary.import_status.as_str());
            out.text_member("TableArn", &summary.table_arn);
            summary.s3_bucket_source.write(out, "S3BucketSource");
            out.text_member("CloudWatchLogGroupArn", &summary.cloud_watch_log_group_arn);
            summary.input_format.write(out, "InputFormat");
            out.decimal_member("StartTime", summary.start_time);
            out.optional_decimal("EndTime", summary.end_time);
        });
        out.optional_text("NextToken", self.next_token.as_deref());
    }
}
