//! A table for AWS CDK in TypeScript, as a `Table`. `TableV2` cannot state a fixed write capacity and needs scaling for it,
//! so `Table` states more of what CreateTable does. Vector indexes, which neither has, are set on the CloudFormation
//! resource behind it.
//!
//! Must not know where requests come from.

use super::tree::Notation;
use crate::draft::{Draft, Style};
use crate::language::Language;
use crate::request::{Request, Task};
use crate::shapes::is_named_word;
use crate::value::{Named, Value};

/// Members with values that CDK takes as JavaScript has them, and their properties.
const PLAIN: &str = "TableName tableName
IndexName indexName
DeletionProtectionEnabled deletionProtection
ReadCapacityUnits readCapacity
WriteCapacityUnits writeCapacity
MaxReadRequestUnits maxReadRequestUnits
MaxWriteRequestUnits maxWriteRequestUnits
NonKeyAttributes nonKeyAttributes
AttributeName timeToLiveAttribute";

/// The operations after CreateTable that a table for CDK can state.
const LATER: [&str; 3] = [
    "UpdateTimeToLive",
    "UpdateContinuousBackups",
    "UpdateContributorInsights",
];

pub(super) fn write(task: &Task<'_>, out: &mut Draft) {
    out.unit = "  ";
    let create = task.first.value;
    let tags = create.list("Tags");
    let key = create
        .member("SSESpecification")
        .map_or("", |value| value.text("KMSMasterKeyId"));
    out.add("import { App, Stack");
    out.add(if tags.is_empty() { "" } else { ", Tags" });
    out.add(" } from \"aws-cdk-lib\";\n");
    for (name, is_used) in [
        ("dynamodb", true),
        ("iam", create.member("ResourcePolicy").is_some()),
        ("kms", !key.is_empty()),
    ] {
        if is_used {
            out.all(&["import * as ", name, " from \"aws-cdk-lib/aws-", name, "\";\n"]);
        }
    }
    out.add("\nconst stack = new Stack(new App(), \"Tables\");\n");
    out.begin("const table = new dynamodb.Table(stack, \"Table\", {", Style::Spaced);
    properties(create, create, false, out);
    for request in &task.others {
        if !LATER.contains(&request.operation) {
            out.refuse(Language::Cdk, request.operation);
        }
        for part in ["TimeToLiveSpecification", "PointInTimeRecoverySpecification"] {
            if let Some(value) = request.value.member(part) {
                property(create, part, value, false, out);
            }
        }
    }
    insights(&task.others, "", out);
    out.end("});\n");
    for (list, open, is_local) in [
        ("LocalSecondaryIndexes", "table.addLocalSecondaryIndex({", true),
        ("GlobalSecondaryIndexes", "table.addGlobalSecondaryIndex({", false),
    ] {
        for index in create.list(list) {
            out.begin(open, Style::Spaced);
            properties(create, index, is_local, out);
            if !is_local {
                insights(&task.others, index.text("IndexName"), out);
            }
            out.end("});\n");
        }
    }
    for tag in tags {
        out.add("Tags.of(table).add(");
        out.quote(tag.text("Key"));
        out.add(", ");
        out.quote(tag.text("Value"));
        out.add(");\n");
    }
    if let Some(vectors) = create.member("VectorIndexes") {
        let resource = "(table.node.defaultChild as dynamodb.CfnTable).addPropertyOverride(\"VectorIndexes\", ";
        out.all(&["// Neither construct of tables has vector indexes.\n", resource]);
        Notation::Script.write(vectors, out);
        out.add(");\n");
    }
}

/// The properties that state the members of CreateTable, or of a structure within it.
fn properties(create: Value<'_>, owner: Value<'_>, is_local: bool, out: &mut Draft) {
    for Named { name, value, .. } in owner.named() {
        property(create, name, value, is_local, out);
    }
}

fn property(create: Value<'_>, name: &str, value: Value<'_>, is_local: bool, out: &mut Draft) {
    let plain = PLAIN
        .lines()
        .find_map(|line| line.strip_prefix(name)?.strip_prefix(' '));
    if let Some(property) = plain {
        out.item();
        out.all(&[property, ": "]);
        return Notation::Script.write(value, out);
    }
    match name {
        "AttributeDefinitions"
        | "LocalSecondaryIndexes"
        | "GlobalSecondaryIndexes"
        | "Tags"
        | "VectorIndexes"
        | "StreamEnabled"
        | "Enabled" => {}
        "KeySchema" => keys(create, value, is_local, out),
        "ProvisionedThroughput" | "OnDemandThroughput" | "Projection" => properties(create, value, is_local, out),
        "StreamSpecification" if !value.is_on("StreamEnabled") => {}
        "SSESpecification" | "TimeToLiveSpecification" if !value.is_on("Enabled") => {}
        "StreamSpecification" | "TimeToLiveSpecification" => properties(create, value, is_local, out),
        "SSESpecification" => encryption(value.text("KMSMasterKeyId"), out),
        "WarmThroughput" | "PointInTimeRecoverySpecification" => structure(name, value, out),
        "BillingMode" | "TableClass" | "ProjectionType" | "StreamViewType" => {
            out.item();
            out.uncapitalised(if name == "StreamViewType" { "Stream" } else { name });
            out.add(": ");
            constant(name, value.texts().concat().as_str(), out);
        }
        "ResourcePolicy" => {
            out.item();
            out.add("resourcePolicy: iam.PolicyDocument.fromJson(JSON.parse(");
            Notation::Script.write(value, out);
            out.add("))");
        }
        name => out.refuse(Language::Cdk, name),
    }
}

/// A property whose members have small first letters in CDK.
fn structure(name: &str, value: Value<'_>, out: &mut Draft) {
    out.item();
    out.uncapitalised(name);
    out.begin(": {", Style::Spaced);
    for Named { name, value, .. } in value.named() {
        out.item();
        out.uncapitalised(name);
        out.add(": ");
        Notation::Script.write(value, out);
    }
    out.end("}");
}

/// A word of a set: `dynamodb.BillingMode.PROVISIONED`.
fn constant(set: &str, word: &str, out: &mut Draft) {
    if !is_named_word(set, word) {
        out.refuse(Language::Cdk, set);
    }
    out.all(&["dynamodb.", set, ".", word]);
}

/// The keys of a table or of an index. Only an index can have several of a role. A local index shares the first.
fn keys(create: Value<'_>, schema: Value<'_>, is_local: bool, out: &mut Draft) {
    for (role, name) in [("HASH", "partitionKey"), ("RANGE", "sortKey")] {
        let mut keys = schema.elements();
        keys.retain(|key| key.text("KeyType") == role);
        let count = keys.len();
        if count == 0 || is_local && role == "HASH" {
            continue;
        }
        out.item();
        out.add(name);
        if count > 1 {
            out.begin("s: [", Style::AllCommas);
        } else {
            out.add(": ");
        }
        for key in keys {
            if count > 1 {
                out.item();
            }
            attribute(create, key.text("AttributeName"), out);
        }
        if count > 1 {
            out.end("]");
        }
    }
}

fn attribute(create: Value<'_>, name: &str, out: &mut Draft) {
    let mut definitions = create.list("AttributeDefinitions").into_iter();
    let definition = definitions.find(|definition| definition.text("AttributeName") == name);
    out.add("{ name: ");
    out.quote(name);
    out.add(
        match definition.map_or("", |definition| definition.text("AttributeType")) {
            "N" => ", type: dynamodb.AttributeType.NUMBER }",
            "B" => ", type: dynamodb.AttributeType.BINARY }",
            "S" => ", type: dynamodb.AttributeType.STRING }",
            _ => return out.refuse(Language::Cdk, name),
        },
    );
}

/// CDK takes a key by its ARN only.
fn encryption(key: &str, out: &mut Draft) {
    out.item();
    if key.is_empty() {
        return out.add("encryption: dynamodb.TableEncryption.AWS_MANAGED");
    }
    out.add("encryption: dynamodb.TableEncryption.CUSTOMER_MANAGED");
    if !key.starts_with("arn:") {
        out.refuse(Language::Cdk, "KMSMasterKeyId");
    }
    out.item();
    out.add("encryptionKey: kms.Key.fromKeyArn(stack, \"Key\", ");
    out.quote(key);
    out.add(")");
}

/// Contributor Insights of the table, or of the index with this name.
fn insights(requests: &[Request<'_>], index: &str, out: &mut Draft) {
    let is_it = |request: &&Request<'_>| {
        request.operation == "UpdateContributorInsights" && request.value.text("IndexName") == index
    };
    let Some(request) = requests.iter().rfind(is_it) else {
        return;
    };
    let is_on = request.value.text("ContributorInsightsAction") == "ENABLE";
    out.item();
    out.begin("contributorInsightsSpecification: {", Style::Spaced);
    out.item();
    out.add("enabled: ");
    out.truth(is_on);
    let mode = request.value.text("ContributorInsightsMode");
    if !mode.is_empty() {
        out.item();
        out.add("mode: ");
        constant("ContributorInsightsMode", mode, out);
    }
    out.end("}");
}
