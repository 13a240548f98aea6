//! The properties of a table besides its items and its schema: TTL, tags and stream. The copy reads them from the
//! source and sets them on the target.
//!
//! Not every endpoint supports them, so a refusal is noted and does not end the copy. Must not know when they are
//! requested.

use hashrange_wire::{
    AnswerError, DescribeTimeToLiveResponse, ErrorBody, ListTagsOfResourceResponse, Request, StreamSpecification, Tag,
    TagResourceRequest, TimeToLiveStatus, UpdateTableRequest, encode_request,
};
use serde_json::{Value, json};

use crate::definition::Described;
use crate::pages::Pages;
use crate::report::NotCopied;
use crate::request::{Ask, Side};

/// The prefix of tag keys that only AWS may use (documented: tag-limits).
const RESERVED: &str = "aws:";

/// TTL and tags of a table.
#[derive(Clone, Debug, Default)]
pub(crate) struct Extras {
    /// The attribute with the expiry time; `None` while TTL is off.
    pub(crate) ttl: Option<String>,
    pub(crate) tags: Vec<Tag>,
    /// The token of the next page of tags.
    pub(crate) more_tags: Option<String>,
    pages_of_tags: Pages,
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
        self.more_tags = found.next_token.filter(|token| !token.is_empty());
        let token = self.more_tags.as_deref();
        token.map_or(Ok(()), |token| {
            let advances = self.pages_of_tags.take_of_list(token);
            advances.map_err(|endless| endless.to_string())
        })
    }

    pub(crate) fn ask_for_tags(&self, arn: &str) -> Ask {
        let mut body = json!({ "ResourceArn": arn });
        if let (Some(token), Some(members)) = (&self.more_tags, body.as_object_mut()) {
            members.insert("NextToken".to_owned(), token.as_str().into());
        }
        ask(Side::From, "ListTagsOfResource", &body)
    }

    pub(crate) fn switch_ttl_on(&self, table: &str) -> Ask {
        let specification = json!({ "Enabled": true, "AttributeName": self.ttl });
        ask(
            Side::To,
            "UpdateTimeToLive",
            &json!({ "TableName": table, "TimeToLiveSpecification": specification }),
        )
    }

    pub(crate) fn tag(&self, target: &Described) -> Ask {
        request(TagResourceRequest {
            resource_arn: target.table.table_arn.clone(),
            tags: self.tags.clone(),
        })
    }
}

pub(crate) fn ask(side: Side, operation: &'static str, body: &Value) -> Ask {
    Ask {
        side,
        operation,
        body: body.to_string(),
        units: 0.0,
    }
}

pub(crate) fn describe(side: Side, table: &str) -> Ask {
    ask(side, "DescribeTable", &json!({ "TableName": table }))
}

pub(crate) fn describe_ttl(table: &str) -> Ask {
    ask(Side::From, "DescribeTimeToLive", &json!({ "TableName": table }))
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
        assert_eq!((extras.tags.len(), extras.more_tags), (1, None));
    }
}
