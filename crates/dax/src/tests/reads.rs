//! Reads: what a cache serves, for how long, and what it never serves.

use hashrange_wire::{
    DescribeTableRequest, QueryRequest, QueryResponse, ReturnConsumedCapacity, ScanRequest, TransactGetItemsRequest,
    TransactGetItemsResponse,
};

use super::*;

fn query(limit: u32) -> QueryRequest {
    QueryRequest {
        table_name: "Shirts".to_owned(),
        limit: Some(limit),
        ..QueryRequest::default()
    }
}

fn result(count: u32) -> Outcome {
    Ok(Response::Query(QueryResponse {
        count,
        items: Some(vec![item("1", "red")]),
        ..QueryResponse::default()
    }))
}

#[test]
fn an_item_is_asked_for_once_in_five_minutes() {
    let mut case = Case::new();
    let red = got(Some(item("1", "red")));
    assert_eq!(case.passed(get("1"), Ok(red.clone())), Ok(red.clone()));
    case.wait(Duration::from_minutes(5));
    assert_eq!(case.hit(get("1")), red);
    case.wait(Duration::from_micros(1));
    assert_eq!(case.passed(get("1"), Ok(red.clone())), Ok(red));
    let metrics = case.dax.report().metrics;
    assert_eq!(
        (
            metrics.item_cache_hits,
            metrics.item_cache_misses,
            metrics.total_request_count
        ),
        (1, 2, 3)
    );
}

#[test]
fn that_there_is_no_item_is_remembered_too() {
    let mut case = Case::new();
    assert_eq!(case.passed(get("1"), Ok(got(None))), Ok(got(None)));
    assert_eq!(case.hit(get("1")), got(None));
}

#[test]
fn a_lifetime_of_zero_is_for_ever_for_items_and_none_for_results() {
    let mut case = Case::with(Options {
        item_ttl: Duration::ZERO,
        query_ttl: Duration::ZERO,
        ..Options::DEFAULT
    });
    let _ = case.passed(get("1"), Ok(got(None)));
    case.wait(Duration::from_days(365));
    case.hit(get("1"));
    let _ = case.passed(query(1), result(1));
    let _ = case.passed(query(1), result(1));
    assert_eq!(case.dax.report().queries.entries, 0);
}

#[test]
fn a_part_is_cut_from_the_whole_item() {
    let mut case = Case::new();
    let part = GetItemRequest {
        projection_expression: Some("Color".to_owned()),
        ..get("1")
    };
    let answer = case.passed(part, Ok(got(Some(item("1", "red")))));
    assert_eq!(
        answer,
        Ok(got(Some(Arc::new([("Color", text("red"))].into_iter().collect()))))
    );
    assert_eq!(case.asked(), &Request::GetItem(get("1")));
    assert_eq!(case.hit(get("1")), got(Some(item("1", "red"))));
    let legacy = GetItemRequest {
        attributes_to_get: Some(vec!["Size".into()]),
        ..get("1")
    };
    assert_eq!(case.hit(legacy), got(Some(Arc::new(Item::new()))));
}

#[test]
fn what_a_table_would_refuse_goes_to_the_table() {
    let mut case = Case::new();
    let _ = case.passed(get("1"), Ok(got(Some(item("1", "red")))));
    for projection in ["", "Color,", "Color, Color", "#c", "Id.Part"] {
        let wrong = GetItemRequest {
            projection_expression: Some(projection.to_owned()),
            ..get("1")
        };
        assert_eq!(case.passed(wrong.clone(), Err(refusal())), Err(refusal()));
        assert_eq!(case.asked(), &Request::GetItem(wrong));
    }
    assert_eq!(case.dax.report().metrics.error_request_count, 5);
}

#[test]
fn a_hit_costs_nothing_and_says_so_when_asked() {
    let mut case = Case::new();
    let _ = case.passed(get("1"), Ok(got(None)));
    let request = GetItemRequest {
        return_consumed_capacity: Some(ReturnConsumedCapacity::Indexes),
        ..get("1")
    };
    let Response::GetItem(answer) = case.hit(request) else {
        panic!("another answer")
    };
    let consumed = answer.consumed_capacity.expect("it was asked for");
    assert_eq!(
        (consumed.table_name.as_str(), consumed.capacity_units, consumed.table),
        ("Shirts", 0.0, Some(0.0))
    );
}

#[test]
fn strong_and_transactional_reads_pass_and_are_not_kept() {
    let mut case = Case::new();
    let strong = GetItemRequest {
        consistent_read: Some(true),
        ..get("1")
    };
    let _ = case.passed(strong.clone(), Ok(got(Some(item("1", "red")))));
    let _ = case.passed(strong, Ok(got(Some(item("1", "red")))));
    let answer = Response::TransactGetItems(TransactGetItemsResponse::default());
    let _ = case.passed(
        Request::TransactGetItems(TransactGetItemsRequest::default()),
        Ok(answer),
    );
    let _ = case.passed(
        QueryRequest {
            consistent_read: Some(true),
            ..query(1)
        },
        result(1),
    );
    let report = case.dax.report();
    assert_eq!(
        (
            report.items.entries,
            report.queries.entries,
            report.metrics.item_cache_misses
        ),
        (0, 0, 0)
    );
    assert_eq!(
        (
            report.metrics.total_request_count,
            report.metrics.transact_get_items_count
        ),
        (4, 1)
    );
}

#[test]
fn results_are_known_by_all_their_parameters() {
    let mut case = Case::new();
    let _ = case.passed(query(1), result(1));
    let _ = case.passed(query(2), result(2));
    let Response::Query(first) = case.hit(query(1)) else {
        panic!("another answer")
    };
    assert_eq!(first.count, 1);
    // These parameters do not change the result.
    case.hit(QueryRequest {
        return_consumed_capacity: Some(ReturnConsumedCapacity::Total),
        ..query(2)
    });
    case.hit(QueryRequest {
        consistent_read: Some(false),
        ..query(2)
    });
    case.wait(Duration::from_minutes(5) + Duration::from_micros(1));
    let _ = case.passed(query(1), result(3));
    let metrics = case.dax.report().metrics;
    assert_eq!(
        (
            metrics.query_cache_hits,
            metrics.query_cache_misses,
            metrics.query_request_count
        ),
        (3, 3, 6)
    );
}

#[test]
fn results_do_not_warm_the_item_cache() {
    let mut case = Case::new();
    let scan = ScanRequest {
        table_name: "Shirts".to_owned(),
        ..ScanRequest::default()
    };
    let all = QueryResponse {
        count: 1,
        items: Some(vec![item("1", "red")]),
        ..QueryResponse::default()
    };
    let _ = case.passed(scan.clone(), Ok(Response::Scan(all.clone())));
    assert_eq!(case.hit(scan), Response::Scan(all));
    let _ = case.passed(get("1"), Ok(got(None)));
    let metrics = case.dax.report().metrics;
    assert_eq!(
        (
            metrics.scan_cache_hits,
            metrics.scan_cache_misses,
            metrics.query_cache_hits
        ),
        (1, 1, 0)
    );
}

#[test]
fn a_refused_read_leaves_the_caches_as_they_were() {
    let mut case = Case::new();
    let _ = case.passed(get("1"), Ok(got(None)));
    case.wait(Duration::from_minutes(6));
    let before = case.state();
    assert_eq!(case.passed(get("1"), Err(refusal())), Err(refusal()));
    assert_eq!(case.passed(query(1), Err(refusal())), Err(refusal()));
    assert_eq!(case.state(), before);
    let metrics = case.dax.report().metrics;
    assert_eq!((metrics.failed_request_count, metrics.fault_request_count), (2, 0));
}

#[test]
fn tables_are_managed_without_the_cluster() {
    let mut case = Case::new();
    let request = DescribeTableRequest {
        table_name: "Shirts".to_owned(),
    };
    let _ = case.passed(request, Err(refusal()));
    assert_eq!(case.dax.report().metrics, crate::Metrics::default());
}

#[test]
fn what_was_not_used_for_longest_makes_room() {
    // The memory fits two items of this size with their keys, and a little more.
    let mut case = Case::new();
    let red = |id: &str| Ok(got(Some(item(id, "red"))));
    let _ = case.passed(get("1"), red("1"));
    let room = case.dax.report().items.bytes * 2 + 5;
    case.dax.set_options(Options {
        memory_bytes: room,
        ..Options::DEFAULT
    });
    let _ = case.passed(get("2"), red("2"));
    case.hit(get("1"));
    let _ = case.passed(get("3"), red("3"));
    case.hit(get("1"));
    case.hit(get("3"));
    let _ = case.passed(get("2"), red("2"));
    let report = case.dax.report();
    assert_eq!((report.items.entries, report.metrics.evicted_size), (2, room - 5));
    assert!(report.cache_memory_utilization() > 90.0);
    let named = |name| report.metrics.named().find(|(given, _)| *given == name);
    assert_eq!(named("EvictedSize"), Some(("EvictedSize", room - 5)));
}
