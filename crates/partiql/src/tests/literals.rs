//! Tests of values in statements.

use super::*;

/// Returns the value of an attribute in an inserted item.
fn literal(text: &str) -> AttributeValue {
    match read(&format!("INSERT INTO t VALUE {{'a': {text}}}")) {
        Statement::Insert(mut insert) => insert.item.remove("a").unwrap(),
        other => panic!("{other:?}"),
    }
}

fn refused(text: &str) -> String {
    said(&format!("INSERT INTO t VALUE {{'a': {text}}}"))
}

#[test]
fn values() {
    let set = |members: &[&str]| AttributeValue::Ss(members.iter().map(|member| Text::from(*member)).collect());
    for (text, expected) in [
        ("'it''s'", s("it's")),
        ("''", s("")),
        ("'-- no comment'", s("-- no comment")),
        ("'ü😀'", s("ü😀")),
        ("1", n("1")),
        ("-1", n("-1")),
        ("+1", n("1")),
        ("- -1", n("1")),
        ("1.50", n("1.5")),
        (".5", n("0.5")),
        ("5.", n("5")),
        ("1e3", n("1000")),
        ("1E-3", n("0.001")),
        ("true", AttributeValue::Bool(true)),
        ("False", AttributeValue::Bool(false)),
        ("NULL", AttributeValue::Null),
        ("[]", AttributeValue::L(Vec::new().into())),
        ("(1, 2)", AttributeValue::L(vec![n("1"), n("2")].into())),
        ("{}", AttributeValue::M(Map::new())),
        (
            "{'b': {'c': [1]}}",
            AttributeValue::M(map([(
                "b",
                AttributeValue::M(map([("c", AttributeValue::L(vec![n("1")].into()))])),
            )])),
        ),
        ("<<'a', 'b'>>", set(&["a", "b"])),
        (
            "<<-1, 2>>",
            AttributeValue::Ns(vec!["-1".parse().unwrap(), "2".parse().unwrap()].into()),
        ),
    ] {
        assert_eq!(literal(text), expected, "{text}");
    }
}

#[test]
fn what_is_no_value() {
    for (text, expected) in [
        ("<<>>", "Empty bags are not supported"),
        (
            "<<'a', 1>>",
            "Unsupported data type in Bag. DynamoDB only supports either numbers or strings in bags",
        ),
        (
            "<<true>>",
            "Unsupported data type in Bag. DynamoDB only supports either numbers or strings in bags",
        ),
        (
            "<<'x', 'x'>>",
            "One or more parameter values were invalid: Input collection [x, x] contains duplicates.",
        ),
        (
            "<<1, 1.0>>",
            "One or more parameter values were invalid: Input collection [1, 1.0] contains duplicates! under root",
        ),
        ("[b]", "Unsupported data type: b under key root[0] at 1:28:1"),
        (
            "{'b': [1, c]}",
            "Unsupported data type: c under key root.b[1] at 1:37:1",
        ),
        (
            "`2024T`",
            "Ion Literals are not supported: `2024T` under key root at 1:27:7",
        ),
        ("{b: 1}", "Tuple keys must be of type String. Actual type: b under root"),
        ("{'b': 1, 'b': 2}", "Duplicate keys in tuple. Key: b under root"),
        (
            "1e126",
            "Number overflow. Attempting to store a number with magnitude larger than supported range under root",
        ),
        (
            "1e-131",
            "Number underflow. Attempting to store a number with magnitude smaller than supported range under root",
        ),
        (
            "123456789012345678901234567890123456789",
            "Attempting to store more than 38 significant digits in a Number under root",
        ),
        (
            "{'x': 1e126}",
            "Number overflow. Attempting to store a number with magnitude larger than supported range under root.x",
        ),
        (
            "[1, 1e126]",
            "Number overflow. Attempting to store a number with magnitude larger than supported range under root[1]",
        ),
        ("MISSING", "Unsupported data type: MISSING under key root at 1:27:7"),
    ] {
        assert_eq!(refused(text), expected, "{text}");
    }
    assert_eq!(
        said_with("INSERT INTO t VALUE {'a': [?]}", &[n("1")]),
        "Unsupported data type: Parameter under key root[0] at 1:28:1"
    );
}

#[test]
fn values_are_nested_31_levels_deep_at_most() {
    let nested = |levels: usize| format!("{}1{}", "[".repeat(levels), "]".repeat(levels));
    assert_eq!(refused(&nested(31)), "accepted");
    let trail = "[0]".repeat(32);
    assert_eq!(
        refused(&nested(32)),
        format!("Nesting Levels have exceeded supported limits under root{trail}")
    );
}
