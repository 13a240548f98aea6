//! Results of requests, second by second: the current second and the previous one, by table.
//!
//! Bounded: two seconds of each table. Must not know partitions, nor the content of a request.

use hashrange_engine::{RequestEvent, StopCause};
use hashrange_time::Timestamp;
use hashrange_values::Text;
use hashrange_wire::CapacityDirection;
use litemap::LiteMap;

/// Results of requests within one second. Every stopped member of a batch or transaction counts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Outcomes {
    /// Successful requests that read or wrote items.
    pub answered: u32,
    /// Requests throttled.
    pub throttled: u32,
    /// Conditions that were false.
    pub conditions: u32,
    /// Requests refused because a transaction had locked the item.
    pub conflicts: u32,
}

hashrange_checkpoint::by_serde!(Outcomes);

/// One second of a table.
#[derive(Clone, Debug, Default)]
struct OutcomeSecond {
    second: u64,
    outcomes: Outcomes,
    /// Writes of the table that a global index throttled, by index.
    by_index: LiteMap<Text, u32>,
}

hashrange_checkpoint::fields!(OutcomeSecond {
    second,
    outcomes,
    by_index
});

/// The latest two seconds with requests.
#[derive(Clone, Debug, Default)]
struct OfTable {
    newest: OutcomeSecond,
    older: OutcomeSecond,
}

hashrange_checkpoint::fields!(OfTable { newest, older });

/// The outcomes of all tables.
#[derive(Clone, Debug, Default)]
pub(crate) struct OutcomeSeconds {
    tables: LiteMap<Text, OfTable>,
}

hashrange_checkpoint::fields!(OutcomeSeconds { tables });

impl OutcomeSeconds {
    pub(crate) fn fold(&mut self, at: Timestamp, request: &RequestEvent) {
        if request.error.is_none() {
            for used in &request.consumption {
                let answered = &mut self.second(&used.table, at).outcomes.answered;
                *answered = answered.saturating_add(1);
            }
        }
        for stop in &request.stops {
            let second = self.second(&stop.table, at);
            let count = match &stop.cause {
                StopCause::Condition => &mut second.outcomes.conditions,
                StopCause::Conflict => &mut second.outcomes.conflicts,
                StopCause::Throttled(throttled) => {
                    let by_index = throttled
                        .reasons()
                        .filter(|reason| reason.direction == CapacityDirection::Write);
                    for index in by_index.filter_map(|reason| reason.index.as_deref()) {
                        let count = second.by_index.entry(index.into()).or_default();
                        *count = count.saturating_add(1);
                    }
                    &mut second.outcomes.throttled
                }
            };
            *count = count.saturating_add(1);
        }
    }

    fn second(&mut self, table: &Text, at: Timestamp) -> &mut OutcomeSecond {
        let table = self.tables.entry(table.clone()).or_default();
        let second = at.seconds();
        if table.newest.second != second {
            let newest = OutcomeSecond {
                second,
                ..OutcomeSecond::default()
            };
            table.older = std::mem::replace(&mut table.newest, newest);
        }
        &mut table.newest
    }

    pub(crate) fn forget(&mut self, table: &Text) {
        self.tables.remove(table);
    }

    /// Results of the requests to a table in the second of `now` and in the previous one.
    #[must_use]
    pub(crate) fn of(&self, table: &str, now: Timestamp) -> [Outcomes; 2] {
        self.seconds(table, now)
            .map(|second| second.map_or_else(Outcomes::default, |second| second.outcomes))
    }

    /// Writes of the table that a global index throttled, in the second of `now` and in the previous one.
    #[must_use]
    pub(crate) fn by_index(&self, table: &str, index: &str, now: Timestamp) -> [u32; 2] {
        let of = |second: Option<&OutcomeSecond>| second.and_then(|second| second.by_index.get(index)).copied();
        self.seconds(table, now).map(|second| of(second).unwrap_or_default())
    }

    fn seconds(&self, table: &str, now: Timestamp) -> [Option<&OutcomeSecond>; 2] {
        let table = self.tables.get(table);
        let known = move |wanted: u64| {
            let seconds = table.map(|table| [&table.newest, &table.older]);
            seconds.into_iter().flatten().find(|known| known.second == wanted)
        };
        [known(now.seconds()), now.seconds().checked_sub(1).and_then(known)]
    }
}
