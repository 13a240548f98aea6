//! ListImports: tells the imports, of which there are none.

use super::answer::Answer;
use super::body::{Asked, members};
use super::step::{Step, refuse_token};
use crate::constraint::{Kind, LISTED_TABLE_ARN, Member, NEXT_TOKEN, Rule};
use crate::json::Writer;

members! {
    /// ListImports.
    ListImportsRequest = LIST_IMPORTS {}
}

/// Answer to ListImports: none can be made here.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ListImportsResponse;

static LIST_IMPORTS: Asked = Asked::of("ListImportsInput")
    .members(&[
        LISTED_TABLE_ARN,
        Member::optional("PageSize", Kind::Integer).with(&[Rule::AtLeast(1), Rule::AtMost(25)]),
        NEXT_TOKEN.with(&[Rule::MinLength(112), Rule::MaxLength(1_024)]),
    ])
    .then(&[Step::Judge(refuse_token)]);

impl Answer for ListImportsResponse {
    fn write(&self, out: &mut Writer) {
        out.key("ImportSummaryList");
        out.list(|_| {});
    }
}
