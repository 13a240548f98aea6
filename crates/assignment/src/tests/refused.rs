//! Refused requests: the judge repeats them, and compares each refusal with the recorded one.

use super::*;

/// A Scan that takes more read units than the table has in a second.
const LARGE_SCAN: &str = r#"{"TableName":"Orders","ConsistentRead":true}"#;
const ELSEWHERE: &str = r#"{"TableName":"Nothing"}"#;

/// An assignment in which no read may be throttled.
fn sparing() -> String {
    let goal = "goal answer Query {\"Count\":6} ; throttled-reads = 0";
    TEXT.replace(
        "table Orders Customer:S Number:N 10/10",
        "setting throttling.mode adaptive\nsetting throttling.burst 1000000\ntable Orders Customer:S Number:N 1/100",
    )
    .lines()
    .map(|line| if line.starts_with("goal ") { goal } else { line })
    .flat_map(|line| [line, "\n"])
    .collect()
}

fn handed_for(text: &str, timeline: &Timeline<Seen>) -> (Assignment, HandIn) {
    let assignment = Assignment::read(text).expect("an assignment");
    let hand_in = HandIn {
        mark: assignment.mark(),
        ..handed(timeline)
    };
    (assignment, hand_in)
}

fn verdict_on(text: &str, timeline: &Timeline<Seen>) -> Verdict {
    let (assignment, hand_in) = handed_for(text, timeline);
    judged_as(&assignment, &hand_in)
}

/// The exceptions that a journal contains, in order.
fn refusals(hand_in: &HandIn) -> Vec<String> {
    let (_, reader) = Reader::new(&hand_in.journal).expect("a journal");
    reader
        .filter_map(|record| match record.expect("a record").entry {
            Entry::Refused { exception, .. } => Some(exception),
            _ => None,
        })
        .collect()
}

/// A learner whose first Query is throttled, and who sends it again later.
fn throttled(text: &str) -> Timeline<Seen> {
    let mut timeline = workspace(text);
    send(&mut timeline, "Scan", LARGE_SCAN);
    send(&mut timeline, "Query", QUERY);
    let later = timeline.engine().now() + Duration::from_seconds(20);
    timeline.advance(later, Budget::UNBOUNDED);
    send(&mut timeline, "Query", QUERY);
    timeline
}

#[test]
fn a_throttled_request_is_throttled_again() {
    let text = sparing();
    let timeline = throttled(&text);
    let (assignment, hand_in) = handed_for(&text, &timeline);
    assert_eq!(refusals(&hand_in), ["ProvisionedThroughputExceededException"]);
    let verdict = judged_as(&assignment, &hand_in);
    assert_eq!(
        (verdict.passed, holds(&verdict)),
        (false, vec![true, false]),
        "{verdict:?}"
    );
    assert_eq!(verdict.reasons.get(1).map(|reason| reason.now.as_str()), Some("1"));
    assert_eq!(verdict.doubts, []);
    assert_eq!(verdict.requests, 2, "a refused request does not count");
    assert_eq!(verdict.half_units, 6 + 2);
}

#[test]
fn a_learner_who_is_not_throttled_passes() {
    let text = sparing();
    let mut timeline = workspace(&text);
    send(&mut timeline, "Query", QUERY);
    assert!(verdict_on(&text, &timeline).passed);
}

#[test]
fn a_throttled_request_that_was_undone_does_not_count() {
    let text = sparing();
    let mut timeline = workspace(&text);
    let before = timeline.engine().now();
    send(&mut timeline, "Scan", LARGE_SCAN);
    send(&mut timeline, "Query", QUERY);
    timeline.go_to_time(before).expect("a time");
    send(&mut timeline, "Query", QUERY);
    let verdict = verdict_on(&text, &timeline);
    assert!(verdict.passed, "{verdict:?}");
}

/// A throttled request consumes nothing, so no later record shows that it is missing. The file equals the file of a
/// learner who waited instead.
#[test]
fn a_file_without_its_throttled_request_is_the_file_of_a_learner_who_waited() {
    let text = sparing();
    let (assignment, hand_in) = handed_for(&text, &throttled(&text));
    let (header, reader) = Reader::new(&hand_in.journal).expect("a journal");
    let records = reader.map(|record| record.expect("a record"));
    let kept = records.filter(|record| !matches!(record.entry, Entry::Refused { .. }));
    let mut journal = encode_header(&header);
    for (record, sequence) in kept.zip(1..) {
        journal.extend(encode_record(&Record { sequence, ..record }));
    }
    let verdict = judged_as(&assignment, &HandIn { journal, ..hand_in });
    assert!(verdict.passed, "{verdict:?}");
}

#[test]
fn the_newest_request_can_be_a_refused_one() {
    let text = TEXT.replace("requests Scan = 0", "elapsed >= 5");
    let mut timeline = workspace(&text);
    send(&mut timeline, "Query", QUERY);
    send(&mut timeline, "Query", ELSEWHERE);
    let later = timeline.engine().now() + Duration::from_seconds(20);
    timeline.advance(later, Budget::UNBOUNDED);
    let verdict = verdict_on(&text, &timeline);
    assert_eq!(holds(&verdict), [false, true, true], "as the learner's page shows it");
    assert_eq!((verdict.doubts, verdict.requests), (Vec::new(), 1));
}

#[test]
fn a_request_that_claims_a_refusal_is_found_out() {
    let mut timeline = workspace(TEXT);
    send(&mut timeline, "Query", ELSEWHERE);
    send(&mut timeline, "Query", QUERY);
    let honest = handed(&timeline);
    assert!(judged(&honest).passed);
    let answered = forged(&honest, |record| {
        if let Entry::Refused { body, .. } = &mut record.entry {
            QUERY.clone_into(body);
        }
    });
    let otherwise = forged(&honest, |record| {
        if let Entry::Refused { exception, .. } = &mut record.entry {
            "ProvisionedThroughputExceededException".clone_into(exception);
        }
    });
    for (hand_in, requests) in [(answered, 1), (otherwise, 1)] {
        let verdict = judged(&hand_in);
        assert!(!verdict.passed);
        assert!(matches!(verdict.doubts.as_slice(), [Doubt::Outcome(_)]), "{verdict:?}");
        assert_eq!(
            verdict.requests, requests,
            "an answered request counts, whatever the file claims"
        );
    }
}

#[test]
fn a_start_with_refused_requests_and_descriptions_is_compared() {
    let text = TEXT.replace(
        "keep before",
        "! Query {\"TableName\":\"Nothing\",\"KeyConditionExpression\":\"Id = :i\",\"ExpressionAttributeValues\":{\":i\":{\"S\":\"a\"}}}\n\
         > DescribeTable {\"TableName\":\"Orders\"}\n\
         > DeleteItem {\"TableName\":\"Orders\",\"Key\":{\"Customer\":{\"S\":\"bob\"},\"Number\":{\"N\":\"1\"}}}\n\
         > DescribeTable {\"TableName\":\"Orders\"}\n\
         keep before",
    );
    let mut timeline = workspace(&text);
    send(&mut timeline, "Query", QUERY);
    let (assignment, hand_in) = handed_for(&text, &timeline);
    assert_eq!(refusals(&hand_in), ["ResourceNotFoundException"]);
    let verdict = judged_as(&assignment, &hand_in);
    assert!(verdict.passed, "{verdict:?}");
    assert_eq!(verdict.requests, 1, "the start is not the learner's");
}
