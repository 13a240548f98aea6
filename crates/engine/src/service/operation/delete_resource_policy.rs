//! DeleteResourcePolicy: removes the policy of a table or a stream. Succeeds if there is no policy.

use hashrange_wire::{DeleteResourcePolicyRequest, DeleteResourcePolicyResponse, Response};

use crate::rules::outcome::{Done, Outcome};
use crate::service::engine::Engine;
use crate::service::operation::policy_owner::PolicyOwner;

pub(super) fn perform(engine: &mut Engine, request: &DeleteResourcePolicyRequest) -> Outcome {
    let owner = PolicyOwner::find(engine, &request.resource_arn)?;
    let expected = request.expected_revision_id.as_deref();
    owner.expect(engine, expected)?;
    let slot = owner.slot(engine);
    // The first removal returns the removed revision, a further one the revision of the removal
    // (observed: policies-seen).
    let revision_id = match slot
        .and_then(|slot| slot.current())
        .map(|policy| policy.revision.clone())
    {
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
