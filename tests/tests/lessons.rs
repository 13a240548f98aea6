//! Every lesson of `lessons/` without a browser: it has no problems, it plays with right and wrong answers, every
//! figure equals the service's, and undo and redo work. Errors of files are reported by line.
#![allow(clippy::disallowed_methods, reason = "an edge of the project: reads its own files")]

use std::fs;
use std::sync::Arc;

use hashrange_lesson::{Lesson, bare_numbers, lint, lint_all, lint_translation, read, read_translation};
use hashrange_tests::claims;
use hashrange_tests::lesson::{files, translations, walk};

/// The number of claims that lessons show so far. Raise it with every lesson that shows more. It must not be lowered.
const SHOWN_AT_LEAST: usize = 274;

fn lessons() -> Vec<Arc<Lesson>> {
    let read = |path: &std::path::PathBuf| {
        let text = fs::read_to_string(path).expect("a lesson is text");
        let lesson = read(&text).unwrap_or_else(|faults| panic!("{}:{}", path.display(), faults[0]));
        assert_eq!(
            path.file_stem().and_then(|stem| stem.to_str()),
            Some(lesson.id.as_str()),
            "a file has its lesson's name"
        );
        Arc::new(lesson)
    };
    files().iter().map(read).collect()
}

#[test]
fn lessons_are_clean() {
    let lessons = lessons();
    let mut wrong = Vec::new();
    for lesson in &lessons {
        wrong.extend(
            lint(lesson)
                .into_iter()
                .chain(bare_numbers(lesson, true))
                .map(|one| format!("{}.txt:{}: {}", lesson.id, one.line, one.words)),
        );
    }
    let owned: Vec<Lesson> = lessons.iter().map(|lesson| (**lesson).clone()).collect();
    wrong.extend(
        lint_all(&owned)
            .into_iter()
            .map(|(id, one)| format!("{id}.txt:{}: {}", one.line, one.words)),
    );
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

/// Right and wrong picks, numbers, failing and successful attempts, with every figure and claim.
#[test]
fn lessons_say_what_the_service_says() {
    let mut wrong = Vec::new();
    for lesson in lessons() {
        let problems = walk(&lesson).map_or_else(|problems| problems, |walked| walked.problems);
        wrong.extend(
            problems
                .into_iter()
                .map(|one| format!("{}.txt:{}: {}", lesson.id, one.line, one.words)),
        );
    }
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

#[test]
fn a_lesson_leads_to_the_same_state_every_time() {
    for lesson in lessons() {
        let (one, other) = (walk(&lesson).unwrap(), walk(&lesson).unwrap());
        assert_eq!(
            one.stage.timeline.state_hash(),
            other.stage.timeline.state_hash(),
            "{}",
            lesson.id
        );
        assert_eq!(
            (one.stops, one.findings),
            (other.stops, other.findings),
            "{}",
            lesson.id
        );
    }
}

#[test]
fn fifty_times_back_and_forth_ends_where_it_was() {
    for lesson in lessons() {
        let mut walked = walk(&lesson).unwrap();
        let timeline = &mut walked.stage.timeline;
        let hash = timeline.state_hash();
        for number in 0..50 {
            let moment = walked.stops[number * 7 % walked.stops.len()].at;
            timeline.go_to_time(moment).expect("a moment");
            timeline.go_to(u64::MAX).expect("the end");
        }
        assert_eq!(timeline.state_hash(), hash, "{}", lesson.id);
    }
}

/// A lesson must not fill a reader's storage.
#[test]
fn lessons_are_small() {
    for lesson in lessons() {
        let bytes = walk(&lesson)
            .unwrap()
            .stage
            .timeline
            .journal()
            .expect("every record is here")
            .len();
        // With large items, few requests cost many units. The loads of mng-6 are the largest.
        assert!(bytes < 11_000_000, "{}: {bytes} bytes", lesson.id);
    }
}

#[test]
fn lessons_show_claims_there_are_and_no_fewer_than_before() {
    let (all, shown) = (claims::all(), claims::shown());
    for (id, places) in &shown {
        assert!(all.contains_key(id), "{places:?} name {id}, which is no claim");
    }
    assert!(
        shown.len() >= SHOWN_AT_LEAST,
        "{} claims are shown, {SHOWN_AT_LEAST} were before",
        shown.len()
    );
}

#[test]
fn translations_have_the_figures_of_the_english() {
    let lessons = lessons();
    for (path, text) in translations() {
        let read = read_translation(&text).unwrap_or_else(|faults| panic!("{}:{}", path.display(), faults[0]));
        let english = lessons
            .iter()
            .find(|lesson| lesson.id == read.lesson)
            .expect("the lesson");
        assert_eq!(lint_translation(english, &read), [], "{}", path.display());
    }
}

/// `lessons/glossary.toml`: where the English of a lesson has a term, its translation has one of the term's forms, and
/// nowhere a word to avoid. Names of parameters (`Projection`) are no terms: case counts.
#[test]
fn translations_have_the_terms_of_the_glossary() {
    let glossary: toml::Table = include_str!("../../lessons/glossary.toml").parse().expect("TOML");
    let terms = glossary["term"].as_array().expect("terms");
    let lessons = lessons();
    for (path, text) in translations() {
        let read = read_translation(&text).expect("a translation");
        let english = lessons
            .iter()
            .find(|lesson| lesson.id == read.lesson)
            .expect("the lesson");
        let english: Vec<String> = english.texts().iter().map(|text| text.words.bare()).collect();
        let text = text.to_lowercase();
        for term in terms {
            let is_used = words_of(term.get("en")).any(|form| english.iter().any(|text| has_word(text, form)));
            let mut forms = words_of(term.get(&read.language));
            assert!(
                !is_used || forms.any(|form| text.contains(&form.to_lowercase())),
                "{} has no form of {}",
                path.display(),
                term["en"]
            );
            for avoided in words_of(term.get("avoid").and_then(|avoid| avoid.get(&read.language))) {
                assert!(
                    !text.contains(&avoided.to_lowercase()),
                    "{} has {avoided:?}",
                    path.display()
                );
            }
        }
    }
}

fn words_of(list: Option<&toml::Value>) -> impl Iterator<Item = &str> {
    list.and_then(toml::Value::as_array)
        .into_iter()
        .flatten()
        .filter_map(toml::Value::as_str)
}

/// Whether a text has these words, not as a part of others.
fn has_word(text: &str, words: &str) -> bool {
    let ends = |part: &str| part.is_empty() || !part.starts_with(char::is_alphanumeric);
    let begins = |part: &str| part.is_empty() || !part.ends_with(char::is_alphanumeric);
    text.match_indices(words)
        .any(|(at, _)| begins(&text[..at]) && ends(&text[at + words.len()..]))
}

/// Three mistakes in a foreign file: three errors with lines. After their correction, it plays.
#[test]
fn mistakes_are_reported_by_line_and_mended_it_plays() {
    let (wrong, mended) = (
        include_str!("lessons/three_mistakes.txt"),
        include_str!("lessons/mended.txt"),
    );
    let faults: Vec<String> = read(wrong).unwrap_err().iter().map(ToString::to_string).collect();
    assert_eq!(
        faults,
        [
            "13: there is no figure `item`; did you mean `items`?",
            "14: DynamoDB has no operation `Qerry`; did you mean `Query`?",
            "24: no line begins with `hnit`; did you mean `hint`?",
        ]
    );
    let lesson = Arc::new(read(mended).unwrap());
    assert_eq!(lint(&lesson), []);
    assert_eq!(walk(&lesson).unwrap().problems, []);
}

/// A broken line is reported at its line, and nowhere as something that is missing or in a wrong place.
#[test]
fn a_broken_line_is_reported_once() {
    let mended = include_str!("lessons/mended.txt");
    let step = mended.lines().find(|line| line.starts_with("step ")).expect("a step");
    let title = mended.lines().find(|line| line.starts_with("title ")).expect("a title");
    for (line, other) in [
        (step, "step".to_owned()),
        (step, step.replace("step", "stpe")),
        (title, title.replace("title", "titel")),
        ("goal ", "goal throttled ~ 0".to_owned()),
    ] {
        let Some(place) = mended.lines().position(|one| one.starts_with(line)) else {
            panic!("{line}")
        };
        let broken: Vec<&str> = mended
            .lines()
            .enumerate()
            .map(|(at, one)| if at == place { other.as_str() } else { one })
            .collect();
        let faults = read(&broken.join("\n")).unwrap_err();
        assert_eq!(
            faults.iter().map(|fault| fault.line).collect::<Vec<_>>(),
            [place + 1],
            "{other}: {faults:?}"
        );
    }
    // A file of one step whose step is broken has a step.
    let one = "lesson a\ncourse keys\ntitle A\nminutes 1\npromise A.\ntable T Id:S 1/1\nstep a\ntitle A\nshow table\nsay A {b}.\n";
    let faults = read(one).unwrap_err();
    assert_eq!(
        faults.iter().map(|fault| fault.line).collect::<Vec<_>>(),
        [10],
        "{faults:?}"
    );
}

/// A teacher's sentence may contain a number. Beside a figure, it is a warning. The draft's own words are no text.
#[test]
fn a_number_in_a_sentence_is_no_problem() {
    let text = |say: &str| {
        format!(
            "lesson a\ncourse keys\ntitle A task\nminutes 1\npromise What it is about.\ntable T Id:S 1/1\nstep a\ntitle A\nshow table\n\
             say {say}\ngoal count = 1\nhint Read it.\ndone Done.\nmiss count = 0 | Nothing.\n"
        )
    };
    let numbers = |say: &str| {
        let lesson = read(&text(say)).expect("a lesson");
        let problems: Vec<String> = lint(&lesson).into_iter().map(|one| one.words).collect();
        (problems, bare_numbers(&lesson, false).len())
    };
    assert_eq!(numbers("Query invoice 7 alone."), (Vec::new(), 0));
    assert_eq!(numbers("Query invoice 7 of {items = 9} items."), (Vec::new(), 1));
    let draft = numbers("Write the task here. State what the learner must find or change, and the limits.");
    assert_eq!(draft.0, ["`say` still has the text of the draft; write your own"]);
}

/// Sliders change the request that names them, within their ranges.
#[test]
fn sliders_change_numbers_of_a_request() {
    let text = |lines: &str| {
        format!(
            "lesson a\ncourse keys\ntitle A task\nminutes 1\npromise A.\ntable Tab Id:S 10/10\nitem {{\"Id\":\"a7\"}}\nstep a\n\
             title A\nshow table\nsay Find it.\n{lines}\ngoal answer GetItem {{\"Item\":{{}}}}\nhint Move.\ndone Done.\n\
             miss count = 0 | Nothing.\nsolve x=7\nnear x=8\n"
        )
    };
    let get = "> GetItem {\"TableName\":\"Tab\",\"Key\":{\"Id\":{\"S\":\"a<x>\"}}}";
    let lesson = Arc::new(read(&text(&format!("turn x 0..9\n{get}"))).unwrap());
    assert_eq!(walk(&lesson).unwrap().problems, []);
    let fault = |lines: &str| read(&text(lines)).unwrap_err()[0].to_string();
    let load = "load rate=1 seconds=1 table=Tab partition=Id keys=a:1";
    for lines in [
        format!("turn y 0..9\nturn x 0..9\n{get}"),
        format!("turn x 0..9\n{load}"),
        format!("turn 0..9\n{get}"),
    ] {
        let found = fault(&lines);
        assert!(found.contains("`turn suffixes 1..10 (or rate"), "{found}");
    }
    // At its highest value it must be a request, too.
    let count = "> Scan {\"TableName\":\"Tab\",\"Segment\":<x>,\"TotalSegments\":3}";
    assert!(read(&text(&format!("turn x 0..2\n{count}"))).is_ok());
    let found = fault(&format!("turn x 0..9\n{count}"));
    assert!(found.contains("Segment"), "{found}");
}

/// The lesson that the README prints is the one of `examples/`. Every figure is filled in, and it plays as printed.
#[test]
fn the_example_of_the_readme_is_clean_and_plays() {
    let readme = fs::read_to_string(hashrange_tests::root().join("../crates/lesson/README.md")).expect("the readme");
    let printed = readme
        .split("```\n")
        .find(|part| part.starts_with("lesson "))
        .expect("an example");
    let file = include_str!("../../examples/stock-1.txt");
    let (comments, kept) = file.split_once("\n\n").expect("comments, then the lesson");
    assert!(comments.lines().all(|line| line.starts_with('#')), "{comments}");
    assert_eq!(kept, printed);
    let lesson = Arc::new(read(printed).unwrap_or_else(|faults| panic!("{}", faults[0])));
    assert_eq!(lint(&lesson), []);
    assert_eq!(walk(&lesson).unwrap().problems, []);
}

/// No truncation of a file, and no swap of its lines, causes a panic. Excessive values are refused before anything is
/// built.
#[test]
fn files_of_strangers_end_in_errors() {
    let text = include_str!("lessons/mended.txt");
    for end in (0..text.len()).filter(|end| text.is_char_boundary(*end)) {
        drop(read(&text[..end]));
    }
    let lines: Vec<&str> = text.lines().collect();
    for first in 0..lines.len() {
        for second in 0..lines.len() {
            let mut other = lines.clone();
            other.swap(first, second);
            if let Ok(lesson) = read(&other.join("\n")) {
                drop(lint(&lesson));
            }
        }
    }
    for line in [
        "items 99999999 {\"Id\":\"<n>\"}",
        "items 10000 {\"Id\":\"<n>\",\"Note\":\"<x*400000>\"}",
        "item {\"Id\":\"a\",\"Note\":\"<x*99999999999>\"}",
        "load rate=4000000000 seconds=4000000000 table=T partition=K keys=counter",
        "times 4000000000 > ListTables {}",
        "~ 99999999999 h",
        "setting",
        "step",
    ] {
        let faults = read(&format!("lesson a\ntable T Id:S 1/1\n{line}\n")).unwrap_err();
        assert!(faults.iter().any(|fault| fault.line == 3), "{line}: {faults:?}");
    }
    assert!(read(&"#".repeat(500_000)).is_err());
}
