//! What the page knows when an answer comes: the order of the news around it.

use hashrange_insight::reading::{Ask, TablesAsk};
use hashrange_protocol::{Command, News};

use super::{Page, with_notes};
use crate::store::MemoryStore;

#[test]
fn an_answer_comes_after_the_word_that_readings_are_older() {
    let mut page = Page::opened(&MemoryStore::new());
    with_notes(&mut page, 1);
    page.send(Command::Follow { number: 7, ask: Box::new(Ask::TablesAsk(TablesAsk)) });
    page.pass(2_000);
    assert!(page.state().settled);

    // The page is busy drawing what came last, and says so only later.
    page.host.desk(|desk| desk.ready = false);
    let body = r#"{"TableName":"Notes","Item":{"Id":{"S":"new"}}}"#.to_owned();
    page.send(Command::Request { number: 77, operation: "PutItem".to_owned(), body });
    page.pool.run_until_stalled();

    let news = page.world.news.borrow();
    let answered = news.iter().position(|news| matches!(news, News::Answer { number: 77, .. })).expect("an answer");
    let settled = news[..answered].iter().rev().find_map(|news| match news {
        News::State(state) => Some(state.settled),
        _ => None,
    });
    assert_eq!(settled, Some(false));
}

#[test]
fn a_first_reading_comes_at_once_although_the_page_is_drawing() {
    let mut page = Page::opened(&MemoryStore::new());
    page.host.desk(|desk| desk.ready = false);
    for number in [7, 8] {
        page.send(Command::Follow { number, ask: Box::new(Ask::TablesAsk(TablesAsk)) });
        let last = page.last(|news| if let News::Reading { number, .. } = news { Some(*number) } else { None });
        assert_eq!(last, Some(number));
    }
}
