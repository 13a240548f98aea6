//! Shared parts of auto scaling responses: the scaled resource, and alarms.

use crate::json::objects::objects;
use crate::json::writer::Writer;
use crate::shape::{ScalableResource, ScalingAlarm};

pub(crate) fn alarms(out: &mut Writer, list: &[ScalingAlarm]) {
    out.key("Alarms");
    objects(out, list, |out, alarm| {
        out.text_member("AlarmName", &alarm.name);
        out.text_member("AlarmARN", &alarm.arn);
    });
}

pub(crate) fn resource(out: &mut Writer, resource: &ScalableResource) {
    out.text_member("ServiceNamespace", "dynamodb");
    out.text_member("ResourceId", &resource.resource_id);
    out.text_member("ScalableDimension", resource.scalable_dimension.as_str());
}
