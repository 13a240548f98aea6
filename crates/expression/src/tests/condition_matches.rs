//! Results of conditions on items.

use std::cmp::Ordering;

use super::*;

fn holds(text: &str, item: &Map, values: &Map) -> bool {
    let placeholders = names(&[("#and", "and"), ("#or", "or"), ("#dot", "a.b")]);
    let scope = &mut Scope::new(Some(&placeholders), Some(values));
    parse_condition(ExpressionKind::Condition, text, scope)
        .unwrap_or_else(|error| panic!("{text}: {error}"))
        .matches(item)
}

fn kinds() -> Vec<AttributeValue> {
    vec![
        s("hello"),
        n("1"),
        b(b"xyz"),
        ss(&["hello", "world"]),
        ns(&["1", "2"]),
        bs(&[b"xyz", b"hi"]),
        AttributeValue::Bool(true),
        AttributeValue::Bool(false),
        AttributeValue::Null,
        l([s("hello"), n("42")]),
        m([("hello", s("world"))]),
    ]
}

#[test]
fn equality_needs_the_same_type_and_value() {
    for (i, a) in kinds().into_iter().enumerate() {
        for (j, b) in kinds().into_iter().enumerate() {
            let (item, values) = (map([("a", a.clone()), ("b", b.clone())]), map([(":b", b)]));
            assert_eq!(holds("a = b", &item, &values), i == j);
            assert_eq!(holds("a = :b", &item, &values), i == j);
            assert_eq!(holds("a <> :b", &item, &values), i != j);
            assert_eq!(holds("a IN (:b)", &item, &values), i == j);
        }
    }
    let item = map([("a", ss(&["b", "a"])), ("b", l([n("1"), n("2")])), ("c", n("1.0"))]);
    let values = map([
        (":set", ss(&["a", "b"])),
        (":list", l([n("2"), n("1")])),
        (":num", n("1")),
    ]);
    assert!(holds("a = :set", &item, &values));
    assert!(!holds("b = :list", &item, &values));
    assert!(holds("c = :num AND NOT c <> :num", &item, &values));
}

#[test]
fn what_is_missing_equals_nothing() {
    let (item, values) = (map([("a", n("1"))]), map([(":v", n("1"))]));
    for (text, expected) in [
        ("q = :v", false),
        ("q = z", false),
        ("q <> z", true),
        ("q <> :v", true),
        ("NOT q = :v", true),
        ("q < :v", false),
        (":v >= q", false),
        ("NOT q < :v", true),
        ("q BETWEEN :v AND a", false),
        ("a BETWEEN q AND :v", false),
        ("q IN (z, :v)", false),
        ("a IN (z, :v)", true),
        ("contains(q, :v)", false),
        ("begins_with(q, z)", false),
        ("size(q) = :v", false),
        ("size(q) <> :v", true),
        ("a.b = :v", false),
        ("a[0] = :v", false),
        ("attribute_exists(a.b)", false),
        ("attribute_not_exists(a[0].c)", true),
    ] {
        assert_eq!(holds(text, &item, &values), expected, "{text}");
    }
}

#[test]
fn ordering_is_within_one_type() {
    let item = map([("a", n("1")), ("b", s("cat")), ("c", b(&[127])), ("d", l([n("1")]))]);
    let values = map([
        (":n0", n("0")),
        (":n1", n("1")),
        (":n10", n("10")),
        (":dog", s("dog")),
        (":seventeen", s("17")),
        (":b128", b(&[128])),
    ]);
    for (text, expected) in [
        ("a < :n10", true),
        ("a < :n1", false),
        ("a <= :n1", true),
        ("a > :n0", true),
        ("a >= :n10", false),
        ("b < :dog", true),
        // Binaries compare as unsigned bytes.
        ("c < :b128", true),
        ("c > :b128", false),
        ("a < :seventeen", false),
        ("a > :seventeen", false),
        ("d < :n10", false),
        (":n10 > d", false),
        ("a BETWEEN :n0 AND :n1", true),
        ("a BETWEEN :n1 AND :n1", true),
        ("b BETWEEN :seventeen AND :dog", true),
        ("a BETWEEN :seventeen AND :dog", false),
        (":n1 BETWEEN a AND a", true),
    ] {
        assert_eq!(holds(text, &item, &values), expected, "{text}");
    }
    assert_eq!(compare(&s("é"), &s("z")), Some(Ordering::Greater));
    assert_eq!(compare(&n("-2"), &n("-10")), Some(Ordering::Greater));
    assert_eq!(compare(&s("1"), &n("1")), None);
    assert_eq!(compare(&l([]), &l([])), None);
}

#[test]
fn logic_binds_not_then_and_then_or() {
    let item = map([("a", n("1")), ("b", n("2")), ("c", n("3"))]);
    for (text, expected) in [
        ("a < b AND b < c", true),
        ("a < b AND c < b", false),
        ("b < a OR b < c", true),
        ("a < b OR c < b AND c < a", true),
        ("(a < b OR c < b) AND c < a", false),
        ("NOT a < b AND c < b", false),
        ("NOT (a < b AND c < b)", true),
        ("NOT a < b OR NOT b < a", true),
        ("NOT NOT a < b", true),
        ("NOT NOT NOT a < b", false),
        ("b BETWEEN a AND c AND a < b", true),
        ("(a < b OR b < a) AND (b < c AND (a < b OR b < c))", true),
    ] {
        assert_eq!(holds(text, &item, &Map::new()), expected, "{text}");
    }
}

fn item_for_functions() -> Map {
    map([
        ("str", s("hello")),
        ("num", n("5")),
        ("bin", b(b"hi there")),
        ("strs", ss(&["x", "y"])),
        ("nums", ns(&["2", "4"])),
        ("bins", bs(&[b"x"])),
        ("lst", l([s("hi"), ns(&["1", "2"]), l([n("3"), n("4")])])),
        ("doc", m([("x", n("1")), ("y", m([("z", s("deep"))]))])),
        ("flag", AttributeValue::Bool(true)),
        ("nil", AttributeValue::Null),
        ("wide", s("𝒳ü")),
    ])
}

fn values_for_functions() -> Map {
    map([
        (":hell", s("hell")),
        (":ell", s("ell")),
        (":x", s("x")),
        (":2", n("2.0")),
        (":3", n("3")),
        (":bx", b(b"x")),
        (":here", b(b"here")),
        (":set", ns(&["2", "1"])),
        (":list", l([n("3"), n("4")])),
        (":5", n("5")),
        (":empty", s("")),
        (":none", b(b"")),
        (":S", s("S")),
        (":N", s("N")),
        (":M", s("M")),
        (":NULL", s("NULL")),
        (":BOOL", s("BOOL")),
    ])
}

#[test]
fn functions() {
    let (item, values) = (item_for_functions(), values_for_functions());
    for (text, expected) in [
        ("attribute_exists(doc.y.z)", true),
        ("attribute_exists(doc.y.q)", false),
        ("attribute_exists(lst[2][1])", true),
        ("attribute_not_exists(lst[3])", true),
        ("attribute_exists(nil)", true),
        ("attribute_type(str, :S)", true),
        ("attribute_type(num, :S)", false),
        ("attribute_type(doc, :M)", true),
        ("attribute_type(nil, :NULL)", true),
        ("attribute_type(flag, :BOOL)", true),
        ("attribute_type(gone, :S)", false),
        ("attribute_type(:2, :N)", true),
        ("begins_with(str, :hell)", true),
        ("begins_with(str, :ell)", false),
        ("begins_with(str, :empty)", true),
        ("begins_with(num, :hell)", false),
        ("begins_with(:hell, str)", false),
        ("begins_with(str, num)", false),
        ("contains(str, :ell)", true),
        ("contains(str, :2)", false),
        ("contains(bin, :here)", true),
        ("contains(bin, :none)", true),
        ("contains(bin, :bx)", false),
        ("contains(strs, :x)", true),
        ("contains(strs, :ell)", false),
        ("contains(nums, :2)", true),
        ("contains(nums, :x)", false),
        ("contains(bins, :bx)", true),
        ("contains(lst, :set)", true),
        ("contains(lst, :list)", true),
        ("contains(lst, :x)", false),
        ("contains(doc, :x)", false),
        ("size(str) = :5", true),
        ("size(str) = num", true),
        ("size(bin) > :5", true),
        ("size(strs) = :2 AND size(nums) = :2", true),
        ("size(lst) = :3", true),
        ("size(doc) = :2", true),
        ("size(num) = :2", false),
        ("size(num) <> :2", true),
        ("size(flag) = :2", false),
        ("size(str) = :x", false),
        // The size is in UTF-16 code units. The letter outside the basic plane has two.
        ("size(wide) = :3", true),
        ("size(:hell) < size(str)", true),
    ] {
        assert_eq!(holds(text, &item, &values), expected, "{text}");
    }
}

#[test]
fn names_are_literal() {
    let item = map([("and", m([("or", n("2"))])), ("a.b", n("3")), ("a", m([("b", n("4"))]))]);
    let values = map([(":2", n("2")), (":3", n("3")), (":4", n("4"))]);
    assert!(holds("#and.#or = :2 AND #dot = :3 AND a.b = :4", &item, &values));
    assert!(holds("(a).b = :4", &item, &values));
}
