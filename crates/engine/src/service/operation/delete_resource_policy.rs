//! DeleteResourcePolicy: takes the policy of a table or a stream off. One that is off already stays off.

use hashrange_wire::{DeleteResourcePolicyRequest, DeleteResourcePolicyResponse, Response};

use crate::rules::outcome::{Done, Outcome};
use crate::service::engine::Engine;
use crate::service::operation::policy_owner::PolicyOwner;

#[inline(never)]
pub(super) fn perform(engine: &mut Engine, request: &DeleteResourcePolicyRequest) -> Outcome {
    let owner = PolicyOwner::find(engine, &request.resource_arn)?;
    let expected = request.expected_revision_id.as_deref();
    owner.expect(engine, expected)?;
    let slot = owner.slot(engine);
    // The answer to the first removal tells what was removed, to a further one when that was (observed).
    let revision_id = match slot.and_then(|slot| slot.current()).map(|policy| policy.revision.clone()) {
        None => slot.and_then(|slot| slot.last_revision()),
        Some(removed) => {
            owner.check_open(engine, expected)?;
            owner.change(engine, None);
            Some(removed)
        }
    };
    let response = Response::DeleteResourcePolicy(DeleteResourcePolicyResponse { revision_id });
    Ok(Done::about(response, Some(owner.table())))
}
