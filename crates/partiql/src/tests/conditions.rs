//! The meaning of conditions, and the precedence of their operators.

use super::*;

fn equal(name: &str, digits: &str) -> Predicate {
    Predicate::Compare(Comparator::Equal, at(name), value(n(digits)))
}

#[test]
fn comparators() {
    for (symbol, comparator) in [
        ("=", Comparator::Equal),
        ("<>", Comparator::NotEqual),
        ("!=", Comparator::NotEqual),
        ("<", Comparator::Less),
        ("<=", Comparator::LessOrEqual),
        (">", Comparator::Greater),
        (">=", Comparator::GreaterOrEqual),
    ] {
        assert_eq!(
            filter(&format!("a {symbol} 1")),
            Predicate::Compare(comparator, at("a"), value(n("1")))
        );
        assert_eq!(
            filter(&format!("1{symbol}a")),
            Predicate::Compare(comparator, value(n("1")), at("a"))
        );
    }
}

#[test]
fn and_binds_tighter_than_or_and_not_tighter_than_and() {
    let (a, b, c) = (equal("a", "1"), equal("b", "2"), equal("c", "3"));
    let not = |inner: &Predicate| Predicate::Not(Box::new(inner.clone()));
    let and = |parts: &[&Predicate]| Predicate::And(parts.iter().copied().cloned().collect());
    let or = |parts: &[&Predicate]| Predicate::Or(parts.iter().copied().cloned().collect());
    for (text, expected) in [
        ("a = 1 OR b = 2 AND c = 3", or(&[&a, &and(&[&b, &c])])),
        ("(a = 1 OR b = 2) AND c = 3", and(&[&or(&[&a, &b]), &c])),
        ("NOT a = 1 AND b = 2", and(&[&not(&a), &b])),
        ("NOT (a = 1 AND b = 2)", not(&and(&[&a, &b]))),
        ("a = 1 and b = 2 And c = 3", and(&[&a, &b, &c])),
        ("a = 1 AND (b = 2 AND c = 3)", and(&[&a, &and(&[&b, &c])])),
        ("not not a = 1", not(&not(&a))),
        ("((a = 1))", a.clone()),
    ] {
        assert_eq!(filter(text), expected, "{text}");
    }
}

#[test]
fn between_and_in() {
    let between = Predicate::Between(at("a"), value(n("1")), value(n("2")));
    assert_eq!(filter("a BETWEEN 1 AND 2"), between);
    assert_eq!(
        filter("a NOT BETWEEN 1 AND 2"),
        Predicate::Not(Box::new(between.clone()))
    );
    assert_eq!(
        filter("a BETWEEN 1 AND 2 AND b = 2"),
        Predicate::And(vec![between, equal("b", "2")])
    );
    let one_of = Predicate::In(at("a"), vec![value(n("1")), value(s("x"))]);
    for text in ["a IN [1, 'x']", "a IN (1, 'x')", "a in <<1, 'x'>>", "(a) IN ((1), 'x')"] {
        assert_eq!(filter(text), one_of, "{text}");
    }
    assert_eq!(filter("a IN (1)"), Predicate::In(at("a"), vec![value(n("1"))]));
    assert_eq!(filter("a NOT IN [1, 'x']"), Predicate::Not(Box::new(one_of)));
}

#[test]
fn types() {
    let typed = |descriptor: &str| Predicate::Call(Function::AttributeType, vec![at("a"), value(s(descriptor))]);
    for (word, descriptor) in [
        ("NULL", "NULL"),
        ("boolean", "BOOL"),
        ("BOOL", "BOOL"),
        ("BLOB", "B"),
        ("STRING", "S"),
        ("NUMERIC", "N"),
        ("STRUCT", "M"),
        ("TUPLE", "M"),
        ("LIST", "L"),
    ] {
        assert_eq!(filter(&format!("a IS {word}")), typed(descriptor), "{word}");
        assert_eq!(
            filter(&format!("a IS NOT {word}")),
            Predicate::Not(Box::new(typed(descriptor))),
            "{word}"
        );
    }
    let missing = Predicate::Call(Function::AttributeNotExists, vec![at("a")]);
    assert_eq!(filter("a IS MISSING"), missing);
    assert_eq!(filter("a IS NOT MISSING"), Predicate::Not(Box::new(missing)));
}

#[test]
fn functions_in_any_case() {
    let size = Operand::Size(vec![at("a")]);
    assert_eq!(
        filter("SIZE(a) > 3"),
        Predicate::Compare(Comparator::Greater, size, value(n("3")))
    );
    for (text, function, second) in [
        ("Begins_With(a, 'x')", Function::BeginsWith, s("x")),
        ("contains(a, 1)", Function::Contains, n("1")),
        ("\"attribute_type\"(a, 'S')", Function::AttributeType, s("S")),
    ] {
        assert_eq!(
            filter(text),
            Predicate::Call(function, vec![at("a"), value(second)]),
            "{text}"
        );
    }
    assert_eq!(
        filter("attribute_exists(a)"),
        Predicate::Call(Function::AttributeExists, vec![at("a")])
    );
}

#[test]
fn a_condition_can_be_an_operand() {
    let inner = Operand::Truth(Box::new(Predicate::Call(Function::AttributeExists, vec![at("a")])));
    let truth = value(AttributeValue::Bool(true));
    assert_eq!(
        filter("attribute_exists(a) = true"),
        Predicate::Compare(Comparator::Equal, inner, truth.clone())
    );
    let sum = Operand::Truth(Box::new(equal("a", "1")));
    assert_eq!(
        filter("(a = 1) <> true"),
        Predicate::Compare(Comparator::NotEqual, sum, truth)
    );
}

#[test]
fn paths_into_documents() {
    let expected = path("a", &[key("b"), Step::Index(2), key("c d")]);
    let comparison = |path| Predicate::Compare(Comparator::Equal, Operand::Path(path), value(n("1")));
    assert_eq!(filter("a.b[2].\"c d\" = 1"), comparison(expected));
    assert_eq!(filter("\"a.b\" = 1"), comparison(Path::top("a.b")));
}
