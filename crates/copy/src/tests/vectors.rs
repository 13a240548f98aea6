//! Copies of a table with a vector index, to services with and without such indexes.

use super::*;

fn source_with_vectors() -> Service {
    let mut source = Service::new(7);
    let mut table = plain("Notes");
    let tenant = json!({ "AttributeName": "Tenant", "AttributeType": "S" });
    table["AttributeDefinitions"]
        .as_array_mut()
        .expect("a list")
        .push(tenant);
    table["VectorIndexes"] = json!([{
        "IndexName": "ByText", "VectorAttribute": { "AttributeName": "v" }, "Dimensions": 2,
        "DistanceFunction": "COSINE", "Projection": { "ProjectionType": "ALL" },
        "SearchSchema": [{ "AttributeName": "Tenant", "SearchSchemaElementType": "HASH" }],
    }]);
    source.answer("CreateTable", &table);
    for number in 0..30 {
        let vector = json!([{ "N": "1" }, { "N": number.to_string() }]);
        let item = json!({ "Id": { "S": number.to_string() }, "Tenant": { "S": "t" }, "v": { "L": vector } });
        source.answer("PutItem", &json!({ "TableName": "Notes", "Item": item }));
    }
    source
}

#[test]
fn a_copy_has_the_vector_indexes_of_its_source() {
    let (mut source, mut target) = (source_with_vectors(), Service::new(8));
    let report = copy_all(&mut source, &mut target).expect("a report");
    assert!(
        report.tables.iter().all(|table| table.not_copied.is_empty()),
        "{report:?}"
    );
    let [own, other] = [&mut source, &mut target].map(|side| side.described("Notes"));
    assert_eq!(own["AttributeDefinitions"], other["AttributeDefinitions"]);
    let (own, other) = (&own["VectorIndexes"][0], &other["VectorIndexes"][0]);
    for member in [
        "IndexName",
        "Dimensions",
        "DistanceFunction",
        "SearchSchema",
        "Projection",
    ] {
        assert_eq!(own[member], other[member], "{member}");
    }
    assert_eq!(source.items("Notes"), target.items("Notes"));
}

#[test]
fn a_target_without_vector_indexes_gets_the_rest() {
    let (mut source, mut target) = (source_with_vectors(), Service::new(8));
    target.faults.without_vectors = true;
    let report = copy_all(&mut source, &mut target).expect("a report");
    let not_copied: Vec<&str> = report.tables[0]
        .not_copied
        .iter()
        .map(|part| part.what.as_str())
        .collect();
    assert_eq!(not_copied, ["vector indexes"]);
    let described = target.described("Notes");
    assert!(described.get("VectorIndexes").is_none());
    assert_eq!(described["AttributeDefinitions"].as_array().map(Vec::len), Some(1));
    assert_eq!(source.items("Notes"), target.items("Notes"));
}
