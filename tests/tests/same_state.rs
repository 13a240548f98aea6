//! The same journal leads to the same state: replayed, undone and redone, natively and in WebAssembly.
//!
//! The journals are those of the simulator's seeds. In WebAssembly they are replayed if HASHRANGE_PACKAGE names a
//! folder of the JavaScript package.

use hashrange_endpoint::{DaxOptions, Settings, Timeline, renumber_rules, replay, target_of};
use hashrange_engine::Budget;
use hashrange_tests::node::{Node, package};
use hashrange_tests::simulation::{Sent, Simulation};
use hashrange_time::Duration;

/// The number of seeds whose states are compared.
const SEEDS: u64 = 20;

/// The settings of a seed's service that a journal contains.
fn settings(seed: u64) -> Settings {
    let limits = Simulation::options(seed).limits;
    let preset = if seed % 2 == 1 { "classroom" } else { "instant" };
    // A quarter of them with an accelerator, whose state is part of the service's.
    let dax = (seed % 4 == 2).then_some(DaxOptions::DEFAULT);
    Settings {
        seed,
        limits,
        dax,
        ..Settings::of_preset(preset).expect("a preset")
    }
}

/// A service after the requests of a seed. It does not matter which of them are refused here.
fn timeline(seed: u64, journal: &[Sent]) -> Timeline {
    let mut timeline = Timeline::<()>::begin(&settings(seed));
    for sent in journal {
        let at = timeline.engine().now() + Duration::from_millis(sent.after);
        timeline.advance(at, Budget::UNBOUNDED);
        timeline.dispatch(at, &target_of(sent.operation), sent.body.to_string().as_bytes());
    }
    timeline
}

#[test]
fn a_journal_leads_to_one_state_on_every_way_and_on_every_target() {
    let mut compared = 0;
    for seed in 0..SEEDS {
        let journal = Simulation::run(seed).expect("a seed that the simulator's test has run");
        let mut timeline = timeline(seed, &journal);
        let (bytes, hash) = (timeline.journal().expect("every record is here"), timeline.state_hash());
        let replayed = replay(&bytes).expect("a good journal");
        assert_eq!(replayed.state_hash(), hash, "seed {seed}: replayed");
        renumber_rules(true);
        let held = replay(&bytes).expect("a good journal");
        renumber_rules(false);
        assert!(held.differences.is_empty(), "seed {seed}: {}", held.differences);
        assert_eq!(held.state_hash(), hash, "seed {seed}: held to what its records changed");
        for place in [timeline.end() / 2, timeline.end() / 3, 0, timeline.end()] {
            timeline.go_to(place).expect("a place");
        }
        assert_eq!(timeline.state_hash(), hash, "seed {seed}: there and back");
        if let Some(package) = package() {
            let other = Node::state_hash(&package, &bytes).expect("Node takes the journal");
            assert_eq!(other, format!("{hash:032x}"), "seed {seed}: in WebAssembly");
            compared += 1;
        }
    }
    println!("{SEEDS} seeds; {compared} of them in WebAssembly too");
}

/// A journal that is cut between any two records, and continued from its bytes, has the same end.
#[test]
fn a_torn_journal_goes_on_to_the_same_state() {
    for seed in 0..4 {
        let journal = Simulation::run(seed).expect("a seed that the simulator's test has run");
        let whole = timeline(seed, &journal);
        let bytes = whole.journal().expect("every record is here");
        for cut in (30..bytes.len()).step_by(bytes.len() / 5) {
            let mut part = Timeline::<()>::read(&bytes[..cut]).expect("a journal whose end is torn");
            let rest = whole.steps().skip(usize::try_from(part.end()).expect("few records"));
            let mut continued = part.journal().expect("every record is here");
            continued.extend(rest.flat_map(hashrange_journal::encode_record));
            part = Timeline::<()>::read(&continued).expect("a good journal");
            assert_eq!(part.state_hash(), whole.state_hash(), "seed {seed}, cut at {cut}");
        }
    }
}
