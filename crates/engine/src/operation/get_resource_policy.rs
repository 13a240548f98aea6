//! GetResourcePolicy: the policy a table was created with, as it was given. Nobody is kept out by it here.

use hashrange_wire::{GetResourcePolicyRequest, GetResourcePolicyResponse, Response, ServiceError};

use super::{Done, Outcome};
use crate::Engine;

#[inline(never)]
pub(super) fn perform(engine: &Engine, request: &GetResourcePolicyRequest) -> Outcome {
    let table = engine.catalogue.named(&request.resource_arn)?;
    let (policy, revision_id) = table.settings.policy.clone().ok_or(ServiceError::PolicyNotFound)?;
    let response = Response::GetResourcePolicy(GetResourcePolicyResponse { policy, revision_id });
    Ok(Done::about(response, Some(table.name.clone())))
}
