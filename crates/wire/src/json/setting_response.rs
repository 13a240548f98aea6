//! Answers about settings beside a table's definition.

use super::backup_response;
use super::objects::objects;
use super::table_response::optional_decimal;
use super::writer::Writer;
use crate::operation::Value;
use crate::request::Response;
use crate::shape::{
    ContinuousBackupsResponse, ContributorInsightsSummary, DescribeContributorInsightsResponse,
    DescribeEndpointsResponse, DescribeLimitsResponse, DescribeTimeToLiveResponse, ListContributorInsightsResponse,
};

/// Writes the members of an answer about settings. Other answers have their own place and write nothing here.
pub(super) fn write(out: &mut Writer, response: &Response) {
    match response {
        Response::UpdateTimeToLive(response) => {
            Value::write(&response.time_to_live_specification, out, "TimeToLiveSpecification");
        }
        Response::DescribeTimeToLive(response) => expiry(out, response),
        Response::ListTagsOfResource(response) => Value::write(&response.tags, out, "Tags"),
        Response::DescribeLimits(response) => limits(out, response),
        Response::DescribeEndpoints(response) => endpoints(out, response),
        Response::UpdateContributorInsights(response) => insights(out, response),
        Response::DescribeContributorInsights(response) => insights_in_full(out, response),
        Response::ListContributorInsights(response) => insights_list(out, response),
        Response::UpdateContinuousBackups(response) | Response::DescribeContinuousBackups(response) => {
            continuous_backups(out, response);
        }
        Response::CreateBackup(_)
        | Response::DescribeBackup(_)
        | Response::DeleteBackup(_)
        | Response::ListBackups(_)
        | Response::RestoreTableFromBackup(_)
        | Response::RestoreTableToPointInTime(_) => backup_response::write(out, response),
        Response::ListExports(_) => empty_list(out, "ExportSummaries"),
        Response::ListImports(_) => empty_list(out, "ImportSummaryList"),
        Response::ListGlobalTables(_) => empty_list(out, "GlobalTables"),
        Response::DescribeKinesisStreamingDestination(response) => {
            out.text_member("TableName", &response.table_name);
            empty_list(out, "KinesisDataStreamDestinations");
        }
        Response::PutResourcePolicy(response) => out.text_member("RevisionId", &response.revision_id),
        Response::DeleteResourcePolicy(response) => out.optional_text("RevisionId", response.revision_id.as_deref()),
        Response::GetResourcePolicy(response) => {
            out.text_member("Policy", &response.policy);
            out.text_member("RevisionId", &response.revision_id);
        }
        _ => {}
    }
}

fn empty_list(out: &mut Writer, name: &str) {
    out.key(name);
    out.list(|_| {});
}

fn expiry(out: &mut Writer, response: &DescribeTimeToLiveResponse) {
    out.key("TimeToLiveDescription");
    out.object(|out| {
        out.text_member("TimeToLiveStatus", response.status.as_str());
        out.optional_text("AttributeName", response.attribute_name.as_deref());
    });
}

fn limits(out: &mut Writer, response: &DescribeLimitsResponse) {
    out.count_member("AccountMaxReadCapacityUnits", response.account_max_read_capacity_units);
    out.count_member("AccountMaxWriteCapacityUnits", response.account_max_write_capacity_units);
    out.count_member("TableMaxReadCapacityUnits", response.table_max_read_capacity_units);
    out.count_member("TableMaxWriteCapacityUnits", response.table_max_write_capacity_units);
}

fn endpoints(out: &mut Writer, response: &DescribeEndpointsResponse) {
    out.key("Endpoints");
    out.list(|out| {
        out.element();
        out.object(|out| {
            out.text_member("Address", &response.address);
            out.count_member("CachePeriodInMinutes", response.cache_period_in_minutes);
        });
    });
}

fn insights(out: &mut Writer, summary: &ContributorInsightsSummary) {
    out.text_member("TableName", &summary.table_name);
    out.optional_text("IndexName", summary.index_name.as_deref());
    out.text_member("ContributorInsightsStatus", summary.contributor_insights_status.as_str());
    out.optional_text("ContributorInsightsMode", summary.contributor_insights_mode.map(|word| word.as_str()));
}

fn insights_in_full(out: &mut Writer, response: &DescribeContributorInsightsResponse) {
    insights(out, &response.summary);
    if !response.contributor_insights_rule_list.is_empty() {
        out.key("ContributorInsightsRuleList");
        out.strings(response.contributor_insights_rule_list.iter().map(String::as_str));
    }
    optional_decimal(out, "LastUpdateDateTime", response.last_update_date_time);
}

fn insights_list(out: &mut Writer, response: &ListContributorInsightsResponse) {
    out.key("ContributorInsightsSummaries");
    objects(out, &response.contributor_insights_summaries, insights);
    out.optional_text("NextToken", response.next_token.as_deref());
}

fn continuous_backups(out: &mut Writer, response: &ContinuousBackupsResponse) {
    out.key("ContinuousBackupsDescription");
    out.object(|out| {
        out.text_member("ContinuousBackupsStatus", if response.enabled { "ENABLED" } else { "DISABLED" });
        out.key("PointInTimeRecoveryDescription");
        out.object(|out| {
            let recovery = response.point_in_time_recovery.as_ref();
            let status = if recovery.is_some() { "ENABLED" } else { "DISABLED" };
            out.text_member("PointInTimeRecoveryStatus", status);
            if let Some(recovery) = recovery {
                out.count_member("RecoveryPeriodInDays", u64::from(recovery.recovery_period_in_days));
                out.decimal_member("EarliestRestorableDateTime", recovery.earliest_restorable_date_time);
                out.decimal_member("LatestRestorableDateTime", recovery.latest_restorable_date_time);
            }
        });
    });
}
