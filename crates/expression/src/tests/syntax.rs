//! Syntax errors, and the limits that are checked before or with them.

use super::*;
use ExpressionKind::{Condition, Filter, KeyCondition, Projection, Update};

/// Each case is a kind, a text, the token of the error, and the quoted text near it.
fn assert_quoted(cases: &[(ExpressionKind, &str, &str, &str)]) {
    for &(kind, text, token, near) in cases {
        let expected = format!("Invalid {kind}: Syntax error; token: \"{token}\", near: \"{near}\"");
        assert_eq!(message(kind, text, &Names::new(), &Map::new()), expected, "{text}");
        let marked = underlined(kind, text, &Names::new(), &Map::new());
        assert_eq!(marked, if token == "<EOF>" { "" } else { token }, "{text}");
    }
}

#[test]
fn a_syntax_error_of_an_update_quotes_its_token_and_both_neighbours() {
    assert_quoted(&[
        (Update, "INVALID SYNTAX", "INVALID", "INVALID SYNTAX"),
        (Update, "SET _123 = :v", "_", "SET _123"),
        (Update, "SET book-price = :v", "-", "book-price"),
        (Update, "SET hi$there = :v", "$", "hi$there"),
        (Update, "SET a = :v,", "<EOF>", ","),
        (Update, "SET", "<EOF>", "SET"),
        (Update, "SET a = ", "<EOF>", "= "),
        (Update, "SET note = :v +", "<EOF>", "+"),
        (Update, "SET numx = numx * :v", "*", "numx * :v"),
        (Update, "SET a = if_not_exists(a, 0)", "0", ", 0)"),
        (Update, "ADD numx", "<EOF>", "numx"),
        (Update, "ADD numx 1", "1", "numx 1"),
        (Update, "DELETE setx a", "a", "setx a"),
        (Update, "SET a = b + c + d", "+", "c + d"),
        (Update, "SET a = (b + c) + d", "+", ") + d"),
        (Update, "SET a = ((b + c))", "+", "b + c"),
        (Update, "set (a = (b + c))", "(", "set (a"),
        (Update, "set a = (b.c).d + e", ".", ").d"),
        (Update, "set a = f(b + c)", "+", "b + c"),
        (Update, "SET # = :v", "#", "SET # ="),
        (Update, "SET :a = :b", ":a", "SET :a ="),
        (Update, "SET a[:i] = :v", ":i", "[:i]"),
        (Update, "SET a[01] = :v", "1", "01]"),
        (Update, "set a=set", "set", "=set"),
    ]);
}

#[test]
fn a_syntax_error_of_a_filter_quotes_its_token_and_both_neighbours() {
    assert_quoted(&[
        (
            Filter,
            "#a attribute_not_exists :v",
            "attribute_not_exists",
            "#a attribute_not_exists :v",
        ),
        (Filter, "tenantAgent:abc123-", ":abc123", "tenantAgent:abc123-"),
        (Filter, "contains (themes, :theme", "<EOF>", ":theme"),
        (Filter, "NOT (flag)", "<EOF>", ")"),
        (Filter, "(NOT flag)", ")", "flag)"),
        (Filter, "(flag)", "<EOF>", ")"),
        (Filter, "things are not gonna be ok", "are", "things are not"),
        (Filter, "a > 4", "4", "> 4"),
        (Filter, "ü > a", "ü", "ü >"),
        (Filter, "a = = b", "=", "= = b"),
        (Filter, "a = b = c", "=", "b = c"),
        (Filter, "a AND b = c", "AND", "a AND b"),
        (Filter, "a = (b = c)", "=", "b = c"),
        (Filter, "a = NOT b", "NOT", "= NOT b"),
        (Filter, "a in b", "b", "in b"),
        (Filter, "a in (b,c,)", ")", ",)"),
        (Filter, "a in ()", ")", "()"),
        (Filter, "a > between", "between", "> between"),
        (Filter, "a between b or c", "or", "b or c"),
        (Filter, "set = :v", "set", "set ="),
        (Filter, "size(a)[0] > a", "[", ")[0"),
        (Filter, "(size(a)).b > a", ".", ").b"),
        (Filter, "(a)between(b.(c.d))and(c)", "(", ".(c"),
        (Filter, "a = b)", ")", "b)"),
    ]);
}

#[test]
fn a_syntax_error_of_another_kind_quotes_its_token_and_both_neighbours() {
    assert_quoted(&[
        (Projection, "!!!", "!", "!!"),
        (Projection, "l[a]", "a", "[a]"),
        (Projection, "a b", "b", "a b"),
        (Projection, "a,,b", ",", ",,b"),
        (Projection, "a,", "<EOF>", ","),
        (Projection, "a.b.", "<EOF>", "."),
        (Projection, "a, set", "set", ", set"),
        (Condition, "foo", "<EOF>", "foo"),
        (Condition, "attribute_not_exists(", "<EOF>", "("),
        (Condition, "attribute_type()", ")", "()"),
        (Condition, "a-b", "-", "a-b"),
        (Condition, "   ", "<EOF>", "   "),
        (KeyCondition, "pk = :pk AND sk != :sk", "!", "sk !="),
    ]);
}

#[test]
fn more_syntax_errors_people_make() {
    for text in [
        "attribute_exists(Pictures-RearView)",
        "attribute_exists(\"Pictures.RearView\")",
        "attribute_exists(Pictures..RearView)",
        "attribute_exists(Pi#ctures.RearView)",
        "attribute_exists(asdf[a])",
        "a in b, c",
        "(a)between(b.c.d)and((c)",
        "#$.b > a",
        "a > :things.stuff",
        "b[:a] > a",
        "b[#_] > a",
        "(a)between(b.c[4.5].#d)and(:a)",
        "size(a).b > a",
        "(size(a))[0] > a",
        "a.:a < b.:b",
        "a AND",
        "AND a = b",
        "a = b OR",
        "NOT",
        "a == b",
        "a <> ",
        "()",
        ")",
        "a = b c = d",
        "f(a,)",
    ] {
        let got = filter(text, &Names::new(), &Map::new());
        assert!(
            got.starts_with("Invalid FilterExpression: Syntax error; token: "),
            "{text}: {got}"
        );
    }
}

#[test]
fn an_empty_expression_is_refused_by_name() {
    for kind in [Condition, Filter, KeyCondition, Projection, Update] {
        let expected = format!("Invalid {kind}: The expression can not be empty;");
        assert_eq!(message(kind, "", &Names::new(), &Map::new()), expected);
    }
}

#[test]
fn the_size_is_checked_before_the_syntax() {
    let fits = format!("{}a", " ".repeat(4095));
    assert_eq!(message(Projection, &fits, &Names::new(), &Map::new()), "accepted");
    let long = "(".repeat(4097);
    for kind in [Condition, Filter, KeyCondition, Projection, Update] {
        // Only conditions and filters report the size (observed: expression-size).
        let reported = if matches!(kind, Condition | Filter) {
            " expression size: 4097"
        } else {
            ""
        };
        let expected = format!("Invalid {kind}: Expression size has exceeded the maximum allowed size;{reported}");
        assert_eq!(message(kind, &long, &Names::new(), &Map::new()), expected);
    }
    // The size is in bytes, not in characters.
    let wide = "ü".repeat(2049);
    assert!(message(Filter, &wide, &Names::new(), &Map::new()).ends_with("expression size: 4098"));
}

#[test]
fn operators_are_limited_and_parentheses_are_not_operators() {
    let nested = |depth: usize| format!("a<b {}{}", "or (a<b ".repeat(depth), ")".repeat(depth));
    assert_eq!(filter(&nested(149), &Names::new(), &Map::new()), "accepted");
    let refused = "Invalid FilterExpression: The expression contains too many operators; operator count: 301";
    for text in [
        nested(150),
        nested(454),
        format!("{}a<b", "not ".repeat(1000)),
        format!("a<b{}", " and a<b".repeat(200)),
    ] {
        assert_eq!(filter(&text, &Names::new(), &Map::new()), refused);
    }
    let joined = format!("a<b{}", " and a<b".repeat(149));
    assert_eq!(filter(&joined, &Names::new(), &Map::new()), "accepted");
}

#[test]
fn keywords_and_spaces_are_free() {
    let values = map([(":a", n("1")), (":b", n("2"))]);
    for text in [
        "x bEtWeEn :a aNd :b",
        "NoT\tx=:a\r\noR x In(:a,:b)",
        " ( x ) = ( :a ) ",
        "(x BETWEEN :a AND :b) and (x = :a or not (x = :b))",
        "NOT NOT NOT NOT x = :a",
        "((x = :a) AND (x = :b))",
        "(x = :a AND (x = :b))",
        "attribute_exists (x)",
        "(attribute_exists((x)))",
        "(size(x)) > :a",
        "(a.b).c[1] = :a",
        "x IN ((:a), (y))",
    ] {
        assert_eq!(filter(text, &Names::new(), &values), "accepted", "{text}");
    }
}
