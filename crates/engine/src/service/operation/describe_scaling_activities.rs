//! DescribeScalingActivities: what auto scaling changed or tried to change, newest first.

use hashrange_wire::{
    DescribeScalingActivitiesRequest, DescribeScalingActivitiesResponse, Response, ScalingActivity, ScalingStatus,
};

use crate::rules::outcome::{Done, Outcome};
use crate::service::engine::Engine;
use crate::service::operation::scalable::{alarm_name, is_wanted, resource};
use crate::state::log::consumption::Direction;
use crate::state::scaling::Activity;
use crate::state::table::Table;

pub(super) fn perform(engine: &Engine, request: &DescribeScalingActivitiesRequest) -> Outcome {
    let of_table = |table: &Table| -> Vec<ScalingActivity> {
        table
            .scaling
            .activities
            .iter()
            .rev()
            .map(|activity| description(table, activity))
            .collect()
    };
    let wanted = (request.resource_id.as_slice(), request.scalable_dimension);
    let all = engine.catalogue.iter().flat_map(of_table);
    let scaling_activities = all.filter(|activity| is_wanted(wanted, &activity.resource)).collect();
    let response = DescribeScalingActivitiesResponse { scaling_activities };
    Ok(Done::about(Response::DescribeScalingActivities(response), None))
}

/// Uses the texts for other services (documented: scaling-activities), with the name of the dimension inserted
/// (inferred: scaling-activity-words).
fn description(table: &Table, activity: &Activity) -> ScalingActivity {
    let resource = resource(&table.name, &activity.of);
    let units = if activity.of.1 == Direction::Read {
        "read capacity units"
    } else {
        "write capacity units"
    };
    let to = activity.to;
    let alarm = alarm_name(&resource, &activity.policy, activity.alarm.as_str());
    let status_message = match &activity.refusal {
        None => format!("Successfully set {units} to {to}. Change successfully fulfilled by dynamodb."),
        Some(refusal) => format!("Failed to set {units} to {to}. Reason: {refusal}"),
    };
    ScalingActivity {
        activity_id: format!("{}-{:016x}-{to}", table.id, activity.at.micros()),
        description: format!("Setting {units} to {to}."),
        cause: format!(
            "monitor alarm {alarm} in state ALARM triggered policy {}",
            activity.policy
        ),
        start_time: activity.at.as_epoch_seconds_f64(),
        status_code: if activity.refusal.is_none() {
            ScalingStatus::Successful
        } else {
            ScalingStatus::Failed
        },
        status_message,
        resource,
    }
}
