//! The simulator's seeds, and a property of every journal of requests: the same journal leads to the same engine.
//!
//! `HASHRANGE_SEED=17` runs one seed and prints its requests. `HASHRANGE_SEEDS=5000` runs 5,000 seeds.
//! `HASHRANGE_REQUESTS=10000` sets the length of each.

use hashrange_engine::{Budget, Engine};
use hashrange_tests::seeds::{assert_none_failed, on_all_cores, requests, seeds, single_seed};
use hashrange_tests::service::{InProcess, Service};
use hashrange_tests::simulation::{REQUESTS, Sent, Simulation};
use hashrange_time::Duration;

/// Default number of seeds.
const SEEDS: u64 = 120;

#[test]
fn the_engine_answers_as_the_model_does() {
    let requests = requests(REQUESTS);
    if let Some(seed) = single_seed() {
        match Simulation::run_for(seed, requests) {
            Ok(sent) => sent
                .iter()
                .for_each(|sent| println!("{} {}", sent.operation, sent.body)),
            Err(message) => panic!("{message}"),
        }
        return;
    }
    let seeds = seeds(SEEDS);
    let mut sent = 0;
    let mut failures = Vec::new();
    on_all_cores(
        seeds.clone(),
        |seed| Simulation::run_for(seed, requests),
        |_, made| match made {
            Ok(made) => sent += made.len(),
            Err(message) => failures.push(message),
        },
    );
    println!(
        "{sent} requests over {} seeds were answered as the model does",
        seeds.end
    );
    assert_none_failed(&failures);
}

fn replay(seed: u64, journal: &[Sent]) -> (InProcess, Vec<String>) {
    let mut service = InProcess::new(Simulation::options(seed));
    service.engine.set_tracing(true);
    let mut answers = Vec::new();
    for sent in journal {
        service.advance(sent.after);
        answers.push(service.call(sent.operation, &sent.body.to_string()).body);
    }
    (service, answers)
}

/// The whole state of an engine.
fn state(engine: &Engine) -> String {
    format!("{engine:?}")
}

#[test]
fn the_same_journal_gives_the_same_engine() {
    for seed in 0..12 {
        let Ok(journal) = Simulation::run(seed) else { continue };
        let (one, first) = replay(seed, &journal);
        let (other, second) = replay(seed, &journal);
        assert_eq!(first, second, "seed {seed}");
        assert!(
            one.engine.events_since(0).eq(other.engine.events_since(0)),
            "seed {seed}: other events"
        );
        assert!(state(&one.engine) == state(&other.engine), "seed {seed}: another state");
    }
}

#[test]
fn tracing_changes_no_answer() {
    for seed in 0..12 {
        let Ok(journal) = Simulation::run(seed) else { continue };
        let (_, traced) = replay(seed, &journal);
        let mut service = InProcess::new(Simulation::options(seed));
        for (sent, traced) in journal.iter().zip(traced) {
            service.advance(sent.after);
            assert_eq!(
                service.call(sent.operation, &sent.body.to_string()).body,
                traced,
                "seed {seed}"
            );
        }
    }
}

#[test]
fn time_in_two_steps_is_time_in_one() {
    // Odd seeds have indexes that lag behind, so that there is due work.
    for seed in (1..20).step_by(2) {
        let Ok(journal) = Simulation::run(seed) else { continue };
        let mut service = InProcess::new(Simulation::options(seed));
        for (number, sent) in journal.iter().enumerate() {
            service.advance(sent.after);
            service.call(sent.operation, &sent.body.to_string());
            if number % 10 != 0 {
                continue;
            }
            let (mut once, mut twice) = (service.engine.clone(), service.engine.clone());
            let now = once.now();
            let (half, whole) = (now + Duration::from_millis(170), now + Duration::from_millis(600));
            once.advance(whole, Budget::UNBOUNDED);
            twice.advance(half, Budget::UNBOUNDED);
            twice.advance(whole, Budget::UNBOUNDED);
            assert!(
                state(&once) == state(&twice),
                "seed {seed}, request {number}: two steps lead elsewhere"
            );
            // The amount of work per call does not matter either.
            let mut bit_by_bit = service.engine.clone();
            while bit_by_bit.advance(whole, Budget { steps: 1 }).reached < whole {}
            bit_by_bit.advance(whole, Budget::UNBOUNDED);
            assert!(
                state(&once) == state(&bit_by_bit),
                "seed {seed}, request {number}: small steps lead elsewhere"
            );
        }
    }
}
