//! Plans to text and back, and invalid texts.

use proptest::prelude::*;

use super::super::tests::plan;
use super::*;

/// A journal with a load may contain this text, so it must stay readable.
const FIRST: &str = r#"{
  "Consistent": true,
  "From": 1700006400000000,
  "Keys": ["few", "ACTIVE", 80, "CLOSED", 20],
  "Mix": [["put", 2], ["query", 1]],
  "Rate": {
    "Arrivals": "independent",
    "Bursts": [[1700006401000000, 900000, 250]],
    "Daily": [40, 30, 22, 20, 20, 25, 40, 65, 90, 105, 115, 120, 120, 115, 110, 110, 115, 125, 145, 165, 170, 150, 110, 70],
    "PerSecond": 100
  },
  "Sizes": [100, 300],
  "Sorts": ["monotonic"],
  "Span": 10000000,
  "Suffixes": [200, "-", "code points", 7],
  "Target": {
    "OfIndexes": [["gsi", "B"]],
    "Partition": ["pk", "N"],
    "Sort": ["sk", "S"],
    "Table": "T"
  },
  "Version": 1
}"#;

fn first() -> LoadPlan {
    let burst = Burst {
        from: Timestamp::from_seconds(1_700_006_401),
        span: Duration::from_millis(900),
        percent: 250,
    };
    let name = |name: &str, kind| KeyName {
        name: name.to_owned(),
        kind,
    };
    LoadPlan {
        target: Target {
            partition: name("pk", KeyType::N),
            of_indexes: vec![name("gsi", KeyType::B)],
            ..Target::strings("T", "pk", Some("sk"))
        },
        rate: Rate {
            arrivals: Arrivals::Independent,
            daily: Some(DailyCurve::people()),
            bursts: vec![burst],
            ..Rate::steady(100)
        },
        keys: KeyChoice::Few {
            weights: vec![("ACTIVE".to_owned(), 80), ("CLOSED".to_owned(), 20)],
        },
        mix: Mix(vec![(Action::Put, 2), (Action::Query, 1)]),
        suffixes: Some(Suffixes::new(200, '-', Suffix::CodePoints).at_turn(7)),
        consistent: true,
        ..plan()
    }
}

#[test]
fn a_text_written_once_is_read_for_ever() {
    assert_eq!(LoadPlan::from_text(FIRST), Some(first()));
}

#[test]
fn a_client_that_tries_again_has_a_member_of_its_own() {
    let second = FIRST.replace(r#""Sizes""#, r#""Retries": [11, 50000], "Sizes""#);
    let plan = LoadPlan {
        retries: Some(Retries::DYNAMODB),
        ..first()
    };
    assert_eq!(LoadPlan::from_text(&second), Some(plan.clone()));
    assert!(plan.to_text().contains("Retries"));
    assert!(!first().to_text().contains("Retries"));
    for wrong in ["[11]", "[256, 50000]", "[3, -1]", "true"] {
        assert_eq!(
            LoadPlan::from_text(&second.replace("[11, 50000]", wrong)),
            None,
            "{wrong}"
        );
    }
    assert_eq!(
        LoadPlan::from_text(&second.replace(r#""Version": 1"#, r#""Version": 3"#)),
        None
    );
}

#[test]
fn a_bulk_operation_is_refused_by_programs_that_do_not_know_it() {
    let records = KeyChoice::Records {
        values: 6,
        each: 10,
        shuffled: true,
    };
    let in_turn = Some(Retries::IN_TURN);
    for (plan, version) in [
        (first(), 1),
        (
            LoadPlan {
                retries: in_turn,
                ..first()
            },
            2,
        ),
        (
            LoadPlan {
                keys: records.clone(),
                ..first()
            },
            2,
        ),
        (
            LoadPlan {
                sorts: records,
                ..first()
            },
            2,
        ),
    ] {
        let text = plan.to_text();
        assert!(text.contains(&format!("\"Version\": {version}")), "{text}");
        assert_eq!(LoadPlan::from_text(&text), Some(plan));
    }
    // In the first version no attempts were one attempt.
    let earlier = FIRST.replace(r#""Sizes""#, r#""Retries": [0, 20000], "Sizes""#);
    let retries = LoadPlan::from_text(&earlier).and_then(|plan| plan.retries);
    assert_eq!(retries.map(|retries| retries.attempts), Some(1));
}

#[test]
fn what_is_no_plan_is_none() {
    for text in ["", "{}", "[]", "1"] {
        assert_eq!(LoadPlan::from_text(text), None, "{text}");
    }
    for (right, wrong) in [
        (r#""Version": 1"#, r#""Version": 3"#),
        (r#""few", "ACTIVE""#, r#""few", "ACTIVE", 1"#),
        (r#""monotonic""#, r#""at will""#),
        (r#""-""#, r#""--""#),
        ("[100, 300]", "[100, -1]"),
        ("[100, 300]", "[100, 5000000000]"),
        ("[40, 30,", "[40,"),
        (r#""Sort": ["sk", "S"]"#, r#""Sort": ["sk", "L"]"#),
    ] {
        let text = FIRST.replace(right, wrong);
        assert!(text != FIRST && LoadPlan::from_text(&text).is_none(), "{wrong}");
    }
}

fn key_name() -> impl Strategy<Value = KeyName> {
    let kind = prop::sample::select(vec![KeyType::S, KeyType::N, KeyType::B]);
    (".{0,12}", kind).prop_map(|(name, kind)| KeyName { name, kind })
}

fn a_choice() -> impl Strategy<Value = KeyChoice> {
    prop_oneof![
        any::<u64>().prop_map(|values| KeyChoice::Uniform { values }),
        (any::<u64>(), any::<u32>()).prop_map(|(values, quarters)| KeyChoice::Zipf { values, quarters }),
        (any::<u64>(), any::<u32>()).prop_map(|(values, percent)| KeyChoice::Hot { values, percent }),
        Just(KeyChoice::Monotonic),
        prop::collection::vec((".{0,8}", any::<u32>()), 0..4).prop_map(|weights| KeyChoice::Few { weights }),
    ]
}

fn a_rate() -> impl Strategy<Value = Rate> {
    let arrivals = prop::sample::select(vec![Arrivals::Even, Arrivals::Independent]);
    let burst = (any::<u64>(), any::<u64>(), any::<u32>()).prop_map(|(from, span, percent)| Burst {
        from: Timestamp::from_micros(from),
        span: Duration::from_micros(span),
        percent,
    });
    let daily = prop::option::of(any::<[u32; 24]>().prop_map(|hours| DailyCurve { hours }));
    (any::<u32>(), arrivals, daily, prop::collection::vec(burst, 0..3)).prop_map(
        |(per_second, arrivals, daily, bursts)| Rate {
            per_second,
            arrivals,
            daily,
            bursts,
        },
    )
}

fn a_target() -> impl Strategy<Value = Target> {
    (
        ".{0,12}",
        key_name(),
        prop::option::of(key_name()),
        prop::collection::vec(key_name(), 0..3),
    )
        .prop_map(|(table, partition, sort, of_indexes)| Target {
            table,
            partition,
            sort,
            of_indexes,
        })
}

fn some_suffixes() -> impl Strategy<Value = Suffixes> {
    let choice = prop::sample::select(vec![Suffix::Random, Suffix::Rotation, Suffix::CodePoints, Suffix::Hash]);
    (any::<u64>(), any::<char>(), choice, any::<u64>())
        .prop_map(|(count, separator, choice, turn)| Suffixes::new(count, separator, choice).at_turn(turn))
}

fn a_mix() -> impl Strategy<Value = Mix> {
    let actions = vec![Action::Put, Action::Update, Action::Delete, Action::Get, Action::Query];
    prop::collection::vec((prop::sample::select(actions), any::<u32>()), 0..6).prop_map(Mix)
}

proptest! {
    #[test]
    fn every_plan_comes_back(
        target in a_target(), rate in a_rate(), (from, span) in any::<(u64, u64)>(), keys in a_choice(), sorts in a_choice(),
        (least, most) in any::<(u32, u32)>(), mix in a_mix(), suffixes in prop::option::of(some_suffixes()), consistent: bool,
        retries in prop::option::of(any::<(u8, u64)>()),
    ) {
        let plan = LoadPlan {
            target, rate, keys, sorts, mix, suffixes, consistent,
            from: Timestamp::from_micros(from),
            span: Duration::from_micros(span),
            sizes: Sizes { least, most },
            retries: retries.map(|(attempts, base)| Retries { attempts, base: Duration::from_micros(base) }),
        };
        prop_assert_eq!(LoadPlan::from_text(&plan.to_text()), Some(plan));
    }

    #[test]
    fn no_text_panics(text in ".{0,200}", cut in 0..FIRST.len()) {
        let _ = LoadPlan::from_text(&text);
        prop_assert_eq!(LoadPlan::from_text(FIRST.get(..cut).unwrap_or_default()), None);
    }
}
