//! Bodies of requests, for every operation: read, written, read again, and sent to an engine with a table.

use std::sync::OnceLock;

use hashrange_endpoint::{Front, ignore_steps};
use hashrange_engine::{Engine, EngineOptions, Physics};
use hashrange_time::{Duration, Timestamp};
use hashrange_wire::{Operation, check, decode, encode_request};

/// The first line names the operation, and the rest is the body. An unknown name selects an operation by its first
/// byte.
pub fn request(data: &[u8]) {
    let mut parts = data.splitn(2, |byte| *byte == b'\n');
    let (Some(line), Some(body)) = (parts.next(), parts.next()) else {
        return;
    };
    let named = std::str::from_utf8(line).ok().and_then(Operation::from_name);
    let chosen = line
        .first()
        .and_then(|byte| Operation::ALL.get(usize::from(*byte) % Operation::ALL.len()).copied());
    let Some(operation) = named.or(chosen) else { return };
    if let Ok(request) = decode(operation, body) {
        // Must end, whether the request is valid or not.
        let _ = check(&request);
        let written = encode_request(&request);
        assert_eq!(
            decode(operation, written.as_bytes()).as_ref(),
            Ok(&request),
            "{written}"
        );
    }
    let mut engine = prepared().clone();
    let answer = Front {
        dax: None,
        engine: &mut engine,
        on_step: &mut ignore_steps,
    }
    .dispatch(Timestamp::from_seconds(60), &target(operation), body)
    .answer;
    assert!(
        answer.status == 200 || answer.status == 400 || answer.status == 500,
        "{}",
        answer.body
    );
    engine.advance(
        Timestamp::from_seconds(60) + Duration::from_minutes(20),
        hashrange_engine::Budget { steps: 1_000 },
    );
}

fn target(operation: Operation) -> String {
    format!("DynamoDB_20120810.{}", operation.name())
}

/// An engine with the table Tab: every kind of index, ten items, a backup, and point-in-time recovery.
fn prepared() -> &'static Engine {
    static ENGINE: OnceLock<Engine> = OnceLock::new();
    ENGINE.get_or_init(|| {
        let mut engine = Engine::new(EngineOptions { physics: Physics::classroom(), ..EngineOptions::default() });
        let mut send = |seconds, operation: &str, body: &str| {
            let target = format!("DynamoDB_20120810.{operation}");
            let answer = Front { dax: None, engine: &mut engine, on_step: &mut ignore_steps }.dispatch(Timestamp::from_seconds(seconds), &target, body.as_bytes()).answer;
            assert_eq!(answer.status, 200, "{}", answer.body);
        };
        send(0, "CreateTable", TABLE);
        for number in 0..10 {
            let item = format!(
                r#"{{"p":{{"S":"p{}"}},"s":{{"N":"{number}"}},"a":{{"S":"a"}},"b":{{"N":"{number}"}},"l":{{"L":[{{"N":"1"}}]}},"m":{{"M":{{"k":{{"S":"x"}}}}}},"t":{{"SS":["x"]}},"v":{{"L":[{{"N":"1"}},{{"N":"{number}"}}]}}}}"#,
                number % 2
            );
            send(30, "PutItem", &format!(r#"{{"TableName":"Tab","Item":{item}}}"#));
        }
        send(40, "UpdateContinuousBackups", r#"{"TableName":"Tab","PointInTimeRecoverySpecification":{"PointInTimeRecoveryEnabled":true}}"#);
        send(40, "CreateBackup", r#"{"TableName":"Tab","BackupName":"made"}"#);
        engine
    })
}

const TABLE: &str = r#"{"TableName":"Tab","BillingMode":"PAY_PER_REQUEST",
    "AttributeDefinitions":[{"AttributeName":"p","AttributeType":"S"},{"AttributeName":"s","AttributeType":"N"},{"AttributeName":"a","AttributeType":"S"},{"AttributeName":"b","AttributeType":"N"}],
    "KeySchema":[{"AttributeName":"p","KeyType":"HASH"},{"AttributeName":"s","KeyType":"RANGE"}],
    "LocalSecondaryIndexes":[{"IndexName":"LLL","KeySchema":[{"AttributeName":"p","KeyType":"HASH"},{"AttributeName":"b","KeyType":"RANGE"}],"Projection":{"ProjectionType":"KEYS_ONLY"}}],
    "GlobalSecondaryIndexes":[{"IndexName":"GGG","KeySchema":[{"AttributeName":"a","KeyType":"HASH"},{"AttributeName":"b","KeyType":"RANGE"}],"Projection":{"ProjectionType":"ALL"}}],
    "VectorIndexes":[{"IndexName":"VVV","VectorAttribute":{"AttributeName":"v"},"Dimensions":2,"DistanceFunction":"COSINE","Projection":{"ProjectionType":"ALL"},"SearchSchema":[{"AttributeName":"a","SearchSchemaElementType":"HASH"}]}]}"#;

#[cfg(test)]
mod tests {
    use super::*;

    /// A backup's name depends on its table and time. An input with another name would only be refused.
    #[test]
    fn the_inputs_about_a_backup_name_the_prepared_one() {
        let body = include_str!("../corpus/request/DescribeBackup-1")
            .split_once('\n')
            .expect("an operation and a body")
            .1;
        let mut engine = prepared().clone();
        let answer = Front {
            dax: None,
            engine: &mut engine,
            on_step: &mut ignore_steps,
        }
        .dispatch(
            Timestamp::from_seconds(60),
            "DynamoDB_20120810.DescribeBackup",
            body.as_bytes(),
        )
        .answer;
        assert_eq!(answer.status, 200, "{}", answer.body);
    }
}
