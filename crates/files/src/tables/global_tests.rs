//! Templates as the AWS CDK writes them: global tables, pseudo parameters and replicas.

use super::*;
use crate::file_fault::FileReason;

const CLOUDFORMATION: TablesFormat = TablesFormat::Template(TemplateFormat::CloudFormation);

/// The properties of a key, for which `$KEY` stands.
const KEY: &str = r#""AttributeDefinitions":[{"AttributeName":"k","AttributeType":"S"}],"KeySchema":[{"AttributeName":"k","KeyType":"HASH"}]"#;

/// The tables of a template with these resources, and what is named.
fn template(resources: &str) -> (Vec<TableDefinition>, Vec<String>) {
    let text = format!("{{\"Resources\":{{{}}}}}", resources.replace("$KEY", KEY));
    let read = tables_in(CLOUDFORMATION, &text).unwrap_or_else(|faults| panic!("{faults:?}"));
    let left_out = read.left_out.iter().map(ToString::to_string).collect();
    (read.tables, left_out)
}

fn request(table: &TableDefinition) -> String {
    hashrange_wire::encode_request(&hashrange_wire::Request::from(table.create.clone()))
}

#[test]
fn a_replica_of_the_cdk_is_named() {
    let (tables, left_out) = template(
        r#""T":{"Type":"AWS::DynamoDB::Table","Properties":{$KEY,"BillingMode":"PAY_PER_REQUEST"}},
"R":{"Type":"Custom::DynamoDBReplica","Properties":{"TableName":{"Ref":"T"},"Region":"us-east-1"}}"#,
    );
    assert_eq!(tables.len(), 1);
    assert_eq!(
        left_out,
        ["line 2: Resources.R (Custom::DynamoDBReplica is not supported here)"]
    );
}

/// A policy whose principal is this text or function.
fn policy(principal: &str) -> String {
    format!(
        r#""ResourcePolicy":{{"PolicyDocument":{{"Version":"2012-10-17","Statement":[{{"Effect":"Allow","Action":"dynamodb:GetItem","Resource":"*","Principal":{{"AWS":{principal}}}}}]}}}}"#
    )
}

const ROOT: &str = r#"{"Fn::Join":["",["arn:",{"Ref":"AWS::Partition"},":iam::",{"Ref":"AWS::AccountId"},":root"]]}"#;

#[test]
fn the_partition_and_the_account_are_those_of_the_service() {
    let table = r#""T":{"Type":"AWS::DynamoDB::Table","Properties":{$KEY,"BillingMode":"PAY_PER_REQUEST",$POLICY,
        "TableName":{"Fn::Sub":"t.${AWS::Partition}.${AWS::AccountId}.${AWS::URLSuffix}"}}}"#;
    let (tables, left_out) = template(&table.replace("$POLICY", &policy(ROOT)));
    assert_eq!(left_out, [""; 0]);
    assert_eq!(tables[0].create.table_name, "t.aws.000000000000.amazonaws.com");
    let policy = tables[0].create.resource_policy.as_deref().unwrap();
    assert!(policy.contains("arn:aws:iam::000000000000:root"), "{policy}");
}

#[test]
fn a_policy_or_a_key_without_a_known_value_is_left_out_and_its_table_is_read() {
    let table = r#""T":{"Type":"AWS::DynamoDB::Table","Properties":{$KEY,"BillingMode":"PAY_PER_REQUEST",
$POLICY,
"SSESpecification":{"SSEEnabled":true,"SSEType":"KMS",
"KMSMasterKeyId":{"Fn::GetAtt":["Key","Arn"]}}}},
"G":{"Type":"AWS::DynamoDB::GlobalTable","Properties":{"TableName":"ggg",$KEY,"BillingMode":"PAY_PER_REQUEST",
"Replicas":[{"Region":{"Ref":"AWS::Region"},
"KinesisStreamSpecification":{"StreamArn":{"Fn::GetAtt":["Stream","Arn"]}},
$POLICY}]}}"#;
    let (tables, left_out) = template(&table.replace("$POLICY", &policy(r#"{"Fn::GetAtt":["Role","Arn"]}"#)));
    let unknown = "(Fn::GetAtt has no known value; write the value instead)";
    let expected = [
        format!("line 2: Resources.T.Properties.ResourcePolicy {unknown}"),
        format!("line 4: Resources.T.Properties.SSESpecification.KMSMasterKeyId {unknown}"),
        format!("line 7: Resources.G.Properties.Replicas[0].KinesisStreamSpecification {unknown}"),
        format!("line 8: Resources.G.Properties.Replicas[0].ResourcePolicy {unknown}"),
    ];
    assert_eq!(left_out, expected);
    let encryption = r#""SSESpecification":{"Enabled":true,"SSEType":"KMS"}"#;
    assert!(request(&tables[0]).contains(encryption), "{}", request(&tables[0]));
    assert_eq!(tables.len(), 2);
}

/// The account of a stack can be any account, so a template that differs between accounts is not decided by ours.
#[test]
fn a_condition_on_the_account_is_unknown() {
    let text = r#"{"Conditions":{"IsProd":{"Fn::Equals":[{"Fn::Sub":"${AWS::AccountId}"},"111122223333"]}},
        "Resources":{"T":{"Type":"AWS::DynamoDB::Table","Condition":"IsProd","Properties":{}}}}"#;
    let faults = tables_in(CLOUDFORMATION, text).unwrap_err();
    let expected = "line 2, Resources.T: Condition IsProd has no known value; write the value instead";
    assert_eq!(faults.iter().map(ToString::to_string).collect::<Vec<_>>(), [expected]);
}

/// A global table on demand with these replicas.
fn with_replicas(replicas: &str) -> (TableDefinition, Vec<String>) {
    let (tables, left_out) = template(&format!(
        r#""G":{{"Type":"AWS::DynamoDB::GlobalTable","Properties":{{"TableName":"ggg",$KEY,"BillingMode":"PAY_PER_REQUEST",
"Replicas":[{replicas}]}}}}"#
    ));
    (tables.into_iter().next().unwrap(), left_out)
}

/// Deletion protection, recovery and the values of the tags of a table.
fn settings(table: &TableDefinition) -> (bool, bool, Vec<&str>) {
    let tags = table.create.tags.iter().flatten().map(|tag| tag.value.as_str());
    let is_protected = table.create.deletion_protection_enabled == Some(true);
    (is_protected, table.point_in_time_recovery, tags.collect())
}

const AWAY: &str = r#"{"Region":"us-east-1","DeletionProtectionEnabled":false,"Tags":[{"Key":"at","Value":"away"}]}"#;
const HOME: &str = r#"{"Region":"us-west-2","DeletionProtectionEnabled":true,"Tags":[{"Key":"at","Value":"home"}],"PointInTimeRecoverySpecification":{"PointInTimeRecoveryEnabled":true}}"#;

#[test]
fn the_replica_in_the_region_of_the_stack_is_read() {
    let own = HOME.replace(r#""us-west-2""#, r#"{"Ref":"AWS::Region"}"#);
    let again = r#"{"Region":{"Ref":"Nobody"},"TableClass":"STANDARD"}"#;
    let (table, left_out) = with_replicas(&format!("{AWAY},\n{own},\n{again}"));
    assert_eq!(settings(&table), (true, true, vec!["home"]));
    let expected = [
        "line 2: Resources.G.Properties.Replicas[0]",
        "line 4: Resources.G.Properties.Replicas[2]",
    ];
    assert_eq!(left_out, expected);
}

#[test]
fn the_last_replica_is_read_if_no_region_is_that_of_the_stack() {
    let same = HOME.replace("us-west-2", "eu-west-1");
    let (table, left_out) = with_replicas(&format!("{AWAY},\n{same},\n{HOME}"));
    assert_eq!(settings(&table), (true, true, vec!["home"]));
    let expected = [
        "line 2: Resources.G.Properties.Replicas[0] (differs from the last replica, which is read, in Tags, DeletionProtectionEnabled)",
        "line 3: Resources.G.Properties.Replicas[1]",
    ];
    assert_eq!(left_out, expected);
}

#[test]
fn a_function_around_a_replica_can_decide_its_region() {
    let own = HOME.replace(r#""us-west-2""#, r#"{"Fn::Sub":"${AWS::Region}"}"#);
    let (table, left_out) = with_replicas(&format!(r#"{{"Fn::Select":[1,[{AWAY},{own}]]}}"#));
    assert_eq!(settings(&table), (true, true, vec!["home"]));
    assert_eq!(left_out, [""; 0]);
}

/// A provisioned global table with an index, as the CDK writes it.
const PROVISIONED: &str = r#""G":{"Type":"AWS::DynamoDB::GlobalTable","Properties":{"TableName":"ggg",$KEY,"BillingMode":"PROVISIONED",
"GlobalSecondaryIndexes":[{"IndexName":"one","KeySchema":[{"AttributeName":"k","KeyType":"HASH"}],"Projection":{"ProjectionType":"ALL"},"WriteProvisionedThroughputSettings":{
"WriteCapacityAutoScalingSettings":{"MaxCapacity":15,"MinCapacity":2,"SeedCapacity":"3"}}}],
"Replicas":[{"Region":{"Ref":"AWS::Region"},"ReadProvisionedThroughputSettings":{"ReadCapacityUnits":7},
"GlobalSecondaryIndexes":[{"IndexName":"one","ReadProvisionedThroughputSettings":{
"ReadCapacityAutoScalingSettings":{"MaxCapacity":20,"MinCapacity":1,"TargetTrackingScalingPolicyConfiguration":{"TargetValue":70}}}}]}],
"WriteProvisionedThroughputSettings":{
"WriteCapacityAutoScalingSettings":{"MaxCapacity":15,"MinCapacity":4,"TargetTrackingScalingPolicyConfiguration":{"TargetValue":70}}}}}"#;

#[test]
fn a_provisioned_global_table_is_read_with_its_throughput() {
    let (tables, left_out) = template(PROVISIONED);
    let rates = |read, write| {
        Some(hashrange_wire::ProvisionedThroughput {
            read_capacity_units: read,
            write_capacity_units: write,
        })
    };
    let create = &tables[0].create;
    assert_eq!(create.provisioned_throughput, rates(7, 4));
    let indexes = create.global_secondary_indexes.as_deref().unwrap();
    assert_eq!(indexes[0].provisioned_throughput, rates(1, 3));
    let at = "Resources.G.Properties";
    let expected = [
        format!(
            "line 8: {at}.WriteProvisionedThroughputSettings.WriteCapacityAutoScalingSettings (read as WriteCapacityUnits 4, its MinCapacity)"
        ),
        format!(
            "line 3: {at}.GlobalSecondaryIndexes[0].WriteProvisionedThroughputSettings.WriteCapacityAutoScalingSettings (read as WriteCapacityUnits 3, its SeedCapacity)"
        ),
        format!(
            "line 6: {at}.Replicas[0].GlobalSecondaryIndexes[0].ReadProvisionedThroughputSettings.ReadCapacityAutoScalingSettings (read as ReadCapacityUnits 1, its MinCapacity)"
        ),
    ];
    assert_eq!(left_out, expected);
}

#[test]
fn throughput_that_a_global_table_cannot_have_is_named() {
    let on_demand = PROVISIONED.replace("\"PROVISIONED\"", "\"PAY_PER_REQUEST\"");
    let (tables, left_out) = template(&on_demand);
    assert_eq!(tables[0].create.provisioned_throughput, None);
    let at = "Resources.G.Properties";
    let expected = [
        format!("line 7: {at}.WriteProvisionedThroughputSettings"),
        format!("line 4: {at}.Replicas[0].ReadProvisionedThroughputSettings"),
        format!("line 2: {at}.GlobalSecondaryIndexes[0].WriteProvisionedThroughputSettings"),
        format!("line 5: {at}.Replicas[0].GlobalSecondaryIndexes[0].ReadProvisionedThroughputSettings"),
    ];
    assert_eq!(left_out, expected);

    let other = PROVISIONED
        .replace(
            r#"[{"IndexName":"one","Read"#,
            r#"[{"IndexName":"two"},{"IndexName":"one","KeySchema":[],"Read"#,
        )
        .replace(r#"{"ReadCapacityUnits":7}"#, r#"{"ReadCapacityUnits":7,"Other":1}"#)
        .replace(r#""MinCapacity":4,"#, "");
    let text = format!("{{\"Resources\":{{{}}}}}", other.replace("$KEY", KEY));
    let faults = tables_in(CLOUDFORMATION, &text).unwrap_err();
    let FileReason::Refused(words) = &faults[0].reason else {
        panic!("{faults:?}")
    };
    assert!(words.contains("writeCapacityUnits"), "{words}");

    let other = other
        .replace("\"SeedCapacity\":\"3\"", "\"SeedCapacity\":3,\"Seed\":1")
        .replace(r#""MaxCapacity":15,"Target"#, r#""MinCapacity":4,"Target"#);
    let (tables, left_out) = template(&other);
    assert_eq!(
        tables[0]
            .create
            .provisioned_throughput
            .map(|rates| rates.write_capacity_units),
        Some(4)
    );
    for expected in [
        format!("line 4: {at}.Replicas[0].ReadProvisionedThroughputSettings.Other"),
        format!("line 5: {at}.Replicas[0].GlobalSecondaryIndexes[1].KeySchema"),
        format!("line 5: {at}.Replicas[0].GlobalSecondaryIndexes[0] (its index is missing)"),
        format!(
            "line 3: {at}.GlobalSecondaryIndexes.WriteProvisionedThroughputSettings.WriteCapacityAutoScalingSettings.Seed"
        ),
    ] {
        assert!(left_out.contains(&expected), "{expected}: {left_out:#?}");
    }
}

#[test]
fn what_a_replica_has_twice_or_alone_is_named() {
    let replica = r#"{"ReadCapacityUnits":7,
"ReadCapacityAutoScalingSettings":{"MinCapacity":9}}"#;
    let text = PROVISIONED.replace(r#"{"ReadCapacityUnits":7}"#, replica);
    let start = text.find("\"GlobalSecondaryIndexes\"").unwrap();
    let end = text.find("\"Replicas\"").unwrap();
    let (tables, left_out) = template(&[&text[..start], &text[end..]].concat());
    let create = &tables[0].create;
    let rates = create.provisioned_throughput.unwrap();
    assert_eq!((rates.read_capacity_units, rates.write_capacity_units), (7, 4));
    assert_eq!(create.global_secondary_indexes, None);
    let at = "Resources.G.Properties";
    let expected = [
        format!(
            "line 7: {at}.WriteProvisionedThroughputSettings.WriteCapacityAutoScalingSettings (read as WriteCapacityUnits 4, its MinCapacity)"
        ),
        format!("line 3: {at}.Replicas[0].ReadProvisionedThroughputSettings.ReadCapacityAutoScalingSettings"),
        format!("line 4: {at}.Replicas[0].GlobalSecondaryIndexes[0] (its index is missing)"),
    ];
    assert_eq!(left_out, expected);
}

/// A global table on demand with limits, insights and a key, as the CDK writes it.
const ON_DEMAND: &str = r#""G":{"Type":"AWS::DynamoDB::GlobalTable","Properties":{"TableName":"ggg",$KEY,"BillingMode":"PAY_PER_REQUEST",
"GlobalSecondaryIndexes":[{"IndexName":"one","KeySchema":[{"AttributeName":"k","KeyType":"HASH"}],"Projection":{"ProjectionType":"ALL"},
"WriteOnDemandThroughputSettings":{"MaxWriteRequestUnits":6}}],
"Replicas":[{"Region":{"Ref":"AWS::Region"},"ReadOnDemandThroughputSettings":{"MaxReadRequestUnits":"100"},
"ContributorInsightsSpecification":{"Enabled":true},"SSESpecification":{"KMSMasterKeyId":"alias/mine"},
"GlobalSecondaryIndexes":[{"IndexName":"one","ReadOnDemandThroughputSettings":{"MaxReadRequestUnits":5},
"ContributorInsightsSpecification":{"Enabled":true,"Mode":"THROTTLED_KEYS"}}]}],"SSESpecification":{"SSEEnabled":true,"SSEType":"KMS"},
"WriteOnDemandThroughputSettings":{"MaxWriteRequestUnits":10}}}"#;

#[test]
fn a_global_table_is_read_with_its_limits_and_the_insights_of_its_indexes() {
    let (tables, left_out) = template(ON_DEMAND);
    assert_eq!(left_out, [""; 0]);
    let request = request(&tables[0]);
    for part in [
        r#""},"OnDemandThroughput":{"MaxReadRequestUnits":100,"MaxWriteRequestUnits":10}"#,
        r#""Projection":{"ProjectionType":"ALL"},"OnDemandThroughput":{"MaxReadRequestUnits":5,"MaxWriteRequestUnits":6}}"#,
        r#""SSESpecification":{"Enabled":true,"SSEType":"KMS","KMSMasterKeyId":"alias/mine"}"#,
    ] {
        assert!(request.contains(part), "{part}: {request}");
    }
    let insights = &tables[0].insights;
    let indexes: Vec<_> = insights.iter().map(|it| it.index.as_deref()).collect();
    assert_eq!(indexes, [None, Some("one")]);
    assert!(insights[1].mode.is_some());
}

#[test]
fn limits_of_a_provisioned_global_table_are_named() {
    let text = ON_DEMAND.replace("PAY_PER_REQUEST", "PROVISIONED");
    let (tables, left_out) = template(&text);
    assert_eq!(tables[0].create.on_demand_throughput, None);
    let at = "Resources.G.Properties";
    let expected = [
        format!("line 8: {at}.WriteOnDemandThroughputSettings"),
        format!("line 4: {at}.Replicas[0].ReadOnDemandThroughputSettings"),
        format!("line 3: {at}.GlobalSecondaryIndexes[0].WriteOnDemandThroughputSettings"),
        format!("line 6: {at}.Replicas[0].GlobalSecondaryIndexes[0].ReadOnDemandThroughputSettings"),
    ];
    assert_eq!(left_out, expected);
}

#[test]
fn an_index_of_a_replica_is_read_once() {
    let index = r#"{"IndexName":"one","KeySchema":[{"AttributeName":"k","KeyType":"HASH"}],"Projection":{"ProjectionType":"ALL"}}"#;
    let start = r#"[{"IndexName":"one","KeySchema""#;
    let text = ON_DEMAND.replacen(start, &start.replace('[', &format!("[{index},")), 1);
    let (tables, _) = template(&text);
    let indexes = tables[0].create.global_secondary_indexes.as_deref().unwrap();
    let limits = |index: &hashrange_wire::GlobalSecondaryIndex| {
        let limits = index.on_demand_throughput;
        limits.and_then(|limits| limits.max_read_request_units)
    };
    assert_eq!(indexes.iter().map(limits).collect::<Vec<_>>(), [Some(5), None]);
}
