//! Writes: their effect on the item cache.

use hashrange_wire::{
    DeleteItemRequest, ReturnValues, TransactAction, TransactGetItemsResponse, TransactWrite,
    TransactWriteItemsRequest, TransactWriteItemsResponse, UpdateItemRequest, WriteItemResponse,
};

use super::*;

fn update(wanted: Option<ReturnValues>) -> UpdateItemRequest {
    UpdateItemRequest {
        table_name: "Shirts".to_owned(),
        key: key("1"),
        update_expression: Some("SET Color = :c".to_owned()),
        return_values: wanted,
        ..UpdateItemRequest::default()
    }
}

fn updated(attributes: Option<Arc<Item>>) -> Outcome {
    Ok(Response::UpdateItem(WriteItemResponse {
        attributes,
        ..WriteItemResponse::default()
    }))
}

#[test]
fn a_put_item_is_at_hand_and_lives_its_own_time() {
    let mut case = Case::new();
    let _ = case.passed(get("1"), Ok(got(None)));
    case.wait(Duration::from_minutes(3));
    assert_eq!(case.passed(put("1", "red"), done()), done());
    case.wait(Duration::from_minutes(5));
    assert_eq!(case.hit(get("1")), got(Some(item("1", "red"))));
}

#[test]
fn a_refused_write_is_not_kept() {
    let mut case = Case::new();
    let _ = case.passed(put("1", "red"), done());
    let before = case.state();
    assert_eq!(case.passed(put("1", "blue"), Err(refusal())), Err(refusal()));
    assert_eq!(case.passed(update(None), Err(refusal())), Err(refusal()));
    assert_eq!(case.state(), before);
    assert_eq!(case.hit(get("1")), got(Some(item("1", "red"))));
}

#[test]
fn an_update_keeps_the_new_image_without_reporting_it() {
    let mut case = Case::new();
    assert_eq!(
        case.passed(update(None), updated(Some(item("1", "blue")))),
        updated(None)
    );
    assert_eq!(case.asked(), &Request::UpdateItem(update(Some(ReturnValues::AllNew))));
    assert_eq!(case.hit(get("1")), got(Some(item("1", "blue"))));
    let all_new = updated(Some(item("1", "grey")));
    assert_eq!(
        case.passed(update(Some(ReturnValues::AllNew)), all_new.clone()),
        all_new
    );
    assert_eq!(case.hit(get("1")), got(Some(item("1", "grey"))));
}

#[test]
fn an_update_that_answers_another_image_drops_the_entry() {
    let mut case = Case::new();
    let _ = case.passed(put("1", "red"), done());
    let part = updated(Some(Arc::new([("Color", text("red"))].into_iter().collect())));
    assert_eq!(case.passed(update(Some(ReturnValues::UpdatedOld)), part.clone()), part);
    let _ = case.passed(get("1"), Ok(got(Some(item("1", "blue")))));
}

#[test]
fn a_deleted_item_is_asked_for_again() {
    let mut case = Case::new();
    let _ = case.passed(put("1", "red"), done());
    let delete = DeleteItemRequest {
        table_name: "Shirts".to_owned(),
        key: key("1"),
        ..DeleteItemRequest::default()
    };
    let _ = case.passed(delete, Ok(Response::DeleteItem(WriteItemResponse::default())));
    assert_eq!(case.passed(get("1"), Ok(got(None))), Ok(got(None)));
    case.hit(get("1"));
}

fn transaction() -> TransactWriteItemsRequest {
    let write = |action| TransactWrite {
        table_name: "Shirts".to_owned(),
        action,
        condition_expression: None,
        expression_attribute_names: None,
        expression_attribute_values: None,
        return_values_on_condition_check_failure: None,
    };
    let put = TransactAction::Put {
        item: Item::clone(&item("2", "red")),
    };
    TransactWriteItemsRequest {
        transact_items: vec![write(put), write(TransactAction::Delete { key: key("1") })],
        ..TransactWriteItemsRequest::default()
    }
}

#[test]
fn a_transaction_is_read_back_in_the_background() {
    let mut case = Case::new();
    let _ = case.passed(put("1", "red"), done());
    let written = Ok(Response::TransactWriteItems(TransactWriteItemsResponse::default()));
    let found = TransactGetItemsResponse {
        responses: vec![None, Some(item("2", "red"))],
        consumed_capacity: None,
    };
    case.tables
        .answers
        .extend([written.clone(), Ok(Response::TransactGetItems(found))]);
    assert_eq!(
        case.dax.handle(case.at, transaction().into(), &mut case.tables),
        written
    );
    let Request::TransactGetItems(read) = case.asked() else {
        panic!("something else was asked")
    };
    assert_eq!(
        read.transact_items
            .iter()
            .map(|get| get.key.clone())
            .collect::<Vec<_>>(),
        [key("1"), key("2")]
    );
    assert_eq!(case.hit(get("1")), got(None));
    assert_eq!(case.hit(get("2")), got(Some(item("2", "red"))));
    let metrics = case.dax.report().metrics;
    assert_eq!(
        (metrics.transact_write_items_count, metrics.transact_get_items_count),
        (1, 0)
    );
}

#[test]
fn a_background_read_that_is_refused_leaves_no_old_item() {
    let mut case = Case::new();
    let _ = case.passed(put("1", "red"), done());
    let written = Ok(Response::TransactWriteItems(TransactWriteItemsResponse::default()));
    case.tables.answers.extend([written.clone(), Err(refusal())]);
    assert_eq!(
        case.dax.handle(case.at, transaction().into(), &mut case.tables),
        written
    );
    assert_eq!(case.dax.report().items.entries, 0);
    assert_eq!(case.dax.report().metrics.error_request_count, 0, "nobody saw it");
}
