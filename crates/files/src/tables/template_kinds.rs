//! The kinds of tables in templates: the properties that are read, and how other kinds become a plain table.
//!
//! Must not know how properties are evaluated, nor how a table is written.

use hashrange_wire::{JsonContent, JsonTree};

use super::build::{Names, named, object, picked, tags_of, text_of};
use crate::file_fault::LeftOut;

pub(super) const TABLE: &str = "AWS::DynamoDB::Table";
pub(super) const GLOBAL: &str = "AWS::DynamoDB::GlobalTable";
pub(super) const SIMPLE: &str = "AWS::Serverless::SimpleTable";
/// The properties of a table: first those that are identical to members of CreateTable.
const OF_TABLE: [&str; 19] = [
    "TableName",
    "AttributeDefinitions",
    "KeySchema",
    "LocalSecondaryIndexes",
    INDEXES,
    "VectorIndexes",
    "BillingMode",
    "ProvisionedThroughput",
    "DeletionProtectionEnabled",
    "TableClass",
    "Tags",
    "OnDemandThroughput",
    "WarmThroughput",
    "SSESpecification",
    "StreamSpecification",
    "TimeToLiveSpecification",
    RECOVERY,
    "ResourcePolicy",
    INSIGHTS,
];
/// Properties that are identical to members of CreateTable (documented: template-vector-indexes, of the vector indexes).
pub(super) const SAME: &[&str] = OF_TABLE.split_at(13).0;
/// Settings without effect on items. An unknown value in one does not refuse its table.
pub(super) const OPTIONAL: [&str; 3] = ["ResourcePolicy", "KMSMasterKeyId", "KinesisStreamSpecification"];
/// What contains the properties. Its other members are about CloudFormation itself.
pub(super) const RESOURCE: &str = "Resources";
/// The properties of a table that are read, and their members.
pub(super) const NAMES: Names<'_> = &[
    (
        RESOURCE,
        &[
            "Type",
            "Properties",
            "Condition",
            "DependsOn",
            "DeletionPolicy",
            "UpdateReplacePolicy",
            "Metadata",
        ],
    ),
    (TABLE, &OF_TABLE),
    (
        GLOBAL,
        &[
            "TableName",
            "AttributeDefinitions",
            "KeySchema",
            "LocalSecondaryIndexes",
            "GlobalSecondaryIndexes",
            "VectorIndexes",
            "BillingMode",
            "WarmThroughput",
            "SSESpecification",
            "StreamSpecification",
            "TimeToLiveSpecification",
            "WriteProvisionedThroughputSettings",
            "WriteOnDemandThroughputSettings",
            REPLICAS,
        ],
    ),
    (
        SIMPLE,
        &[
            "TableName",
            "PrimaryKey",
            "ProvisionedThroughput",
            "Tags",
            "SSESpecification",
            "PointInTimeRecoverySpecification",
        ],
    ),
    ("PrimaryKey", &["Name", "Type"]),
    ("AttributeDefinitions", &["AttributeName", "AttributeType"]),
    ("KeySchema", &["AttributeName", "KeyType"]),
    ("LocalSecondaryIndexes", &["IndexName", "KeySchema", "Projection"]),
    (
        "GlobalSecondaryIndexes",
        &[
            "IndexName",
            "KeySchema",
            "Projection",
            "ProvisionedThroughput",
            "OnDemandThroughput",
            "WarmThroughput",
            INSIGHTS,
        ],
    ),
    (
        "VectorIndexes",
        &[
            "IndexName",
            "VectorAttribute",
            "SearchSchema",
            "Projection",
            "Dimensions",
            "DistanceFunction",
        ],
    ),
    ("VectorAttribute", &["AttributeName"]),
    ("SearchSchema", &["AttributeName", "SearchSchemaElementType"]),
    ("Projection", &["ProjectionType", "NonKeyAttributes"]),
    ("ProvisionedThroughput", &["ReadCapacityUnits", "WriteCapacityUnits"]),
    ("OnDemandThroughput", &["MaxReadRequestUnits", "MaxWriteRequestUnits"]),
    ("WarmThroughput", &["ReadUnitsPerSecond", "WriteUnitsPerSecond"]),
    ("SSESpecification", &["SSEEnabled", "SSEType", "KMSMasterKeyId"]),
    ("StreamSpecification", &["StreamViewType"]),
    ("TimeToLiveSpecification", &["Enabled", "AttributeName"]),
    (RECOVERY, &["PointInTimeRecoveryEnabled", "RecoveryPeriodInDays"]),
    ("ResourcePolicy", &["PolicyDocument"]),
    (INSIGHTS, &["Enabled", "Mode"]),
];
/// What a global table has in another way than a table.
pub(super) const OF_GLOBAL: Names<'_> = &[
    (
        INDEXES,
        &[
            "IndexName",
            "KeySchema",
            "Projection",
            "WarmThroughput",
            "WriteProvisionedThroughputSettings",
            "WriteOnDemandThroughputSettings",
        ],
    ),
    (ENCRYPTION, &["SSEEnabled", "SSEType"]),
    ("WriteOnDemandThroughputSettings", &["MaxWriteRequestUnits"]),
    (
        "WriteProvisionedThroughputSettings",
        &["WriteCapacityAutoScalingSettings"],
    ),
    ("WriteCapacityAutoScalingSettings", &SCALING),
];
/// What a replica has in another way than a table.
pub(super) const OF_REPLICAS: Names<'_> = &[
    (REPLICAS, &OF_REPLICA),
    (
        INDEXES,
        &[
            "IndexName",
            "ReadProvisionedThroughputSettings",
            "ReadOnDemandThroughputSettings",
            INSIGHTS,
        ],
    ),
    (ENCRYPTION, &["KMSMasterKeyId"]),
    ("ReadOnDemandThroughputSettings", &["MaxReadRequestUnits"]),
    (
        "ReadProvisionedThroughputSettings",
        &["ReadCapacityUnits", "ReadCapacityAutoScalingSettings"],
    ),
    ("ReadCapacityAutoScalingSettings", &SCALING),
];
/// The members of auto scaling, which is named as a whole.
const SCALING: [&str; 4] = [
    "MinCapacity",
    "MaxCapacity",
    "SeedCapacity",
    "TargetTrackingScalingPolicyConfiguration",
];
pub(super) const REPLICAS: &str = "Replicas";
pub(super) const INDEXES: &str = "GlobalSecondaryIndexes";
pub(super) const ENCRYPTION: &str = "SSESpecification";
pub(super) const RECOVERY: &str = "PointInTimeRecoverySpecification";
pub(super) const INSIGHTS: &str = "ContributorInsightsSpecification";
/// What is read of a replica: first the settings that are properties of a table.
pub(super) const OF_REPLICA: [&str; 11] = [
    RECOVERY,
    "TableClass",
    "Tags",
    "DeletionProtectionEnabled",
    "ResourcePolicy",
    INSIGHTS,
    INDEXES,
    ENCRYPTION,
    "ReadProvisionedThroughputSettings",
    "ReadOnDemandThroughputSettings",
    REGION,
];
/// The settings of a replica that are properties of a table.
pub(super) const SETTINGS: &[&str] = OF_REPLICA.split_at(6).0;
/// The Region of a replica.
pub(super) const REGION: &str = "Region";

/// Members that are texts. CloudFormation reads a number or a Boolean there as its text, as YAML writes `Value: 1`.
const TEXTS: [&str; 6] = [
    "TableName",
    "IndexName",
    "AttributeName",
    "Key",
    "Value",
    "KMSMasterKeyId",
];

/// Properties whose texts are texts.
pub(super) fn with_texts(tree: &JsonTree) -> JsonTree {
    let member = |(name, member): &(String, JsonTree)| {
        let text = text_of(member).filter(|_| TEXTS.contains(&name.as_str()));
        let value = match text {
            Some(text) => JsonContent::Text(text).into(),
            None if name == "PolicyDocument" => member.clone(),
            None => with_texts(member),
        };
        let line = member.line;
        (name.clone(), JsonTree { line, ..value })
    };
    let element =
        |element: &JsonTree| text_of(element).map_or_else(|| with_texts(element), |text| text.as_str().into());
    let content = match &tree.content {
        JsonContent::Object(members) => JsonContent::Object(members.iter().map(member).collect()),
        JsonContent::List(elements) => JsonContent::List(elements.iter().map(element).collect()),
        other => other.clone(),
    };
    let line = tree.line;
    JsonTree { line, content }
}

/// The properties of a table for a SimpleTable of the Serverless Application Model: on demand and with the key `id`,
/// unless it says otherwise (documented: serverless-simple-table).
pub(super) fn of_simple(properties: &JsonTree, path: &str, left_out: &mut Vec<LeftOut>) -> JsonTree {
    let key = |part| {
        properties
            .member("PrimaryKey")
            .and_then(|key| key.member(part))
            .cloned()
    };
    let name = key("Name").unwrap_or_else(|| "id".into());
    let kind = key("Type").unwrap_or_else(|| "String".into());
    let words = [("String", "S"), ("Number", "N"), ("Binary", "B")];
    let word = words.into_iter().find(|(word, _)| kind.text() == Some(word));
    let kind = word.map_or(kind, |(_, kind)| kind.into());
    let is_provisioned = properties.member("ProvisionedThroughput").is_some();
    let mode = if is_provisioned {
        "PROVISIONED"
    } else {
        "PAY_PER_REQUEST"
    };
    let tags = tags_of(properties.member("Tags"), || format!("{path}.Tags"), left_out);
    let mut table = picked(
        properties,
        &["TableName", "ProvisionedThroughput", "SSESpecification", RECOVERY],
    );
    table.push(named("BillingMode", mode));
    table.push(named("Tags", tags));
    let one = |parts: [(String, JsonTree); 2]| vec![object(parts)];
    let key = one([named("AttributeName", name.clone()), named("KeyType", "HASH")]);
    table.push(named("KeySchema", key));
    let attribute = one([named("AttributeName", name), named("AttributeType", kind)]);
    table.push(named("AttributeDefinitions", attribute));
    object(table)
}
