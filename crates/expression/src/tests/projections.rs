//! Projection expressions: their errors and their results.

use super::*;

fn refused(text: &str, placeholders: &Names) -> String {
    let got = message(ExpressionKind::Projection, text, placeholders, &Map::new());
    got.strip_prefix("Invalid ProjectionExpression: ")
        .unwrap_or(&got)
        .to_owned()
}

fn project(text: &str, item: &Map) -> Map {
    let placeholders = names(&[("#n1", "a"), ("#n2", "b"), ("#dot", "a.b")]);
    parse_projection(text, &mut Scope::new(Some(&placeholders), None))
        .unwrap()
        .apply(item)
}

#[test]
fn paths_that_overlap() {
    for (text, one, two) in [
        ("a, a", "[a]", "[a]"),
        ("a, a.b", "[a]", "[a, b]"),
        ("a.b, a", "[a, b]", "[a]"),
        ("a.b[0],a.b[0]", "[a, b, [0]]", "[a, b, [0]]"),
        ("a.b, a.b[2]", "[a, b]", "[a, b, [2]]"),
        ("x, a, #n1.b[2].c, y", "[a]", "[a, b, [2], c]"),
        ("a, b, a, b", "[b]", "[b]"),
    ] {
        let expected = format!(
            "Two document paths overlap with each other; must remove or rewrite one of these paths; \
             path one: {one}, path two: {two}"
        );
        assert_eq!(refused(text, &names(&[("#n1", "a")])), expected, "{text}");
    }
    assert_eq!(
        underlined(ExpressionKind::Projection, "a.b, c, a", &Names::new(), &Map::new()),
        "a"
    );
}

#[test]
fn paths_that_conflict() {
    for (text, one, two) in [
        ("a.b, a[1]", "[a, b]", "[a, [1]]"),
        ("a[1].c, x, a.b", "[a, [1], c]", "[a, b]"),
    ] {
        let expected = format!(
            "Two document paths conflict with each other; must remove or rewrite one of these paths; \
             path one: {one}, path two: {two}"
        );
        assert_eq!(refused(text, &Names::new()), expected);
    }
    for text in [
        "a, b",
        "a.b, a.c",
        "a.b.d, a.b.e",
        "a[1], a[2]",
        "a.b, a.c[2]",
        "ab, a.b, abc",
    ] {
        assert_eq!(refused(text, &Names::new()), "accepted", "{text}");
    }
}

#[test]
fn names_in_projections() {
    assert_eq!(
        refused("a, name", &Names::new()),
        "Attribute name is a reserved keyword; reserved keyword: name"
    );
    assert_eq!(
        refused("a.#b", &Names::new()),
        "An expression attribute name used in the document path is not defined; attribute name: #b"
    );
    assert_eq!(
        refused("a, a[99999999999]", &Names::new()),
        "List index is not within the allowable range; index: [99999999999]"
    );
    let deep = format!("a{}", "[0]".repeat(32));
    assert_eq!(
        refused(&deep, &Names::new()),
        "The document path has too many nesting levels; nesting levels: 33"
    );
}

#[test]
fn parts_keep_their_place() {
    let nested = m([("x", s("hi")), ("y", s("yo"))]);
    let item = map([
        ("a", m([("b", l([n("2"), n("4"), nested])), ("c", n("5"))])),
        ("b", s("hello")),
        ("a.b", s("dotted")),
        ("e", m([])),
    ]);
    let in_b = |value: AttributeValue| map([("a", m([("b", value)]))]);
    for (text, expected) in [
        ("b", map([("b", s("hello"))])),
        ("a.b[0]", in_b(l([n("2")]))),
        ("a.b[2].y", in_b(l([m([("y", s("yo"))])]))),
        ("a.b[1], a.b[0]", in_b(l([n("2"), n("4")]))),
        ("a.b[2].x, a.b[0]", in_b(l([n("2"), m([("x", s("hi"))])]))),
        ("a.c,b", map([("a", m([("c", n("5"))])), ("b", s("hello"))])),
        ("#n1.#n2[1]", in_b(l([n("4")]))),
        ("#dot", map([("a.b", s("dotted"))])),
        ("e", map([("e", m([]))])),
        ("a.x, a.b[0], x, a.b[3].x", in_b(l([n("2")]))),
        ("x", map([])),
        ("a.b[3]", map([])),
        ("a.x.y", map([])),
        ("a.b.x", map([])),
        ("a[0]", map([])),
        ("a.b[0].x", map([])),
        ("a.b[0][0]", map([])),
        ("e.f", map([])),
    ] {
        assert_eq!(project(text, &item), expected, "{text}");
    }
}

#[test]
fn a_projection_can_be_made_of_paths() {
    let projection = Projection::new(vec![hashrange_values::Path::top("b"), hashrange_values::Path::top("a")]);
    let item = map([("a", n("1")), ("b", n("2")), ("c", n("3"))]);
    assert_eq!(projection.apply(&item), map([("a", n("1")), ("b", n("2"))]));
    assert_eq!(
        projection.attributes().map(Text::as_str).collect::<Vec<_>>(),
        ["b", "a"]
    );
    assert_eq!(projection.paths().len(), 2);
    assert!(projection.mentions().is_empty());
}

#[test]
fn picking_takes_the_whole_where_paths_overlap() {
    let path = |text: &str| {
        let scope = &mut Scope::new(None, None);
        parse_projection(text, scope).unwrap().paths()[0].clone()
    };
    let item = map([("a", l([n("1"), n("2"), n("3")]))]);
    assert_eq!(pick(&item, &[path("a[1]"), path("a")]), item);
    assert_eq!(
        pick(&item, &[path("a[2]"), path("a[9]"), path("a[0]")]),
        map([("a", l([n("1"), n("3")]))])
    );
    assert_eq!(pick(&item, &[]), Map::new());
}
