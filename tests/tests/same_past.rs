//! The same past: whichever way somebody comes back to a moment, everything a page can show of it is as it was.
//!
//! `HASHRANGE_SEED=17` lives one seed; `HASHRANGE_SEEDS=1000` that many; `HASHRANGE_REQUESTS=1000` makes each of them that
//! long. Where HASHRANGE_PAST names what `cargo xtask test --only wasm` builds of `tests/past`, every journal is read in
//! WebAssembly too, and every moment come back to there.
#![allow(clippy::disallowed_methods, reason = "an edge of the project: seeds are chosen from outside")]
#![allow(clippy::expect_used, clippy::panic, clippy::indexing_slicing, reason = "a test: it fails by panicking")]

use std::env;

use hashrange_tests::node::Past;
use hashrange_tests::past::{History, Told};

/// Seeds and steps when nobody asks for more.
const SEEDS: u64 = 16;
const STEPS: u64 = 160;

fn number(name: &str) -> Option<u64> {
    env::var(name).ok()?.parse().ok()
}

fn seeds() -> std::ops::Range<u64> {
    number("HASHRANGE_SEED").map_or(0..number("HASHRANGE_SEEDS").unwrap_or(SEEDS), |seed| seed..seed + 1)
}

#[test]
fn a_moment_is_the_same_on_every_way_back() {
    let steps = number("HASHRANGE_REQUESTS").unwrap_or(STEPS);
    let (mut sum, mut failures, mut moments, mut elsewhere) = (Told::default(), Vec::new(), 0, 0);
    let mut past = Past::start().expect("Node starts");
    for seed in seeds() {
        match History::run(seed, steps) {
            Ok(told) => {
                if let Some(past) = &mut past {
                    match past.come_back(&told.journal, &told.moments) {
                        Ok(returns) => elsewhere += returns,
                        Err(error) => failures.push(format!("seed {seed}, in WebAssembly: {error}")),
                    }
                }
                sum.steps += told.steps;
                sum.loaded += told.loaded;
                sum.throttled += told.throttled;
                sum.refused += told.refused;
                sum.futures += told.futures;
                moments += told.moments.len();
                sum.returns += told.returns;
                sum.restored += told.restored;
            }
            Err(message) => failures.push(message),
        }
    }
    println!(
        "{} histories, {} steps, {} requests of loads, {} throttled, {} refused, {} futures left, {} moments, {} returns, {} checkpoints; {elsewhere} more in WebAssembly",
        seeds().count(),
        sum.steps,
        sum.loaded,
        sum.throttled,
        sum.refused,
        sum.futures,
        moments,
        sum.returns,
        sum.restored
    );
    let shown: Vec<&str> = failures.iter().take(3).map(String::as_str).collect();
    assert!(
        failures.is_empty(),
        "{} seeds failed; run one again with HASHRANGE_SEED=<seed>\n{}",
        failures.len(),
        shown.join("\n\n")
    );
    if seeds().count() as u64 >= SEEDS {
        let all = [sum.loaded, sum.throttled, sum.refused, sum.futures, moments as u64, sum.returns, sum.restored];
        assert!(all.iter().all(|count| *count > 30), "something hardly ever happens: {all:?}");
    }
}

/// What is compared in WebAssembly is compared.
#[test]
fn a_moment_that_was_another_is_found_in_webassembly() {
    let Some(mut past) = Past::start().expect("Node starts") else { return };
    let told = History::run(1, 40).expect("a history");
    assert!(past.come_back(&told.journal, &told.moments).expect("the same") > 0);
    for number in 0..told.moments[0].digests.len() {
        let mut moments = told.moments.clone();
        let name = told.moments[0].digests[number].0.as_str();
        moments[0].digests[number].1 ^= 1;
        let error = past.come_back(&told.journal, &moments).expect_err("another").to_string();
        assert!(error.contains(name), "{name}: {error:.200}");
    }
}
