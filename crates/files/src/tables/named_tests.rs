//! Parts of files of tables that cannot be read: each is named with its place, and the others are read.

use super::*;

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
        "line 21: x (a block is expected here)",
        "line 20: data.aws_dynamodb_table.d (data is not supported here)",
        "line 11: resource.aws_dynamodb_table (a block with two labels is expected here)",
        "line 12: resource (a block with two labels is expected here)",
        "line 13: resource.aws_dynamodb_table_item.i.j (a block with two labels is expected here)",
        "line 14: resource.aws_dynamodb_tag (a block with two labels is expected here)",
    ];
    assert_eq!(left_out(&read), expected);
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
