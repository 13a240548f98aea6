//! Movement along recorded events.

use hashrange_protocol::{ClockCommand, Command, Travel};
use hashrange_time::Duration;

use super::{Page, with_notes};
use crate::store::MemoryStore;

#[test]
fn a_jump_of_days_and_the_way_back_are_the_same_for_every_reading() {
    let store = MemoryStore::new();
    let mut page = Page::opened(&store);
    with_notes(&mut page, 2);
    let to = page.state().now + Duration::from_hours(48);
    page.send(Command::Clock(ClockCommand::Pause));
    page.send(Command::Clock(ClockCommand::StepTo(to)));
    page.pass(1_000);
    assert_eq!(page.state().now, to);
    page.send(Command::Travel(Travel::Undo));
    page.pass(300);
    assert!(page.state().line.is_past());
    assert_eq!(page.runs(), []);
}

#[test]
fn two_jumps_at_once_add_up() {
    let mut page = Page::opened(&MemoryStore::new());
    with_notes(&mut page, 2);
    page.send(Command::Clock(ClockCommand::Pause));
    page.pass(100);
    let from = page.state().now;
    page.send(Command::Clock(ClockCommand::Skip(Duration::from_hours(1))));
    page.send(Command::Clock(ClockCommand::Skip(Duration::from_minutes(1))));
    page.pass(1_000);
    assert_eq!(page.state().now, from + Duration::from_minutes(61));
}

#[test]
fn a_request_made_while_time_stands_still_stays_undone() {
    let mut page = Page::opened(&MemoryStore::new());
    with_notes(&mut page, 1);
    page.send(Command::Clock(ClockCommand::Pause));
    page.pass(100);
    for note in ["a", "b"] {
        let body = format!(r#"{{"TableName":"Notes","Item":{{"Id":{{"S":"{note}"}}}}}}"#);
        page.request("PutItem", &body).expect("a put");
    }
    page.pass(500);
    let end = page.state().line.end;
    for undone in 1..=2 {
        page.send(Command::Travel(Travel::Undo));
        page.pass(500);
        assert_eq!(page.state().line.place, end - undone);
    }
}
