//! Trials beside the journals of lessons: the side without a change equals the actual result, no trial changes the
//! timeline, and the same trial twice has the same outcome.
#![allow(clippy::disallowed_methods, reason = "an edge of the project: reads its own files")]

use hashrange_endpoint::{Kind, Timeline};
use hashrange_past::Seen;
use hashrange_tests::lesson::{files, walk};
use hashrange_trial::{Advising, Change, Figures, NotApplicable, Outcome, Subject, Trial, advice};
use hashrange_wire::{Projection, ProjectionType};
use hashrange_workload::{LoadTally, Suffix};

/// The loads of a timeline, with their results.
fn loads(timeline: &Timeline<Seen>) -> Vec<(Subject, LoadTally)> {
    let outlines = (1..=timeline.end()).filter_map(|place| timeline.outline_at(place));
    let begun = outlines
        .filter(|outline| outline.kind == Kind::Load)
        .map(|load| load.sequence);
    begun
        .map(|record| Subject::Load { record })
        .zip(timeline.loads().cloned())
        .collect()
}

fn requests(timeline: &Timeline<Seen>) -> Vec<Subject> {
    let outlines = (1..=timeline.end()).filter_map(|place| timeline.outline_at(place));
    let steps = outlines.filter(|outline| matches!(outline.kind, Kind::Step | Kind::Aside));
    steps.map(|step| Subject::Request { record: step.sequence }).collect()
}

fn changes() -> Vec<Change> {
    let provisioned = |writes| Change::Provisioned {
        index: None,
        reads: Some(50),
        writes: Some(writes),
    };
    vec![
        provisioned(2_000),
        provisioned(1),
        Change::OnDemand,
        Change::Suffixes {
            count: 10,
            choice: Suffix::Random,
        },
        Change::Consistency { strong: true },
        Change::Consistency { strong: false },
        Change::HalfSize,
        Change::Accelerator { on: true },
    ]
}

fn reported(figures: &Figures) -> (u64, u64, u64, u64, u64) {
    let Figures {
        sent,
        answered,
        throttled,
        refused,
        given_up,
        ..
    } = *figures;
    (sent, answered, throttled, refused, given_up)
}

fn run(timeline: &Timeline<Seen>, subject: Subject, change: &Change) -> Result<Outcome, NotApplicable> {
    Trial::begin(timeline, subject, change.clone()).and_then(Trial::run)
}

/// Lessons with loads from the courses, played to their ends.
fn lessons() -> impl Iterator<Item = (String, Timeline<Seen>)> {
    let played = ["keys-2", "keys-3", "gsi-5", "lsi-6", "mng-5", "ttl-1"];
    let wanted = files().into_iter().filter(move |path| {
        path.file_stem()
            .and_then(|stem| stem.to_str())
            .is_some_and(|stem| played.contains(&stem))
    });
    wanted.map(|path| {
        let text = std::fs::read_to_string(path).expect("a lesson");
        let lesson = std::sync::Arc::new(hashrange_lesson::read(&text).expect("a lesson"));
        (lesson.id.clone(), walk(&lesson).expect("its settings").stage.timeline)
    })
}

#[test]
fn what_is_tried_leaves_a_lesson_as_it_is_and_without_a_change_is_history() {
    let (mut tried, mut applied) = (0, 0);
    for (id, timeline) in lessons() {
        let before = (
            timeline.state_hash(),
            timeline.place(),
            timeline.end(),
            timeline.has_more(),
        );
        for (subject, tally) in loads(&timeline) {
            if tally.sent > 3_000 {
                continue;
            }
            for change in changes() {
                tried += 1;
                let Ok(outcome) = run(&timeline, subject, &change) else {
                    continue;
                };
                applied += 1;
                let happened = (
                    tally.sent,
                    tally.answered,
                    tally.throttled,
                    tally.refused,
                    tally.given_up,
                );
                assert_eq!(reported(&outcome.without), happened, "{id}: {subject:?}, {change:?}");
                assert_eq!(outcome.without.seconds, tally.seconds);
                assert!(outcome.sentence.ends_with('.'), "{}", outcome.sentence);
                let bytes = postcard::to_allocvec(&outcome).unwrap();
                assert_eq!(
                    postcard::from_bytes::<Outcome>(&bytes).unwrap(),
                    outcome,
                    "it crosses as bytes"
                );
            }
        }
        for subject in requests(&timeline).into_iter().rev().take(12) {
            for change in changes() {
                let first = run(&timeline, subject, &change);
                tried += 1;
                applied += u32::from(first.is_ok());
                assert_eq!(first, run(&timeline, subject, &change), "the same trial twice");
            }
        }
        let after = (
            timeline.state_hash(),
            timeline.place(),
            timeline.end(),
            timeline.has_more(),
        );
        assert_eq!(after, before, "{id}");
    }
    assert!(tried > 100 && applied > 20, "{applied} of {tried} applied");
}

#[test]
fn a_trial_goes_in_bounded_steps_from_any_place() {
    let (_, mut timeline) = lessons().find(|(_, timeline)| !loads(timeline).is_empty()).unwrap();
    let (subject, _) = loads(&timeline).into_iter().next().unwrap();
    let there = run(&timeline, subject, &Change::HalfSize);
    timeline.go_to(2).unwrap();
    let past = timeline.state_hash();
    assert_eq!(
        run(&timeline, subject, &Change::HalfSize),
        there,
        "from the past as from the present"
    );
    assert_eq!((timeline.state_hash(), timeline.place()), (past, 2));
    if let Ok(mut trial) = Trial::begin(&timeline, subject, Change::HalfSize) {
        let mut steps = 0;
        while !trial.step(16).over {
            steps += 1;
        }
        let outcome = trial.outcome().unwrap();
        assert!(
            steps * 16 >= outcome.without.sent + outcome.with.sent - 32,
            "{steps} steps"
        );
    }
}

#[test]
fn advice_in_lessons_helps_or_is_not_given() {
    for (id, timeline) in lessons() {
        for (subject, tally) in loads(&timeline).into_iter().filter(|(_, tally)| tally.sent <= 3_000) {
            let advised = advice(&timeline, subject).unwrap();
            assert_eq!(advised.chain.is_some(), tally.throttled > 0, "{id}");
            assert!(advised.advice.iter().all(|advice| advice.outcome.helps));
            for advice in advised.advice.iter().chain(&advised.in_vain) {
                let by_index = advice
                    .outcome
                    .without
                    .throttles
                    .iter()
                    .any(|throttle| throttle.index.is_some());
                let suffixes = matches!(advice.change, Change::Suffixes { .. });
                assert!(
                    !(by_index && suffixes),
                    "suffixes of table keys spread no key of an index"
                );
            }
            let mut slowly = Advising::begin(&timeline, subject).unwrap();
            while !slowly.step(500).over {}
            assert_eq!(slowly.advised(), &advised);
        }
    }
}

#[test]
fn a_vector_or_missing_index_is_said() {
    let (_, timeline) = lessons().find(|(_, timeline)| !loads(timeline).is_empty()).unwrap();
    let (subject, _) = loads(&timeline).into_iter().next().unwrap();
    let projection = Projection {
        projection_type: Some(ProjectionType::KeysOnly),
        non_key_attributes: None,
    };
    let change = Change::Projection {
        index: "NoSuchIndex".to_owned(),
        projection,
    };
    assert!(matches!(
        run(&timeline, subject, &change),
        Err(NotApplicable::NoIndex { .. })
    ));
}
