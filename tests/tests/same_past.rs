//! The same past: after every way to return to a past state, everything that a page can show is as before.
//!
//! `HASHRANGE_SEED=17` runs one seed, `HASHRANGE_SEEDS=1000` runs 1,000, and `HASHRANGE_REQUESTS=1000` sets the length
//! of each. If HASHRANGE_PAST names the build of `tests/past` from `cargo xtask test --only wasm`, every journal is
//! read in WebAssembly too. Every past state is then compared there.

use hashrange_tests::node::Past;
use hashrange_tests::past::{History, HistoryResult};
use hashrange_tests::seeds::{assert_none_failed, on_all_cores, requests, seeds};

/// Default number of seeds and steps.
const SEEDS: u64 = 16;
const STEPS: u64 = 160;

#[test]
fn a_moment_is_the_same_on_every_way_back() {
    let (seeds, steps) = (seeds(SEEDS), requests(STEPS));
    let (mut sum, mut failures, mut moments, mut elsewhere) = (HistoryResult::default(), Vec::new(), 0, 0);
    let mut past = Past::start().expect("Node starts");
    on_all_cores(
        seeds.clone(),
        |seed| History::run(seed, steps),
        |seed, history| match history {
            Ok(reported) => {
                if let Some(past) = &mut past {
                    match past.come_back(&reported.journal, &reported.moments) {
                        Ok(returns) => elsewhere += returns,
                        Err(error) => failures.push(format!("seed {seed}, in WebAssembly: {error}")),
                    }
                }
                sum.steps += reported.steps;
                sum.loaded += reported.loaded;
                sum.throttled += reported.throttled;
                sum.refused += reported.refused;
                sum.futures += reported.futures;
                moments += reported.moments.len();
                sum.returns += reported.returns;
                sum.restored += reported.restored;
            }
            Err(message) => failures.push(message),
        },
    );
    println!(
        "{} histories, {} steps, {} requests of loads, {} throttled, {} refused, {} futures left, {} moments, {} returns, {} checkpoints; {elsewhere} more in WebAssembly",
        seeds.clone().count(),
        sum.steps,
        sum.loaded,
        sum.throttled,
        sum.refused,
        sum.futures,
        moments,
        sum.returns,
        sum.restored
    );
    assert_none_failed(&failures);
    if seeds.count() as u64 >= SEEDS {
        let all = [
            sum.loaded,
            sum.throttled,
            sum.refused,
            sum.futures,
            moments as u64,
            sum.returns,
            sum.restored,
        ];
        assert!(
            all.iter().all(|count| *count > 30),
            "something hardly ever happens: {all:?}"
        );
    }
}

/// The comparison in WebAssembly detects a difference.
#[test]
fn a_moment_that_was_another_is_found_in_webassembly() {
    let Some(mut past) = Past::start().expect("Node starts") else {
        return;
    };
    let reported = History::run(1, 40).expect("a history");
    assert!(past.come_back(&reported.journal, &reported.moments).expect("the same") > 0);
    for number in 0..reported.moments[0].digests.len() {
        let mut moments = reported.moments.clone();
        let name = reported.moments[0].digests[number].0.as_str();
        moments[0].digests[number].1 ^= 1;
        let error = past
            .come_back(&reported.journal, &moments)
            .expect_err("another")
            .to_string();
        assert!(error.contains(name), "{name}: {error:.200}");
    }
}
