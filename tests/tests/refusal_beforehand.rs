//! The refusals that a page predicts are the real ones, with the same text, in every state of a table and its index.

use hashrange_engine::{Budget, Engine, EngineOptions, Physics};
use hashrange_time::Duration;
use hashrange_wire::{Checked, Operation};

const TABLE: &str = r#"{"TableName":"Tab",
    "AttributeDefinitions":[{"AttributeName":"a","AttributeType":"S"},{"AttributeName":"g","AttributeType":"S"}],
    "KeySchema":[{"AttributeName":"a","KeyType":"HASH"}],
    "ProvisionedThroughput":{"ReadCapacityUnits":3,"WriteCapacityUnits":4},
    "GlobalSecondaryIndexes":[{"IndexName":"ByG","KeySchema":[{"AttributeName":"g","KeyType":"HASH"}],
        "Projection":{"ProjectionType":"ALL"},
        "ProvisionedThroughput":{"ReadCapacityUnits":3,"WriteCapacityUnits":4}}]}"#;

/// Changes of every kind that a page offers.
const CHANGES: [(Operation, &str); 9] = [
    (
        Operation::UpdateTable,
        r#""ProvisionedThroughput":{"ReadCapacityUnits":3,"WriteCapacityUnits":9}"#,
    ),
    (
        Operation::UpdateTable,
        r#""ProvisionedThroughput":{"ReadCapacityUnits":3,"WriteCapacityUnits":4}"#,
    ),
    (Operation::UpdateTable, r#""BillingMode":"PAY_PER_REQUEST""#),
    (
        Operation::UpdateTable,
        r#""AttributeDefinitions":[{"AttributeName":"a","AttributeType":"S"}],"GlobalSecondaryIndexUpdates":[{"Create":
        {"IndexName":"ByA","KeySchema":[{"AttributeName":"a","KeyType":"HASH"}],"Projection":{"ProjectionType":"ALL"},
        "ProvisionedThroughput":{"ReadCapacityUnits":3,"WriteCapacityUnits":4}}}]"#,
    ),
    (
        Operation::UpdateTable,
        r#""GlobalSecondaryIndexUpdates":[{"Delete":{"IndexName":"ByG"}}]"#,
    ),
    (
        Operation::UpdateTable,
        r#""StreamSpecification":{"StreamEnabled":true,"StreamViewType":"KEYS_ONLY"}"#,
    ),
    (Operation::UpdateTable, r#""DeletionProtectionEnabled":true"#),
    (
        Operation::UpdateTimeToLive,
        r#""TimeToLiveSpecification":{"Enabled":true,"AttributeName":"until"}"#,
    ),
    (Operation::DeleteTable, ""),
];

fn request((operation, members): (Operation, &str)) -> Checked {
    let comma = if members.is_empty() { "" } else { "," };
    Checked::decode(
        operation,
        format!(r#"{{"TableName":"Tab"{comma}{members}}}"#).as_bytes(),
    )
    .expect("a request")
}

#[test]
fn what_is_said_beforehand_is_what_is_answered() {
    let mut engine = Engine::new(EngineOptions {
        physics: Physics::aws(),
        ..EngineOptions::default()
    });
    let now = engine.now();
    let table = Checked::decode(Operation::CreateTable, TABLE.as_bytes()).expect("a request");
    engine.handle(now, table).expect("a table");
    let (mut refused, mut taken) = (0, 0);
    // Half an hour in steps, so that the table is created, changed and in use.
    for step in 0..200_usize {
        for change in CHANGES {
            let mut copy = engine.clone();
            let said = copy.refusal(&request(change));
            let events = copy.last_event();
            let answered = copy.handle(copy.now(), request(change)).err();
            assert_eq!(said, answered, "step {step}: {change:?}");
            assert!(
                copy.last_event() > events,
                "the answer is recorded, the question before it is not"
            );
            if said.is_some() { refused += 1 } else { taken += 1 }
        }
        // The table continues to exist: every change except its deletion is made in turn.
        let turn = CHANGES.get(step % (CHANGES.len() - 1)).copied().expect("a change");
        let _ = engine.handle(engine.now(), request(turn));
        engine.advance(engine.now() + Duration::from_seconds(9), Budget::UNBOUNDED);
    }
    assert!(refused > 100 && taken > 100, "{refused} refused, {taken} taken");
}
