//! Error texts and their positions.

use super::*;

const ENVELOPE: &str = "Statement wasn't well formed, can't be processed: ";

/// Each case is a text outside the grammar and the detail of its error.
fn assert_outside(cases: &[(&str, &str)]) {
    for (text, detail) in cases {
        assert_eq!(said(text), format!("{ENVELOPE}{detail}"), "{text}");
    }
}

/// Each case is a text and its error.
fn assert_said(cases: &[(&str, &str)]) {
    for (text, expected) in cases {
        assert_eq!(said(text), *expected, "{text}");
    }
}

#[test]
fn texts_that_do_not_begin_or_end_as_a_statement_does() {
    assert_outside(&[
        ("SELECT * FROM t WHERE a = 'x", ""),
        ("SELECT * FROM \"t", ""),
        ("SELECT * FROM t /* no end", ""),
        ("SELECT # FROM t", ""),
        ("SELECT * FROM t WHERE a = 1e2147483648", ""),
        ("SELECT * FROM t WHERE a = 1.5e-2147483647", ""),
        ("SLECT * FROM t", "Expected data manipulation"),
        ("UPDATE Pay-x SET a = 1 WHERE pk = 1", "Expected data manipulation"),
        ("UPDATE t WHERE pk = 1", "Expected data manipulation"),
        ("SELECT * FROM t SELECT * FROM t", "Unexpected token after expression"),
        (
            "SELECT * FROM t; SELECT * FROM t",
            "Unexpected token after semicolon. (Only one query is allowed.)",
        ),
        ("SELECT * FROM t WHERE a = 1 e5", "Unexpected token after expression"),
        ("SELECT * FROM t WHERE a = 1)", "Unexpected token after expression"),
        ("INSERT INTO t VALUE {'a': 1} b", "Unexpected token after expression"),
        ("INSERT INTO t u VALUE {'a': 1}", "Unexpected token after expression"),
        ("UPDATE t SET a = 1 WHERE b = 1 c", "Unexpected token after expression"),
        (
            "DELETE FROM t WHERE a = 1 ORDER BY a",
            "Unexpected token after expression",
        ),
        (
            "SELECT * FROM t ORDER BY a WHERE a = 1",
            "Unexpected token after expression",
        ),
        ("FROM t SET a = 1 WHERE b = 1", "Unexpected token after expression"),
        (
            "FROM t SET a = 1 WHERE b = 1 SET c = 1",
            "Unexpected token after expression",
        ),
    ]);
}

#[test]
fn clauses_outside_the_grammar() {
    assert_outside(&[
        ("", "Unexpected term"),
        ("SELECT * FROM", "Unexpected term"),
        ("SELECT m.inner FROM t", "Invalid path dot component"),
        ("INSERT INTO t (key) VALUE {'a': 1}", "Unexpected keyword"),
        ("DELETE FROM", "Expected identifier for simple path"),
        ("DELETE FROM;", "Expected identifier for simple path"),
        ("DELETE FROM WHERE a = 1", "Expected identifier for simple path"),
        (
            "SELECT *, a FROM t",
            "Other expressions may not be present in the select list when '*' is used without dot notation.",
        ),
        ("SELECT a", "Expected FROM after SELECT list"),
        ("DELETE t", "Expected FROM after DELETE"),
        ("UPDATE t SET a 1", "Expected '='"),
        (
            "UPDATE t SET a = 1 RETURNING OLD *",
            "Expected ( MODIFIED | ALL ) ( NEW | OLD ) in each returning element.",
        ),
        ("SELECT max(*) FROM t", "max(*) is not allowed"),
    ]);
}

#[test]
fn conditions_outside_the_grammar() {
    assert_outside(&[
        ("SELECT * FROM t WHERE (a = 1", "Expected RIGHT_PAREN"),
        ("SELECT * FROM t WHERE;", "Unexpected term"),
        ("SELECT * FROM t WHERE NOT", "Unexpected term"),
        ("SELECT * FROM t WHERE (", "Unexpected term"),
        ("UPDATE t SET a = 1 WHERE", "Unexpected term"),
        ("DELETE FROM t WHERE", "Unexpected term"),
        (
            "SELECT * FROM t WHERE a = 1 AND",
            "Missing right-hand side expression of infix operator",
        ),
        ("SELECT * FROM t WHERE ORDER BY a", "Unexpected keyword"),
        ("SELECT * FROM t WHERE IS NULL", "Unexpected operator"),
        ("SELECT * FROM t WHERE a = LIKE", "Unexpected operator"),
        ("SELECT * FROM t WHERE", "Unexpected term"),
        (
            "SELECT * FROM t WHERE a =",
            "Missing right-hand side expression of infix operator",
        ),
        ("SELECT * FROM t WHERE a BETWEEN 1 AND", "Expected expression after AND"),
        ("SELECT * FROM t WHERE a BETWEEN 1", "Expected AND keyword"),
        ("SELECT * FROM t WHERE a IS x", "Expected type name"),
    ]);
}

#[test]
fn expressions_that_are_no_statements() {
    for (text, kind) in [
        ("x IS INT4", "IsType"),
        ("x IS int8", "IsType"),
        ("x IS DOUBLE PRECISION", "IsType"),
        ("x IS CHARACTER VARYING", "IsType"),
        ("x", "Id"),
        ("1", "Lit"),
        ("a = 1 AND b = 2", "And"),
    ] {
        assert_eq!(said(text), format!("Unsupported operation: {kind}"), "{text}");
    }
}

#[test]
fn a_fault_of_the_columns_alone_still_reports_the_source() {
    let source = |text| parse(text, &[]).unwrap_err().source;
    let expected = Source {
        table: Text::from("t"),
        index: Some(Text::from("i")),
    };
    assert_eq!(source("SELECT COUNT(*) FROM t.i").as_deref(), Some(&expected));
    assert_eq!(source("SELECT a FROM t.i WHERE b"), None);
}

#[test]
fn selections() {
    assert_said(&[
        ("SELECT COUNT(*) FROM t", "Unexpected path component at 1:8:5"),
        ("SELECT size(a) FROM t", "Unexpected path component at 1:8:4"),
        ("SELECT a, 1 FROM t", "Unexpected path component at 1:11:1"),
        (
            "SELECT l[-1] FROM t",
            "List index is not within the allowable range; index: [-1] at 1:11:1",
        ),
        (
            "SELECT l[2147483648] FROM t",
            "List index is not within the allowable range; index: [2147483648] at 1:10:10",
        ),
        ("SELECT s, m.s FROM t", "Duplicate identifiers in select clause: s"),
        ("SELECT a AS b FROM t", "Aliasing is not supported"),
        ("SELECT * FROM t AS u", "Aliasing is not supported"),
        ("SELECT * FROM t u", "Aliasing is not supported"),
        ("SELECT * FROM t LIMIT 5", "Unsupported clause: LIMIT at 1:23:1"),
        ("SELECT * FROM t\nLIMIT 50", "Unsupported clause: LIMIT at 2:7:2"),
        ("SELECT DISTINCT a FROM t", "Unsupported clause: DISTINCT at 1:8:8"),
        ("SELECT a FROM t GROUP BY a", "Unsupported clause: GROUP BY at 1:26:1"),
        (
            "SELECT * FROM t, u",
            "Only select from a single table or index is supported.",
        ),
        (
            "SELECT * FROM a.b.c",
            "A path may contain at most 2 components in the FROM clause",
        ),
        ("SELECT * FROM \"\"", "Path component cannot be an empty string"),
        ("SELECT * FROM t.\"\"", "Path component cannot be an empty string"),
        (
            "SELECT * FROM t ORDER BY 1",
            "Argument to ORDER BY must be of type VariableReference. Type: Literal",
        ),
        (
            "SELECT VALUE a FROM t",
            "Select projection doesn't support value or pivot keywords",
        ),
    ]);
}

#[test]
fn conditions() {
    for (condition, expected) in [
        (
            "a",
            "WHERE clause must contain an expression that resolves to a boolean",
        ),
        ("a AND b = 1", "The arguments to AND/OR must be Expressions"),
        ("NOT a", "The argument to NOT must be a Type or Expression"),
        ("Exists(a)", "Unrecognized function: exists at 1:23:6"),
        ("a = upper('x')", "Unrecognized function: upper at 1:27:5"),
        (
            "a LIKE 'x'",
            "Unsupported operator in Condition Expression. Operator: LIKE",
        ),
        ("a = 1 + 2", "Unsupported operator in Condition Expression. Operator: +"),
        ("a = -b", "Unsupported operator in Condition Expression. Operator: -"),
        ("a = MISSING", "MISSING must be compared using IS operator"),
        (
            "a IS INT",
            "Unsupported data type for IS operator: INT. Supported data types are [MISSING, NULL, BOOLEAN, BLOB, STRING, NUMERIC, STRUCT, TUPLE, LIST]",
        ),
        (
            "a IN []",
            "IN operator must have a left hand argument of type Variable Reference and right hand argument of type Seq with at least one member",
        ),
        ("a = ?", "Number of parameters in request and statement don't match."),
    ] {
        assert_eq!(
            said(&format!("SELECT * FROM t WHERE {condition}")),
            expected,
            "{condition}"
        );
    }
    assert_eq!(said_with("SELECT * FROM t WHERE a = ?", &[n("1"), n("2")]), "accepted");
}

#[test]
fn inserts() {
    assert_said(&[
        (
            "INSERT INTO t.i VALUE {'a': 1}",
            "FROM clause may only contain a single table name in data manipulation statements",
        ),
        (
            "INSERT INTO t VALUE 'x'",
            "Unsupported format in item expression. Please use struct format {...} to express item values for insert statement.",
        ),
        (
            "INSERT INTO t <<{'a': 1}>>",
            "Unsupported operation: Inserting multiple items in a single statement is not supported, use \"INSERT INTO tableName VALUE item\" instead",
        ),
        (
            "INSERT INTO t VALUE {'a': 1} RETURNING ALL OLD *",
            "RETURNING is not supported in INSERT",
        ),
        (
            "INSERT INTO t VALUE {'a': set_add(b, <<1>>)}",
            "Unsupported data type: set_add under key root at 1:27:7",
        ),
    ]);
}

#[test]
fn updates() {
    assert_said(&[
        ("UPDATE t.i SET a = 1", "This operation is not supported on an index"),
        (
            "UPDATE t SET a = 1 RETURNING ALL NEW a",
            "Expected '*' after ( MODIFIED | ALL ) ( NEW | OLD ) in RETURNING clause",
        ),
        (
            "UPDATE t SET a = 1 RETURNING ALL NEW *, ALL OLD *",
            "Invalid syntax with multiple returning elements in RETURNING clause",
        ),
        (
            "UPDATE t SET a = set_add(a)",
            "SET_ADD must have exactly two arguments at 1:18:7",
        ),
        (
            "UPDATE t SET a = set_add(b, <<1>>)",
            "The first argument to SET_ADD must equal the assignment value at 1:18:7",
        ),
        (
            "UPDATE t SET a = set_delete(a, 1)",
            "The second argument to SET_DELETE must be a value with type SET at 1:29:1",
        ),
        (
            "UPDATE t SET a = if_not_exists(a, 1)",
            "Unrecognized function: if_not_exists at 1:18:13",
        ),
        (
            "UPDATE t SET a = b * 2",
            "Unsupported operator in Update Expression. Operator: *",
        ),
        ("UPDATE t u SET a = 1", "Aliasing is not supported"),
        (
            "UPDATE t SET a = b IS NULL",
            "IS operator is not supported in update expressions",
        ),
        (
            "UPDATE t INSERT INTO u VALUE 1",
            "Only SET and REMOVE are supported in update expressions at this time",
        ),
    ]);
}

#[test]
fn deletes() {
    assert_said(&[
        (
            "DELETE FROM t.i WHERE a = 1",
            "This operation is not supported on an index",
        ),
        (
            "DELETE FROM t WHERE a = 1 RETURNING ALL NEW *",
            "Invalid returning clause: RETURNING ALL NEW *. Only RETURNING ALL OLD * is allowed in DELETE statements.",
        ),
        (
            "DELETE FROM t WHERE a = 1 RETURNING MODIFIED OLD *",
            "Invalid returning clause: RETURNING MODIFIED OLD *. Only RETURNING ALL OLD * is allowed in DELETE statements.",
        ),
        ("DELETE FROM t u WHERE a = 1", "Aliasing is not supported"),
    ]);
}

#[test]
fn places_are_bytes_for_machines_and_characters_for_people() {
    let error = parse("SELECT * FROM t WHERE\n  ü", &[]).unwrap_err();
    assert_eq!((error.span.start, error.position), (24, None));
    let error = parse("SELECT * FROM t WHERE 'ü' = a AND\n  \"ö\" = nope(1)", &[]).unwrap_err();
    assert_eq!(error.to_string(), "Unrecognized function: nope at 2:9:4");
    assert_eq!(error.span.end - error.span.start, 4);
}
