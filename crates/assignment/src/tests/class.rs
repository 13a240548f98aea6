//! Thirty results of a lesson with different answers, and thirty verdicts: every figure of the class is counted by hand.

use std::sync::Arc;

use hashrange_endpoint::Settings;
use hashrange_lesson::read;
use hashrange_time::Timestamp;

use super::{Seen, settings};
use crate::{
    AnswerKey, Answered, Came, Class, Doubt, KeyMaking, LessonResult, NotResult, Reason, Takes, Verdict, mark_of,
};

const KEYS_2: &str = include_str!("../../../../lessons/keys-2.txt");
const GSI_2: &str = include_str!("../../../../lessons/gsi-2.txt");

fn key_of(text: &str) -> AnswerKey {
    let lesson = Arc::new(read(text).expect("a lesson"));
    // The time at which lessons begin on the page: some name dates.
    let start = Timestamp::from_seconds(1_571_820_000);
    let mut settings = Settings { start, ..settings() };
    for one in &lesson.settings {
        settings.set(&one.name, &one.value).expect("a setting");
    }
    let mut making = KeyMaking::<Seen>::new(&lesson, text, &settings);
    loop {
        if let Some(done) = making.go_on() {
            return done.expect("a key");
        }
    }
}

/// The file of a learner who picked these in "ceiling", "double", "small" and "product", and reached both goals.
fn result(learner: usize, picks: [usize; 4]) -> LessonResult {
    let steps = ["ceiling", "double", "small", "product"];
    let picks = steps.into_iter().zip(picks.map(Answered::Pick));
    let goals = ["turn", "give"].map(|step| (step, Answered::Met(61_234)));
    LessonResult {
        learner: format!("Learner {learner}"),
        lesson: "keys-2".to_owned(),
        mark: mark_of(KEYS_2),
        answers: picks
            .chain(goals)
            .map(|(step, answered)| (step.to_owned(), answered))
            .collect(),
        ..LessonResult::default()
    }
}

/// Thirty learners: in "ceiling" 17 pick 1 and 2 pick 3, in "double" 8 pick 1 and 5 pick 2, in "small" 6 pick 1 and one
/// picks 3, in "product" 4 pick 1. The others are right.
fn thirty() -> Vec<(String, LessonResult)> {
    let pick = |at: usize, wrong: [(usize, usize); 2], right: usize| match at {
        at if at < wrong[0].1 => wrong[0].0,
        at if at < wrong[0].1 + wrong[1].1 => wrong[1].0,
        _ => right,
    };
    let one = |at: usize| {
        let picks = [
            pick(at, [(1, 17), (3, 2)], 2),
            pick((at + 7) % 30, [(1, 8), (2, 5)], 3),
            pick((at + 13) % 30, [(1, 6), (3, 1)], 2),
            pick((at + 23) % 30, [(1, 4), (1, 0)], 2),
        ];
        (format!("{at}.result"), result(at + 1, picks))
    };
    (0..30).map(one).collect()
}

/// The file numbers of the answers of a question, each with its count.
fn counts(class: &Class, at: usize) -> Vec<(usize, usize)> {
    let answers = class.questions[at].answers.iter().map(|answer| answer.number);
    let mut counts: Vec<(usize, usize)> = answers.zip(class.counted(at).each).collect();
    counts.sort_unstable();
    counts
}

#[test]
fn a_key_has_every_question_with_the_right_answer_and_the_lessons_own_replies() {
    let key = key_of(KEYS_2);
    let steps: Vec<(&str, usize)> = key
        .questions
        .iter()
        .map(|one| (one.step.as_str(), one.number))
        .collect();
    assert_eq!(
        steps,
        [
            ("ceiling", 2),
            ("double", 3),
            ("turn", 5),
            ("small", 6),
            ("give", 7),
            ("product", 8)
        ]
    );
    let right = |at: usize| {
        let right = key.questions[at].answers.iter().filter(|answer| answer.right);
        right.map(|answer| answer.number).collect::<Vec<_>>()
    };
    assert_eq!([right(0), right(1), right(3), right(5)], [[2], [3], [2], [2]]);
    let first = key.questions[0]
        .answers
        .iter()
        .find(|answer| answer.number == 1)
        .expect("a pick");
    assert_eq!(first.words, "All 500: the table has enough units");
    assert!(
        first.reply.starts_with("All 500 writes need 2000 units a second."),
        "{}",
        first.reply
    );
    assert_eq!((key.title.as_str(), key.steps.len()), ("One key, one ceiling", 9));
    assert_eq!(key.questions[2].takes, Takes::Goal);
    assert!(
        key.questions[2].answers[1]
            .reply
            .starts_with("A partition accepts 1000 units")
    );
}

#[test]
fn a_number_is_right_within_its_bounds_too_low_or_too_high() {
    let key = key_of(GSI_2);
    let at = key
        .questions
        .iter()
        .position(|one| one.step == "estimate")
        .expect("a number");
    assert_eq!(key.questions[at].takes, Takes::Number(13_425.0 * 0.98, 13_425.0 * 1.02));
    let said = |number: &str| {
        let result = LessonResult {
            mark: mark_of(GSI_2),
            lesson: "gsi-2".to_owned(),
            reached: Some(7),
            answers: vec![("estimate".to_owned(), Answered::Say(number.to_owned()))],
            ..LessonResult::default()
        };
        let class = Class::of_results(&key, &[(String::new(), result)]);
        class.learners[0].answers[at]
    };
    assert_eq!(
        [said("13425"), said("13200"), said("5925"), said("17900")],
        [Some(0), Some(0), Some(1), Some(2)]
    );
    assert_eq!(said("many"), None);
    assert!(
        key.questions[at].answers[2]
            .reply
            .starts_with("Not all 100 items have an entry")
    );
}

#[test]
fn thirty_results_are_counted_and_the_worst_question_comes_first() {
    let class = Class::of_results(&key_of(KEYS_2), &thirty());
    assert_eq!(counts(&class, 0), [(1, 17), (2, 11), (3, 2)]);
    assert_eq!(counts(&class, 1), [(1, 8), (2, 5), (3, 17)]);
    assert_eq!(counts(&class, 3), [(1, 6), (2, 23), (3, 1)]);
    assert_eq!(counts(&class, 5), [(1, 4), (2, 26)]);
    let ceiling = class.counted(0);
    assert_eq!((ceiling.all, ceiling.wrong), (30, 19));
    let commonest = &class.questions[0].answers[ceiling.commonest.expect("a wrong pick")];
    assert_eq!((commonest.number, commonest.right), (1, false));
    assert_eq!(class.to_discuss(), [0, 1, 3, 5]);
    assert_eq!(class.states(), [30, 0, 0]);
    assert_eq!(class.counted(2).each, [30, 0], "the goals are reached");
}

#[test]
fn the_first_answer_counts_and_a_step_that_was_not_reached_has_none() {
    let mut again = result(1, [1, 3, 2, 2]);
    again.answers.insert(1, ("ceiling".to_owned(), Answered::Pick(2)));
    let mut stuck = result(2, [2, 3, 2, 2]);
    stuck.reached = Some(5);
    stuck.answers.retain(|(step, _)| step == "ceiling" || step == "double");
    let mut by_link = result(3, [2, 3, 2, 2]);
    by_link.skipped = 5;
    by_link
        .answers
        .retain(|(step, _)| step != "ceiling" && step != "double" && step != "turn");
    let files: Vec<(String, LessonResult)> = [again, stuck, by_link].map(|one| (String::new(), one)).into();
    let class = Class::of_results(&key_of(KEYS_2), &files);
    assert_eq!(class.counted(0).wrong, 1);
    let stuck = &class.learners[1];
    assert_eq!(
        (stuck.came, stuck.answers[2], stuck.answers[3]),
        (Came::ToStep(5), Some(1), None)
    );
    let by_link = &class.learners[2];
    assert_eq!((by_link.answers[0], by_link.answers[3].is_some()), (None, true));
    assert_eq!(class.states(), [2, 1, 0], "no doubts");
}

#[test]
fn what_does_not_fit_is_a_reason_to_ask() {
    let changed = |change: &dyn Fn(&mut LessonResult)| {
        let mut one = result(1, [2, 3, 2, 2]);
        change(&mut one);
        one
    };
    let files = [
        changed(&|one| one.mark ^= 1),
        changed(&|one| one.answers[0].1 = Answered::Pick(7)),
        changed(&|one| one.answers.push(("spread".to_owned(), Answered::Pick(1)))),
        changed(&|one| drop(one.answers.remove(0))),
        changed(&|one| one.reached = Some(40)),
        changed(&|one| one.answers[4].1 = Answered::Pick(1)),
    ];
    for (file, words) in files.iter().zip([
        "The learner played another version of this lesson.",
        "Step 2 has an answer that it does not offer.",
        "The file has an answer for \"spread\", which asks nothing in this lesson.",
        "Step 2 is passed, but the file has no answer for it.",
        "The file names a step that this lesson does not have.",
        "Step 5 has an answer that it does not offer.",
    ]) {
        let class = Class::of_results(&key_of(KEYS_2), &[(String::new(), file.clone())]);
        assert_eq!(class.learners[0].doubts, [words]);
        assert_eq!(class.states(), [0, 0, 1]);
    }
    let twice = Class::of_results(
        &key_of(KEYS_2),
        &[(String::new(), files[0].clone()), (String::new(), files[1].clone())],
    );
    assert!(
        twice
            .learners
            .iter()
            .all(|one| one.doubts.iter().any(|words| words.starts_with("Another file")))
    );
}

#[test]
fn a_result_is_read_as_it_was_written_and_a_damaged_one_is_refused() {
    let mut written = result(7, [1, 2, 3, 1]);
    written.learner = "Kim\n Li".to_owned();
    (written.skipped, written.reached) = (2, Some(4));
    written
        .answers
        .push(("formula".to_owned(), Answered::Say("15".to_owned())));
    let text = written.to_text();
    written.learner = "Kim  Li".to_owned();
    assert_eq!(LessonResult::read(text.as_bytes()), Ok(written));
    for end in 0..text.len() {
        assert!(LessonResult::read(&text.as_bytes()[..end]).is_err(), "cut at {end}");
    }
    let refused = |bytes: &[u8]| LessonResult::read(bytes).expect_err("no result");
    assert_eq!(
        refused(text.replace("ceiling 1", "ceiling 2").as_bytes()),
        NotResult::Damaged
    );
    assert_eq!(refused(b"I finished it."), NotResult::Other);
    assert_eq!(
        refused(text.replace("result 1", "result 2").as_bytes()),
        NotResult::Newer
    );
    assert_eq!(
        refused(format!("{text}{}", " ".repeat(70_000)).as_bytes()),
        NotResult::TooLong
    );
    let many = LessonResult {
        answers: vec![("ceiling".to_owned(), Answered::Pick(1)); 50_000],
        lesson: "keys-2".to_owned(),
        ..LessonResult::default()
    };
    assert!(LessonResult::read(many.to_text().as_bytes()).is_ok_and(|read| read.answers.len() > 1_000));
}

#[test]
fn the_conditions_of_an_assignment_are_its_questions() {
    let verdict = |at: usize| {
        let reason = |words: &str, holds: bool, now: &str| Reason {
            words: words.to_owned(),
            holds,
            now: now.to_owned(),
        };
        let scanned = at < 12;
        let verdict = Verdict {
            passed: !scanned && at < 28,
            reasons: vec![
                reason("The response has one item", true, ""),
                reason("There are no Scan requests", !scanned, if at < 9 { "1" } else { "2" }),
            ],
            doubts: if at < 28 { Vec::new() } else { vec![Doubt::OtherText] },
            requests: 2,
            ..Verdict::default()
        };
        (format!("Learner {at}"), verdict)
    };
    let class = Class::of_verdicts("Orders", &(0..30).map(verdict).collect::<Vec<_>>());
    assert_eq!(class.to_discuss(), [1]);
    assert_eq!(class.counted(1).each, [18, 12]);
    assert_eq!(
        class.questions[1].answers[1].reply,
        "The commonest value at the end is 1."
    );
    assert_eq!((class.states(), class.is_assignment()), ([16, 12, 2], true));
}

/// The page makes the key of every lesson that it offers.
#[test]
#[allow(clippy::disallowed_methods, reason = "it reads the lessons of the project")]
fn every_lesson_has_a_key_with_one_right_answer_to_each_question() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../lessons");
    let names = std::fs::read_dir(folder)
        .expect("lessons")
        .map(|entry| entry.expect("a file").path());
    let is_lesson = |path: &std::path::PathBuf| {
        let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        name.ends_with(".txt") && name.matches('.').count() == 1
    };
    let mut keys = 0;
    for path in names.filter(is_lesson) {
        let text = std::fs::read_to_string(&path).expect("a lesson");
        let key = key_of(&text);
        let asked = text.lines().filter(|line| line.starts_with("ask")).count();
        let picks = key.questions.iter().filter(|one| one.takes != Takes::Goal);
        assert_eq!(picks.count(), asked, "{}", path.display());
        for question in &key.questions {
            let right = question.answers.iter().filter(|answer| answer.right).count();
            assert_eq!(right, 1, "{}: {}", path.display(), question.step);
            let mut replied = question.answers.iter().filter(|answer| !answer.right);
            assert!(
                replied.all(|answer| !answer.reply.is_empty()),
                "{}: {}",
                path.display(),
                question.step
            );
        }
        keys += 1;
    }
    assert!(keys >= 27, "{keys} keys");
}
