//! The seeds of random histories and their length, from the environment: `HASHRANGE_SEED=17` runs one seed,
//! `HASHRANGE_SEEDS=500` runs 500 seeds, and `HASHRANGE_REQUESTS=10000` sets the length of each.
//!
//! Must not know what a history does.

use std::env;
use std::ops::Range;
use std::str::FromStr;

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
