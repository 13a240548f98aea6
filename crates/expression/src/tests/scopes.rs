//! Errors of placeholders themselves.

use super::*;

fn checked(placeholders: Option<&Names>, values: Option<&Map>) -> String {
    Scope::new(placeholders, values)
        .check()
        .map_or_else(|error| error.to_string(), |()| "accepted".to_owned())
}

#[test]
fn placeholders_are_checked_names_first() {
    let no_names = Names::new();
    let no_values = Map::new();
    assert_eq!(checked(None, None), "accepted");
    assert_eq!(
        checked(Some(&no_names), Some(&no_values)),
        "ExpressionAttributeNames must not be empty"
    );
    assert_eq!(
        checked(None, Some(&no_values)),
        "ExpressionAttributeValues must not be empty"
    );
    for key in ["a", "#", "#a-b", ":a", "##a", "#ü", "# a", ""] {
        let expected = format!("ExpressionAttributeNames contains invalid key: Syntax error; key: \"{key}\"");
        assert_eq!(checked(Some(&names(&[(key, "a")])), Some(&no_values)), expected);
    }
    for key in ["a", ":", ":hi!there", "#a"] {
        let expected = format!("ExpressionAttributeValues contains invalid key: Syntax error; key: \"{key}\"");
        assert_eq!(checked(None, Some(&map([(key, n("1"))]))), expected);
    }
    let fine = names(&[("#a", "any thing. at # all"), ("#1_", "b"), ("#_", "c")]);
    assert_eq!(
        checked(Some(&fine), Some(&map([(":1", n("1")), (":_a", n("2"))]))),
        "accepted"
    );
}

#[test]
fn placeholders_and_names_have_limits() {
    let (fits, long) = ("a".repeat(254), "a".repeat(255));
    assert_eq!(checked(Some(&names(&[(&format!("#{fits}"), "x")])), None), "accepted");
    assert_eq!(
        checked(Some(&names(&[(&format!("#{long}"), "x")])), None),
        "ExpressionAttributeNames contains invalid key: The expression attribute map contains a key that is too long; \
         size of key: 256"
    );
    assert_eq!(
        checked(None, Some(&map([(&format!(":{long}"), n("1"))]))),
        "ExpressionAttributeValues contains invalid key: The expression attribute map contains a key that is too long;"
    );
    assert_eq!(
        checked(Some(&names(&[("#a", "")])), None),
        "ExpressionAttributeNames contains invalid value: Empty attribute name for key #a"
    );
    assert_eq!(checked(Some(&names(&[("#a", &"x".repeat(65_535))])), None), "accepted");
    assert!(checked(Some(&names(&[("#a", &"x".repeat(65_536))])), None).contains("65536"));
}

#[test]
fn what_no_expression_mentions_is_refused() {
    let placeholders = names(&[("#a", "a"), ("#b", "b")]);
    let values = map([(":a", n("1")), (":b", n("2")), (":c", n("3"))]);
    let mut scope = Scope::new(Some(&placeholders), Some(&values));
    assert_eq!(
        scope.finish().unwrap_err().to_string(),
        "Value provided in ExpressionAttributeNames unused in expressions: keys: {#a, #b}"
    );
    // A placeholder counts as used if any expression of the scope uses it.
    parse_condition(ExpressionKind::Filter, "#a = :b OR #a = :b", &mut scope).unwrap();
    parse_projection("#b", &mut scope).unwrap();
    let error = scope.finish().unwrap_err();
    assert_eq!(
        error.to_string(),
        "Value provided in ExpressionAttributeValues unused in expressions: keys: {:a, :c}"
    );
    assert_eq!((error.kind, error.span), (None, None));
    parse_update("SET x = :a, y = :c", &mut scope).unwrap();
    assert_eq!(scope.finish(), Ok(()));
}

#[test]
fn unused_keys_come_in_the_order_of_a_hash_set() {
    let placeholders = names(&[("#b", "b"), ("#z", "z"), ("#a", "a"), ("#ab", "c")]);
    let scope = Scope::new(Some(&placeholders), None);
    let expected = "Value provided in ExpressionAttributeNames unused in expressions: keys: {#ab, #z, #a, #b}";
    assert_eq!(scope.finish().unwrap_err().to_string(), expected);
}
