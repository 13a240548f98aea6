//! Manual requests: what was sent and returned, which of them a filter finds, and an initial body for every operation.
//!
//! Must not know the page or who responds.

use std::collections::VecDeque;

use hashrange_wire::{JsonForm, JsonTree, Operation, json_members};

/// The maximum number of stored requests.
const KEPT: usize = 200;
/// The maximum bytes of bodies and responses in the workspace's saved state. Quoting adds some.
const WRITTEN: usize = 1_200_000;

/// The editor's content beside the log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SavedRequestForm {
    /// The chosen operation.
    pub operation: Operation,
    /// The body, after something was typed.
    pub typed: Option<String>,
    /// The number of the request whose response is shown.
    pub shown: u64,
    /// The name to save it under.
    pub name: String,
}

json_members!(SavedRequestForm default { operation, typed, shown, name });

impl Default for SavedRequestForm {
    fn default() -> Self {
        Self {
            operation: Operation::ListTables,
            typed: None,
            shown: 0,
            name: String::new(),
        }
    }
}

/// A request and its response.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sent {
    /// Counts up from 1.
    pub number: u64,
    /// The operation.
    pub operation: Operation,
    /// The body as it was typed.
    pub body: String,
    /// The time at which it was handled, as text.
    pub at: String,
    /// The HTTP status of the response.
    pub status: u16,
    /// The number of its record in the journal, if it has one.
    pub record: Option<u64>,
    /// The response's body; `None` if it was too long to store.
    pub answer: Option<String>,
}

json_members!(Sent {
    number,
    operation,
    body,
    at,
    status,
    record,
    answer
});

impl Sent {
    /// Whether a word is in the operation, the body, the status or an error, in upper or lower case.
    fn has(&self, word: &str) -> bool {
        let error = self.answer.as_deref().filter(|_| self.status != 200);
        has(self.operation.name(), word)
            || has(&status_words(self.status), word)
            || has(&self.body, word)
            || error.is_some_and(|error| has(error, word))
    }
}

fn has(text: &str, word: &str) -> bool {
    let mut places = text.as_bytes().windows(word.len().max(1));
    places.any(|place| place.eq_ignore_ascii_case(word.as_bytes()))
}

/// The status of a response as text.
#[must_use]
pub fn status_words(status: u16) -> String {
    let words = match status {
        200 => "OK",
        400 => "Bad Request",
        _ => "Internal Server Error",
    };
    format!("{status} {words}")
}

/// The latest requests, latest first.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RequestLog {
    sent: VecDeque<Sent>,
    last: u64,
}

impl RequestLog {
    /// Adds a request, and drops the oldest if there are too many. Returns its number.
    pub fn keep(&mut self, sent: Sent) -> u64 {
        self.last = self.last.saturating_add(1);
        self.sent.push_front(Sent {
            number: self.last,
            ..sent
        });
        self.sent.truncate(KEPT);
        self.last
    }

    /// How many requests it has.
    #[must_use]
    pub fn len(&self) -> usize {
        self.sent.len()
    }

    /// Whether it has no requests.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.sent.is_empty()
    }

    /// The numbers of the requests that have every word of a filter, latest first.
    #[must_use]
    pub fn found(&self, filter: &str) -> Vec<u64> {
        let words: Vec<&str> = filter.split_whitespace().collect();
        let found = self.sent.iter().filter(|sent| words.iter().all(|word| sent.has(word)));
        found.map(|sent| sent.number).collect()
    }

    /// The requests, latest first.
    pub fn latest(&self) -> impl Iterator<Item = &Sent> {
        self.sent.iter()
    }

    /// The request with this number.
    #[must_use]
    pub fn get(&self, number: u64) -> Option<&Sent> {
        self.sent.iter().find(|sent| sent.number == number)
    }
}

impl JsonForm for RequestLog {
    /// The latest requests that fit. Omits a long response before its request.
    fn to_tree(&self) -> JsonTree {
        let mut room = WRITTEN;
        let mut written = Vec::new();
        for sent in &self.sent {
            let Some(after) = room.checked_sub(sent.body.len()) else {
                break;
            };
            let left = sent.answer.as_ref().and_then(|answer| after.checked_sub(answer.len()));
            room = left.unwrap_or(after);
            let mut sent = sent.clone();
            sent.answer = sent.answer.filter(|_| left.is_some());
            written.push(sent);
        }
        written.to_tree()
    }

    /// Omits a request whose number is out of order.
    fn of_tree(tree: &JsonTree) -> Result<Self, &'static str> {
        let mut sent = Vec::<Sent>::of_tree(tree)?;
        sent.truncate(KEPT);
        let last = sent.first().map_or(0, |sent| sent.number);
        let mut above = u64::MAX;
        sent.retain(|sent| {
            let in_order = sent.number < above;
            above = above.min(sent.number);
            in_order
        });
        Ok(Self {
            sent: sent.into(),
            last,
        })
    }
}

/// An initial body. It names the table in front if the operation is about a table.
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
        Operation::BatchExecuteStatement => "{\n  \"Statements\": []\n}".to_owned(),
        Operation::ExecuteTransaction => "{\n  \"TransactStatements\": []\n}".to_owned(),
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

/// Formatted JSON. Other text is formatted as far as possible.
#[must_use]
pub fn pretty(json: &str) -> String {
    let mut out = String::with_capacity(json.len() * 2);
    let (mut depth, mut quoted, mut escaped) = (0_usize, false, false);
    let mut letters = json.chars().peekable();
    let line = |out: &mut String, depth: usize| {
        out.push('\n');
        // Deeper indentation is not useful.
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

    fn sent(body: &str, answer: &str) -> Sent {
        let (body, answer) = (body.to_owned(), Some(answer.to_owned()));
        Sent {
            number: 0,
            operation: Operation::ListTables,
            body,
            at: "17:24:31".to_owned(),
            status: 200,
            record: None,
            answer,
        }
    }

    fn again(log: &RequestLog) -> RequestLog {
        let text = log.to_json();
        RequestLog::of_json(&text).expect("a log")
    }

    #[test]
    fn the_form_is_kept_as_text() {
        let saved = SavedRequestForm {
            operation: Operation::GetItem,
            typed: Some("{".to_owned()),
            shown: 3,
            name: "Mine".to_owned(),
        };
        let text = saved.to_json();
        assert_eq!(SavedRequestForm::of_json(&text), Some(saved));
        assert!(SavedRequestForm::of_json(&text.replace("GetItem", "GetEverything")).is_none());
    }

    #[test]
    fn a_log_is_kept_as_text_and_counts_on() {
        let mut log = RequestLog::default();
        for number in 0..25 {
            log.keep(sent(&format!("{{\"a\": {number}}}"), "{}"));
        }
        let mut back = again(&log);
        assert_eq!((back.len(), &back), (25, &log));
        assert_eq!(back.keep(sent("", "")), 26);
        assert_eq!(again(&RequestLog::default()), RequestLog::default());
    }

    #[test]
    fn a_long_answer_is_left_out_and_a_long_body_ends_the_log() {
        let mut log = RequestLog::default();
        let long = "x".repeat(WRITTEN);
        log.keep(sent("oldest", "{}"));
        log.keep(sent(&long, "{}"));
        log.keep(sent("short", &long));
        log.keep(sent("newest", "{}"));
        let back = again(&log);
        let lines: Vec<(u64, bool)> = back
            .sent
            .iter()
            .map(|sent| (sent.number, sent.answer.is_some()))
            .collect();
        assert_eq!(lines, [(4, true), (3, false)]);
    }

    #[test]
    fn numbers_out_of_order_are_left_out() {
        let mut log = RequestLog::default();
        for _ in 0..3 {
            log.keep(sent("", ""));
        }
        let text = log.to_json().replace("\"number\":2", "\"number\":3");
        let back = RequestLog::of_json(&text).expect("a log");
        assert_eq!(back.found(""), [3, 1]);
    }

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
    fn the_latest_requests_are_kept() {
        let mut log = RequestLog::default();
        for _ in 0..KEPT + 5 {
            log.keep(sent("{}", "{}"));
        }
        let numbers = log.found("");
        assert_eq!(
            (numbers.len(), numbers.first(), numbers.last()),
            (KEPT, Some(&205), Some(&6))
        );
        assert!(log.get(5).is_none() && log.get(6).is_some());
    }

    #[test]
    fn a_filter_finds_operations_bodies_statuses_and_errors() {
        let mut log = RequestLog::default();
        assert!(log.found("").is_empty());
        log.keep(sent(r#"{"TableName": "Thread"}"#, r#"{"secret": 1}"#));
        log.keep(Sent {
            operation: Operation::GetItem,
            status: 400,
            ..sent(r#"{"TableName": "Forum", "é": 1}"#, "ResourceNotFoundException")
        });
        let cases: [(&str, &[u64]); 9] = [
            ("", &[2, 1]),
            ("getitem", &[2]),
            (" tablename  thread ", &[1]),
            ("400", &[2]),
            ("bad forum", &[2]),
            ("200 ok", &[1]),
            ("resourcenotfound", &[2]),
            ("secret", &[]),
            ("é", &[2]),
        ];
        for (filter, numbers) in cases {
            assert_eq!(log.found(filter), numbers, "{filter}");
        }
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
