//! Round trips: a request that is written as a body and read again is the same.

mod several;
mod tables;

use hashrange_values::{AttributeValue, Item, Map, Text};
use proptest::collection::{SizeRange, btree_map, vec};
use proptest::option::of;
use proptest::prelude::*;
use proptest::sample::select;

use super::*;
use crate::json::tests::{item, value};
use crate::shape::*;

fn word<T: Copy + std::fmt::Debug + 'static>(words: &'static [T]) -> impl Strategy<Value = Option<T>> {
    of(select(words))
}

fn map<K: Ord + std::fmt::Debug, V: std::fmt::Debug, M: FromIterator<(K, V)> + std::fmt::Debug>(
    key: impl Strategy<Value = K>,
    value: impl Strategy<Value = V>,
    size: impl Into<SizeRange>,
) -> impl Strategy<Value = M> {
    btree_map(key, value, size).prop_map(|entries| entries.into_iter().collect())
}

fn name() -> impl Strategy<Value = Text> {
    ".{1,8}".prop_map(Text::from)
}

fn placeholders() -> impl Strategy<Value = (Option<ExpressionAttributeNames>, Option<Map>)> {
    let names = map("#[a-z0-9_]{1,3}".prop_map(Text::from), name(), 1..3);
    let values = vec((":[a-z0-9_]{1,3}", value()), 1..3).prop_map(|entries| entries.into_iter().collect());
    (of(names), of(values))
}

/// Arguments that an operator accepts.
fn condition() -> impl Strategy<Value = Condition> {
    (select(ComparisonOperator::ALL), "[a-m]{1,4}", "[n-z]{1,4}").prop_map(|(comparison_operator, low, high)| {
        let (low, high) = (AttributeValue::string(&low), AttributeValue::string(&high));
        let attribute_value_list = match comparison_operator {
            ComparisonOperator::Null => None,
            ComparisonOperator::NotNull => Some(Vec::new()),
            ComparisonOperator::Between | ComparisonOperator::In => Some(vec![low, high]),
            _ => Some(vec![low]),
        };
        Condition {
            attribute_value_list,
            comparison_operator,
        }
    })
}

fn conditions() -> impl Strategy<Value = Option<Conditions>> {
    of(map(name(), condition(), 2..4))
}

fn expected() -> impl Strategy<Value = Option<Expected>> {
    let entry = prop_oneof![
        value().prop_map(|value| ExpectedAttributeValue {
            value: Some(value),
            ..ExpectedAttributeValue::default()
        }),
        Just(ExpectedAttributeValue {
            exists: Some(false),
            ..ExpectedAttributeValue::default()
        }),
        condition().prop_map(|condition| ExpectedAttributeValue {
            comparison_operator: Some(condition.comparison_operator),
            attribute_value_list: condition.attribute_value_list,
            ..ExpectedAttributeValue::default()
        }),
    ];
    of(map(name(), entry, 2..4))
}

fn updates() -> impl Strategy<Value = Option<AttributeUpdates>> {
    let entry = prop_oneof![
        value().prop_map(|value| AttributeValueUpdate {
            value: Some(value),
            action: None
        }),
        value().prop_map(|value| AttributeValueUpdate {
            value: Some(value),
            action: Some(AttributeAction::Put)
        }),
        Just(AttributeValueUpdate {
            value: None,
            action: Some(AttributeAction::Delete)
        }),
        (-9i64..9).prop_map(|number| AttributeValueUpdate {
            value: Some(AttributeValue::N(number.into())),
            action: Some(AttributeAction::Add),
        }),
    ];
    of(map(name(), entry, 0..4))
}

/// The condition expression of a write and its parameters.
type Guard = (
    Option<String>,
    (Option<ExpressionAttributeNames>, Option<Map>),
    Option<Expected>,
    Option<ConditionalOperator>,
);

fn guard() -> impl Strategy<Value = Guard> {
    let operator = word(ConditionalOperator::ALL);
    prop_oneof![
        (".{0,9}", placeholders()).prop_map(|(text, placeholders)| (Some(text), placeholders, None, None)),
        (expected(), operator).prop_map(|(expected, operator)| {
            let operator = operator.filter(|_| expected.is_some());
            (None, (None, None), expected, operator)
        }),
    ]
}

fn put() -> impl Strategy<Value = Request> {
    let report = (
        word(&[ReturnValues::None, ReturnValues::AllOld]),
        word(ReturnConsumedCapacity::ALL),
    );
    let more = (
        word(ReturnItemCollectionMetrics::ALL),
        word(ReturnValuesOnConditionCheckFailure::ALL),
    );
    (item(), guard(), report, more).prop_map(
        |(item, (condition, (names, values), expected, operator), report, more)| {
            Request::PutItem(PutItemRequest {
                table_name: "abc".into(),
                item,
                condition_expression: condition,
                expression_attribute_names: names,
                expression_attribute_values: values,
                expected,
                conditional_operator: operator,
                return_values: report.0,
                return_consumed_capacity: report.1,
                return_item_collection_metrics: more.0,
                return_values_on_condition_check_failure: more.1,
            })
        },
    )
}

fn delete() -> impl Strategy<Value = Request> {
    (item(), guard(), word(&[ReturnValues::None, ReturnValues::AllOld])).prop_map(
        |(key, (condition, (names, values), expected, operator), return_values)| {
            Request::DeleteItem(DeleteItemRequest {
                table_name: "abc".into(),
                key,
                condition_expression: condition,
                expression_attribute_names: names,
                expression_attribute_values: values,
                expected,
                conditional_operator: operator,
                return_values,
                ..DeleteItemRequest::default()
            })
        },
    )
}

fn update() -> impl Strategy<Value = Request> {
    (item(), guard(), updates(), of(".{0,9}"), word(ReturnValues::ALL)).prop_map(
        |(key, (condition, (names, values), expected, operator), updates, text, return_values)| {
            let by_expression = condition.is_some();
            Request::UpdateItem(UpdateItemRequest {
                table_name: "abc".into(),
                key,
                update_expression: text.filter(|_| by_expression),
                attribute_updates: updates.filter(|_| !by_expression),
                condition_expression: condition,
                expression_attribute_names: names,
                expression_attribute_values: values,
                expected,
                conditional_operator: operator,
                return_values,
                ..UpdateItemRequest::default()
            })
        },
    )
}

/// `AttributesToGet`: the service refuses a name that occurs twice.
fn attributes_to_get() -> impl Strategy<Value = Option<Vec<Text>>> {
    of(btree_map(name(), Just(()), 1..4).prop_map(|names| names.into_keys().collect::<Vec<_>>()))
}

fn get() -> impl Strategy<Value = Request> {
    (item(), attributes_to_get(), of(".{0,9}"), of(any::<bool>())).prop_map(
        |(key, names, projection, consistent_read)| {
            Request::GetItem(GetItemRequest {
                table_name: "abc".into(),
                key,
                projection_expression: projection.filter(|_| names.is_none()),
                attributes_to_get: names,
                consistent_read,
                ..GetItemRequest::default()
            })
        },
    )
}

/// A filter with its placeholders, or legacy conditions.
type Filter = (
    Option<String>,
    (Option<ExpressionAttributeNames>, Option<Map>),
    Option<Conditions>,
    Option<ConditionalOperator>,
);

fn filter() -> impl Strategy<Value = Filter> {
    prop_oneof![
        (".{0,9}", placeholders()).prop_map(|(text, placeholders)| (Some(text), placeholders, None, None)),
        (conditions(), word(ConditionalOperator::ALL)).prop_map(|(conditions, operator)| {
            let operator = operator.filter(|_| conditions.is_some());
            (None, (None, None), conditions, operator)
        }),
    ]
}

fn query() -> impl Strategy<Value = Request> {
    let keys = conditions().prop_map(Option::unwrap_or_default);
    (filter(), keys, of(item()), of(1..99u32), of(any::<bool>())).prop_map(
        |((text, (names, values), conditions, operator), keys, start, limit, forward)| {
            Request::Query(QueryRequest {
                table_name: "abc".into(),
                key_conditions: Some(keys),
                filter_expression: text,
                expression_attribute_names: names,
                expression_attribute_values: values,
                query_filter: conditions,
                conditional_operator: operator,
                exclusive_start_key: start,
                limit,
                scan_index_forward: forward,
                ..QueryRequest::default()
            })
        },
    )
}

fn scan() -> impl Strategy<Value = Request> {
    (filter(), of(item()), of(1..99u32), of(0..9u32)).prop_map(
        |((text, (names, values), conditions, operator), start, limit, segment): (Filter, Option<Item>, _, _)| {
            Request::Scan(ScanRequest {
                table_name: "abc".into(),
                filter_expression: text,
                expression_attribute_names: names,
                expression_attribute_values: values,
                scan_filter: conditions,
                conditional_operator: operator,
                exclusive_start_key: start,
                limit,
                segment,
                total_segments: segment.map(|segment| segment + 1),
                ..ScanRequest::default()
            })
        },
    )
}

fn search() -> impl Strategy<Value = Request> {
    (vec(value(), 1..4), 1..200i64, ".{0,9}", placeholders(), of(".{0,9}")).prop_map(
        |(search_vector, top_k, text, (names, values), projection_expression)| {
            Request::SearchVectors(SearchVectorsRequest {
                table_name: "abc".into(),
                index_name: "vix".into(),
                search_vector,
                top_k,
                search_condition_expression: Some(text),
                projection_expression,
                expression_attribute_names: names,
                expression_attribute_values: values,
                return_consumed_capacity: None,
            })
        },
    )
}

/// Asserts that the request is the same after writing it in either layout and reading it. Its tape must equal the tape
/// of its parsed body.
fn is_laid_out(request: &Request) -> Result<(), TestCaseError> {
    let (body, recording) = encode::lay_out(request);
    prop_assert_eq!(&body, &encode_request(request));
    prop_assert_eq!(Tape::recorded(&body, recording), Tape::parse(&body).unwrap());
    Ok(())
}

fn survives(request: &Request) -> Result<(), TestCaseError> {
    is_laid_out(request)?;
    prop_assert!(!plain::is_plain(request) || check_laid_out(request).is_ok());
    for text in [encode_request(request), encode_request_pretty(request)] {
        let read = decode(request.operation(), text.as_bytes());
        prop_assert_eq!(read.as_ref(), Ok(request), "{}", text);
    }
    Ok(())
}

proptest! {
    #[test]
    fn requests_survive_their_bodies(request in prop_oneof![put(), delete(), update(), get(), query(), scan(), search()]) {
        survives(&request)?;
        prop_assert_eq!(check(&request), Ok(()));
    }
}
