//! PutResourcePolicy: attaches a policy to a table or a stream, and replaces the previous one. Policies are not
//! enforced.

use hashrange_wire::{PutResourcePolicyRequest, PutResourcePolicyResponse, Response};

use crate::rules::outcome::{Done, Outcome};
use crate::service::engine::Engine;
use crate::service::operation::policy_owner::PolicyOwner;

pub(super) fn perform(engine: &mut Engine, request: PutResourcePolicyRequest) -> Outcome {
    let owner = PolicyOwner::find(engine, &request.resource_arn)?;
    let expected = request.expected_revision_id.as_deref();
    owner.expect(engine, expected)?;
    let current = owner.slot(engine).and_then(|slot| slot.current());
    // An unchanged policy is accepted without effect, even during another change (observed: policies-seen).
    let same = current
        .filter(|policy| policy.text == request.policy)
        .map(|policy| policy.revision.clone());
    let revision_id = match same {
        Some(revision) => revision,
        None => {
            owner.check_open(engine, expected)?;
            owner.change(engine, Some(request.policy))
        }
    };
    let response = Response::PutResourcePolicy(PutResourcePolicyResponse { revision_id });
    Ok(Done::about(response, Some(owner.table())))
}
