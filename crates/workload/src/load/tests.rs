//! Rates, distributions and suffixes within the bounds that statistics give, for fixed seeds.

use std::collections::BTreeMap;

use hashrange_time::{Duration, Random, Timestamp};
use hashrange_values::{AttributeValue, KeyType, Number};
use hashrange_wire::{Operation, Request};
use proptest::prelude::*;

use super::*;

pub(super) const FROM: Timestamp = Timestamp::from_seconds(1_700_006_400); // midnight, UTC

pub(super) fn plan() -> LoadPlan {
    LoadPlan {
        target: Target::strings("T", "pk", Some("sk")),
        rate: Rate::steady(100),
        from: FROM,
        span: Duration::from_seconds(10),
        keys: KeyChoice::Uniform { values: 50 },
        sorts: KeyChoice::Monotonic,
        sizes: Sizes { least: 100, most: 300 },
        mix: Mix(vec![(Action::Put, 1)]),
        suffixes: None,
        consistent: false,
        retries: None,
    }
}

fn counts(choice: KeyChoice, draws: usize) -> BTreeMap<u64, usize> {
    let (mut keys, mut random) = (Keys::new(choice), Random::new(11));
    let mut counts = BTreeMap::new();
    for _ in 0..draws {
        *counts.entry(keys.draw(&mut random)).or_default() += 1;
    }
    counts
}

#[test]
fn records_are_sorted_or_shuffled_and_each_value_is_as_frequent() {
    for (values, each) in [(1, 1), (1, 7), (7, 1), (6, 10), (16, 50), (2, 2)] {
        for shuffled in [false, true] {
            let records = usize::try_from(values * each).unwrap();
            let counts = counts(KeyChoice::Records { values, each, shuffled }, records);
            assert!(counts.len() as u64 == values && counts.values().all(|count| *count as u64 == each));
        }
    }
    let mut random = Random::new(1);
    let mut drawn = |shuffled| {
        let mut keys = Keys::new(KeyChoice::Records {
            values: 3,
            each: 4,
            shuffled,
        });
        (0..12).map(|_| keys.draw(&mut random)).collect::<Vec<_>>()
    };
    assert_eq!(drawn(false), [0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2]);
    assert_eq!(drawn(true), [0, 1, 0, 2, 1, 2, 1, 0, 2, 0, 2, 1]);
}

#[test]
fn even_arrivals_are_exact() {
    let times: Vec<Timestamp> = Load::new(plan(), 1).map(|(at, _)| at).collect();
    assert_eq!(
        times.len(),
        999,
        "the first after a hundredth of a second, none at the end"
    );
    assert!(
        times
            .windows(2)
            .all(|pair| pair[1] - pair[0] == Duration::from_millis(10))
    );
}

#[test]
fn independent_arrivals_have_the_rate_and_its_spread() {
    let rate = Rate {
        arrivals: Arrivals::Independent,
        ..Rate::steady(100)
    };
    let load = Load::new(
        LoadPlan {
            rate,
            span: Duration::from_seconds(1_000),
            ..plan()
        },
        3,
    );
    let mut seconds = vec![0_u64; 1_000];
    for (at, _) in load {
        seconds[usize::try_from((at - FROM).seconds()).unwrap()] += 1;
    }
    let sum: u64 = seconds.iter().sum();
    // Poisson: 100,000 ± 4 × 316; the variance of a second is its mean.
    assert!((98_700..=101_300).contains(&sum), "{sum}");
    let variance = seconds.iter().map(|count| count.abs_diff(100).pow(2)).sum::<u64>() / 1_000;
    assert!((82..=120).contains(&variance), "{variance}");
}

#[test]
fn bursts_and_the_course_of_a_day_change_the_rate() {
    let burst = Burst {
        from: FROM + Duration::from_seconds(4),
        span: Duration::from_seconds(2),
        percent: 1_000,
    };
    let pause = Burst {
        from: FROM + Duration::from_seconds(7),
        span: Duration::from_seconds(1),
        percent: 0,
    };
    let rate = Rate {
        bursts: vec![burst, pause],
        ..Rate::steady(100)
    };
    let mut seconds = [0_u32; 10];
    for (at, _) in Load::new(LoadPlan { rate, ..plan() }, 1) {
        seconds[usize::try_from((at - FROM).seconds()).unwrap()] += 1;
    }
    assert!(
        seconds
            .iter()
            .zip([100, 100, 100, 100, 1_000, 1_000, 100, 0, 100, 100])
            .all(|(found, expected)| found.abs_diff(expected) <= 2),
        "{seconds:?}"
    );

    let curve = Rate {
        daily: Some(DailyCurve::people()),
        ..Rate::steady(1_000)
    };
    let at = |hours, minutes| curve.milli_at(FROM + Duration::from_hours(hours) + Duration::from_minutes(minutes));
    assert_eq!((at(3, 0), at(20, 0), at(44, 0)), (200_000, 1_700_000, 1_700_000));
    assert_eq!((at(0, 30), at(23, 30)), (350_000, 550_000));
}

#[test]
fn values_are_chosen_as_often_as_they_should() {
    let uniform = counts(KeyChoice::Uniform { values: 10 }, 100_000);
    assert!(
        uniform.values().all(|count| (9_600..=10_400).contains(count)),
        "{uniform:?}"
    );

    let hot = counts(
        KeyChoice::Hot {
            values: 101,
            percent: 80,
        },
        100_000,
    );
    assert!((79_400..=80_600).contains(&hot[&0]), "{}", hot[&0]);
    assert!(hot.range(1..).all(|(_, count)| (130..=270).contains(count)), "{hot:?}");

    // With exponent 1 and 1,000 values the first has 1 / H(1000) = 13.36 %, the tenth a tenth of it.
    let zipf = counts(
        KeyChoice::Zipf {
            values: 1_000,
            quarters: 4,
        },
        200_000,
    );
    assert!((26_100..=27_300).contains(&zipf[&0]), "{}", zipf[&0]);
    assert!((2_450..=2_900).contains(&zipf[&9]), "{}", zipf[&9]);
    // With exponent 1/2 the fourth has half of the first.
    let flat = counts(
        KeyChoice::Zipf {
            values: 100,
            quarters: 2,
        },
        200_000,
    );
    assert!(
        (48..=52).contains(&(flat[&3] * 100 / flat[&0])),
        "{} {}",
        flat[&3],
        flat[&0]
    );

    let weights = vec![("ACTIVE".to_owned(), 80), ("CLOSED".to_owned(), 20)];
    let few = counts(KeyChoice::Few { weights }, 100_000);
    assert!((79_400..=80_600).contains(&few[&0]) && few.len() == 2, "{few:?}");

    let mut keys = Keys::new(KeyChoice::Monotonic);
    let mut random = Random::new(1);
    let texts: Vec<String> = (0..12).map(|_| keys.draw_text("", &mut random)).collect();
    assert!(texts.is_sorted() && texts[11] == "000000011");
}

#[test]
fn the_formula_gives_the_seeds_figures() {
    for (writes, bytes, expected) in [
        (5_000, 1_024, 5),
        (5_000, 2_560, 15),
        (50, 1_024, 1),
        (1_001, 1, 2),
        (0, 0, 1),
        (u64::MAX, u64::MAX, u64::MAX / 1_000 + 1),
    ] {
        assert_eq!(least_suffixes(writes, bytes), expected, "{writes} of {bytes}");
    }
}

#[test]
fn suffixes_spread_and_calculated_ones_are_found_again() {
    let spread = |choice, count| {
        let (mut suffixes, mut random) = (Suffixes::new(count, '-', choice), Random::new(5));
        let mut counts = BTreeMap::<u64, u32>::new();
        for number in 0..20_000 {
            *counts
                .entry(suffixes.next(&format!("Order{number}"), &mut random))
                .or_default() += 1;
        }
        counts
    };
    for choice in [Suffix::Random, Suffix::Rotation, Suffix::Hash] {
        let counts = spread(choice, 200);
        assert_eq!(
            (counts.len(), counts.keys().min(), counts.keys().max()),
            (200, Some(&1), Some(&200)),
            "{choice:?}"
        );
        assert!(
            counts.values().all(|count| (50..=155).contains(count)),
            "{choice:?}: {counts:?}"
        );
    }
    assert!(spread(Suffix::Rotation, 200).values().all(|count| *count == 100));
    // A product modulo 200 has many factors 2 and 5: far from even (inferred: code-point-suffixes, and so it is).
    let products = spread(Suffix::CodePoints, 200);
    assert!(
        products.len() < 60 && products.values().max() > Some(&1_000),
        "{products:?}"
    );
    let suffixes = Suffixes::new(200, '.', Suffix::CodePoints);
    assert_eq!(suffixes.calculated("AB"), Some(65 * 66 % 200 + 1));
    assert_eq!(suffixes.value("2014-07-09", 121), "2014-07-09.121");
    assert_eq!(Suffixes::new(5, '-', Suffix::Random).calculated("AB"), None);
}

#[test]
fn a_sharded_key_is_read_by_one_query_a_suffix() {
    let suffixes = Suffixes::new(5, '-', Suffix::Random);
    let queries = gather(
        "Invoices",
        "Invoice",
        "121212",
        &suffixes,
        Some(("Transaction", "Client1")),
    );
    let values: Vec<String> = queries
        .iter()
        .map(|query| {
            match query
                .expression_attribute_values
                .as_ref()
                .and_then(|values| values.get(":value"))
            {
                Some(AttributeValue::S(text)) => text.to_string(),
                other => panic!("{other:?}"),
            }
        })
        .collect();
    assert_eq!(values, ["121212-1", "121212-2", "121212-3", "121212-4", "121212-5"]);
    let mix = Mix(vec![(Action::Query, 1)]);
    let load = Load::new(
        LoadPlan {
            mix,
            suffixes: Some(suffixes),
            ..plan()
        },
        1,
    );
    let times: Vec<Timestamp> = load.take(10).map(|(at, _)| at).collect();
    assert!(
        times[..5].iter().all(|at| *at == times[0]) && times[5] > times[4],
        "{times:?}"
    );
}

#[test]
fn a_mix_has_its_shares_and_items_their_sizes() {
    let mix = Mix(vec![
        (Action::Put, 50),
        (Action::Get, 40),
        (Action::Update, 9),
        (Action::Delete, 1),
    ]);
    let load = Load::new(
        LoadPlan {
            mix,
            span: Duration::from_seconds(200),
            ..plan()
        },
        8,
    );
    let (mut operations, mut sizes) = (BTreeMap::<Operation, u32>::new(), Vec::new());
    for (_, request) in load {
        *operations.entry(request.operation()).or_default() += 1;
        if let Request::PutItem(put) = &request
            && let Some(AttributeValue::S(filling)) = put.item.get("filling")
        {
            sizes.push(filling.len());
        }
    }
    let near = |operation, expected: u32| operations[&operation].abs_diff(expected) < expected / 5 + 20;
    assert!(
        near(Operation::PutItem, 10_000) && near(Operation::GetItem, 8_000),
        "{operations:?}"
    );
    assert!(
        near(Operation::UpdateItem, 1_800) && near(Operation::DeleteItem, 200),
        "{operations:?}"
    );
    let mean = sizes.iter().sum::<usize>() / sizes.len();
    assert!(
        sizes.iter().all(|size| (100..=300).contains(size)) && (197..=203).contains(&mean),
        "{mean}"
    );
}

#[test]
fn keys_have_their_types_and_items_the_keys_of_indexes() {
    let name = |name: &str, kind| KeyName {
        name: name.to_owned(),
        kind,
    };
    let target = Target {
        table: "T".to_owned(),
        partition: name("pk", KeyType::N),
        sort: Some(name("sk", KeyType::B)),
        of_indexes: vec![name("gsi", KeyType::S)],
    };
    let mut load = Load::new(
        LoadPlan {
            target,
            keys: KeyChoice::Monotonic,
            ..plan()
        },
        7,
    )
    .map(|(_, request)| request);
    let Some(Request::PutItem(put)) = load.nth(3) else {
        panic!("puts are asked for")
    };
    assert!(matches!(put.item.get("pk"), Some(AttributeValue::N(number)) if *number == Number::from(3)));
    assert!(matches!(put.item.get("sk"), Some(AttributeValue::B(_))));
    assert!(matches!(put.item.get("gsi"), Some(AttributeValue::S(text)) if text.starts_with("key-")));
}

#[test]
fn a_mix_of_nothing_is_writes_and_a_rate_of_nothing_ends() {
    assert!(
        Load::new(
            LoadPlan {
                mix: Mix(Vec::new()),
                ..plan()
            },
            1
        )
        .all(|(_, request)| request.operation() == Operation::PutItem)
    );
    assert_eq!(
        Load::new(
            LoadPlan {
                rate: Rate::steady(0),
                ..plan()
            },
            1
        )
        .count(),
        0
    );
}

proptest! {
    #[test]
    fn a_seed_gives_one_load_in_order_and_inside_its_span(
        seed: u64, per_second in 0..200_u32, values in 0..50_u64, quarters in 0..9_u32, percent in 0..400_u32, count in 0..9_u64,
    ) {
        let burst = Burst { from: FROM + Duration::from_millis(500), span: Duration::from_millis(900), percent };
        let rate = Rate { arrivals: Arrivals::Independent, daily: Some(DailyCurve::people()), bursts: vec![burst], ..Rate::steady(per_second) };
        let mix = Mix(vec![(Action::Put, 2), (Action::Query, 1), (Action::Get, 1)]);
        let suffixes = Some(Suffixes::new(count, '-', Suffix::Hash));
        let plan = LoadPlan { rate, mix, suffixes, keys: KeyChoice::Zipf { values, quarters }, span: Duration::from_seconds(3), ..plan() };
        let load: Vec<_> = Load::new(plan.clone(), seed).collect();
        prop_assert!(load.iter().eq(Load::new(plan.clone(), seed).collect::<Vec<_>>().iter()));
        prop_assert!(load.is_sorted_by_key(|(at, _)| *at));
        prop_assert!(load.iter().all(|(at, _)| FROM <= *at && *at < FROM + plan.span));
    }
}
