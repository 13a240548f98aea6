//! The results of requests: the figures of responses.
//!
//! Must not know the purpose of a request, nor who sent it.

use std::sync::Arc;

use hashrange_wire::{JsonContent, JsonForm, JsonTree, Operation};
use hashrange_workload::{Figure, LoadTally};
use serde::{Deserialize, Serialize};

/// Maximum bytes of a response that a stored play contains. Of a longer response, only its existence is stored.
const MOST_KEPT: usize = 64 * 1024;

/// The latest response.
#[derive(Debug)]
pub(crate) struct Newest {
    pub(crate) operation: Operation,
    pub(crate) refused: bool,
    pub(crate) body: JsonTree,
}

/// The results of requests so far.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Tally {
    sent: u64,
    answered: u64,
    throttled: u64,
    rate: u64,
    seconds: u64,
    suffixes: u64,
    /// The number of further requests to count.
    row: u64,
    /// The number of requests and loads that have ended.
    pub(crate) ended: u64,
    #[serde(with = "newest")]
    pub(crate) newest: Option<Arc<Newest>>,
    /// Items found and read by the earlier pages of one response.
    gathered: (u64, u64),
    refusal: String,
    message: String,
    kept: Vec<(String, String)>,
    /// Successful manual requests since the step's words, by operation.
    #[serde(default)]
    by_hand: Vec<(String, u64)>,
    pub(crate) picked: String,
}

/// The latest response as data: the operation's name, whether it was refused, and its body.
mod newest {
    use std::sync::Arc;

    use hashrange_wire::{JsonTree, Operation};
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    use super::{MOST_KEPT, Newest};

    pub(super) fn serialize<S: Serializer>(newest: &Option<Arc<Newest>>, serializer: S) -> Result<S::Ok, S::Error> {
        let data = newest.as_ref().map(|newest| {
            let body = newest.body.to_json();
            (
                newest.operation.name(),
                newest.refused,
                if body.len() > MOST_KEPT { String::new() } else { body },
            )
        });
        data.serialize(serializer)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Arc<Newest>>, D::Error> {
        let data = Option::<(String, bool, String)>::deserialize(deserializer)?;
        Ok(data.and_then(|(name, refused, body)| {
            let operation = Operation::from_name(&name)?;
            Some(Arc::new(Newest {
                operation,
                refused,
                body: JsonTree::parse(&body).unwrap_or_default(),
            }))
        }))
    }
}

const THROTTLES: [&str; 3] = [
    "ProvisionedThroughputExceededException",
    "ThrottlingException",
    "RequestLimitExceeded",
];

impl Tally {
    /// Starts a series of this number of requests, which is counted separately.
    pub(crate) fn begin_row(&mut self, requests: u64) {
        (self.sent, self.answered, self.throttled) = (0, 0, 0);
        (self.gathered, self.row) = ((0, 0), requests);
    }

    /// Ends the series.
    pub(crate) fn end_row(&mut self) {
        self.row = 0;
    }

    /// Records a response.
    pub(crate) fn note(&mut self, operation: Operation, refused: Option<(&str, &str)>, body: &str) {
        self.ended += 1;
        let counted = u64::from(self.row > 0);
        self.row = self.row.saturating_sub(1);
        self.sent += counted;
        match refused {
            None => self.answered += counted,
            Some((exception, message)) => {
                self.throttled += counted * u64::from(THROTTLES.contains(&exception));
                (self.refusal, self.message) = (exception.to_owned(), message.to_owned());
            }
        }
        self.gathered = (0, 0);
        let body = JsonTree::parse(body).unwrap_or_default();
        self.newest = Some(Arc::new(Newest {
            operation,
            refused: refused.is_some(),
            body,
        }));
    }

    /// Starts a step: manual requests are counted from zero.
    pub(crate) fn begin_step(&mut self) {
        self.by_hand.clear();
    }

    /// Counts a successful request of the learner.
    pub(crate) fn note_by_hand(&mut self, operation: Operation) {
        match self.by_hand.iter_mut().find(|(name, _)| name == operation.name()) {
            Some((_, count)) => *count += 1,
            None => self.by_hand.push((operation.name().to_owned(), 1)),
        }
    }

    /// Adds the counts of the earlier pages to those of the latest response.
    pub(crate) fn gather(&mut self, before: (u64, u64)) {
        self.gathered = before;
    }

    /// Items found and read by the latest response, with the pages before it.
    pub(crate) fn counts(&self) -> (u64, u64) {
        let Some(newest) = self.newest.as_ref().filter(|newest| !newest.refused) else {
            return self.gathered;
        };
        let number = |name: &str| u64::of_tree(newest.body.member(name)?).ok();
        let count = number("Count").unwrap_or_else(|| items(&newest.body));
        let scanned = number("ScannedCount").unwrap_or(count);
        (self.gathered.0 + count, self.gathered.1 + scanned)
    }

    /// The LastEvaluatedKey of the latest response.
    pub(crate) fn last_key(&self) -> Option<&JsonTree> {
        self.newest.as_ref()?.body.member("LastEvaluatedKey")
    }

    /// Records the results of a load that has ended.
    pub(crate) fn loaded(&mut self, load: &LoadTally) {
        self.ended += 1;
        (self.sent, self.answered, self.throttled) = (load.sent, load.answered, load.throttled);
        self.rate = u64::from(load.plan.rate.per_second);
        self.seconds = load.plan.span.micros() / 1_000_000;
        self.suffixes = load.plan.suffixes.as_ref().map_or(1, |suffixes| suffixes.count);
    }

    /// Clears the results of the latest load.
    pub(crate) fn forget_load(&mut self) {
        self.begin_row(0);
        (self.rate, self.seconds, self.suffixes) = (0, 0, 0);
    }

    pub(crate) fn keep(&mut self, name: &str, value: String) {
        match self.kept.iter_mut().find(|(known, _)| known == name) {
            Some((_, held)) => *held = value,
            None => self.kept.push((name.to_owned(), value)),
        }
    }

    /// A figure of the responses; `None` for a figure of the service.
    pub(crate) fn figure(&self, figure: &Figure) -> Option<String> {
        Some(match figure {
            Figure::Sent => self.sent.to_string(),
            Figure::Answered => self.answered.to_string(),
            Figure::Throttled => self.throttled.to_string(),
            Figure::LoadRate => self.rate.to_string(),
            Figure::LoadSeconds => self.seconds.to_string(),
            Figure::Suffixes => self.suffixes.to_string(),
            Figure::Count => self.counts().0.to_string(),
            Figure::Scanned => self.counts().1.to_string(),
            Figure::More => (if self.last_key().is_some() { "yes" } else { "no" }).to_owned(),
            Figure::Value(name) => self.first(name),
            Figure::Answer(path) => self
                .newest
                .as_ref()
                .and_then(|newest| at(&newest.body, path))
                .map_or_else(String::new, shown),
            Figure::Refusal => self.refusal.clone(),
            Figure::Message => self.message.clone(),
            Figure::Picked => self.picked.clone(),
            Figure::Requests(of) => {
                let counted = self
                    .by_hand
                    .iter()
                    .filter(|(name, _)| of.as_ref().is_none_or(|of| of == name));
                counted.map(|(_, count)| count).sum::<u64>().to_string()
            }
            Figure::Kept(name) => {
                let kept = self.kept.iter().find(|(known, _)| known == name);
                kept.map_or_else(String::new, |(_, value)| value.clone())
            }
            _ => return None,
        })
    }

    fn first(&self, name: &str) -> String {
        let Some(newest) = &self.newest else {
            return String::new();
        };
        let item = newest
            .body
            .member("Item")
            .or_else(|| newest.body.member("Items")?.elements().first())
            .or(newest.body.member("Attributes"));
        item.and_then(|item| item.member(name)).map_or_else(String::new, shown)
    }
}

/// The number of items of a response without counts.
fn items(body: &JsonTree) -> u64 {
    let listed = |list: &JsonTree| list.elements().len() as u64;
    if body.member("Item").is_some() {
        return 1;
    }
    body.member("Responses").map_or(0, |responses| {
        // By table for BatchGetItem, a list for TransactGetItems.
        let by_table: u64 = responses.members().iter().map(|(_, list)| listed(list)).sum();
        by_table + listed(responses)
    })
}

/// A part of a response: names with dots, indexes in brackets.
fn at<'a>(body: &'a JsonTree, path: &str) -> Option<&'a JsonTree> {
    path.split(['.', '['])
        .filter(|part| !part.is_empty())
        .try_fold(body, |body, part| match part.strip_suffix(']') {
            Some(place) => body.elements().get(place.parse::<usize>().ok()?),
            None => body.member(part),
        })
}

/// A value as it is shown: an attribute value without its type, and the number of members of a list or map.
fn shown(value: &JsonTree) -> String {
    match &value.content {
        JsonContent::Text(text) => text.clone(),
        JsonContent::List(list) => list.len().to_string(),
        JsonContent::Object(members) => match members.as_slice() {
            [(kind, inner)] if matches!(kind.as_str(), "S" | "N" | "B" | "BOOL") => shown(inner),
            _ => members.len().to_string(),
        },
        _ => value.to_json(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_of_an_answer_are_found_by_path() {
        let mut tally = Tally::default();
        let body =
            r#"{"Items":[{"Wins":{"N":"21"},"Tags":{"SS":["a","b"]}}],"Count":1,"LastEvaluatedKey":{"Id":{"S":"a"}}}"#;
        tally.note(Operation::Query, None, body);
        let figure = |words: &str| Figure::read(words).ok().and_then(|figure| tally.figure(&figure));
        for (words, value) in [
            ("answer Items[0].Wins.N", "21"),
            ("answer Items[0].Wins", "21"),
            ("answer Items", "1"),
            ("answer Nothing[7].x", ""),
            ("value Wins", "21"),
            ("count", "1"),
            ("more", "yes"),
        ] {
            assert_eq!(figure(words).as_deref(), Some(value), "{words}");
        }
    }
}
