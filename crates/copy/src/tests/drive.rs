//! A driver on virtual time: replies arrive in any order, and an interruption loses all pending ones.

use hashrange_time::{Duration, Random, Timestamp};

use super::service::Service;
use crate::{Copy, Reply, Side, Step};

/// The end of a drive.
pub(super) enum Ended {
    /// The copy reports that it is complete.
    Done,
    /// The maximum number of steps was reached.
    Cut,
}

/// Drives a copy. The source stores the copy's state after every reply.
pub(super) fn drive(copy: &mut Copy, (source, target): (&mut Service, &mut Service), steps: u64, seed: u64) -> Ended {
    let mut random = Random::new(seed);
    let mut now = source.now.max(target.now);
    let mut in_flight: Vec<(usize, Reply)> = Vec::new();
    for _ in 0..steps.min(1_000_000) {
        (source.now, target.now) = (now, now);
        if let Some(kept) = copy.changed_state() {
            source.kept = Some(kept);
        }
        let until = match copy.next(now) {
            Step::Done => return Ended::Done,
            Step::Send(request) => {
                let side = if request.side == Side::From {
                    &mut *source
                } else {
                    &mut *target
                };
                in_flight.push((request.worker, side.reply(request.operation, &request.body)));
                if random.below(3) > 0 {
                    continue;
                }
                None
            }
            Step::Wait(until) => until,
        };
        now += Duration::from_millis(1);
        if in_flight.is_empty() {
            now = now.max(until.unwrap_or(Timestamp::from_micros(0)));
            continue;
        }
        let place = usize::try_from(random.below(in_flight.len() as u64)).unwrap_or_default();
        let (worker, reply) = in_flight.swap_remove(place);
        copy.take(worker, now, reply);
    }
    Ended::Cut
}
