//! What has no program, and that everything else has one.

use hashrange_wire::JsonTree;

use crate::{Language, Reason, request, table};

fn tree(text: &str) -> JsonTree {
    JsonTree::parse(text).unwrap()
}

fn refused(language: Language, operation: &str, body: &str) -> String {
    request(language, operation, &tree(body), None).unwrap_err().to_string()
}

#[test]
fn what_is_not_a_request_is_refused_with_its_line() {
    fn python(operation: &str, body: &str) -> String {
        refused(Language::Python, operation, body)
    }
    assert_eq!(python("GetItems", "{}"), "There is no operation GetItems here.");
    assert_eq!(python("GetItem", "[]"), "Line 1: the request must be an object.");
    assert_eq!(
        python("GetItem", "{\n\"Tabel\": 1}"),
        "Line 2: there is no parameter Tabel."
    );
    assert_eq!(
        python("GetItem", "{\n\"TableName\": 1}"),
        "Line 2: TableName must be a string."
    );
    assert_eq!(
        python("Query", r#"{"Limit": 2147483648}"#),
        "Line 1: Limit must be a whole number of 32 bits."
    );
    for value in [r#""a""#, "{}", r#"{"S": "a", "N": "1"}"#, r#"{"X": "a"}"#] {
        let body = [r#"{"Key": {"Post": "#, value, "}}"].concat();
        assert!(
            python("GetItem", &body).starts_with("Line 1: Post must be an"),
            "{value}"
        );
    }
    assert_eq!(
        python("GetItem", r#"{"Key": {"Post": {"B": "?"}}}"#),
        "Line 1: B must be bytes in base64."
    );
    let times = r#"{"TimeRangeLowerBound": 1e9}"#;
    assert_eq!(
        python("ListBackups", times),
        "Line 1: TimeRangeLowerBound must be a number of seconds since 1970."
    );
}

#[test]
fn a_library_that_cannot_send_a_value_is_named() {
    let prototype = r#"{"Item": {"__proto__": {"S": "a"}}}"#;
    assert_eq!(
        refused(Language::JavaScript, "PutItem", prototype),
        "The library for JavaScript has no form for this value of __proto__."
    );
    assert!(request(Language::Python, "PutItem", &tree(prototype), None).is_ok());
    assert_eq!(
        refused(Language::JavaScript, "PutItem", r#"{"Item": {"a": {"NULL": false}}}"#),
        "The library for JavaScript has no form for this value of NULL."
    );
    assert_eq!(
        refused(
            Language::JavaScript,
            "PutItem",
            r#"{"Item": {"a": {"SS": ["b", "b"]}}}"#
        ),
        "The library for JavaScript has no form for this value of SS."
    );
    let cdk = request(Language::Cdk, "GetItem", &tree("{}"), None);
    assert_eq!(cdk, Err(Reason::TablesOnly(Language::Cdk)));
    let word = tree(r#"{"BillingMode": "X, tableName: \"a\""}"#);
    assert_eq!(
        table(Language::Cdk, &word, &[], None).unwrap_err().to_string(),
        "The library for AWS CDK has no form for this value of BillingMode."
    );
    let scaling = table(
        Language::Cli,
        &tree("{}"),
        &[("DescribeScalableTargets", tree("{}"))],
        None,
    );
    assert_eq!(scaling, Err(Reason::Operation("DescribeScalableTargets".to_owned())));
}

#[test]
fn every_operation_has_a_program_in_every_language() {
    let names = hashrange_wire::Operation::ALL.iter().map(|operation| operation.name());
    let transfers = hashrange_wire::TransferOperation::ALL
        .iter()
        .map(|operation| operation.name());
    for name in names.chain(transfers) {
        for language in Language::ALL.into_iter().filter(|language| language.sends_requests()) {
            assert!(request(language, name, &tree("{}"), Some("http://a")).is_ok(), "{name}");
        }
    }
}

#[test]
fn identifiers_of_languages_lead_back_to_them() {
    for language in Language::ALL {
        assert_eq!(Language::from_id(language.id()), Some(language));
    }
    assert_eq!(Language::from_id("cobol"), None);
}
