//! Whether a response matches what a spec expects.
//!
//! Objects match as subsets, lists element by element, numbers by value; the members of SS, NS and BS in any order.
//! `"$any"` and `"$absent"` replace a value; `$exactly`, `$unordered`, `$length` and `$starts` wrap one. Must not know
//! where the two values come from.

use hashrange_values::real;
use hashrange_wire::{JsonContent, JsonForm, JsonTree};

/// The members of an object.
type Members = [(String, JsonTree)];

/// Compares two values. The error names the position of the first difference and the value there.
///
/// # Errors
/// When the values differ.
pub fn matches(expected: &JsonTree, actual: &JsonTree) -> Result<(), String> {
    compare(expected, Some(actual), "answer", false)
}

fn compare(expected: &JsonTree, actual: Option<&JsonTree>, at: &str, exactly: bool) -> Result<(), String> {
    match (expected.text(), actual) {
        (Some("$absent"), None) | (Some("$any"), Some(_)) => return Ok(()),
        (Some("$absent"), Some(found)) => return Err(format!("{at}: expected to be absent, got {}", short(found))),
        (_, None) => return Err(format!("{at}: expected {}, but it is absent", short(expected))),
        _ => {}
    }
    let Some(actual) = actual else { return Ok(()) };
    let same = match (&expected.content, &actual.content) {
        (JsonContent::Object(members), _) if wrapper(members).is_some() => {
            return wrapped(members, actual, at, exactly);
        }
        (JsonContent::Object(members), JsonContent::Object(found)) => return objects(members, found, at, exactly),
        (JsonContent::List(elements), JsonContent::List(found)) => return lists(elements, found, at, exactly),
        (JsonContent::Number(one), JsonContent::Number(other)) => real(one) == real(other),
        (JsonContent::Text(one), JsonContent::Text(other)) => one == other,
        (JsonContent::Bool(one), JsonContent::Bool(other)) => one == other,
        (JsonContent::Null, JsonContent::Null) => true,
        _ => false,
    };
    if same {
        Ok(())
    } else {
        Err(format!("{at}: expected {}, got {}", short(expected), short(actual)))
    }
}

/// The last member with this name. A null one counts too.
fn named<'a>(members: &'a Members, name: &str) -> Option<&'a JsonTree> {
    members
        .iter()
        .rfind(|(member, _)| member == name)
        .map(|(_, value)| value)
}

fn objects(members: &Members, found: &Members, at: &str, exactly: bool) -> Result<(), String> {
    for (name, expected) in members {
        let at = format!("{at}.{name}");
        match (&expected.content, named(found, name)) {
            (JsonContent::List(elements), Some(found)) if matches!(name.as_str(), "SS" | "NS" | "BS") => {
                unordered(elements, found, &at, exactly)?;
            }
            (_, found) => compare(expected, found, &at, exactly)?,
        }
    }
    match found.iter().find(|(name, _)| exactly && named(members, name).is_none()) {
        Some((name, extra)) => Err(format!("{at}.{name}: not expected, got {}", short(extra))),
        None => Ok(()),
    }
}

fn lists(elements: &[JsonTree], found: &[JsonTree], at: &str, exactly: bool) -> Result<(), String> {
    for (index, expected) in elements.iter().enumerate() {
        compare(expected, found.get(index), &format!("{at}[{index}]"), exactly)?;
    }
    same_length(elements.len(), found.len(), at)
}

fn unordered(elements: &[JsonTree], found: &JsonTree, at: &str, exactly: bool) -> Result<(), String> {
    let JsonContent::List(all) = &found.content else {
        return Err(format!("{at}: expected a list, got {}", short(found)));
    };
    let mut left: Vec<&JsonTree> = all.iter().collect();
    for expected in elements {
        let place = left
            .iter()
            .position(|actual| compare(expected, Some(actual), at, exactly).is_ok());
        match place {
            Some(place) => drop(left.remove(place)),
            None => {
                let (expected, found) = (short(expected), short(found));
                return Err(format!("{at}: expected an element {expected}, got {found}"));
            }
        }
    }
    same_length(elements.len(), all.len(), at)
}

fn same_length(expected: usize, found: usize, at: &str) -> Result<(), String> {
    if expected == found {
        Ok(())
    } else {
        Err(format!("{at}: expected {expected} elements, got {found}"))
    }
}

fn wrapper(members: &Members) -> Option<(&str, &JsonTree)> {
    let [(name, value)] = members else { return None };
    matches!(name.as_str(), "$exactly" | "$unordered" | "$length" | "$starts").then_some((name.as_str(), value))
}

fn wrapped(members: &Members, actual: &JsonTree, at: &str, exactly: bool) -> Result<(), String> {
    let Some((name, expected)) = wrapper(members) else {
        return Ok(());
    };
    let length = |found: usize| usize::of_tree(expected) == Ok(found);
    let holds = match (name, &expected.content, &actual.content) {
        ("$exactly", ..) => return compare(expected, Some(actual), at, true),
        ("$unordered", JsonContent::List(elements), JsonContent::List(_)) => {
            return unordered(elements, actual, at, exactly);
        }
        ("$length", _, JsonContent::List(found)) => length(found.len()),
        ("$length", _, JsonContent::Text(found)) => length(found.len()),
        ("$starts", JsonContent::Text(start), JsonContent::Text(found)) => found.starts_with(start.as_str()),
        _ => false,
    };
    if holds {
        Ok(())
    } else {
        Err(format!(
            "{at}: expected {name} {}, got {}",
            short(expected),
            short(actual)
        ))
    }
}

/// A value as one short line.
fn short(value: &JsonTree) -> String {
    let text = value.to_json();
    match text.char_indices().nth(300) {
        Some((end, _)) => format!("{}…", text.get(..end).unwrap_or_default()),
        None => text,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    /// The trees of two values, compared.
    fn matches(expected: &Value, actual: &Value) -> Result<(), String> {
        let tree = |value: &Value| hashrange_wire::JsonTree::parse(&value.to_string()).expect("JSON");
        super::matches(&tree(expected), &tree(actual))
    }

    #[test]
    fn what_matches() {
        for (expected, actual) in [
            (json!({ "a": 1 }), json!({ "a": 1.0, "b": 2 })),
            (json!({ "a": "$any", "b": "$absent" }), json!({ "a": null })),
            (json!([1, { "x": "y" }]), json!([1, { "x": "y", "z": 1 }])),
            (
                json!({ "$exactly": { "a": [{ "SS": ["q", "p"] }] } }),
                json!({ "a": [{ "SS": ["p", "q"] }] }),
            ),
            (json!({ "$unordered": [1, 2, 2] }), json!([2, 1, 2])),
            (json!({ "$length": 2 }), json!([2, 1])),
            (json!({ "$starts": "ab" }), json!("abc")),
        ] {
            matches(&expected, &actual).unwrap();
        }
    }

    #[test]
    fn what_does_not() {
        for (expected, actual, message) in [
            (json!({ "a": 1 }), json!({ "a": 2 }), "answer.a: expected 1, got 2"),
            (json!({ "a": 1 }), json!({}), "answer.a: expected 1, but it is absent"),
            (
                json!({ "a": "$absent" }),
                json!({ "a": 2 }),
                "answer.a: expected to be absent, got 2",
            ),
            (json!([1]), json!([1, 2]), "answer: expected 1 elements, got 2"),
            (json!([1, 2]), json!([1]), "answer[1]: expected 2, but it is absent"),
            (
                json!({ "$exactly": { "a": { "b": 1 } } }),
                json!({ "a": { "b": 1, "c": 2 } }),
                "answer.a.c: not expected, got 2",
            ),
            (
                json!({ "$unordered": [1, 1] }),
                json!([1, 2]),
                "answer: expected an element 1, got [1,2]",
            ),
            (json!("1"), json!(1), "answer: expected \"1\", got 1"),
        ] {
            assert_eq!(matches(&expected, &actual).unwrap_err(), message);
        }
    }
}
