//! DeleteResourcePolicy: deletes a policy.

use super::body::{Asked, members};
use super::resource_arn::{RESOURCE_ARN, check_arn};
use super::step::Step;
use super::told::told;
use crate::constraint::EXPECTED_REVISION;

members! {
    /// DeleteResourcePolicy.
    DeleteResourcePolicyRequest = DELETE_RESOURCE_POLICY {
        /// The ARN of a table or a stream.
        "ResourceArn" resource_arn: String,
        /// The revision to delete.
        "ExpectedRevisionId" expected_revision_id: Option<String>,
    }
}

/// Response to DeleteResourcePolicy.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DeleteResourcePolicyResponse {
    /// The deleted revision. If the policy was already deleted, the revision of that deletion. `None` if the resource
    /// never had a policy.
    pub revision_id: Option<String>,
}

static DELETE_RESOURCE_POLICY: Asked = Asked::of("DeleteResourcePolicyInput")
    .members(&[RESOURCE_ARN, EXPECTED_REVISION])
    .then(&[Step::Judge(check_arn)]);

told! {
    answer DeleteResourcePolicyResponse {
        "RevisionId" revision_id,
    }
}
