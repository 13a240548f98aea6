//! DescribeScalingPolicies: the scaling policies of registered targets.

use hashrange_wire::{DescribeScalingPoliciesRequest, DescribeScalingPoliciesResponse, Response, ScalingPolicy};

use crate::rules::outcome::{Done, Outcome};
use crate::service::engine::Engine;
use crate::service::operation::scalable::{alarms, policy_arn, targets};

pub(super) fn perform(engine: &Engine, request: &DescribeScalingPoliciesRequest) -> Outcome {
    let (names, options) = (
        request.policy_names.as_deref().unwrap_or_default(),
        &engine.shared.options,
    );
    let wanted = |name: &String| names.is_empty() || names.contains(name);
    let of = (request.resource_id.as_slice(), request.scalable_dimension);
    let reported = targets(engine, of).filter_map(|(resource, target)| {
        let policy = target.policy.as_ref().filter(|policy| wanted(&policy.name))?;
        Some(ScalingPolicy {
            policy_name: policy.name.clone(),
            policy_arn: policy_arn(options, &resource, &policy.name),
            target_tracking: policy.tracking,
            alarms: alarms(options, &resource, &policy.name),
            creation_time: policy.made.as_epoch_seconds_f64(),
            resource,
        })
    });
    let response = DescribeScalingPoliciesResponse {
        scaling_policies: reported.collect(),
    };
    Ok(Done::about(Response::DescribeScalingPolicies(response), None))
}
