//! PutResourcePolicy: attaches a policy to a table or a stream.

use super::body::{Asked, members};
use super::resource_arn::{RESOURCE_ARN, owner};
use super::told::told;
use crate::constraint::{EXPECTED_REVISION, Kind, Member};
use crate::error::AccessDenied;
use crate::json::Node;
use crate::json::request::members::invalid;
use crate::json::request::policy;
use crate::rejection::Rejection;

members! {
    /// PutResourcePolicy.
    PutResourcePolicyRequest = PUT_RESOURCE_POLICY, settle {
        /// The ARN of a table or a stream.
        "ResourceArn" resource_arn: String,
        /// The document, in the form that the service stores.
        "Policy" policy: String,
        /// The revision to replace; `NO_POLICY` for none.
        "ExpectedRevisionId" expected_revision_id: Option<String>,
        /// Accepts a document that removes the access of its own author.
        "ConfirmRemoveSelfResourceAccess" confirm_remove_self_resource_access: Option<bool>,
    }
}

/// Response to PutResourcePolicy.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PutResourcePolicyResponse {
    /// The current revision; the previous one if nothing changed.
    pub revision_id: String,
}

static PUT_RESOURCE_POLICY: Asked = Asked::of("PutResourcePolicyInput").members(&[
    RESOURCE_ARN,
    Member::required("Policy", Kind::Text),
    EXPECTED_REVISION,
    Member::optional("ConfirmRemoveSelfResourceAccess", Kind::Boolean),
]);

/// Checks the document, before the engine checks whether the table exists (observed: policies-seen).
fn settle(request: &mut PutResourcePolicyRequest, root: Node<'_>) -> Result<(), Rejection> {
    let document = policy::read(&request.policy, owner(root)?).map_err(invalid)?;
    if request.confirm_remove_self_resource_access != Some(true) && document.locks_out(&request.resource_arn) {
        return Err(invalid(AccessDenied::LockedOut));
    }
    request.policy = document.text;
    Ok(())
}

told! {
    answer PutResourcePolicyResponse {
        "RevisionId" revision_id,
    }
}
