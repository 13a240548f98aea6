//! No text may crash a parser, whatever its content or depth.

use proptest::prelude::*;

use super::*;

const KINDS: [ExpressionKind; 5] = [
    ExpressionKind::Condition,
    ExpressionKind::Filter,
    ExpressionKind::KeyCondition,
    ExpressionKind::Projection,
    ExpressionKind::Update,
];

/// Parses the text as every kind, checks the spans, and runs accepted expressions.
fn exercise(text: &str) {
    let placeholders = names(&[("#a", "a"), ("#b", "b.c")]);
    let values = map([(":a", n("1")), (":s", s("S")), (":l", l([n("1")])), (":t", ss(&["x"]))]);
    let item = map([
        ("a", n("1")),
        ("b", l([n("2"), m([("c", s("x"))])])),
        ("c", ss(&["x", "y"])),
    ]);
    for kind in KINDS {
        if let Some(span) = refusal(kind, text, &placeholders, &values).and_then(|error| error.span) {
            assert!(text.get(span.start..span.end).is_some(), "{kind}: {text:?} {span:?}");
        }
    }
    let scope = &mut Scope::new(Some(&placeholders), Some(&values));
    if let Ok(condition) = parse_condition(ExpressionKind::Condition, text, scope) {
        let _ = condition.matches(&item) || condition.matches(&Map::new());
    }
    if let Ok(projection) = parse_projection(text, scope) {
        let once = projection.apply(&item);
        assert!(projection.paths().iter().all(|path| {
            path.steps
                .iter()
                .any(|step| matches!(step, hashrange_values::Step::Index(_)))
                || path.find(&item) == path.find(&once)
        }));
    }
    if let Ok(update) = parse_update(text, scope) {
        let _ = update.apply(&item).map(|applied| pick(&applied.item, &applied.touched));
        let _ = update.apply_new(&Map::new());
    }
}

#[test]
fn deep_nesting_is_refused_in_the_usual_words() {
    let no_values = Map::new();
    let check = |text: &str| filter(text, &Names::new(), &no_values);
    let eof = |near: &str| format!("Invalid FilterExpression: Syntax error; token: \"<EOF>\", near: \"{near}\"");
    assert_eq!(check(&"(".repeat(4096)), eof("("));
    assert_eq!(check(&format!("{}a<b", "(".repeat(4000))), eof("b"));
    let redundant = "Invalid FilterExpression: The expression has redundant parentheses;";
    assert_eq!(
        check(&format!("{}a<b{}", "(".repeat(2046), ")".repeat(2046))),
        redundant
    );
    let unknown = "Invalid FilterExpression: Invalid function name; function: f";
    assert_eq!(
        check(&format!("a < {}b{}", "f(".repeat(1355), ")".repeat(1355))),
        unknown
    );
    let size = "Invalid FilterExpression: Incorrect operand type for operator or function; \
                operator or function: size, operand type: N";
    assert_eq!(check(&format!("a < {}b{}", "size(".repeat(680), ")".repeat(680))), size);
    let update = format!("SET a = {}:v{}", "if_not_exists(a,".repeat(220), ")".repeat(220));
    assert_eq!(
        message(ExpressionKind::Update, &update, &Names::new(), &map([(":v", n("1"))])),
        "accepted"
    );
}

/// A browser gives a module a stack of 1 MB. Half of it must suffice, almost without optimisation.
#[test]
fn the_deepest_expressions_need_little_stack() {
    let run = || {
        let values = map([(":v", n("1"))]);
        let nested = format!("a<b {}{}", "or not (a<b ".repeat(99), ")".repeat(99));
        let nots = format!("{}a<b", "not ".repeat(299));
        for text in [nested, nots] {
            let scope = &mut Scope::new(None, Some(&values));
            let condition = parse_condition(ExpressionKind::Filter, &text, scope).unwrap();
            assert!(condition.matches(&map([("a", n("1")), ("b", n("2"))])) || text.len() > 1000);
        }
        let update = format!("SET a = {}:v{}", "if_not_exists(a,".repeat(220), ")".repeat(220));
        parse_update(&update, &mut Scope::new(None, Some(&values)))
            .unwrap()
            .apply(&Map::new())
            .unwrap();
        for text in [
            "(".repeat(4096),
            "f(".repeat(2048),
            "a[".repeat(2048),
            "NOT ".repeat(1024),
            "a.".repeat(2048),
        ] {
            exercise(&text);
        }
    };
    std::thread::scope(|scope| {
        let builder = std::thread::Builder::new().stack_size(512 * 1024);
        builder.spawn_scoped(scope, run).unwrap().join().unwrap();
    });
}

/// Texts that are often nearly valid.
fn likely_text() -> impl Strategy<Value = String> {
    let token = prop::sample::select(vec![
        "a",
        "b",
        "#a",
        "#b",
        ":a",
        ":s",
        ":l",
        ":t",
        "c",
        "(",
        ")",
        "[",
        "]",
        "0",
        "1",
        ".",
        ",",
        "=",
        "<>",
        "<",
        "<=",
        ">",
        ">=",
        "+",
        "-",
        "AND",
        "OR",
        "NOT",
        "BETWEEN",
        "IN",
        "SET",
        "REMOVE",
        "ADD",
        "DELETE",
        "size(",
        "contains(",
        "begins_with(",
        "attribute_exists(",
        "attribute_type(",
        "if_not_exists(",
        "list_append(",
        "status",
        "_",
        "!",
        "ü",
        "#",
        ":",
        "nope(",
        "a.b",
        "b[1].c",
        "a = :a",
        "b[0] = :a",
    ]);
    prop::collection::vec(token, 0..24).prop_map(|tokens| tokens.join(" "))
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
    }

    #[test]
    fn a_negated_condition_is_the_opposite(left in "[ab]", right in "[ab:]", value in -3i64..3) {
        let right = if right == ":" { ":v".to_owned() } else { right };
        prop_assume!(left != right);
        let values = map([(":v", AttributeValue::N(value.into()))]);
        let item = map([("a", n("1")), ("b", n("2"))]);
        for operator in ["=", "<>", "<", "<=", ">", ">="] {
            let read = |text: String| {
                let scope = &mut Scope::new(None, Some(&values));
                parse_condition(ExpressionKind::Condition, &text, scope).unwrap().matches(&item)
            };
            let plain = read(format!("{left} {operator} {right}"));
            prop_assert_eq!(plain, !read(format!("NOT ({left} {operator} {right})")));
        }
    }
}
