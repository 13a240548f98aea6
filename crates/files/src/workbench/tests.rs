//! A model that is read, written and read again stays the same. The tests include real models if available.

use std::path::PathBuf;

use hashrange_values::{AttributeType, Text};
use proptest::prelude::*;

use super::*;
use crate::arbitrary::{item, text};
use crate::arbitrary_table::table;
use crate::file_fault::LeftOut;
use crate::tables::TableDefinition;

/// A table that a model can express.
fn plain(mut table: TableDefinition) -> TableDefinition {
    let create = &mut table.create;
    create.deletion_protection_enabled = None;
    create.stream_specification = None;
    create.sse_specification = None;
    create.table_class = None;
    create.tags = None;
    create.on_demand_throughput = None;
    create.warm_throughput = None;
    for index in create.global_secondary_indexes.iter_mut().flatten() {
        index.on_demand_throughput = None;
        index.warm_throughput = None;
        let mut roles = Vec::new();
        index.key_schema.retain(|key| {
            !roles.contains(&key.key_type) && {
                roles.push(key.key_type);
                true
            }
        });
    }
    let mut used: Vec<&Text> = Vec::new();
    let local = create
        .local_secondary_indexes
        .iter()
        .flatten()
        .map(|index| &index.key_schema);
    let global = create
        .global_secondary_indexes
        .iter()
        .flatten()
        .map(|index| &index.key_schema);
    for key in std::iter::once(&create.key_schema).chain(local).chain(global).flatten() {
        if !used.contains(&&key.attribute_name) {
            used.push(&key.attribute_name);
        }
    }
    // A model has the types in its keys: in the order of the keys, with one type per attribute.
    let kind = |name: &Text| {
        create
            .attribute_definitions
            .iter()
            .find(|it| it.attribute_name == *name)
            .cloned()
    };
    create.attribute_definitions = used.into_iter().filter_map(kind).collect();
    TableDefinition {
        time_to_live: None,
        point_in_time_recovery: false,
        recovery_days: None,
        insights: Vec::new(),
        ..table
    }
    .settled()
}

fn model_table() -> impl Strategy<Value = ModelTable> {
    let items = proptest::collection::vec(item(), 0..4);
    let facets = proptest::collection::vec((text(), proptest::option::of(text()), any::<u8>()), 0..3);
    (table(), items, facets).prop_map(|(definition, items, facets)| {
        let attributes = vec![
            (Text::from("a b"), AttributeType::M),
            (Text::from("c"), AttributeType::Bs),
        ];
        let mut table = ModelTable {
            definition: plain(definition),
            attributes,
            facets: Vec::new(),
            items,
        };
        for (name, alias, place) in facets {
            let item = table.items.get(usize::from(place) % 4);
            let keys = item.map(|item| table.key_of(item)).into_iter().collect();
            let attributes = vec![Text::from("c")];
            let sort_key_alias = alias.clone();
            table.facets.push(Facet {
                name,
                partition_key_alias: alias,
                sort_key_alias,
                attributes,
                keys,
            });
        }
        table
    })
}

proptest! {
    #[test]
    fn models_survive(name in text(), tables in proptest::collection::vec(model_table(), 1..3)) {
        let dates = ["2021-08-12T17:03:35.304Z".to_owned(), String::new()];
        let model = Model { author: name.clone(), description: name.clone(), name, dates, tables };
        let written = write(&model);
        prop_assert_eq!(&written.left_out, &Vec::new());
        prop_assert_eq!(read(&written.text), Ok(ModelRead { model, left_out: Vec::new() }), "{}", written.text);
    }
}

const MODEL: &str = r#"{
  "ModelName": "Cards",
  "ModelMetadata": {"Author": "A", "Version": "3.0"},
  "DataModel": [{
    "TableName": "Cards",
    "KeyAttributes": {"PartitionKey": {"AttributeName": "PK", "AttributeType": "S"}},
    "NonKeyAttributes": [{"AttributeName": "Name", "AttributeType": "S"}],
    "TableFacets": [{
      "FacetName": "Accounts",
      "KeyAttributeAlias": {"PartitionKeyAlias": "AccountId"},
      "TableData": [{"PK": {"S": "1"}, "Name": {"S": "Ann"}}, {"PK": {"S": "2"}}],
      "NonKeyAttributes": ["Name"]
    }],
    "GlobalSecondaryIndexes": [{
      "IndexName": "ByName",
      "KeyAttributes": {"PartitionKey": {"AttributeName": "Name", "AttributeType": "S"}},
      "Projection": {"ProjectionType": "KEYS_ONLY"}
    }],
    "TableData": [{"PK": {"S": "1"}, "Name": {"S": "Ann"}}],
    "BillingMode": "PROVISIONED",
    "ProvisionedCapacitySettings": {
      "ProvisionedThroughput": {"ReadCapacityUnits": 7, "WriteCapacityUnits": 8},
      "AutoScalingRead": {"ScalingPolicyConfiguration": {"TargetValue": 70}}
    }
  }],
  "Later": 1
}"#;

#[test]
fn a_facet_is_a_view_with_items_of_the_table() {
    let ModelRead { model, left_out } = read(MODEL).unwrap();
    let [table] = model.tables.as_slice() else {
        panic!("{model:?}")
    };
    let [facet] = table.facets.as_slice() else {
        panic!("{table:?}")
    };
    assert_eq!((table.items.len(), facet.keys.len()), (2, 2));
    assert_eq!(
        (facet.partition_key_alias.as_deref(), facet.attributes.len()),
        (Some("AccountId"), 1)
    );
    let create = &table.definition.create;
    let units = |rates: Option<hashrange_wire::ProvisionedThroughput>| {
        rates.map(|it| (it.read_capacity_units, it.write_capacity_units))
    };
    assert_eq!(units(create.provisioned_throughput), Some((7, 8)));
    let index = create.global_secondary_indexes.iter().flatten().next().unwrap();
    assert_eq!(units(index.provisioned_throughput), Some((10, 5)));
    let passed: Vec<(usize, &str)> = left_out.iter().map(|it| (it.line, it.path.as_str())).collect();
    assert_eq!(
        passed,
        [(26, "Later"), (23, "Cards.ProvisionedCapacitySettings.AutoScalingRead")]
    );
    assert_eq!(read(&write(&model).text).unwrap().model, model);
}

#[test]
fn a_model_at_fault_says_where() {
    let words = |text: &str| {
        read(text)
            .unwrap_err()
            .iter()
            .map(ToString::to_string)
            .collect::<Vec<_>>()
    };
    assert_eq!(
        words("{}"),
        ["line 1: the file has no table; tables are expected in the member DataModel"]
    );
    let text = MODEL.replace(r#"{"PK": {"S": "2"}}"#, r#"{"PK": {"N": "x"}}"#);
    let ModelRead { model, left_out } = read(&text).unwrap();
    let expected = "line 11: Cards.Accounts.TableData[1].PK (The parameter cannot be converted to a numeric value: x)";
    assert_eq!(left_out.last().map(ToString::to_string).as_deref(), Some(expected));
    assert_eq!(model.tables[0].items.len(), 1, "the other items are read");
    let text = MODEL.replace(
        "\"KeyAttributes\": {\"PartitionKey\": {\"AttributeName\": \"PK\"",
        "\"Keys\": {\"PartitionKey\": {\"AttributeName\": \"PK\"",
    );
    assert_eq!(words(&text), ["line 4, Cards: KeyAttributes is missing"]);
}

#[test]
fn plain_json_inside_a_map_is_read_and_named() {
    let plain = r#"{"PK": {"S": "1"}, "Name": {"S": "Ann"}, "m": {"M": {"a": "x", "b": {"N": "1"}, "c": [1, null, {"d": true}]}}}"#;
    let text = MODEL.replace(r#"[{"PK": {"S": "1"}, "Name": {"S": "Ann"}}]"#, &format!("[{plain}]"));
    let ModelRead { model, left_out } = read(&text).unwrap();
    let item = hashrange_wire::item_to_json(&model.tables[0].items[0]);
    let expected = r#"{"Name":{"S":"Ann"},"PK":{"S":"1"},"m":{"M":{"a":{"S":"x"},"b":{"N":"1"},"c":{"L":[{"N":"1"},{"NULL":true},{"M":{"d":{"BOOL":true}}}]}}}}"#;
    assert_eq!(item, expected);
    let words: Vec<String> = left_out.iter().skip(2).map(ToString::to_string).collect();
    assert_eq!(
        words,
        [
            "line 19: Cards.TableData[0].m.a (plain JSON, read with the types of JSON)",
            "line 19: Cards.TableData[0].m.c (plain JSON, read with the types of JSON)",
        ]
    );
}

#[test]
fn what_a_model_cannot_say_is_reported() {
    let mut model = read(MODEL).unwrap().model;
    for table in &mut model.tables {
        table.definition.time_to_live = Some(Text::from("Until"));
        table.definition.create.deletion_protection_enabled = Some(true);
    }
    let left_out = write(&model).left_out;
    let paths: Vec<&str> = left_out.iter().map(|it| it.path.as_str()).collect();
    assert_eq!(
        paths,
        ["Cards.DeletionProtectionEnabled", "Cards.TimeToLiveSpecification"]
    );
}

/// A public model, if available.
fn public_model(name: &str) -> Option<String> {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR"))
        .join("../../../shared/data/nosql-workbench")
        .join(name);
    #[expect(
        clippy::disallowed_methods,
        reason = "a test may read a file; the library is handed bytes"
    )]
    let text = std::fs::read_to_string(path).ok();
    if text.is_none() {
        println!("skipped: ../shared/data/nosql-workbench/{name} is not there");
    }
    text
}

#[test]
fn public_models_go_in_out_and_in_again_the_same() {
    for (name, tables, items, indexes) in [
        ("FlightsFares.json", 1, 22, 2),
        ("Hospital.json", 1, 8, 4),
        ("banking.json", 1, 8, 2),
    ] {
        let Some(text) = public_model(name) else { continue };
        let ModelRead { model, left_out } = read(&text).unwrap();
        let is_of_another_tool = |it: &LeftOut| it.path.ends_with("ModelSchema") || it.path.ends_with("SavedQuery");
        assert!(left_out.iter().all(is_of_another_tool), "{left_out:?}");
        let table = model.tables.first().unwrap();
        assert_eq!(model.tables.len(), tables, "{name}");
        assert_eq!(table.items.len(), items, "{name}");
        let global = table.definition.create.global_secondary_indexes.as_ref().unwrap();
        assert_eq!(global.len(), indexes, "{name}");
        let written = write(&model);
        assert_eq!(written.left_out, []);
        assert_eq!(
            read(&written.text),
            Ok(ModelRead {
                model,
                left_out: Vec::new()
            }),
            "{name}"
        );
    }
}

#[test]
fn parts_of_a_model_in_other_shapes_are_named() {
    let text = r#"{"DataModel":[{"TableName":"Music","KeyAttributes":{"PartitionKey":{"AttributeName":"a","AttributeType":"S","Kind":1}},
"NonKeyAttributes":["b",{"AttributeName":"c","AttributeType":"X"},{"AttributeName":"c","AttributeType":"N"},{"AttributeType":"N"},7],
"TableFacets":{"FacetName":"f"},
"GlobalSecondaryIndexes":[{"IndexName":"byA","KeyAttributes":{"PartitionKey":{"AttributeName":"a","AttributeType":"S"}},"Projection":{"ProjectionType":"ALL"},"Nothing":1}],
"LocalSecondaryIndexes":"x",
"TableData":{}}]}"#;
    let read = read(text).unwrap();
    let table = &read.model.tables[0];
    let attributes: Vec<&str> = table.attributes.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(attributes, ["b", "c"]);
    let words: Vec<String> = read.left_out.iter().map(ToString::to_string).collect();
    let expected = [
        "line 1: Music.KeyAttributes.PartitionKey.Kind",
        "line 4: Music.GlobalSecondaryIndexes.Nothing",
        "line 5: Music.LocalSecondaryIndexes (an object is expected here)",
        "line 5: Music.LocalSecondaryIndexes (a list is expected here)",
        "line 2: Music.NonKeyAttributes.b (without a type, read as a String)",
        "line 2: Music.NonKeyAttributes.c (without a type, read as a String)",
        "line 2: Music.NonKeyAttributes.c",
        "line 2: Music.NonKeyAttributes. (AttributeName is missing)",
        "line 2: Music.NonKeyAttributes. (AttributeName is missing)",
        "line 3: Music.TableFacets (a list is expected here)",
        "line 6: Music.TableData (a list is expected here)",
    ];
    assert_eq!(words, expected);
}
