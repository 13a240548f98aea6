//! The results of a load: how many requests succeeded, were throttled and were refused. The first seconds are counted
//! separately.
//!
//! Must not know why a request was throttled, nor who shows it.

use hashrange_time::{Duration, Timestamp};

use super::LoadPlan;

/// The number of seconds with separate counts, enough for a chart of ten minutes.
const SECONDS_COUNTED: u64 = 600;

/// The result of a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub enum Fate {
    /// It succeeded, with this effect.
    Answered(Effect),
    /// It was throttled, by this limit.
    Throttled(Limit),
    /// It was refused for another reason.
    Refused,
}

/// What a successful request did.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub enum Effect {
    /// It wrote an item that did not exist.
    Created,
    /// It put an item in place of another one.
    Replaced,
    /// It updated an item.
    Updated,
    /// It deleted an item.
    Deleted,
    /// It found no item to delete.
    Unchanged,
    /// It read.
    Read,
}

/// The first limit that a throttled request exceeded, in the order in which the service checks them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub enum Limit {
    /// The throughput of the table.
    Table,
    /// The throughput of an index.
    Index,
    /// The throughput of one partition of the table or of an index.
    Partition,
    /// The account's limit.
    Account,
}

/// The results within a second of a load.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct LoadSecond {
    /// Successful requests.
    pub answered: u32,
    /// Requests throttled.
    pub throttled: u32,
}

/// A load and its results so far.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct LoadTally {
    /// The plan of the load.
    pub plan: LoadPlan,
    /// The seed it was drawn from.
    pub seed: u64,
    /// When it ended or was stopped; `None` while it runs.
    pub ended: Option<Timestamp>,
    /// Attempts sent: requests, and retries of them.
    pub sent: u64,
    /// Attempts that succeeded: the sum of the six counts that follow.
    pub answered: u64,
    /// Of these, the ones that wrote new items.
    pub created: u64,
    /// Of these, the ones that put an item in place of another one.
    pub replaced: u64,
    /// Of these, the ones that updated an item.
    pub updated: u64,
    /// Of these, the ones that deleted an item.
    pub deleted: u64,
    /// Of these, the ones that found no item to delete.
    pub unchanged: u64,
    /// Of these, the ones that read.
    pub read: u64,
    /// Attempts that were throttled: the sum of the four counts that follow. Each attempt counts at the first limit
    /// that it exceeded.
    pub throttled: u64,
    /// Of these, the ones throttled by the throughput of the table.
    pub by_table: u64,
    /// Of these, the ones throttled by the throughput of an index.
    pub by_index: u64,
    /// Of these, the ones throttled by the throughput of one partition of the table or of an index.
    pub by_partition: u64,
    /// Of these, the ones throttled by the account's limit.
    pub by_account: u64,
    /// Attempts that were refused for another reason.
    pub refused: u64,
    /// Attempts that were not the first of their request.
    pub retries: u64,
    /// Successful attempts that were not the first of their request.
    pub answered_later: u64,
    /// Throttled requests that are not retried. Without retries, all throttled requests.
    pub given_up: u64,
    /// The counts of the first seconds, up to the last second with an attempt. Later seconds are in the totals only.
    pub seconds: Vec<LoadSecond>,
}

hashrange_checkpoint::by_serde!(LoadTally);

impl LoadTally {
    /// A load without attempts.
    #[must_use]
    pub const fn new(plan: LoadPlan, seed: u64) -> Self {
        Self {
            plan,
            seed,
            ended: None,
            sent: 0,
            answered: 0,
            created: 0,
            replaced: 0,
            updated: 0,
            deleted: 0,
            unchanged: 0,
            read: 0,
            throttled: 0,
            by_table: 0,
            by_index: 0,
            by_partition: 0,
            by_account: 0,
            refused: 0,
            retries: 0,
            answered_later: 0,
            given_up: 0,
            seconds: Vec::new(),
        }
    }

    /// Requests that were sent at least once.
    #[must_use]
    pub fn requests(&self) -> u64 {
        self.sent - self.retries
    }

    /// Requests that wait to be tried again.
    #[must_use]
    pub fn waiting(&self) -> u64 {
        self.throttled - self.retries - self.given_up
    }

    /// The load ends at this time. Waiting requests are given up.
    pub fn end(&mut self, at: Timestamp) {
        self.given_up += self.waiting();
        self.ended = Some(at);
    }

    /// Counts an attempt at this time, with its number for its request, and whether the request will be retried.
    pub fn count(&mut self, (at, attempt): (Timestamp, u8), fate: Fate, again: bool) {
        let (answers, throttles) = (matches!(fate, Fate::Answered(_)), matches!(fate, Fate::Throttled(_)));
        self.sent += 1;
        let is_retry = attempt > 1;
        self.retries += u64::from(is_retry);
        self.answered_later += u64::from(is_retry && answers);
        self.given_up += u64::from(throttles && !again);
        self.answered += u64::from(answers);
        self.throttled += u64::from(throttles);
        *self.part(fate) += 1;
        let second = at.checked_since(self.plan.from).unwrap_or(Duration::ZERO).seconds();
        let Ok(place) = usize::try_from(second.min(SECONDS_COUNTED)) else {
            return;
        };
        if second >= SECONDS_COUNTED {
            return;
        }
        if self.seconds.len() <= place {
            self.seconds.resize(place + 1, LoadSecond::default());
        }
        if let Some(slot) = self.seconds.get_mut(place) {
            slot.answered += u32::from(answers);
            slot.throttled += u32::from(throttles);
        }
    }

    /// The most detailed count of a result.
    fn part(&mut self, fate: Fate) -> &mut u64 {
        match fate {
            Fate::Answered(Effect::Created) => &mut self.created,
            Fate::Answered(Effect::Replaced) => &mut self.replaced,
            Fate::Answered(Effect::Updated) => &mut self.updated,
            Fate::Answered(Effect::Deleted) => &mut self.deleted,
            Fate::Answered(Effect::Unchanged) => &mut self.unchanged,
            Fate::Answered(Effect::Read) => &mut self.read,
            Fate::Throttled(Limit::Table) => &mut self.by_table,
            Fate::Throttled(Limit::Index) => &mut self.by_index,
            Fate::Throttled(Limit::Partition) => &mut self.by_partition,
            Fate::Throttled(Limit::Account) => &mut self.by_account,
            Fate::Refused => &mut self.refused,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{FROM, plan};
    use super::*;

    #[test]
    fn answers_are_counted_by_the_second_for_ten_minutes_and_then_in_all() {
        let mut tally = LoadTally::new(plan(), 1);
        tally.count((FROM, 1), Fate::Answered(Effect::Created), false);
        tally.count(
            (FROM + Duration::from_millis(2_999), 1),
            Fate::Throttled(Limit::Table),
            false,
        );
        tally.count((FROM + Duration::from_seconds(2), 1), Fate::Refused, false);
        let counted = |answered, throttled| LoadSecond { answered, throttled };
        assert_eq!(tally.seconds, [counted(1, 0), counted(0, 0), counted(0, 1)]);
        tally.count(
            (FROM + Duration::from_hours(9), 1),
            Fate::Answered(Effect::Created),
            false,
        );
        assert_eq!(
            (tally.sent, tally.answered, tally.throttled, tally.refused),
            (4, 2, 1, 1)
        );
        assert_eq!(tally.seconds.len(), 3);
        assert_eq!(
            (tally.requests(), tally.retries, tally.given_up, tally.waiting()),
            (4, 0, 1, 0)
        );
    }

    #[test]
    fn retries_are_counted_beside_the_attempts_they_are() {
        let mut tally = LoadTally::new(plan(), 1);
        let reported = |tally: &LoadTally| (tally.requests(), tally.retries, tally.waiting());
        tally.count((FROM, 1), Fate::Throttled(Limit::Table), true);
        tally.count((FROM, 1), Fate::Throttled(Limit::Table), true);
        tally.count((FROM, 1), Fate::Throttled(Limit::Table), true);
        assert_eq!(reported(&tally), (3, 0, 3));
        tally.count((FROM, 2), Fate::Answered(Effect::Created), false);
        tally.count((FROM, 2), Fate::Throttled(Limit::Table), false);
        assert_eq!(reported(&tally), (3, 2, 1));
        assert_eq!((tally.sent, tally.answered_later, tally.given_up), (5, 1, 1));
        tally.end(FROM);
        assert_eq!((tally.waiting(), tally.given_up, tally.ended), (0, 2, Some(FROM)));
    }
}
