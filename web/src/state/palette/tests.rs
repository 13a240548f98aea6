//! Tests of the palette: matches, rows, and the share of people's questions that find their place.

#![allow(clippy::disallowed_methods, reason = "the palette's texts are files of the project")]

use std::fs::{read_dir, read_to_string};

use super::*;

/// The least number of questions.
const QUESTIONS: usize = 120;
/// The least number of questions in a hundred that find their place.
const PERCENT: usize = 90;
/// The least number of synonyms.
const SYNONYMS: usize = 150;

/// The lines of a file of `web/palette`, without comments and empty lines.
pub(crate) fn lines(name: &str) -> Vec<String> {
    let text = read_to_string(format!("{}/palette/{name}", env!("CARGO_MANIFEST_DIR"))).unwrap();
    let lines = text.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    lines.map(str::to_owned).collect()
}

/// The places of the lessons and their steps, as `web/palette.mjs` writes them.
fn lessons() -> Vec<String> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../lessons");
    let files = read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let mut files: Vec<_> = files
        .filter(|path| {
            path.file_name()
                .is_some_and(|name| name.to_str().unwrap().matches('.').count() == 1)
        })
        .filter(|path| path.extension().is_some_and(|extension| extension == "txt"))
        .collect();
    files.sort();
    files
        .iter()
        .flat_map(|path| places_of(&read_to_string(path).unwrap()))
        .collect()
}

fn places_of(text: &str) -> Vec<String> {
    let (mut lesson, mut step, mut title) = (String::new(), String::new(), String::new());
    let mut places = Vec::new();
    for line in text.lines() {
        match line.split_once(' ') {
            Some(("lesson", id)) => lesson = id.trim().to_owned(),
            Some(("step", name)) => step = format!("/{}", name.trim()),
            Some(("title", words)) if step.is_empty() => {
                title = words.trim().to_owned();
                places.push(format!("lesson/{lesson} | {title} | lesson"));
            }
            Some(("title", words)) => places.push(format!("lesson/{lesson}{step} | {} | {title}", words.trim())),
            _ => {}
        }
    }
    places
}

/// The palette's file.
pub(crate) fn text() -> String {
    [lines("places.txt"), lessons(), lines("synonyms.txt")]
        .concat()
        .join("\n")
}

fn index() -> Index {
    let mut index = Index::default();
    index.add("Thread", "table", "table/Thread");
    index.add("LastPostIndex", "Thread", "table/Thread/LastPostIndex");
    index.read(&text(), &[]);
    index
}

fn places(index: &mut Index, query: &str) -> Vec<String> {
    index.find(query).into_iter().map(|found| found.place).collect()
}

#[test]
fn people_find_what_they_ask_for() {
    let (mut index, questions) = (index(), lines("questions.txt"));
    let mut failed = Vec::new();
    for line in &questions {
        let (question, wanted) = line.split_once(" > ").unwrap();
        let wanted: Vec<&str> = wanted.split(' ').collect();
        for place in &wanted {
            assert!(
                index.places.iter().any(|known| known.place == *place),
                "{line}: {place} does not exist"
            );
        }
        let found = places(&mut index, question);
        if !found.iter().take(5).any(|place| wanted.contains(&place.as_str())) {
            failed.push(format!("{question}: {}", found[..found.len().min(5)].join(" ")));
        }
    }
    let found = questions.len() - failed.len();
    println!(
        "{found} of {} questions find their place among the first five",
        questions.len()
    );
    println!("{}", failed.join("\n"));
    assert!(questions.len() >= QUESTIONS);
    assert!(
        found * 100 >= questions.len() * PERCENT,
        "{found} of {}",
        questions.len()
    );
}

#[test]
fn every_phrase_leads_somewhere_and_is_there_once() {
    let (mut index, mut known) = (index(), Vec::new());
    let (lines, ignored) = (lines("synonyms.txt"), std::mem::take(&mut index.ignored));
    for line in &lines {
        let (phrase, wanted) = line.split_once(": ").unwrap_or_else(|| panic!("{line} leads nowhere"));
        let words = index.words(phrase);
        let mut words: Vec<String> = words.split_terminator(' ').map(str::to_owned).collect();
        words.retain(|word| !ignored.contains(&format!(" {word} ")));
        words.sort();
        assert!(!words.is_empty(), "{phrase} has ignored words only");
        assert!(!known.contains(&words), "{phrase} is there twice");
        known.push(words);
        for place in wanted.split(' ') {
            assert!(
                index.places.iter().any(|known| known.place == place),
                "{line}: {place} does not exist"
            );
        }
    }
    assert!(lines.len() >= SYNONYMS);
}

#[test]
fn the_best_match_comes_first_and_matches_are_grouped() {
    let mut index = index();
    for (query, best) in [
        ("TTL", "settings/expiry"),
        ("ttl", "settings/expiry"),
        ("hot partition", "lesson/keys-2/ceiling"),
        ("hot part", "lesson/keys-2/ceiling"),
        ("hot partitoin", "lesson/keys-2/ceiling"),
        ("undo", "here/undo"),
        ("lastpost", "table/Thread/LastPostIndex"),
        ("LastPost", "table/Thread/LastPostIndex"),
        ("Thread", "table/Thread"),
        ("new item", "do/new-item"),
        ("collections", "tab/Collections"),
        ("events", "card/events"),
        (">dark", "do/theme-dark"),
        ("turn throttling on", "here/throttling-on"),
        ("export", "do/export"),
        ("all keys", "do/keys"),
        ("query and scan", "tab/Query"),
        ("backups", "settings/backups"),
        ("burst", "physics/Throttling"),
        ("point in time recovery", "settings/recovery"),
        ("new ta", "do/new-table"),
        ("dark", "do/theme-dark"),
        ("recovery", "settings/recovery"),
        ("stream", "settings/stream"),
        ("Collections", "tab/Collections"),
        ("sessions that expire", "sample/session-data"),
        ("global secondary index", "lesson/gsi-1"),
        ("gsi", "settings/indexes"),
        ("bulk delete", "lesson/ttl-3/own"),
    ] {
        let found = places(&mut index, query);
        assert_eq!(found.first().map(String::as_str), Some(best), "{query}: {found:?}");
    }
    let found = index.find("throttling");
    let groups: Vec<&str> = found.iter().map(|one| group(&one.place)).collect();
    let mut changes = groups.clone();
    changes.dedup();
    changes.sort_unstable();
    assert_eq!(changes, ["Do", "Go to", "Learn"], "each group once");
    assert!(found.len() <= MOST);
}

#[test]
fn the_detail_says_which_phrase_led_to_the_place() {
    let mut index = index();
    let details = |found: Vec<Found>| found.into_iter().next().map(|one| one.detail);
    assert_eq!(details(index.find("csv")).as_deref(), Some("CSV, upload"));
    assert_eq!(
        details(index.find("revert")).as_deref(),
        Some("Ctrl+Z · revert, take back")
    );
    assert_eq!(details(index.find("undo")).as_deref(), Some("Ctrl+Z"));
}

#[test]
fn only_commands_follow_the_sign_for_them() {
    let mut index = index();
    let commands = index.places.iter().filter(|one| group(&one.place) == COMMANDS).count();
    assert_eq!([index.find("").len(), index.find(" > ").len()], [commands; 2]);
    let found = places(&mut index, ">th");
    assert!(found.contains(&"here/throttling-off".to_owned()), "{found:?}");
    assert!(found.iter().all(|place| group(place) == COMMANDS), "{found:?}");
    assert!(index.find(">partition").iter().all(|one| group(&one.place) == COMMANDS));
}

#[test]
fn hidden_kinds_are_not_found_and_keys_never() {
    let mut index = Index::default();
    index.read(&text(), &["here"]);
    assert!(
        places(&mut index, "undo")
            .iter()
            .all(|place| !place.starts_with("here/"))
    );
    assert!(
        index
            .find("zoom the timeline")
            .iter()
            .all(|one| !one.place.starts_with("key/"))
    );
    assert!(
        index
            .keys()
            .iter()
            .any(|key| key.title == "Find anything" && key.detail == "Ctrl+K or /")
    );
}

#[test]
fn a_query_has_an_end_and_may_be_anything() {
    let mut index = index();
    for query in ["zzzz", "\u{1f980}", ">>>", "💥 | : /", "<b>"] {
        let _ = index.find(query);
    }
    assert_eq!(index.find("xyzzyx"), []);
    let long = format!("{}stream", "zzzz ".repeat(20));
    assert_eq!(index.find(&long), [], "the word is beyond the end");
    assert_eq!(index.find(&"ä".repeat(1_000)), []);
    assert_eq!(Index::default().find("stream"), []);
}

#[test]
fn rows_mark_matches_and_escape_every_text() {
    let mut index = Index::default();
    index.add("<img src=x onerror=\"boom\"> & Co", "workspace", "workspace/1");
    index.add("Undo the latest request", "Ctrl+Z", "here/undo");
    let found = index.find("img");
    let rows = index.rows(&found, "img", Some(0));
    assert!(
        rows.contains("&lt;<mark>img</mark> src=x onerror=\"boom\"> &amp; Co"),
        "{rows}"
    );
    assert!(
        rows.contains("role=\"option\" id=\"found-0\" aria-selected=\"true\""),
        "{rows}"
    );
    let found = index.find(">undo");
    let rows = index.rows(&found, ">undo", Some(1));
    assert!(rows.starts_with("<div role=\"group\" aria-label=\"Do\">"), "{rows}");
    assert!(
        rows.contains("<span><mark>Undo</mark> the latest request</span><small>Ctrl+Z</small>"),
        "{rows}"
    );
    assert!(rows.contains("aria-selected=\"false\""), "{rows}");
    let keys = [("key/A", "a"), ("key/B", "b")].map(|(place, title)| Found {
        place: place.to_owned(),
        title: title.to_owned(),
        ..Found::default()
    });
    let rows = index.rows(&keys, "", None);
    assert!(
        rows.contains(
            "<div class=\"palette-row\" ><span>a</span><small></small></div></div><div role=\"group\" aria-label=\"B\">"
        ),
        "{rows}"
    );
    assert_eq!(index.rows(&[], "", Some(0)), "");
}
