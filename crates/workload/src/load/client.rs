//! The client that sends a load: each request at its time. It retries throttled requests if the plan specifies retries.
//!
//! Owns waiting requests. Must not know the engine: its caller reports the result of each attempt.

use std::sync::Arc;

use hashrange_time::{Duration, Random, Timestamp};
use hashrange_wire::Request;

use super::plan::Drawn;
use super::{Fate, Load, LoadPlan, Retries};

/// Maximum number of waiting requests; further ones are given up (a model: it bounds memory). The retry quota of
/// standard mode, which bounds a single client, is not simulated: a load represents many clients.
const MOST_WAITING: usize = 10_000;

/// The client of a load. A clone continues from the same point.
#[derive(Clone, Debug)]
pub struct Client {
    load: Load,
    retries: Option<Retries>,
    /// The next request that was not tried yet.
    next: Option<(Timestamp, Drawn)>,
    /// The number of requests tried so far.
    tried: u64,
    /// Requests to be retried, the earliest last. Of requests due at one time, the first is last. Shared, so that a
    /// snapshot of the client costs little.
    waiting: Vec<Arc<Waiting>>,
    /// A separate source, so that a load has the same requests with and without retries.
    waits: Random,
}

hashrange_checkpoint::fields!(Client {
    load,
    retries,
    next,
    tried,
    waiting,
    waits
});

/// A request to be tried again.
#[derive(Clone, Debug)]
struct Waiting {
    at: Timestamp,
    request: u64,
    /// The next attempt.
    attempt: u8,
    drawn: Drawn,
}

hashrange_checkpoint::fields!(Waiting {
    at,
    request,
    attempt,
    drawn
});

/// One attempt of a request.
#[derive(Clone, Debug)]
pub struct Attempt {
    /// When it is due.
    pub at: Timestamp,
    /// The request, counted from 1 in the order of first attempts.
    pub request: u64,
    /// Which attempt this is, counted from 1.
    pub number: u8,
    /// The request, if it may be retried.
    again: Option<Drawn>,
}

impl Client {
    /// The client of the load of this plan and seed.
    #[must_use]
    pub fn new(plan: LoadPlan, seed: u64) -> Self {
        let (retries, waits) = (plan.retries, Random::new(seed).fork("retries"));
        let mut load = Load::new(plan, seed);
        let next = load.draw();
        Self {
            load,
            retries,
            next,
            tried: 0,
            waiting: Vec::new(),
            waits,
        }
    }

    /// When its next attempt is due; `None` if there are no more.
    #[must_use]
    pub fn due(&self) -> Option<Timestamp> {
        let fresh = self.next.as_ref().map(|(at, _)| *at);
        let again = self.waiting.last().map(|waiting| waiting.at);
        fresh.into_iter().chain(again).min()
    }

    /// How many requests wait to be tried again.
    #[must_use]
    pub fn waiting(&self) -> u64 {
        self.waiting.len() as u64
    }

    /// Removes and returns the next attempt. A postponed attempt precedes a new request of the same time.
    pub fn take(&mut self) -> Option<(Attempt, Request)> {
        let fresh = self.next.as_ref().map(|(at, _)| *at);
        let (at, request, number, drawn) = match self
            .waiting
            .pop_if(|waiting| fresh.is_none_or(|fresh| waiting.at <= fresh))
        {
            Some(waiting) => {
                let Waiting {
                    at,
                    request,
                    attempt,
                    drawn,
                } = Arc::unwrap_or_clone(waiting);
                (at, request, attempt, drawn)
            }
            None => {
                let (at, drawn) = std::mem::replace(&mut self.next, self.load.draw())?;
                self.tried += 1;
                (at, self.tried, 1, drawn)
            }
        };
        let again = self
            .retries
            .filter(|retries| retries.allows_more(number))
            .map(|_| drawn.clone());
        Some((
            Attempt {
                at,
                request,
                number,
                again,
            },
            drawn.into_request(),
        ))
    }

    /// Postpones all requests that were not tried yet.
    fn postpone(&mut self, by: Duration) {
        self.load.postpone(by);
        if let Some((at, _)) = &mut self.next {
            *at += by;
        }
    }

    /// Receives the result of an attempt at this time. Returns whether the request will be retried.
    pub fn record_outcome(&mut self, attempt: Attempt, fate: Fate, now: Timestamp) -> bool {
        let Attempt {
            request, number, again, ..
        } = attempt;
        let (Some(drawn), Some(retries)) = (again.filter(|_| matches!(fate, Fate::Throttled(_))), self.retries) else {
            return false;
        };
        if self.waiting.len() >= MOST_WAITING {
            return false;
        }
        let at = if retries.is_in_turn() {
            self.postpone(retries.base);
            now + retries.base
        } else {
            now + self.waits.between(Duration::ZERO, retries.longest_wait(number))
        };
        let place = self.waiting.partition_point(|waiting| waiting.at > at);
        self.waiting.insert(
            place,
            Arc::new(Waiting {
                at,
                request,
                attempt: number.saturating_add(1),
                drawn,
            }),
        );
        true
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::plan;
    use super::super::{Effect, Limit};
    use super::*;

    fn client(retries: Option<Retries>) -> Client {
        Client::new(LoadPlan { retries, ..plan() }, 1)
    }

    /// Sends everything; `throttled` decides which attempts are throttled.
    fn sent(mut client: Client, throttled: impl Fn(u64, u8) -> bool) -> Vec<(Timestamp, u64, u8)> {
        let mut sent = Vec::new();
        while let Some((attempt, _)) = client.take() {
            let Attempt {
                at, request, number, ..
            } = attempt;
            sent.push((at, request, number));
            let fate = if throttled(request, number) {
                Fate::Throttled(Limit::Table)
            } else {
                Fate::Answered(Effect::Read)
            };
            client.record_outcome(attempt, fate, at);
        }
        sent
    }

    #[test]
    fn without_retries_a_client_sends_its_load_and_nothing_else() {
        let load: Vec<_> = Load::new(plan(), 1).map(|(at, _)| at).collect();
        for retries in [
            None,
            Some(Retries {
                attempts: 1,
                ..Retries::STANDARD
            }),
        ] {
            let sent = sent(client(retries), |_, _| true);
            assert_eq!(sent.iter().map(|(at, ..)| *at).collect::<Vec<_>>(), load);
            assert!(
                sent.iter()
                    .zip(1..)
                    .all(|((_, request, attempt), number)| (*request, *attempt) == (number, 1))
            );
        }
    }

    #[test]
    fn what_is_throttled_comes_again_until_it_is_given_up() {
        let sent = sent(client(Some(Retries::STANDARD)), |request, _| request.is_multiple_of(3));
        assert!(sent.is_sorted_by_key(|(at, ..)| *at), "always the soonest");
        let of = |number: u64| sent.iter().filter(move |(_, request, _)| *request == number);
        assert_eq!((of(1).count(), of(3).count(), sent.len()), (1, 4, 999 + 3 * 333));
        let mut waits = Vec::new();
        for request in (3..=999).step_by(3) {
            let attempts: Vec<_> = of(request).collect();
            assert_eq!(
                attempts.iter().map(|(.., attempt)| *attempt).collect::<Vec<_>>(),
                [1, 2, 3, 4]
            );
            let wait = |place: usize| (attempts[place].0 - attempts[place - 1].0).millis();
            assert!(wait(1) <= 1_000 && wait(2) <= 2_000);
            waits.push(wait(1));
        }
        // Full jitter: uniform from zero to a second. The mean of 333 is 500 ± 4 × 16.
        let mean = waits.iter().sum::<u64>() / waits.len() as u64;
        assert!((436..=564).contains(&mean), "{mean}");
        assert!(waits.iter().any(|wait| *wait < 50) && waits.iter().any(|wait| *wait > 950));
    }

    #[test]
    fn an_item_comes_again_as_it_was() {
        let mut client = client(Some(Retries {
            attempts: 2,
            base: Duration::ZERO,
        }));
        let (attempt, first) = client.take().unwrap();
        let now = attempt.at;
        assert!(client.record_outcome(attempt, Fate::Throttled(Limit::Table), now));
        assert_eq!((client.due(), client.waiting()), (Some(now), 1));
        let (attempt, again) = client.take().unwrap();
        assert_eq!((again, attempt.number, attempt.request), (first.clone(), 2, 1));
        let plain = Load::new(plan(), 1).next().unwrap();
        assert_eq!(plain, (now, first), "with its filling");
        assert!(
            !client.record_outcome(attempt, Fate::Throttled(Limit::Table), now),
            "given up"
        );
        let (attempt, _) = client.take().unwrap();
        let now = attempt.at;
        assert!(
            !client.record_outcome(attempt, Fate::Refused, now),
            "only what was throttled"
        );
    }

    #[test]
    fn in_turn_later_requests_wait_for_a_throttled_one() {
        let plan = LoadPlan {
            retries: Some(Retries::IN_TURN),
            ..plan()
        };
        let load: Vec<_> = Load::new(plan.clone(), 1).map(|(at, _)| at).collect();
        let throttled = |request, attempt| request == 3 && attempt <= 4;
        let sent = sent(Client::new(plan.clone(), 1), throttled);
        assert_eq!(sent.len(), load.len() + 4, "the last request is sent too");
        assert!(
            sent.is_sorted_by_key(|(_, request, attempt)| (*request, *attempt)),
            "in order"
        );
        let held = |places: u64| Duration::from_micros(places * Retries::IN_TURN.base.micros());
        for (at, request, attempt) in sent {
            let place = usize::try_from(request).expect("few") - 1;
            let places = match request {
                1 | 2 => 0,
                3 => u64::from(attempt) - 1,
                _ => 4,
            };
            assert_eq!(at, load[place] + held(places), "{request} {attempt}");
        }
        let attempts = self::sent(Client::new(plan, 1), |request, _| request == 1);
        assert_eq!(attempts.iter().filter(|(_, request, _)| *request == 1).count(), 255);
    }

    #[test]
    fn what_waits_is_bounded() {
        let plan = LoadPlan {
            retries: Some(Retries::STANDARD),
            span: Duration::from_seconds(200),
            ..plan()
        };
        let mut client = Client::new(plan, 1);
        let given_up = (0..MOST_WAITING + 5).filter(|_| {
            let (at, drawn) = client.load.draw().unwrap();
            !client.record_outcome(
                Attempt {
                    at,
                    request: 1,
                    number: 1,
                    again: Some(drawn),
                },
                Fate::Throttled(Limit::Table),
                at,
            )
        });
        assert_eq!(given_up.count(), 5);
    }
}
