//! The teacher's plans of `lessons/plans/`: every lesson has one with all its parts, and a plan fits its lesson.
#![allow(clippy::disallowed_methods, reason = "an edge of the project: reads its own files")]

use std::collections::BTreeSet;
use std::fs;

use hashrange_lesson::{Lesson, Plan, Task, read, read_plan};
use hashrange_tests::lesson::files;

/// The longest text of a plan, in characters: it is read while a class waits.
const MOST_LETTERS: usize = 400;

/// Every lesson with its text and its plan.
fn all() -> Vec<(Lesson, String, Plan)> {
    let one = |path: &std::path::PathBuf| {
        let text = fs::read_to_string(path).expect("a lesson is text");
        let lesson = read(&text).unwrap_or_else(|faults| panic!("{}:{}", path.display(), faults[0]));
        let place = path.with_file_name("plans").join(format!("{}.txt", lesson.id));
        let plan = fs::read_to_string(&place).unwrap_or_else(|error| panic!("{}: {error}", place.display()));
        let plan = read_plan(&plan).unwrap_or_else(|words| panic!("{}: {words}", place.display()));
        (lesson, text, plan)
    };
    files().iter().map(one).collect()
}

/// The words of a plan.
fn words(plan: &Plan) -> Vec<&str> {
    let times = plan.times.iter().map(|(_, words)| words);
    let wrong = plan.misconceptions.iter().flat_map(|one| [&one.belief, &one.seen]);
    let all = times.chain(wrong).chain(&plan.fast).chain([&plan.ask, &plan.answer]);
    all.map(String::as_str).collect()
}

/// The numbers of a text, without the commas between their thousands.
fn numbers(text: &str) -> BTreeSet<String> {
    let text = text.replace(',', "");
    let runs = text.split(|letter: char| !letter.is_ascii_digit());
    runs.filter(|run| !run.is_empty()).map(str::to_owned).collect()
}

#[test]
fn every_lesson_has_a_plan_with_all_its_parts() {
    for (lesson, _, plan) in all() {
        let id = &lesson.id;
        assert_eq!(plan.lesson, *id, "a plan has its lesson's name");
        let longest = plan.minutes() >= lesson.minutes && plan.minutes() <= 60;
        assert!(
            longest && plan.times.len() >= 3,
            "{id}: the times of before, during and after the lesson"
        );
        assert!(plan.ask.ends_with('?'), "{id}: {} is no question", plan.ask);
        assert!(
            plan.misconceptions.len() >= 2 && plan.fast.len() >= 2,
            "{id} lacks misconceptions or ideas"
        );
        for words in words(&plan) {
            assert!(words.chars().count() <= MOST_LETTERS, "{id}: too long: {words}");
            assert!(words.ends_with(['.', '?']), "{id}: no sentence: {words}");
        }
    }
    let plans = fs::read_dir(files()[0].with_file_name("plans")).expect("a folder");
    assert_eq!(plans.count(), all().len(), "a plan without a lesson");
}

/// A misconception belongs to a step in which the learner can show it.
#[test]
fn misconceptions_name_steps_that_ask_something() {
    for (lesson, _, plan) in all() {
        for one in &plan.misconceptions {
            let step = lesson.steps.iter().find(|step| step.name == one.step);
            let step = step.unwrap_or_else(|| panic!("{}: there is no step {}", lesson.id, one.step));
            assert!(
                !matches!(step.task, Task::Watch),
                "{}: {} asks nothing",
                lesson.id,
                one.step
            );
        }
    }
}

/// A figure of a plan cannot be compared with the service, so the lesson must have it too: there it is compared.
#[test]
fn numbers_and_quoted_titles_are_those_of_the_lesson() {
    let all = all();
    let titles: Vec<String> = all
        .iter()
        .flat_map(|(lesson, ..)| lesson.steps.iter().map(|step| &step.title.1).chain([&lesson.title]))
        .map(|title| title.shown().trim_end_matches('?').to_owned())
        .collect();
    for (lesson, text, plan) in &all {
        let known = numbers(text);
        for words in words(plan) {
            let strange: Vec<String> = numbers(words).difference(&known).cloned().collect();
            assert_eq!(strange, [] as [&str; 0], "{}: {words}", lesson.id);
            for quoted in words.split('"').skip(1).step_by(2) {
                let is_known =
                    titles.iter().any(|title| title == quoted.trim_end_matches('?')) || text.contains(quoted);
                assert!(is_known, "{}: {quoted} is no title", lesson.id);
            }
        }
    }
}

/// No two plans share a sentence of more than a few words: each is written for its lesson.
#[test]
fn each_plan_is_written_for_its_lesson() {
    let mut seen = BTreeSet::new();
    for (lesson, _, plan) in all() {
        for words in [&plan.ask, &plan.answer].into_iter().chain(&plan.fast) {
            assert!(seen.insert(words.clone()), "{}: written before: {words}", lesson.id);
        }
    }
}
