//! The picture of manual readings: positions, and movements.

use hashrange_protocol::{
    Ceilings, KeyAttribute, KeySchema, Outcome, Part, PartitionStage, Passing, RowStage, SquareStage, SquareState,
    Stage, StageAnswer, StageIndex, StageSecond, StageTray, StageUnits, Units,
};
use hashrange_time::{Duration, Timestamp};
use hashrange_values::{AttributeValue, Item, KeyType, Text};
use hashrange_wire::Operation;

use super::*;

fn quiet() -> StageUnits {
    StageUnits {
        used: Units::default(),
        before: Units::default(),
        per_second: 100,
        bucket: Default::default(),
        throttled: 0,
    }
}

pub(super) fn row(key: &str, items: usize) -> RowStage {
    let square = |at| SquareStage {
        key: Text::from(format!("{at:02}")),
        item: Item::new(),
        bytes: 100,
        state: SquareState::Plain,
    };
    RowStage {
        key: key.into(),
        squares: (0..items).map(square).collect(),
        more: false,
        skips: false,
        locals: Vec::new(),
        bytes: None,
    }
}

fn partition(at: u32, of: u32) -> PartitionStage {
    let slice = u128::MAX / u128::from(of);
    PartitionStage {
        number: at,
        parent: None,
        from: slice * u128::from(at),
        to: slice * u128::from(at + 1) - 1,
        items: 30,
        bytes: 3_000,
        reads: Default::default(),
        writes: Default::default(),
        reads_left: Units::whole(3_000),
        writes_left: Units::whole(1_000),
        throttled_now: [0, 0],
        throttled: Default::default(),
        rows: vec![row(&format!("1{at}"), 12), row(&format!("2{at}"), 18)],
        more_rows: false,
    }
}

fn index(name: &str) -> StageIndex {
    StageIndex {
        name: name.into(),
        keys: KeySchema {
            partition: Vec::new(),
            sort: Vec::new(),
        },
        status: "ACTIVE".into(),
        entries: 30,
        bytes: 3_000,
        reads: quiet(),
        writes: quiet(),
        travelling: Vec::new(),
        queued: 0,
        oldest: None,
        newest_lag: Duration::from_millis(12),
        throttles_table: [0, 0],
        partitions: vec![partition(0, 1)],
        partition_count: 1,
        build: None,
        left_out: 0,
        vector: None,
        missing: Vec::new(),
    }
}

/// A vector index with an item that it does not have.
pub(super) fn vector_index(name: &str) -> StageIndex {
    let mut item = Item::new();
    item.insert("Id", AttributeValue::string("plain"));
    StageIndex {
        vector: Some("COSINE, embedding".into()),
        left_out: 7,
        missing: vec![StageTray {
            item,
            why: "no embedding".into(),
        }],
        ..index(name)
    }
}

pub(super) fn stage(partitions: u32) -> Stage {
    Stage {
        table: "Invoices".into(),
        keys: KeySchema {
            partition: vec![KeyAttribute {
                name: "InvoiceNumber".into(),
                key_type: KeyType::S,
            }],
            sort: Vec::new(),
        },
        status: "ACTIVE".into(),
        at: Timestamp::from_seconds(1_000),
        on_demand: false,
        throttling: true,
        items: 30 * u64::from(partitions),
        bytes: 3_000,
        reads: quiet(),
        writes: quiet(),
        second: StageSecond::default(),
        before: StageSecond::default(),
        ceilings: Ceilings {
            reads: 3_000,
            writes: 1_000,
        },
        bytes_limit: 10 << 30,
        partitions: (0..partitions).map(|at| partition(at, partitions)).collect(),
        partition_count: partitions as usize,
        splits: Vec::new(),
        followers_lag: false,
        follower_lag: [Duration::ZERO; 2],
        followers_behind: 0,
        locals: Vec::new(),
        collection_limit: 10 << 30,
        indexes: vec![index("ByCountry")],
        stream: None,
        expiry: None,
        accelerator: None,
        passing: Vec::new(),
        answer: None,
        locked: 0,
    }
}

pub(super) fn put(number: u64, millis: u64, partition: u32) -> Passing {
    Passing {
        number,
        member: 0,
        write: Some(number),
        at: Timestamp::from_millis(millis),
        operation: Operation::PutItem,
        key: Some("121212".into()),
        partition: Some(partition),
        index: None,
        units: Units::whole(20),
        outcome: Outcome::Answered,
        arrives: None,
        attempt: 1,
    }
}

pub(super) const LARGE: StageSize = StageSize {
    width: 1_000.0,
    height: 700.0,
    present: false,
};

pub(super) fn drawn(stage: &Stage, size: StageSize) -> Picture {
    let wanted = Wanted::default();
    picture(stage, &senders(&[], stage, wanted.step_began()), &wanted, size)
}

fn partition_named(number: u32) -> Subject {
    Subject::Partition { index: None, number }
}

#[test]
fn a_hot_partition_says_its_load_and_what_it_refused() {
    let mut stage = stage(6);
    stage.partitions[5].writes = [Units::whole(640), Units::whole(1_000)];
    stage.partitions[5].throttled_now = [12, 50];
    let picture = drawn(&stage, LARGE);
    let group = picture.group(&partition_named(5)).unwrap();
    assert_eq!(group.name, "P5");
    assert!(group.words().contains("1,000 WCU/s"), "{}", group.words());
    assert!(group.words().contains("throttled 50/s"), "{}", group.words());
    assert!(group.marks.iter().any(|mark| mark.role == "card card-hot"));
    let cool = picture.group(&partition_named(0)).unwrap();
    assert!(cool.marks.iter().all(|mark| mark.role != "card card-hot"));
}

#[test]
fn every_figure_of_a_partition_has_its_unit() {
    let mut stage = stage(12);
    for one in &mut stage.partitions {
        (one.writes, one.reads) = (
            [Units::whole(1_000), Units::whole(0)],
            [Units::halves(901), Units::whole(0)],
        );
    }
    for width in [366.0, 1_000.0, 1_440.0] {
        for lesson in [false, true] {
            let wanted = Wanted {
                parts: if lesson { vec![Part::Partitions] } else { Vec::new() },
                ..Wanted::default()
            };
            let size = StageSize { width, ..LARGE };
            let picture = picture(&stage, &senders(&[], &stage, wanted.step_began()), &wanted, size);
            let words = picture.group(&partition_named(5)).unwrap().words();
            let figures = words.matches("1,000").count() + words.matches("450.5").count();
            let units = words.matches("1,000 WCU").count() + words.matches("450.5 RCU").count();
            assert!(figures == units && (width < 640.0 || figures == 2), "{width}: {words}");
        }
    }
}

#[test]
fn the_partition_that_refuses_most_is_found_in_table_and_indexes() {
    let mut stage = stage(4);
    assert_eq!(facts::refusing(&stage), None);
    (stage.partitions[2].throttled_now, stage.partitions[3].throttled_now) = ([4, 0], [0, 9]);
    assert_eq!(facts::refusing(&stage), Some(partition_named(3)));
    stage.indexes[0].partitions.push(PartitionStage {
        throttled_now: [50, 0],
        ..partition(1, 2)
    });
    let of_index = Subject::Partition {
        index: Some("ByCountry".into()),
        number: 1,
    };
    assert_eq!(facts::refusing(&stage), Some(of_index));
}

#[test]
fn everything_stands_within_the_picture_at_any_width_and_number() {
    for width in [390.0, 640.0, 768.0, 1_080.0, 1_440.0, 2_560.0] {
        for partitions in [1, 6, 13, 48] {
            for present in [false, true] {
                let picture = drawn(
                    &stage(partitions),
                    StageSize {
                        width,
                        height: 800.0,
                        present,
                    },
                );
                for group in &picture.groups {
                    let cover = group.cover;
                    assert!(
                        cover.x >= 0.0 && cover.right() <= width + 0.5,
                        "{width} {partitions} {:?}",
                        group.subject
                    );
                    assert!(
                        cover.bottom() <= picture.height + 0.5,
                        "{width} {partitions} {:?}",
                        group.subject
                    );
                }
                assert_eq!(picture.ways.len(), partitions as usize);
            }
        }
    }
}

#[test]
fn a_picture_presented_beside_words_keeps_partitions_side_by_side() {
    for width in [680.0, 960.0, 1_220.0] {
        let room = StageSize {
            width,
            height: 800.0,
            present: true,
        };
        let picture = drawn(&stage(4), room);
        let top = |number| picture.group(&partition_named(number)).unwrap().cover.y;
        assert!((top(0) - top(3)).abs() < 0.01, "{width}");
        let of = |subject: &Subject| picture.group(subject).unwrap().cover;
        assert!(of(&Subject::Sender(0)).right() < of(&Subject::Hash).x, "{width}");
    }
}

#[test]
fn partitions_do_not_overlap_and_halves_take_the_place_of_their_parent() {
    let mut stage = stage(4);
    let place = |picture: &Picture, number| picture.group(&partition_named(number)).unwrap().cover;
    let before = drawn(&stage, LARGE);
    let (mut one, mut other) = (stage.partitions[1].clone(), stage.partitions[1].clone());
    let middle = one.from + (one.to - one.from) / 2;
    (one.number, one.to, other.number, other.from) = (4, middle, 5, middle + 1);
    stage.partitions.splice(1..2, [one, other]);
    let after = drawn(&stage, LARGE);
    for number in [0, 2, 3] {
        assert!((place(&before, number).x - place(&after, number).x).abs() < 0.01);
    }
    assert!(place(&after, 4).right() < place(&after, 5).x);
    assert!((place(&after, 5).right() - place(&before, 1).right()).abs() < 0.01);
}

#[test]
fn an_index_that_throttles_its_table_is_named() {
    let mut stage = stage(2);
    stage.indexes[0].throttles_table = [0, 95];
    stage.indexes[0].queued = 5_000;
    let picture = drawn(&stage, LARGE);
    let index = picture.group(&Subject::Index("ByCountry".into())).unwrap();
    assert!(index.words().contains("throttles its table 95/s"), "{}", index.words());
    let pill = picture
        .groups
        .iter()
        .find(|group| group.name == "Pipe to ByCountry")
        .unwrap();
    assert!(pill.words().starts_with("queue 5,000"));
    assert!(sentence(&stage, None, None, false).starts_with("ByCountry throttles its table"));
}

#[test]
fn an_index_that_was_deleted_is_said_to_be_gone() {
    let mut stage = stage(1);
    let subject = Subject::Index("ByCountry".into());
    assert!(facts::facts(&stage, &subject).contains(&("status", "ACTIVE".to_owned())));
    stage.indexes.clear();
    assert_eq!(
        facts::facts(&stage, &subject),
        [("status", "no such index now".to_owned())]
    );
}

#[test]
fn the_keyboard_goes_through_partitions_in_hash_order_and_into_them() {
    let picture = drawn(&stage(3), LARGE);
    let to = |from: Subject, key: &str| walk::step(&picture, &from, key);
    assert_eq!(to(partition_named(0), "ArrowRight"), Some(partition_named(1)));
    assert_eq!(to(partition_named(1), "ArrowLeft"), Some(partition_named(0)));
    let inside = to(partition_named(1), "ArrowDown").unwrap();
    assert!(matches!(&inside, Subject::Row(None, 1, key) if key == "11"));
    assert_eq!(to(inside, "ArrowUp"), Some(partition_named(1)));
}

#[test]
fn a_request_is_where_its_time_says_and_nowhere_else() {
    let mut stage = stage(2);
    stage.passing = vec![put(1, 1_000_000, 1)];
    let picture = drawn(&stage, LARGE);
    let mut traffic = Traffic::default();
    traffic.take(&stage);
    let mut dots = Vec::new();
    let mut at = |millis: f64, speed: f64| {
        traffic.dots(millis * 1_000.0, speed, &picture, &mut dots);
        dots.clone()
    };
    assert!(at(999_999.0, 1.0).is_empty());
    let first = at(1_000_550.0, 1.0);
    assert_eq!(first.len(), 1);
    assert_eq!(first, at(1_000_550.0, 1.0), "the same moment is the same picture");
    // Below real-time speed, the movement takes the same real time.
    assert_eq!(first[0].at, at(1_000_005.5, 0.01)[0].at);
    assert!(at(1_001_200.0, 1.0).is_empty());
}

#[test]
fn a_refused_request_bounces_as_a_cross() {
    let mut stage = stage(2);
    let outcome = Outcome::Throttled {
        exception: "X".into(),
        index: None,
        partition: Some(1),
    };
    stage.passing = vec![Passing {
        outcome,
        ..put(1, 1_000_000, 1)
    }];
    let picture = drawn(&stage, LARGE);
    let mut traffic = Traffic::default();
    traffic.take(&stage);
    let mut dots = Vec::new();
    traffic.dots(1_001_300_000.0, 1.0, &picture, &mut dots);
    assert_eq!(dots.iter().map(|dot| dot.kind).collect::<Vec<_>>(), [DotKind::Refused]);
}

#[test]
fn many_requests_are_a_band_whose_grains_say_the_share_refused() {
    let mut stage = stage(2);
    stage.second = StageSecond {
        answered: 50,
        throttled: 50,
        ..StageSecond::default()
    };
    let refused = Outcome::Throttled {
        exception: "X".into(),
        index: None,
        partition: Some(1),
    };
    stage.passing = (0..100)
        .map(|at| Passing {
            outcome: if at % 2 == 0 {
                refused.clone()
            } else {
                Outcome::Answered
            },
            ..put(at + 1, 999_000 + at * 10, 1)
        })
        .collect();
    let picture = drawn(&stage, LARGE);
    assert!((picture.ways[&1].rate - 100.0).abs() < 0.01 && (picture.ways[&1].refused - 0.5).abs() < 0.01);
    let mut traffic = Traffic::default();
    traffic.take(&stage);
    assert!(traffic.is_band(1.0) && !traffic.is_band(0.05));
    let mut dots = Vec::new();
    traffic.dots(1_000_000_000.0, 1.0, &picture, &mut dots);
    let refused = dots.iter().filter(|dot| dot.kind == DotKind::GrainRefused).count();
    assert!(
        dots.len() > 10 && refused.abs_diff(dots.len() - refused) <= 4,
        "{refused} of {}",
        dots.len()
    );
}

#[test]
fn an_entry_leaves_when_the_write_has_arrived_and_is_gone_when_it_is_due() {
    let mut stage = stage(1);
    let due = Timestamp::from_millis(1_010_000);
    stage.indexes[0].travelling = vec![Passing {
        arrives: Some(due),
        index: Some("ByCountry".into()),
        ..put(7, 1_000_000, 0)
    }];
    let picture = drawn(&stage, LARGE);
    let mut traffic = Traffic::default();
    traffic.take(&stage);
    let mut dots = Vec::new();
    let mut count = |seconds: f64| {
        traffic.dots(seconds * 1e6, 1.0, &picture, &mut dots);
        dots.iter().filter(|dot| dot.kind == DotKind::Entry).count()
    };
    assert_eq!([count(1_000.5), count(1_003.0), count(1_012.0)], [0, 1, 0]);
}

#[test]
fn without_motion_requests_and_entries_are_lit_where_they_came_to() {
    let mut stage = stage(4);
    stage.indexes = vec![index("ByCountry")];
    let refused = Outcome::Throttled {
        exception: "Throttled".into(),
        index: None,
        partition: Some(1),
    };
    stage.passing = vec![
        put(6, 1_000_000, 0),
        Passing {
            outcome: refused,
            ..put(7, 1_000_001, 1)
        },
    ];
    let due = Timestamp::from_millis(1_000_500);
    stage.indexes[0].travelling = vec![Passing {
        arrives: Some(due),
        index: Some("ByCountry".into()),
        ..put(6, 1_000_000, 0)
    }];
    let picture = drawn(
        &stage,
        StageSize {
            width: 1_200.0,
            height: 700.0,
            present: false,
        },
    );
    let (mut traffic, mut dots) = (Traffic::default(), Vec::new());
    traffic.take(&stage);
    let mut at = |millis: f64| {
        traffic.stills(millis * 1_000.0, &picture, &mut dots);
        let kinds: Vec<DotKind> = dots.iter().map(|dot| dot.kind).collect();
        (kinds, dots.last().map(|dot| dot.at))
    };
    let (before, waiting) = at(1_000_100.0);
    assert_eq!(before, [DotKind::Write, DotKind::Refused, DotKind::Entry]);
    let (after, arrived) = at(1_000_600.0);
    assert_eq!(after, before);
    assert_ne!(waiting, arrived, "the entry is at the end of its pipe");
    assert_eq!(
        at(1_002_000.0).0,
        [DotKind::Write, DotKind::Refused],
        "it is in the index"
    );
}

#[test]
fn a_million_items_are_cells_that_compare_partitions() {
    let mut stage = stage(3);
    for (one, items) in stage.partitions.iter_mut().zip([500_000, 250_000, 250_000]) {
        one.items = items;
    }
    let picture = drawn(&stage, LARGE);
    let cells = |number| {
        let subject = Subject::Row(None, number, "cells".into());
        let group = picture.group(&subject).unwrap();
        assert_eq!(group.words(), "1 cell = 5,000 items");
        let length = |mark: &Mark| match &mark.shape {
            Shape::Line(points, _) => (length(points) + 2.0) / 7.0,
            _ => 0.0,
        };
        let cells: f64 = group.marks.iter().map(length).sum();
        format!("{cells:.0}")
    };
    assert_eq!([cells(0), cells(1), cells(2)], ["100", "50", "50"]);
}

#[test]
fn a_client_sees_what_it_got_and_why_it_was_refused() {
    let mut stage = stage(1);
    let answer = |outcome: Outcome, returned| StageAnswer {
        number: 7,
        at: stage.at,
        operation: Operation::Query,
        index: None,
        outcome,
        by_load: false,
        touched: Vec::new(),
        scores: Vec::new(),
        touched_count: 0,
        units: Units::halves(1),
        returned,
        first: vec![("TopScore".into(), "4200".into())],
    };
    stage.answer = Some(answer(Outcome::Answered, Some(3)));
    let client = |stage: &Stage| drawn(stage, LARGE).group(&Subject::Sender(0)).unwrap().words();
    assert!(
        client(&stage).ends_with("3 items, 0.5 RCU TopScore 4200"),
        "{}",
        client(&stage)
    );
    stage.answer = Some(StageAnswer {
        first: Vec::new(),
        ..answer(Outcome::Refused("ValidationException".into()), None)
    });
    assert!(client(&stage).ends_with("× ValidationException"), "{}", client(&stage));
    // A refused request without a table is the last one too, beside the request before it.
    stage.passing = vec![put(6, 999_000, 0)];
    assert_eq!(client(&stage), "Client Query × ValidationException");
    stage.passing = vec![put(7, 999_000, 0)];
    assert_eq!(client(&stage), "Client PutItem 121212 × ValidationException");
}

#[test]
fn a_statement_that_only_read_costs_read_units() {
    let read = Passing {
        operation: Operation::ExecuteStatement,
        write: None,
        units: Units::halves(1),
        outcome: Outcome::Answered,
        ..put(1, 0, 0)
    };
    assert_eq!(words::cost(&read), "0.5 RCU");
    let wrote = Passing { write: Some(3), ..read };
    assert_eq!(words::cost(&wrote), "0.5 WCU");
}
