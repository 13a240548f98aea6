//! The response to the followed or the latest request to the table: the number of items, the cost, the first item, or the reason of a
//! refusal. It comes from the event log. Must not know how it is worded.

use hashrange_engine::{Consumption, ReadTrace, Trace};
use hashrange_values::{AttributeValue, Item, Text};
use hashrange_wire::Operation;

use super::journey;
use super::passing::Sent;
use super::scene::Scene;
use super::shape::{Outcome, Stage, StageAnswer};

impl<'a> Scene<'a> {
    /// The response to the followed request, or to the latest one.
    pub(super) fn answer(self, followed: Option<u64>) -> Option<StageAnswer> {
        Some(self.answer_of(self.told(followed)?))
    }

    /// The request with this number if it concerns the table, otherwise the latest request to the table.
    pub(super) fn told(self, followed: Option<u64>) -> Option<Sent<'a>> {
        let name = self.table.name().as_str();
        let followed = followed.and_then(|number| journey::sent(self.engine, number));
        followed.filter(|sent| sent.concerns(name)).or_else(|| {
            let mut newest = self.engine.events_since(0).rev().filter_map(Sent::of);
            newest.find(|sent| sent.concerns(name))
        })
    }

    /// The primary keys of what a request read or wrote, and their number.
    fn touched_by(self, sent: Sent<'a>) -> (Vec<Item>, u64) {
        let (mut keys, mut count) = (Vec::new(), 0);
        for trace in sent.traces(self.table.name()).filter(|_| sent.request.error.is_none()) {
            match trace {
                Trace::Write(write) => {
                    keys.push(self.table.keys().key_of(&write.key));
                    count += 1;
                }
                Trace::Read(read) => {
                    let room = Stage::MOST_TOUCHED.saturating_sub(keys.len());
                    let walked = read.walked.iter().take(room);
                    keys.extend(walked.map(|walked| self.table.keys().key_of(&walked.key)));
                    count += read.walked.len() as u64 + read.unlisted;
                }
            }
        }
        keys.truncate(Stage::MOST_TOUCHED);
        (keys, count)
    }

    fn answer_of(self, sent: Sent<'a>) -> StageAnswer {
        let request = sent.request;
        let read = sent.traces(self.table.name()).find_map(|trace| match trace {
            Trace::Read(read) => Some(&**read),
            Trace::Write(_) => None,
        });
        let refused = request
            .error
            .as_ref()
            .map(|error| Outcome::Refused(error.name().into()));
        let stopped = || {
            self.members(sent)
                .into_iter()
                .map(|member| member.outcome)
                .find(|of| *of != Outcome::Answered)
        };
        let (touched, touched_count) = self.touched_by(sent);
        StageAnswer {
            by_load: request.sender.is_some(),
            touched,
            scores: read.map(|read| read.scores.clone()).unwrap_or_default(),
            touched_count,
            number: sent.event.sequence,
            at: sent.event.at,
            operation: request.operation,
            index: read.and_then(|read| read.index.clone()),
            outcome: refused.or_else(stopped).unwrap_or(Outcome::Answered),
            units: request.consumption.iter().map(Consumption::total).sum(),
            returned: read
                .filter(|_| request.error.is_none())
                .map(|read| returned(request.operation, read, request.returned.count)),
            first: read.map(|read| self.first(request.operation, read)).unwrap_or_default(),
        }
    }

    /// The attributes of the first returned item, without those that the request named.
    fn first(self, operation: Operation, read: &ReadTrace) -> Vec<(Text, Text)> {
        let keys = self.table.keys_of(read.index.as_deref()).unwrap_or(self.table.keys());
        let named = |attribute: &Text| match operation {
            Operation::Scan => false,
            Operation::Query => keys.partition.iter().any(|key| key.name == *attribute),
            _ => keys.attributes().any(|key| key.name == *attribute),
        };
        let reported = |item: &Item| -> Vec<(Text, Text)> {
            let others = item.iter().filter(|(name, _)| !named(name));
            others.map(|(name, value)| (name.clone(), text_of(value))).collect()
        };
        reported(&read.first)
    }
}

impl Sent<'_> {
    /// Whether a request concerns a table.
    fn concerns(self, table: &str) -> bool {
        let of = |name: &Text| name.as_str() == table;
        self.request.tables().any(of) || self.request.stops.iter().any(|stop| of(&stop.table))
    }
}

fn returned(operation: Operation, read: &ReadTrace, counted: u64) -> u64 {
    match operation {
        Operation::Query | Operation::Scan | Operation::ExecuteStatement => counted,
        _ => read.walked.len() as u64,
    }
}

fn text_of(value: &AttributeValue) -> Text {
    match value {
        AttributeValue::S(text) => text.clone(),
        AttributeValue::N(number) => number.to_string().as_str().into(),
        AttributeValue::Bool(truth) => truth.to_string().as_str().into(),
        _ => Text::default(),
    }
}
