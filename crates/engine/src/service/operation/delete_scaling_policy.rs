//! DeleteScalingPolicy: deletes a policy; the throughput stays as it is.

use hashrange_wire::{DeleteScalingPolicyRequest, DeleteScalingPolicyResponse, Response, ScalingError};

use crate::rules::outcome::{Done, Outcome};
use crate::service::engine::Engine;
use crate::service::operation::scalable::Scalable;

pub(super) fn perform(engine: &mut Engine, request: &DeleteScalingPolicyRequest) -> Outcome {
    let Scalable { table: name, of } = Scalable::named(&request.resource)?;
    let target = engine
        .catalogue
        .get_mut(&name)
        .and_then(|table| table.scaling.target_mut(&of));
    let policy = target.map(|target| &mut target.policy);
    let there = policy.filter(|policy| policy.as_ref().is_some_and(|policy| policy.name == request.policy_name));
    let (resource, policy) = (request.resource.clone(), request.policy_name.clone());
    *there.ok_or(ScalingError::NoPolicy { resource, policy })? = None;
    Ok(Done::about(
        Response::DeleteScalingPolicy(DeleteScalingPolicyResponse),
        Some(name),
    ))
}
