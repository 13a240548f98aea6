//! Items inside requests, responses, records and batches, and files of other forms.

use hashrange_wire::item_to_json;

use super::*;

/// The items and errors of a file that is read with its guessed format.
fn read(text: &str) -> Vec<String> {
    let form = ItemsForm::guess("items", text.as_bytes()).unwrap();
    let mut reader = ItemsReader::new(form);
    let mut found = reader.push(text.as_bytes());
    found.extend(reader.finish());
    let words = |read: ItemRead| {
        read.item
            .map_or_else(|error| error.to_string(), |item| item_to_json(&item))
    };
    found.into_iter().map(words).collect()
}

const X: &str = r#"{"a":{"S":"x"}}"#;
const Y: &str = r#"{"a":{"S":"y"}}"#;

#[test]
fn containers_give_their_items() {
    for (text, items) in [
        (r#"{"TableName":"t","Item":{"a":{"S":"x"}}}"#, vec![X]),
        (
            r#"{"Item":{"a":{"S":"x"}},"ConsumedCapacity":{"TableName":"t"}}"#,
            vec![X],
        ),
        (r#"{"TableName":"t","Item":{"a":"x"}}"#, vec![X]),
        (r#"{"Items":[{"a":{"S":"x"}},{"a":{"S":"y"}}]}"#, vec![X, Y]),
        (r#"{"Items":[{"a":"x"}]}"#, vec![X]),
        (
            r#"[{"Items":[{"a":{"S":"x"}}],"Count":1},{"Items":[{"a":{"S":"y"}}],"Count":1}]"#,
            vec![X, Y],
        ),
        (
            r#"[{"Items":[{"a":"x"}],"Count":1},{"Items":[{"a":"y"}],"Count":1}]"#,
            vec![X, Y],
        ),
        (r#"{"t":[{"PutRequest":{"Item":{"a":{"S":"x"}}}}]}"#, vec![X]),
        (
            r#"{"RequestItems":{"t":[{"PutRequest":{"Item":{"a":{"S":"x"}}}}]}}"#,
            vec![X],
        ),
        (r#"[{"PutRequest":{"Item":{"a":{"S":"x"}}}}]"#, vec![X]),
        (r#"{"Responses":{"t":[{"a":{"S":"x"}}]},"UnprocessedKeys":{}}"#, vec![X]),
        (
            r#"{"Keys":{"a":{"S":"x"}},"NewImage":{"a":{"S":"x"}},"SequenceNumber":"1"}"#,
            vec![X],
        ),
        (
            r#"{"Records":[{"eventName":"INSERT","dynamodb":{"Keys":{"a":{"S":"x"}},"NewImage":{"a":{"S":"x"}}}}]}"#,
            vec![X],
        ),
        (
            r#"{"Metadata":{},"Keys":{"a":{"S":"x"}},"NewImage":{"a":{"S":"x"}}}"#,
            vec![X],
        ),
        (r#"{"a":{"s":"x"}}"#, vec![X]),
        (
            r#"{"a":{"m":{"b":{"sS":["x"]},"c":{"l":[{"bOOL":true}]}}},"k":{"n":"1"}}"#,
            vec![r#"{"a":{"M":{"b":{"SS":["x"]},"c":{"L":[{"BOOL":true}]}}},"k":{"N":"1"}}"#],
        ),
    ] {
        assert_eq!(read(text), items, "{text}");
    }
}

#[test]
fn what_a_container_does_not_put_is_named_at_its_place() {
    let text = "{\"t\":[\n {\"DeleteRequest\":{\"Key\":{\"a\":{\"S\":\"z\"}}}},\n {\"PutRequest\":{\"Item\":{\"a\":{\"S\":\"x\"}}}}],\n \"u\":[{\"PutRequest\":{\"Item\":{\"a\":{\"S\":\"y\"}}}}]}";
    let expected = [
        "line 2, column 2: this deletes an item; an import only puts items",
        X,
        "line 4, column 29: the item belongs to another table of the file, \"u\"",
    ];
    assert_eq!(read(text), expected);
    let lines = [
        r#"{"Metadata":{},"Keys":{"a":{"S":"x"}},"OldImage":{"a":{"S":"x"}}}"#,
        r#"{"Keys":{"a":{"S":"x"}},"SequenceNumber":"1","eventName":"INSERT"}"#,
    ];
    let expected = [
        "line 1, column 1: this deletes an item; an import only puts items",
        "line 2, column 1: the record has no NewImage",
    ];
    assert_eq!(read(&lines.join("\n")), expected);
}

#[test]
fn one_unknown_element_does_not_refuse_the_others() {
    let unknown = "this is neither a request for an item nor a record of one";
    let put = r#"{"PutRequest":{"Item":{"a":{"S":"x"}}}}"#;
    let record = r#"{"eventName":"INSERT","dynamodb":{"Keys":{"a":{"S":"x"}},"NewImage":{"a":{"S":"x"}}}}"#;
    for (text, columns) in [
        (
            format!("{{\"RequestItems\":{{\"t\":[{put},\n5,\n{{\"UpdateRequest\":{{}}}}]}}}}"),
            [1, 1],
        ),
        (
            format!("{{\"RequestItems\":{{\"t\":[{put}],\n\"u\":5,\n\"v\":{{}}}}}}"),
            [5, 5],
        ),
        (format!("{{\"t\":[{put},\n5,\n{{\"UpdateRequest\":{{}}}}]}}"), [1, 1]),
        (
            format!("{{\"Records\":[{record},\n5,\n{{\"eventName\":\"INSERT\"}}]}}"),
            [1, 1],
        ),
        (
            "{\"Responses\":{\"t\":[{\"a\":{\"S\":\"x\"}},\n5,\n6]}}".to_owned(),
            [1, 1],
        ),
    ] {
        let [one, other] = columns;
        let expected = [
            X.to_owned(),
            format!("line 2, column {one}: {unknown}"),
            format!("line 3, column {other}: {unknown}"),
        ];
        assert_eq!(read(&text), expected, "{text}");
    }
    // Without any request it is an item, with a list.
    assert_eq!(read(r#"{"t":[5]}"#), [r#"{"t":{"L":[{"N":"5"}]}}"#]);
    assert_eq!(
        read(r#"{"a":"x","Records":[5]}"#),
        [r#"{"Records":{"L":[{"N":"5"}]},"a":{"S":"x"}}"#]
    );
}

#[test]
fn types_in_small_letters_need_a_value_that_can_be_a_key() {
    // As DynamoDB JSON, the item would have no attribute that can be a key.
    for (text, item) in [
        (r#"[{"a":{"b":""}}]"#, r#"{"a":{"M":{"b":{"S":""}}}}"#),
        (r#"[{"a":{"m":{}}}]"#, r#"{"a":{"M":{"m":{"M":{}}}}}"#),
        (r#"[{"a":{"n":"one"}}]"#, r#"{"a":{"M":{"n":{"S":"one"}}}}"#),
    ] {
        assert_eq!(read(text), [item], "{text}");
    }
    assert_eq!(
        read(r#"[{"a":{"B":""},"k":{"S":"1"}}]"#),
        [r#"{"a":{"B":""},"k":{"S":"1"}}"#]
    );
    assert_eq!(
        read(r#"[{"a":{"b":""},"k":{"n":"1"}}]"#),
        [r#"{"a":{"B":""},"k":{"N":"1"}}"#]
    );
}

#[test]
fn items_with_the_members_of_containers_stay_items() {
    for text in [
        r#"{"Items":{"L":[]},"a":{"S":"x"}}"#,
        r#"{"Keys":{"SS":["x"]},"NewImage":{"M":{}},"a":{"S":"x"}}"#,
    ] {
        assert_eq!(read(&format!("[{text}]")), [text]);
    }
    assert_eq!(
        read(r#"{"Item":{"b":1},"a":"x"}"#),
        [r#"{"Item":{"M":{"b":{"N":"1"}}},"a":{"S":"x"}}"#]
    );
    assert_eq!(
        read(r#"{"tags":["b"],"a":"x"}"#),
        [r#"{"a":{"S":"x"},"tags":{"L":[{"S":"b"}]}}"#]
    );
}

#[test]
fn files_of_other_forms_are_named() {
    for (name, head, words) in [
        ("a.csv", &b"\xFF\xFEi\0d\0"[..], "it is UTF-16 text; save it as UTF-8"),
        ("a.csv", b"i\0d\0,\0", "it is UTF-16 text; save it as UTF-8"),
        (
            "a.zst",
            b"\x28\xB5\x2F\xFD\0\0",
            "it is Zstandard data; decompress it first",
        ),
        ("a.yaml", b"id: 1\n", "it is a YAML file; convert it to JSON"),
        ("pasted text", b"---\nid: 1\n", "it is a YAML file; convert it to JSON"),
        (
            "a.ion",
            b"$ion_1_0 {Item:{}}",
            "it is an Amazon Ion file; export the table as DynamoDB JSON",
        ),
    ] {
        assert_eq!(ItemsForm::guess(name, head).unwrap_err().to_string(), words);
    }
    for head in [
        &b"PK\x03\x04"[..],
        b"SQLite format 3\0",
        b"\x1F\x8B\x08",
        b"PAR1\x15\x04",
    ] {
        assert!(matches!(ItemsForm::guess("a", head), Err(NotItems::Form(_))));
    }
    // A file of tables is text when it arrives.
    for bytes in [&b"\xFF\xFE{\0"[..], b"\x28\xB5\x2F\xFD", b"\x1F\x8B\x08"] {
        assert!(crate::foreign_form(String::from_utf8_lossy(bytes).as_bytes()).is_some());
    }
    // Text that begins like the name of a form.
    for head in [&b"ORCID,PAR1\n1,2\n"[..], b"PAR1,x\n1,2\n", b"Obj,x\n1,2\n", b"BZh,x\n"] {
        assert!(ItemsForm::guess("a", head).is_ok());
    }
    assert!(ItemsForm::guess("a.yml", b"[{\"a\":1}]").is_ok());
}
