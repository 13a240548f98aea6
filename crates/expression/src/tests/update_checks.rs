//! The errors of a well-formed update, before it is applied to an item.

use super::*;

fn refused_with(text: &str, names: &Names, values: &Map) -> String {
    let got = message(ExpressionKind::Update, text, names, values);
    got.strip_prefix("Invalid UpdateExpression: ")
        .unwrap_or(&got)
        .to_owned()
}

fn refused(text: &str) -> String {
    refused_with(
        text,
        &names(&[("#a", "a"), ("#b", "b")]),
        &map([(":a", s("a")), (":b", s("a"))]),
    )
}

#[test]
fn reserved_words_functions_and_sections_come_first() {
    for (text, expected) in [
        (
            " set #c = :c set abOrt = true ",
            "Attribute name is a reserved keyword; reserved keyword: abOrt",
        ),
        (
            " remove Absolute ",
            "Attribute name is a reserved keyword; reserved keyword: Absolute",
        ),
        (
            "set #c = if_not_exist(:c) set c = d",
            "Invalid function name; function: if_not_exist",
        ),
        (
            "SET a = LIST_APPEND(:a, :b)",
            "Invalid function name; function: LIST_APPEND",
        ),
        (
            "set a = #c set c = :d",
            "The \"SET\" section can only be used once in an update expression;",
        ),
        (
            "remove #d set a = b remove e",
            "The \"REMOVE\" section can only be used once in an update expression;",
        ),
        (
            "add #d :e set a = b add e :f",
            "The \"ADD\" section can only be used once in an update expression;",
        ),
        (
            "delete #d :e set a = b delete #e :f",
            "The \"DELETE\" section can only be used once in an update expression;",
        ),
        (
            "set a[4294967295] = :a",
            "List index is not within the allowable range; index: [4294967295]",
        ),
        (
            "SET r = contains(t, :a)",
            "The function is not allowed in an update expression; function: contains",
        ),
        (
            "SET r = size(t)",
            "The function is not allowed in an update expression; function: size",
        ),
        (
            "SET r = list_append(list_append(t, :a), :b)",
            "The function is not allowed to be used this way in an expression; function: list_append",
        ),
        ("SET r = ((a))", "The expression has redundant parentheses;"),
    ] {
        assert_eq!(refused(text), expected, "{text}");
    }
}

#[test]
fn placeholders_that_are_not_defined() {
    for (text, expected) in [
        (
            "SET #c = if_not_exists(:c)",
            "An expression attribute name used in the document path is not defined; attribute name: #c",
        ),
        (
            "SET #a = if_not_exists(:c)",
            "An expression attribute value used in expression is not defined; attribute value: :c",
        ),
        // Names of all actions are checked first, then values from the last action to the first.
        (
            "SET a = :zz, b = #y, c = #z.d",
            "An expression attribute name used in the document path is not defined; attribute name: #z",
        ),
        (
            "SET a = :y, b = :z",
            "An expression attribute value used in expression is not defined; attribute value: :z",
        ),
    ] {
        assert_eq!(refused(text), expected, "{text}");
    }
}

#[test]
fn paths_against_each_other() {
    let placeholders = names(&[("#c", "c"), ("#d", "[3]"), ("#a1", "a"), ("#a2", "a")]);
    for (text, clash, one, two) in [
        (
            "set d[1] = a, d.b = a, c[1].a = a, #c = if_not_exists(a)",
            "overlap",
            "[c, [1], a]",
            "[c]",
        ),
        ("set #c[3].#d = a, #c[3] = a", "overlap", "[c, [3], [3]]", "[c, [3]]"),
        (
            "set #c[3].#d = a, #c.#d[3] = if_not_exists(a)",
            "conflict",
            "[c, [3], [3]]",
            "[c, [3], [3]]",
        ),
        ("remove a.#c set a[1] = #d", "conflict", "[a, c]", "[a, [1]]"),
        ("REMOVE a SET a = :v", "overlap", "[a]", "[a]"),
        ("SET #a1 = :v1, #a2 = :v2", "overlap", "[a]", "[a]"),
        ("SET mapx = :m, mapx.num = :n", "overlap", "[mapx]", "[mapx, num]"),
        ("SET a[1][1] = :v, a[1] = :v", "overlap", "[a, [1], [1]]", "[a, [1]]"),
        ("SET a.b.c = :v, a.b[2] = :w", "conflict", "[a, b, c]", "[a, b, [2]]"),
        ("ADD a :v DELETE a.b :w", "overlap", "[a]", "[a, b]"),
    ] {
        let expected = format!(
            "Two document paths {clash} with each other; must remove or rewrite one of these paths; \
             path one: {one}, path two: {two}"
        );
        assert_eq!(refused_with(text, &placeholders, &Map::new()), expected, "{text}");
    }
    let fine = "SET a.b = :v, a.c.d = :v, b.x = :v, l[0] = :v, l[1] = l[0] REMOVE a.x, b.y";
    assert_eq!(refused_with(fine, &Names::new(), &map([(":v", n("1"))])), "accepted");
}

#[test]
fn operands_of_add_and_delete() {
    for (value, name) in [
        (s("a"), "STRING"),
        (b(b"a"), "BINARY"),
        (AttributeValue::Null, "NULL"),
        (AttributeValue::Bool(false), "BOOLEAN"),
        (m([("a", l([n("1")]))]), "MAP"),
        (l([n("1")]), "LIST"),
    ] {
        for action in ["ADD", "DELETE"] {
            let expected = format!(
                "Incorrect operand type for operator or function; operator: {action}, operand type: {name}, \
                 typeSet: ALLOWED_FOR_{action}_OPERAND"
            );
            let text = format!("{action} a.b :a");
            assert_eq!(
                refused_with(&text, &Names::new(), &map([(":a", value.clone())])),
                expected
            );
        }
    }
    let number = map([(":a", n("1"))]);
    assert_eq!(refused_with("add a :a", &Names::new(), &number), "accepted");
    assert!(refused_with("delete a :a", &Names::new(), &number).contains("operand type: NUMBER"));
    for set in [ss(&["a"]), ns(&["1"]), bs(&[b"a"])] {
        assert_eq!(
            refused_with("add a :a delete b :a", &Names::new(), &map([(":a", set)])),
            "accepted"
        );
    }
    // The last action is checked first.
    let text = "set b = list_append(:a, a), c = if_not_exists(a) add a.b :a";
    assert!(refused(text).starts_with("Incorrect operand type for operator or function; operator: ADD"));
}

#[test]
fn operands_of_functions_and_sums() {
    for (text, expected) in [
        (
            "set a = if_not_exists(c)",
            "operator or function: if_not_exists, number of operands: 1",
        ),
        (
            "set a = list_append(c)",
            "operator or function: list_append, number of operands: 1",
        ),
        (
            "set a = list_append(c, d, e)",
            "operator or function: list_append, number of operands: 3",
        ),
    ] {
        assert_eq!(
            refused(text),
            format!("Incorrect number of operands for operator or function; {expected}")
        );
    }
    for text in [
        "set a = if_not_exists(:a, c)",
        "set a = if_not_exists(if_not_exists(a, b), c)",
    ] {
        let expected = "Operator or function requires a document path; operator or function: if_not_exists";
        assert_eq!(refused(text), expected);
    }
    let wrong = |value: &AttributeValue, operator: &str| {
        format!(
            "Incorrect operand type for operator or function; operator or function: {operator}, operand type: {}",
            value.attribute_type().descriptor()
        )
    };
    let others = [
        s("a"),
        b(b"a"),
        AttributeValue::Bool(true),
        AttributeValue::Null,
        ss(&["a"]),
        ns(&["1"]),
        m([]),
    ];
    for value in others {
        let values = map([(":v", value.clone())]);
        for (text, operator) in [
            ("set a = list_append(:v, a)", "list_append"),
            ("set a = list_append(a, :v)", "list_append"),
            ("set a = a + :v", "+"),
            ("set a = :v + a", "+"),
            ("set a = (a - :v)", "-"),
        ] {
            assert_eq!(refused_with(text, &Names::new(), &values), wrong(&value, operator));
        }
    }
    let list = map([(":v", l([]))]);
    assert_eq!(refused_with("set a = a + :v", &Names::new(), &list), wrong(&l([]), "+"));
    assert_eq!(
        refused_with("set a = list_append(a, a)", &Names::new(), &list),
        "accepted"
    );
}

#[test]
fn values_that_are_fine() {
    let values = map([(":v", n("1")), (":l", l([]))]);
    for text in [
        "SET a = if_not_exists(a, b) + b",
        "SET a = if_not_exists(a, if_not_exists(b, :v))",
        "set a = (b + c)",
        "set a = ((b.c.d)+(e))",
        "set a = (b)",
        "set a = list_append(if_not_exists(a, :l), :l)",
        "sEt a=:v rEmOvE b,c aDd d :v",
        "SET #dot.#dot[3] = a[1].b",
    ] {
        assert_eq!(
            refused_with(text, &names(&[("#dot", "x.y")]), &values),
            "accepted",
            "{text}"
        );
    }
}

#[test]
fn what_a_caller_can_ask() {
    let values = map([(":v", n("1")), (":s", ss(&["x"]))]);
    let scope = &mut Scope::new(None, Some(&values));
    let text = "SET a = :v, l[0] = :v, m.n = m.n + :v, z = if_not_exists(q.r, y) REMOVE r DELETE t :s ADD k :v";
    let update = parse_update(text, scope).unwrap();
    assert_eq!(
        update.attributes().map(Text::as_str).collect::<Vec<_>>(),
        ["a", "l", "m", "z", "r", "t", "k"]
    );
    let of = |mention: &Mention| text[mention.span.start..mention.span.end].to_owned();
    assert_eq!(update.reads().map(of).collect::<Vec<_>>(), ["m.n", "q.r", "y"]);
    assert_eq!(
        update.targets().map(of).collect::<Vec<_>>(),
        ["a", "l[0]", "m.n", "z", "r", "t", "k"]
    );
    assert!(!update.only_clears());
    let clears = parse_update("REMOVE a DELETE b :s", &mut Scope::new(None, Some(&values))).unwrap();
    assert!(clears.only_clears());
}

#[test]
fn an_update_is_charged_as_observed() {
    let values = map([
        (":one", n("1")),
        (":v", s("x")),
        (":a", l([s("1234567890")])),
        (":rm", ss(&["12345"])),
        (":new", ss(&["1234567890"])),
    ]);
    let charge = |text: &str| {
        parse_update(text, &mut Scope::new(None, Some(&values)))
            .expect(text)
            .charge()
    };
    // The bytes in addition to the three of every update.
    for (text, bytes) in [
        ("SET c = :v", 21),
        ("SET c = abcdefghij", 45),
        ("SET c = big", 38),
        ("SET c = m.z", 51),
        ("SET c = m.a.z", 66),
        ("SET c = l[10]", 52),
        ("SET c = n + :one", 72),
        ("SET c = n - :one", 75),
        ("SET c = if_not_exists(c, :v)", 76),
        ("SET c = list_append(l, :a)", 20 + 37 + 16 + 14),
        ("SET c = list_append(:a, :a)", 20 + 37 + 28),
        ("ADD ss :new", 19 + 2 + 10),
        ("ADD n :one", 19 + 1 + 2),
        ("REMOVE abcdefghij", 11),
        ("REMOVE m.yyyyyyyyyy", 16),
        ("REMOVE abcdefghij[1]", 16),
        ("REMOVE l[10]", 8),
        ("DELETE abcdefghij :rm", 11),
        ("DELETE ss :rm", 3),
        ("SET c = :v REMOVE l[10]", 29),
    ] {
        assert_eq!(charge(text), 3 + bytes, "{text}");
    }
}
