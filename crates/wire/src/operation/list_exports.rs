//! ListExports: lists the exports. Where nothing can be exported there are none.

use super::answer::Answer;
use super::body::{Asked, members};
use crate::constraint::{Kind, LISTED_TABLE_ARN, Member, NEXT_TOKEN, Rule};
use crate::json::{Writer, objects};
use crate::shape::{ExportStatus, ExportType};

members! {
    /// ListExports.
    ListExportsRequest = LIST_EXPORTS {
        /// One table only.
        "TableArn" table_arn: Option<String>,
        /// Exports to answer with at most.
        "MaxResults" max_results: Option<u32>,
        /// Where the page before ended.
        "NextToken" next_token: Option<String>,
    }
}

/// Answer to ListExports.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ListExportsResponse {
    /// The exports.
    pub export_summaries: Vec<ExportSummary>,
    /// Where this page ended, when others follow.
    pub next_token: Option<String>,
}

/// An export in a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExportSummary {
    /// Its resource name.
    pub export_arn: String,
    /// Where it is.
    pub export_status: ExportStatus,
    /// What it holds.
    pub export_type: ExportType,
}

static LIST_EXPORTS: Asked = Asked::of("ListExportsInput").members(&[
    LISTED_TABLE_ARN,
    Member::optional("MaxResults", Kind::Integer).with(&[Rule::AtLeast(1), Rule::AtMost(25)]),
    NEXT_TOKEN,
]);

impl Answer for ListExportsResponse {
    fn write(&self, out: &mut Writer) {
        out.key("ExportSummaries");
        objects(out, &self.export_summaries, |out, summary| {
            out.text_member("ExportArn", &summary.export_arn);
            out.text_member("ExportStatus", summary.export_status.as_str());
            out.text_member("ExportType", summary.export_type.as_str());
        });
        out.optional_text("NextToken", self.next_token.as_deref());
    }
}
