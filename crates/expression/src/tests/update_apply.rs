//! Results of updates on items.

use super::*;

fn values() -> Map {
    map([
        (":1", n("1")),
        (":2", n("2")),
        (":x", s("x")),
        (":y", s("y")),
        (":ss", ss(&["b", "c", "d"])),
        (":ns", ns(&["1.0", "3"])),
        (":bs", bs(&[b"x"])),
        (":l", l([s("new")])),
        (":e", l([])),
        (":max", n("9.9999999999999999999999999999999999999E+125")),
        (":min", n("1E-130")),
        (":min2", n("1.1E-130")),
    ])
}

fn used(text: &str, values: &Map) -> Map {
    values
        .iter()
        .filter(|(key, _)| text.contains(key.as_str()))
        .map(|(k, v)| (k.clone(), v.clone()))
        .collect()
}

fn parsed(text: &str) -> Update {
    let values = used(text, &values());
    let values = (!values.is_empty()).then_some(&values);
    let mut scope = Scope::new(None, values);
    scope.check().unwrap();
    parse_update(text, &mut scope).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn apply(text: &str, item: &Map) -> Map {
    parsed(text)
        .apply(item)
        .unwrap_or_else(|error| panic!("{text}: {error}"))
        .item
}

fn refused(text: &str, item: &Map) -> String {
    parsed(text).apply(item).unwrap_err().to_string()
}

const TYPE: &str = "An operand in the update expression has an incorrect data type";
const MISSING: &str = "The provided expression refers to an attribute that does not exist in the item";
const PATH: &str = "The document path provided in the update expression is invalid for update";

#[test]
fn set_and_remove_attributes() {
    let item = map([("p", s("k")), ("a", s("hello")), ("b", n("5"))]);
    for (text, expected) in [
        (
            "SET c = :x",
            map([("p", s("k")), ("a", s("hello")), ("b", n("5")), ("c", s("x"))]),
        ),
        (
            "SET a = :1, b = a",
            map([("p", s("k")), ("a", n("1")), ("b", s("hello"))]),
        ),
        (
            "SET a = b, b = a",
            map([("p", s("k")), ("a", n("5")), ("b", s("hello"))]),
        ),
        ("REMOVE a SET b = a", map([("p", s("k")), ("b", s("hello"))])),
        (
            "SET c = b REMOVE b",
            map([("p", s("k")), ("a", s("hello")), ("c", n("5"))]),
        ),
        ("REMOVE zzz, a", map([("p", s("k")), ("b", n("5"))])),
        ("SET a = a", item.clone()),
        ("SET b = b + :1", map([("p", s("k")), ("a", s("hello")), ("b", n("6"))])),
        (
            "SET b = :1 - b",
            map([("p", s("k")), ("a", s("hello")), ("b", n("-4"))]),
        ),
        ("SET b = b + b", map([("p", s("k")), ("a", s("hello")), ("b", n("10"))])),
        (
            "SET b = (if_not_exists(zz, :2) - :1)",
            map([("p", s("k")), ("a", s("hello")), ("b", n("1"))]),
        ),
        (
            "SET b = if_not_exists(a, :2)",
            map([("p", s("k")), ("a", s("hello")), ("b", s("hello"))]),
        ),
        (
            "SET b = if_not_exists(x, if_not_exists(y, :2))",
            map([("p", s("k")), ("a", s("hello")), ("b", n("2"))]),
        ),
    ] {
        assert_eq!(apply(text, &item), expected, "{text}");
    }
}

#[test]
fn list_append_joins_in_order() {
    let item = map([("a", l([n("1"), n("2")]))]);
    assert_eq!(
        apply("SET a = list_append(a, :l)", &item),
        map([("a", l([n("1"), n("2"), s("new")]))])
    );
    assert_eq!(
        apply("SET a = list_append(:l, a)", &item),
        map([("a", l([s("new"), n("1"), n("2")]))])
    );
    assert_eq!(
        apply("SET a = list_append(a, a)", &item),
        map([("a", l([n("1"), n("2"), n("1"), n("2")]))])
    );
    let created = apply("SET b = list_append(if_not_exists(b, :e), :l)", &item);
    assert_eq!(created.get("b"), Some(&l([s("new")])));
}

#[test]
fn add_and_delete() {
    let item = map([
        ("n", n("3")),
        ("s", ss(&["a", "b"])),
        ("ns", ns(&["1", "2"])),
        ("bs", bs(&[b"x"])),
    ]);
    for (text, attribute, expected) in [
        ("ADD n :2", "n", Some(n("5"))),
        ("ADD fresh :2", "fresh", Some(n("2"))),
        ("ADD fresh :ss", "fresh", Some(ss(&["b", "c", "d"]))),
        ("ADD s :ss", "s", Some(ss(&["a", "b", "c", "d"]))),
        ("ADD ns :ns", "ns", Some(ns(&["1", "2", "3"]))),
        ("ADD bs :bs", "bs", Some(bs(&[b"x"]))),
        ("DELETE s :ss", "s", Some(ss(&["a"]))),
        ("DELETE ns :ns", "ns", Some(ns(&["2"]))),
        ("DELETE bs :bs", "bs", None),
        ("DELETE gone :bs", "gone", None),
    ] {
        assert_eq!(apply(text, &item).get(attribute), expected.as_ref(), "{text}");
    }
    for text in [
        "ADD s :1",
        "ADD n :ss",
        "ADD s :ns",
        "DELETE n :ns",
        "DELETE s :ns",
        "SET x = n + s",
        "SET x = s - n",
    ] {
        assert_eq!(refused(text, &item), TYPE, "{text}");
    }
    assert_eq!(refused("SET x = list_append(s, if_not_exists(f, :e))", &item), TYPE);
}

#[test]
fn nested_paths() {
    let item = map([(
        "a",
        m([
            ("b", n("3")),
            ("c", l([s("hi"), m([("x", m([("y", l([n("3"), n("5")]))]))])])),
        ]),
    )]);
    let a = |value: AttributeValue| map([("a", value)]);
    let c = |list: AttributeValue| a(m([("b", n("3")), ("c", list)]));
    for (text, expected) in [
        (
            "SET a.b = :x",
            a(m([("b", s("x")), ("c", item.get("a").and_then(child_c).unwrap())])),
        ),
        ("SET a.c = :1", a(m([("b", n("3")), ("c", n("1"))]))),
        (
            "SET a.c[1].x.y[1] = :x",
            c(l([s("hi"), m([("x", m([("y", l([n("3"), s("x")]))]))])])),
        ),
        (
            "REMOVE a.c[1].x.y[0], a.b",
            a(m([("c", l([s("hi"), m([("x", m([("y", l([n("5")]))]))])]))])),
        ),
        ("REMOVE a.c[0], a.c[1]", c(l([]))),
        ("REMOVE a.c[17], a.zz", item.clone()),
        (
            "ADD a.b :1",
            a(m([("b", n("4")), ("c", item.get("a").and_then(child_c).unwrap())])),
        ),
    ] {
        assert_eq!(apply(text, &item), expected, "{text}");
    }
}

fn child_c(value: &AttributeValue) -> Option<AttributeValue> {
    match value {
        AttributeValue::M(map) => map.get("c").cloned(),
        _ => None,
    }
}

#[test]
fn positions_mean_the_list_as_it_was() {
    let list = |text: &[&str]| map([("a", AttributeValue::L(text.iter().map(|text| s(text)).collect()))]);
    let item = list(&["0", "1", "2", "3", "4"]);
    for (text, expected) in [
        ("REMOVE a[1] SET a[3] = :x", list(&["0", "2", "x", "4"])),
        ("SET a[3] = :x REMOVE a[1]", list(&["0", "2", "x", "4"])),
        ("REMOVE a[0], a[2], a[4]", list(&["1", "3"])),
        ("REMOVE a[4], a[0], a[2]", list(&["1", "3"])),
        // Elements beyond the end are appended in the order of their indexes.
        ("SET a[7] = :x", list(&["0", "1", "2", "3", "4", "x"])),
        ("SET a[84] = :y, a[37] = :x", list(&["0", "1", "2", "3", "4", "x", "y"])),
        ("SET a[9] = :y REMOVE a[0]", list(&["1", "2", "3", "4", "y"])),
        // The removal of an index beyond the end does not remove the appended element.
        ("SET a[6] = :x REMOVE a[5]", list(&["0", "1", "2", "3", "4", "x"])),
    ] {
        assert_eq!(apply(text, &item), expected, "{text}");
    }
    let empty = map([("a", l([]))]);
    assert_eq!(apply("SET a[0] = :x", &empty), map([("a", l([s("x")]))]));
    let nested = map([("a", l([l([s("p"), s("q")]), l([s("r")])]))]);
    assert_eq!(apply("REMOVE a[0], a[1][0]", &nested), map([("a", l([l([])]))]));
    assert_eq!(
        apply("REMOVE a[0] SET a[1][5] = :x", &nested),
        map([("a", l([l([s("r"), s("x")])]))])
    );
}

#[test]
fn one_large_update_as_recorded() {
    let key = s("key");
    let item = map([
        ("a", key.clone()),
        ("b", m([("a", n("1")), ("b", n("2")), ("c", n("3"))])),
        ("c", l([n("1"), n("3")])),
    ]);
    let values = map([(":a", n("2")), (":b", ss(&["a"]))]);
    let text = "set b.c=((c[1])+(b.a)),b.a = a,c[1] = a, c[4] = b.a - b.b, c[2] = b.c add c[8] :b, c[6] :a";
    let update = parse_update(text, &mut Scope::new(None, Some(&values))).unwrap();
    let applied = update.apply(&item).unwrap();
    let expected = map([
        ("a", key.clone()),
        ("b", m([("a", key.clone()), ("b", n("2")), ("c", n("4"))])),
        ("c", l([n("1"), key.clone(), n("3"), n("-1"), n("2"), ss(&["a"])])),
    ]);
    assert_eq!(applied.item, expected);
    let updated_new = map([
        ("b", m([("a", key.clone()), ("c", n("4"))])),
        ("c", l([key, n("3"), n("2")])),
    ]);
    assert_eq!(pick(&applied.item, &applied.touched), updated_new);
}

#[test]
fn updated_attributes_are_picked_old_and_new() {
    let item = map([
        ("a", m([("b", s("dog")), ("c", l([n("1"), n("2"), n("3")]))])),
        ("d", s("cat")),
    ]);
    for (text, old, new) in [
        (
            "SET a.b = :x",
            map([("a", m([("b", s("dog"))]))]),
            map([("a", m([("b", s("x"))]))]),
        ),
        (
            "SET a.c[1] = :1",
            map([("a", m([("c", l([n("2")]))]))]),
            map([("a", m([("c", l([n("1")]))]))]),
        ),
        ("SET e = :x REMOVE d", map([("d", s("cat"))]), map([("e", s("x"))])),
        ("SET a.n = :1", map([]), map([("a", m([("n", n("1"))]))])),
        // Appended elements are not at the written index, and are not returned (observed: updated-values).
        ("SET a.c[100] = :1", map([]), map([])),
        // The element that moved to the index of a removed one is returned (observed: updated-values).
        (
            "REMOVE a.c[1]",
            map([("a", m([("c", l([n("2")]))]))]),
            map([("a", m([("c", l([n("3")]))]))]),
        ),
        (
            "REMOVE a.c[1], a.c[3]",
            map([("a", m([("c", l([n("2")]))]))]),
            map([("a", m([("c", l([n("3")]))]))]),
        ),
    ] {
        let applied = parsed(text).apply(&item).unwrap();
        assert_eq!(pick(&item, &applied.touched), old, "{text}");
        assert_eq!(pick(&applied.item, &applied.touched), new, "{text}");
    }
}

#[test]
fn paths_that_cannot_be_written() {
    let item = map([
        ("p", s("k")),
        ("a", s("hello")),
        ("b", l([s("hi")])),
        ("d", m([("x", n("1"))])),
    ]);
    for text in [
        "SET a.c = :1",
        "SET b.c = :1",
        "SET c.c = :1",
        "SET a[0] = :1",
        "SET c[0] = :1",
        "SET d[0] = :1",
        "SET d.y.z = :1",
        "SET b[1].c = :1",
        "REMOVE a.c",
        "REMOVE c.c",
        "REMOVE b.c",
        "REMOVE a[0]",
        "REMOVE c[0]",
        "ADD c.c :1",
        "DELETE c.c :ss",
    ] {
        assert_eq!(refused(text, &item), PATH, "{text}");
    }
    // On a new item, removal inside a missing attribute has no effect, but setting inside one fails.
    let key = map([("p", s("k"))]);
    assert_eq!(parsed("REMOVE x.y").apply_new(&key).unwrap().item, key);
    assert_eq!(parsed("REMOVE x[0]").apply_new(&key).unwrap().item, key);
    assert_eq!(parsed("SET x.y = :1").apply_new(&key).unwrap_err().to_string(), PATH);
    assert_eq!(apply("SET x = :1", &key), map([("p", s("k")), ("x", n("1"))]));
}

#[test]
fn missing_attributes_and_the_order_of_problems() {
    let item = map([("p", s("k")), ("a", n("1")), ("t", s("text"))]);
    for (text, expected) in [
        ("SET c = z", MISSING),
        ("SET x = :1, y = x", MISSING),
        ("SET e = list_append(b, c)", MISSING),
        ("SET e = z + :1", MISSING),
        // Types are checked before paths without a value, and such paths before missing attributes.
        ("SET x = z, y = a + t", TYPE),
        ("SET q.r = :1, y = a + t", TYPE),
        ("SET x = z, q.r = :1", PATH),
        ("SET x = a + t, p.r = :1", PATH),
        // The last clause is checked first.
        ("SET x = z REMOVE q.r", PATH),
        ("REMOVE q.r SET x = z", MISSING),
    ] {
        assert_eq!(refused(text, &item), expected, "{text}");
    }
    let error = parsed("SET a = :1, c = z").apply(&item).unwrap_err();
    assert_eq!(error.kind, Some(ExpressionKind::Update));
    assert_eq!(error.span, Some(Span { start: 12, end: 13 }));
    assert!(error.problem.is_of_item());
}

#[test]
fn numbers_out_of_range() {
    let item = map([("a", n("9E+125")), ("t", n("1")), ("z", n("1E-130"))]);
    let overflow = "Number overflow. Attempting to store a number with magnitude larger than supported range";
    let underflow = "Number underflow. Attempting to store a number with magnitude smaller than supported range";
    assert_eq!(refused("SET a = a + :max", &item), overflow);
    assert_eq!(refused("ADD a :max", &item), overflow);
    // The sum has more digits than a number can have.
    assert_eq!(refused("SET t = t + :min", &item), overflow);
    assert_eq!(refused("SET z = :min2 - z", &item), underflow);
    assert_eq!(refused("SET a = a + :max, q.r = :1", &item), PATH);
}
