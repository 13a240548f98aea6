//! The requests that a step sent. Of many requests, neighbours that differ only in their keys and figures are one group.
//!
//! Must not know how a group is worded, nor which request is on the stage.

use hashrange_endpoint::Dispatched;
use hashrange_engine::{Consumption, Engine, EventKind, RequestEvent, Trace, Units};
use hashrange_insight::reading::{JourneyQuestion, Question, Service};
use hashrange_protocol::{Sent, SentGroup};
use hashrange_wire::{JsonTree, Operation};
use hashrange_workload::{Action, LoadTally};

/// The maximum number of groups.
const MOST: usize = 8;

/// The requests of one step.
#[derive(Clone, Debug, Default)]
pub(crate) struct SentOfStep {
    /// The number of the step.
    step: usize,
    sent: Sent,
}

impl SentOfStep {
    /// The requests that a screen of a step had.
    pub(crate) fn resumed(step: usize, sent: Sent) -> Self {
        Self { step, sent }
    }

    /// Adds the requests of a load of a step.
    pub(crate) fn note_load(&mut self, step: usize, tally: &LoadTally) {
        for group in sent_by_load(tally) {
            self.note(step, group);
        }
    }

    /// Adds a handled request of a step. The first request of another step drops those before it.
    pub(crate) fn note(&mut self, step: usize, group: SentGroup) {
        if self.step != step {
            *self = Self::resumed(step, Sent::default());
        }
        let last = self.sent.groups.last_mut();
        match last.filter(|last| last.times > 1 && last.is_like(&group)) {
            Some(last) => last.add(&group),
            None => self.sent.groups.push(group),
        }
        if self.sent.groups.len() > MOST {
            self.join();
        }
    }

    /// Makes one group of all neighbours that are alike. If that makes no room, only the number of the first is kept.
    fn join(&mut self) {
        let mut joined: Vec<SentGroup> = Vec::new();
        for group in self.sent.groups.drain(..) {
            match joined.last_mut().filter(|last| last.is_like(&group)) {
                Some(last) => last.add(&group),
                None => joined.push(group),
            }
        }
        if joined.len() > MOST {
            self.sent.earlier = self.sent.earlier.saturating_add(joined.remove(0).times);
        }
        self.sent.groups = joined;
    }

    /// The requests of a step.
    pub(crate) fn of(&self, step: usize) -> Sent {
        if self.step == step {
            self.sent.clone()
        } else {
            Sent::default()
        }
    }
}

/// Names the keys of single requests, as far as the event log has them.
pub(crate) fn name_keys(groups: &mut [SentGroup], service: Service<'_>) {
    for group in groups.iter_mut().filter(|group| group.times == 1) {
        let ask = group.number.map(|number| JourneyQuestion {
            table: group.table.clone(),
            number,
        });
        let journey = ask.and_then(|ask| ask.read(service).flatten());
        if let Some(key) = journey.and_then(|journey| journey.request.key) {
            group.key = Some(key.to_string());
        }
    }
}

/// The requests of a load as groups: those that succeeded, and those that were throttled.
fn sent_by_load(tally: &LoadTally) -> impl Iterator<Item = SentGroup> {
    let operation = tally.plan.mix.single().map(Action::operation);
    let group = move |times: u64, refused: Option<&str>| SentGroup {
        operation,
        table: tally.plan.target.table.clone(),
        key: None,
        index: None,
        refused: refused.map(str::to_owned),
        times: u32::try_from(times).unwrap_or(u32::MAX),
        returned: None,
        units: Units::ZERO,
        number: None,
    };
    let of = [(tally.answered, None), (tally.throttled, Some("throttled"))];
    of.into_iter()
        .filter(|(times, _)| *times > 0)
        .map(move |(times, refused)| group(times, refused))
}

/// The key that a request names, as text.
fn key_in(body: &str) -> Option<String> {
    let body = JsonTree::parse(body).ok()?;
    let text = |(_, value): &(String, JsonTree)| Some(value.members().first()?.1.text()?.to_owned());
    let texts: Vec<String> = body.member("Key")?.members().iter().filter_map(text).collect();
    Some(texts.join("/")).filter(|text| !text.is_empty())
}

/// A handled request as a group of one. `engine` has just handled it.
pub(crate) fn sent(operation: Operation, body: &str, dispatched: &Dispatched, engine: &Engine) -> SentGroup {
    let blank = SentGroup {
        operation: Some(operation),
        table: String::new(),
        key: key_in(body),
        index: None,
        refused: dispatched.answer.exception.map(str::to_owned),
        times: 1,
        returned: None,
        units: Units::ZERO,
        number: None,
    };
    let Some(event) = dispatched.event.as_deref() else {
        return blank;
    };
    let newest = engine.events_since(0).rev();
    let number = newest
        .filter(|event| matches!(event.kind, EventKind::Request(_)))
        .map(|event| event.sequence)
        .next();
    let read = event.traces.iter().find_map(|trace| match trace {
        Trace::Read(read) => Some(read),
        Trace::Write(_) => None,
    });
    SentGroup {
        table: event.tables().next().map(ToString::to_string).unwrap_or_default(),
        index: read.and_then(|read| read.index.as_ref().map(ToString::to_string)),
        returned: returned(operation, event),
        units: event.consumption.iter().map(Consumption::total).sum(),
        number,
        ..blank
    }
}

/// The number of returned items of a read.
fn returned(operation: Operation, event: &RequestEvent) -> Option<u64> {
    let found = event.traces.iter().filter_map(|trace| match trace {
        Trace::Read(read) => Some(read.walked.len() as u64),
        Trace::Write(_) => None,
    });
    match operation {
        Operation::Query | Operation::Scan => Some(event.returned.count),
        Operation::GetItem | Operation::BatchGetItem | Operation::TransactGetItems => Some(found.sum()),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn one(operation: Operation, refused: Option<&str>, number: u64) -> SentGroup {
        SentGroup {
            operation: Some(operation),
            table: "Thread".to_owned(),
            key: None,
            index: None,
            refused: refused.map(str::to_owned),
            times: 1,
            returned: Some(number),
            units: Units::whole(2),
            number: Some(number),
        }
    }

    #[test]
    fn many_neighbours_alike_are_one_group_with_their_sums() {
        let mut sent = SentOfStep::default();
        sent.note(3, one(Operation::Scan, None, 5));
        sent.note(3, one(Operation::Scan, None, 7));
        assert_eq!(sent.of(3).groups.len(), 2, "each of a few is shown");
        for number in 0..100 {
            sent.note(3, one(Operation::PutItem, None, number));
        }
        sent.note(3, one(Operation::PutItem, Some("ValidationException"), 0));
        let Sent { earlier, groups } = sent.of(3);
        assert_eq!(earlier, 0);
        let sums: Vec<_> = groups.iter().map(|group| (group.times, group.returned)).collect();
        assert_eq!(sums, [(2, Some(12)), (100, Some(4_950)), (1, Some(0))]);
        assert_eq!(
            (groups[0].units.to_string(), groups[0].number),
            ("4".to_owned(), Some(7))
        );
    }

    #[test]
    fn another_step_begins_without_requests() {
        let mut sent = SentOfStep::default();
        sent.note(0, one(Operation::Scan, None, 5));
        assert_eq!(sent.of(1), Sent::default());
        sent.note(1, one(Operation::Query, None, 6));
        assert_eq!((sent.of(0).groups.len(), sent.of(1).groups.len()), (0, 1));
    }

    #[test]
    fn a_long_step_keeps_its_latest_groups_and_counts_the_others() {
        let mut sent = SentOfStep::default();
        for number in 0..30 {
            let operation = [Operation::Query, Operation::Scan][number % 2];
            sent.note(0, one(operation, None, number as u64));
        }
        let Sent { earlier, groups } = sent.of(0);
        assert_eq!((groups.len(), groups[MOST - 1].number), (MOST, Some(29)));
        assert_eq!(earlier as usize, 30 - MOST);
    }
}
