//! Who sends requests: loads that run, or else whoever sent the newest requests. Must not know where senders are drawn.

use hashrange_protocol::{Action, LoadTally, Stage};

use super::words::{self, recent};
use crate::views::figures::{bytes, count};

/// Whoever sends requests.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sender {
    /// What it is called.
    pub name: String,
    /// What it sends: `100 PutItem/s, 20 KB`.
    pub sends: String,
}

/// Senders drawn one by one.
const MOST: usize = 3;

/// The senders of a table, from the newest loads and the reading.
#[must_use]
pub fn senders(runs: &[LoadTally], stage: &Stage) -> Vec<Sender> {
    let here = |run: &&LoadTally| {
        let ended = run.ended.is_some_and(|ended| ended <= stage.at);
        !ended && run.plan.target.table == stage.table.as_str() && run.plan.from <= stage.at
    };
    let mut list: Vec<Sender> = runs.iter().filter(here).take(MOST).map(load).collect();
    if list.is_empty() {
        list.push(by_hand(stage));
    }
    list
}

fn load(run: &LoadTally) -> Sender {
    let plan = &run.plan;
    let most = plan.mix.0.iter().max_by_key(|(_, times)| *times).map(|(action, _)| *action);
    let (name, operation) = match most {
        Some(Action::Put) | None => ("Writers", "PutItem"),
        Some(Action::Update) => ("Writers", "UpdateItem"),
        Some(Action::Delete) => ("Writers", "DeleteItem"),
        Some(Action::Get) => ("Readers", "GetItem"),
        Some(Action::Query) => ("Readers", "Query"),
    };
    let what = if plan.mix.0.iter().filter(|(_, times)| *times > 0).count() > 1 { "requests" } else { operation };
    let size = match most {
        Some(Action::Put) | None => format!(", {}", bytes(u64::from(plan.sizes.most))),
        _ => String::new(),
    };
    let name = if what == "requests" { "Clients" } else { name };
    Sender { name: name.to_owned(), sends: format!("{} {what}/s{size}", count(plan.rate.per_second.into())) }
}

fn by_hand(stage: &Stage) -> Sender {
    let rate = recent([stage.second.answered + stage.second.throttled, stage.before.answered + stage.before.throttled]);
    let sends = match (rate, stage.passing.last()) {
        (0, None) => "no request yet".to_owned(),
        (0, Some(last)) => format!("last: {}", words::request(last)),
        (1, Some(last)) => words::request(last),
        (rate, Some(last)) if stage.passing.iter().all(|one| one.operation == last.operation) => {
            format!("{} {}/s", count(rate.into()), last.operation.name())
        }
        (rate, _) => format!("{} requests/s", count(rate.into())),
    };
    Sender { name: "Client".to_owned(), sends }
}
