//! CreateTable: creates a table with its indexes. The engine checks the rules that depend on several members.

use super::body::{Asked, members};
use super::step::Step;
use super::tag::{TAGS, Tag};
use super::told::told;
use crate::constraint::{Kind, Member, NAME, Rule, TABLE_NAME_OF_CONTROL};
use crate::json::Node;
use crate::json::request::members::{invalid, refusal, word, wrong_kind};
use crate::json::request::policy;
use crate::json::request::policy_action::Owner;
use crate::reader::Reader;
use crate::rejection::Rejection;
use crate::shape::{
    ATTRIBUTE_DEFINITION, AttributeDefinition, BillingMode, ENCRYPTION, GLOBAL_INDEX, GlobalSecondaryIndex, KEY_SCHEMA,
    KeySchemaElement, LOCAL_INDEX, LocalSecondaryIndex, ON_DEMAND_THROUGHPUT, OnDemandThroughput,
    ProvisionedThroughput, STREAM, SseSpecification, StreamSpecification, THROUGHPUT, TableClass, TableDescription,
    VECTOR_INDEX, VectorIndex, WARM_THROUGHPUT, WarmThroughput,
};

members! {
    /// CreateTable.
    CreateTableRequest = CREATE_TABLE, settle {
        /// The table's name.
        "TableName" table_name: String,
        /// The key attributes of the table and its indexes, and no other attributes.
        "AttributeDefinitions" attribute_definitions: Vec<AttributeDefinition>,
        /// The primary key.
        "KeySchema" key_schema: Vec<KeySchemaElement>,
        /// Indexes that share the table's partition key.
        "LocalSecondaryIndexes" local_secondary_indexes: Option<Vec<LocalSecondaryIndex>>,
        /// Indexes with their own keys.
        "GlobalSecondaryIndexes" global_secondary_indexes: Option<Vec<GlobalSecondaryIndex>>,
        /// Provisioned by default.
        "BillingMode" billing_mode: Option<BillingMode>,
        /// The table's throughput, with provisioned billing.
        "ProvisionedThroughput" provisioned_throughput: Option<ProvisionedThroughput>,
        /// Refuses DeleteTable while true.
        "DeletionProtectionEnabled" deletion_protection_enabled: Option<bool>,
        /// Whether changes are recorded in a stream, and which images.
        "StreamSpecification" stream_specification: Option<StreamSpecification>,
        /// Encryption with a key other than the service's own.
        "SSESpecification" sse_specification: Option<SseSpecification>,
        /// The storage class.
        "TableClass" table_class: Option<TableClass>,
        /// Names and values attached to the table.
        "Tags" tags: Option<Vec<Tag>>,
        /// The table's maximum throughput, with on-demand billing.
        "OnDemandThroughput" on_demand_throughput: Option<OnDemandThroughput>,
        /// The minimum throughput that it can serve at once.
        "WarmThroughput" warm_throughput: Option<WarmThroughput>,
        /// The resource-based policy, a JSON document. It is stored and returned, but not enforced.
        "ResourcePolicy" resource_policy: Option<String>,
        /// Indexes for searches of the nearest vectors.
        "VectorIndexes" vector_indexes: Option<Vec<VectorIndex>>,
    }
}

/// Response to CreateTable.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct CreateTableResponse {
    /// The description of the table.
    pub table_description: Box<TableDescription>,
}

pub(super) const BILLING_MODE: Member =
    Member::optional("BillingMode", Kind::Text).with(&[Rule::OneOf(BillingMode::WORDS)]);
/// Another name for `BillingMode`, used if that member is absent. SDK models do not have it
/// (observed: throughput-mode-name).
pub(super) const THROUGHPUT_MODE: Member = Member {
    name: "TableThroughputMode",
    ..BILLING_MODE
};
pub(super) const TABLE_CLASS: Member = Member::optional("TableClass", Kind::Text);
pub(super) const PROTECTION: Member = Member::optional("DeletionProtectionEnabled", Kind::Boolean);

static CREATE_TABLE: Asked = Asked::of("CreateTableInput")
    .members(&[
        TABLE_NAME_OF_CONTROL.with(NAME),
        BILLING_MODE,
        THROUGHPUT,
        KEY_SCHEMA,
        Member::required(
            "AttributeDefinitions",
            Kind::List(&Kind::Structure(&ATTRIBUTE_DEFINITION)),
        ),
        Member::optional("GlobalSecondaryIndexes", Kind::List(&Kind::Structure(&GLOBAL_INDEX))),
        Member::optional("LocalSecondaryIndexes", Kind::List(&Kind::Structure(&LOCAL_INDEX))),
        PROTECTION,
        STREAM,
        ENCRYPTION,
        TABLE_CLASS,
        TAGS,
        ON_DEMAND_THROUGHPUT,
        WARM_THROUGHPUT,
        Member::optional("ResourcePolicy", Kind::Text),
        Member::optional("VectorIndexes", Kind::List(&Kind::Structure(&VECTOR_INDEX))),
        THROUGHPUT_MODE,
    ])
    .then(SETTINGS);

pub(super) const SETTINGS: &[Step] = &[
    Step::Judge(check_table_class),
    Step::Read("TableClass"),
    Step::Judge(refuse_other_regions),
];

fn settle(request: &mut CreateTableRequest, root: Node<'_>) -> Result<(), Rejection> {
    if let Some(document) = &mut request.resource_policy {
        *document = policy::read(document, Owner::Table).map_err(invalid)?.text;
    }
    settle_billing(&mut request.billing_mode, root)
}

pub(super) fn settle_billing(mode: &mut Option<BillingMode>, root: Node<'_>) -> Result<(), Rejection> {
    let other = root
        .member("TableThroughputMode")
        .map(|node| word(node, BillingMode::from_wire))
        .transpose()?;
    *mode = mode.or(other);
    Ok(())
}

/// Checks the table class. It is the only closed set with its own error text (observed: table-class-seen).
fn check_table_class(_: Reader, root: Node<'_>) -> Result<(), Rejection> {
    let Some(node) = root.member("TableClass") else {
        return Ok(());
    };
    let text = node.text().ok_or_else(|| wrong_kind(node))?;
    TableClass::from_wire(text).map(drop).ok_or_else(|| {
        refusal(format!(
            "Invalid table-class parameter provided. Please try again with a valid table-class value: [{}].",
            TableClass::WORDS.join(", ")
        ))
    })
}

/// The members of CreateTable and UpdateTable about other Regions.
pub(crate) const OTHER_REGIONS: [&str; 6] = [
    "ReplicaUpdates",
    "MultiRegionConsistency",
    "GlobalTableWitnessUpdates",
    "GlobalTableSettingsReplicationMode",
    "GlobalTableSourceArn",
    "DisassociationProtectionEnabled",
];

/// Refuses members about other Regions, because ignoring them would do less than the request asks for. The text is
/// ours, not the service's.
fn refuse_other_regions(_: Reader, root: Node<'_>) -> Result<(), Rejection> {
    match OTHER_REGIONS.into_iter().find(|name| root.member(name).is_some()) {
        Some(name) => Err(refusal(format!(
            "The parameter {name} is not supported here: there is only one Region."
        ))),
        None => Ok(()),
    }
}

told! {
    answer CreateTableResponse ["TableDescription"] {
        "TableDescription" table_description,
    }
}
