//! Files that repeat long names and values: what is shown and copied stays in proportion to the file.

use super::places::Places;
use super::*;

const CLOUDFORMATION: TablesFormat = TablesFormat::Template(TemplateFormat::CloudFormation);
const TERRAFORM: TablesFormat = TablesFormat::Template(TemplateFormat::Terraform);
/// Bytes of a long name, and parts below it.
const LONG: usize = 100_000;
const PARTS: usize = 1_000;

/// The bytes of all paths and words that are shown of a file.
fn shown(format: TablesFormat, text: &str) -> usize {
    let words = match tables_in(format, text) {
        Ok(read) => read.left_out.iter().map(ToString::to_string).collect::<Vec<_>>(),
        Err(faults) => faults.iter().map(ToString::to_string).collect(),
    };
    assert!(!words.is_empty());
    words.iter().map(String::len).sum()
}

#[test]
fn a_long_name_is_not_repeated_with_each_part_below_it() {
    let long = "n".repeat(LONG);
    let parts = |each: &dyn Fn(usize) -> String, between: &str| (0..PARTS).map(each).collect::<Vec<_>>().join(between);
    let members = parts(&|number| format!("\"x{number}\":1"), ",");
    let blocks = parts(&|number| format!("\"x{number}\":{{}}"), ",");
    let twice = parts(&|_| "\"x\":1".to_owned(), ",");
    let key = r#""key_schema":{"partition_key":"k"},"attribute_definitions":[{"name":"k","type":"S"}]"#;
    let model = |table: &str| format!("{{\"tables\":[{{{table}}}]}}");
    let keys = parts(
        &|number| format!("{{\"index_name\":\"x{number}\",\"partition_key\":\"p\"}}"),
        ",",
    );
    for (format, text) in [
        (
            CLOUDFORMATION,
            format!(
                "{{\"Resources\":{{\"{long}\":{{\"Type\":\"AWS::DynamoDB::Table\",\"Properties\":{{{members}}}}}}}}}"
            ),
        ),
        (
            CLOUDFORMATION,
            format!(
                "{{\"Resources\":{{\"A\":{{\"Type\":\"AWS::DynamoDB::Table\",\"Properties\":{{\"Tags\":{{\"{long}\":{{{members},\"y\":{{\"Ref\":\"Z\"}}}}}}}}}}}}}}"
            ),
        ),
        (CLOUDFORMATION, format!("{{\"{long}\":{{{twice}}},\"Resources\":{{}}}}")),
        (
            TERRAFORM,
            format!("{{\"resource\":{{\"{long}\":{{{blocks}}},\"aws_dynamodb_table\":{{\"{long}\":{{{members}}}}}}}}}"),
        ),
        (
            TERRAFORM,
            format!("{{\"module\":{{\"{long}\":{{{blocks}}}}}, \"data\":{{\"aws_dynamodb_{long}\":{{{blocks}}}}}}}"),
        ),
        (
            TERRAFORM,
            format!(
                "resource \"aws_dynamodb_table\" \"{long}\" {{\n{}\n}}\n",
                parts(&|number| format!("  x{number} = 1"), "\n")
            ),
        ),
        (
            TablesFormat::DescribeTable,
            model(&format!("\"table_name\":\"{long}\",{key},{members}")),
        ),
        (
            TablesFormat::DescribeTable,
            model(&format!("\"table_name\":\"{long}\",{key},\"gsis\":[{keys}]")),
        ),
        (
            TablesFormat::DescribeTable,
            format!(
                "{{\"tables\":[{{\"TableName\":\"abc\"}}],\"items\":{{\"{long}\":[{}]}}}}",
                parts(&|_| "5".to_owned(), ",")
            ),
        ),
    ] {
        let bytes = shown(format, &text);
        assert!(
            bytes < 2 * LONG + PARTS * 600,
            "{bytes} bytes of {} in a file",
            text.len()
        );
    }
}

#[test]
fn a_repeated_number_or_name_is_unknown_above_the_limit() {
    let table = |name: &str| {
        format!(
            "resource \"aws_dynamodb_table\" \"t\" {{\n  name = {name}\n  billing_mode = \"PAY_PER_REQUEST\"\n  hash_key = \"k\"\n  attribute {{\n    name = \"k\"\n    type = \"S\"\n  }}\n}}\n"
        )
    };
    for long in ["9".repeat(LONG), format!("{{ {} = 1 }}", "n".repeat(LONG))] {
        for (times, is_known) in [(100, true), (200, false)] {
            let list = vec!["local.long"; times].join(", ");
            let text = format!(
                "locals {{\n  long = {long}\n}}\n{}",
                table(&format!("length([{list}]) > 0 ? \"abc\" : \"x\""))
            );
            assert_eq!(tables_in(TERRAFORM, &text).is_ok(), is_known, "{times}");
        }
    }
}

#[test]
fn resources_that_complete_a_long_table_have_a_limit() {
    let tags: String = (0..PARTS * 4)
        .map(|number| format!("resource \"aws_dynamodb_tag\" \"x{number}\" {{\n  resource_arn = aws_dynamodb_table.t.arn\n  key = \"a\"\n  value = {number}\n}}\n"))
        .collect();
    let index = |number: usize| {
        format!(
            "  global_secondary_index {{\n    name = \"index{number}\"\n    hash_key = \"k\"\n    projection_type = \"ALL\"\n  }}\n"
        )
    };
    let indexes: String = (0..50).map(index).collect();
    let text = format!(
        "resource \"aws_dynamodb_table\" \"t\" {{\n  name = \"abc\"\n  billing_mode = \"PAY_PER_REQUEST\"\n  hash_key = \"k\"\n  attribute {{\n    name = \"k\"\n    type = \"S\"\n  }}\n{indexes}}}\n{tags}"
    );
    let read = tables_in(TERRAFORM, &text).unwrap();
    let last = read.left_out.last().unwrap().to_string();
    let expected = "aws_dynamodb_tag.x3999 (a file with fewer resources for its tables is expected here)";
    assert!(last.ends_with(expected), "{last}");
    assert!(read.tables[0].create.tags.is_some() && read.left_out.len() < 4 * PARTS);
}

#[test]
fn a_search_of_a_long_mapping_counts() {
    let values: Vec<String> = (0..20 * PARTS).map(|number| format!("\"x{number}\":\"abc\"")).collect();
    let value = r#"{"Fn::FindInMap":["M","F","x1"]}"#;
    let text = |times: usize| {
        format!(
            r#"{{"Mappings":{{"M":{{"F":{{{}}}}}}},"Resources":{{"Aaa":{{"Type":"AWS::DynamoDB::Table","Properties":{{"TableName":{{"Fn::Join":["",[{}]]}},"BillingMode":"PAY_PER_REQUEST","AttributeDefinitions":[{{"AttributeName":"k","AttributeType":"S"}}],"KeySchema":[{{"AttributeName":"k","KeyType":"HASH"}}]}}}}}}}}"#,
            values.join(","),
            vec![value; times].join(",")
        )
    };
    assert!(tables_in(CLOUDFORMATION, &text(40)).is_ok());
    let faults = tables_in(CLOUDFORMATION, &text(PARTS)).unwrap_err();
    assert!(
        faults[0].to_string().contains("Fn::FindInMap has no known value"),
        "{faults:?}"
    );
}

#[test]
fn the_later_of_two_equal_names_has_its_place() {
    let places = Places::of(vec!["b", "a", "c", "a"]);
    assert_eq!(
        ["a", "b", "c", "", "d"].map(|name| places.get(name)),
        [Some(3), Some(0), Some(2), None, None]
    );
}
