//! Values of YAML beside those of PyYAML's SafeLoader and cfn-lint; bounds; errors with their places.

use super::*;

fn json(text: &str) -> String {
    parse(text).unwrap().tree.to_json()
}

fn words(text: &str) -> String {
    parse(text).unwrap_err().to_string()
}

#[test]
fn plain_scalars_are_those_of_safe_loader() {
    // Each value as PyYAML 6 reads it. Dates and infinity, which JSON does not have, stay texts.
    for (text, value) in [
        ("yes", "true"),
        ("No", "false"),
        ("on", "true"),
        ("y", "\"y\""),
        ("~", "null"),
        ("null", "null"),
        ("010", "8"),
        ("-010", "-8"),
        ("00", "0"),
        ("-0", "0"),
        ("09", "\"09\""),
        ("012345678901", "\"012345678901\""),
        ("123456789012", "123456789012"),
        ("0o7", "\"0o7\""),
        ("0x1F", "31"),
        ("+0x1f", "31"),
        ("0b11", "3"),
        ("1_000", "1000"),
        ("_1", "\"_1\""),
        ("1:30", "90"),
        ("01:30", "\"01:30\""),
        ("1:60", "\"1:60\""),
        ("+5", "5"),
        ("-7", "-7"),
        ("1.50", "1.50"),
        ("+1.5", "1.5"),
        ("1.", "1.0"),
        (".5", "0.5"),
        ("-.5", "\"-.5\""),
        ("1e5", "\"1e5\""),
        ("1.0e5", "\"1.0e5\""),
        ("1.e+3", "1.0e+3"),
        ("685_230.15", "685230.15"),
        (".", "\".\""),
        ("1.2.3", "\"1.2.3\""),
        (".inf", "\".inf\""),
        ("2012-10-17", "\"2012-10-17\""),
        ("'yes'", "\"yes\""),
        ("\"1\\n2\"", "\"1\\n2\""),
        ("!!str 12", "\"12\""),
        ("!!int '12'", "12"),
        ("! 12", "\"12\""),
        ("a b", "\"a b\""),
    ] {
        assert_eq!(json(&format!("k: {text}\n")), format!("{{\"k\":{value}}}"), "{text}");
    }
}

#[test]
fn tags_become_the_long_forms() {
    let text = "a: !Ref b\nc: !GetAtt d.e.f\ng: !If [h, !Sub '${i}', !Ref AWS::NoValue]\nj: !Condition k\n\
                l: !Join\n  - '-'\n  - [!Ref m, 1]\nn: !Sub 12\no: !Transform {Name: p}\nq: !!binary aGk=\n";
    let long = r#"{"a":{"Ref":"b"},"c":{"Fn::GetAtt":["d","e.f"]},"g":{"Fn::If":["h",{"Fn::Sub":"${i}"},{"Ref":"AWS::NoValue"}]},"j":{"Condition":"k"},"l":{"Fn::Join":["-",[{"Ref":"m"},1]]},"n":{"Fn::Sub":"12"},"o":{"Fn::Transform":{"Name":"p"}},"q":{"Fn::tag:yaml.org,2002:binary":"aGk="}}"#;
    assert_eq!(json(text), long);
}

#[test]
fn each_value_has_its_line_and_blocks_keep_their_lines() {
    let read = parse("# first\na: |\n  one\n  two\nb: >-\n  one\n  two\nc:\n- 1\n-\n  d: 2\n---\ne: 3\n").unwrap();
    assert_eq!(
        read.tree.to_json(),
        "{\"a\":\"one\\ntwo\\n\",\"b\":\"one two\",\"c\":[1,{\"d\":2}]}"
    );
    let list = read.tree.member("c").unwrap();
    let lines: Vec<usize> = list.elements().iter().map(|element| element.line).collect();
    assert_eq!((list.line, lines, read.next), (9, vec![9, 11], Some(12)));
    assert_eq!(json(""), "null");
    assert_eq!(json("# nothing\n"), "null");
}

#[test]
fn anchors_repeat_and_merge() {
    let text = "a: &a {x: 1, y: 2}\nb: *a\nc:\n  <<: [*a, {z: 3, x: 4}]\n  y: 5\n'<<': 6\n*b : 7\nd: &b e\n";
    let text = text.replace("*b : 7\nd: &b e\n", "d: &b e\n*b : 7\n");
    let merged = r#"{"a":{"x":1,"y":2},"b":{"x":1,"y":2},"c":{"y":5,"x":1,"z":3},"<<":6,"d":"e","e":7}"#;
    assert_eq!(json(&text), merged);
}

#[test]
fn errors_have_line_and_column() {
    for (text, expected) in [
        ("a: b\nc: [1, 2\n", "line 3: this is not YAML at column 1: "),
        ("a: b: c\n", "line 1: this is not YAML at column 5: "),
        ("a:\n\t- b\n", "line 2: this is not YAML at column "),
        ("a: *b\n", "line 1: this is not YAML at column 4: "),
        (
            "a: &b [*b]\n",
            "line 1: this is not YAML at column 8: an alias of a complete value is expected",
        ),
        (
            "{a: 1}: 2\n",
            "line 1: this is not YAML at column 1: a text is expected as the key",
        ),
        (
            "<<: 1\n",
            "line 1: this is not YAML at column 1: a mapping is expected after <<",
        ),
    ] {
        let words = words(text);
        assert!(words.starts_with(expected), "{text:?}: {words}");
    }
}

#[test]
fn depth_and_repetition_are_bounded() {
    for deep in [
        "[".repeat(100_000),
        "- ".repeat(100_000),
        (0..100).map(|level| format!("{}a:\n", " ".repeat(level))).collect(),
    ] {
        let words = words(&deep);
        assert!(
            words.contains("at most 64 nested levels") || words.contains("recursion limit"),
            "{words}"
        );
    }
    let chain: String = (1..200).map(|at| format!("a{at}: &a{at} [*a{}]\n", at - 1)).collect();
    assert!(words(&format!("a0: &a0 1\n{chain}")).contains("at most 64 nested levels"));
    let doubled: String = (1..60)
        .map(|at| format!("a{at}: &a{at} [*a{0}, *a{0}]\n", at - 1))
        .collect();
    assert!(words(&format!("a0: &a0 word\n{doubled}")).contains("at most 16 MB"));
}
