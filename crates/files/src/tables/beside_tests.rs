//! Resources of Terraform that complete tables.

use super::*;

const TERRAFORM: TablesFormat = TablesFormat::Template(TemplateFormat::Terraform);

const TABLE: &str = r#"
resource "aws_dynamodb_table" "t" {
  count        = 1
  name         = "abc"
  billing_mode = "PAY_PER_REQUEST"
  hash_key     = "k"
  tags         = { a = "1", b = "2" }
  attribute {
    name = "k"
    type = "S"
  }
}
"#;

fn read(resources: &str) -> (TableDefinition, Vec<String>) {
    let read = tables_in(TERRAFORM, &format!("{TABLE}{resources}")).unwrap();
    let left_out = read.left_out.iter().map(ToString::to_string).collect();
    (read.tables.into_iter().next().unwrap(), left_out)
}

#[test]
fn resources_that_complete_a_table_are_applied() {
    let (table, left_out) = read(
        r#"
resource "aws_dynamodb_contributor_insights" "index" {
  table_name = aws_dynamodb_table.t[0].name
  index_name = "byG"
  mode       = "THROTTLED_KEYS"
}
resource "aws_dynamodb_contributor_insights" "table" { table_name = "abc" }
resource "aws_dynamodb_global_secondary_index" "g" {
  table_name = aws_dynamodb_table.t[0].name
  index_name = "byG"
  key_schema {
    attribute_name = "g"
    attribute_type = "N"
    key_type       = "HASH"
  }
  key_schema {
    attribute_name = "k"
    attribute_type = "S"
    key_type       = "RANGE"
  }
  projection {
    projection_type    = "INCLUDE"
    non_key_attributes = ["x"]
  }
  on_demand_throughput { max_read_request_units = 5 }
}
resource "aws_dynamodb_tag" "b" {
  resource_arn = aws_dynamodb_table.t[0].arn
  key          = "b"
  value        = 3
}
resource "aws_dynamodb_resource_policy" "p" {
  resource_arn = "arn:aws:dynamodb:us-east-1:111122223333:table/abc"
  policy       = jsonencode({ Version = "2012-10-17", Statement = [{ Effect = "Allow", Principal = { AWS = "111122223333" }, Action = "dynamodb:GetItem", Resource = "*" }] })
}
"#,
    );
    assert_eq!(left_out, Vec::<String>::new());
    let json = hashrange_wire::encode_request(&hashrange_wire::Request::from(table.create.clone()));
    let index = r#"{"IndexName":"byG","KeySchema":[{"AttributeName":"g","KeyType":"HASH"},{"AttributeName":"k","KeyType":"RANGE"}],"Projection":{"ProjectionType":"INCLUDE","NonKeyAttributes":["x"]},"OnDemandThroughput":{"MaxReadRequestUnits":5}}"#;
    assert!(json.contains(index), "{json}");
    assert_eq!(table.create.attribute_definitions.len(), 2);
    assert!(
        json.contains(r#"[{"Key":"a","Value":"1"},{"Key":"b","Value":"3"}]"#),
        "{json}"
    );
    assert!(json.contains("ResourcePolicy"), "{json}");
    let insights: Vec<_> = table
        .insights
        .iter()
        .map(|it| {
            (
                it.index.as_deref(),
                it.mode.map(hashrange_wire::ContributorInsightsMode::as_str),
            )
        })
        .collect();
    assert_eq!(insights, [(None, None), (Some("byG"), Some("THROTTLED_KEYS"))]);
}

#[test]
fn resources_that_cannot_be_applied_are_named() {
    let (table, left_out) = read(
        r#"
resource "aws_dynamodb_tag" "far" {
  resource_arn = aws_dynamodb_table.other.arn
  key = "a"
}
resource "aws_dynamodb_resource_policy" "stream" {
  resource_arn = aws_dynamodb_table.t[0].stream_arn
  policy       = "{}"
}
resource "aws_dynamodb_resource_policy" "bad" {
  resource_arn = aws_dynamodb_table.t[0].arn
  policy       = "{}"
  confirm_remove_self_resource_access = true
}
resource "aws_dynamodb_contributor_insights" "none" {
  table_name = "abc"
  index_name = "none"
}
resource "aws_dynamodb_tag" "each" {
  for_each = toset(["a"])
  resource_arn = aws_dynamodb_table.t[0].arn
}
resource "aws_dynamodb_tag" "elsewhere" {
  resource_arn = "def"
  key = "a"
}
resource "aws_dynamodb_kinesis_streaming_destination" "k" { table_name = "abc" }
resource "aws_dynamodb_table_replica" "r" { global_table_arn = "abc" }
"#,
    );
    assert_eq!((table.create.resource_policy, table.insights.len()), (None, 0));
    let beginnings = [
        "line 39: aws_dynamodb_kinesis_streaming_destination.k (aws_dynamodb_kinesis_streaming_destination is not supported here)",
        "line 40: aws_dynamodb_table_replica.r (aws_dynamodb_table_replica is not supported here)",
        "line 15: aws_dynamodb_tag.far (aws_dynamodb_table.other.arn has no known value",
        "line 31: aws_dynamodb_tag.each (for_each is not supported here)",
        "line 35: aws_dynamodb_tag.elsewhere (its table is missing)",
        "line 19: aws_dynamodb_resource_policy.stream (aws_dynamodb_table.t[0].stream_arn has no known value",
        "line 25: aws_dynamodb_resource_policy.bad.confirm_remove_self_resource_access",
        "line 22: aws_dynamodb_resource_policy.bad (",
        "line 27: aws_dynamodb_contributor_insights.none (its index is missing)",
    ];
    assert_eq!(left_out.len(), beginnings.len(), "{left_out:#?}");
    for (words, beginning) in left_out.iter().zip(beginnings) {
        assert!(
            words.starts_with(beginning),
            "{words} is not {beginning}: {left_out:#?}"
        );
    }
}
