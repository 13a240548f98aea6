//! The senders of requests: running loads, otherwise the sender of the latest requests. Must not know where senders are
//! drawn.

use hashrange_protocol::{Action, LoadTally, Outcome, Stage};
use hashrange_time::Timestamp;
use hashrange_words::t;

use super::words;
use crate::state::figures::{bytes, count};

/// A sender of requests.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sender {
    /// Its name.
    pub name: String,
    /// What it sends: `100 PutItem/s, 20 KB`.
    pub sends: String,
    /// The result of its latest request, for manual requests.
    pub got: Option<Got>,
}

/// The result of a client's latest request, as text. Empty before the first one.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Got {
    /// Whether it was refused.
    pub refused: bool,
    /// Items and cost, or the exception.
    pub reported: String,
    /// The first item.
    pub first: String,
}

/// The senders of requests to a table, and the counts of the latest load.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Senders {
    /// The list: at least one sender, at most `MOST`.
    pub list: Vec<Sender>,
    /// Successful and throttled requests of the latest load, while it runs and until something else is the present.
    pub load: Option<[u64; 2]>,
}

impl Senders {
    /// Whether a load sends the requests, not the reader.
    #[must_use]
    pub fn load_runs(&self) -> bool {
        self.list.iter().all(|one| one.got.is_none())
    }
}

/// The maximum number of senders drawn individually.
const MOST: usize = 3;

/// The senders of a table, from the latest loads, the reading, and the time when the step of a lesson began. A load that
/// ended before that step, or outside of lessons before the latest request, is in the past and has no counts.
#[must_use]
pub fn senders(runs: &[LoadTally], stage: &Stage, step_began: Option<Timestamp>) -> Senders {
    let begun = |run: &&LoadTally| run.plan.target.table == stage.table.as_str() && run.plan.from <= stage.at;
    let ended = |run: &LoadTally| run.ended.is_some_and(|ended| ended <= stage.at);
    let mut list: Vec<Sender> = runs
        .iter()
        .filter(begun)
        .filter(|run| !ended(run))
        .take(MOST)
        .map(load)
        .collect();
    if list.is_empty() {
        list.push(by_hand(stage));
    }
    let present = |run: &&LoadTally| match (run.ended, step_began, &stage.answer) {
        (Some(ended), Some(began), _) => ended > began,
        (Some(ended), None, Some(answer)) => answer.by_load || answer.at <= ended,
        _ => true,
    };
    let newest = runs.iter().filter(begun).max_by_key(|run| run.plan.from);
    Senders {
        list,
        load: newest.filter(present).map(|run| [run.answered, run.throttled]),
    }
}

fn load(run: &LoadTally) -> Sender {
    let plan = &run.plan;
    let single = plan.mix.single();
    let name = match single {
        None => t!("Clients"),
        Some(Action::Get | Action::Query) => t!("Readers"),
        Some(_) => t!("Writers"),
    };
    let what = single.map_or("requests", |action| action.operation().name());
    let size = match single {
        Some(Action::Put) => format!(", {}", bytes(u64::from(plan.sizes.most))),
        _ => String::new(),
    };
    Sender {
        name: name.to_owned(),
        sends: format!("{} {what}/s{size}", count(plan.rate.per_second.into())),
        got: None,
    }
}

fn by_hand(stage: &Stage) -> Sender {
    // A refused request has a response, but no way to a partition.
    let sends = stage.answer.as_ref().map(|answer| {
        let member = stage.passing.iter().rfind(|one| one.number == answer.number);
        member.map_or_else(|| answer.operation.name().to_owned(), words::request)
    });
    let got = stage.answer.as_ref().map(|answer| Got {
        refused: answer.outcome != Outcome::Answered,
        reported: words::answer(answer),
        first: words::first_item(answer),
    });
    Sender {
        name: "Client".to_owned(),
        sends: sends.unwrap_or_else(|| t!("no request yet").to_owned()),
        got: Some(got.unwrap_or_default()),
    }
}
