//! DescribeScalableTargets: the registered targets and their bounds.

use hashrange_wire::{DescribeScalableTargetsRequest, DescribeScalableTargetsResponse, Response, ScalableTarget};

use crate::rules::outcome::{Done, Outcome};
use crate::service::engine::Engine;
use crate::service::operation::scalable::{target_arn, targets};

const ROLE: &str = "role/aws-service-role/dynamodb.application-autoscaling.amazonaws.com/AWSServiceRoleForApplicationAutoScaling_DynamoDBTable";

pub(super) fn perform(engine: &Engine, request: &DescribeScalableTargetsRequest) -> Outcome {
    let units = |units: u64| u32::try_from(units).unwrap_or(u32::MAX);
    let wanted = (
        request.resource_ids.as_deref().unwrap_or_default(),
        request.scalable_dimension,
    );
    let reported = targets(engine, wanted).map(|(resource, target)| ScalableTarget {
        min_capacity: units(target.min),
        max_capacity: units(target.max),
        role_arn: format!("arn:aws:iam::{}:{ROLE}", engine.shared.options.account),
        creation_time: target.registered.as_epoch_seconds_f64(),
        scalable_target_arn: target_arn(&engine.shared.options, &resource),
        resource,
    });
    let response = DescribeScalableTargetsResponse {
        scalable_targets: reported.collect(),
    };
    Ok(Done::about(Response::DescribeScalableTargets(response), None))
}
