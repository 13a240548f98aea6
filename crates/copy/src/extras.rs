//! The properties of a table that have requests of their own: TTL, tags, point-in-time recovery, Contributor Insights
//! and stream. The copy reads them from the source and sets them on the target.
//!
//! Not every endpoint supports them, so a refusal is noted and does not end the copy. Must not know when they are
//! requested.

use hashrange_wire::{
    AnswerError, ContinuousBackupsResponse, ContributorInsightsAction, ContributorInsightsStatus,
    ContributorInsightsSummary, DescribeTimeToLiveResponse, ErrorBody, JsonTree, ListContributorInsightsResponse,
    ListTagsOfResourceResponse, PointInTimeRecoverySpecification, Request, StreamSpecification, Tag,
    TagResourceRequest, TimeToLiveSpecification, TimeToLiveStatus, UpdateContinuousBackupsRequest,
    UpdateContributorInsightsRequest, UpdateTableRequest, UpdateTimeToLiveRequest, encode_request,
};

use crate::definition::Described;
use crate::pages::Pages;
use crate::report::NotCopied;
use crate::request::{Ask, Side};

/// The prefix of tag keys that only AWS may use (documented: tag-limits).
const RESERVED: &str = "aws:";

/// TTL, tags, recovery and Contributor Insights of a table.
#[derive(Clone, Debug, Default)]
pub(crate) struct Extras {
    /// The attribute with the expiry time; `None` while TTL is off.
    pub(crate) ttl: Option<String>,
    pub(crate) tags: Vec<Tag>,
    /// The days of point-in-time recovery, zero if they are not described; `None` while it is off.
    pub(crate) recovery: Option<u32>,
    /// The table and the indexes whose Contributor Insights are on, and not on the target yet.
    pub(crate) insights: Vec<ContributorInsightsSummary>,
    /// The token of the next page of a list.
    pub(crate) more: Option<String>,
    pages: Pages,
}

impl Extras {
    /// Reads a DescribeTimeToLive response.
    ///
    /// # Errors
    /// When the body is not such a response.
    pub(crate) fn take_ttl(&mut self, body: &str) -> Result<(), AnswerError> {
        let found = DescribeTimeToLiveResponse::decode(body.as_bytes())?;
        let on = [TimeToLiveStatus::Enabled, TimeToLiveStatus::Enabling].contains(&found.status);
        self.ttl = found.attribute_name.filter(|_| on).map(|name| name.to_string());
        Ok(())
    }

    /// Reads a page of ListTagsOfResource.
    ///
    /// # Errors
    /// Why the body is not such a response, or why its pages do not end.
    pub(crate) fn take_tags(&mut self, body: &str) -> Result<(), String> {
        let found = ListTagsOfResourceResponse::decode(body.as_bytes()).map_err(|error| error.to_string())?;
        self.tags
            .extend(found.tags.into_iter().filter(|tag| !tag.key.starts_with(RESERVED)));
        self.follow(found.next_token)
    }

    /// Reads a page of ListContributorInsights.
    ///
    /// # Errors
    /// Why the body is not such a response, or why its pages do not end.
    pub(crate) fn take_insights(&mut self, body: &str) -> Result<(), String> {
        let found = ListContributorInsightsResponse::decode(body.as_bytes()).map_err(|error| error.to_string())?;
        let on = [ContributorInsightsStatus::Enabled, ContributorInsightsStatus::Enabling];
        let insights = found.contributor_insights_summaries.into_iter();
        self.insights
            .extend(insights.filter(|insights| on.contains(&insights.contributor_insights_status)));
        self.follow(found.next_token)
    }

    /// Reads a DescribeContinuousBackups response.
    ///
    /// # Errors
    /// When the body is not such a response.
    pub(crate) fn take_recovery(&mut self, body: &str) -> Result<(), AnswerError> {
        let found = ContinuousBackupsResponse::decode(body.as_bytes())?;
        self.recovery = found.point_in_time_recovery.map(|on| on.recovery_period_in_days);
        Ok(())
    }

    /// Takes in the token of the next page of a list, if there is one.
    fn follow(&mut self, token: Option<String>) -> Result<(), String> {
        self.more = token.filter(|token| !token.is_empty());
        match &self.more {
            Some(token) => self.pages.take_of_list(token).map_err(|endless| endless.to_string()),
            None => {
                self.pages = Pages::default();
                Ok(())
            }
        }
    }

    pub(crate) fn ask_for_insights(&self, table: &str) -> Ask {
        self.ask_for_page("ListContributorInsights", ("TableName", table))
    }

    pub(crate) fn ask_for_tags(&self, arn: &str) -> Ask {
        self.ask_for_page("ListTagsOfResource", ("ResourceArn", arn))
    }

    fn ask_for_page(&self, operation: &'static str, of: (&str, &str)) -> Ask {
        let token = self.more.as_deref().map(|token| ("NextToken", token));
        ask(Side::From, operation, std::iter::once(of).chain(token))
    }

    pub(crate) fn switch_recovery_on(&self, table: &str) -> Ask {
        request(UpdateContinuousBackupsRequest {
            table_name: table.to_owned(),
            point_in_time_recovery_specification: PointInTimeRecoverySpecification {
                point_in_time_recovery_enabled: true,
                recovery_period_in_days: self.recovery.filter(|days| *days > 0),
            },
        })
    }

    /// Switches the last of the remaining Contributor Insights on.
    pub(crate) fn switch_insights_on(&self, table: &str) -> Option<Ask> {
        let insights = self.insights.last()?;
        Some(request(UpdateContributorInsightsRequest {
            table_name: table.to_owned(),
            index_name: insights.index_name.clone(),
            contributor_insights_action: ContributorInsightsAction::Enable,
            contributor_insights_mode: insights.contributor_insights_mode,
        }))
    }

    pub(crate) fn switch_ttl_on(&self, table: &str) -> Ask {
        request(UpdateTimeToLiveRequest {
            table_name: table.to_owned(),
            time_to_live_specification: TimeToLiveSpecification {
                enabled: true,
                attribute_name: self.ttl.as_deref().unwrap_or_default().into(),
            },
        })
    }

    pub(crate) fn tag(&self, target: &Described) -> Ask {
        request(TagResourceRequest {
            resource_arn: target.table.table_arn.clone(),
            tags: self.tags.clone(),
        })
    }
}

/// A request whose members are texts.
pub(crate) fn ask<'a>(
    side: Side,
    operation: &'static str,
    members: impl IntoIterator<Item = (&'a str, &'a str)>,
) -> Ask {
    let mut body = Vec::new();
    for (member, value) in members {
        body.push((member, value.into()));
    }
    Ask {
        side,
        operation,
        body: JsonTree::object(body).to_json(),
        units: 0.0,
    }
}

pub(crate) fn describe(side: Side, table: &str) -> Ask {
    ask(side, "DescribeTable", [("TableName", table)])
}

/// A request to the source about a table or its ARN.
pub(crate) fn ask_source(operation: &'static str, of: (&str, &str)) -> Ask {
    ask(Side::From, operation, [of])
}

pub(crate) fn switch_stream_on(table: &str, stream: StreamSpecification) -> Ask {
    request(UpdateTableRequest {
        table_name: table.to_owned(),
        stream_specification: Some(stream),
        ..UpdateTableRequest::default()
    })
}

/// A request to the target.
fn request(request: impl Into<Request>) -> Ask {
    let request = request.into();
    Ask {
        side: Side::To,
        operation: request.operation().name(),
        body: encode_request(&request),
        units: 0.0,
    }
}

/// The property that is not copied because of a refusal. `None` if the source does not know the operation, because
/// there is nothing to copy then.
pub(crate) fn not_copied(side: Side, what: &str, operation: &str, refusal: &ErrorBody) -> Option<NotCopied> {
    let why = match (side, is_unknown_operation(refusal)) {
        (Side::From, true) => return None,
        (Side::To, true) => format!("the target does not support {operation}"),
        _ => format!("{side} refuses {operation}: {}: {}", refusal.exception, refusal.message),
    };
    Some(NotCopied {
        what: what.to_owned(),
        why,
    })
}

/// Whether the endpoint does not know the operation: DynamoDB's exception, or those of other services.
fn is_unknown_operation(refusal: &ErrorBody) -> bool {
    ["UnknownOperationException", "UnknownOperation", "InvalidAction"].contains(&refusal.exception.as_str())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn ttl_counts_while_it_is_on() {
        let mut extras = Extras::default();
        let reported = |status: &str| {
            json!({ "TimeToLiveDescription": { "TimeToLiveStatus": status, "AttributeName": "Expires" } }).to_string()
        };
        extras.take_ttl(&reported("ENABLED")).expect("a description");
        assert_eq!(extras.ttl.as_deref(), Some("Expires"));
        extras.take_ttl(&reported("DISABLING")).expect("a description");
        assert_eq!(extras.ttl, None);
        extras
            .take_ttl(r#"{"TimeToLiveDescription":{"TimeToLiveStatus":"DISABLED"}}"#)
            .expect("a description");
    }

    #[test]
    fn tags_come_in_pages_without_those_of_aws() {
        let mut extras = Extras::default();
        extras
            .take_tags(r#"{"Tags":[{"Key":"a","Value":"1"}],"NextToken":"x"}"#)
            .expect("tags");
        assert!(extras.ask_for_tags("arn").body.contains(r#""NextToken":"x""#));
        extras
            .take_tags(r#"{"Tags":[{"Key":"aws:b","Value":"2"}]}"#)
            .expect("tags");
        assert_eq!((extras.tags.len(), extras.more), (1, None));
    }
}
