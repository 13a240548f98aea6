//! What the latest request did, and what a step names first, in pictures of readings made by hand.

use hashrange_protocol::{
    KeyChoice, LoadPlan, LoadTally, Mix, Outcome, Part, Rate, Sizes, Stage, StageAnswer, StageIndex, Target, Units,
};
use hashrange_time::{Duration, Timestamp};
use hashrange_values::{AttributeValue, Item, Text};
use hashrange_wire::Operation;

use super::tests::{LARGE, put, row, stage, vector_index};
use super::*;

/// A stage on which a Query of this key read its second and third item.
fn queried(key: &str) -> Stage {
    let mut stage = stage(2);
    let mut row = row(key, 4);
    for (at, square) in row.squares.iter_mut().enumerate() {
        square.item = named(&format!("{key} {at}"));
    }
    let touched = row.squares.iter().skip(1).take(2).map(|square| square.item.clone());
    stage.answer = Some(StageAnswer {
        number: 7,
        at: stage.at,
        operation: Operation::Query,
        index: None,
        outcome: Outcome::Answered,
        units: Units::halves(1),
        by_load: false,
        touched: touched.collect(),
        scores: Vec::new(),
        touched_count: 2,
        returned: Some(2),
        first: Vec::new(),
    });
    let mut passing = put(7, 1_000_000, 1);
    (passing.operation, passing.key) = (Operation::Query, Some(key.into()));
    stage.passing = vec![passing];
    stage.partitions[1].rows.push(row);
    stage
}

fn named(key: &str) -> Item {
    let mut item = Item::new();
    item.insert("Id", AttributeValue::string(key));
    item
}

fn drawn(stage: &Stage, wanted: &Wanted) -> Picture {
    picture(stage, &senders(&[], stage, wanted.step_began()), wanted, LARGE)
}

#[test]
fn a_request_shows_its_key_its_partition_and_what_it_read_in_order() {
    let stage = queried("101");
    let picture = drawn(&stage, &Wanted::default());
    let hash = picture.group(&Subject::Hash).unwrap().words();
    assert_eq!(hash, "hash of ■ 101 → P1");
    let item = |at| picture.group(&Subject::Item(None, 1, "101".into(), at)).unwrap();
    assert_eq!(
        [0, 1, 2, 3].map(|at| item(at).tone),
        [Tone::Dim, Tone::Lit, Tone::Lit, Tone::Dim]
    );
    let order = [1, 2].map(|at| item(at).words());
    assert!(
        order[0].starts_with("1. 01") && order[1].starts_with("2. 02"),
        "{order:?}"
    );
    let reached = picture.group(&Subject::Partition { index: None, number: 1 }).unwrap();
    assert!(reached.words().contains("2 items, 0.5 RCU"), "{}", reached.words());
    let sentence = sentence(&stage, stage.answer.as_ref(), None, true);
    assert_eq!(sentence, "Query 101 read 2 items in P1 for 0.5 RCU.");
}

#[test]
fn a_dismissed_request_and_one_of_a_load_are_not_told() {
    let mut stage = queried("101");
    let tones = |stage: &Stage, wanted: &Wanted| {
        let all = drawn(stage, wanted).groups;
        all.iter().filter(|group| group.tone != Tone::Plain).count()
    };
    let dismissed = Wanted {
        dismissed: Some(7),
        ..Wanted::default()
    };
    assert!(tones(&stage, &Wanted::default()) > 0);
    assert_eq!(tones(&stage, &dismissed), 0);
    let flow_only = Wanted {
        flow_only: true,
        ..Wanted::default()
    };
    assert_eq!(tones(&stage, &flow_only), 0);
    stage.answer.as_mut().unwrap().by_load = true;
    assert_eq!(tones(&stage, &Wanted::default()), 0);
}

#[test]
fn a_key_that_a_step_names_is_drawn_before_others() {
    let mut stage = stage(4);
    for one in &mut stage.partitions {
        one.rows = (0..12).map(|at| row(&format!("other-{at}"), 3)).collect();
    }
    stage.partitions[2].rows.push(row("wanted-10", 3));
    let wanted = Wanted {
        parts: vec![Part::Key("wanted-10".to_owned())],
        ..Wanted::default()
    };
    for (width, height) in [(1_040.0, 420.0), (366.0, 250.0)] {
        let size = StageSize {
            width,
            height,
            present: false,
        };
        let picture = picture(&stage, &senders(&[], &stage, wanted.step_began()), &wanted, size);
        let group = picture.group(&Subject::Row(None, 2, "wanted-10".into())).unwrap();
        assert!(
            group.cover.bottom() <= height && group.words().contains("-10"),
            "{width}: {}",
            group.words()
        );
    }
}

#[test]
fn a_load_is_counted_until_the_next_step_or_outside_of_lessons_the_next_request() {
    let ended = Timestamp::from_seconds(990);
    let plan = LoadPlan {
        target: Target::strings("Invoices", "InvoiceNumber", None),
        rate: Rate::steady(1),
        from: Timestamp::EPOCH,
        span: Duration::from_seconds(990),
        keys: KeyChoice::Monotonic,
        sorts: KeyChoice::Monotonic,
        sizes: Sizes { least: 1, most: 1 },
        mix: Mix(Vec::new()),
        suffixes: None,
        consistent: false,
        retries: None,
    };
    let runs = [LoadTally {
        ended: Some(ended),
        answered: 150,
        ..LoadTally::new(plan, 1)
    }];
    let counts = |stage: &Stage, wanted: &Wanted| senders(&runs, stage, wanted.step_began()).load;
    let in_step = |began| Wanted {
        parts: vec![Part::Table],
        began,
        ..Wanted::default()
    };
    let mut stage = queried("101");
    assert_eq!(counts(&stage, &in_step(Timestamp::from_seconds(989))), Some([150, 0]));
    assert_eq!(counts(&stage, &in_step(ended)), None);
    assert_eq!(counts(&stage, &Wanted::default()), None);
    stage.answer.as_mut().unwrap().at = Timestamp::from_seconds(980);
    assert_eq!(counts(&stage, &Wanted::default()), Some([150, 0]));
}

#[test]
fn an_index_that_no_step_names_has_its_whole_name_and_its_status_or_is_counted() {
    let mut stage = stage(2);
    let one = stage.indexes.remove(0);
    let named = |at| StageIndex {
        name: format!("GameTitleIndex{at}").as_str().into(),
        ..one.clone()
    };
    stage.indexes = (0..20).map(named).collect();
    stage.indexes[19].status = "CREATING".into();
    let wanted = Wanted {
        parts: vec![Part::Table, Part::Index("GameTitleIndex3".to_owned())],
        ..Wanted::default()
    };
    let picture = drawn(&stage, &wanted);
    let words = |name: &str| picture.group(&Subject::Index(name.into())).map(Group::words);
    assert_eq!(words("GameTitleIndex0").as_deref(), Some("□ GameTitleIndex0 ✓"));
    let marked = picture.group(&Subject::Index("GameTitleIndex0".into())).unwrap();
    assert_eq!(marked.name, "Index GameTitleIndex0, ACTIVE");
    assert!(words("GameTitleIndex3").is_some_and(|words| words.starts_with("□ GameTitleIndex3 0 of 100 WCU")));
    assert_eq!(words("GameTitleIndex19").as_deref(), Some("□ GameTitleIndex19 ○"));
    let more = picture
        .groups
        .iter()
        .find(|group| group.words().starts_with('+'))
        .unwrap();
    assert_eq!(more.words(), "+12 indexes");
    assert!(more.name.starts_with("+12 indexes: GameTitleIndex"), "{}", more.name);
}

#[test]
fn a_low_partition_shows_items_as_squares_and_says_that_there_are_more() {
    for (number, height) in [(1, 430.0), (2, 502.0), (2, 900.0)] {
        let mut stage = stage(number);
        let number = stage.partitions.len();
        for one in stage.partitions.iter_mut().chain(&mut stage.indexes[0].partitions) {
            one.rows = (0..12).map(|at| row(&format!("player-{at}"), 1)).collect();
            (one.items, one.more_rows) = (41, true);
        }
        let wanted = Wanted {
            parts: vec![Part::Index("ByCountry".to_owned())],
            ..Wanted::default()
        };
        let size = StageSize { height, ..LARGE };
        let picture = picture(&stage, &senders(&[], &stage, wanted.step_began()), &wanted, size);
        for index in [None, Some("ByCountry")] {
            let is_of = |of: &Option<Text>| of.as_deref() == index;
            let items = picture.groups.iter().filter(|group| match &group.subject {
                Subject::Item(of, ..) => is_of(of),
                _ => false,
            });
            assert!(items.count() >= number, "{index:?} at {height}");
            let more = picture.groups.iter().filter(|group| match &group.subject {
                Subject::Row(of, ..) => is_of(of) && group.words() == "…",
                _ => false,
            });
            assert_eq!(more.count(), index.map_or(number, |_| 1), "{index:?} at {height}");
        }
    }
}

#[test]
fn a_throttling_partition_names_the_limit_of_the_table_and_the_title_keeps_its_capacity() {
    let mut stage = stage(1);
    stage.indexes.clear();
    stage.items = 1_100;
    stage.writes.bucket.most = Units::whole(100);
    let one = &mut stage.partitions[0];
    (one.writes, one.throttled_now) = ([Units::whole(100); 2], [50, 0]);
    let words = |stage: &Stage, subject: &Subject, width| {
        let wanted = Wanted::default();
        let size = StageSize { width, ..LARGE };
        let picture = picture(stage, &senders(&[], stage, wanted.step_began()), &wanted, size);
        picture.group(subject).unwrap().words()
    };
    let partition = Subject::Partition { index: None, number: 0 };
    let state = words(&stage, &partition, 1_000.0);
    assert!(state.contains("throttled 50/s: the table's 100 WCU"), "{state}");
    for width in [900.0, 1_000.0] {
        let title = words(&stage, &Subject::Table, width);
        assert!(
            title.contains("1,100 items") && title.contains("100 WCU, 100 RCU"),
            "{width}: {title}"
        );
    }
    stage.partitions[0].writes = [Units::whole(1_000); 2];
    let state = words(&stage, &partition, 1_000.0);
    assert!(
        state.contains("throttled 50/s") && !state.contains("the table's"),
        "{state}"
    );
}

#[test]
fn use_beyond_the_units_of_an_index_says_where_it_comes_from() {
    let mut stage = stage(1);
    stage.indexes[0].writes.used = Units::whole(203);
    let words = |stage: &Stage| {
        let picture = drawn(stage, &Wanted::default());
        picture.group(&Subject::Index("ByCountry".into())).unwrap().words()
    };
    assert!(
        words(&stage).contains("203 of 100 WCU, with burst credit"),
        "{}",
        words(&stage)
    );
    stage.throttling = false;
    assert!(
        words(&stage).contains("203 of 100 WCU, throttling is off"),
        "{}",
        words(&stage)
    );
    stage.on_demand = true;
    assert!(words(&stage).contains("203 WCU/s"), "{}", words(&stage));
}

#[test]
fn a_client_shows_whole_attributes_of_the_first_item() {
    let mut stage = queried("101");
    let first = [
        ("TopScore", "4200"),
        ("UserId", "104"),
        ("GameTitle", "Meteor Blasters"),
    ];
    let first = first.map(|(name, value)| (name.into(), value.into()));
    stage.answer.as_mut().unwrap().first = first.to_vec();
    let picture = drawn(&stage, &Wanted::default());
    let words = picture.group(&Subject::Sender(0)).unwrap().words();
    assert!(words.ends_with("TopScore 4200, UserId 104"), "{words}");
}

#[test]
fn the_squares_of_a_low_partition_contain_what_a_request_touched() {
    let mut stage = stage(1);
    stage.partitions[0].rows = (0..12).map(|at| row(&format!("many-{at}"), 24)).collect();
    let mut touched = row("touched", 1);
    touched.squares[0].item = named("touched");
    stage.partitions[0].rows.push(touched);
    let mut passing = put(7, 1_000_000, 0);
    passing.key = Some("touched".into());
    stage.passing = vec![passing];
    stage.answer = queried("101").answer;
    let answer = stage.answer.as_mut().unwrap();
    (answer.touched, answer.returned) = (vec![named("touched")], None);
    let wanted = Wanted {
        parts: vec![Part::Index("ByCountry".to_owned())],
        ..Wanted::default()
    };
    let size = StageSize { height: 430.0, ..LARGE };
    let picture = picture(&stage, &senders(&[], &stage, wanted.step_began()), &wanted, size);
    let lit = picture.group(&Subject::Item(None, 0, "touched".into(), 0)).unwrap();
    assert_eq!(lit.tone, Tone::Lit);
}

#[test]
fn a_vector_index_shows_what_it_has_and_what_it_does_not() {
    let mut stage = queried("101");
    stage.indexes = vec![vector_index("ByText")];
    let picture = drawn(&stage, &Wanted::default());
    let index = picture.group(&Subject::Index("ByText".into())).unwrap();
    assert_eq!(
        index.words(),
        "□ ByText COSINE, embedding ACTIVE, 30 entries, 7 left out"
    );
    let tray = picture.group(&Subject::Tray("ByText".into())).unwrap();
    assert_eq!(tray.words(), "× left out: 7 plain: no embedding");
    let partition = Subject::Partition {
        index: Some("ByText".into()),
        number: 0,
    };
    assert!(picture.group(&partition).is_some(), "its entries are beside that");
    stage.indexes[0].missing.clear();
    let picture = drawn(&stage, &Wanted::default());
    assert!(picture.group(&Subject::Tray("ByText".into())).is_none());
}

#[test]
fn the_results_of_a_search_have_their_scores() {
    let mut stage = queried("101");
    stage.indexes = vec![vector_index("ByText")];
    let answer = stage.answer.as_mut().unwrap();
    (answer.operation, answer.units) = (Operation::SearchVectors, Units::default());
    answer.index = Some("ByText".into());
    answer.scores = ["0.0000", "0.4000"].map(Text::from).to_vec();
    stage.passing[0].operation = Operation::SearchVectors;
    stage.passing[0].index = Some("ByText".into());
    let picture = drawn(&stage, &Wanted::default());
    let named = |group: &&Group| group.name == "Results of ByText";
    let results = picture.groups.iter().find(named).unwrap();
    assert_eq!(results.words(), "nearest first, score 1 101 1 0.0000 2 101 2 0.4000");
    assert!(
        picture.group(&Subject::Tray("ByText".into())).is_none(),
        "one list at a time"
    );
    let told = sentence(&stage, stage.answer.as_ref(), None, false);
    assert_eq!(told, "SearchVectors 101 read 2 entries of ByText in G1.");
}
