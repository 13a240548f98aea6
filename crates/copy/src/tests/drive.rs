//! A driver on virtual time: replies come in any order, and a cut loses all that are under way.

use hashrange_time::{Duration, Random, Timestamp};

use super::service::Service;
use crate::{Copy, Reply, Side, Step};

/// How a drive ended.
pub(super) enum Ended {
    /// The copy says that it is done.
    Done,
    /// So many steps were taken.
    Cut,
}

/// Drives a copy. Its state is kept with the source after every reply.
pub(super) fn drive(copy: &mut Copy, (source, target): (&mut Service, &mut Service), steps: u64, seed: u64) -> Ended {
    let mut random = Random::new(seed);
    let mut now = source.now.max(target.now);
    let mut under_way: Vec<(usize, Reply)> = Vec::new();
    for _ in 0..steps.min(1_000_000) {
        (source.now, target.now) = (now, now);
        if let Some(kept) = copy.changed_state() {
            source.kept = Some(kept);
        }
        let until = match copy.next(now) {
            Step::Done => return Ended::Done,
            Step::Send(request) => {
                let side = if request.side == Side::From { &mut *source } else { &mut *target };
                under_way.push((request.lane, side.reply(request.operation, &request.body)));
                if random.below(3) > 0 {
                    continue;
                }
                None
            }
            Step::Wait(until) => until,
        };
        now += Duration::from_millis(1);
        if under_way.is_empty() {
            now = now.max(until.unwrap_or(Timestamp::from_micros(0)));
            continue;
        }
        let place = usize::try_from(random.below(under_way.len() as u64)).unwrap_or_default();
        let (lane, reply) = under_way.swap_remove(place);
        copy.take(lane, now, reply);
    }
    Ended::Cut
}
