//! Requests written by hand: what was sent and what was answered, and a body to begin with for every operation.
//!
//! Must not know the page or who answers.

use std::collections::VecDeque;

use hashrange_wire::Operation;

/// Requests kept.
const KEPT: usize = 20;

/// A request and its answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sent {
    /// Counts up from 1.
    pub number: u64,
    /// The operation.
    pub operation: Operation,
    /// The body as it was typed.
    pub body: String,
    /// When it was answered, in words.
    pub at: String,
    /// The HTTP status of the answer.
    pub status: u16,
    /// The answer's body.
    pub answer: String,
}

/// The newest requests, newest first.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RequestLog {
    sent: VecDeque<Sent>,
    last: u64,
}

impl RequestLog {
    /// Keeps a request; the oldest one goes when there are too many. Tells its number.
    pub fn keep(&mut self, sent: Sent) -> u64 {
        self.last += 1;
        self.sent.push_front(Sent { number: self.last, ..sent });
        self.sent.truncate(KEPT);
        self.last
    }

    /// The requests, newest first.
    pub fn iter(&self) -> impl Iterator<Item = &Sent> {
        self.sent.iter()
    }

    /// The request of this number.
    #[must_use]
    pub fn get(&self, number: u64) -> Option<&Sent> {
        self.sent.iter().find(|sent| sent.number == number)
    }
}

/// A body to begin with: the table in front, where the operation is about one.
#[must_use]
pub fn beginning(operation: Operation, table: Option<&str>) -> String {
    let table = table.unwrap_or("TableName");
    let named = || format!("{{\n  \"TableName\": \"{table}\"\n}}");
    let with = |members: &str| format!("{{\n  \"TableName\": \"{table}\",\n  {members}\n}}");
    match operation {
        Operation::PutItem => with("\"Item\": {}"),
        Operation::GetItem | Operation::UpdateItem | Operation::DeleteItem => with("\"Key\": {}"),
        Operation::Query => with(
            "\"KeyConditionExpression\": \"\",\n  \"ExpressionAttributeValues\": {},\n  \"ReturnConsumedCapacity\": \"INDEXES\"",
        ),
        Operation::Scan => with("\"ReturnConsumedCapacity\": \"INDEXES\""),
        Operation::SearchVectors => with(
            "\"IndexName\": \"\",\n  \"SearchVector\": [{ \"N\": \"0\" }],\n  \"TopK\": 10,\n  \"ReturnConsumedCapacity\": \"TOTAL\"",
        ),
        Operation::CreateBackup => with("\"BackupName\": \"\""),
        Operation::DescribeBackup | Operation::DeleteBackup => "{\n  \"BackupArn\": \"\"\n}".to_owned(),
        Operation::RestoreTableFromBackup => "{\n  \"TargetTableName\": \"\",\n  \"BackupArn\": \"\"\n}".to_owned(),
        Operation::RestoreTableToPointInTime => format!(
            "{{\n  \"SourceTableName\": \"{table}\",\n  \"TargetTableName\": \"\",\n  \"UseLatestRestorableTime\": true\n}}"
        ),
        Operation::ExecuteStatement => format!("{{\n  \"Statement\": \"SELECT * FROM \\\"{table}\\\"\"\n}}"),
        Operation::BatchGetItem => {
            format!("{{\n  \"RequestItems\": {{\n    \"{table}\": {{ \"Keys\": [] }}\n  }}\n}}")
        }
        Operation::BatchWriteItem => format!("{{\n  \"RequestItems\": {{\n    \"{table}\": []\n  }}\n}}"),
        Operation::TransactGetItems | Operation::TransactWriteItems => "{\n  \"TransactItems\": []\n}".to_owned(),
        Operation::DescribeTable
        | Operation::DeleteTable
        | Operation::UpdateTable
        | Operation::UpdateTimeToLive
        | Operation::DescribeTimeToLive
        | Operation::ListStreams
        | Operation::DescribeContributorInsights
        | Operation::UpdateContributorInsights
        | Operation::DescribeContinuousBackups
        | Operation::UpdateContinuousBackups
        | Operation::DescribeKinesisStreamingDestination => named(),
        _ => "{}".to_owned(),
    }
}

/// JSON on lines of its own, as people read it. What is no JSON comes out as it can.
#[must_use]
pub fn pretty(json: &str) -> String {
    let mut out = String::with_capacity(json.len() * 2);
    let (mut depth, mut quoted, mut escaped) = (0_usize, false, false);
    let mut letters = json.chars().peekable();
    let line = |out: &mut String, depth: usize| {
        out.push('\n');
        // Deeper than this nobody reads the indentation.
        out.extend(std::iter::repeat_n("  ", depth.min(40)));
    };
    while let Some(letter) = letters.next() {
        if quoted {
            out.push(letter);
            (quoted, escaped) = (escaped || letter != '"', !escaped && letter == '\\');
            continue;
        }
        match letter {
            '"' => {
                quoted = true;
                out.push(letter);
            }
            '{' | '[' => {
                out.push(letter);
                let end = if letter == '{' { '}' } else { ']' };
                if letters.next_if_eq(&end).is_some() {
                    out.push(end);
                } else {
                    depth += 1;
                    line(&mut out, depth);
                }
            }
            '}' | ']' => {
                depth = depth.saturating_sub(1);
                line(&mut out, depth);
                out.push(letter);
            }
            ',' => {
                out.push(letter);
                line(&mut out, depth);
            }
            ':' => out.push_str(": "),
            space if space.is_ascii_whitespace() => {}
            other => out.push(other),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn json_is_put_on_lines() {
        assert_eq!(pretty("{}"), "{}");
        assert_eq!(
            pretty(r#"{"a":{"S":"x, \"y\": {z}\\"},"b":[1,[]]}"#),
            "{\n  \"a\": {\n    \"S\": \"x, \\\"y\\\": {z}\\\\\"\n  },\n  \"b\": [\n    1,\n    []\n  ]\n}"
        );
        assert_eq!(pretty("]]}"), "\n]\n]\n}");
    }

    #[test]
    fn twenty_requests_are_kept() {
        let mut log = RequestLog::default();
        for _ in 0..25 {
            let (body, at, answer) = (String::new(), String::new(), String::new());
            log.keep(Sent { number: 0, operation: Operation::ListTables, body, at, status: 200, answer });
        }
        assert_eq!(log.iter().map(|sent| sent.number).collect::<Vec<_>>(), (6..=25).rev().collect::<Vec<_>>());
        assert!(log.get(5).is_none() && log.get(6).is_some());
    }

    #[test]
    fn every_beginning_is_json() {
        for operation in Operation::ALL {
            let body = beginning(*operation, Some("Thread"));
            let fault = super::super::json_draft::JsonDraft::read(*operation, &body).fault;
            assert!(fault.is_none(), "{operation:?}: {fault:?}");
        }
    }
}
