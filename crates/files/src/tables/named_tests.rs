//! Parts of files of tables that cannot be read: each is named with its place, and the others are read.

use super::*;

const CLOUDFORMATION: TablesFormat = TablesFormat::Template(TemplateFormat::CloudFormation);
const TERRAFORM: TablesFormat = TablesFormat::Template(TemplateFormat::Terraform);

fn left_out(read: &TablesRead) -> Vec<String> {
    read.left_out.iter().map(ToString::to_string).collect()
}

/// The table `abc` of a Terraform file with this more in its block, and the file's other parts after it.
fn terraform(more: &str, rest: &str) -> TablesRead {
    let text = format!(
        "resource \"aws_dynamodb_table\" \"t\" {{\n  name = \"abc\"\n  billing_mode = \"PAY_PER_REQUEST\"\n  hash_key = \"k\"\n  \
         attribute {{\n    name = \"k\"\n    type = \"S\"\n  }}\n{more}\n}}\n{rest}"
    );
    let read = tables_in(TERRAFORM, &text).unwrap();
    assert_eq!(read.tables[0].create.table_name, "abc");
    read
}

#[test]
fn blocks_with_too_few_or_too_many_labels_are_named() {
    let read = terraform(
        "",
        "resource \"aws_dynamodb_table\" {}\nresource {}\nresource \"aws_dynamodb_table_item\" \"i\" \"j\" {}\n\
         resource \"aws_dynamodb_tag\" {}\nmodule {}\nvariable {}\nvariable \"a\" \"b\" {}\nlocals \"a\" {}\n\
         data \"aws_dynamodb_table\" {}\ndata \"aws_dynamodb_table\" \"d\" {}\nx = 1\n",
    );
    let expected = [
        "line 15: module (a block with one label is expected here)",
        "line 16: variable (a block with one label is expected here)",
        "line 17: variable.a.b (a block with one label is expected here)",
        "line 18: locals.a (a block without labels is expected here)",
        "line 19: data.aws_dynamodb_table (a block with two labels is expected here)",
        "line 20: data.aws_dynamodb_table.d (data is not supported here)",
        "line 21: x (a block is expected here)",
        "line 11: resource.aws_dynamodb_table (a block with two labels is expected here)",
        "line 12: resource (a block with two labels is expected here)",
        "line 13: resource.aws_dynamodb_table_item.i.j (a block with two labels is expected here)",
        "line 14: resource.aws_dynamodb_tag (a block with two labels is expected here)",
    ];
    assert_eq!(left_out(&read), expected);
}

#[test]
fn a_table_for_each_element_of_nothing_is_named() {
    let table = "resource \"aws_dynamodb_table\" \"n\" {\n  name = \"none\"\n  for_each = {}\n}\n";
    let expected = "line 13: aws_dynamodb_table.n.for_each (its condition length(for_each) > 0 is false)";
    assert_eq!(left_out(&terraform("", table)), [expected]);
}

#[test]
fn a_file_with_nothing_but_a_wrong_block_says_so() {
    let faults = tables_in(TERRAFORM, "resource \"aws_dynamodb_table\" {\n  name = \"abc\"\n}\n").unwrap_err();
    let expected = "line 1, resource.aws_dynamodb_table: a block with two labels is expected here";
    assert_eq!(faults.iter().map(ToString::to_string).collect::<Vec<_>>(), [expected]);
}

#[test]
fn values_in_place_of_blocks_are_named_in_json() {
    let table = r#"{"aws_dynamodb_table": {"t": {"name": "abc", "billing_mode": "PAY_PER_REQUEST", "hash_key": "k", "attribute": {"name": "k", "type": "S"}}}}"#;
    let text = format!(
        "[{{\"resource\": [{table},\n{{\"aws_dynamodb_table\": 5}},\n6]}},\n7, {{\"locals\": [8],\n\"data\": {{\"aws_dynamodb_table\": {{\"d\": {{}}}}}}}}]"
    );
    let read = tables_in(TERRAFORM, &text).unwrap();
    let expected = [
        "line 4: the file (a block is expected here)",
        "line 4: locals (a block is expected here)",
        "line 5: data.aws_dynamodb_table.d (data is not supported here)",
        "line 2: resource.aws_dynamodb_table (a block with two labels is expected here)",
        "line 3: resource (a block is expected here)",
    ];
    assert_eq!(left_out(&read), expected);
}

const KEY: &str = r#""AttributeDefinitions":[{"AttributeName":"k","AttributeType":"S"}],"KeySchema":[{"AttributeName":"k","KeyType":"HASH"}],"BillingMode":"PAY_PER_REQUEST""#;

/// The table `abc` of a template with these resources on the lines after it; `$KEY` stands for the properties of a key.
fn template(resources: &str) -> TablesRead {
    let table = r#""T":{"Type":"AWS::DynamoDB::Table","Properties":{"TableName":"abc",$KEY}}"#;
    let text = format!("{{\"Resources\":{{{table},\n{resources}}}}}").replace("$KEY", KEY);
    let read = tables_in(CLOUDFORMATION, &text).unwrap();
    assert_eq!(read.tables[0].create.table_name, "abc");
    read
}

#[test]
fn resources_without_a_readable_type_or_condition_are_named() {
    let read = template(
        r#""A":{"Properties":{$KEY}},
"B":{"Type":{"Ref":"X"},"Properties":{$KEY}},
"C":{"Type":5,"Properties":{$KEY}},
"D":7,
"Fn::ForEach::E":["x",["y"],{}],
"F":{"Type":"AWS::DynamoDB::Table","Condition":{"Fn::Equals":["a","b"]},"Properties":{$KEY}},
"G":{"Type":"AWS::DynamoDB::Table","Condition":["X"],"Properties":{$KEY}},
"H":{"Type":"AWS::DynamoDB::Table","DependsOn":"T","DeletionPolicy":"Retain","Propertys":{},"Properties":{"TableName":"other",$KEY}}"#,
    );
    assert_eq!(read.tables.len(), 2);
    let expected = [
        "line 9: Resources.H.Propertys",
        "line 2: Resources.A (Type is missing)",
        "line 3: Resources.B.Type (the name of a type is expected here)",
        "line 4: Resources.C.Type (the name of a type is expected here)",
        "line 5: Resources.D (an object is expected here)",
        "line 6: Resources.Fn::ForEach::E (Fn::ForEach::E is not supported here)",
        "line 7: Resources.F.Condition (the name of a condition is expected here)",
        "line 8: Resources.G.Condition (the name of a condition is expected here)",
    ];
    assert_eq!(left_out(&read), expected);
}

#[test]
fn resources_that_are_no_object_are_a_fault() {
    let faults = tables_in(
        CLOUDFORMATION,
        "{\"AWSTemplateFormatVersion\":\"2010-09-09\",\n\"Resources\":[{}]}",
    )
    .unwrap_err();
    let expected = "line 2, Resources: an object is expected here";
    assert_eq!(faults.iter().map(ToString::to_string).collect::<Vec<_>>(), [expected]);
}

#[test]
fn settings_of_a_template_in_another_shape_are_named() {
    let read = template(
        r#""A":{"Type":"AWS::DynamoDB::Table","Properties":{"TableName":"aaa",$KEY,
"SSESpecification":"x",
"TimeToLiveSpecification":[1],
"PointInTimeRecoverySpecification":true,
"ResourcePolicy":"{}",
"ContributorInsightsSpecification":1}},
"B":{"Type":"AWS::DynamoDB::GlobalTable","Properties":{"TableName":"bbb",$KEY,
"Replicas":{"Region":"eu-west-1","TableClass":"STANDARD"}}},
"C":{"Type":"AWS::DynamoDB::GlobalTable","Properties":{"TableName":"ccc",$KEY,
"Replicas":["eu-west-1"]}},
"D":{"Type":"AWS::Serverless::SimpleTable","Properties":{"TableName":"ddd",
"Tags":["a"],
"PrimaryKey":"k"}}"#,
    );
    assert_eq!(read.tables.len(), 5);
    let expected = [
        "line 3: Resources.A.Properties.SSESpecification (an object is expected here)",
        "line 4: Resources.A.Properties.TimeToLiveSpecification (an object is expected here)",
        "line 5: Resources.A.Properties.PointInTimeRecoverySpecification (an object is expected here)",
        "line 6: Resources.A.Properties.ResourcePolicy (an object is expected here)",
        "line 7: Resources.A.Properties.ContributorInsightsSpecification (an object is expected here)",
        "line 9: Resources.B.Properties.Replicas (a list is expected here)",
        "line 11: Resources.C.Properties.Replicas[0] (an object is expected here)",
        "line 14: Resources.D.Properties.PrimaryKey (an object is expected here)",
        "line 13: Resources.D.Properties.Tags (an object is expected here)",
    ];
    assert_eq!(left_out(&read), expected);
}

#[test]
fn switches_that_are_no_booleans_are_named() {
    let read = template(
        r#""A":{"Type":"AWS::DynamoDB::Table","Properties":{"TableName":"aaa",$KEY,
"TimeToLiveSpecification":{"AttributeName":"t","Enabled":1},
"PointInTimeRecoverySpecification":{"PointInTimeRecoveryEnabled":"on"},
"ContributorInsightsSpecification":{"Enabled":[]}}}"#,
    );
    let expected = [
        "line 3: Resources.A.Properties.TimeToLiveSpecification.Enabled (true or false is expected here)",
        "line 4: Resources.A.Properties.PointInTimeRecoverySpecification.PointInTimeRecoveryEnabled (true or false is expected here)",
        "line 5: Resources.A.Properties.ContributorInsightsSpecification.Enabled (true or false is expected here)",
    ];
    assert_eq!(left_out(&read), expected);
    let read = terraform(
        "  ttl {\n    enabled = 1\n    attribute_name = \"t\"\n  }\n  stream_enabled = 5",
        "",
    );
    let expected = [
        "line 10: aws_dynamodb_table.t.ttl.enabled (true or false is expected here)",
        "line 13: aws_dynamodb_table.t.stream_enabled (true or false is expected here)",
    ];
    assert_eq!(left_out(&read), expected);
}

#[test]
fn tags_in_another_shape_are_named_and_a_tag_without_a_value_is_none() {
    let read = terraform(
        "  tags = [\"a\"]",
        "resource \"aws_dynamodb_tag\" \"x\" {\n  resource_arn = aws_dynamodb_table.t.arn\n  key = \"a\"\n}\n\
         resource \"aws_dynamodb_tag\" \"y\" {\n  resource_arn = aws_dynamodb_table.t.arn\n  value = \"a\"\n}\n\
         resource \"aws_dynamodb_tag\" \"z\" {\n  resource_arn = aws_dynamodb_table.t.arn\n  key = \"a\"\n  value = [1]\n}\n",
    );
    assert_eq!(read.tables[0].create.tags, None);
    let expected = [
        "line 9: aws_dynamodb_table.t.tags (an object is expected here)",
        "line 11: aws_dynamodb_tag.x (value is missing)",
        "line 15: aws_dynamodb_tag.y (key is missing)",
        "line 19: aws_dynamodb_tag.z (value is missing)",
    ];
    assert_eq!(left_out(&read), expected);
    let read = template(
        r#""A":{"Type":"AWS::DynamoDB::Table","Properties":{"TableName":"aaa",$KEY,"Tags":[{"Key":"a","Value":"b",
"PropagateAtLaunch":true}]}}"#,
    );
    assert_eq!(
        left_out(&read),
        ["line 3: Resources.A.Properties.Tags.PropagateAtLaunch"]
    );
}

#[test]
fn a_simple_table_has_the_name_of_its_key_whatever_its_type() {
    let text = "Resources:\n  Simple:\n    Type: AWS::Serverless::SimpleTable\n    Properties:\n      PrimaryKey:\n        Name: 2024\n        Type: Number\n";
    let read = tables_in(CLOUDFORMATION, text).unwrap();
    assert_eq!(read.tables[0].create.key_schema[0].attribute_name, "2024");
    for (from, to) in [("2024", "[a]"), ("Number", "[a]")] {
        assert!(tables_in(CLOUDFORMATION, &text.replace(from, to)).is_err(), "{to}");
    }
}

#[test]
fn items_of_a_data_model_in_another_shape_are_named() {
    let table = r#"{"tables":[{"TableName":"abc","KeySchema":[{"AttributeName":"a","KeyType":"HASH"}],"AttributeDefinitions":[{"AttributeName":"a","AttributeType":"N"}],"BillingMode":"PAY_PER_REQUEST"}],"#;
    for (items, words) in [
        ("[{\"PutRequest\":{}}]", "line 2: items (an object is expected here)"),
        ("\"abc\"", "line 2: items (an object is expected here)"),
        (
            "{\"abc\":{\"a\":{\"N\":\"1\"}}}",
            "line 2: items.abc (a list is expected here)",
        ),
        ("{\"abc\":5}", "line 2: items.abc (a list is expected here)"),
        ("{\"abc\":[5]}", "line 2: items.abc[0] (an item is a JSON object)"),
        (
            "{\"abc\":[{\"PutRequest\":{\"Item\":{\"a\":{\"N\":\"1\"}}},\"More\":1}]}",
            "line 2: items.abc[0].More",
        ),
    ] {
        let text = format!("{table}\n\"items\":{items}}}");
        let read = tables_in(TablesFormat::DescribeTable, &text).unwrap();
        assert_eq!(left_out(&read), [words], "{items}");
    }
}

#[test]
fn parts_of_a_data_model_in_another_shape_are_named() {
    let text = r#"{"tables":[{"table_name":"abc","key_schema":{"partition_key":"k"},"attribute_definitions":[{"name":"k","type":"S"}],
"streams":true},
{"table_name":"def","key_schema":{"partition_key":"k"},"attribute_definitions":[{"name":"k","type":"S"}],
"gsis":{"index_name":"x","partition_key":"k"}},
5]}"#;
    let read = tables_in(TablesFormat::guess("dynamodb_data_model.json", text), text);
    let read = read
        .map(|read| left_out(&read))
        .unwrap_or_else(|faults| faults.iter().map(ToString::to_string).collect());
    let expected = [
        "line 2: abc.streams (an object is expected here)",
        "line 3: def (a list of at most 100 indexes is expected here)",
        "line 5:  (the file has no table; tables are expected in the member Table)",
    ];
    assert_eq!(read, expected);
}

#[test]
fn parts_of_a_description_in_another_shape_are_named_or_refused() {
    let table = |more: &str| {
        format!(
            r#"{{"Table":{{"TableName":"abc","KeySchema":[{{"AttributeName":"a","KeyType":"HASH"}}],"AttributeDefinitions":[{{"AttributeName":"a","AttributeType":"N"}}],"BillingModeSummary":{{"BillingMode":"PAY_PER_REQUEST"}}{more}"#
        )
    };
    let read = |text: &str| tables_in(TablesFormat::DescribeTable, text);
    let words = left_out(&read(&table("},\n\"ResponseMetadata\":{},\n\"Other\":{}}")).unwrap());
    assert_eq!(words, ["line 3: Other"]);
    for indexes in ["{\"IndexName\":\"x\"}", "\"x\"", "[5]"] {
        let text = table(&format!(",\"GlobalSecondaryIndexes\":{indexes}}}}}"));
        assert!(read(&text).is_err(), "{indexes}");
    }
}

#[test]
fn parts_of_terraform_that_others_replace_are_named() {
    let read = terraform(
        "  ttl {\n    enabled = true\n    attribute_name = \"one\"\n  }\n  ttl {\n    enabled = true\n    attribute_name = \"two\"\n  }\n\
           tags = { a = \"1\" }\n  tags {\n    b = \"2\"\n  }\n  point_in_time_recovery = { enabled = true }\n  point_in_time_recovery {\n    enabled = false\n  }\n\
           key_schema {\n    attribute_name = \"k\"\n    key_type = \"HASH\"\n    key_type_ = 1\n  }",
        "",
    );
    assert_eq!(read.tables[0].time_to_live.as_deref(), Some("two"));
    let expected = [
        "line 19: aws_dynamodb_table.t.tags.b",
        "line 17: aws_dynamodb_table.t.tags (the same name follows again)",
        "line 28: aws_dynamodb_table.t.key_schema.key_type_",
        "line 9: aws_dynamodb_table.t.ttl (the same name follows again)",
        "line 21: aws_dynamodb_table.t.point_in_time_recovery (the same name follows again)",
        "line 4: aws_dynamodb_table.t.hash_key (the same name follows again)",
        "line 18: aws_dynamodb_table.t.tags (an object is expected here)",
    ];
    assert_eq!(left_out(&read), expected);
}

#[test]
fn nested_parts_of_terraform_in_other_forms_are_read_or_named() {
    let index = "name = \"byK\"\n    hash_key = \"k\"\n    projection_type = \"ALL\"";
    let limits = |read: &TablesRead| {
        let index = &read.tables[0].create.global_secondary_indexes.as_ref().unwrap()[0];
        index
            .on_demand_throughput
            .and_then(|limits| limits.max_read_request_units)
    };
    // An object in place of a block, in an object in place of a block.
    let inline = index.replace('\n', ",");
    let read = terraform(
        &format!(
            "  global_secondary_index = [{{ {inline}, on_demand_throughput = {{ max_read_request_units = 5 }} }}]"
        ),
        "",
    );
    assert_eq!((limits(&read), left_out(&read)), (Some(5), Vec::new()));
    let twice = "on_demand_throughput {\n      max_read_request_units = 4\n    }\n    on_demand_throughput {\n      max_read_request_units = 5\n    }";
    let read = terraform(
        &format!("  global_secondary_index {{\n    {index}\n    {twice}\n  }}"),
        "",
    );
    let expected =
        "line 13: aws_dynamodb_table.t.global_secondary_index.on_demand_throughput (the same name follows again)";
    assert_eq!((limits(&read), left_out(&read)), (Some(5), vec![expected.to_owned()]));
}

#[test]
fn a_nested_block_of_terraform_with_a_wrong_head_is_a_fault() {
    for (block, words) in [
        ("ttl \"x\" {\n  }", "t.ttl (a block without labels is expected here)"),
        (
            "dynamic \"ttl\" {\n    for_each = [1]\n    content {}\n    content {}\n  }",
            "t.ttl (one block `content` is expected here)",
        ),
    ] {
        let read = terraform(
            "",
            &format!("resource \"aws_dynamodb_table\" \"t\" {{\n  {block}\n}}\n"),
        );
        let found = left_out(&read);
        assert!(found.len() == 1 && found[0].ends_with(words), "{found:?}");
    }
}
