//! Every value of every request, replaced by values of other kinds: none gets by. A body is looked at for kinds only when
//! reading it failed, so reading must fail for each of them.

use serde_json::{Value, json};

use super::*;

/// Bodies that are read without complaint, with as many members as fit together.
fn bodies() -> Vec<(Operation, Value)> {
    use Operation::*;
    let value = json!({"M": {"k": {"L": [{"S": "a"}, {"N": "1"}, {"B": "AA=="}, {"BOOL": true}, {"NULL": true}, {"SS": ["a"]}, {"NS": ["1"]}, {"BS": ["AA=="]}]}}});
    let key = json!({"pk": {"S": "a"}});
    let names = json!({"#a": "a"});
    let values = json!({":a": value});
    let condition = json!({"AttributeValueList": [{"S": "a"}], "ComparisonOperator": "EQ"});
    let schema = json!([{"AttributeName": "pk", "KeyType": "HASH"}]);
    let units = json!({"ReadCapacityUnits": 1, "WriteCapacityUnits": 1});
    let on_demand = json!({"MaxReadRequestUnits": 1, "MaxWriteRequestUnits": 1});
    let warm = json!({"ReadUnitsPerSecond": 1, "WriteUnitsPerSecond": 1});
    let projection = json!({"ProjectionType": "INCLUDE", "NonKeyAttributes": ["x"]});
    let index = json!({"IndexName": "abc", "KeySchema": schema, "Projection": projection, "ProvisionedThroughput": units, "OnDemandThroughput": on_demand, "WarmThroughput": warm});
    let local = json!({"IndexName": "abc", "KeySchema": schema, "Projection": projection});
    let attributes = json!([{"AttributeName": "pk", "AttributeType": "S"}]);
    let stream = json!({"StreamEnabled": true, "StreamViewType": "KEYS_ONLY"});
    let sse = json!({"Enabled": true, "SSEType": "KMS", "KMSMasterKeyId": "a"});
    let arn = "arn:aws:dynamodb:us-east-1:000000000000:table/abc";
    let write = json!({"TableName": "abc", "Item": key, "ConditionExpression": "a", "ExpressionAttributeNames": names, "ExpressionAttributeValues": values, "ReturnValuesOnConditionCheckFailure": "NONE"});
    let by_key = json!({"TableName": "abc", "Key": key, "ConditionExpression": "a", "ExpressionAttributeNames": names, "ExpressionAttributeValues": values, "ReturnValuesOnConditionCheckFailure": "NONE"});
    let mut update = by_key.clone();
    update["UpdateExpression"] = json!("a");
    vec![
        (
            PutItem,
            json!({"TableName": "abc", "Item": {"pk": value}, "ConditionExpression": "a", "ExpressionAttributeNames": names, "ExpressionAttributeValues": values, "ReturnValues": "NONE", "ReturnConsumedCapacity": "NONE", "ReturnItemCollectionMetrics": "NONE", "ReturnValuesOnConditionCheckFailure": "NONE"}),
        ),
        (
            PutItem,
            json!({"TableName": "abc", "Item": key, "Expected": {"a": condition, "b": {"Exists": true, "Value": {"S": "a"}}}, "ConditionalOperator": "AND"}),
        ),
        (
            UpdateItem,
            json!({"TableName": "abc", "Key": key, "AttributeUpdates": {"a": {"Action": "PUT", "Value": value}}, "Expected": {"a": condition, "b": {"Exists": false}}, "ConditionalOperator": "AND", "ReturnValues": "NONE"}),
        ),
        (UpdateItem, update.clone()),
        (DeleteItem, by_key.clone()),
        (
            GetItem,
            json!({"TableName": "abc", "Key": key, "ConsistentRead": true, "ReturnConsumedCapacity": "NONE", "ProjectionExpression": "a", "ExpressionAttributeNames": names}),
        ),
        (GetItem, json!({"TableName": "abc", "Key": key, "AttributesToGet": ["a"]})),
        (
            Query,
            json!({"TableName": "abc", "IndexName": "abc", "Select": "SPECIFIC_ATTRIBUTES", "Limit": 1, "ConsistentRead": true, "ScanIndexForward": true, "ExclusiveStartKey": key, "KeyConditionExpression": "a", "FilterExpression": "a", "ProjectionExpression": "a", "ReturnConsumedCapacity": "NONE", "ExpressionAttributeNames": names, "ExpressionAttributeValues": values}),
        ),
        (
            Query,
            json!({"TableName": "abc", "KeyConditions": {"a": condition}, "QueryFilter": {"a": condition, "b": condition}, "ConditionalOperator": "AND", "AttributesToGet": ["a"]}),
        ),
        (
            Scan,
            json!({"TableName": "abc", "IndexName": "abc", "Select": "SPECIFIC_ATTRIBUTES", "Limit": 1, "ConsistentRead": true, "Segment": 0, "TotalSegments": 1, "ExclusiveStartKey": key, "FilterExpression": "a", "ProjectionExpression": "a", "ReturnConsumedCapacity": "NONE", "ExpressionAttributeNames": names, "ExpressionAttributeValues": values}),
        ),
        (
            Scan,
            json!({"TableName": "abc", "ScanFilter": {"a": condition, "b": condition}, "ConditionalOperator": "AND", "AttributesToGet": ["a"]}),
        ),
        (
            BatchGetItem,
            json!({"RequestItems": {"abc": {"Keys": [key], "ConsistentRead": true, "ProjectionExpression": "a", "ExpressionAttributeNames": names}}, "ReturnConsumedCapacity": "NONE"}),
        ),
        (BatchGetItem, json!({"RequestItems": {"abc": {"Keys": [key], "AttributesToGet": ["a"]}}})),
        (
            BatchWriteItem,
            json!({"RequestItems": {"abc": [{"PutRequest": {"Item": key}}, {"DeleteRequest": {"Key": {"pk": {"S": "b"}}}}]}, "ReturnConsumedCapacity": "NONE", "ReturnItemCollectionMetrics": "NONE"}),
        ),
        (
            TransactGetItems,
            json!({"TransactItems": [{"Get": {"TableName": "abc", "Key": key, "ProjectionExpression": "a", "ExpressionAttributeNames": names}}], "ReturnConsumedCapacity": "NONE"}),
        ),
        (
            TransactWriteItems,
            json!({"TransactItems": [{"Put": write}, {"Update": update}, {"Delete": by_key}, {"ConditionCheck": by_key}], "ClientRequestToken": "abc", "ReturnConsumedCapacity": "NONE", "ReturnItemCollectionMetrics": "NONE"}),
        ),
        (
            CreateTable,
            json!({"TableName": "abc", "AttributeDefinitions": attributes, "KeySchema": schema, "BillingMode": "PROVISIONED", "ProvisionedThroughput": units, "OnDemandThroughput": on_demand, "WarmThroughput": warm, "LocalSecondaryIndexes": [local], "GlobalSecondaryIndexes": [index], "StreamSpecification": stream, "SSESpecification": sse, "Tags": [{"Key": "a", "Value": "b"}], "TableClass": "STANDARD", "DeletionProtectionEnabled": true, "ResourcePolicy": "a"}),
        ),
        (
            UpdateTable,
            json!({"TableName": "abc", "AttributeDefinitions": attributes, "BillingMode": "PROVISIONED", "ProvisionedThroughput": units, "OnDemandThroughput": on_demand, "WarmThroughput": warm, "GlobalSecondaryIndexUpdates": [{"Create": index}, {"Update": {"IndexName": "abd", "ProvisionedThroughput": units, "OnDemandThroughput": on_demand, "WarmThroughput": warm}}, {"Delete": {"IndexName": "abe"}}], "StreamSpecification": stream, "SSESpecification": sse, "TableClass": "STANDARD", "DeletionProtectionEnabled": true}),
        ),
        (DeleteTable, json!({"TableName": "abc"})),
        (DescribeTable, json!({"TableName": "abc"})),
        (ListTables, json!({"ExclusiveStartTableName": "abc", "Limit": 1})),
        (
            UpdateTimeToLive,
            json!({"TableName": "abc", "TimeToLiveSpecification": {"Enabled": true, "AttributeName": "a"}}),
        ),
        (DescribeTimeToLive, json!({"TableName": "abc"})),
        (TagResource, json!({"ResourceArn": arn, "Tags": [{"Key": "a", "Value": "b"}]})),
        (UntagResource, json!({"ResourceArn": arn, "TagKeys": ["a"]})),
        (ListTagsOfResource, json!({"ResourceArn": arn, "NextToken": "a"})),
        (GetResourcePolicy, json!({"ResourceArn": arn})),
        (
            UpdateContributorInsights,
            json!({"TableName": "abc", "IndexName": "abc", "ContributorInsightsAction": "ENABLE", "ContributorInsightsMode": "ACCESSED_AND_THROTTLED_KEYS"}),
        ),
        (DescribeContributorInsights, json!({"TableName": "abc", "IndexName": "abc"})),
        (ListContributorInsights, json!({"TableName": "abc", "NextToken": "a", "MaxResults": 1})),
        (
            UpdateContinuousBackups,
            json!({"TableName": "abc", "PointInTimeRecoverySpecification": {"PointInTimeRecoveryEnabled": true, "RecoveryPeriodInDays": 1}}),
        ),
        (DescribeContinuousBackups, json!({"TableName": "abc"})),
        (ListBackups, json!({"TableName": "abc", "Limit": 1, "BackupType": "ALL"})),
        (DescribeKinesisStreamingDestination, json!({"TableName": "abc"})),
        (
            ExecuteStatement,
            json!({"Statement": "a", "Parameters": [value], "ConsistentRead": true, "NextToken": "a", "ReturnConsumedCapacity": "NONE", "Limit": 1, "ReturnValuesOnConditionCheckFailure": "NONE"}),
        ),
        (
            BatchExecuteStatement,
            json!({"Statements": [{"Statement": "a", "Parameters": [value], "ConsistentRead": true, "ReturnValuesOnConditionCheckFailure": "NONE"}], "ReturnConsumedCapacity": "NONE"}),
        ),
        (
            ExecuteTransaction,
            json!({"TransactStatements": [{"Statement": "a", "Parameters": [value], "ReturnValuesOnConditionCheckFailure": "NONE"}], "ClientRequestToken": "a", "ReturnConsumedCapacity": "NONE"}),
        ),
    ]
}

/// Where every value of a body stands.
fn pointers(value: &Value, at: &str, found: &mut Vec<String>) {
    let children: Vec<(String, &Value)> = match value {
        Value::Object(members) => members.iter().map(|(name, value)| (name.replace('/', "~1"), value)).collect(),
        Value::Array(elements) => elements.iter().enumerate().map(|(index, value)| (index.to_string(), value)).collect(),
        _ => Vec::new(),
    };
    for (name, child) in children {
        let pointer = format!("{at}/{name}");
        pointers(child, &pointer, found);
        found.push(pointer);
    }
}

#[test]
fn no_value_of_another_kind_is_read() {
    let others = [
        json!(7),
        json!(1.5),
        json!(-1e300),
        json!("a"),
        json!(true),
        json!([]),
        json!([7]),
        json!(["a"]),
        json!([null]),
        json!([[]]),
        json!([{}]),
        json!({}),
        json!({"a": 7}),
        json!({"a": "a"}),
        json!({"a": []}),
        json!({"a": {}}),
        json!({"S": 7}),
    ];
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
            for other in &others {
                let mut changed = body.clone();
                *changed.pointer_mut(&place).expect("a place of the body") = other.clone();
                let text = changed.to_string();
                let tape = Tape::parse_bytes(text.as_bytes()).expect("JSON");
                let wrong = constraint::check_types(&constraint::shape_of(operation).structure, tape.root()).is_err();
                let refused = matches!(decode(operation, text.as_bytes()), Err(Rejection::Serialization(_)));
                assert!(refused || !wrong, "{operation:?} {place} = {other} is read");
                tried += usize::from(wrong);
            }
        }
    }
    assert!(tried > 3000, "{tried} values of other kinds");
}
