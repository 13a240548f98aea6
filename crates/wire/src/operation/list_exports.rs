//! ListExports: tells the exports, of which there are none.

use super::answer::Answer;
use super::body::{Asked, members};
use super::step::{Step, refuse_token};
use crate::constraint::{Kind, LISTED_TABLE_ARN, Member, NEXT_TOKEN, Rule};
use crate::json::Writer;

members! {
    /// ListExports.
    ListExportsRequest = LIST_EXPORTS {}
}

/// Answer to ListExports: none can be made here.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ListExportsResponse;

static LIST_EXPORTS: Asked = Asked::of("ListExportsInput")
    .members(&[
        LISTED_TABLE_ARN,
        Member::optional("MaxResults", Kind::Integer).with(&[Rule::AtLeast(1), Rule::AtMost(25)]),
        NEXT_TOKEN,
    ])
    .then(&[Step::Judge(refuse_token)]);

impl Answer for ListExportsResponse {
    fn write(&self, out: &mut Writer) {
        out.key("ExportSummaries");
        out.list(|_| {});
    }
}
