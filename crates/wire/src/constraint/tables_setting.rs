//! The shapes of requests about settings beside a table's definition, as tables: time to live, tags, Contributor
//! Insights, backups, the account.

use super::structure::{Kind, Member, NAME, Presence, Rule, Shape, Structure};
use super::tables_table::TAG;
use crate::shape::{ContributorInsightsAction, ContributorInsightsMode};

/// A request of these members.
const fn shape(class: &'static str, members: &'static [Member]) -> Shape {
    Shape { structure: Structure { class, members }, one_choice: false }
}

/// A table's name, in the list of failed constraints when it is missing.
pub(crate) const LISTED_TABLE_NAME: Member = Member::required("TableName", Kind::TableReference).with(NAME);
pub(crate) const SOME_TABLE_NAME: Member = Member { presence: Presence::Optional, ..LISTED_TABLE_NAME };
/// Checked in words of its own where it is read.
const RESOURCE_ARN: Member = Member::optional("ResourceArn", Kind::Text);

pub(crate) static TAG_RESOURCE: Shape =
    shape("TagResourceInput", &[RESOURCE_ARN, Member::optional("Tags", Kind::List(&Kind::Structure(&TAG)))]);
pub(crate) static UNTAG_RESOURCE: Shape =
    shape("UntagResourceInput", &[RESOURCE_ARN, Member::optional("TagKeys", Kind::List(&Kind::Text))]);
pub(crate) static LIST_TAGS_OF_RESOURCE: Shape =
    shape("ListTagsOfResourceInput", &[RESOURCE_ARN, Member::optional("NextToken", Kind::Text)]);

pub(crate) const INDEX_NAME: Member =
    Member::optional("IndexName", Kind::Text).with(&[Rule::NameLength, Rule::Pattern]);

pub(crate) static UPDATE_CONTRIBUTOR_INSIGHTS: Shape = shape(
    "UpdateContributorInsightsInput",
    &[
        LISTED_TABLE_NAME,
        INDEX_NAME,
        Member::required("ContributorInsightsAction", Kind::Text)
            .with(&[Rule::OneOf(ContributorInsightsAction::WORDS)]),
        Member::optional("ContributorInsightsMode", Kind::Text).with(&[Rule::OneOf(ContributorInsightsMode::WORDS)]),
    ],
);

static RECOVERY: Structure = Structure {
    class: "PointInTimeRecoverySpecification",
    members: &[
        Member::required("PointInTimeRecoveryEnabled", Kind::Boolean),
        Member::optional("RecoveryPeriodInDays", Kind::Integer).with(&[Rule::AtLeast(1), Rule::AtMost(35)]),
    ],
};

pub(crate) static UPDATE_CONTINUOUS_BACKUPS: Shape = shape(
    "UpdateContinuousBackupsInput",
    &[LISTED_TABLE_NAME, Member::required("PointInTimeRecoverySpecification", Kind::Structure(&RECOVERY))],
);
pub(crate) static DESCRIBE_CONTINUOUS_BACKUPS: Shape = shape("DescribeContinuousBackupsInput", &[LISTED_TABLE_NAME]);

pub(crate) static DESCRIBE_LIMITS: Shape = shape("DescribeLimitsInput", &[]);
pub(crate) static DESCRIBE_ENDPOINTS: Shape = shape("DescribeEndpointsRequest", &[]);
pub(crate) static LIST_EXPORTS: Shape = shape(
    "ListExportsInput",
    &[
        Member::optional("TableArn", Kind::Text).with(&[Rule::MinLength(1), Rule::MaxLength(1_024)]),
        Member::optional("MaxResults", Kind::Integer).with(&[Rule::AtLeast(1), Rule::AtMost(25)]),
        Member::optional("NextToken", Kind::Text),
    ],
);
pub(crate) static LIST_IMPORTS: Shape = shape(
    "ListImportsInput",
    &[
        Member::optional("TableArn", Kind::Text).with(&[Rule::MinLength(1), Rule::MaxLength(1_024)]),
        Member::optional("PageSize", Kind::Integer).with(&[Rule::AtLeast(1), Rule::AtMost(25)]),
        Member::optional("NextToken", Kind::Text).with(&[Rule::MinLength(112), Rule::MaxLength(1_024)]),
    ],
);
pub(crate) static LIST_GLOBAL_TABLES: Shape = shape(
    "ListGlobalTablesInput",
    &[
        Member::optional("ExclusiveStartGlobalTableName", Kind::Text).with(NAME),
        Member::optional("Limit", Kind::Integer).with(&[Rule::AtLeast(1)]),
        Member::optional("RegionName", Kind::Text),
    ],
);
pub(crate) static DESCRIBE_STREAMING: Shape = shape("DescribeKinesisStreamingDestinationInput", &[LISTED_TABLE_NAME]);

const EXPECTED_REVISION: Member =
    Member::optional("ExpectedRevisionId", Kind::Text).with(&[Rule::MinLength(1), Rule::MaxLength(255)]);

pub(crate) static PUT_RESOURCE_POLICY: Shape = shape(
    "PutResourcePolicyInput",
    &[
        RESOURCE_ARN,
        Member::required("Policy", Kind::Text),
        EXPECTED_REVISION,
        Member::optional("ConfirmRemoveSelfResourceAccess", Kind::Boolean),
    ],
);
pub(crate) static DELETE_RESOURCE_POLICY: Shape =
    shape("DeleteResourcePolicyInput", &[RESOURCE_ARN, EXPECTED_REVISION]);
pub(crate) static GET_RESOURCE_POLICY: Shape = shape("GetResourcePolicyInput", &[RESOURCE_ARN]);
