//! Tests of the query form: requests out, requests in, what is beyond the form, and messages at their fields.

use hashrange_values::{AttributeType, AttributeValue, Comparator};
use hashrange_wire::{QueryRequest, Request, Select};

use super::super::table_schema::tests::thread;
use super::*;

fn last_posts() -> QueryForm {
    let mut form = QueryForm::on(Some("LastPostIndex"));
    form.partition = "S3".into();
    form.descending = true;
    form.sort = SortTest {
        operator: SortOperator::Between,
        first: "2015-01-01".into(),
        second: "2015-06-30".into(),
    };
    let id = form.add_filter();
    let filter = form.filter_mut(id).unwrap();
    filter.path = "Replies".into();
    filter.kind = AttributeType::N;
    filter.set_operator(FilterOperator::Compare(Comparator::GreaterOrEqual));
    filter.set_operand(0, "4");
    form.returned = Returned::Picked(vec!["Subject".into(), "Tags".into()]);
    form
}

fn query(form: &QueryForm) -> QueryRequest {
    let built = form.build(&thread());
    assert_eq!(built.problems, []);
    match built.request {
        Request::Query(query) => query,
        other => panic!("{other:?}"),
    }
}

#[test]
fn the_mocks_request_comes_out() {
    let request = query(&last_posts());
    assert_eq!(
        request.key_condition_expression.as_deref(),
        Some("#ForumName = :ForumName AND #LastPostDateTime BETWEEN :LastPostDateTime AND :LastPostDateTime2")
    );
    assert_eq!(request.filter_expression.as_deref(), Some("#Replies >= :Replies"));
    assert_eq!(request.projection_expression.as_deref(), Some("#Subject, #Tags"));
    assert_eq!(request.scan_index_forward, Some(false));
    assert_eq!(request.return_consumed_capacity.map(|it| it.as_str()), Some("INDEXES"));
}

#[test]
fn every_operator_round_trips() {
    for operator in FilterOperator::ALL {
        let mut form = last_posts();
        form.filters.clear();
        for path in ["Info.Stars[2]", "a-b"] {
            let id = form.add_filter();
            let filter = form.filter_mut(id).unwrap();
            filter.path = path.into();
            filter.set_operator(operator);
            let sized = matches!(operator, FilterOperator::Size(_));
            if sized || !operator.takes_type() {
                filter.kind = if sized { AttributeType::N } else { AttributeType::S };
            }
            if operator == FilterOperator::In {
                filter.operands.push(String::new());
            }
            for place in 0..filter.operands.len() {
                let text = if operator == FilterOperator::IsType {
                    "SS".into()
                } else {
                    format!("{}", 10 + place)
                };
                filter.set_operand(place, &text);
            }
        }
        form.join = Join::Or;
        let request = form.build(&thread()).request;
        let back = QueryForm::from_request(&request, &thread()).unwrap();
        assert_eq!(back.build(&thread()).request, request, "{}", operator.label());
        assert_eq!(
            back.filters.iter().map(|it| &it.operands).collect::<Vec<_>>(),
            form.filters.iter().map(|it| &it.operands).collect::<Vec<_>>()
        );
        assert_eq!(back.join, Join::Or);
    }
}

#[test]
fn every_sort_test_and_selection_round_trips() {
    for operator in SortOperator::ALL {
        let mut form = last_posts();
        form.sort = SortTest { operator, ..form.sort };
        if operator.arity() < 2 {
            form.sort.second.clear();
        }
        if operator.arity() < 1 {
            form.sort.first.clear();
        }
        let request = form.build(&thread()).request;
        let back = QueryForm::from_request(&request, &thread()).unwrap();
        assert_eq!(back.sort, form.sort);
    }
    for returned in [
        Returned::Everything,
        Returned::WholeItems,
        Returned::Keys,
        Returned::Count,
    ] {
        let form = QueryForm {
            returned,
            ..last_posts()
        };
        let back = QueryForm::from_request(&form.build(&thread()).request, &thread()).unwrap();
        assert_eq!(back.returned, form.returned);
    }
}

#[test]
fn without_a_partition_key_value_it_is_a_scan() {
    let mut form = QueryForm::on(None);
    assert_eq!(form.operation(), "Scan");
    form.limit = "10".into();
    let id = form.add_filter();
    form.filter_mut(id).unwrap().path = "ForumName".into();
    form.filter_mut(id).unwrap().set_operand(0, "S3");
    let built = form.build(&thread());
    assert_eq!(built.problems, [], "a Scan may filter on keys");
    let Request::Scan(scan) = &built.request else { panic!() };
    assert_eq!(scan.limit, Some(10));
    assert_eq!(
        QueryForm::from_request(&built.request, &thread())
            .unwrap()
            .filters
            .len(),
        1
    );
    form.partition = "S3".into();
    assert_eq!(form.operation(), "Query");
    assert_eq!(
        form.build(&thread()).problems[0].0,
        QueryField::FilterPath(id),
        "a Query may not"
    );
}

#[test]
fn messages_stand_at_their_fields() {
    let mut form = QueryForm::on(Some("ByReplies"));
    form.partition = "many".into();
    form.consistent = true;
    form.limit = "0".into();
    form.returned = Returned::WholeItems;
    let fields: Vec<QueryField> = form
        .build(&thread())
        .problems
        .into_iter()
        .map(|(field, _)| field)
        .collect();
    assert_eq!(
        fields,
        [
            QueryField::Partition,
            QueryField::Returned,
            QueryField::Limit,
            QueryField::Consistent
        ]
    );
}

#[test]
fn names_that_are_no_placeholders_get_numbers() {
    let mut form = QueryForm::on(None);
    form.returned = Returned::Picked(vec!["a-b".into(), "n2".into(), "\"x.y\"".into(), "a-b".into()]);
    let Request::Scan(scan) = form.build(&thread()).request else {
        panic!()
    };
    assert_eq!(scan.projection_expression.as_deref(), Some("#n1, #n2, #n3"));
    let names = scan.expression_attribute_names.unwrap();
    assert_eq!(names.get("#n3").map(|name| name.as_str()), Some("x.y"));
}

#[test]
fn what_the_form_cannot_show_is_said() {
    let base = query(&last_posts());
    let refuse = |change: &dyn Fn(&mut QueryRequest), word: &str| {
        let mut request = base.clone();
        change(&mut request);
        let text = QueryForm::from_request(&Request::Query(request), &thread()).unwrap_err();
        assert!(text.contains(word), "{text}");
    };
    refuse(
        &|it| it.filter_expression = Some("#Replies > :Replies AND #Replies < :Replies OR a = :Replies".into()),
        "both",
    );
    refuse(
        &|it| it.filter_expression = Some("#Replies = #Subject".into()),
        "placeholders only",
    );
    refuse(&|it| it.filter_expression = Some("#Nope = :Replies".into()), "#Nope");
    refuse(&|it| it.filter_expression = None, "placeholder");
    refuse(&|it| it.table_name = "Other".into(), "Other");
    refuse(&|it| it.index_name = Some("Nope".into()), "Nope");
    refuse(
        &|it| it.exclusive_start_key = Some(hashrange_values::Item::new()),
        "ExclusiveStartKey",
    );
    refuse(&|it| it.attributes_to_get = Some(vec!["Subject".into()]), "legacy");
    refuse(
        &|it| (it.key_condition_expression, it.key_conditions) = (None, Some(hashrange_wire::Conditions::new())),
        "legacy",
    );
    refuse(&|it| it.select = Some(Select::Count), "COUNT");
    refuse(
        &|it| it.key_condition_expression = Some("#Subject = :ForumName".into()),
        "key condition",
    );
    refuse(
        &|it| {
            let values = it.expression_attribute_values.as_mut().unwrap();
            values.insert(":ForumName", AttributeValue::L([].into()));
        },
        "type L",
    );
    refuse(
        &|it| it.filter_expression = Some(format!("{}a = :Replies", "(".repeat(40))),
        "deep",
    );
}

#[test]
fn hand_written_expressions_are_read() {
    let mut request = query(&last_posts());
    request.key_condition_expression =
        Some("(ForumName = :ForumName) and (LastPostDateTime between :LastPostDateTime and :LastPostDateTime2)".into());
    request.filter_expression = Some("((size(Replies) > :Replies))".into());
    let form = QueryForm::from_request(&Request::Query(request), &thread()).unwrap();
    assert_eq!(form.sort.second, "2015-06-30");
    assert_eq!(form.filters[0].operator, FilterOperator::Size(Comparator::Greater));
}

#[test]
fn turning_to_another_index_drops_its_sort_test() {
    let mut form = last_posts();
    form.turn_to(None, true);
    assert_eq!((form.partition.as_str(), form.sort.operator), ("S3", SortOperator::Any));
    form.turn_to(Some("ByReplies"), false);
    assert_eq!(form.operation(), "Scan");
}
