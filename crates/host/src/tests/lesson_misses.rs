//! What a lesson says about a request of a learner that does not reach the goal.

use hashrange_protocol::{Command, LessonFile, WorkspaceCommand};

use super::Page;
use super::lessons::{goal, text_of};
use crate::store::MemoryStore;

/// A lesson, a step, a request of a learner, words that explain it, and words about something that was not done.
const MISSES: [(&str, &str, &str, &str, &str, &str); 6] = [
    (
        "keys-1",
        "your-query",
        "Query",
        r#"{"TableName":"Players","KeyConditionExpression":"UserId = :u","ExpressionAttributeValues":{":u":{"S":"101"}}}"#,
        "begin with the letter G",
        "filter",
    ),
    (
        "keys-1",
        "your-query",
        "Query",
        r#"{"TableName":"Players","KeyConditionExpression":"UserId = :u","FilterExpression":"Wins = :w","ExpressionAttributeValues":{":u":{"S":"101"},":w":{"N":"72"}}}"#,
        "A filter is applied after the read",
        "letter G",
    ),
    (
        "lsi-1",
        "your-query",
        "Query",
        r#"{"TableName":"Posts","KeyConditionExpression":"ForumName = :f","ExpressionAttributeValues":{":f":{"S":"S3"}}}"#,
        "returned all of them",
        "filter",
    ),
    (
        "keys-3",
        "yours",
        "Query",
        r#"{"TableName":"Invoices"}"#,
        "",
        "under this key",
    ),
    (
        "keys-3",
        "yours",
        "Query",
        r#"{"TableName":"Invoices","KeyConditionExpression":"InvoiceNumber = :i","ExpressionAttributeValues":{":i":{"S":"0"}}}"#,
        "There is nothing under this key",
        "items were read",
    ),
    (
        "gsi-3",
        "trust",
        "GetItem",
        r#"{"TableName":"GameScores","Key":{}}"#,
        "",
        "does not support",
    ),
];

#[test]
fn a_miss_speaks_of_what_was_done() {
    for (id, name, operation, body, fits, other) in MISSES {
        let mut page = Page::opened(&MemoryStore::new());
        let file = LessonFile {
            text: text_of(id),
            step: Some(name.to_owned()),
            ..LessonFile::default()
        };
        page.send(Command::Workspace(WorkspaceCommand::WithLesson(file)));
        page.pass(20_000);
        let _ = page.request(operation, body);
        page.pass(500);
        let words = format!("{:?}", goal(&page).misses);
        assert!(
            words.contains(fits) && !words.contains(other),
            "{id}, {operation} {body}: {words}"
        );
        assert!(!fits.is_empty() || words == "[]", "{id}, {operation} {body}: {words}");
    }
}
