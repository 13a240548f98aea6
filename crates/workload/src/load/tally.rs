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
    /// It succeeded.
    Answered,
    /// It was throttled.
    Throttled,
    /// It was refused for another reason.
    Refused,
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
    /// Attempts that succeeded.
    pub answered: u64,
    /// Attempts that were throttled.
    pub throttled: u64,
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
            throttled: 0,
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
        self.sent += 1;
        let is_retry = attempt > 1;
        self.retries += u64::from(is_retry);
        self.answered_later += u64::from(is_retry && fate == Fate::Answered);
        self.given_up += u64::from(fate == Fate::Throttled && !again);
        let sum = match fate {
            Fate::Answered => &mut self.answered,
            Fate::Throttled => &mut self.throttled,
            Fate::Refused => &mut self.refused,
        };
        *sum += 1;
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
            slot.answered += u32::from(fate == Fate::Answered);
            slot.throttled += u32::from(fate == Fate::Throttled);
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
        tally.count((FROM, 1), Fate::Answered, false);
        tally.count((FROM + Duration::from_millis(2_999), 1), Fate::Throttled, false);
        tally.count((FROM + Duration::from_seconds(2), 1), Fate::Refused, false);
        let counted = |answered, throttled| LoadSecond { answered, throttled };
        assert_eq!(tally.seconds, [counted(1, 0), counted(0, 0), counted(0, 1)]);
        tally.count((FROM + Duration::from_hours(9), 1), Fate::Answered, false);
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
        tally.count((FROM, 1), Fate::Throttled, true);
        tally.count((FROM, 1), Fate::Throttled, true);
        tally.count((FROM, 1), Fate::Throttled, true);
        assert_eq!(reported(&tally), (3, 0, 3));
        tally.count((FROM, 2), Fate::Answered, false);
        tally.count((FROM, 2), Fate::Throttled, false);
        assert_eq!(reported(&tally), (3, 2, 1));
        assert_eq!((tally.sent, tally.answered_later, tally.given_up), (5, 1, 1));
        tally.end(FROM);
        assert_eq!((tally.waiting(), tally.given_up, tally.ended), (0, 2, Some(FROM)));
    }
}
