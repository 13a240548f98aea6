//! Tests of the tape: it accepts and refuses the same texts as an independent parser.

use proptest::prelude::*;

use super::*;

fn reason(text: &str) -> SyntaxReason {
    Tape::parse(text).unwrap_err().reason
}

/// Converts the tape to a serde_json value. Numbers keep their text.
fn mirror(node: Node<'_>) -> serde_json::Value {
    match node.token() {
        Token::Null => serde_json::Value::Null,
        Token::True => true.into(),
        Token::False => false.into(),
        Token::Number(text) => serde_json::from_str(text).unwrap(),
        Token::Text(text) => text.into(),
        Token::List => node.elements().map(mirror).collect(),
        Token::Object => serde_json::Value::Object(
            node.members()
                .map(|(key, value)| (key.to_owned(), mirror(value)))
                .collect(),
        ),
    }
}

#[test]
fn reads_every_kind_of_value() {
    let text = r#" {"a" : [1, -0.5e+3, "x\n\u00e9\ud83d\ude00", true, false, null, {}], "": []} "#;
    let tape = Tape::parse(text).unwrap();
    assert_eq!(
        mirror(tape.root()),
        serde_json::from_str::<serde_json::Value>(text).unwrap()
    );
}

#[test]
fn says_why_a_text_is_no_json() {
    for (text, expected) in [
        ("", SyntaxReason::UnexpectedEnd),
        ("{\"a\":", SyntaxReason::UnexpectedEnd),
        ("[1,]", SyntaxReason::UnexpectedCharacter),
        ("{a:1}", SyntaxReason::UnexpectedCharacter),
        ("{} x", SyntaxReason::TrailingCharacters),
        ("\"\\x\"", SyntaxReason::BadEscape),
        ("\"\\ud800\"", SyntaxReason::BadEscape),
        ("\"a\nb\"", SyntaxReason::ControlCharacter),
        ("01", SyntaxReason::BadNumber),
        ("1. ", SyntaxReason::BadNumber),
    ] {
        assert_eq!(reason(text), expected, "{text}");
    }
    assert_eq!(reason(&"[".repeat(600)), SyntaxReason::TooDeep);
}

#[test]
fn offsets_and_trails_lead_back_to_the_text() {
    let tape = Tape::parse(r#"{"a":[{"b":1},{"c":"x"}]}"#).unwrap();
    let second = tape
        .root()
        .member("a")
        .unwrap()
        .elements()
        .nth(1)
        .unwrap()
        .member("c")
        .unwrap();
    assert_eq!(second.offset(), 19);
    assert_eq!(
        second.trail(),
        [TrailStep::Key("a"), TrailStep::Index(1), TrailStep::Key("c")]
    );
}

proptest! {
    #[test]
    fn agrees_with_an_independent_parser(text in r#"[\[\]{}:,"\\untrue0-9.eE+ a-c\n-]{0,24}"#) {
        let ours = Tape::parse(&text);
        let theirs = serde_json::from_str::<serde_json::Value>(&text);
        // A number whose binary form would be infinite is still valid JSON.
        let huge = theirs.as_ref().is_err_and(|error| error.to_string().contains("out of range"));
        prop_assert!(huge || ours.is_ok() == theirs.is_ok(), "{text:?}: {ours:?} {theirs:?}");
        if let (Ok(tape), Ok(value)) = (&ours, theirs) {
            prop_assert_eq!(mirror(tape.root()), value);
        }
    }

    #[test]
    fn no_bytes_panic(bytes in proptest::collection::vec(any::<u8>(), 0..64)) {
        let _ = Tape::parse_bytes(&bytes);
    }
}
