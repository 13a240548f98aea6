//! Arbitrary values and items, for tests of round trips.

use hashrange_values::{AttributeValue, Item, List, Number, Text, set_of};
use proptest::collection::{btree_set, vec};
use proptest::prelude::*;

fn number() -> impl Strategy<Value = Number> {
    let any = ("-?[0-9]{1,20}", "[0-9]{0,18}", -100..100i32).prop_map(|(whole, fraction, exponent)| {
        format!("{whole}.{fraction}0e{exponent}")
            .parse()
            .unwrap_or(Number::ZERO)
    });
    let known: &'static [&'static str] = &[
        "0",
        "-1",
        "12345678901234567890123456789012345678",
        "1e-130",
        "9.9e125",
        "-9.9e125",
        "0.5",
    ];
    prop_oneof![
        any,
        proptest::sample::select(known).prop_map(|text| text.parse().unwrap_or(Number::ZERO))
    ]
}

/// Texts, including some that look like other values.
pub(crate) fn text() -> impl Strategy<Value = String> {
    let special: &'static [&'static str] = &[
        "",
        " ",
        "12",
        "-0.5",
        "007",
        "1e5",
        "true",
        "FALSE",
        "{}",
        "[]",
        "{\"S\":\"x\"}",
        "{\"SS\":[\"a\"]}",
        "a,b",
        "\"",
        "\"\"",
        "\n",
        "a\r\nb",
        "\r",
        "\u{feff}x",
        "｡",
        "Item",
        "Items",
        "S",
        "B",
        "SS",
        "M",
        "null",
        "é\u{0}",
    ];
    prop_oneof![
        any::<String>(),
        proptest::sample::select(special).prop_map(str::to_owned)
    ]
}

fn bytes() -> impl Strategy<Value = Box<[u8]>> {
    vec(any::<u8>(), 0..8).prop_map(Vec::into_boxed_slice)
}

fn set<T: Ord + Clone + std::fmt::Debug>(member: impl Strategy<Value = T>) -> impl Strategy<Value = List<T>> {
    btree_set(member, 1..4).prop_map(|members| set_of(members.into_iter().collect()).unwrap_or_default())
}

pub(crate) fn value() -> impl Strategy<Value = AttributeValue> {
    let leaf = prop_oneof![
        text().prop_map(|text| AttributeValue::string(&text)),
        number().prop_map(AttributeValue::N),
        bytes().prop_map(AttributeValue::B),
        any::<bool>().prop_map(AttributeValue::Bool),
        Just(AttributeValue::Null),
        set(text().prop_map(Text::from)).prop_map(AttributeValue::Ss),
        set(number()).prop_map(AttributeValue::Ns),
        set(bytes()).prop_map(AttributeValue::Bs),
    ];
    leaf.prop_recursive(4, 16, 4, |inner| {
        prop_oneof![
            vec(inner.clone(), 0..4).prop_map(|elements| AttributeValue::L(elements.into())),
            vec((name(), inner), 0..4).prop_map(|entries| AttributeValue::M(entries.into_iter().collect())),
        ]
    })
}

/// Names of attributes.
pub(crate) fn name() -> impl Strategy<Value = String> {
    prop_oneof![3 => "[a-d]", 1 => text()].prop_map(|name| if name.is_empty() { "x".to_owned() } else { name })
}

pub(crate) fn item() -> impl Strategy<Value = Item> {
    vec((name(), value()), 0..5).prop_map(|entries| entries.into_iter().collect())
}
