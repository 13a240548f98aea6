//! `ResourceArn`: the resource of tags and policies, and the refusals of other ARNs
//! (texts observed: resource-arn-words).

use crate::constraint::{Kind, Member};
use crate::json::Node;
use crate::json::request::members::{refusal, string};
use crate::json::request::policy_action::Owner;
use crate::reader::Reader;
use crate::rejection::Rejection;

/// Optional here, because the checks below refuse a missing ARN with their own text.
pub(super) const RESOURCE_ARN: Member = Member::optional("ResourceArn", Kind::Text);

/// Checks that the ARN is that of a table or a stream.
pub(super) fn check_arn(_: Reader, root: Node<'_>) -> Result<(), Rejection> {
    owner(root).map(drop)
}

/// The resource that a policy is attached to: a table or a stream.
pub(super) fn owner(root: Node<'_>) -> Result<Owner, Rejection> {
    let is_of_stream = |arn: &str| {
        let mut parts = arn.splitn(6, ':');
        let service = parts.nth(2);
        let id = parts
            .nth(2)
            .and_then(|id| id.strip_prefix("table/")?.split_once("/stream/"));
        arn.starts_with("arn:") && service == Some("dynamodb") && id.is_some_and(|(table, _)| !table.contains('/'))
    };
    if root
        .member("ResourceArn")
        .and_then(Node::text)
        .is_some_and(is_of_stream)
    {
        return Ok(Owner::Stream);
    }
    check_arn_of_table(root).map(|()| Owner::Table)
}

fn check_arn_of_table(root: Node<'_>) -> Result<(), Rejection> {
    let Some(node) = root.member("ResourceArn") else {
        return Err(refusal("Invalid TableArn"));
    };
    let arn = string(node)?;
    let said = |text: String| Err(refusal(format!("One or more parameter values were invalid: {text}")));
    if !arn.starts_with("arn:") {
        return said(format!("ARNs must start with 'arn:': {arn}"));
    }
    let mut parts = arn.splitn(6, ':').skip(2);
    let is_here = parts.next() == Some("dynamodb");
    match parts
        .nth(2)
        .and_then(|resource| resource.strip_prefix("table/"))
        .filter(|_| is_here)
    {
        Some(name) if !name.contains('/') => Ok(()),
        // The ARN of a backup counts as an ARN that is not of DynamoDB (observed: resource-arn-words).
        Some(name) if !name.contains("/backup/") => said(format!(
            "Invalid resource arn provided, only table or stream is accepted. Provided resource arn: {arn}"
        )),
        _ => said(format!("Provided Arn is not a DynamoDB resource arn: {arn}")),
    }
}
