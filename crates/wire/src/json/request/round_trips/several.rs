//! Batches, transactions and statements.

use super::*;

fn capacity() -> impl Strategy<Value = Option<ReturnConsumedCapacity>> {
    word(ReturnConsumedCapacity::ALL)
}

fn metrics() -> impl Strategy<Value = Option<ReturnItemCollectionMetrics>> {
    word(ReturnItemCollectionMetrics::ALL)
}

fn on_failure() -> impl Strategy<Value = Option<ReturnValuesOnConditionCheckFailure>> {
    word(ReturnValuesOnConditionCheckFailure::ALL)
}

fn table() -> impl Strategy<Value = String> {
    "[a-zA-Z0-9_.-]{3,9}"
}

/// A projection. Only a request with an expression may have names.
fn projected() -> impl Strategy<Value = (Option<String>, Option<ExpressionAttributeNames>)> {
    (of(".{1,9}"), placeholders()).prop_map(|(text, (names, _))| (text.clone(), names.filter(|_| text.is_some())))
}

fn batch_get() -> impl Strategy<Value = Request> {
    let picked = prop_oneof![
        projected().prop_map(|(text, names)| (text, names, None)),
        attributes_to_get().prop_map(|legacy| (None, None, legacy)),
    ];
    let keys = (vec(item(), 1..4), of(any::<bool>()), picked).prop_map(
        |(keys, consistent_read, (projection_expression, expression_attribute_names, attributes_to_get))| {
            KeysAndAttributes {
                keys,
                consistent_read,
                projection_expression,
                expression_attribute_names,
                attributes_to_get,
            }
        },
    );
    // A single table, so that the two parameter styles never occur in one request.
    (map(table(), keys, 1), capacity()).prop_map(|(request_items, return_consumed_capacity)| {
        BatchGetItemRequest {
            request_items,
            return_consumed_capacity,
        }
        .into()
    })
}

fn batch_write() -> impl Strategy<Value = Request> {
    let write = prop_oneof![
        item().prop_map(WriteRequest::Put),
        item().prop_map(WriteRequest::Delete)
    ];
    (map(table(), vec(write, 1..4), 1..3), capacity(), metrics()).prop_map(
        |(request_items, return_consumed_capacity, return_item_collection_metrics)| {
            BatchWriteItemRequest {
                request_items,
                return_consumed_capacity,
                return_item_collection_metrics,
            }
            .into()
        },
    )
}

fn transact_get() -> impl Strategy<Value = Request> {
    let get = (table(), item(), projected()).prop_map(
        |(table_name, key, (projection_expression, expression_attribute_names))| TransactGet {
            table_name,
            key,
            projection_expression,
            expression_attribute_names,
        },
    );
    (vec(get, 1..4), capacity()).prop_map(|(transact_items, return_consumed_capacity)| {
        TransactGetItemsRequest {
            transact_items,
            return_consumed_capacity,
        }
        .into()
    })
}

fn transact_write() -> impl Strategy<Value = Request> {
    let action = prop_oneof![
        item().prop_map(|key| TransactAction::ConditionCheck { key }),
        item().prop_map(|item| TransactAction::Put { item }),
        item().prop_map(|key| TransactAction::Delete { key }),
        (item(), ".{0,9}").prop_map(|(key, update_expression)| TransactAction::Update { key, update_expression }),
    ];
    let write = (table(), action, ".{1,9}", any::<bool>(), placeholders(), on_failure()).prop_map(
        |(table_name, action, condition, without, (names, values), on_failure)| {
            let needed = matches!(action, TransactAction::ConditionCheck { .. });
            let condition_expression = (needed || !without).then_some(condition);
            let expressed = condition_expression.is_some() || matches!(action, TransactAction::Update { .. });
            TransactWrite {
                table_name,
                action,
                condition_expression,
                expression_attribute_names: names.filter(|_| expressed),
                expression_attribute_values: values.filter(|_| expressed),
                return_values_on_condition_check_failure: on_failure,
            }
        },
    );
    (vec(write, 1..4), of(".{1,36}"), capacity(), metrics()).prop_map(
        |(transact_items, client_request_token, return_consumed_capacity, return_item_collection_metrics)| {
            TransactWriteItemsRequest {
                transact_items,
                client_request_token,
                return_consumed_capacity,
                return_item_collection_metrics,
            }
            .into()
        },
    )
}

fn parameters() -> impl Strategy<Value = Option<Vec<AttributeValue>>> {
    of(vec(value(), 1..4))
}

fn execute() -> impl Strategy<Value = Request> {
    (
        ".{1,20}",
        parameters(),
        of(any::<bool>()),
        of("[a-z]{1,9}"),
        capacity(),
        of(1..99u32),
        on_failure(),
    )
        .prop_map(
            |(statement, parameters, consistent_read, next_token, return_consumed_capacity, limit, on_failure)| {
                let return_values_on_condition_check_failure = on_failure;
                ExecuteStatementRequest {
                    statement,
                    parameters,
                    consistent_read,
                    next_token,
                    return_consumed_capacity,
                    limit,
                    return_values_on_condition_check_failure,
                }
                .into()
            },
        )
}

fn batch_execute() -> impl Strategy<Value = Request> {
    let statement = (".{1,20}", parameters(), of(any::<bool>()), on_failure()).prop_map(
        |(statement, parameters, consistent_read, return_values_on_condition_check_failure)| BatchStatement {
            statement,
            parameters,
            parameter_fault: None,
            consistent_read,
            return_values_on_condition_check_failure,
        },
    );
    (vec(statement, 1..4), capacity()).prop_map(|(statements, return_consumed_capacity)| {
        BatchExecuteStatementRequest {
            statements,
            return_consumed_capacity,
        }
        .into()
    })
}

fn execute_transaction() -> impl Strategy<Value = Request> {
    let statement = (".{1,20}", parameters(), on_failure()).prop_map(
        |(statement, parameters, return_values_on_condition_check_failure)| TransactStatement {
            statement,
            parameters,
            return_values_on_condition_check_failure,
        },
    );
    (vec(statement, 1..4), of("[a-z]{1,36}"), capacity()).prop_map(
        |(transact_statements, client_request_token, return_consumed_capacity)| {
            ExecuteTransactionRequest {
                transact_statements,
                client_request_token,
                return_consumed_capacity,
            }
            .into()
        },
    )
}

proptest! {
    #[test]
    fn requests_about_several_items_survive_their_bodies(
        request in prop_oneof![batch_get(), batch_write(), transact_get(), transact_write(), execute(), batch_execute(), execute_transaction()],
    ) {
        survives(&request)?;
    }
}
