//! Terraform files in JSON, and attributes in place of blocks.

use hashrange_wire::{JsonContent, JsonTree, item_to_json};
use proptest::prelude::*;

use super::*;
use crate::arbitrary_table::table;

const TERRAFORM: TablesFormat = TablesFormat::Template(TemplateFormat::Terraform);

fn left_out(read: &TablesRead) -> Vec<String> {
    read.left_out.iter().map(ToString::to_string).collect()
}

/// The texts of a tree with the marks of templates escaped.
fn escaped(tree: JsonTree) -> JsonTree {
    let text = |text: String| text.replace("${", "$${").replace("%{", "%%{");
    match tree.content {
        JsonContent::Text(words) => JsonContent::Text(text(words)).into(),
        JsonContent::List(elements) => elements.into_iter().map(escaped).collect::<Vec<_>>().into(),
        JsonContent::Object(members) => members
            .into_iter()
            .map(|(name, member)| (text(name), escaped(member)))
            .collect(),
        other => other.into(),
    }
}

proptest! {
    /// A file in HCL has the same tables in JSON.
    #[test]
    fn tables_are_the_same_in_json(tables in proptest::collection::vec(table(), 1..3)) {
        let text = tables_out(TemplateFormat::Terraform, &tables).text;
        let body = crate::hcl::parse(&text).unwrap();
        let scope = hcl_value::Scope::of(&body);
        let resources = body.blocks().map(|block| {
            let (names, left_out) = (terraform_names::NAMES, &mut Vec::new());
            let mut reading = terraform_body::Reading { names, left_out };
            let tree = terraform_body::body_tree(&block.body, "", &scope, terraform_names::TABLE, &mut reading).unwrap();
            (block.labels[1].clone().into_owned(), escaped(tree))
        });
        let resources: JsonTree = resources.collect();
        let text = format!("{{\"resource\":[{{\"aws_dynamodb_table\":{}}}]}}", resources.to_json_pretty());
        prop_assert_eq!(TablesFormat::guess("a.json", &text), TERRAFORM);
        prop_assert_eq!(tables_in(TERRAFORM, &text).unwrap().tables, tables);
    }
}

#[test]
fn a_file_in_json_has_templates_and_blocks() {
    let text = r#"{"//": "a comment", "terraform": {"required_version": "1"},
      "variable": {"app": {"default": "demo", "ttl": 1}}, "locals": [{"attribute": "g"}],
      "module": {"more": {"source": "x"}},
      "resource": {"aws_dynamodb_table": [{"t": {
        "//": "too", "name": "${var.app}-${upper(\"a\")}", "billing_mode": "PAY_PER_REQUEST", "hash_key": "k",
        "attribute": {"name": "k", "type": "S"},
        "dynamic": {"attribute": {"for_each": ["${local.attribute}"], "content": {"name": "${attribute.value}", "type": "S"}}},
        "global_secondary_index": [{"name": "byG", "hash_key": "g", "projection_type": "ALL", "nothing": 1}],
        "ttl": [{"enabled": true, "attribute_name": "\"until\" $${x}"}],
        "tags": {"a-${var.app}": "b"}, "replica": {"region_name": "eu-west-1"}, "depends_on": ["x.y"]},
      "bad": {"name": "${var.", "hash_key": "k"}, "text": {"name": "abc", "hash_key": "k", "ttl": "until"}}],
      "aws_dynamodb_table_item": {"i": {"table_name": "${aws_dynamodb_table.t.name}", "hash_key": "k", "item": "{\"k\":{\"S\":\"1\"}}"}},
      "aws_dynamodb_table_replica": {"r": {}}, "aws_dynamodb_tag": 5}}"#;
    assert_eq!(TablesFormat::guess("main.tf.json", text), TERRAFORM);
    let read = tables_in(TERRAFORM, text).unwrap();
    let create = &read.tables[0].create;
    assert_eq!((read.tables.len(), create.table_name.as_str()), (1, "demo-A"));
    assert_eq!(create.attribute_definitions.len(), 2);
    assert_eq!(read.tables[0].time_to_live.as_deref(), Some("\"until\" ${x}"));
    let tags = create.tags.as_ref().unwrap();
    assert_eq!((tags[0].key.as_str(), tags[0].value.as_str()), ("a-demo", "b"));
    let items: Vec<String> = read
        .items
        .iter()
        .map(|(table, item)| format!("{table} {}", item_to_json(item)))
        .collect();
    assert_eq!(items, [r#"demo-A {"k":{"S":"1"}}"#]);
    let expected = [
        "line 3: module.more (module is not supported here)",
        "line 10: aws_dynamodb_table.t.replica",
        "line 8: aws_dynamodb_table.t.global_secondary_index.nothing",
        "line 13: aws_dynamodb_table_replica.r (aws_dynamodb_table_replica is not supported here)",
        "line 13: resource.aws_dynamodb_tag (a block with two labels is expected here)",
        "line 11: aws_dynamodb_table.bad.name (${var. has no known value; write the value instead)",
        "line 11: aws_dynamodb_table.text.ttl (a block is expected here)",
    ];
    let mut words = left_out(&read);
    words.sort();
    let mut expected = expected.map(str::to_owned).to_vec();
    expected.sort();
    assert_eq!(words, expected);
}

#[test]
fn an_attribute_in_place_of_a_block_is_read_or_named() {
    let text = "resource \"aws_dynamodb_table\" \"t\" {\n  name = \"abc\"\n  billing_mode = \"PAY_PER_REQUEST\"\n  hash_key = \"k\"\n  \
                attribute = [{ name = \"k\", type = \"S\" }]\n  ttl = { enabled = true, attribute_name = \"until\" }\n}\n";
    let read = tables_in(TERRAFORM, text).unwrap();
    assert_eq!(read.tables[0].time_to_live.as_deref(), Some("until"));
    let text = text.replace("{ enabled = true, attribute_name = \"until\" }", "[\"until\"]");
    let faults = tables_in(TERRAFORM, &text).unwrap_err();
    assert_eq!(
        faults[0].to_string(),
        "line 6, aws_dynamodb_table.t.ttl: a block is expected here"
    );
}
