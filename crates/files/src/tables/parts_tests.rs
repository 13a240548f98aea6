//! Files with parts that are read, parts that are not, and values that the file decides.

use hashrange_wire::BillingMode;

use super::*;

const CLOUDFORMATION: TablesFormat = TablesFormat::Template(TemplateFormat::CloudFormation);
const TERRAFORM: TablesFormat = TablesFormat::Template(TemplateFormat::Terraform);

fn names(read: &TablesRead) -> Vec<&str> {
    read.tables
        .iter()
        .map(|table| table.create.table_name.as_str())
        .collect()
}

fn items(read: &TablesRead) -> Vec<String> {
    let item =
        |(table, item): &(String, hashrange_values::Item)| format!("{table} {}", hashrange_wire::item_to_json(item));
    read.items.iter().map(item).collect()
}

fn left_out(read: &TablesRead) -> Vec<String> {
    read.left_out.iter().map(ToString::to_string).collect()
}

/// A template with these resources; `$KEY` stands for the properties of a key.
fn template(resources: &str, rest: &str) -> TablesRead {
    let key = r#""AttributeDefinitions":[{"AttributeName":"k","AttributeType":"S"}],"KeySchema":[{"AttributeName":"k","KeyType":"HASH"}]"#;
    let text = format!("{{{rest}\"Resources\":{{{}}}}}", resources.replace("$KEY", key));
    assert_eq!(TablesFormat::guess("a.json", &text), CLOUDFORMATION);
    tables_in(CLOUDFORMATION, &text).unwrap()
}

fn terraform(text: &str) -> TablesRead {
    tables_in(TERRAFORM, &text.replace("$KEY", "billing_mode = \"PAY_PER_REQUEST\"\n  hash_key = \"k\"\n  attribute {\n    name = \"k\"\n    type = \"S\"\n  }")).unwrap()
}

#[test]
fn nested_members_that_are_not_read_are_named() {
    let read = template(
        r#""T":{"Type":"AWS::DynamoDB::Table","Properties":{"TableName":"abc",$KEY,"BillingMode":"PAY_PER_REQUEST","BilingMode":"x",
        "GlobalSecondaryIndexes":[{"IndexName":"one","KeySchema":[{"AttributeName":"k","KeyType":"HASH"}],"Projection":{"ProjectionType":"ALL"},"ContributorInsightsSpecification":{"Enabled":true},"Nothing":1}],"ContributorInsightsSpecification":{"Enabled":true,"Mode":"THROTTLED_KEYS"},
        "StreamSpecification":{"StreamViewType":"KEYS_ONLY","ResourcePolicy":{}},
        "PointInTimeRecoverySpecification":{"PointInTimeRecoveryEnabled":true,"RecoveryPeriodInDays":9}}}"#,
        "",
    );
    let paths = [
        "line 1: Resources.T.Properties.BilingMode",
        "line 2: Resources.T.Properties.GlobalSecondaryIndexes.Nothing",
        "line 3: Resources.T.Properties.StreamSpecification.ResourcePolicy",
    ];
    assert_eq!(left_out(&read), paths);
    assert_eq!(read.tables[0].recovery_days, Some(9));
    let written = tables_out(TemplateFormat::CloudFormation, &read.tables);
    let again = tables_in(CLOUDFORMATION, &written.text).unwrap();
    assert_eq!((again.tables, again.left_out), (read.tables.clone(), Vec::new()));
    let written = tables_out(TemplateFormat::Terraform, &read.tables);
    assert_eq!(written.left_out, []);
    let insights = concat!(
        "resource \"aws_dynamodb_contributor_insights\" \"abc\" {\n",
        "  table_name = aws_dynamodb_table.abc.name\n  mode = \"THROTTLED_KEYS\"\n}\n\n",
        "resource \"aws_dynamodb_contributor_insights\" \"abc_one\" {\n",
        "  table_name = aws_dynamodb_table.abc.name\n  index_name = \"one\"\n}\n",
    );
    assert!(written.text.ends_with(insights), "{}", written.text);
    let again = tables_in(TERRAFORM, &written.text).unwrap();
    assert_eq!((again.tables, again.left_out), (read.tables, Vec::new()));
}

#[test]
fn a_description_has_the_warm_throughput_that_a_new_table_does_not_have() {
    let table = |units: u64| {
        let text = format!(
            r#"{{"Table":{{"TableName":"abc","TableStatus":"ACTIVE","AttributeDefinitions":[{{"AttributeName":"k","AttributeType":"S"}}],"KeySchema":[{{"AttributeName":"k","KeyType":"HASH"}}],"BillingModeSummary":{{"BillingMode":"PAY_PER_REQUEST"}},"ProvisionedThroughput":{{"ReadCapacityUnits":0,"WriteCapacityUnits":0}},"WarmThroughput":{{"ReadUnitsPerSecond":{units},"WriteUnitsPerSecond":4000,"Status":"ACTIVE"}}}}}}"#
        );
        let read = tables_in(TablesFormat::DescribeTable, &text).unwrap();
        read.tables[0]
            .create
            .warm_throughput
            .and_then(|warm| warm.read_units_per_second)
    };
    assert_eq!([table(12_000), table(13_000)], [None, Some(13_000)]);
}

#[test]
fn tables_of_other_kinds_are_read_or_named() {
    let read = template(
        r#""Simple":{"Type":"AWS::Serverless::SimpleTable","Properties":{"PrimaryKey":{"Name":"n","Type":"Number"},"Tags":{"a":"b"}}},
        "Bare":{"Type":"AWS::Serverless::SimpleTable"},
        "Global":{"Type":"AWS::DynamoDB::GlobalTable","Properties":{$KEY,"BillingMode":"PAY_PER_REQUEST",
          "Replicas":[{"Region":{"Ref":"AWS::Region"},"DeletionProtectionEnabled":true,"KinesisStreamSpecification":{}},{"Region":"eu-west-1"}]}},
        "Other":{"Type":"AWS::DynamoDB::Other"},
        "Target":{"Type":"AWS::ApplicationAutoScaling::ScalableTarget"},
        "Broken":{"Type":"AWS::DynamoDB::Table","Properties":{"TableName":{"Ref":"Nobody"},$KEY}},
        "T":{"Type":"AWS::DynamoDB::Table","Properties":{$KEY,"BillingMode":"PAY_PER_REQUEST"}}"#,
        "",
    );
    assert_eq!(names(&read), ["Simple", "Bare", "Global", "TTable"]);
    let modes: Vec<_> = read.tables.iter().map(|table| table.create.billing_mode).collect();
    assert_eq!(modes, [Some(BillingMode::PayPerRequest); 4]);
    assert_eq!(read.tables[1].create.key_schema[0].attribute_name, "id");
    assert_eq!(read.tables[0].create.tags.as_ref().map(Vec::len), Some(1));
    assert_eq!(read.tables[2].create.deletion_protection_enabled, Some(true));
    let paths = [
        "line 4: Resources.Global.Properties.Replicas[0].KinesisStreamSpecification",
        "line 4: Resources.Global.Properties.Replicas[1]",
        "line 6: Resources.Target (AWS::ApplicationAutoScaling::ScalableTarget is not supported here)",
        "line 5: Resources.Other (AWS::DynamoDB::Other is not supported here)",
        "line 7: Resources.Broken.Properties.TableName (Ref Nobody has no known value; write the value instead)",
    ];
    assert_eq!(left_out(&read), paths);
}

#[test]
fn what_a_template_decides_is_evaluated() {
    let rest = r#""Parameters":{"Env":{"Default":"dev"},"Free":{}},"Mappings":{"Caps":{"dev":{"r":"3"}}},"Conditions":{
        "IsProd":{"Fn::Equals":[{"Ref":"Env"},"prod"]},"IsDev":{"Fn::Not":[{"Condition":"IsProd"}]},
        "Either":{"Fn::Or":[{"Condition":"IsFree"},{"Condition":"IsDev"}]},"IsFree":{"Fn::Equals":[{"Ref":"Free"},"x"]},
        "Loop":{"Fn::And":[{"Condition":"Loop"},{"Condition":"Loop"}]}},"#;
    let read = template(
        r#""A":{"Type":"AWS::DynamoDB::Table","Condition":"Either","Properties":{$KEY,
          "TableName":{"Fn::Sub":["${Env}-${Name}-${!x}",{"Name":{"Fn::Select":[1,["a","orders"]]}}]},
          "BillingMode":{"Fn::If":["IsProd","PAY_PER_REQUEST","PROVISIONED"]},
          "ProvisionedThroughput":{"Fn::If":["IsDev",{"ReadCapacityUnits":{"Fn::FindInMap":["Caps",{"Ref":"Env"},"r"]},"WriteCapacityUnits":1},{"Ref":"AWS::NoValue"}]},
          "Tags":[{"Fn::If":["IsProd",{"Key":"p","Value":"1"},{"Ref":"AWS::NoValue"}]}]}},
        "B":{"Type":"AWS::DynamoDB::Table","Condition":"IsProd","Properties":{$KEY,"BillingMode":"PAY_PER_REQUEST"}},
        "C":{"Type":"AWS::DynamoDB::Table","Condition":"Loop","Properties":{$KEY,"BillingMode":"PAY_PER_REQUEST"}},
        "D":{"Type":"AWS::DynamoDB::Table","Properties":{$KEY,"BillingMode":{"Fn::If":["IsFree","PAY_PER_REQUEST","PROVISIONED"]}}}"#
            .replace("-${!x}", "").as_str(),
        rest,
    );
    assert_eq!(names(&read), ["dev-orders"]);
    let create = &read.tables[0].create;
    assert_eq!(
        create.provisioned_throughput.map(|units| units.read_capacity_units),
        Some(3)
    );
    assert_eq!(create.tags, None);
    let words = left_out(&read);
    assert!(
        words[0].ends_with("Resources.B (its condition IsProd is false)"),
        "{words:?}"
    );
    assert!(
        words[1].contains("Resources.C (Condition Loop has no known value"),
        "{words:?}"
    );
    assert!(
        words[2].contains("Resources.D.Properties.BillingMode (Fn::If has no known value"),
        "{words:?}"
    );
}

const REPEATED: &str = r#"
variable "app" { default = "demo" }
variable "names" { default = ["k", "g"] }
variable "free" {}
locals {
  tables = { orders = { days = 7 }, visits = { days = 35 } }
}
resource "aws_dynamodb_table" "dynamic" {
  name         = "${var.app}-${upper("a")}"
  billing_mode = var.app == "demo" ? "PAY_PER_REQUEST" : "PROVISIONED"
  hash_key     = var.names[0]
  dynamic "attribute" {
    for_each = toset(var.names)
    content {
      name = attribute.value
      type = "S"
    }
  }
  dynamic "global_secondary_index" {
    for_each = [{ name = "byG", key = "g" }]
    iterator = it
    content {
      name            = it.value.name
      hash_key        = it.value["key"]
      projection_type = "ALL"
    }
  }
}
resource "aws_dynamodb_table" "each" {
  for_each = local.tables
  name     = "each-${each.key}"
  $KEY
  point_in_time_recovery {
    enabled                 = true
    recovery_period_in_days = each.value.days
  }
}
resource "aws_dynamodb_table" "count" {
  count = length(var.names)
  name  = format("count-%d", count.index)
  $KEY
}
resource "aws_dynamodb_table" "off" {
  count = 0
  name  = "off"
}
resource "aws_dynamodb_table" "free" {
  for_each = var.free
  name     = "free"
  $KEY
}
"#;

#[test]
fn what_a_terraform_file_decides_is_evaluated() {
    let read = terraform(REPEATED);
    assert_eq!(
        names(&read),
        ["demo-A", "each-orders", "each-visits", "count-0", "count-1"]
    );
    assert_eq!(read.tables[0].create.attribute_definitions.len(), 2);
    assert_eq!(
        read.tables[0].create.global_secondary_indexes.as_ref().map(Vec::len),
        Some(1)
    );
    assert_eq!(
        [read.tables[1].recovery_days, read.tables[2].recovery_days],
        [Some(7), None]
    );
    let words = left_out(&read);
    assert!(
        words[0].ends_with("aws_dynamodb_table.off.count (its condition count > 0 is false)"),
        "{words:?}"
    );
    assert!(
        words[1].contains("aws_dynamodb_table.free.for_each (var.free has no known value"),
        "{words:?}"
    );
    assert_eq!(words.len(), 2);
}

#[test]
fn resources_beside_a_table_and_misspelt_parts_are_named() {
    let read = terraform(
        r#"
resource "aws_dynamodb_table" "t" {
  name = "abc"
  $KEY
  nmae = "x"
  ttl {
    enabled        = true
    attribute_name = "until"
    enabeld        = true
  }
}
resource "aws_dynamodb_table_item" "i" {
  table_name = aws_dynamodb_table.t.name
  hash_key   = "k"
  item       = jsonencode({ k = { "S" : "a" } })
}
resource "aws_dynamodb_table_item" "j" { table_name = "other" }
resource "aws_dynamodb_tag" "x" {}
module "more" {}
"#,
    );
    let paths = [
        "line 10: aws_dynamodb_table.t.nmae",
        "line 14: aws_dynamodb_table.t.ttl.enabeld",
        "line 24: module.more (module is not supported here)",
        "line 23: aws_dynamodb_tag.x (resource_arn is missing)",
        "line 22: aws_dynamodb_table_item.j (item is missing)",
    ];
    assert_eq!(left_out(&read), paths);
    assert_eq!(items(&read), [r#"abc {"k":{"S":"a"}}"#]);
}

#[test]
fn files_of_other_forms_are_named() {
    for (text, words) in [
        (
            r#"{"resource":{"aws_dynamodb_table":{}}}"#,
            "line 1: the file has no table; tables are expected in resources of type aws_dynamodb_table",
        ),
        (
            r#"{"format_version":"1.2","terraform_version":"1.9.0","planned_values":{}}"#,
            "line 1: this is a Terraform plan; open the .tf files instead",
        ),
        (
            r#"{"version":4,"terraform_version":"1.9.0","resources":[]}"#,
            "line 1: this is a Terraform state file; open the .tf files instead",
        ),
    ] {
        let faults = tables_in(TablesFormat::guess("a.json", text), text).unwrap_err();
        assert_eq!(faults.iter().map(ToString::to_string).collect::<Vec<_>>(), [words]);
    }
}

#[test]
fn a_list_of_tables_beside_items_and_patterns_is_read() {
    let text = r#"{"tables":[{"TableName":"abc","KeySchema":[{"AttributeName":"a","KeyType":"HASH"}],"AttributeDefinitions":[{"AttributeName":"a","AttributeType":"N"}],"BillingMode":"PAY_PER_REQUEST","Replicas":[]},{"TableName":"x"}],
      "items":{"abc":[{"PutRequest":{"Item":{"a":{"N":"1"}}}}],"none":[{"PutRequest":{"Item":{"a":{"N":"1"}}}}]},"access_patterns":[{"pattern":"1"},
      {"pattern":"2"}],"more":1}"#;
    let read = tables_in(TablesFormat::guess("model.json", text), text).unwrap();
    assert_eq!(names(&read), ["abc"]);
    let words = left_out(&read);
    let expected = [
        "line 1: abc.Replicas",
        "line 2: access_patterns[0]",
        "line 3: access_patterns[1]",
        "line 3: more",
        "line 2: items.none[0] (its table is missing)",
    ];
    assert_eq!(words[..5], expected);
    assert!(words[5].starts_with("line 1: x ("), "{words:?}");
    assert_eq!(items(&read), [r#"abc {"a":{"N":"1"}}"#]);
}

#[test]
fn nested_members_of_a_request_that_are_not_read_are_named() {
    let text = r#"{"TableName":"abc","KeySchema":[{"AttributeName":"k","KeyType":"HASH"}],"AttributeDefinitions":[{"AttributeName":"k","AttributeType":"S"}],
      "BillingMode":"PAY_PER_REQUEST","GlobalSecondaryIndexes":[{"IndexName":"one","KeySchema":[{"AttributeName":"k","KeyType":"HASH"}],"Projection":{"ProjectionType":"ALL"},
      "Tags":[]}],"StreamSpecification":{"StreamEnabled":true,"StreamViewType":"KEYS_ONLY","StreamViewTyp":1}}"#;
    let read = tables_in(TablesFormat::guess("a.json", text), text).unwrap();
    let expected = [
        "line 3: abc.GlobalSecondaryIndexes.Tags",
        "line 3: abc.StreamSpecification.StreamViewTyp",
    ];
    assert_eq!(left_out(&read), expected);
}

#[test]
fn a_data_model_of_the_agent_toolkit_is_read() {
    let text = r#"{"tables":[{"table_name":"Orders","table_class":"STANDARD","global_tables":false,
      "key_schema":{"partition_key":"user","sort_key":"at"},"attribute_definitions":[{"attribute_name":"at","attribute_type":"N"}],
      "entities":[{"entity_name":"Order","attributes":[{"name":"user","type":"string"},{"name":"at","type":"S"}]}],
      "gsis":[{"index_name":"ByState","partition_key":["state"],"sort_key":"at","projection":{"type":"INCLUDE","attributes":["x"]}},
              {"index_name":"All","partition_key":"user"}],
      "streams":{"enabled":true},"vector_indexes":[]},{"table_name":"Bare"}],
      "access_patterns":[{"pattern_id":"1"}]}"#;
    let read = tables_in(TablesFormat::guess("dynamodb_data_model.json", text), text).unwrap();
    let json = hashrange_wire::encode_request(&hashrange_wire::Request::from(read.tables[0].create.clone()));
    for part in [
        r#"[{"AttributeName":"user","AttributeType":"S"},{"AttributeName":"at","AttributeType":"N"},{"AttributeName":"state","AttributeType":"S"}]"#,
        r#"{"IndexName":"ByState","KeySchema":[{"AttributeName":"state","KeyType":"HASH"},{"AttributeName":"at","KeyType":"RANGE"}],"Projection":{"ProjectionType":"INCLUDE","NonKeyAttributes":["x"]}}"#,
        r#"{"IndexName":"All","KeySchema":[{"AttributeName":"user","KeyType":"HASH"}],"Projection":{"ProjectionType":"ALL"}}"#,
        r#""BillingMode":"PAY_PER_REQUEST""#,
        r#""StreamViewType":"NEW_AND_OLD_IMAGES""#,
    ] {
        assert!(json.contains(part), "{part} is not in {json}");
    }
    let expected = [
        "line 1: Orders.global_tables",
        "line 3: Orders.entities",
        "line 6: Orders.vector_indexes",
        "line 4: Orders.ByState.partition_key (without a type, read as a String)",
        "line 7: access_patterns[0]",
        "line 6: Bare (key_schema is missing)",
    ];
    assert_eq!(left_out(&read), expected);
}

#[test]
fn a_short_file_does_not_repeat_tables_without_end() {
    let text = "resource \"aws_dynamodb_table\" \"t\" {\n  count = 1000000\n}\n";
    let faults = tables_in(TERRAFORM, text).unwrap_err();
    let expected = "line 2, aws_dynamodb_table.t.count: a number of at most 100 is expected here";
    assert_eq!(faults.iter().map(ToString::to_string).collect::<Vec<_>>(), [expected]);
}

const VECTORS: &str = r#""VectorIndexes":[{"IndexName":"ByText","VectorAttribute":{"AttributeName":"v"},"Dimensions":"3","DistanceFunction":"EUCLIDEAN",
    "SearchSchema":[{"AttributeName":"k","SearchSchemaElementType":"INLINE_FILTER"}],"Projection":{"ProjectionType":"INCLUDE","NonKeyAttributes":["a"]}}]"#;

#[test]
fn vector_indexes_are_part_of_templates() {
    for resource in [
        r#""T":{"Type":"AWS::DynamoDB::Table","Properties":{"TableName":"abc",$KEY,"BillingMode":"PAY_PER_REQUEST",$VECTORS}}"#,
        r#""T":{"Type":"AWS::DynamoDB::GlobalTable","Properties":{"TableName":"abc",$KEY,"BillingMode":"PAY_PER_REQUEST",$VECTORS,"Replicas":[{"Region":"eu-west-3"}]}}"#,
    ] {
        let read = template(&resource.replace("$VECTORS", VECTORS), "");
        assert_eq!(left_out(&read), [""; 0]);
        let indexes = read.tables[0].create.vector_indexes.as_deref().unwrap();
        let index = &indexes[0];
        assert_eq!(
            (indexes.len(), index.index_name.as_str(), index.dimensions),
            (1, "ByText", 3)
        );
        assert_eq!(index.distance_function.as_str(), "EUCLIDEAN");
        let written = tables_out(TemplateFormat::CloudFormation, &read.tables);
        let again = tables_in(CLOUDFORMATION, &written.text).unwrap();
        assert_eq!((written.left_out, again.left_out), (Vec::new(), Vec::new()));
        assert_eq!(again.tables, read.tables);
        let written = tables_out(TemplateFormat::Terraform, &read.tables);
        let names: Vec<String> = written.left_out.iter().map(ToString::to_string).collect();
        assert_eq!(names, ["abc.VectorIndexes"]);
    }
    let read = template(
        &r#""T":{"Type":"AWS::DynamoDB::Table","Properties":{"TableName":"abc",$KEY,"BillingMode":"PAY_PER_REQUEST",$VECTORS}}"#
            .replace("$VECTORS", &VECTORS.replace(r#""Dimensions""#, r#""Accuracy":1,"Dimensions""#)),
        "",
    );
    assert_eq!(
        left_out(&read),
        ["line 1: Resources.T.Properties.VectorIndexes.Accuracy"]
    );
}

#[test]
fn vector_indexes_are_part_of_descriptions() {
    let text = format!(
        r#"{{"Table":{{"TableName":"abc","AttributeDefinitions":[{{"AttributeName":"k","AttributeType":"S"}}],"KeySchema":[{{"AttributeName":"k","KeyType":"HASH"}}],
        "BillingModeSummary":{{"BillingMode":"PAY_PER_REQUEST"}},{}}}}}"#,
        VECTORS.replace(r#""3""#, "3").replace(
            r#""IndexName""#,
            r#""IndexStatus":"ACTIVE","IndexArn":"arn","ItemCount":1,"IndexSizeBytes":9,"IndexName""#
        )
    );
    let read = tables_in(TablesFormat::DescribeTable, &text).unwrap();
    assert_eq!(left_out(&read), [""; 0]);
    assert_eq!(read.tables[0].create.vector_indexes.as_ref().map(Vec::len), Some(1));
}

#[test]
fn a_limit_of_minus_one_is_no_maximum_and_is_not_exported() {
    let resource = |limits: &str| {
        format!(
            r#""T":{{"Type":"AWS::DynamoDB::Table","Properties":{{"TableName":"orders","BillingMode":"PAY_PER_REQUEST",$KEY,"OnDemandThroughput":{limits}}}}}"#
        )
    };
    for (limits, written) in [
        (r#"{"MaxReadRequestUnits":-1,"MaxWriteRequestUnits":5}"#, true),
        (r#"{"MaxReadRequestUnits":-1,"MaxWriteRequestUnits":-1}"#, false),
    ] {
        let read = template(&resource(limits), "");
        let text = tables_out(TemplateFormat::CloudFormation, &read.tables).text;
        assert_eq!(text.contains("OnDemandThroughput"), written, "{text}");
        assert!(!text.contains("-1"), "{text}");
    }
}

#[test]
fn the_later_of_two_equal_names_holds_in_terraform() {
    let table = |tags: &str| {
        let text =
            format!("resource \"aws_dynamodb_table\" \"t\" {{\n  name = \"orders\"\n  $KEY\n  tags = {tags}\n}}\n");
        let read = terraform(&text);
        let tags = read.tables[0].create.tags.clone().unwrap();
        tags.into_iter()
            .map(|tag| format!("{}={}", tag.key, tag.value))
            .collect::<Vec<_>>()
    };
    assert_eq!(table("{ a = \"1\", b = \"2\", a = \"3\" }"), ["b=2", "a=3"]);
    assert_eq!(table("merge({ a = \"1\", b = \"2\" }, { a = \"3\" })"), ["b=2", "a=3"]);
}

#[test]
fn a_deep_condition_and_a_long_join_are_unknown_at_once() {
    let equal = r#"{"Fn::Equals":["a","a"]}"#;
    let deep = |depth: usize| format!("{}{equal}{}", r#"{"Fn::And":["#.repeat(depth), "]}".repeat(depth));
    let table = r#""T":{"Type":"AWS::DynamoDB::Table","Condition":"C","Properties":{"TableName":"orders","BillingMode":"PAY_PER_REQUEST",$KEY}}"#;
    let conditions = |depth| format!(r#""Conditions":{{"C":{}}},"#, deep(depth));
    assert_eq!(names(&template(table, &conditions(20))), ["orders"]);
    // A table that can be read stands beside each that cannot.
    let beside = table
        .replace("\"T\"", "\"U\"")
        .replace(r#""Condition":"C","#, "")
        .replace("orders", "other");
    let both = |table: &str, rest: &str| template(&format!("{table},{beside}"), rest);
    let read = both(table, &conditions(200));
    assert_eq!((names(&read), left_out(&read).len()), (vec!["other"], 1));

    let parts = vec!["\"a\""; 10_000].join(",");
    let name = format!(r#"{{"Fn::Join":["{}",[{parts}]]}}"#, "-".repeat(10_000));
    let unconditional = table.replace(r#""Condition":"C","#, "");
    let read = both(&unconditional.replace(r#""orders""#, &name), "");
    assert_eq!(names(&read), ["other"]);
    assert!(left_out(&read)[0].contains("Fn::Join"), "{:?}", left_out(&read));
}

#[test]
fn the_later_of_two_equal_parameters_holds() {
    let table = r#""T":{"Type":"AWS::DynamoDB::Table","Properties":{"TableName":{"Ref":"P"},"BillingMode":"PAY_PER_REQUEST",$KEY}}"#;
    let parameters = r#""Parameters":{"P":{"Type":"String","Default":"one"},"P":{"Type":"String","Default":"two"}},"#;
    assert_eq!(names(&template(table, parameters)), ["two"]);
}
