//! The order of the news around a response.

use hashrange_insight::reading::{AnyQuestion, TablesQuestion};
use hashrange_protocol::call::{Call, CallResult, ItemsOut};
use hashrange_protocol::{Answer, Ask, Command, News, Progress};

use super::{Page, with_notes};
use crate::store::MemoryStore;

#[test]
fn an_answer_comes_after_the_word_that_readings_are_older() {
    let mut page = Page::opened(&MemoryStore::new());
    with_notes(&mut page, 1);
    page.send(Command::Follow {
        number: 7,
        ask: Box::new(AnyQuestion::TablesQuestion(TablesQuestion)),
    });
    page.pass(2_000);
    assert!(page.state().settled);

    // The page is busy drawing the previous news, and becomes ready only later.
    page.host.state(|state| state.ready = false);
    let body = r#"{"TableName":"Notes","Item":{"Id":{"S":"new"}}}"#.to_owned();
    let ask = Box::new(Ask::Request {
        operation: "PutItem".to_owned(),
        body,
    });
    page.send(Command::Ask { number: 77, ask });
    page.pool.run_until_stalled();

    let news = page.platform.news.borrow();
    let answered = news
        .iter()
        .position(|news| matches!(news, News::Answer { number: 77, .. }))
        .expect("an answer");
    let settled = news[..answered].iter().rev().find_map(|news| match news {
        News::State(state) => Some(state.settled),
        _ => None,
    });
    assert_eq!(settled, Some(false));
}

#[test]
fn a_clock_that_only_runs_is_reported_once_a_second() {
    let mut page = Page::opened(&MemoryStore::new());
    with_notes(&mut page, 1);
    page.pass(30_000);
    let before = page.platform.news.borrow().len();
    page.pass(10_000);
    let news = page.platform.news.borrow();
    let reported = |is: fn(&News) -> bool| news[before..].iter().filter(|news| is(news)).count();
    assert_eq!(reported(|news| matches!(news, News::State(_))), 10);
    assert!(reported(|news| matches!(news, News::Strip(_))) <= 10);
    assert_eq!(reported(|news| !matches!(news, News::State(_) | News::Strip(_))), 0);
}

#[test]
fn a_first_reading_comes_at_once_although_the_page_is_drawing() {
    let mut page = Page::opened(&MemoryStore::new());
    page.host.state(|state| state.ready = false);
    for number in [7, 8] {
        page.send(Command::Follow {
            number,
            ask: Box::new(AnyQuestion::TablesQuestion(TablesQuestion)),
        });
        let last = page.last(|news| {
            if let News::Reading { number, .. } = news {
                Some(*number)
            } else {
                None
            }
        });
        assert_eq!(last, Some(number));
    }
}

#[test]
fn a_long_call_reports_its_progress_and_can_be_stopped() {
    let mut page = Page::opened(&MemoryStore::new());
    with_notes(&mut page, 3);
    let ask = Box::new(Ask::Call(Call::ItemsFile {
        table: "Notes".to_owned(),
        index: None,
        form: ItemsOut::Json,
    }));
    page.send(Command::Ask { number: 91, ask });
    page.send(Command::Cancel { number: 90 });
    page.send(Command::Cancel { number: 91 });
    page.pass(500);
    assert_eq!(
        page.answer(91),
        Some(Answer::Call(CallResult::Refused("Stopped.".to_owned())))
    );

    let file = page.call(&Call::ItemsFile {
        table: "Notes".to_owned(),
        index: None,
        form: ItemsOut::Json,
    });
    assert!(matches!(file, CallResult::File { .. }), "{file:?}");
    let words = page.last(|news| match news {
        News::Progress { progress, .. } => match &**progress {
            Progress::Call(words) => Some(words.clone()),
            Progress::Trial(_) => None,
        },
        _ => None,
    });
    assert!(words.is_some_and(|words| words.ends_with("items written")));
}
