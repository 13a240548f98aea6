//! The requests that a step of a lesson lists, beside its words, and what the stage shows of one of them.

use hashrange_insight::reading::{AnyQuestion, Outcome, Stage, StageQuestion};
use hashrange_protocol::{Command, Lesson, LessonCommand, News, Sent, SentGroup, Shown, Step, Task, Word};
use hashrange_wire::Operation;

use super::Page;
use super::lessons::{act, begin, every_id, step, to_the_end};
use crate::store::MemoryStore;

/// The step of a stop, if its question is answered or it has none.
fn told(stop: &Lesson) -> Option<&Step> {
    let Shown::Step(step) = &stop.shown else { return None };
    let is_open = matches!(
        step.task,
        Task::Pick { outcome: None, .. } | Task::Number { outcome: None, .. }
    );
    (!is_open).then_some(&**step)
}

/// The figures of its words and of its reply.
fn figures(step: &Step) -> Vec<String> {
    let reply = match &step.task {
        Task::Pick { outcome, .. } | Task::Number { outcome, .. } => outcome.as_ref().map(|outcome| &outcome.reply),
        _ => None,
    };
    let words = step.say.iter().chain(reply.into_iter().flatten());
    words
        .filter_map(|word| match word {
            Word::Figure { found, .. } => Some(found.clone()),
            Word::Text(_) => None,
        })
        .collect()
}

fn stage(page: &mut Page, group: &SentGroup) -> Stage {
    let ask = StageQuestion {
        table: group.table.clone(),
        followed: group.number,
        ..StageQuestion::default()
    };
    page.send(Command::Follow {
        number: 1,
        ask: Box::new(AnyQuestion::StageQuestion(ask)),
    });
    page.pass(500);
    let news = page.platform.news.borrow();
    let bytes = news.iter().rev().find_map(|news| match news {
        News::Reading { bytes, .. } => bytes.clone(),
        _ => None,
    });
    hashrange_protocol::decode(&bytes.expect("a reading")).expect("a stage")
}

/// Words that name an exception, or the units and items of several pages, are about requests that the step lists.
#[test]
fn every_refusal_in_words_is_among_the_requests_of_the_lesson() {
    let mut missing = Vec::new();
    for id in every_id() {
        let mut page = Page::opened(&MemoryStore::new());
        begin(&mut page, &id);
        let mut refused: Vec<String> = Vec::new();
        for stop in to_the_end(&mut page) {
            let Some(step) = told(&stop) else { continue };
            refused.extend(step.sent.groups.iter().filter_map(|group| group.refused.clone()));
            let named = figures(step).into_iter().filter(|figure| figure.ends_with("Exception"));
            missing.extend(
                named
                    .filter(|name| !refused.contains(name))
                    .map(|name| format!("{id} {}: {name}", step.name)),
            );
        }
    }
    assert!(missing.is_empty(), "{missing:#?}");
}

#[test]
fn the_stage_shows_the_chosen_request_of_a_step() {
    let mut page = Page::opened(&MemoryStore::new());
    begin(&mut page, "gsi-2");
    let stops = to_the_end(&mut page);
    let of = |name: &str| {
        let mut steps = stops.iter().filter_map(told);
        steps
            .rfind(|step| step.name == name)
            .expect("a step")
            .sent
            .groups
            .clone()
    };
    let right = of("right-type");
    let operations: Vec<_> = right
        .iter()
        .map(|group| {
            (
                group.operation.map(Operation::name),
                group.table.as_str(),
                group.refused.as_deref(),
            )
        })
        .collect();
    let (put, refused) = (Some("PutItem"), Some("ValidationException"));
    assert_eq!(operations, [(put, "GameScores", None), (put, "GameScores", refused)]);
    let shown =
        |page: &mut Page, group: &SentGroup| stage(page, group).answer.map(|answer| (answer.number, answer.outcome));
    for group in &right {
        let (number, outcome) = shown(&mut page, group).expect("an answer");
        assert_eq!(Some(number), group.number);
        assert_eq!(outcome == Outcome::Answered, group.refused.is_none());
    }
    let keys = of("both").into_iter().map(|group| group.key.unwrap_or_default());
    assert_eq!(keys.collect::<Vec<_>>(), ["101", "102", "103", "104"]);
}

#[test]
fn a_request_of_the_learner_is_listed_and_still_there_after_a_return() {
    let mut page = Page::opened(&MemoryStore::new());
    begin(&mut page, "gsi-2");
    act(&mut page, LessonCommand::Pick(3));
    act(&mut page, LessonCommand::Forward);
    act(&mut page, LessonCommand::Forward);
    assert_eq!(step(&page).sent, Sent::default());
    let body = r#"{"TableName":"GameScores","Key":{"UserId":{"S":"400"},"GameTitle":{"S":"Comet Quest"}},"UpdateExpression":"SET TopScore = :z","ExpressionAttributeValues":{":z":{"N":"0"}}}"#;
    page.request("UpdateItem", body).expect("an update");
    page.pass(5_000);
    let sent = step(&page).sent;
    let names: Vec<_> = sent
        .groups
        .iter()
        .map(|group| (group.operation.map(Operation::name), group.key.as_deref()))
        .collect();
    assert_eq!(names, [(Some("UpdateItem"), Some("400"))]);
    act(&mut page, LessonCommand::Forward);
    act(&mut page, LessonCommand::Back);
    assert_eq!((step(&page).name.as_str(), step(&page).sent), ("add-score", sent));
}
