//! The judge against honest files, incomplete files, and forged ones.

mod class;
mod refused;

use hashrange_endpoint::{Observer, Settings, Timeline, target_of};
use hashrange_engine::{Budget, Engine};
use hashrange_insight::Insight;
use hashrange_journal::{Entry, Reader, Record, encode_header, encode_record};
use hashrange_lesson::Play;
use hashrange_time::Duration;

use crate::sandbox::{InsightObserver, Sandbox};
use crate::{Assignment, Doubt, HandIn, Judging, NotAssignment, Unreadable, Verdict, for_learners};

const TEXT: &str = include_str!("../../../tests/tests/lessons/assignment.txt");
const QUERY: &str =
    r#"{"TableName":"Orders","KeyConditionExpression":"Customer = :c","ExpressionAttributeValues":{":c":{"S":"ann"}}}"#;
const SCAN: &str = r#"{"TableName":"Orders"}"#;

/// An observer that collects figures only.
#[derive(Clone, Debug, Default)]
struct Seen(Insight);

impl Observer for Seen {
    fn observe(&mut self, engine: &Engine) {
        self.0.observe(engine);
    }
}

impl InsightObserver for Seen {
    fn insight(&self) -> &Insight {
        &self.0
    }
}

fn settings() -> Settings {
    Settings::of_preset("classroom").expect("a preset")
}

/// The settings with which the workspace of an assignment begins.
fn settings_of(assignment: &Assignment) -> Settings {
    let mut settings = settings();
    for one in &assignment.lesson().settings {
        settings.set(&one.name, &one.value).expect("a setting");
    }
    settings
}

fn assignment() -> Assignment {
    Assignment::read(TEXT).expect("an assignment")
}

/// The workspace of a learner, at the task.
fn workspace(text: &str) -> Timeline<Seen> {
    let learners = Assignment::read(text).expect("an assignment");
    let (mut sandbox, mut play) = (
        Sandbox::new(&settings_of(&learners)),
        Play::new(learners.lesson().clone(), settings().start),
    );
    while sandbox.make(&mut play).expect("it can be made") {}
    sandbox.timeline
}

fn send(timeline: &mut Timeline<Seen>, operation: &str, body: &str) {
    let at = timeline.engine().now() + Duration::from_millis(700);
    timeline.dispatch(at, &target_of(operation), body.as_bytes());
}

fn handed(timeline: &Timeline<Seen>) -> HandIn {
    let journal = timeline.journal().expect("every record is here");
    HandIn {
        learner: "Kim".to_owned(),
        lesson: "orders-1".to_owned(),
        mark: assignment().mark(),
        journal,
    }
}

fn judged(hand_in: &HandIn) -> Verdict {
    judged_as(&assignment(), hand_in)
}

fn judged_as(assignment: &Assignment, hand_in: &HandIn) -> Verdict {
    let mut judging = Judging::<Seen>::new(assignment, &settings_of(assignment), hand_in);
    loop {
        if let Some(verdict) = judging.go_on() {
            return verdict.clone();
        }
    }
}

fn holds(verdict: &Verdict) -> Vec<bool> {
    verdict.reasons.iter().map(|reason| reason.holds).collect()
}

/// A journal with changed records and valid checksums.
fn forged(hand_in: &HandIn, change: impl Fn(&mut Record)) -> HandIn {
    let (header, reader) = Reader::new(&hand_in.journal).expect("a journal");
    let mut bytes = encode_header(&header);
    for record in reader {
        let mut record = record.expect("a record");
        change(&mut record);
        bytes.extend(encode_record(&record));
    }
    HandIn {
        journal: bytes,
        ..hand_in.clone()
    }
}

#[test]
fn a_query_passes_and_says_what_it_took() {
    let mut timeline = workspace(TEXT);
    send(&mut timeline, "Query", QUERY);
    let verdict = judged(&handed(&timeline));
    assert!(verdict.passed, "{verdict:?}");
    assert_eq!(
        (holds(&verdict), verdict.requests, verdict.half_units),
        (vec![true; 3], 1, 2)
    );
    assert_eq!(verdict.millis, 700, "after the breath that follows the words");
}

#[test]
fn a_scan_fails_with_reasons() {
    let mut timeline = workspace(TEXT);
    send(&mut timeline, "Scan", SCAN);
    send(&mut timeline, "Query", QUERY);
    let verdict = judged(&handed(&timeline));
    assert!(!verdict.passed);
    assert_eq!(holds(&verdict), [true, false, false]);
    let words: Vec<&str> = verdict.reasons.iter().map(|reason| reason.words.as_str()).collect();
    assert_eq!(words.get(1), Some(&"There are no Scan requests"));
    assert_eq!(verdict.reasons.get(1).map(|reason| reason.now.as_str()), Some("1"));
    assert_eq!(verdict.doubts, []);
}

#[test]
fn what_was_undone_does_not_count() {
    let mut timeline = workspace(TEXT);
    send(&mut timeline, "Scan", SCAN);
    timeline.undo().expect("a step");
    send(&mut timeline, "Query", QUERY);
    assert!(judged(&handed(&timeline)).passed);
}

#[test]
fn time_that_passes_before_and_after_does_no_harm() {
    let mut timeline = workspace(TEXT);
    let later = |timeline: &Timeline<_>| timeline.engine().now() + Duration::from_seconds(90);
    let to = later(&timeline);
    timeline.advance(to, Budget::UNBOUNDED);
    send(&mut timeline, "Query", QUERY);
    let to = later(&timeline);
    timeline.advance(to, Budget::UNBOUNDED);
    assert!(judged(&handed(&timeline)).passed);
}

#[test]
fn another_beginning_is_found_out() {
    let easy = TEXT.replace("items 6 {\"Customer\":\"bob\"", "items 1 {\"Customer\":\"bob\"");
    let mut timeline = workspace(&easy);
    send(&mut timeline, "Query", QUERY);
    let verdict = judged(&handed(&timeline));
    assert!(!verdict.passed);
    assert!(
        matches!(verdict.doubts.as_slice(), [Doubt::Beginning(_)]),
        "{:?}",
        verdict.doubts
    );
}

#[test]
fn a_changed_record_of_the_beginning_is_found_out() {
    let mut timeline = workspace(TEXT);
    send(&mut timeline, "Query", QUERY);
    let forged = forged(&handed(&timeline), |record| {
        if let Entry::Request { body, .. } = &mut record.entry {
            *body = body.replace("ann", "eve");
        }
    });
    assert!(matches!(judged(&forged).doubts.as_slice(), [Doubt::Beginning(_)]));
}

#[test]
fn a_scan_renamed_to_a_query_is_no_query() {
    let mut timeline = workspace(TEXT);
    send(&mut timeline, "Scan", SCAN);
    let forged = forged(&handed(&timeline), |record| {
        if let Entry::Request { operation, .. } = &mut record.entry
            && operation == "Scan"
        {
            *operation = "Query".to_owned();
        }
    });
    let verdict = judged(&forged);
    assert!(!verdict.passed);
    assert_eq!(
        verdict.reasons.first().map(|reason| reason.holds),
        Some(false),
        "the Query is refused: {verdict:?}"
    );
}

#[test]
fn a_write_that_claims_another_outcome_is_found_out() {
    let mut timeline = workspace(TEXT);
    let put = r#"{"TableName":"Orders","Item":{"Customer":{"S":"cat"},"Number":{"N":"1"}}}"#;
    send(&mut timeline, "PutItem", put);
    send(&mut timeline, "Query", QUERY);
    let forged = forged(&handed(&timeline), |record| {
        if let Entry::Request { body, .. } = &mut record.entry {
            *body = body.replace("cat", "dog");
        }
    });
    let verdict = judged(&forged);
    assert!(!verdict.passed);
    assert!(matches!(verdict.doubts.as_slice(), [Doubt::Outcome(_)]), "{verdict:?}");
}

#[test]
fn other_settings_are_reported() {
    let mut timeline = workspace(TEXT);
    let mut other = timeline.settings().clone();
    other.set("throttling.mode", "off").expect("a setting");
    timeline.change(&other);
    send(&mut timeline, "Query", QUERY);
    let verdict = judged(&handed(&timeline));
    assert!(!verdict.passed);
    assert!(matches!(verdict.doubts.as_slice(), [Doubt::Settings(_)]));
}

#[test]
fn another_text_and_a_broken_journal_are_reported() {
    let mut timeline = workspace(TEXT);
    send(&mut timeline, "Query", QUERY);
    let good = handed(&timeline);
    let other = HandIn {
        mark: 7,
        ..good.clone()
    };
    assert_eq!(judged(&other).doubts, [Doubt::OtherText]);
    let nothing = HandIn {
        journal: b"nothing".to_vec(),
        ..good.clone()
    };
    assert!(matches!(judged(&nothing).doubts.as_slice(), [Doubt::Journal(_)]));
    let cut = good.journal.len() - 3;
    let torn = HandIn {
        journal: good.journal.get(..cut).unwrap_or_default().to_vec(),
        ..good
    };
    assert!(judged(&torn).doubts.contains(&Doubt::Torn));
}

#[test]
fn learners_get_no_solution() {
    let text = for_learners(TEXT);
    assert!(
        !text.contains("solve") && !text.contains("near") && !text.contains('#'),
        "{text}"
    );
    let learners = Assignment::read(&text).expect("still an assignment");
    assert_eq!((learners.text(), learners.mark()), (text.as_str(), assignment().mark()));
}

#[test]
fn what_cannot_be_judged_is_no_assignment() {
    let without = |word: &str| {
        let kept = TEXT.lines().filter(|line| !line.starts_with(word));
        kept.collect::<Vec<_>>().join("\n")
    };
    let error = |text: &str| Assignment::read(text).expect_err("no assignment");
    assert!(matches!(error("hello"), NotAssignment::Faulty(_)));
    let refused = TEXT.replace("goal answer Query {\"Count\":6}", "goal refused ValidationException");
    assert_eq!(error(&refused), NotAssignment::Refusal);
    let watched = ["goal", "hint", "solve", "near", "miss", "done"]
        .iter()
        .fold(TEXT.to_owned(), |text, word| {
            let kept = text.lines().filter(|line| !line.starts_with(word));
            kept.collect::<Vec<_>>().join("\n")
        });
    assert_eq!(error(&watched), NotAssignment::NoGoal);
    assert!(Assignment::read(&without("solve")).is_ok());
}

#[test]
fn a_hand_in_survives_as_bytes_and_damage_is_found() {
    let hand_in = HandIn {
        learner: "Åsa".to_owned(),
        lesson: "a-1".to_owned(),
        mark: 3,
        journal: vec![7; 4_000],
    };
    let bytes = hand_in.to_bytes();
    assert_eq!(HandIn::from_bytes(&bytes), Ok(hand_in));
    assert_eq!(HandIn::from_bytes(b"PNG"), Err(Unreadable::Other));
    for place in 3..bytes.len() {
        let mut damaged = bytes.clone();
        if let Some(byte) = damaged.get_mut(place) {
            *byte ^= 1;
        }
        assert!(HandIn::from_bytes(&damaged).is_err(), "byte {place}");
        assert!(
            HandIn::from_bytes(bytes.get(..place).unwrap_or_default()).is_err(),
            "the first {place} bytes"
        );
    }
}

#[test]
fn a_journal_over_a_limit_is_not_repeated() {
    let mut timeline = workspace(TEXT);
    send(&mut timeline, "Query", QUERY);
    let later = timeline.engine().now() + Duration::from_seconds(1);
    timeline.advance(later, Budget::UNBOUNDED);
    let forged = forged(&handed(&timeline), |record| {
        if let Entry::Advance { to } = &mut record.entry
            && *to == later
        {
            *to = later + Duration::from_hours(24 * 365 * 10_000);
        }
    });
    let verdict = judged(&forged);
    let words = "too many days of virtual time: 3650001; the limit is 36525";
    assert_eq!(verdict.doubts, [Doubt::Journal(words.to_owned())]);
}
