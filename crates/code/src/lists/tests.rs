//! Test lists in each language, and names of tests.

use expect_test::{Expect, expect};
use hashrange_wire::JsonTree;
use proptest::prelude::*;

use super::{Test, identifier, test_list, unique};
use crate::Language;

const GET: &str = r#"{"TableName":"Thread","Key":{"ForumName":{"S":"EC2"}},"ReturnConsumedCapacity":"NONE"}"#;
const PUT: &str = r#"{"TableName":"Thread","Item":{"ForumName":{"S":"S3"},"Views":{"N":"1.0"}}}"#;

fn check(language: Language, list: &Expect) {
    let (get, put, wrong) = (
        JsonTree::parse(GET).unwrap(),
        JsonTree::parse(PUT).unwrap(),
        JsonTree::parse("[]").unwrap(),
    );
    let test = |name, operation, body| Test {
        name,
        operation,
        body,
        returns: None,
        budget: None,
    };
    let tests = [
        test("Add \"a\" thread\n", "PutItem", &put),
        Test {
            returns: Some(1),
            budget: Some("0.5"),
            ..test("One thread", "GetItem", &get)
        },
        test("one  Thread", "GetItem", &get),
        test("No\u{202e} body", "GetItem", &wrong),
    ];
    let written = test_list(language, &tests).unwrap();
    assert_eq!(
        written.left_out.iter().map(|(place, _)| *place).collect::<Vec<_>>(),
        [3]
    );
    // The head is the same in every list.
    let (_, tests) = written.text.split_once("its budget is").unwrap();
    list.assert_eq(tests);
}

#[test]
fn python() {
    check(
        Language::Python,
        &expect![[r#"
         {budget}."


        def test_one_thread(client):
            response = client.get_item(
                TableName="Thread",
                Key={"ForumName": {"S": "EC2"}},
                ReturnConsumedCapacity="TOTAL",
            )
            check("One thread", response, int("Item" in response), 1, 0.5)


        def test_one_thread_3(client):
            response = client.get_item(
                TableName="Thread",
                Key={"ForumName": {"S": "EC2"}},
                ReturnConsumedCapacity="NONE",
            )
            check("one  Thread", response, int("Item" in response), None, None)


        def test_add_a_thread(client):
            response = client.put_item(
                TableName="Thread",
                Item={"ForumName": {"S": "S3"}, "Views": {"N": "1.0"}},
            )
            check("Add \"a\" thread\n", response, 0, None, None)

        # Cannot be written: "No\u202e body"
    "#]],
    );
}

#[test]
fn javascript() {
    check(
        Language::JavaScript,
        &expect![[r#"
         ${budget}.`);
        }

        test("One thread", async () => {
          const response = await client.send(new GetCommand({
            TableName: "Thread",
            Key: { ForumName: "EC2" },
            ReturnConsumedCapacity: "TOTAL",
          }));
          check(response, response.Item ? 1 : 0, 1, 0.5);
        });

        test("one  Thread", async () => {
          const response = await client.send(new GetCommand({
            TableName: "Thread",
            Key: { ForumName: "EC2" },
            ReturnConsumedCapacity: "NONE",
          }));
          check(response, response.Item ? 1 : 0, null, null);
        });

        test("Add \"a\" thread\n", async () => {
          const response = await client.send(new PutCommand({
            TableName: "Thread",
            Item: { ForumName: "S3", Views: NumberValue.from("1.0") },
          }));
          check(response, 0, null, null);
        });

        // Cannot be written: "No\u202e body"
    "#]],
    );
}

#[test]
fn rust() {
    check(
        Language::Rust,
        &expect![[r#"
             {budget}.");
                }
            }

            #[tokio::test]
            async fn read_one_thread() -> Result<(), Box<dyn std::error::Error>> {
                let client = client().await;
                let response = client
                    .get_item()
                    .table_name("Thread")
                    .key("ForumName", AttributeValue::S("EC2".to_string()))
                    .return_consumed_capacity(ReturnConsumedCapacity::Total)
                    .send()
                    .await?;
                check(
                    "One thread",
                    response.consumed_capacity(),
                    (usize::from(response.item().is_some()), false),
                    Some(1),
                    Some(0.5),
                );
                Ok(())
            }

            #[tokio::test]
            async fn read_one_thread_3() -> Result<(), Box<dyn std::error::Error>> {
                let client = client().await;
                let response = client
                    .get_item()
                    .table_name("Thread")
                    .key("ForumName", AttributeValue::S("EC2".to_string()))
                    .return_consumed_capacity(ReturnConsumedCapacity::None)
                    .send()
                    .await?;
                check(
                    "one  Thread",
                    response.consumed_capacity(),
                    (usize::from(response.item().is_some()), false),
                    None,
                    None,
                );
                Ok(())
            }

            #[tokio::test]
            async fn write_add_a_thread() -> Result<(), Box<dyn std::error::Error>> {
                let client = client().await;
                let response = client
                    .put_item()
                    .table_name("Thread")
                    .item("ForumName", AttributeValue::S("S3".to_string()))
                    .item("Views", AttributeValue::N("1.0".to_string()))
                    .send()
                    .await?;
                check("Add \"a\" thread\n", response.consumed_capacity(), (0, false), None, None);
                Ok(())
            }

            // Cannot be written: "No\u{202e} body"
        "#]],
    );
}

#[test]
fn the_head_says_whether_tests_write() {
    let (get, put) = (JsonTree::parse(GET).unwrap(), JsonTree::parse(PUT).unwrap());
    let test = |operation, body| Test {
        name: "",
        operation,
        body,
        returns: None,
        budget: None,
    };
    let list = |tests: &[Test<'_>]| test_list(Language::Python, tests).unwrap().text;
    assert!(list(&[test("GetItem", &get)]).contains("No test writes."));
    assert!(list(&[test("PutItem", &put), test("PutItem", &put)]).contains("Tests that write: 2, after"));
    let statement = |text: &str| JsonTree::parse(&format!(r#"{{"Statement":"{text}"}}"#)).unwrap();
    let select = statement("  select * from a");
    assert!(list(&[test("ExecuteStatement", &select)]).contains("No test writes."));
    let delete = statement("DELETE FROM a WHERE b = 1");
    assert!(list(&[test("ExecuteStatement", &delete)]).contains("Tests that write: 1,"));
    assert_eq!(test_list(Language::Go, &[]), None);
}

proptest! {
    #[test]
    fn an_identifier_is_one(name in any::<String>()) {
        let identifier = identifier(&name);
        prop_assert!(!identifier.is_empty() && identifier.len() <= super::LONGEST);
        prop_assert!(identifier.chars().all(|it| it.is_ascii_lowercase() || it.is_ascii_digit() || it == '_'));
    }

    #[test]
    fn no_two_tests_have_one_name(names in prop::collection::vec("[a_]{0,3}(_[12])?", 0..12)) {
        let mut taken = Vec::new();
        for name in &names {
            let name = unique(&identifier(name), &taken);
            prop_assert!(!taken.contains(&name));
            taken.push(name);
        }
    }
}
