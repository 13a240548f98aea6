//! Templates as the AWS CDK writes them: global tables, pseudo parameters and replicas.

use super::*;

const CLOUDFORMATION: TablesFormat = TablesFormat::Template(TemplateFormat::CloudFormation);

/// The tables of a template with these resources, as requests, and what is named. `$KEY` stands for a key.
fn template(resources: &str) -> (Vec<TableDefinition>, Vec<String>) {
    let key = r#""AttributeDefinitions":[{"AttributeName":"k","AttributeType":"S"}],"KeySchema":[{"AttributeName":"k","KeyType":"HASH"}]"#;
    let text = format!("{{\"Resources\":{{{}}}}}", resources.replace("$KEY", key));
    let read = tables_in(CLOUDFORMATION, &text).unwrap_or_else(|faults| panic!("{faults:?}"));
    let left_out = read.left_out.iter().map(ToString::to_string).collect();
    (read.tables, left_out)
}

fn request(table: &TableDefinition) -> String {
    hashrange_wire::encode_request(&hashrange_wire::Request::from(table.create.clone()))
}

#[test]
fn a_replica_of_the_cdk_is_named() {
    let (tables, left_out) = template(
        r#""T":{"Type":"AWS::DynamoDB::Table","Properties":{$KEY,"BillingMode":"PAY_PER_REQUEST"}},
"R":{"Type":"Custom::DynamoDBReplica","Properties":{"TableName":{"Ref":"T"},"Region":"us-east-1"}}"#,
    );
    assert_eq!(tables.len(), 1);
    assert_eq!(
        left_out,
        ["line 2: Resources.R (Custom::DynamoDBReplica is not supported here)"]
    );
}
