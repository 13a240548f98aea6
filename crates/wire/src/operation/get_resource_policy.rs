//! GetResourcePolicy: returns a policy.

use super::body::{Asked, members};
use super::resource_arn::{RESOURCE_ARN, check_arn};
use super::step::Step;
use super::told::told;

members! {
    /// GetResourcePolicy.
    GetResourcePolicyRequest = GET_RESOURCE_POLICY {
        /// The ARN of a table or a stream.
        "ResourceArn" resource_arn: String,
    }
}

/// Response to GetResourcePolicy.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GetResourcePolicyResponse {
    /// The document.
    pub policy: String,
    /// Its revision.
    pub revision_id: String,
}

static GET_RESOURCE_POLICY: Asked = Asked::of("GetResourcePolicyInput")
    .members(&[RESOURCE_ARN])
    .then(&[Step::Judge(check_arn)]);

told! {
    answer GetResourcePolicyResponse {
        "Policy" policy,
        "RevisionId" revision_id,
    }
}
