//! DeleteResourcePolicy: takes a policy off.

use super::answer::Answer;
use super::body::{Asked, members};
use super::resource_arn::{RESOURCE_ARN, check_arn};
use super::step::Step;
use crate::constraint::EXPECTED_REVISION;
use crate::json::Writer;

members! {
    /// DeleteResourcePolicy.
    DeleteResourcePolicyRequest = DELETE_RESOURCE_POLICY {
        /// The resource name of a table or a stream.
        "ResourceArn" resource_arn: String,
        /// The revision to remove.
        "ExpectedRevisionId" expected_revision_id: Option<String>,
    }
}

/// Answer to DeleteResourcePolicy.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DeleteResourcePolicyResponse {
    /// The revision that was removed; that of the removal when nothing was left to remove; none when there never was one.
    pub revision_id: Option<String>,
}

static DELETE_RESOURCE_POLICY: Asked =
    Asked::of("DeleteResourcePolicyInput").members(&[RESOURCE_ARN, EXPECTED_REVISION]).then(&[Step::Judge(check_arn)]);

impl Answer for DeleteResourcePolicyResponse {
    fn write(&self, out: &mut Writer) {
        out.optional_text("RevisionId", self.revision_id.as_deref());
    }
}
