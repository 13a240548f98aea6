//! The simulator's seeds, and what holds for every journal of requests: the same one gives the same engine.
//!
//! `HASHRANGE_SEED=17` runs one seed and prints its requests; `HASHRANGE_SEEDS=5000` runs that many;
//! `HASHRANGE_REQUESTS=10000` makes each of them that long.
#![allow(clippy::disallowed_methods, reason = "an edge of the project: seeds are chosen from outside")]

use std::env;

use hashrange_engine::{Budget, Engine};
use hashrange_tests::service::{InProcess, Service};
use hashrange_tests::simulation::{REQUESTS, Sent, Simulation};
use hashrange_time::Duration;

/// Seeds that are run when nobody asks for more.
const SEEDS: u64 = 120;

fn number(name: &str) -> Option<u64> {
    env::var(name).ok()?.parse().ok()
}

#[test]
fn the_engine_answers_as_the_model_does() {
    let requests = number("HASHRANGE_REQUESTS").and_then(|count| usize::try_from(count).ok()).unwrap_or(REQUESTS);
    if let Some(seed) = number("HASHRANGE_SEED") {
        match Simulation::run_for(seed, requests) {
            Ok(sent) => sent.iter().for_each(|sent| println!("{} {}", sent.operation, sent.body)),
            Err(message) => panic!("{message}"),
        }
        return;
    }
    let seeds = number("HASHRANGE_SEEDS").unwrap_or(SEEDS);
    let mut sent = 0;
    let mut failures = Vec::new();
    for seed in 0..seeds {
        match Simulation::run_for(seed, requests) {
            Ok(made) => sent += made.len(),
            Err(message) => failures.push(message),
        }
    }
    println!("{sent} requests over {seeds} seeds were answered as the model does");
    let shown: Vec<&str> = failures.iter().take(3).map(String::as_str).collect();
    assert!(
        failures.is_empty(),
        "{} seeds failed; run one again with HASHRANGE_SEED=<seed>\n{}",
        failures.len(),
        shown.join("\n\n")
    );
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

/// Everything there is to know about an engine.
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
        assert!(one.engine.events_since(0).eq(other.engine.events_since(0)), "seed {seed}: other events");
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
            assert_eq!(service.call(sent.operation, &sent.body.to_string()).body, traced, "seed {seed}");
        }
    }
}

#[test]
fn time_in_two_steps_is_time_in_one() {
    // Odd seeds have indexes that lag behind, so that there is something due.
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
            assert!(state(&once) == state(&twice), "seed {seed}, request {number}: two steps lead elsewhere");
            // Nor does it matter how much is done in one call.
            let mut bit_by_bit = service.engine.clone();
            while bit_by_bit.advance(whole, Budget { steps: 1 }).reached < whole {}
            bit_by_bit.advance(whole, Budget::UNBOUNDED);
            assert!(state(&once) == state(&bit_by_bit), "seed {seed}, request {number}: small steps lead elsewhere");
        }
    }
}
