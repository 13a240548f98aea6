//! Changes the plan of a load, and moves it to another clock.
//!
//! Must not know the engine.

use hashrange_time::Duration;
use hashrange_workload::{Action, LoadPlan, Sizes, Suffixes};

use crate::Change;

/// The separator of a key and its suffix.
const SEPARATOR: char = '-';

/// The plan after a change of plans; unchanged after any other change.
pub(crate) fn changed(plan: &LoadPlan, change: &Change) -> LoadPlan {
    let mut plan = plan.clone();
    match change {
        Change::Suffixes { count, choice } => plan.suffixes = Some(Suffixes::new(*count, SEPARATOR, *choice)),
        Change::Consistency { strong } => plan.consistent = *strong,
        Change::HalfSize => {
            let Sizes { least, most } = plan.sizes;
            plan.sizes = Sizes {
                least: least / 2,
                most: most / 2,
            };
        }
        _ => {}
    }
    plan
}

/// Moves the plan and its bursts this much later.
pub(crate) fn later(mut plan: LoadPlan, by: Duration) -> LoadPlan {
    plan.from += by;
    for burst in &mut plan.rate.bursts {
        burst.from += by;
    }
    plan
}

/// Whether the load reads, and whether it writes.
pub(crate) fn directions(plan: &LoadPlan) -> (bool, bool) {
    let sent = |action: &Action| plan.mix.0.iter().any(|(known, weight)| known == action && *weight > 0);
    let reads = sent(&Action::Get) || sent(&Action::Query);
    let writes = sent(&Action::Put) || sent(&Action::Update) || sent(&Action::Delete);
    (reads, writes || !reads)
}

/// How many Query requests read one logical key.
pub(crate) fn queries_per_key(plan: &LoadPlan) -> u64 {
    plan.suffixes.as_ref().map_or(1, |suffixes| suffixes.count.max(1))
}
