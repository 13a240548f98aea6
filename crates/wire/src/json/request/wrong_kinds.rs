//! Replaces every value of every request by values of other kinds. All such requests are refused. A body is checked for
//! kinds only after reading it failed, so reading must fail for each of them.

use serde_json::{Value, json};

use super::*;

/// Valid bodies, with as many compatible members as possible.
fn bodies() -> Vec<(Operation, Value)> {
    [
        single_items(),
        reads(),
        batches(),
        transactions(),
        tables(),
        settings(),
        statements(),
        scaling(),
        backups(),
        streams(),
        lists_and_vectors(),
    ]
    .concat()
}

fn value() -> Value {
    json!({"M": {"k": {"L": [{"S": "a"}, {"N": "1"}, {"B": "AA=="}, {"BOOL": true}, {"NULL": true}, {"SS": ["a"]},
        {"NS": ["1"]}, {"BS": ["AA=="]}]}}})
}

fn key() -> Value {
    json!({"pk": {"S": "a"}})
}

fn condition() -> Value {
    json!({"AttributeValueList": [{"S": "a"}], "ComparisonOperator": "EQ"})
}

/// Merges the members of all bodies into one.
fn with(bodies: &[Value]) -> Value {
    let members = bodies.iter().filter_map(Value::as_object).flatten();
    Value::Object(members.map(|(name, value)| (name.clone(), value.clone())).collect())
}

fn placeholders() -> Value {
    json!({"ExpressionAttributeNames": {"#a": "a"}, "ExpressionAttributeValues": {":a": value()}})
}

fn guard() -> Value {
    with(&[
        placeholders(),
        json!({"ConditionExpression": "a", "ReturnValuesOnConditionCheckFailure": "NONE"}),
    ])
}

fn report() -> Value {
    json!({"ReturnConsumedCapacity": "NONE", "ReturnItemCollectionMetrics": "NONE"})
}

fn named() -> Value {
    json!({"TableName": "abc"})
}

fn single_items() -> Vec<(Operation, Value)> {
    let legacy = json!({"Expected": {"a": condition(), "b": {"Exists": true, "Value": {"S": "a"}}},
        "ConditionalOperator": "AND", "ReturnValues": "NONE"});
    let item = json!({"TableName": "abc", "Item": {"pk": value()}});
    let by_key = json!({"TableName": "abc", "Key": key()});
    let updates = json!({"AttributeUpdates": {"a": {"Action": "PUT", "Value": value()}}});
    let projection = json!({"ConsistentRead": true, "ReturnConsumedCapacity": "NONE", "ProjectionExpression": "a",
        "ExpressionAttributeNames": {"#a": "a"}});
    vec![
        (Operation::PutItem, with(&[item.clone(), guard(), report()])),
        (Operation::PutItem, with(&[item, legacy.clone()])),
        (
            Operation::UpdateItem,
            with(&[
                by_key.clone(),
                guard(),
                report(),
                json!({"UpdateExpression": "a", "ReturnValues": "ALL_NEW"}),
            ]),
        ),
        (Operation::UpdateItem, with(&[by_key.clone(), updates, legacy.clone()])),
        (Operation::DeleteItem, with(&[by_key.clone(), guard(), report()])),
        (Operation::DeleteItem, with(&[by_key.clone(), legacy])),
        (Operation::GetItem, with(&[by_key.clone(), projection])),
        (Operation::GetItem, with(&[by_key, json!({"AttributesToGet": ["a"]})])),
    ]
}

fn reads() -> Vec<(Operation, Value)> {
    let both = json!({"TableName": "abc", "IndexName": "abc", "Select": "SPECIFIC_ATTRIBUTES", "Limit": 1,
        "ConsistentRead": true, "ExclusiveStartKey": key(), "FilterExpression": "a", "ProjectionExpression": "a",
        "ReturnConsumedCapacity": "NONE"});
    let legacy = json!({"TableName": "abc", "ConditionalOperator": "AND", "AttributesToGet": ["a"]});
    let filter = json!({"a": condition(), "b": condition()});
    let query = json!({"ScanIndexForward": true, "KeyConditionExpression": "a"});
    let scan = json!({"Segment": 0, "TotalSegments": 1});
    vec![
        (Operation::Query, with(&[both.clone(), placeholders(), query])),
        (
            Operation::Query,
            with(&[
                legacy.clone(),
                json!({"KeyConditions": {"a": condition()}, "QueryFilter": filter}),
            ]),
        ),
        (Operation::Scan, with(&[both, placeholders(), scan])),
        (Operation::Scan, with(&[legacy, json!({"ScanFilter": filter})])),
    ]
}

fn batches() -> Vec<(Operation, Value)> {
    let keys = json!({"Keys": [key()], "ConsistentRead": true, "ProjectionExpression": "a",
        "ExpressionAttributeNames": {"#a": "a"}});
    let writes = json!([{"PutRequest": {"Item": key()}}, {"DeleteRequest": {"Key": {"pk": {"S": "b"}}}}]);
    vec![
        (
            Operation::BatchGetItem,
            json!({"RequestItems": {"abc": keys}, "ReturnConsumedCapacity": "NONE"}),
        ),
        (
            Operation::BatchGetItem,
            json!({"RequestItems": {"abc": {"Keys": [key()], "AttributesToGet": ["a"]}}}),
        ),
        (
            Operation::BatchWriteItem,
            with(&[json!({"RequestItems": {"abc": writes}}), report()]),
        ),
    ]
}

fn transactions() -> Vec<(Operation, Value)> {
    let by_key = with(&[json!({"TableName": "abc", "Key": key()}), guard()]);
    let put = with(&[json!({"TableName": "abc", "Item": key()}), guard()]);
    let update = with(&[by_key.clone(), json!({"UpdateExpression": "a"})]);
    let get = json!({"TableName": "abc", "Key": key(), "ProjectionExpression": "a",
        "ExpressionAttributeNames": {"#a": "a"}});
    let writes = json!([{"Put": put}, {"Update": update}, {"Delete": by_key}, {"ConditionCheck": by_key}]);
    vec![
        (
            Operation::TransactGetItems,
            json!({"TransactItems": [{"Get": get}], "ReturnConsumedCapacity": "NONE"}),
        ),
        (
            Operation::TransactWriteItems,
            with(&[json!({"TransactItems": writes, "ClientRequestToken": "abc"}), report()]),
        ),
    ]
}

fn tables() -> Vec<(Operation, Value)> {
    let schema = json!([{"AttributeName": "pk", "KeyType": "HASH"}]);
    let local = json!({"IndexName": "abc", "KeySchema": schema,
        "Projection": {"ProjectionType": "INCLUDE", "NonKeyAttributes": ["x"]}});
    let rates = json!({"ProvisionedThroughput": {"ReadCapacityUnits": 1, "WriteCapacityUnits": 1},
        "OnDemandThroughput": {"MaxReadRequestUnits": 1, "MaxWriteRequestUnits": 1},
        "WarmThroughput": {"ReadUnitsPerSecond": 1, "WriteUnitsPerSecond": 1}});
    let settings = json!({"TableName": "abc", "AttributeDefinitions": [{"AttributeName": "pk", "AttributeType": "S"}],
        "BillingMode": "PROVISIONED", "StreamSpecification": {"StreamEnabled": true, "StreamViewType": "KEYS_ONLY"},
        "SSESpecification": {"Enabled": true, "SSEType": "KMS", "KMSMasterKeyId": "a"}, "TableClass": "STANDARD",
        "DeletionProtectionEnabled": true});
    let global = with(&[local.clone(), rates.clone()]);
    let created = json!({"KeySchema": schema, "LocalSecondaryIndexes": [local], "GlobalSecondaryIndexes": [global],
        "Tags": [{"Key": "a", "Value": "b"}]});
    let changed = with(&[json!({"IndexName": "abd"}), rates.clone()]);
    let changes = json!({"GlobalSecondaryIndexUpdates": [{"Create": global}, {"Update": changed},
        {"Delete": {"IndexName": "abe"}}]});
    vec![
        (
            Operation::CreateTable,
            with(&[settings.clone(), rates.clone(), created]),
        ),
        (Operation::UpdateTable, with(&[settings, rates, changes])),
        (Operation::DeleteTable, named()),
        (Operation::DescribeTable, named()),
        (
            Operation::ListTables,
            json!({"ExclusiveStartTableName": "abc", "Limit": 1}),
        ),
    ]
}

/// A policy in the stored form.
const POLICY: &str = r#"{"Version":"2012-10-17","Statement":[{"Effect":"Deny","Principal":"*","Action":"dynamodb:Scan","Resource":"*"}]}"#;

fn settings() -> Vec<(Operation, Value)> {
    let arn = json!({"ResourceArn": "arn:aws:dynamodb:us-east-1:000000000000:table/abc"});
    let insights = json!({"TableName": "abc", "IndexName": "abc"});
    let change = json!({"ContributorInsightsAction": "ENABLE", "ContributorInsightsMode": "THROTTLED_KEYS"});
    let recovery = json!({"PointInTimeRecoverySpecification": {"PointInTimeRecoveryEnabled": true,
        "RecoveryPeriodInDays": 1}});
    let time_to_live = json!({"TimeToLiveSpecification": {"Enabled": true, "AttributeName": "a"}});
    vec![
        (Operation::UpdateTimeToLive, with(&[named(), time_to_live])),
        (Operation::DescribeTimeToLive, named()),
        (
            Operation::TagResource,
            with(&[arn.clone(), json!({"Tags": [{"Key": "a", "Value": "b"}]})]),
        ),
        (
            Operation::UntagResource,
            with(&[arn.clone(), json!({"TagKeys": ["a"]})]),
        ),
        (
            Operation::ListTagsOfResource,
            with(&[arn.clone(), json!({"NextToken": "a"})]),
        ),
        (
            Operation::PutResourcePolicy,
            with(&[
                arn.clone(),
                json!({"ExpectedRevisionId": "1",
            "ConfirmRemoveSelfResourceAccess": true, "Policy": POLICY}),
            ]),
        ),
        (
            Operation::DeleteResourcePolicy,
            with(&[arn.clone(), json!({"ExpectedRevisionId": "1"})]),
        ),
        (Operation::GetResourcePolicy, arn),
        (Operation::UpdateContributorInsights, with(&[insights.clone(), change])),
        (Operation::DescribeContributorInsights, insights),
        (
            Operation::ListContributorInsights,
            with(&[named(), json!({"NextToken": "a", "MaxResults": 1})]),
        ),
        (Operation::UpdateContinuousBackups, with(&[named(), recovery])),
        (Operation::DescribeContinuousBackups, named()),
        (
            Operation::ListBackups,
            with(&[named(), json!({"Limit": 1, "BackupType": "ALL"})]),
        ),
        (Operation::DescribeKinesisStreamingDestination, named()),
    ]
}

fn scaling() -> Vec<(Operation, Value)> {
    let resource = json!({"ServiceNamespace": "dynamodb", "ResourceId": "table/abc",
        "ScalableDimension": "dynamodb:table:ReadCapacityUnits"});
    let metric = json!({"PredefinedMetricType": "DynamoDBReadCapacityUtilization"});
    let tracking = json!({"PredefinedMetricSpecification": metric, "ScaleOutCooldown": 1, "ScaleInCooldown": 1,
        "DisableScaleIn": true});
    let policy = json!({"PolicyName": "a", "PolicyType": "TargetTrackingScaling"});
    let page = json!({"MaxResults": 1, "NextToken": "a"});
    let tracked = with(&[tracking, json!({"TargetValue": 70})]);
    let put = with(&[
        resource.clone(),
        policy,
        json!({"TargetTrackingScalingPolicyConfiguration": tracked}),
    ]);
    let list = json!({"ServiceNamespace": "dynamodb", "ResourceIds": ["a"]});
    vec![
        (
            Operation::RegisterScalableTarget,
            with(&[resource.clone(), json!({"MinCapacity": 1, "MaxCapacity": 2})]),
        ),
        (Operation::DeregisterScalableTarget, resource.clone()),
        (Operation::PutScalingPolicy, put),
        (
            Operation::DeleteScalingPolicy,
            with(&[resource.clone(), json!({"PolicyName": "a"})]),
        ),
        (Operation::DescribeScalableTargets, with(&[list, page.clone()])),
        (
            Operation::DescribeScalingPolicies,
            with(&[resource.clone(), page.clone(), json!({"PolicyNames": ["a"]})]),
        ),
        (Operation::DescribeScalingActivities, with(&[resource, page])),
    ]
}

fn backups() -> Vec<(Operation, Value)> {
    let backup =
        json!({"BackupArn": "arn:aws:dynamodb:us-east-1:000000000000:table/abc/backup/01548148148148-a1b2c3d4"});
    let target = json!({"TargetTableName": "abd"});
    let moment = json!({"SourceTableName": "abc", "UseLatestRestorableTime": true, "RestoreDateTime": 1.5});
    vec![
        (Operation::CreateBackup, with(&[named(), json!({"BackupName": "abc"})])),
        (Operation::DescribeBackup, backup.clone()),
        (Operation::DeleteBackup, backup.clone()),
        (Operation::RestoreTableFromBackup, with(&[backup, target.clone()])),
        (Operation::RestoreTableToPointInTime, with(&[moment, target])),
    ]
}

fn streams() -> Vec<(Operation, Value)> {
    let stream =
        json!({"StreamArn": "arn:aws:dynamodb:us-east-1:000000000000:table/abc/stream/2015-05-11T21:21:33.291"});
    let shard = json!({"ShardId": "shardId-00000001414576573621-f55eea83"});
    let begin = json!({"ShardIteratorType": "AT_SEQUENCE_NUMBER", "SequenceNumber": "111111111111111111111"});
    let page = json!({"Limit": 1, "ExclusiveStartShardId": "shardId-00000001414576573621-f55eea83"});
    vec![
        (Operation::ListStreams, with(&[named(), json!({"Limit": 1})])),
        (Operation::DescribeStream, with(&[stream.clone(), page])),
        (Operation::GetShardIterator, with(&[stream, shard, begin])),
        (Operation::GetRecords, json!({"ShardIterator": "a", "Limit": 1})),
    ]
}

fn lists_and_vectors() -> Vec<(Operation, Value)> {
    let nearest = json!({"IndexName": "abc", "SearchVector": [{"N": "1"}], "TopK": 1, "ProjectionExpression": "a"});
    vec![
        (Operation::ListExports, json!({"MaxResults": 1, "NextToken": "a"})),
        (Operation::ListImports, json!({"PageSize": 1, "NextToken": "a"})),
        (
            Operation::ListBulkOperations,
            json!({"MaxResults": 1, "NextToken": "a"}),
        ),
        (
            Operation::SearchVectors,
            with(&[
                named(),
                nearest,
                placeholders(),
                json!({"ReturnConsumedCapacity": "NONE"}),
            ]),
        ),
    ]
}

fn statements() -> Vec<(Operation, Value)> {
    let statement = json!({"Statement": "a", "Parameters": [value()], "ReturnValuesOnConditionCheckFailure": "NONE"});
    let read = with(&[statement.clone(), json!({"ConsistentRead": true})]);
    let paged = json!({"NextToken": "a", "ReturnConsumedCapacity": "NONE", "Limit": 1});
    let transaction = json!({"TransactStatements": [statement], "ClientRequestToken": "a"});
    vec![
        (Operation::ExecuteStatement, with(&[read.clone(), paged])),
        (
            Operation::BatchExecuteStatement,
            json!({"Statements": [read], "ReturnConsumedCapacity": "NONE"}),
        ),
        (Operation::ExecuteTransaction, transaction),
    ]
}

/// The positions of all values in a body.
fn pointers(value: &Value, at: &str, found: &mut Vec<String>) {
    let children: Vec<(String, &Value)> = match value {
        Value::Object(members) => members
            .iter()
            .map(|(name, value)| (name.replace('/', "~1"), value))
            .collect(),
        Value::Array(elements) => elements
            .iter()
            .enumerate()
            .map(|(index, value)| (index.to_string(), value))
            .collect(),
        _ => Vec::new(),
    };
    for (name, child) in children {
        let pointer = format!("{at}/{name}");
        pointers(child, &pointer, found);
        found.push(pointer);
    }
}

#[test]
fn every_operation_with_members_has_a_body() {
    let bodies = bodies();
    let missing: Vec<Operation> = Operation::ALL
        .iter()
        .copied()
        .filter(|operation| bodies.iter().all(|(known, _)| known != operation))
        .collect();
    let without_members = [
        Operation::DescribeLimits,
        Operation::DescribeEndpoints,
        Operation::ListGlobalTables,
    ];
    assert_eq!(missing, without_members);
}

#[test]
fn no_value_of_another_kind_is_read() {
    let others = json!([7, 1.5, -1e300, "a", true, [], [7], ["a"], [null], [[]], [{}], {}, {"a": 7}, {"a": "a"},
        {"a": []}, {"a": {}}, {"S": 7}]);
    let others = others.as_array().expect("a list");
    let mut tried = 0;
    for (operation, body) in bodies() {
        let text = body.to_string();
        assert!(
            !matches!(decode(operation, text.as_bytes()), Err(Rejection::Serialization(_))),
            "{operation:?} is of the right kinds: {text}"
        );
        let mut places = Vec::new();
        pointers(&body, "", &mut places);
        for place in places {
            for other in others {
                let mut changed = body.clone();
                *changed.pointer_mut(&place).expect("a place of the body") = other.clone();
                let text = changed.to_string();
                let tape = Tape::parse_bytes(text.as_bytes()).expect("JSON");
                let wrong =
                    constraint::check_types(&Request::shape(Reader::of(operation)).structure, tape.root()).is_err();
                let refused = matches!(decode(operation, text.as_bytes()), Err(Rejection::Serialization(_)));
                assert!(refused || !wrong, "{operation:?} {place} = {other} is read");
                tried += usize::from(wrong);
            }
        }
    }
    assert!(tried > 3000, "{tried} values of other kinds");
}
