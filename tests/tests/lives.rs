//! Lives of a table under random schedules, and recovery from their journals, cut anywhere.
//!
//! `HASHRANGE_SEED=17` runs one seed, `HASHRANGE_SEEDS=500` runs 500. `HASHRANGE_REQUESTS=10000` sets the length of
//! each, about 40 seconds of virtual time for each request.

use hashrange_endpoint::{Timeline, renumber_rules, replay};
use hashrange_tests::life::{Life, Lived};
use hashrange_tests::seeds::{on_all_cores, requests, seeds};
use hashrange_time::Random;

/// Default number of seeds and steps.
const SEEDS: u64 = 12;
const STEPS: usize = 500;

fn live(seed: u64) -> Lived {
    Life::run(seed, requests(STEPS))
        .unwrap_or_else(|message| panic!("{message}\nrun it again with HASHRANGE_SEED={seed}"))
}

#[test]
fn what_must_always_hold_holds() {
    let mut sum = Lived::default();
    let seeds = seeds(SEEDS);
    on_all_cores(seeds.clone(), live, |_, lived| {
        sum.operations += lived.operations;
        sum.throttled += lived.throttled;
        sum.splits += lived.splits;
        sum.expired += lived.expired;
        sum.built += lived.built;
        sum.stale += lived.stale;
        sum.conflicts += lived.conflicts;
        sum.restored += lived.restored;
        sum.time += lived.time;
    });
    println!(
        "{} seeds, {} operations, {:.1} virtual hours: {} throttled, {} conflicts, {} stale reads, {} splits, {} items expired, {} indexes built, {} tables restored",
        seeds.end - seeds.start,
        sum.operations,
        sum.time.as_seconds_f64() / 3_600.0,
        sum.throttled,
        sum.conflicts,
        sum.stale,
        sum.splits,
        sum.expired,
        sum.built,
        sum.restored
    );
    if seeds.end - seeds.start >= SEEDS {
        let all = [
            sum.throttled,
            sum.stale,
            sum.splits,
            sum.expired,
            sum.built,
            sum.restored,
        ];
        assert!(
            all.iter().all(|count| *count > 20),
            "something hardly ever happens: {all:?}"
        );
        assert!(
            sum.conflicts > 5,
            "hardly a write meets a transaction: {}",
            sum.conflicts
        );
    }
}

/// A life that stops between any two steps, or whose journal is torn at any byte, continues to the same state.
#[test]
fn a_life_cut_anywhere_goes_on_to_the_same_state() {
    let mut cuts = 0;
    for seed in seeds(3) {
        let lived = live(seed);
        let mut random = Random::new(seed);
        let whole = Timeline::<()>::read(&lived.journal).expect("a good journal");
        let end = whole.engine().state_hash();
        assert_eq!(replay(&lived.journal).expect("a good journal").engine.state_hash(), end);
        assert_eq!(
            held_to_its_records(&lived.journal),
            end,
            "seed {seed}: another state than its records say"
        );
        for _ in 0..8 {
            let cut = usize::try_from(random.below(lived.journal.len() as u64 - 100)).expect("small") + 100;
            let Ok(part) = Timeline::<()>::read(&lived.journal[..cut]) else {
                panic!("seed {seed}: cut at {cut}")
            };
            if let Some(state) = lived.states.get(&part.end()) {
                assert_eq!(
                    part.engine().state_hash(),
                    *state,
                    "seed {seed}, cut at {cut}: another state than it was"
                );
            }
            let mut continued = part.journal().expect("every record is here");
            let rest = whole.steps().skip(usize::try_from(part.end()).expect("small"));
            continued.extend(rest.flat_map(hashrange_journal::encode_record));
            let gone_on = Timeline::<()>::read(&continued).expect("a good journal");
            assert_eq!(
                gone_on.engine().state_hash(),
                end,
                "seed {seed}, cut at {cut}: another end"
            );
            cuts += 1;
        }
    }
    println!("{cuts} cuts");
}

/// The state of a journal whose records are not trusted but corrected to their recorded changes. None of them differs.
fn held_to_its_records(journal: &[u8]) -> u128 {
    renumber_rules(true);
    let replayed = replay(journal).expect("a good journal");
    renumber_rules(false);
    assert!(replayed.differences.is_empty(), "{}", replayed.differences);
    replayed.engine.state_hash()
}
