//! GetResourcePolicy: the stored policy of a table or a stream. Policies are not enforced.

use hashrange_wire::{GetResourcePolicyRequest, GetResourcePolicyResponse, PolicyNotFound, Response};

use crate::rules::outcome::{Done, Outcome};
use crate::service::engine::Engine;
use crate::service::operation::policy_owner::PolicyOwner;

pub(super) fn perform(engine: &Engine, request: &GetResourcePolicyRequest) -> Outcome {
    let owner = PolicyOwner::find_to_read(engine, &request.resource_arn)?;
    let found = owner.slot(engine).and_then(|slot| slot.read(engine.shared.now));
    let policy = found.ok_or_else(|| PolicyNotFound::None(request.resource_arn.clone()))?;
    let (policy, revision_id) = (policy.text.clone(), policy.revision.clone());
    let response = Response::GetResourcePolicy(GetResourcePolicyResponse { policy, revision_id });
    Ok(Done::about(response, Some(owner.table())))
}
