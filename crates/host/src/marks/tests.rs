//! Marks of events that are processed once, again, and in another future; and more marks than are stored individually.

use super::*;
use hashrange_protocol::Line;
use hashrange_wire::TableStatus;

/// Marks of one event each: the wait before it in microseconds, the number of its lane, and its count.
pub(crate) fn marks_of(waits: &[(u64, usize, u32)]) -> Marks {
    let (mut marks, mut at) = (Marks::default(), 1_000_000_000);
    for (event, (wait, lane, count)) in (1..).zip(waits) {
        at += wait;
        marks.push(Mark {
            at: Timestamp::from_micros(at),
            lane: Lane::ALL[*lane],
            count: *count,
            events: (event, event),
        });
    }
    marks
}

/// A timeline that begins with the first mark and ends with the last.
pub(crate) fn line_of(marks: &Marks) -> Line {
    let at = |mark: Option<&Mark>| mark.map_or(Timestamp::from_seconds(1_000), |mark| mark.at);
    Line {
        begins: at(marks.all().first()),
        ends: at(marks.all().last()),
        ..Line::default()
    }
}

fn event(sequence: u64) -> Event {
    let kind = EventKind::Table {
        table: "T".into(),
        status: Some(TableStatus::Active),
    };
    Event {
        sequence,
        at: Timestamp::from_seconds(sequence),
        kind,
    }
}

#[test]
fn events_are_marked_once_and_another_future_has_its_own() {
    let events: Vec<Event> = (1..=9).map(event).collect();
    let (mut marks, mut fresh) = (Marks::default(), Fresh::default());
    let before = fresh.clone();
    let show = |fresh: &mut Fresh| fresh.show_events(events.iter(), |_| false);
    show(&mut fresh);
    marks.append(fresh.take());
    // Returns to the beginning and repeats the events once. Then does so twice before anything reads the marks.
    for times in [1, 2] {
        for _ in 0..times {
            fresh = before.clone();
            show(&mut fresh);
        }
        marks.append(fresh.take());
        assert_eq!((marks.all().len(), fresh.shown()), (9, 9));
    }
    marks.forget_after(4);
    assert_eq!(marks.all().len(), 4);
    fresh = before;
    show(&mut fresh);
    show(&mut fresh);
    marks.append(fresh.take());
    assert_eq!(marks.all().len(), 9);
}

#[test]
fn an_event_counts_in_every_lane_it_is_of() {
    let key = hashrange_values::Item::default();
    let kind = EventKind::Expired {
        table: "T".into(),
        key,
        expired: Timestamp::from_seconds(0),
        write: 1,
    };
    let lanes = |is_streamed: bool| {
        let mut lanes = Vec::new();
        count_marks(
            &kind,
            |_| is_streamed,
            |lane, count| lanes.extend((count > 0).then_some(lane)),
        );
        lanes
    };
    assert_eq!(
        (lanes(false), lanes(true)),
        (vec![Lane::Expiry], vec![Lane::Expiry, Lane::Stream])
    );
}

#[test]
fn many_marks_become_fewer_that_count_the_same() {
    let many = u64::try_from(MOST).expect("a number") * 3;
    let waits: Vec<(u64, usize, u32)> = (0..many).map(|event| (100, usize::from(event % 7 == 0), 1)).collect();
    let marks = marks_of(&waits);
    assert!(marks.all().len() <= MOST && marks.close > 0, "{}", marks.all().len());
    let count = |marks: &Marks| marks.all().iter().map(|mark| u64::from(mark.count)).sum::<u64>();
    assert_eq!(count(&marks), many);
    assert!(marks.all().is_sorted_by_key(|mark| mark.at));
    // A share of the joined events is dropped.
    let half = marks.up_to(many / 2);
    assert!(count(&half).abs_diff(many / 2) < 50, "{}", count(&half));
    // The same marks taken in one call and in two are the same.
    let mut again = Marks::default();
    again.append(marks_of(&waits));
    assert_eq!(again, marks);
}
