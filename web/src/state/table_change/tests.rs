//! Changes of tables and indexes as typed, and the requests they become.

use hashrange_wire::{BillingModeSummary, IndexStatus, Operation, Request, TableStatus, decode, encode_request};

use super::*;

fn rates(rates: Option<ProvisionedThroughput>) -> ProvisionedThroughputDescription {
    ProvisionedThroughputDescription {
        read_capacity_units: rates.map_or(0, |rates| rates.read_capacity_units),
        write_capacity_units: rates.map_or(0, |rates| rates.write_capacity_units),
        ..ProvisionedThroughputDescription::default()
    }
}

fn index(index: GlobalSecondaryIndex) -> GlobalSecondaryIndexDescription {
    GlobalSecondaryIndexDescription {
        index_name: index.index_name,
        key_schema: index.key_schema,
        projection: index.projection,
        index_status: IndexStatus::Active,
        backfilling: None,
        provisioned_throughput: rates(index.provisioned_throughput),
        index_size_bytes: 0,
        item_count: 0,
        index_arn: String::new(),
        on_demand_throughput: index.on_demand_throughput,
        warm_throughput: None,
    }
}

/// A table's description shortly after this request.
pub(crate) fn described(body: &str) -> TableDescription {
    let Ok(Request::CreateTable(request)) = decode(Operation::CreateTable, body.as_bytes()) else {
        panic!("a table");
    };
    let summary = |billing_mode| BillingModeSummary {
        billing_mode,
        last_update_to_pay_per_request_date_time: None,
    };
    TableDescription {
        table_name: request.table_name,
        attribute_definitions: request.attribute_definitions,
        key_schema: request.key_schema,
        table_status: TableStatus::Active,
        creation_date_time: None,
        provisioned_throughput: rates(request.provisioned_throughput),
        billing_mode_summary: request.billing_mode.map(summary),
        table_size_bytes: 0,
        item_count: 0,
        table_arn: String::new(),
        table_id: String::new(),
        local_secondary_indexes: Vec::new(),
        global_secondary_indexes: request
            .global_secondary_indexes
            .unwrap_or_default()
            .into_iter()
            .map(index)
            .collect(),
        vector_indexes: Vec::new(),
        deletion_protection_enabled: false,
        stream_specification: None,
        latest_stream_label: None,
        latest_stream_arn: None,
        sse_description: None,
        table_class_summary: None,
        on_demand_throughput: request.on_demand_throughput,
        warm_throughput: None,
        restore_summary: None,
    }
}

fn provisioned() -> TableDescription {
    described(
        r#"{"TableName":"Tab","AttributeDefinitions":[{"AttributeName":"a","AttributeType":"S"}],
        "KeySchema":[{"AttributeName":"a","KeyType":"HASH"}],
        "ProvisionedThroughput":{"ReadCapacityUnits":3,"WriteCapacityUnits":4}}"#,
    )
}

fn on_demand() -> TableDescription {
    described(
        r#"{"TableName":"Tab","BillingMode":"PAY_PER_REQUEST",
        "AttributeDefinitions":[{"AttributeName":"a","AttributeType":"S"},{"AttributeName":"g","AttributeType":"N"}],
        "KeySchema":[{"AttributeName":"a","KeyType":"HASH"}],
        "GlobalSecondaryIndexes":[{"IndexName":"ByG","KeySchema":[{"AttributeName":"g","KeyType":"HASH"}],
        "Projection":{"ProjectionType":"ALL"}}],
        "OnDemandThroughput":{"MaxReadRequestUnits":40}}"#,
    )
}

fn json(request: UpdateTableRequest) -> String {
    encode_request(&Request::UpdateTable(request))
}

#[test]
fn a_rate_that_is_the_same_is_no_change() {
    let table = provisioned();
    let mut draft = CapacityDraft::of(&table);
    assert_eq!(draft.request(&table), Ok(None));
    draft.rates.write = " 9 ".to_owned();
    let request = draft.request(&table).expect("numbers").expect("a change");
    assert_eq!(
        json(request),
        r#"{"TableName":"Tab","ProvisionedThroughput":{"ReadCapacityUnits":3,"WriteCapacityUnits":9}}"#
    );
    draft.rates.write = "many".to_owned();
    assert_eq!(draft.request(&table), Err(no_rate()));
    draft.mode = BillingMode::PayPerRequest;
    let request = draft.request(&table).expect("nothing typed counts").expect("a change");
    assert_eq!(json(request), r#"{"TableName":"Tab","BillingMode":"PAY_PER_REQUEST"}"#);
}

#[test]
fn a_switch_to_provisioned_brings_the_rates_of_every_index() {
    let table = on_demand();
    let mut draft = CapacityDraft::of(&table);
    draft.mode = BillingMode::Provisioned;
    let request = json(draft.request(&table).expect("numbers").expect("a change"));
    assert!(
        request.contains(r#""GlobalSecondaryIndexUpdates":[{"Update":{"IndexName":"ByG""#),
        "{request}"
    );
    assert!(decode(Operation::UpdateTable, request.as_bytes()).is_ok(), "{request}");
}

#[test]
fn a_maximum_taken_away_is_minus_one() {
    let table = on_demand();
    let mut draft = CapacityDraft::of(&table);
    assert_eq!(
        (draft.rates.most_read.as_str(), draft.rates.most_write.as_str()),
        ("40", "")
    );
    draft.rates.most_read = String::new();
    draft.rates.most_write = "7".to_owned();
    let request = draft.request(&table).expect("numbers").expect("a change");
    let asked = request.on_demand_throughput.expect("maxima");
    assert_eq!(
        (asked.max_read_request_units, asked.max_write_request_units),
        (Some(-1), Some(7))
    );
}

#[test]
fn a_new_index_brings_the_definitions_of_its_own_keys() {
    let table = on_demand();
    let (mut form, id) = index_form(&table).expect("room");
    form.rename_key(crate::state::design_form::KeyPlace::IndexPartition(id), "g");
    form.index_mut(id).expect("it").name = "Other".to_owned();
    let request = with_index(&form, &table).expect("an index");
    let definitions = request.attribute_definitions.clone().expect("definitions");
    assert_eq!(definitions.len(), 1);
    assert_eq!(
        (definitions[0].attribute_name.as_str(), definitions[0].attribute_type),
        ("g", hashrange_values::KeyType::N)
    );
    for request in [request, any_index(&table), without_index(&table, "ByG")] {
        let text = json(request);
        assert!(decode(Operation::UpdateTable, text.as_bytes()).is_ok(), "{text}");
    }
}

#[test]
fn scaling_reads_percent_and_bounds() {
    let draft = ScalingDraft {
        target: "55 %".to_owned(),
        ..ScalingDraft::default()
    };
    assert_eq!(draft.tracking(true).map(|tracking| tracking.target_value), Ok(55.0));
    assert_eq!(draft.bounds(), Ok((1, 10)));
    assert!(
        ScalingDraft {
            min: "0".to_owned(),
            ..draft
        }
        .bounds()
        .is_err()
    );
    assert_eq!(scalable("Tab", Some("ByG"), true).resource_id, "table/Tab/index/ByG");
}
