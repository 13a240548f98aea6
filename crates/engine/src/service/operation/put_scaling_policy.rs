//! PutScalingPolicy: sets a tracking target for the throughput of a table or index.

use hashrange_wire::{PutScalingPolicyRequest, PutScalingPolicyResponse, Response, ScalingError, ScalingMetric};

use crate::rules::outcome::{Done, Outcome};
use crate::service::background::scaling;
use crate::service::engine::Engine;
use crate::service::operation::scalable::{Scalable, alarms, policy_arn};
use crate::state::log::consumption::Direction;
use crate::state::scaling::TrackingPolicy;

pub(super) fn perform(engine: &mut Engine, request: &PutScalingPolicyRequest) -> Outcome {
    let Scalable { table: name, of } = Scalable::named(&request.resource)?;
    let (now, tracking) = (engine.shared.now, request.target_tracking);
    let metric = if of.1 == Direction::Read {
        ScalingMetric::Reads
    } else {
        ScalingMetric::Writes
    };
    if tracking.metric != metric {
        return Err(ScalingError::Metric(tracking.metric.as_str()).into());
    }
    if !(20.0..=90.0).contains(&tracking.target_value) {
        return Err(ScalingError::TargetValue(metric.as_str()).into());
    }
    let missing = || ScalingError::NotRegistered(request.resource.clone());
    let table = engine.catalogue.get_mut(&name).ok_or_else(missing)?;
    let target = table.scaling.target_mut(&of).ok_or_else(missing)?;
    match &mut target.policy {
        Some(policy) if policy.name == request.policy_name => policy.track(tracking),
        Some(_) => return Err(ScalingError::SecondPolicy.into()),
        None => target.policy = Some(TrackingPolicy::new(request.policy_name.clone(), tracking, now)),
    }
    scaling::plan(table, &mut engine.shared);
    let response = Response::PutScalingPolicy(PutScalingPolicyResponse {
        policy_arn: policy_arn(&engine.shared.options, &request.resource, &request.policy_name),
        alarms: alarms(&engine.shared.options, &request.resource, &request.policy_name),
    });
    Ok(Done::about(response, Some(name)))
}
