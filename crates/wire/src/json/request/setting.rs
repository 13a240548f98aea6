//! Requests about settings beside a table's definition, from their members: time to live, tags, Contributor Insights,
//! backups, the account.

use super::members::{count, refusal, string, truth, word};
use super::members::{list, needed, table_name};
use super::policy;
use super::policy_action::Owner;
use super::table_settings::{invalid, tag_key, tags};
use crate::error::{AccessDenied, SettingError};
use crate::json::tape::Node;
use crate::rejection::Rejection;
use crate::shape::{
    ContributorInsightsAction, ContributorInsightsMode, DeleteResourcePolicyRequest, GetResourcePolicyRequest,
    ListExportsRequest, ListGlobalTablesRequest, ListImportsRequest, ListTagsOfResourceRequest,
    PutResourcePolicyRequest, TagResourceRequest, UntagResourceRequest, UpdateContributorInsightsRequest,
};

#[inline(never)]
pub(super) fn tag_resource(root: Node<'_>) -> Result<TagResourceRequest, Rejection> {
    let resource_arn = resource_arn(root)?;
    let tags = root.member("Tags").map(tags).transpose()?.unwrap_or_default();
    if tags.is_empty() {
        return Err(invalid(SettingError::NoTags));
    }
    Ok(TagResourceRequest { resource_arn, tags })
}

#[inline(never)]
pub(super) fn untag_resource(root: Node<'_>) -> Result<UntagResourceRequest, Rejection> {
    let resource_arn = resource_arn(root)?;
    let keys = root.member("TagKeys").map(|node| list(node, |key| tag_key(Some(key)))).transpose()?;
    let tag_keys = keys.unwrap_or_default();
    if tag_keys.is_empty() {
        return Err(invalid(SettingError::NoTagKeys));
    }
    Ok(UntagResourceRequest { resource_arn, tag_keys })
}

#[inline(never)]
pub(super) fn list_tags_of_resource(root: Node<'_>) -> Result<ListTagsOfResourceRequest, Rejection> {
    // A table's tags fit on one page.
    root.member("NextToken").map(string).transpose()?;
    Ok(ListTagsOfResourceRequest { resource_arn: resource_arn(root)? })
}

#[inline(never)]
pub(super) fn get_resource_policy(root: Node<'_>) -> Result<GetResourcePolicyRequest, Rejection> {
    Ok(GetResourcePolicyRequest { resource_arn: policy_arn(root)?.0 })
}

/// The document is judged before anybody asks whether there is such a table (observed).
#[inline(never)]
pub(super) fn put_resource_policy(root: Node<'_>) -> Result<PutResourcePolicyRequest, Rejection> {
    let (resource_arn, owner) = policy_arn(root)?;
    let document = policy::read(&string(needed(root, "Policy")?)?, owner).map_err(invalid)?;
    let confirmed = root.member("ConfirmRemoveSelfResourceAccess").map(truth).transpose()?;
    if confirmed != Some(true) && document.locks_out(&resource_arn) {
        return Err(invalid(AccessDenied::LockedOut));
    }
    Ok(PutResourcePolicyRequest {
        resource_arn,
        policy: document.text,
        expected_revision_id: root.member("ExpectedRevisionId").map(string).transpose()?,
        confirm_remove_self_resource_access: confirmed,
    })
}

#[inline(never)]
pub(super) fn delete_resource_policy(root: Node<'_>) -> Result<DeleteResourcePolicyRequest, Rejection> {
    let (resource_arn, _) = policy_arn(root)?;
    let expected_revision_id = root.member("ExpectedRevisionId").map(string).transpose()?;
    Ok(DeleteResourcePolicyRequest { resource_arn, expected_revision_id })
}

/// The document a table is made with.
#[inline(never)]
pub(super) fn table_policy(node: Node<'_>) -> Result<String, Rejection> {
    Ok(policy::read(&string(node)?, Owner::Table).map_err(invalid)?.text)
}

/// What a policy is attached to: a table, or a stream.
fn policy_arn(root: Node<'_>) -> Result<(String, Owner), Rejection> {
    let stream = root.member("ResourceArn").and_then(Node::text).filter(|arn| {
        let mut parts = arn.splitn(6, ':');
        let service = parts.nth(2);
        let id = parts.nth(2).and_then(|id| id.strip_prefix("table/")?.split_once("/stream/"));
        arn.starts_with("arn:") && service == Some("dynamodb") && id.is_some_and(|(table, _)| !table.contains('/'))
    });
    match stream {
        Some(arn) => Ok((arn.to_owned(), Owner::Stream)),
        None => Ok((resource_arn(root)?, Owner::Table)),
    }
}

/// A resource name: of a table, in this service (texts observed).
fn resource_arn(root: Node<'_>) -> Result<String, Rejection> {
    let Some(node) = root.member("ResourceArn") else { return Err(refusal("Invalid TableArn")) };
    let arn = string(node)?;
    let said = |text: String| Err(refusal(format!("One or more parameter values were invalid: {text}")));
    if !arn.starts_with("arn:") {
        return said(format!("ARNs must start with 'arn:': {arn}"));
    }
    let mut parts = arn.splitn(6, ':').skip(2);
    if parts.next() != Some("dynamodb") {
        return said(format!("Provided Arn is not a DynamoDB resource arn: {arn}"));
    }
    let table = parts.nth(2).and_then(|resource| resource.strip_prefix("table/"));
    match table {
        Some(name) if !name.contains('/') => Ok(arn),
        // A backup is no resource of this kind at all (observed).
        Some(name) if name.contains("/backup/") => said(format!("Provided Arn is not a DynamoDB resource arn: {arn}")),
        Some(_) => said(format!(
            "Invalid resource arn provided, only table or stream is accepted. Provided resource arn: {arn}"
        )),
        None => said(format!("Provided Arn is not a DynamoDB resource arn: {arn}")),
    }
}

#[inline(never)]
pub(super) fn update_contributor_insights(root: Node<'_>) -> Result<UpdateContributorInsightsRequest, Rejection> {
    let action = needed(root, "ContributorInsightsAction")?;
    let mode = root.member("ContributorInsightsMode");
    Ok(UpdateContributorInsightsRequest {
        table_name: table_name(root)?,
        index_name: root.member("IndexName").map(string).transpose()?,
        contributor_insights_action: word(action, ContributorInsightsAction::from_wire)?,
        contributor_insights_mode: mode.map(|node| word(node, ContributorInsightsMode::from_wire)).transpose()?,
    })
}

#[inline(never)]
pub(super) fn list_exports(root: Node<'_>) -> Result<ListExportsRequest, Rejection> {
    check_list(root, &["TableArn"], "MaxResults")?;
    refuse_token(root, "ListExports")?;
    Ok(ListExportsRequest)
}

#[inline(never)]
pub(super) fn list_imports(root: Node<'_>) -> Result<ListImportsRequest, Rejection> {
    check_list(root, &["TableArn"], "PageSize")?;
    refuse_token(root, "ListImports")?;
    Ok(ListImportsRequest)
}

#[inline(never)]
pub(super) fn list_global_tables(root: Node<'_>) -> Result<ListGlobalTablesRequest, Rejection> {
    check_list(root, &["ExclusiveStartGlobalTableName", "RegionName"], "Limit")?;
    Ok(ListGlobalTablesRequest)
}

/// There is nothing to list: the members only have to be of the right kind.
fn check_list(root: Node<'_>, texts: &[&str], limit: &str) -> Result<(), Rejection> {
    texts.iter().filter_map(|name| root.member(name)).try_for_each(|node| string(node).map(drop))?;
    root.member(limit).map(count::<u32>).transpose().map(drop)
}

/// No list goes on here, so no token is one that was given out (the refusal is observed, its words are not).
fn refuse_token(root: Node<'_>, operation: &str) -> Result<(), Rejection> {
    match root.member("NextToken").map(string).transpose()? {
        Some(_) => Err(refusal(format!("The nextToken of {operation} is invalid"))),
        None => Ok(()),
    }
}
