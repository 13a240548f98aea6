//! The errors of a well-formed condition, and their order.

use super::*;

fn refused(text: &str, names: &Names, values: &Map) -> String {
    let got = filter(text, names, values);
    got.strip_prefix("Invalid FilterExpression: ")
        .unwrap_or(&got)
        .to_owned()
}

#[test]
fn redundant_parentheses() {
    for text in [
        "a=a and a > ((views))",
        "(a)between(((b.c)).d)and(c)",
        "a > whatever((:things), ((a)))",
        "a=a AND ((a=a AND a=a)) AND a=a",
        "a=a OR ((a=a OR a=a)) OR a=a",
        "a=a AND ((a=a AND (a=a AND a=a)))",
        "((a = b))",
        "((a)) = b",
        "((f(a)))",
        "((a = b)) this is not even syntax",
    ] {
        assert_eq!(
            refused(text, &Names::new(), &Map::new()),
            "The expression has redundant parentheses;",
            "{text}"
        );
    }
    let text = "a = b AND ((c = d))";
    assert_eq!(
        underlined(ExpressionKind::Filter, text, &Names::new(), &Map::new()),
        "((c = d))"
    );
}

#[test]
fn functions_that_do_not_exist() {
    for (text, function) in [
        ("a=a and whatever((:things)) > a", "whatever"),
        ("attRIbute_exIsts((views), #a)", "attRIbute_exIsts"),
        ("a < f(f(f(b)))", "f"),
        ("BEGINS_WITH(a, :b)", "BEGINS_WITH"),
    ] {
        let expected = format!("Invalid function name; function: {function}");
        assert_eq!(refused(text, &Names::new(), &Map::new()), expected);
        assert_eq!(
            underlined(ExpressionKind::Filter, text, &Names::new(), &Map::new()),
            function
        );
    }
}

#[test]
fn functions_in_the_wrong_place() {
    for (text, function) in [
        ("a=a and attribute_exists((views), (#a)) > b", "attribute_exists"),
        ("attribute_not_exists(things) > b", "attribute_not_exists"),
        ("attribute_type(things, :a) > b", "attribute_type"),
        ("begins_with(things, a) > b", "begins_with"),
        ("contains(:things, c) > b", "contains"),
        ("size(contains(a, b)) > a", "contains"),
        ("size(things)", "size"),
        ("(size(things))", "size"),
        ("NOT size(things)", "size"),
        ("a between b and attribute_exists(things)", "attribute_exists"),
        ("a in (b, attribute_exists(things))", "attribute_exists"),
    ] {
        let expected =
            format!("The function is not allowed to be used this way in an expression; function: {function}");
        assert_eq!(refused(text, &Names::new(), &Map::new()), expected, "{text}");
    }
    for (text, function) in [
        ("if_not_exists(a, b) = c", "if_not_exists"),
        ("list_append(a, b) = c", "list_append"),
    ] {
        let expected = format!("The function is not allowed in a condition expression; function: {function}");
        assert_eq!(refused(text, &Names::new(), &Map::new()), expected);
    }
}

#[test]
fn reserved_words() {
    for (text, word) in [
        (":a < abOrT", "abOrT"),
        ("a.b.Status = :a", "Status"),
        ("begins_with(views, #nothing)", "views"),
        ("a = size AND views = b", "size"),
    ] {
        let expected = format!("Attribute name is a reserved keyword; reserved keyword: {word}");
        assert_eq!(refused(text, &Names::new(), &Map::new()), expected);
        assert_eq!(
            underlined(ExpressionKind::Filter, text, &Names::new(), &Map::new()),
            word
        );
    }
    let placeholders = names(&[("#s", "status")]);
    assert_eq!(refused("attribute_exists(#s)", &placeholders, &Map::new()), "accepted");
}

#[test]
fn list_indexes_and_depth() {
    let values = map([(":v", n("1"))]);
    assert_eq!(refused("a[4294967294] = :v", &Names::new(), &values), "accepted");
    let expected = "List index is not within the allowable range; index: [4294967295]";
    assert_eq!(refused("a[4294967295] = :v", &Names::new(), &values), expected);
    let deep = |levels: usize| format!("a{} = :v", ".b".repeat(levels - 1));
    assert_eq!(refused(&deep(32), &Names::new(), &values), "accepted");
    let expected = "The document path has too many nesting levels; nesting levels: 33";
    assert_eq!(refused(&deep(33), &Names::new(), &values), expected);
}

#[test]
fn placeholders_that_are_not_defined() {
    for (text, name) in [
        ("attribute_exists(#Pictures.RearView) and a=a", "#Pictures"),
        ("begins_with(Pictures.#RearView, :x)", "#RearView"),
        ("(#P between :lo and :hi) and (#PC in (:cat1, :cat2))", "#P"),
        ("#4g > a", "#4g"),
        ("#_ > a", "#_"),
        ("(a)between(b.c[45].#d)and(:a)", "#d"),
    ] {
        let expected =
            format!("An expression attribute name used in the document path is not defined; attribute name: {name}");
        assert_eq!(refused(text, &Names::new(), &Map::new()), expected);
        assert_eq!(
            underlined(ExpressionKind::Filter, text, &Names::new(), &Map::new()),
            name
        );
    }
    for (text, value) in [
        ("begins_with(:hello, #a)", ":hello"),
        (":a < :b", ":a"),
        (":_ > a", ":_"),
    ] {
        let expected =
            format!("An expression attribute value used in expression is not defined; attribute value: {value}");
        assert_eq!(refused(text, &Names::new(), &Map::new()), expected);
    }
}

#[test]
fn numbers_of_operands() {
    for (text, function, count) in [
        ("attribute_exists(things, a) and a=a", "attribute_exists", 2),
        ("attribute_not_exists(things, b)", "attribute_not_exists", 2),
        ("attribute_type(things)", "attribute_type", 1),
        ("begins_with(things)", "begins_with", 1),
        ("begins_with(things, size(a), b)", "begins_with", 3),
        ("contains(things)", "contains", 1),
        ("size(things, a) > b", "size", 2),
    ] {
        let expected = format!(
            "Incorrect number of operands for operator or function; operator or function: {function}, \
             number of operands: {count}"
        );
        assert_eq!(refused(text, &Names::new(), &Map::new()), expected);
    }
}

#[test]
fn types_of_operands() {
    let every = || {
        [
            n("1"),
            AttributeValue::Bool(true),
            AttributeValue::Null,
            l([]),
            m([]),
            ss(&["1"]),
            ns(&["1"]),
        ]
    };
    let mut cases: Vec<(&str, &str, AttributeValue)> = vec![
        ("attribute_type(a, size(a)) and a=a and a=:a", "attribute_type", n("1")),
        ("attribute_type(a, :a)", "attribute_type", b(b"a")),
        ("attribute_type(a, :a)", "attribute_type", bs(&[b"a"])),
        ("begins_with(a, size(a)) and a=:a", "begins_with", n("1")),
        ("size(size(a)) > :a", "size", n("1")),
        ("attribute_not_exists(size(:a))", "size", n("1")),
        ("size(:a) > a", "size", AttributeValue::Bool(true)),
        ("size(:a) > a", "size", AttributeValue::Null),
        ("a < :a", "<", m([])),
        (":a >= a", ">=", l([])),
        ("a > :a", ">", AttributeValue::Bool(false)),
        ("a <= :a", "<=", ss(&["x"])),
        ("a between :a and b", "BETWEEN", l([])),
        (":a between b and c", "BETWEEN", AttributeValue::Null),
    ];
    for text in ["attribute_type(a, :a)", "begins_with(a, :a)", "begins_with(:a, a)"] {
        cases.extend(every().map(|value| (text, text.split('(').next().unwrap(), value)));
    }
    for (text, operator, value) in cases {
        let kind = value.attribute_type().descriptor();
        let expected = format!(
            "Incorrect operand type for operator or function; operator or function: {operator}, operand type: {kind}"
        );
        assert_eq!(refused(text, &Names::new(), &map([(":a", value)])), expected, "{text}");
    }
    let paths = refused("attribute_type(ab.bc[1].a, SS)", &Names::new(), &Map::new());
    assert!(paths.ends_with("operator or function: attribute_type, operand type: {NS,SS,L,BS,N,M,B,BOOL,NULL,S}"));
}

#[test]
fn types_that_are_fine() {
    for (text, value) in [
        ("a = :a", l([])),
        ("a <> :a", m([])),
        ("a in (:a)", AttributeValue::Null),
        ("contains(a, :a)", m([])),
        ("contains(:a, a)", n("1")),
        ("contains(a, size(:a))", s("x")),
        ("attribute_type(:a, :a)", s("S")),
        ("size(:a) < size(a)", m([])),
        (":a > :a", n("1")),
        (":a between :a and :a", s("")),
    ] {
        assert_eq!(
            refused(text, &Names::new(), &map([(":a", value)])),
            "accepted",
            "{text}"
        );
    }
}

#[test]
fn type_names_and_required_paths() {
    let values = map([(":a", s("STRING"))]);
    assert_eq!(
        refused("attribute_type(a, :a)", &Names::new(), &values),
        "Invalid attribute type name found; type: STRING, valid types: {B,NULL,SS,BOOL,L,BS,N,NS,S,M}"
    );
    for (text, function) in [
        ("attribute_exists(:a) and a=a", "attribute_exists"),
        ("attribute_not_exists(size(:a))", "attribute_not_exists"),
    ] {
        let expected = format!("Operator or function requires a document path; operator or function: {function}");
        assert_eq!(refused(text, &Names::new(), &values), expected);
    }
}

#[test]
fn a_path_is_not_used_with_itself() {
    let placeholders = names(&[("#a", "a")]);
    for (text, operator, first) in [
        ("a = a AND #a = b AND :views > a", "=", "[a]"),
        ("#a <> a", "<>", "[a]"),
        ("a > #a", ">", "[a]"),
        ("((a=a) OR (a=a))", "=", "[a]"),
        ("a BETWEEN b AND a", "BETWEEN", "[a]"),
        ("a IN (b, #a)", "IN", "[a]"),
        ("contains(ab.bc[1].a, ab.bc[1].#a)", "contains", "[ab, bc, [1], a]"),
        (
            "attribute_type(ab.bc[1].#a, ab.bc[1].a)",
            "attribute_type",
            "[ab, bc, [1], a]",
        ),
        (
            "begins_with(ab.bc[1].a, ab.bc[1].#a)",
            "begins_with",
            "[ab, bc, [1], a]",
        ),
    ] {
        let expected = format!(
            "The first operand must be distinct from the remaining operands for this operator or function; \
             operator: {operator}, first operand: {first}"
        );
        assert_eq!(refused(text, &placeholders, &Map::new()), expected, "{text}");
    }
}

#[test]
fn bounds_of_between() {
    let check = |low: AttributeValue, high: AttributeValue| {
        refused("a between :l and :h", &Names::new(), &map([(":l", low), (":h", high)]))
    };
    assert_eq!(
        check(n("1"), s("a")),
        "The BETWEEN operator requires same data type for lower and upper bounds; \
         lower bound operand: AttributeValue: {N:1}, upper bound operand: AttributeValue: {S:a}"
    );
    assert_eq!(
        check(n("5"), n("4")),
        "The BETWEEN operator requires upper bound to be greater than or equal to lower bound; \
         lower bound operand: AttributeValue: {N:5}, upper bound operand: AttributeValue: {N:4}"
    );
    assert!(check(b(b"z"), b(b"a")).contains("{B:java.nio.HeapByteBuffer[pos=0 lim=1 cap=1]}"));
    assert_eq!(check(s("a"), s("a")), "accepted");
    // Bounds compare as numbers, not as text.
    assert_eq!(check(n("9"), n("10")), "accepted");
}

#[test]
fn in_takes_a_hundred_values() {
    let list = |count: usize| format!("a IN ({})", vec![":v"; count].join(","));
    let values = map([(":v", n("1"))]);
    assert_eq!(refused(&list(100), &Names::new(), &values), "accepted");
    let expected = "The IN operator is provided with too many operands; number of operands: 101";
    assert_eq!(refused(&list(101), &Names::new(), &values), expected);
}

#[test]
fn attributes_are_listed_as_written() {
    let placeholders = names(&[("#c", "c d")]);
    let scope = &mut Scope::new(Some(&placeholders), None);
    let text = "a.b[1] = #c.x AND (size(e) > f OR attribute_exists(a))";
    let condition = parse_condition(ExpressionKind::Condition, text, scope).unwrap();
    let attributes: Vec<&str> = condition.attributes().map(Text::as_str).collect();
    assert_eq!(attributes, ["a", "c d", "e", "f", "a"]);
    let written: Vec<&str> = condition
        .mentions()
        .iter()
        .map(|mention| &text[mention.span.start..mention.span.end])
        .collect();
    assert_eq!(written, ["a.b[1]", "#c.x", "e", "f", "a"]);
}
