//! Key conditions: their terms and their shape.

use super::*;

fn terms(text: &str) -> Vec<(String, KeyTest)> {
    let placeholders = names(&[("#pk", "partition key"), ("#sk", "sk")]);
    let values = map([(":a", s("a")), (":b", s("b"))]);
    let scope = &mut Scope::new(Some(&placeholders), Some(&values));
    let condition = parse_key_condition(text, scope).unwrap_or_else(|error| panic!("{text}: {error}"));
    condition
        .terms
        .into_iter()
        .map(|term| (term.attribute.to_string(), term.test))
        .collect()
}

fn refused(text: &str) -> String {
    let values = map([(":a", s("1")), (":b", s("1")), (":n", n("1")), (":S", s("S"))]);
    message(ExpressionKind::KeyCondition, text, &Names::new(), &values)
}

#[test]
fn every_operator_makes_its_term() {
    use KeyTest::{BeginsWith, Between, Equal, Greater, GreaterOrEqual, Less, LessOrEqual};
    for (text, expected) in [
        ("sk = :a", Equal(s("a"))),
        (":a = sk", Equal(s("a"))),
        ("sk < :a", Less(s("a"))),
        (":a > #sk", Less(s("a"))),
        ("sk <= :a", LessOrEqual(s("a"))),
        (":a >= sk", LessOrEqual(s("a"))),
        ("sk > :a", Greater(s("a"))),
        (":a < sk", Greater(s("a"))),
        ("sk >= :a", GreaterOrEqual(s("a"))),
        (":a <= sk", GreaterOrEqual(s("a"))),
        ("sk BETWEEN :a AND :b", Between(s("a"), s("b"))),
        ("begins_with(sk, :a)", BeginsWith(s("a"))),
        ("(begins_with((sk), (:a)))", BeginsWith(s("a"))),
    ] {
        assert_eq!(terms(text), [("sk".to_owned(), expected.clone())], "{text}");
        assert!(
            expected.values().count() == 1 + usize::from(matches!(expected, Between(..))),
            "{}",
            expected.symbol()
        );
    }
}

#[test]
fn terms_come_as_written() {
    let two = [
        ("sk".to_owned(), KeyTest::Greater(s("b"))),
        ("partition key".to_owned(), KeyTest::Equal(s("a"))),
    ];
    for text in [
        "sk > :b AND #pk = :a",
        "(sk > :b) and (:a = #pk)",
        "((sk > :b) AND (#pk = :a))",
    ] {
        assert_eq!(terms(text), two);
    }
    let four = terms("(a = :a and b = :a) and (c = :a and d BETWEEN :a AND :b)");
    assert_eq!(
        four.iter().map(|(name, _)| name.as_str()).collect::<Vec<_>>(),
        ["a", "b", "c", "d"]
    );
    let scope_values = map([(":a", s("a"))]);
    let text = "a = :a AND (b = :a)";
    let parsed = parse_key_condition(text, &mut Scope::new(None, Some(&scope_values))).unwrap();
    let spans: Vec<&str> = parsed
        .terms
        .iter()
        .map(|term| &text[term.span.start..term.span.end])
        .collect();
    assert_eq!(spans, ["a = :a", "b = :a"]);
}

#[test]
fn operators_no_key_condition_has() {
    for (text, operator) in [
        ("a > b and size(b) > c or a > c", "OR"),
        ("a in (b, size(c), d)", "IN"),
        ("attribute_exists(a)", "attribute_exists"),
        ("attribute_not_exists(a)", "attribute_not_exists"),
        ("attribute_type(a, :S)", "attribute_type"),
        ("contains(a.d, b)", "contains"),
        ("not a > b", "NOT"),
        ("a <> b", "<>"),
        ("a = :a AND NOT b = :b", "NOT"),
    ] {
        assert_eq!(
            refused(text),
            format!("Invalid operator used in KeyConditionExpression: {operator}")
        );
    }
}

#[test]
fn shapes_no_key_condition_has() {
    let nested_operations = "KeyConditionExpressions cannot contain nested operations";
    let several = "Invalid condition in KeyConditionExpression: Multiple attribute names used in one condition";
    let nested = "Invalid KeyConditionExpression: KeyConditionExpressions cannot have conditions on nested attributes";
    let none = "Invalid condition in KeyConditionExpression: No key attribute specified";
    let twice = "Invalid KeyConditionExpression: KeyConditionExpressions must only contain one condition per key";
    let not_first = |operator: &str| {
        format!(
            "Invalid condition in KeyConditionExpression: {operator} operator must have the key attribute as its \
             first operand"
        )
    };
    for (text, expected) in [
        (
            ":a between size(b) and size(a) and b > :b",
            not_first("BETWEEN").as_str(),
        ),
        ("begins_with(:a, b) and a > :b", not_first("begins_with").as_str()),
        ("size(b) > a AND a.b > b AND b > c", nested_operations),
        ("a > size(b.d)", nested_operations),
        ("a between size(b) and size(a)", nested_operations),
        ("b > a.b", several),
        ("b between c[1] and d", several),
        ("a between b and size(a)", several),
        ("begins_with(a, b)", several),
        ("b.d > a AND c.d > e.f", nested),
        ("a.d > c", nested),
        ("b[0] > a", nested),
        ("a = :a AND :b <= b.c", nested),
        (":b > :a AND a < :b", none),
        (":a > b AND :a < :b", none),
        ("b > :a AND b < :a and c = :a and d = :a", twice),
        ("(a > :a and b > :a) and (b > :a and c > :a)", twice),
    ] {
        assert_eq!(refused(text), expected, "{text}");
    }
}

#[test]
fn shape_errors_wait_and_others_do_not() {
    let values = map([(":a", s("1"))]);
    let error = |text: &str| refusal(ExpressionKind::KeyCondition, text, &Names::new(), &values).unwrap();
    assert!(error("a = :a OR b = :a").is_deferred());
    assert_eq!(error("a = :a OR b = :a").kind, Some(ExpressionKind::KeyCondition));
    assert!(!error("a = :b").is_deferred());
    // Placeholders in a refused key condition count as used.
    let scope = &mut Scope::new(None, Some(&values));
    assert!(parse_key_condition("NOT a = :a", scope).is_err());
    assert_eq!(scope.finish(), Ok(()));
}

#[test]
fn what_any_condition_is_refused_for_comes_first() {
    for (text, expected) in [
        (
            "a = :zz",
            "An expression attribute value used in expression is not defined; attribute value: :zz",
        ),
        ("dog(a, :a)", "Invalid function name; function: dog"),
        (
            "status = :a OR b = :a",
            "Attribute name is a reserved keyword; reserved keyword: status",
        ),
        (
            "begins_with(a, :n)",
            "Incorrect operand type for operator or function; operator or function: begins_with, operand type: N",
        ),
        ("((a = :a)) AND ((b > :a))", "The expression has redundant parentheses;"),
    ] {
        assert_eq!(refused(text), format!("Invalid KeyConditionExpression: {expected}"));
    }
}
