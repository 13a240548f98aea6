//! Loads whose client retries: undo and redo repeat the same attempts, at whatever time a load is interrupted.

use std::collections::BTreeMap;

use hashrange_engine::{Budget, Event, EventKind, Sender, Trace};
use hashrange_time::{Duration, Random, Timestamp};
use hashrange_workload::{LoadPlan, LoadTally, Retries};

use super::loads::{ask, kinds, plan, put, run, tallies, throttled};
use crate::{Keeps, Restoring, Sending, Timeline, replay};

const RETRIES: Retries = Retries {
    attempts: 4,
    base: Duration::from_millis(100),
};

/// A timeline in whose present a load with retries begins.
fn loaded(retries: Retries, seed: u64) -> Timeline {
    let mut timeline = throttled();
    let plan = LoadPlan {
        retries: Some(retries),
        ..plan(&timeline, 50, 4)
    };
    timeline.begin_load(plan, seed);
    timeline
}

/// Number and time of an event, the sender of its request, and whether the request was refused. Other parts of an event
/// have other texts after a checkpoint.
type EventFacts = (u64, Timestamp, Option<Sender>, bool);

fn reported(event: &Event) -> EventFacts {
    let (sender, refused) = match &event.kind {
        EventKind::Request(request) => (request.sender, request.error.is_some()),
        _ => (None, false),
    };
    (event.sequence, event.at, sender, refused)
}

/// Everything that must be the same after a repetition.
fn seen(timeline: &Timeline) -> (Vec<LoadTally>, u128, Vec<EventFacts>) {
    (
        tallies(timeline),
        timeline.state_hash(),
        timeline.engine().events_since(0).map(reported).collect(),
    )
}

fn newest(timeline: &Timeline) -> LoadTally {
    timeline.loads().next_back().cloned().expect("a load")
}

fn read(timeline: &Timeline) -> Timeline {
    Timeline::read(&timeline.journal().expect("every record is here")).expect("a good journal")
}

fn restored(timeline: &Timeline) -> Option<Timeline> {
    let mut checkpoint = timeline.checkpoint(u64::MAX, |_| ())?;
    let mut restoring = Restoring::<(), ()>::default();
    while let Some(frame) = checkpoint.frame() {
        restoring.take(&frame).expect("a good frame");
    }
    let (mut timeline, ()) = restoring.finish().expect("all frames");
    timeline.set_keeps(Keeps::Everything);
    Some(timeline)
}

/// Sends the rest of the load, on time.
fn finish(timeline: &mut Timeline) {
    let end = timeline.engine().now() + Duration::from_minutes(3);
    while timeline.send_next(end, Budget::UNBOUNDED) != Sending::Ended {}
}

#[test]
fn an_event_says_which_attempt_of_which_request_it_was() {
    let mut timeline = loaded(RETRIES, 7);
    run(&mut timeline, 100);
    put(&mut timeline, "by hand");
    finish(&mut timeline);
    let tally = newest(&timeline);
    assert_eq!((tally.requests(), tally.waiting(), tally.refused), (199, 0, 0));
    assert!(
        tally.retries > 20 && tally.answered_later > 0 && tally.given_up > 5,
        "{tally:?}"
    );
    assert_eq!(
        tally.answered + tally.given_up,
        199,
        "each request was answered, or given up"
    );
    assert_eq!(tally.sent, tally.answered + tally.throttled);
    assert_eq!(
        kinds(&timeline).replace("xs", "rs"),
        "SraLsrsE",
        "of every attempt only that it was sent"
    );

    let (mut requests, mut by_hand) = (BTreeMap::<u64, Vec<_>>::new(), 0);
    for event in timeline.engine().events_since(0) {
        let EventKind::Request(request) = &event.kind else {
            continue;
        };
        let written = request
            .traces
            .iter()
            .any(|trace| matches!(trace, Trace::Write(write) if write.number.is_some()));
        match request.sender {
            Some(Sender {
                load,
                request: number,
                attempt,
            }) => {
                assert_eq!(load.get(), 1);
                requests
                    .entry(number)
                    .or_default()
                    .push((attempt, event.at, request.error.is_none(), written));
            }
            None => by_hand += 1,
        }
    }
    assert_eq!((requests.len(), by_hand), (199, 2), "the table and the item by hand");
    for attempts in requests.values() {
        let numbers: Vec<u8> = attempts.iter().map(|(attempt, ..)| *attempt).collect();
        assert_eq!(
            numbers,
            (1..=u8::try_from(attempts.len()).expect("few")).collect::<Vec<_>>()
        );
        let (last, before) = attempts.split_last().expect("an attempt");
        assert!(before.iter().all(|(_, _, answered, written)| !answered && !written));
        assert!(
            last.2 || numbers.len() == usize::from(RETRIES.attempts),
            "given up after the last"
        );
        for pair in attempts.windows(2) {
            assert!(pair[1].1 - pair[0].1 <= RETRIES.longest_wait(pair[0].0), "{pair:?}");
        }
    }
}

#[test]
fn a_second_load_has_a_number_of_its_own_and_what_waits_is_given_up_with_the_first() {
    let mut timeline = loaded(
        Retries {
            attempts: 5,
            base: Duration::from_seconds(4),
        },
        7,
    );
    run(&mut timeline, 160);
    assert!(newest(&timeline).waiting() > 5, "{:?}", newest(&timeline));
    let second = plan(&timeline, 10, 1);
    timeline.begin_load(second, 8);
    finish(&mut timeline);
    let first = timeline.loads().next().cloned().expect("the first");
    assert_eq!(
        (first.waiting(), first.answered + first.given_up),
        (0, first.requests())
    );
    let sender = timeline
        .engine()
        .events_since(0)
        .rev()
        .find_map(|event| match &event.kind {
            EventKind::Request(request) => request.sender,
            _ => None,
        });
    assert_eq!(sender.map(|sender| sender.load.get()), Some(2));
    assert_eq!(seen(&read(&timeline)), seen(&timeline));
}

#[test]
fn retries_go_on_after_the_last_request_was_sent_first() {
    let mut timeline = loaded(
        Retries {
            attempts: 6,
            base: Duration::from_seconds(2),
        },
        3,
    );
    run(&mut timeline, 260);
    let tally = newest(&timeline);
    assert_eq!((tally.requests(), tally.ended), (199, None));
    assert!(tally.waiting() > 0 && timeline.load_due().is_some());
    finish(&mut timeline);
    let tally = newest(&timeline);
    assert!(
        tally
            .ended
            .is_some_and(|ended| ended > tally.plan.from + tally.plan.span),
        "{tally:?}"
    );
    assert_eq!(seen(&read(&timeline)), seen(&timeline));
}

#[test]
fn every_moment_of_a_load_with_retries_is_reached_exactly() {
    let mut timeline = loaded(RETRIES, 11);
    let (from, mut moments) = (timeline.engine().now(), Vec::new());
    let mut stopped = timeline.clone();
    finish(&mut timeline);
    let whole = seen(&timeline);
    let mut random = Random::new(5);
    let mut moment = from;
    for _ in 0..40 {
        moment += Duration::from_micros(random.below(200_000));
        while let Sending::Sent(_) = stopped.send_next(moment, Budget::UNBOUNDED) {}
        stopped.advance(moment, Budget::UNBOUNDED);
        moments.push((moment, seen(&stopped)));
    }
    assert!(
        moments
            .iter()
            .any(|(_, (tallies, ..))| tallies.last().is_some_and(|tally| tally.waiting() > 3))
    );
    // Forward, backward, and between two times inside the same record.
    let orders = [
        (0..40).collect::<Vec<_>>(),
        (0..40).rev().collect(),
        (0..40).map(|at| at * 17 % 40).collect(),
    ];
    for place in orders.into_iter().flatten() {
        let (moment, there) = &moments[place];
        timeline.go_to_time(*moment).expect("a moment");
        assert!(seen(&timeline) == *there, "{moment:?}");
    }
    let undo = timeline.undo_place().expect("a step");
    timeline.go_to(undo).expect("a place");
    assert_eq!(tallies(&timeline), []);
    timeline.go_to(u64::MAX).expect("the end");
    assert!(seen(&timeline) == whole);
    // An action inside the load starts another future and drops pending retries.
    timeline.go_to_time(moments[15].0).expect("a moment");
    assert!(newest(&timeline).waiting() > 0);
    let mut fork = timeline.fork();
    assert!(put(&mut timeline, "").exception.is_some());
    assert_eq!(
        (newest(&timeline).waiting(), newest(&timeline).ended),
        (0, Some(moments[15].0))
    );
    assert!(seen(&read(&timeline)) == seen(&timeline));
    // A fork continues as the load did.
    fork.set_keeps(Keeps::Everything);
    finish(&mut fork);
    assert_eq!(seen(&fork).1, whole.1);
    assert_eq!(seen(&fork).0, whole.0);
    assert!(seen(&read(&fork)) == seen(&fork));
}

/// One random history: a load that is sent late or on time, with manual requests, waiting and snapshots in between.
fn lived(seed: u64) -> (Timeline, usize) {
    let mut random = Random::new(seed);
    let attempts = u8::try_from(random.below(6)).expect("few");
    let retries = Retries {
        attempts,
        base: Duration::from_micros(random.below(2_000_000)),
    };
    let (mut timeline, mut checkpoints) = (loaded(retries, seed), 0);
    for _ in 0..60 {
        let now = timeline.engine().now();
        let later = now + Duration::from_micros(random.below(300_000));
        match random.below(8) {
            0 => drop(put(&mut timeline, "by hand")),
            1 => drop(timeline.follow(later, Budget::UNBOUNDED)),
            2 => drop(timeline.advance(later, Budget::UNBOUNDED)),
            3 => drop(ask(&mut timeline, "ListTables", "{}")),
            4 => {
                timeline.keep_snapshot();
                if let Some(restored) = restored(&timeline) {
                    assert!(seen(&restored) == seen(&timeline), "seed {seed}");
                    checkpoints += 1;
                    finish_both(&mut timeline.clone(), restored, seed);
                }
            }
            5 => drop(timeline.hand_out()),
            _ => {
                let (most, steps) = (random.below(30), if random.below(3) == 0 { 2 } else { usize::MAX });
                for _ in 0..most {
                    timeline.send_next(later, Budget { steps });
                }
            }
        }
    }
    // No record contains the time that only the clock advanced, so `advance` records it.
    timeline.advance(timeline.engine().now(), Budget::UNBOUNDED);
    (timeline, checkpoints)
}

/// Checks that both continue in the same way.
fn finish_both(one: &mut Timeline, mut other: Timeline, seed: u64) {
    finish(one);
    finish(&mut other);
    assert!(seen(one) == seen(&other), "seed {seed}");
}

#[test]
fn whatever_happens_within_a_load_happens_again() {
    let (mut retries, mut checkpoints) = (0, 0);
    for seed in 0..40 {
        let (mut timeline, restored) = lived(seed);
        checkpoints += restored;
        let whole = seen(&timeline);
        let other = read(&timeline);
        assert!(seen(&other) == whole, "seed {seed}");
        let bytes = timeline.journal().expect("every record is here");
        assert_eq!(
            replay(&bytes).expect("a good journal").state_hash(),
            whole.1,
            "seed {seed}"
        );
        retries += newest(&timeline).retries;
        // Goes back to some times, in two ways.
        let (begins, ends) = (newest(&timeline).plan.from, timeline.engine().now());
        let (mut random, mut fresh) = (Random::new(seed), other.clone());
        for _ in 0..6 {
            let moment = begins + random.between(Duration::ZERO, ends - begins);
            timeline.go_to_time(moment).expect("a moment");
            fresh.go_to(0).expect("the beginning");
            fresh.go_to_time(moment).expect("a moment");
            assert!(seen(&timeline) == seen(&fresh), "seed {seed}, {moment:?}");
        }
        timeline.go_to(u64::MAX).expect("the end");
        assert!(seen(&timeline) == whole, "seed {seed}");
        finish_both(&mut timeline, other, seed);
    }
    assert!(retries > 100 && checkpoints > 20, "{retries} {checkpoints}");
}
