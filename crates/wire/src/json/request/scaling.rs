//! Requests about auto scaling, from their members and back.

use super::members::{count, fields, string, truth, word, wrong_kind};
use super::members::{list, needed};
use crate::json::tape::{Node, Token};
use crate::json::writer::Writer;
use crate::rejection::Rejection;
use crate::shape::{
    DeleteScalingPolicyRequest, DeregisterScalableTargetRequest, DescribeScalableTargetsRequest,
    DescribeScalingActivitiesRequest, DescribeScalingPoliciesRequest, PutScalingPolicyRequest,
    RegisterScalableTargetRequest, ScalableDimension, ScalableResource, ScalingFilter, ScalingMetric, TargetTracking,
};

fn resource(root: Node<'_>) -> Result<ScalableResource, Rejection> {
    // There is but one namespace; it only has to be of the right kind.
    string(needed(root, "ServiceNamespace")?)?;
    Ok(ScalableResource {
        resource_id: string(needed(root, "ResourceId")?)?,
        scalable_dimension: word(needed(root, "ScalableDimension")?, ScalableDimension::from_wire)?,
    })
}

#[inline(never)]
pub(super) fn register_scalable_target(root: Node<'_>) -> Result<RegisterScalableTargetRequest, Rejection> {
    Ok(RegisterScalableTargetRequest {
        resource: resource(root)?,
        min_capacity: root.member("MinCapacity").map(count).transpose()?,
        max_capacity: root.member("MaxCapacity").map(count).transpose()?,
    })
}

#[inline(never)]
pub(super) fn deregister_scalable_target(root: Node<'_>) -> Result<DeregisterScalableTargetRequest, Rejection> {
    Ok(DeregisterScalableTargetRequest { resource: resource(root)? })
}

#[inline(never)]
pub(super) fn put_scaling_policy(root: Node<'_>) -> Result<PutScalingPolicyRequest, Rejection> {
    root.member("PolicyType").map(string).transpose()?;
    Ok(PutScalingPolicyRequest {
        policy_name: string(needed(root, "PolicyName")?)?,
        resource: resource(root)?,
        target_tracking: target_tracking(needed(root, "TargetTrackingScalingPolicyConfiguration")?)?,
    })
}

fn target_tracking(node: Node<'_>) -> Result<TargetTracking, Rejection> {
    let metric = needed(node, "PredefinedMetricSpecification")?;
    Ok(TargetTracking {
        target_value: decimal(needed(node, "TargetValue")?)?,
        metric: word(needed(metric, "PredefinedMetricType")?, ScalingMetric::from_wire)?,
        scale_out_cooldown: node.member("ScaleOutCooldown").map(count).transpose()?,
        scale_in_cooldown: node.member("ScaleInCooldown").map(count).transpose()?,
        disable_scale_in: node.member("DisableScaleIn").map(truth).transpose()?,
    })
}

fn decimal(node: Node<'_>) -> Result<f64, Rejection> {
    match node.token() {
        Token::Number(digits) => digits.parse().map_err(|_| wrong_kind(node)),
        _ => Err(wrong_kind(node)),
    }
}

#[inline(never)]
pub(super) fn delete_scaling_policy(root: Node<'_>) -> Result<DeleteScalingPolicyRequest, Rejection> {
    Ok(DeleteScalingPolicyRequest { policy_name: string(needed(root, "PolicyName")?)?, resource: resource(root)? })
}

#[inline(never)]
pub(super) fn describe_scalable_targets(root: Node<'_>) -> Result<DescribeScalableTargetsRequest, Rejection> {
    Ok(DescribeScalableTargetsRequest { filter: filter(root)? })
}

#[inline(never)]
pub(super) fn describe_scaling_policies(root: Node<'_>) -> Result<DescribeScalingPoliciesRequest, Rejection> {
    Ok(DescribeScalingPoliciesRequest { filter: filter(root)? })
}

#[inline(never)]
pub(super) fn describe_scaling_activities(root: Node<'_>) -> Result<DescribeScalingActivitiesRequest, Rejection> {
    Ok(DescribeScalingActivitiesRequest { filter: filter(root)? })
}

/// Everything is on one page: a number of results asked for is not looked at.
fn filter(root: Node<'_>) -> Result<ScalingFilter, Rejection> {
    let mut filter = ScalingFilter::default();
    for (name, node) in fields(root) {
        match name {
            "ResourceId" => filter.resource_ids = vec![string(node)?],
            "ResourceIds" => filter.resource_ids = list(node, string)?,
            "PolicyNames" => filter.policy_names = list(node, string)?,
            "ScalableDimension" => filter.scalable_dimension = Some(word(node, ScalableDimension::from_wire)?),
            "MaxResults" => drop(count::<u32>(node)?),
            "NextToken" | "ServiceNamespace" => drop(string(node)?),
            _ => {}
        }
    }
    Ok(filter)
}

fn write_resource(out: &mut Writer, resource: &ScalableResource) {
    out.text_member("ServiceNamespace", "dynamodb");
    out.text_member("ResourceId", &resource.resource_id);
    out.text_member("ScalableDimension", resource.scalable_dimension.as_str());
}

pub(super) fn write_register_scalable_target(out: &mut Writer, request: &RegisterScalableTargetRequest) {
    write_resource(out, &request.resource);
    for (name, units) in [("MinCapacity", request.min_capacity), ("MaxCapacity", request.max_capacity)] {
        if let Some(units) = units {
            out.count_member(name, u64::from(units));
        }
    }
}

pub(super) fn write_deregister_scalable_target(out: &mut Writer, request: &DeregisterScalableTargetRequest) {
    write_resource(out, &request.resource);
}

pub(super) fn write_put_scaling_policy(out: &mut Writer, request: &PutScalingPolicyRequest) {
    out.text_member("PolicyName", &request.policy_name);
    out.text_member("PolicyType", "TargetTrackingScaling");
    write_resource(out, &request.resource);
    out.key("TargetTrackingScalingPolicyConfiguration");
    out.object(|out| crate::json::response::scaling::target_tracking(out, &request.target_tracking));
}

pub(super) fn write_delete_scaling_policy(out: &mut Writer, request: &DeleteScalingPolicyRequest) {
    out.text_member("PolicyName", &request.policy_name);
    write_resource(out, &request.resource);
}

/// `several` tells whether the operation takes a list of resources.
pub(super) fn write_filter(out: &mut Writer, filter: &ScalingFilter, several: bool) {
    out.text_member("ServiceNamespace", "dynamodb");
    match filter.resource_ids.as_slice() {
        [] => {}
        [single] if !several => out.text_member("ResourceId", single),
        list => {
            out.key("ResourceIds");
            out.strings(list.iter().map(String::as_str));
        }
    }
    out.optional_text("ScalableDimension", filter.scalable_dimension.map(|word| word.as_str()));
    if !filter.policy_names.is_empty() {
        out.key("PolicyNames");
        out.strings(filter.policy_names.iter().map(String::as_str));
    }
}
