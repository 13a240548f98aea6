//! Requests about settings beside a table's definition, as bodies.

use crate::json::table_parts::{objects, tag};
use crate::json::writer::Writer;
use crate::shape::{
    DeleteResourcePolicyRequest, PutResourcePolicyRequest, TagResourceRequest, UntagResourceRequest,
    UpdateContinuousBackupsRequest, UpdateContributorInsightsRequest,
};

pub(super) fn tag_resource(out: &mut Writer, request: &TagResourceRequest) {
    out.text_member("ResourceArn", &request.resource_arn);
    out.key("Tags");
    objects(out, &request.tags, tag);
}

pub(super) fn untag_resource(out: &mut Writer, request: &UntagResourceRequest) {
    out.text_member("ResourceArn", &request.resource_arn);
    out.key("TagKeys");
    out.strings(request.tag_keys.iter().map(String::as_str));
}

pub(super) fn update_contributor_insights(out: &mut Writer, request: &UpdateContributorInsightsRequest) {
    out.text_member("TableName", &request.table_name);
    out.optional_text("IndexName", request.index_name.as_deref());
    out.text_member("ContributorInsightsAction", request.contributor_insights_action.as_str());
    out.optional_text("ContributorInsightsMode", request.contributor_insights_mode.map(|word| word.as_str()));
}

pub(super) fn update_continuous_backups(out: &mut Writer, request: &UpdateContinuousBackupsRequest) {
    out.text_member("TableName", &request.table_name);
    out.key("PointInTimeRecoverySpecification");
    out.inline_object(|out| {
        out.optional_boolean("PointInTimeRecoveryEnabled", Some(request.point_in_time_recovery_enabled));
        if let Some(days) = request.recovery_period_in_days {
            out.count_member("RecoveryPeriodInDays", u64::from(days));
        }
    });
}

pub(super) fn put_resource_policy(out: &mut Writer, request: &PutResourcePolicyRequest) {
    out.text_member("ResourceArn", &request.resource_arn);
    out.text_member("Policy", &request.policy);
    out.optional_text("ExpectedRevisionId", request.expected_revision_id.as_deref());
    out.optional_boolean("ConfirmRemoveSelfResourceAccess", request.confirm_remove_self_resource_access);
}

pub(super) fn delete_resource_policy(out: &mut Writer, request: &DeleteResourcePolicyRequest) {
    out.text_member("ResourceArn", &request.resource_arn);
    out.optional_text("ExpectedRevisionId", request.expected_revision_id.as_deref());
}
