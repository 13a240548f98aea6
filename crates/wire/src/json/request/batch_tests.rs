//! Batches and transactions: error texts and round trips.

use super::tests::{NULL, refused, table};
use super::*;
use crate::item_from_json;
use crate::shape::*;

const MANY: &str = "Member must have length less than or equal to";
const FEW: &str = "failed to satisfy constraint: Member must have length greater than or equal to 1";
const NAMES: &str = "failed to satisfy constraint: Map keys must satisfy constraint: [Member must have length less than or equal to 255, Member must have length greater than or equal to 3, Member must satisfy regular expression pattern: [a-zA-Z0-9_.-]+]";
const WORDS: &str = "failed to satisfy constraint: Member must satisfy enum value set: [INDEXES, TOTAL, NONE]";

#[test]
fn keys_of_batch_get_item() {
    use Operation::BatchGetItem;
    let key = r#"{"pk":{"S":"a"}}"#;
    let keys = |count: usize| vec![key; count].join(",");
    table(&[
        (
            BatchGetItem,
            "{}",
            &format!("1 validation error detected: Value null at 'requestItems' {NULL}"),
        ),
        (
            BatchGetItem,
            r#"{"RequestItems":{}}"#,
            &format!("1 validation error detected: Value at 'RequestItems' {FEW}"),
        ),
        (
            BatchGetItem,
            r#"{"RequestItems":{"T":{}}}"#,
            &format!(
                "2 validation errors detected: Value '{{\"T\":{{}}}}' at 'requestItems' {NAMES}; Value null at 'requestItems.T.member.keys' {NULL}"
            ),
        ),
        (
            BatchGetItem,
            r#"{"RequestItems":{"Tab":{"Keys":[]}},"ReturnConsumedCapacity":"hi"}"#,
            &format!(
                "2 validation errors detected: Value at 'RequestItems.Tab.member.Keys' {FEW}; Value 'hi' at 'returnConsumedCapacity' {WORDS}"
            ),
        ),
        (
            BatchGetItem,
            &format!(r#"{{"RequestItems":{{"Tab":{{"Keys":[{}]}}}}}}"#, keys(101)),
            &format!(
                "1 validation error detected: Value at 'RequestItems.Tab.member.Keys' failed to satisfy constraint: {MANY} 100"
            ),
        ),
        (
            BatchGetItem,
            &format!(
                r#"{{"RequestItems":{{"Tab":{{"Keys":[{}]}},"Tub":{{"Keys":[{}]}}}}}}"#,
                keys(60),
                keys(41)
            ),
            "Too many items requested for the BatchGetItem call",
        ),
        (
            BatchGetItem,
            &format!(r#"{{"RequestItems":{{"bad!name":{{"Keys":[{key}]}}}}}}"#),
            &format!(
                "1 validation error detected: Value '{{\"bad!name\":{{\"Keys\":[{key}]}}}}' at 'requestItems' {NAMES}"
            ),
        ),
    ]);
}

#[test]
fn attributes_of_batch_get_item() {
    use Operation::BatchGetItem;
    let key = r#"{"pk":{"S":"a"}}"#;
    table(&[
        (
            BatchGetItem,
            &format!(
                r#"{{"RequestItems":{{"Tab":{{"Keys":[{key}],"AttributesToGet":["a"]}},"Tub":{{"Keys":[{key}],"ProjectionExpression":"a"}}}}}}"#
            ),
            "Can not use both expression and non-expression parameters in the same request: Non-expression parameters: {AttributesToGet} Expression parameters: {ProjectionExpression}",
        ),
        (
            BatchGetItem,
            &format!(r#"{{"RequestItems":{{"Tab":{{"Keys":[{key}],"AttributesToGet":["a","b","a"]}}}}}}"#),
            "One or more parameter values were invalid: Duplicate value in attribute name: a",
        ),
        (
            BatchGetItem,
            &format!(r#"{{"RequestItems":{{"Tab":{{"Keys":[{key}],"AttributesToGet":[]}}}}}}"#),
            &format!("1 validation error detected: Value '[]' at 'requestItems.Tab.member.attributesToGet' {FEW}"),
        ),
        (
            BatchGetItem,
            &format!(r#"{{"RequestItems":{{"Tab":{{"Keys":[{key}],"ExpressionAttributeNames":{{}}}}}}}}"#),
            "ExpressionAttributeNames can only be specified when using expressions",
        ),
        (
            BatchGetItem,
            r#"{"RequestItems":{"Tab":{"Keys":[{"pk":{"N":"x"}}]}}}"#,
            "The parameter cannot be converted to a numeric value: x",
        ),
    ]);
}

#[test]
fn writes_of_batch_write_item() {
    use Operation::BatchWriteItem;
    let delete = r#"{"DeleteRequest":{"Key":{}}}"#;
    let deletes = |count: usize| vec![delete; count].join(",");
    let lengths = "Map value must satisfy constraint: [Member must have length less than or equal to 25, Member must have length greater than or equal to 1]";
    let several =
        "Supplied AttributeValue has more than one datatypes set, must contain exactly one of the supported datatypes";
    table(&[
        (
            BatchWriteItem,
            "{}",
            &format!("1 validation error detected: Value null at 'requestItems' {NULL}"),
        ),
        (
            BatchWriteItem,
            r#"{"RequestItems":{}}"#,
            "The requestItems parameter is required for BatchWriteItem",
        ),
        (
            BatchWriteItem,
            r#"{"RequestItems":{"Tab":[]}}"#,
            &format!(
                "1 validation error detected: Value '{{Tab=[]}}' at 'requestItems' failed to satisfy constraint: {lengths}"
            ),
        ),
        (
            BatchWriteItem,
            &format!(
                r#"{{"RequestItems":{{"Tab":[{}],"Tub":[{}]}}}}"#,
                deletes(20),
                deletes(6)
            ),
            "Too many items requested for the BatchWriteItem call",
        ),
        (
            BatchWriteItem,
            r#"{"RequestItems":{"bad!name":[{}]},"ReturnConsumedCapacity":"hi"}"#,
            &format!("1 validation error detected: Value 'hi' at 'returnConsumedCapacity' {WORDS}"),
        ),
        (
            BatchWriteItem,
            r#"{"RequestItems":{"a;b":[{"DeleteRequest":{"Key":{"a":{"S":"x"}}}}]}}"#,
            &format!(
                "1 validation error detected: Value '{{a;b=[WriteRequest(putRequest=null, deleteRequest=DeleteRequest(key={{a=AttributeValue(s=x, n=null, b=null, iNT=null, dECIMAL=null, dOUBLE=null, sS=null, nS=null, bS=null, iNTSET=null, dECIMALSET=null, dOUBLESET=null, m=null, l=null, nULL=null, bOOL=null)}}))]}}' at 'requestItems' {NAMES}"
            ),
        ),
        (
            BatchWriteItem,
            r#"{"RequestItems":{"Tab":[{"PutRequest":{},"DeleteRequest":{}}]}}"#,
            &format!(
                "2 validation errors detected: Value null at 'requestItems.Tab.member.1.member.deleteRequest.key' {NULL}; Value null at 'requestItems.Tab.member.1.member.putRequest.item' {NULL}"
            ),
        ),
        (BatchWriteItem, r#"{"RequestItems":{"Tab":[{}]}}"#, several),
        (
            BatchWriteItem,
            r#"{"RequestItems":{"Tab":[{"PutRequest":{"Item":{}},"DeleteRequest":{"Key":{}}}]}}"#,
            several,
        ),
    ]);
    let long = refused(
        BatchWriteItem,
        &format!(r#"{{"RequestItems":{{"Tab":[{}]}}}}"#, deletes(26)),
    );
    assert!(
        long.starts_with("1 validation error detected: Value '{Tab=[WriteRequest("),
        "{long}"
    );
    assert!(long.ends_with(lengths), "{long}");
}

#[test]
fn actions_of_transactions() {
    use Operation::{TransactGetItems, TransactWriteItems};
    let check = r#"{"ConditionCheck":{"TableName":"Tab","Key":{},"ConditionExpression":"a = b"}}"#;
    let token = "x".repeat(37);
    table(&[
        (
            TransactWriteItems,
            "{}",
            &format!("1 validation error detected: Value null at 'transactItems' {NULL}"),
        ),
        (
            TransactGetItems,
            r#"{"TransactItems":[]}"#,
            &format!("1 validation error detected: Value '[]' at 'transactItems' {FEW}"),
        ),
        (
            TransactGetItems,
            r#"{"TransactItems":[{}]}"#,
            &format!("1 validation error detected: Value null at 'transactItems.1.member.get' {NULL}"),
        ),
        (
            TransactGetItems,
            r#"{"TransactItems":[{"Get":{"TableName":"a;b"}}]}"#,
            &format!(
                "2 validation errors detected: Value 'a;b' at 'transactItems.1.member.get.tableName' failed to satisfy constraint: Member must satisfy regular expression pattern: [a-zA-Z0-9_.-]+; Value null at 'transactItems.1.member.get.key' {NULL}"
            ),
        ),
        (
            TransactWriteItems,
            &format!(r#"{{"TransactItems":[{check}],"ClientRequestToken":"{token}"}}"#),
            &format!(
                "1 validation error detected: Value '{token}' at 'clientRequestToken' failed to satisfy constraint: {MANY} 36"
            ),
        ),
        (
            TransactWriteItems,
            r#"{"TransactItems":[{"ConditionCheck":{"TableName":"Tab"}},{"Update":{"TableName":"Tab","Key":{}}}]}"#,
            &format!(
                "3 validation errors detected: Value null at 'transactItems.1.member.conditionCheck.key' {NULL}; Value null at 'transactItems.1.member.conditionCheck.conditionExpression' {NULL}; Value null at 'transactItems.2.member.update.updateExpression' {NULL}"
            ),
        ),
        (
            TransactWriteItems,
            r#"{"TransactItems":[{}]}"#,
            "Invalid Request: TransactWriteRequest should contain Delete or Put or Update request",
        ),
        (
            TransactWriteItems,
            r#"{"TransactItems":[{"Put":{"TableName":"Tab","Item":{}},"Delete":{"TableName":"Tab","Key":{}}}]}"#,
            "TransactItems can only contain one of Check, Put, Update or Delete",
        ),
        (
            TransactWriteItems,
            r#"{"TransactItems":[{"Put":{"TableName":"Tab","Item":{},"ExpressionAttributeValues":{}}}]}"#,
            "ExpressionAttributeValues must not be empty",
        ),
        (
            TransactWriteItems,
            r#"{"TransactItems":[{"Put":{"TableName":"Tab","Item":{"a":{"NULL":false}}}}]}"#,
            "One or more parameter values were invalid: Null attribute value types must have the value of true",
        ),
    ]);
}

#[test]
fn many_actions_are_printed_back_but_not_without_end() {
    let put = format!(
        r#"{{"Put":{{"TableName":"Tab","Item":{{"a":{{"S":"{}"}}}}}}}}"#,
        "x".repeat(10_000)
    );
    let body = format!(r#"{{"TransactItems":[{}]}}"#, vec![put; 101].join(","));
    let text = refused(Operation::TransactWriteItems, &body);
    assert!(
        text.starts_with("1 validation error detected: Value '[TransactWriteItem(conditionCheck=null"),
        "{text:.80}"
    );
    assert!(text.ends_with(&format!("at 'transactItems' failed to satisfy constraint: {MANY} 100")));
    assert!(text.len() < 300_000, "{}", text.len());
}

#[test]
fn batches_survive_being_written_and_read() {
    let item = item_from_json(r#"{"a":{"S":"x"},"b":{"N":"1.5"}}"#).unwrap();
    let names: ExpressionAttributeNames = [("#a".into(), "a".into())].into_iter().collect();
    let wanted = KeysAndAttributes {
        keys: vec![item.clone()],
        consistent_read: Some(true),
        projection_expression: Some("#a".into()),
        expression_attribute_names: Some(names),
        attributes_to_get: None,
    };
    let get = BatchGetItemRequest {
        request_items: [("Tab".to_owned(), wanted)].into_iter().collect(),
        return_consumed_capacity: Some(ReturnConsumedCapacity::Total),
    };
    let older = KeysAndAttributes {
        keys: vec![item.clone()],
        attributes_to_get: Some(vec!["a".into()]),
        ..KeysAndAttributes::default()
    };
    let get_older = BatchGetItemRequest {
        request_items: [("Tab".to_owned(), older)].into_iter().collect(),
        return_consumed_capacity: None,
    };
    let writes = vec![WriteRequest::Put(item.clone()), WriteRequest::Delete(item)];
    let write = BatchWriteItemRequest {
        request_items: [("Tab".to_owned(), writes)].into_iter().collect(),
        return_consumed_capacity: None,
        return_item_collection_metrics: Some(ReturnItemCollectionMetrics::Size),
    };
    survive([get.into(), get_older.into(), write.into()]);
}

#[test]
fn transactions_survive_being_written_and_read() {
    let item = item_from_json(r#"{"a":{"S":"x"},"b":{"N":"1.5"}}"#).unwrap();
    let names: ExpressionAttributeNames = [("#a".into(), "a".into())].into_iter().collect();
    let get = TransactGetItemsRequest {
        transact_items: vec![TransactGet {
            table_name: "Tab".into(),
            key: item.clone(),
            projection_expression: Some("#a".into()),
            expression_attribute_names: Some(names.clone()),
        }],
        return_consumed_capacity: Some(ReturnConsumedCapacity::Indexes),
    };
    let key = item.clone();
    let actions = [
        TransactAction::ConditionCheck { key: key.clone() },
        TransactAction::Put { item },
        TransactAction::Delete { key: key.clone() },
        TransactAction::Update {
            key,
            update_expression: "SET c = :v".into(),
        },
    ];
    let write = TransactWriteItemsRequest {
        transact_items: actions
            .into_iter()
            .map(|action| TransactWrite {
                table_name: "Tab".into(),
                action,
                condition_expression: Some("#a <> :v".into()),
                expression_attribute_names: Some(names.clone()),
                expression_attribute_values: item_from_json(r#"{":v":{"S":"y"}}"#).ok(),
                return_values_on_condition_check_failure: Some(ReturnValuesOnConditionCheckFailure::AllOld),
            })
            .collect(),
        client_request_token: Some("once".into()),
        return_consumed_capacity: None,
        return_item_collection_metrics: None,
    };
    survive([get.into(), write.into()]);
}

fn survive<const COUNT: usize>(requests: [Request; COUNT]) {
    for request in requests {
        for text in [encode_request(&request), encode_request_pretty(&request)] {
            assert_eq!(
                decode(request.operation(), text.as_bytes()).as_ref(),
                Ok(&request),
                "{text}"
            );
        }
        assert_eq!(check(&request), Ok(()));
    }
}

#[test]
fn values_are_no_member_where_no_expression_can_use_them() {
    let values = r#""ExpressionAttributeValues":{":a":{"S":"x"}}"#;
    let get = format!(r#"{{"TableName":"Tab","Key":{{"a":{{"S":"x"}}}},{values}}}"#);
    assert!(decode(Operation::GetItem, get.as_bytes()).is_ok());
    let batch = format!(r#"{{"RequestItems":{{"Tab":{{"Keys":[{{"a":{{"S":"x"}}}}],{values}}}}}}}"#);
    assert!(decode(Operation::BatchGetItem, batch.as_bytes()).is_ok());
}
