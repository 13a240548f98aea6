//! The seeds of random histories and their length, from the environment: `HASHRANGE_SEED=17` runs one seed,
//! `HASHRANGE_SEEDS=500` runs 500 seeds, and `HASHRANGE_REQUESTS=10000` sets the length of each.
//!
//! Must not know what a history does.

use std::env;
use std::num::NonZero;
use std::ops::Range;
use std::str::FromStr;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc;
use std::thread;

/// The single seed to run, if requested.
#[must_use]
pub fn single_seed() -> Option<u64> {
    number("HASHRANGE_SEED")
}

/// The seeds to run: `usual` unless the environment sets another number.
#[must_use]
pub fn seeds(usual: u64) -> Range<u64> {
    single_seed().map_or(0..number("HASHRANGE_SEEDS").unwrap_or(usual), |seed| seed..seed + 1)
}

/// The length of a history: `usual` unless the environment sets another length.
#[must_use]
pub fn requests<N: FromStr>(usual: N) -> N {
    number("HASHRANGE_REQUESTS").unwrap_or(usual)
}

/// Runs the history of each seed, on all cores, and passes each result on when it is there.
pub fn on_all_cores<T: Send>(seeds: Range<u64>, run: impl Fn(u64) -> T + Sync, mut take: impl FnMut(u64, T)) {
    let next = AtomicU64::new(seeds.start);
    // Without a buffer, the results of many seeds are never in memory at once.
    let (send, results) = mpsc::sync_channel(0);
    thread::scope(|scope| {
        for _ in 0..thread::available_parallelism().map_or(1, NonZero::get) {
            let (send, next, run) = (send.clone(), &next, &run);
            scope.spawn(move || {
                let claimed = || Some(next.fetch_add(1, Ordering::Relaxed)).filter(|seed| *seed < seeds.end);
                while let Some(seed) = claimed() {
                    if send.send((seed, run(seed))).is_err() {
                        break;
                    }
                }
            });
        }
        drop(send);
        for (seed, result) in results {
            take(seed, result);
        }
    });
}

/// Reports which seeds failed.
///
/// # Panics
/// When a seed failed.
pub fn assert_none_failed(failures: &[String]) {
    let shown: Vec<&str> = failures.iter().take(3).map(String::as_str).collect();
    assert!(
        failures.is_empty(),
        "{} seeds failed; run one again with HASHRANGE_SEED=<seed>\n{}",
        failures.len(),
        shown.join("\n\n")
    );
}

fn number<N: FromStr>(name: &str) -> Option<N> {
    env::var(name).ok()?.parse().ok()
}
