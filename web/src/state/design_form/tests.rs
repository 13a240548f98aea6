//! Tests of the table form: requests out, requests in, and messages at their fields.

use hashrange_values::KeyType;
use hashrange_wire::{BillingMode, KeyRole, ProjectionType};

use super::*;

fn game_scores() -> DesignForm {
    let mut form = DesignForm {
        table_name: "GameScores".into(),
        ..DesignForm::default()
    };
    form.rename_key(KeyPlace::TablePartition, "UserId");
    form.set_sort(KeyPlace::TableSort, true);
    form.rename_key(KeyPlace::TableSort, "GameTitle");
    let local = form.add_index(IndexKind::Local).unwrap();
    form.index_mut(local).unwrap().name = "ByWins".into();
    form.rename_key(KeyPlace::IndexSort(local), "Wins");
    form.set_key_type(KeyPlace::IndexSort(local), KeyType::N);
    let global = form.add_index(IndexKind::Global).unwrap();
    let index = form.index_mut(global).unwrap();
    index.name = "GameTitleIndex".into();
    index.projection = ProjectionField {
        kind: ProjectionType::Include,
        attributes: vec!["Losses".into()],
    };
    form.rename_key(KeyPlace::IndexPartition(global), "GameTitle");
    form.set_sort(KeyPlace::IndexSort(global), true);
    form.rename_key(KeyPlace::IndexSort(global), "TopScore");
    form.set_key_type(KeyPlace::IndexSort(global), KeyType::N);
    form
}

fn messages(form: &DesignForm, field: DesignField) -> Vec<String> {
    form.problems()
        .into_iter()
        .filter(|(at, _)| *at == field)
        .map(|(_, text)| text)
        .collect()
}

#[test]
fn a_full_form_has_no_problem_and_defines_each_key_once() {
    let form = game_scores();
    assert_eq!(form.problems(), []);
    let request = form.to_request();
    let names: Vec<&str> = request
        .attribute_definitions
        .iter()
        .map(|it| it.attribute_name.as_str())
        .collect();
    assert_eq!(names, ["UserId", "GameTitle", "Wins", "TopScore"]);
    let local = &request.local_secondary_indexes.as_ref().unwrap()[0];
    assert_eq!(local.key_schema[0].attribute_name, "UserId");
    assert_eq!(local.key_schema[1].key_type, KeyRole::Range);
    assert_eq!(request.billing_mode, Some(BillingMode::PayPerRequest));
    assert_eq!(request.provisioned_throughput, None);
}

#[test]
fn form_and_request_round_trip() {
    let mut form = game_scores();
    form.billing = BillingMode::Provisioned;
    form.throughput = ThroughputField {
        read: "10".into(),
        write: "4".into(),
    };
    form.deletion_protection = true;
    let request = form.to_request();
    let back = DesignForm::from_request(&request).unwrap();
    assert_eq!(back.to_request(), request);
    assert_eq!(back.throughput.read, "10");
    assert_eq!(back.local[0].name, "ByWins");
    assert_eq!(back.global[0].projection.attributes, ["Losses"]);
}

#[test]
fn an_empty_form_asks_for_names() {
    let form = DesignForm::default();
    let fields: Vec<DesignField> = form.problems().into_iter().map(|(field, _)| field).collect();
    assert_eq!(fields, [DesignField::TableName, DesignField::Partition]);
}

#[test]
fn names_follow_the_services_rule() {
    let mut form = game_scores();
    for (name, word) in [("ab", "3"), ("a b c", "not allowed"), (&*"x".repeat(256), "255")] {
        form.table_name = name.into();
        assert!(messages(&form, DesignField::TableName)[0].contains(word), "{name}");
    }
    form.table_name = "a.b-c_9".into();
    assert_eq!(form.problems(), []);
}

#[test]
fn a_local_index_needs_the_tables_sort_key() {
    let mut form = game_scores();
    form.set_sort(KeyPlace::TableSort, false);
    assert_eq!(messages(&form, DesignField::Indexes(IndexKind::Local)).len(), 1);
}

#[test]
fn index_names_are_unique_and_includes_are_not_empty() {
    let mut form = game_scores();
    let id = form.global[0].id;
    form.global[0].name = "ByWins".into();
    form.global[0].projection.attributes.clear();
    assert_eq!(
        messages(&form, DesignField::Index(id, IndexField::Name)),
        ["Another index has this name."]
    );
    assert_eq!(messages(&form, DesignField::Index(id, IndexField::Projection)).len(), 1);
    assert_eq!(
        messages(&form, DesignField::Index(form.local[0].id, IndexField::Name)).len(),
        1
    );
}

#[test]
fn one_attribute_has_one_type() {
    let mut form = game_scores();
    let id = form.global[0].id;
    form.set_key_type(KeyPlace::TableSort, KeyType::N);
    assert_eq!(
        form.key(KeyPlace::IndexPartition(id)).unwrap().kind,
        KeyType::N,
        "GameTitle is one attribute"
    );
    form.rename_key(KeyPlace::IndexPartition(id), "UserId");
    assert_eq!(
        form.key(KeyPlace::IndexPartition(id)).unwrap().kind,
        KeyType::S,
        "a known name brings its type"
    );
    form.global[0].partition.kind = KeyType::B;
    assert!(messages(&form, DesignField::Index(id, IndexField::Partition))[0].contains("one type"));
}

#[test]
fn rates_are_whole_numbers_above_zero() {
    let mut form = game_scores();
    form.billing = BillingMode::Provisioned;
    form.throughput.read = "0".into();
    form.global[0].throughput.write = "many".into();
    assert_eq!(messages(&form, DesignField::Read).len(), 1);
    assert_eq!(
        messages(&form, DesignField::Index(form.global[0].id, IndexField::Write)).len(),
        1
    );
    form.billing = BillingMode::PayPerRequest;
    assert_eq!(form.problems(), []);
}

#[test]
fn the_number_of_indexes_is_limited() {
    let mut form = game_scores();
    while form.add_index(IndexKind::Local).is_some() {}
    while form.add_index(IndexKind::Global).is_some() {}
    assert_eq!((form.local.len(), form.global.len()), (5, 20));
    let id = form.local[4].id;
    form.remove_index(id);
    assert_eq!(form.local.len(), 4);
}

#[test]
fn requests_the_form_cannot_show_say_so() {
    let mut request = game_scores().to_request();
    request.key_schema.reverse();
    assert!(DesignForm::from_request(&request).unwrap_err().contains("HASH"));
    let mut request = game_scores().to_request();
    request.local_secondary_indexes.as_mut().unwrap()[0].key_schema[0].attribute_name = "Other".into();
    assert!(
        DesignForm::from_request(&request)
            .unwrap_err()
            .contains("partition key")
    );
    let mut request = game_scores().to_request();
    request.global_secondary_indexes = None;
    assert!(DesignForm::from_request(&request).unwrap_err().contains("TopScore"));
}

#[test]
fn an_index_is_named_after_its_keys_until_somebody_types_a_name() {
    let mut form = game_scores();
    let id = form.add_index(IndexKind::Global).unwrap();
    let name = |form: &DesignForm| form.index(id).unwrap().name.clone();
    form.rename_key(KeyPlace::IndexPartition(id), "Team");
    assert_eq!(name(&form), "Team-index");
    form.name_sort(KeyPlace::IndexSort(id), "Top Score");
    assert_eq!(name(&form), "Team-TopScore-index");
    form.name_sort(KeyPlace::IndexSort(id), "");
    assert_eq!(
        (name(&form).as_str(), form.index(id).unwrap().sort.is_none()),
        ("Team-index", true)
    );
    let twin = form.add_index(IndexKind::Global).unwrap();
    form.rename_key(KeyPlace::IndexPartition(twin), "Team");
    assert_eq!(form.index(twin).unwrap().name, "Team-index-2");
    form.index_mut(id).unwrap().name = "ByTeam".into();
    form.rename_key(KeyPlace::IndexPartition(id), "Club");
    assert_eq!(name(&form), "ByTeam", "a name that was typed stays");
    assert_eq!(form.index(twin).unwrap().name, "Team-index", "the name is free again");
    form.rename_key(KeyPlace::IndexPartition(twin), "");
    assert_eq!(form.index(twin).unwrap().name, "");
    let local = form.add_index(IndexKind::Local).unwrap();
    form.name_sort(KeyPlace::IndexSort(local), "Losses");
    form.name_sort(KeyPlace::IndexSort(local), "");
    assert!(
        form.index(local).unwrap().sort.is_some(),
        "a local index keeps its sort key"
    );
}

#[test]
fn a_sort_key_without_a_name_is_none() {
    let mut form = DesignForm::default();
    form.name_sort(KeyPlace::TableSort, "At");
    assert_eq!(form.sort.as_ref().map(|key| key.name.as_str()), Some("At"));
    form.name_sort(KeyPlace::TableSort, "");
    assert_eq!(form.sort, None);
}
