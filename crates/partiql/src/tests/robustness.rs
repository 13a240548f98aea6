//! No text may crash the parser, whatever its content or depth. A printed statement parses to itself.

use proptest::prelude::*;

use super::*;

fn exercise(text: &str) {
    if let Err(error) = parse(text, &[n("1"), s("x")]) {
        assert!(
            text.get(error.span.start..error.span.end).is_some(),
            "{text:?} {:?}",
            error.span
        );
        assert!(!error.to_string().is_empty());
    }
}

#[test]
fn a_hundred_thousand_levels_are_refused() {
    let deep = "Nesting Levels have exceeded supported limits";
    let many = 100_000;
    for opening in [
        "(",
        "[",
        "{'a':",
        "<<",
        "NOT ",
        "- ",
        "f(",
        "a[",
        "a = (",
        "a IN (",
        "SELECT * FROM ",
        "UPDATE t SET a = (",
    ] {
        assert_eq!(
            said(&format!("SELECT * FROM t WHERE {}", opening.repeat(many))),
            deep,
            "{opening}"
        );
        assert_eq!(
            said(&format!("INSERT INTO t VALUE {{'a': {}", opening.repeat(many))),
            deep,
            "{opening}"
        );
    }
    for opening in ["(", "[", "- ", "NOT ", "FROM ", "SELECT a FROM "] {
        assert_eq!(said(&opening.repeat(many)), deep, "{opening}");
    }
    // A long text without depth is accepted.
    let chain = vec!["a = 1"; many].join(" AND ");
    assert_eq!(said(&format!("SELECT * FROM t WHERE {chain}")), "accepted");
    let sum = vec!["a"; many].join(" + ");
    assert_eq!(said(&format!("UPDATE t SET a = {sum}")), deep);
    exercise(&format!("SELECT a{} FROM t", ".b".repeat(many)));
    exercise(&format!("SELECT a{} FROM t", "[0]".repeat(many)));
}

/// A browser gives a module a stack of 1 MB. Half of it must suffice, almost without optimisation.
#[test]
fn the_deepest_statements_need_little_stack() {
    let run = || {
        for (opening, closing) in [
            ("(", ")"),
            ("NOT (", ")"),
            ("a = (b = ", ")"),
            ("size(", ")"),
            ("a IN (1, ", ")"),
            ("[", "]"),
            ("{'a': ", "}"),
        ] {
            for levels in [10, 24, 31, 32, 49, 50, 99, 100, 101, 1000] {
                exercise(&format!(
                    "SELECT * FROM t WHERE a = {}b{}",
                    opening.repeat(levels),
                    closing.repeat(levels)
                ));
                exercise(&format!(
                    "UPDATE t SET a = {}b{}",
                    opening.repeat(levels),
                    closing.repeat(levels)
                ));
            }
        }
    };
    std::thread::scope(|scope| {
        let builder = std::thread::Builder::new().stack_size(512 * 1024);
        builder.spawn_scoped(scope, run).unwrap().join().unwrap();
    });
}

/// Texts that are often nearly valid.
fn likely_text() -> impl Strategy<Value = String> {
    let tokens = "SELECT FROM WHERE INSERT INTO VALUE UPDATE SET REMOVE DELETE RETURNING ALL MODIFIED OLD NEW * ORDER BY ASC \
                  DESC LIMIT AND OR NOT BETWEEN IN IS MISSING NULL TRUE EXISTS AS GROUP ( ) [ ] { } << >> , : . ; ? = <> != < \
                  <= > >= + - / % || a b \"t\" t.i 'x' 1 -2 1.5e3 size( begins_with( set_add( list_append( a.b[0] {'a':1} \
                  ` ' \" -- /* */ @ ü";
    let tokens: Vec<&'static str> = tokens.split_whitespace().collect();
    prop::collection::vec(prop::sample::select(tokens), 0..24).prop_map(|tokens| tokens.join(" "))
}

fn name() -> impl Strategy<Value = String> {
    prop_oneof!["[a-z]{1,4}", "[A-Za-z \"'.ü]{1,5}"]
}

fn quoted(name: &str) -> String {
    format!("\"{}\"", name.replace('"', "\"\""))
}

/// A path and its text.
fn any_path() -> impl Strategy<Value = (Path, String)> {
    let step = prop_oneof![name().prop_map(|name| key(&name)), (0usize..100).prop_map(Step::Index)];
    (name(), prop::collection::vec(step, 0..3)).prop_map(|(attribute, steps)| {
        let written = steps.iter().map(|step| match step {
            Step::Key(name) => format!(".{}", quoted(name)),
            Step::Index(index) => format!("[{index}]"),
        });
        let text = format!("{}{}", quoted(&attribute), written.collect::<String>());
        (path(&attribute, &steps), text)
    })
}

/// A value and its text.
fn any_value() -> impl Strategy<Value = (AttributeValue, String)> {
    let leaf = prop_oneof![
        ".{0,6}".prop_map(|text| (s(&text), format!("'{}'", text.replace('\'', "''")))),
        any::<i32>().prop_map(|number| (n(&number.to_string()), number.to_string())),
        any::<bool>().prop_map(|truth| (AttributeValue::Bool(truth), truth.to_string())),
        Just((AttributeValue::Null, "null".to_owned())),
        prop::collection::btree_set("[a-z]{0,3}", 1..4).prop_map(|members| {
            let written: Vec<String> = members.iter().map(|member| format!("'{member}'")).collect();
            let members = members.iter().map(|member| Text::from(member.as_str())).collect();
            (AttributeValue::Ss(members), format!("<<{}>>", written.join(", ")))
        }),
    ];
    leaf.prop_recursive(3, 12, 4, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..4).prop_map(|elements| {
                let (elements, written): (Vec<_>, Vec<_>) = elements.into_iter().unzip();
                (AttributeValue::L(elements.into()), format!("[{}]", written.join(",")))
            }),
            prop::collection::btree_map("[a-z']{1,3}", inner, 0..4).prop_map(|members| {
                let written: Vec<String> = members
                    .iter()
                    .map(|(name, (_, text))| format!("'{}' : {text}", name.replace('\'', "''")))
                    .collect();
                let map = members
                    .into_iter()
                    .map(|(name, (value, _))| (Text::from(name), value))
                    .collect();
                (AttributeValue::M(map), format!("{{{}}}", written.join(" , ")))
            }),
        ]
    })
}

fn any_operand() -> impl Strategy<Value = (Operand, String)> {
    prop_oneof![
        any_path().prop_map(|(path, text)| (Operand::Path(path), text)),
        any_value().prop_map(|(value, text)| (Operand::Value(value), text)),
        any_path().prop_map(|(path, text)| (Operand::Size(vec![Operand::Path(path)]), format!("Size({text})"))),
    ]
}

/// A condition and its text.
fn any_predicate() -> impl Strategy<Value = (Predicate, String)> {
    let comparator = prop::sample::select(vec![
        (Comparator::Equal, "="),
        (Comparator::NotEqual, "!="),
        (Comparator::Less, "<"),
        (Comparator::GreaterOrEqual, ">="),
    ]);
    let leaf = prop_oneof![
        (any_operand(), comparator, any_operand()).prop_map(|((left, a), (comparator, symbol), (right, b))| {
            (Predicate::Compare(comparator, left, right), format!("{a} {symbol} {b}"))
        }),
        (any_operand(), any_operand(), any_operand()).prop_map(|((subject, a), (lower, b), (upper, c))| {
            (
                Predicate::Between(subject, lower, upper),
                format!("{a} between {b} and {c}"),
            )
        }),
        (any_operand(), prop::collection::vec(any_operand(), 1..4)).prop_map(|((subject, a), list)| {
            let (list, written): (Vec<_>, Vec<_>) = list.into_iter().unzip();
            (Predicate::In(subject, list), format!("{a} IN ({})", written.join(", ")))
        }),
        (any_path(), any_operand()).prop_map(|((path, a), (operand, b))| {
            (
                Predicate::Call(Function::Contains, vec![Operand::Path(path), operand]),
                format!("contains({a}, {b})"),
            )
        }),
    ];
    leaf.prop_recursive(3, 8, 3, |inner| {
        let several = || prop::collection::vec(inner.clone(), 2..4);
        let written = |parts: Vec<(Predicate, String)>, word: &str| {
            let (parts, texts): (Vec<_>, Vec<_>) = parts
                .into_iter()
                .map(|(part, text)| (part, format!("({text})")))
                .unzip();
            (parts, texts.join(word))
        };
        prop_oneof![
            several().prop_map(move |parts| {
                let (parts, text) = written(parts, " AND ");
                (Predicate::And(parts), text)
            }),
            several().prop_map(move |parts| {
                let (parts, text) = written(parts, "or");
                (Predicate::Or(parts), text)
            }),
            inner
                .clone()
                .prop_map(|(part, text)| (Predicate::Not(Box::new(part)), format!("not ({text})"))),
        ]
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_text_is_read_or_refused(text in ".{0,200}") {
        exercise(&text);
    }

    #[test]
    fn any_bytes_are_read_or_refused(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
        exercise(&String::from_utf8_lossy(&bytes));
    }

    #[test]
    fn nearly_right_texts_are_read_or_refused(text in likely_text()) {
        exercise(&text);
        exercise(&format!("SELECT * FROM t WHERE {text}"));
        exercise(&format!("UPDATE t SET {text}"));
        exercise(&format!("INSERT INTO t VALUE {text}"));
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 500, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn conditions_mean_what_is_written((predicate, text) in any_predicate()) {
        prop_assert_eq!(filter(&text), predicate);
    }

    #[test]
    fn values_mean_what_is_written((path, target) in any_path(), (value, text) in any_value()) {
        let Statement::Update(update) = read(&format!("UPDATE t SET {target} = {text}")) else { panic!() };
        prop_assert_eq!(update.changes, vec![(path, Change::Set(Value::Literal(value)))]);
    }
}
