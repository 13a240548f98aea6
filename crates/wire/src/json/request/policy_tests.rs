//! Policy documents: the stored forms of accepted documents, and refused documents.

use proptest::prelude::*;

use super::*;

const ARN: &str = "arn:aws:dynamodb:us-west-2:123456789012:table/Tab";
const ROOT: &str = "arn:aws:iam::123456789012:root";

/// A document of one statement with these parts.
fn with(parts: &str) -> String {
    format!(r#"{{"Version":"2012-10-17","Statement":[{{{parts}}}]}}"#)
}

fn kept(text: &str) -> String {
    read(text, Owner::Table)
        .map(|policy| policy.text)
        .unwrap_or_else(|error| error.to_string())
}

#[test]
fn documents_are_kept_in_one_form() {
    let example = with(&format!(
        r#""Sid":"A","Effect":"Allow","Principal":{{"AWS":"{ROOT}"}},"Action":"dynamodb:GetItem","Resource":"{ARN}""#
    ));
    assert_eq!(kept(&example), example, "what is kept stays as it is");
    let pretty = format!(
        "{{\n  \"Statement\": {{ \"Resource\": [\"{ARN}\"], \"Action\": [\"dynamodb:GetItem\"], \"Effect\": \"allow\",\n    \
         \"Principal\": {{ \"AWS\": [\"123456789012\", \"{ROOT}\"] }}, \"Sid\": \"\\u0041\" }},\n  \"Version\": \
         \"2012-10-17\"\n}}"
    );
    assert_eq!(kept(&pretty), example);
    let without = example.replace(r#""Version":"2012-10-17","#, "");
    assert_eq!(kept(&without), example.replace("2012-10-17", "2008-10-17"));
    let several = with(&format!(
        r#""Effect":"Deny","Principal":"*","NotAction":["dynamodb:Query","dynamodb:Query"],"Resource":["{ARN}/index/*","{ARN}"],"Condition":{{"Bool":{{"aws:SecureTransport":["false"]}},"NumericLessThan":{{"a":[1,2]}}}}"#
    ));
    assert_eq!(kept(&several), several.replace(r#"["false"]"#, r#""false""#));
}

#[test]
fn documents_that_cannot_be_are_reported_apart() {
    let part = |effect: &str, principal: &str, action: &str, resource: &str| {
        with(&format!(
            r#""Effect":{effect},"Principal":{principal},"Action":{action},"Resource":{resource}"#
        ))
    };
    let root = format!(r#"{{"AWS":"{ROOT}"}}"#);
    let arn = format!("\"{ARN}\"");
    let good = |principal: &str| part(r#""Allow""#, principal, r#""dynamodb:*""#, &arn);
    let twice = good(&root).replace(
        r#""Statement":["#,
        r#""Statement":[{"Sid":"a","Effect":"Deny","Principal":"*","Action":"dynamodb:Scan","Resource":"*"},"#,
    );
    let twice = twice.replace(r#"{"Effect":"Allow""#, r#"{"Sid":"a","Effect":"Allow""#);
    let document = "One or more parameter values were invalid: Invalid policy document: ";
    for (text, expected) in [
        (String::new(), "This policy contains invalid Json"),
        ("{not json".to_owned(), "This policy contains invalid Json"),
        ("[]".to_owned(), "This policy contains invalid Json"),
        (
            r#"{"Statement":[]}"#.to_owned(),
            "Could not parse the policy: Statement is empty!",
        ),
        ("{}".to_owned(), "Missing required field Statement"),
        (
            with(r#""Effect":"Deny","Principal":"*","Action":"dynamodb:Scan""#),
            "Missing required field Resource",
        ),
        (twice, "The Statement Ids in the policy are not unique"),
        (good(r#""123456789012""#), "Syntax error at position (1,68)"),
        (
            part(
                r#""Allow""#,
                &root,
                r#"["dynamodb:GetRecords","dynamodb:DescribeStream"]"#,
                &arn,
            ),
            r#"The following action names are invalid: "dynamodb:GetRecords", "dynamodb:DescribeStream""#,
        ),
        (
            part(
                r#""Allow""#,
                &root,
                r#""dynamodb:Scan""#,
                r#""arn:aws:dynamodb:r:1:table/T/stream/x""#,
            ),
            r#"The relative-id "table/T/stream/x" is invalid for ARN "arn:aws:dynamodb:r:1:table/T/stream/x""#,
        ),
    ] {
        assert_eq!(kept(&text), format!("{document}{expected}"), "{text}");
    }
    let unbounded = PolicyError::Unbounded.to_string();
    assert_eq!(kept(&good(r#""*""#)), unbounded);
    assert_eq!(kept(&good(r#"{"AWS":"*"}"#)), unbounded);
    assert_eq!(kept(&good(r#"{"AWS":"nobody"}"#)), PolicyError::Principal.to_string());
    let long = format!("{}{}", good(&root), " ".repeat(20_480));
    let size = "One or more parameter values were invalid: Maximum policy size of 20480 bytes exceeded";
    assert_eq!(kept(&long), size);
}

#[test]
fn authors_who_shut_themselves_out_are_noticed() {
    let denies = |principal: &str, action: &str, resource: &str| {
        let text = with(&format!(
            r#""Effect":"Deny","Principal":{principal},"Action":"{action}","Resource":"{resource}""#
        ));
        read(&text, Owner::Table).expect("it can be kept").locks_out(ARN)
    };
    assert!(denies(r#""*""#, "dynamodb:*", "*"));
    assert!(denies(r#"{"AWS":"123456789012"}"#, "dynamodb:putresourcepolicy", ARN));
    assert!(!denies(r#"{"AWS":"210987654321"}"#, "dynamodb:*", "*"));
    assert!(!denies(r#""*""#, "dynamodb:DeleteResourcePolicy", "*"));
    assert!(!denies(
        r#""*""#,
        "dynamodb:*",
        "arn:aws:dynamodb:us-west-2:123456789012:table/Other"
    ));
}

proptest! {
    #[test]
    fn no_document_panics_and_what_is_kept_is_kept(text in r#"[{}\[\],:"*VersionStatmefActPlRuc0-9 ]{0,80}"#) {
        if let Ok(policy) = read(&text, Owner::Table) {
            prop_assert_eq!(read(&policy.text, Owner::Table).map(|again| again.text), Ok(policy.text));
        }
    }
}
