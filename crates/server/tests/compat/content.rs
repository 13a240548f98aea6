//! The content of the stored files: requests of every kind that change something, and the requests afterwards.
//!
//! The files of earlier formats were written from these lists. A change of `CHANGES` affects future formats only.
//! `ASKED` must not change. Must not know where files are.

use hashrange_endpoint::Settings;
use hashrange_time::{Duration, Timestamp};
use hashrange_workload::{Action, KeyChoice, LoadPlan, Mix, Rate, Sizes, Target};
use serde_json::Value;

fn started() -> Timestamp {
    Timestamp::from_seconds(1_750_000_000)
}

pub(crate) fn settings() -> Settings {
    Settings {
        seed: 5,
        start: started(),
        ..Settings::of_preset("instant").expect("a preset")
    }
}

/// Requests that change something, and one that is refused.
pub(crate) const CHANGES: [(&str, &str); 20] = [
    (
        "CreateTable",
        r#"{"TableName":"Orders","BillingMode":"PAY_PER_REQUEST","AttributeDefinitions":[
        {"AttributeName":"Customer","AttributeType":"S"},{"AttributeName":"Number","AttributeType":"N"},
        {"AttributeName":"Status","AttributeType":"S"},{"AttributeName":"Placed","AttributeType":"N"}],
        "KeySchema":[{"AttributeName":"Customer","KeyType":"HASH"},{"AttributeName":"Number","KeyType":"RANGE"}],
        "LocalSecondaryIndexes":[{"IndexName":"ByPlaced","KeySchema":[{"AttributeName":"Customer","KeyType":"HASH"},
        {"AttributeName":"Placed","KeyType":"RANGE"}],"Projection":{"ProjectionType":"KEYS_ONLY"}}],
        "GlobalSecondaryIndexes":[{"IndexName":"ByStatus","KeySchema":[{"AttributeName":"Status","KeyType":"HASH"}],
        "Projection":{"ProjectionType":"INCLUDE","NonKeyAttributes":["Total"]}}],
        "StreamSpecification":{"StreamEnabled":true,"StreamViewType":"NEW_AND_OLD_IMAGES"}}"#,
    ),
    (
        "CreateTable",
        r#"{"TableName":"Plain","AttributeDefinitions":[{"AttributeName":"Id","AttributeType":"S"}],
        "KeySchema":[{"AttributeName":"Id","KeyType":"HASH"}],
        "ProvisionedThroughput":{"ReadCapacityUnits":5,"WriteCapacityUnits":5}}"#,
    ),
    (
        "PutItem",
        r#"{"TableName":"Orders","Item":{"Customer":{"S":"ana"},"Number":{"N":"1"},"Status":{"S":"open"},
        "Placed":{"N":"20"},"Total":{"N":"12345678901234567890.12345678901234567"},"Note":{"S":"ñ 🦀"},
        "Blob":{"B":"AAEC/w=="},"Set":{"SS":["b","a"]},"Ns":{"NS":["2","1.5"]},"Bs":{"BS":["AQ==","Ag=="]},
        "Deep":{"M":{"list":{"L":[{"NULL":true},{"BOOL":false},{"M":{}}]}}}}}"#,
    ),
    (
        "PutItem",
        r#"{"TableName":"Orders","Item":{"Customer":{"S":"ana"},"Number":{"N":"2"},"Status":{"S":"sent"}}}"#,
    ),
    (
        "UpdateItem",
        r#"{"TableName":"Orders","Key":{"Customer":{"S":"ana"},"Number":{"N":"2"}},
        "UpdateExpression":"SET #t = if_not_exists(#t, :z) + :i, Tags = :l REMOVE Gone ADD Hits :i",
        "ExpressionAttributeNames":{"\u0023t":"Total"},
        "ExpressionAttributeValues":{":z":{"N":"0.1"},":i":{"N":"1"},":l":{"L":[{"S":"x"}]}}}"#,
    ),
    (
        "UpdateItem",
        r#"{"TableName":"Orders","Key":{"Customer":{"S":"ben"},"Number":{"N":"1"}},
        "AttributeUpdates":{"Status":{"Action":"PUT","Value":{"S":"open"}}}}"#,
    ),
    (
        "BatchWriteItem",
        r#"{"RequestItems":{"Plain":[{"PutRequest":{"Item":{"Id":{"S":"a"},"Expires":{"N":"4000000000"}}}},
        {"PutRequest":{"Item":{"Id":{"S":"b"}}}},{"PutRequest":{"Item":{"Id":{"S":"c"}}}}]}}"#,
    ),
    ("DeleteItem", r#"{"TableName":"Plain","Key":{"Id":{"S":"c"}}}"#),
    (
        "TransactWriteItems",
        r#"{"ClientRequestToken":"once","TransactItems":[
        {"Put":{"TableName":"Plain","Item":{"Id":{"S":"t"},"n":{"N":"1"}}}},
        {"Update":{"TableName":"Orders","Key":{"Customer":{"S":"ana"},"Number":{"N":"1"}},
        "UpdateExpression":"SET Paid = :y","ExpressionAttributeValues":{":y":{"BOOL":true}}}},
        {"ConditionCheck":{"TableName":"Plain","Key":{"Id":{"S":"b"}},"ConditionExpression":"attribute_exists(Id)"}}]}"#,
    ),
    (
        "PutItem",
        r#"{"TableName":"Plain","Item":{"Id":{"S":"b"}},"ConditionExpression":"attribute_not_exists(Id)"}"#,
    ),
    (
        "ExecuteStatement",
        r#"{"Statement":"INSERT INTO Plain VALUE {'Id': 'sql', 'list': [1, 'two', true]}"}"#,
    ),
    (
        "ExecuteStatement",
        r#"{"Statement":"UPDATE Plain SET n = n + 41 WHERE Id = 't'"}"#,
    ),
    (
        "BatchExecuteStatement",
        r#"{"Statements":[{"Statement":"INSERT INTO Plain VALUE {'Id': 'batch'}"}]}"#,
    ),
    (
        "ExecuteTransaction",
        r#"{"TransactStatements":[{"Statement":"INSERT INTO Plain VALUE {'Id': 'all'}"}]}"#,
    ),
    (
        "UpdateTimeToLive",
        r#"{"TableName":"Plain","TimeToLiveSpecification":{"Enabled":true,"AttributeName":"Expires"}}"#,
    ),
    (
        "UpdateTable",
        r#"{"TableName":"Plain","AttributeDefinitions":[{"AttributeName":"Id","AttributeType":"S"},
        {"AttributeName":"n","AttributeType":"N"}],"GlobalSecondaryIndexUpdates":[{"Create":{"IndexName":"ByN",
        "KeySchema":[{"AttributeName":"n","KeyType":"HASH"}],"Projection":{"ProjectionType":"ALL"},
        "ProvisionedThroughput":{"ReadCapacityUnits":5,"WriteCapacityUnits":5}}}]}"#,
    ),
    (
        "TagResource",
        r#"{"ResourceArn":"arn:aws:dynamodb:us-hashrange-1:000000000000:table/Plain","Tags":[{"Key":"k","Value":"v"}]}"#,
    ),
    ("CreateBackup", r#"{"TableName":"Plain","BackupName":"before"}"#),
    (
        "UpdateContinuousBackups",
        r#"{"TableName":"Orders","PointInTimeRecoverySpecification":{"PointInTimeRecoveryEnabled":true}}"#,
    ),
    ("DeleteItem", r#"{"TableName":"Nowhere","Key":{"Id":{"S":"c"}}}"#),
];

/// Requests that a workspace did and undid.
pub(crate) const BESIDE: [(&str, &str); 2] = [
    ("PutItem", r#"{"TableName":"Plain","Item":{"Id":{"S":"stays"}}}"#),
    ("PutItem", r#"{"TableName":"Plain","Item":{"Id":{"S":"undone"}}}"#),
];

/// The requests to a restored service.
pub(crate) const ASKED: [(&str, &str); 10] = [
    ("ListTables", "{}"),
    ("Scan", r#"{"TableName":"Orders","ConsistentRead":true}"#),
    ("Scan", r#"{"TableName":"Plain","ConsistentRead":true}"#),
    ("Scan", r#"{"TableName":"Orders","IndexName":"ByPlaced"}"#),
    ("Scan", r#"{"TableName":"Orders","IndexName":"ByStatus"}"#),
    ("Scan", r#"{"TableName":"Plain","IndexName":"ByN"}"#),
    ("DescribeTimeToLive", r#"{"TableName":"Plain"}"#),
    ("DescribeContinuousBackups", r#"{"TableName":"Plain"}"#),
    (
        "ListTagsOfResource",
        r#"{"ResourceArn":"arn:aws:dynamodb:us-hashrange-1:000000000000:table/Plain"}"#,
    ),
    ("ListBackups", "{}"),
];

/// A load of a few requests a second.
pub(crate) fn plan(from: Timestamp) -> LoadPlan {
    LoadPlan {
        target: Target::strings("Plain", "Id", None),
        rate: Rate::steady(10),
        from,
        span: Duration::from_seconds(60),
        keys: KeyChoice::Uniform { values: 8 },
        sorts: KeyChoice::Monotonic,
        sizes: Sizes { least: 10, most: 60 },
        mix: Mix(vec![(Action::Put, 3), (Action::Get, 1)]),
        suffixes: None,
        consistent: false,
        retries: None,
    }
}

/// A response as text, with lists of items in a fixed order, because the order of a Scan is a model and can change.
pub(crate) fn sorted(mut answer: Value) -> String {
    if let Some(Value::Array(items)) = answer.get_mut("Items") {
        items.sort_by_cached_key(Value::to_string);
    }
    answer.to_string()
}
