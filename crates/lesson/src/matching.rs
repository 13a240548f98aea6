//! Whether a response matches what a spec expects.
//!
//! Objects match as subsets, lists element by element, numbers by value; the members of SS, NS and BS in any order.
//! `"$any"` and `"$absent"` replace a value; `$exactly`, `$unordered`, `$length` and `$starts` wrap one. Must not know
//! where the two values come from.

use serde_json::{Map, Value};

/// Compares two values. The error names the position of the first difference and the value there.
///
/// # Errors
/// When the values differ.
pub fn matches(expected: &Value, actual: &Value) -> Result<(), String> {
    compare(expected, Some(actual), "answer", false)
}

fn compare(expected: &Value, actual: Option<&Value>, at: &str, exactly: bool) -> Result<(), String> {
    match (expected.as_str(), actual) {
        (Some("$absent"), None) | (Some("$any"), Some(_)) => return Ok(()),
        (Some("$absent"), Some(found)) => return Err(format!("{at}: expected to be absent, got {}", short(found))),
        (_, None) => return Err(format!("{at}: expected {}, but it is absent", short(expected))),
        _ => {}
    }
    let Some(actual) = actual else { return Ok(()) };
    match (expected, actual) {
        (Value::Object(members), _) if wrapper(members).is_some() => wrapped(members, actual, at, exactly),
        (Value::Object(members), Value::Object(found)) => objects(members, found, at, exactly),
        (Value::Array(elements), Value::Array(found)) => lists(elements, found, at, exactly),
        (Value::Number(a), Value::Number(b)) if a.as_f64() == b.as_f64() => Ok(()),
        (a, b) if a == b => Ok(()),
        _ => Err(format!("{at}: expected {}, got {}", short(expected), short(actual))),
    }
}

fn objects(members: &Map<String, Value>, found: &Map<String, Value>, at: &str, exactly: bool) -> Result<(), String> {
    for (name, expected) in members {
        let at = format!("{at}.{name}");
        match (expected, found.get(name)) {
            (Value::Array(elements), Some(Value::Array(found))) if matches!(name.as_str(), "SS" | "NS" | "BS") => {
                unordered(elements, found, &at, exactly)?;
            }
            (expected, found) => compare(expected, found, &at, exactly)?,
        }
    }
    match found.keys().find(|name| exactly && !members.contains_key(*name)) {
        Some(extra) => Err(format!("{at}.{extra}: not expected, got {}", short(&found[extra]))),
        None => Ok(()),
    }
}

fn lists(elements: &[Value], found: &[Value], at: &str, exactly: bool) -> Result<(), String> {
    for (index, expected) in elements.iter().enumerate() {
        compare(expected, found.get(index), &format!("{at}[{index}]"), exactly)?;
    }
    same_length(elements.len(), found.len(), at)
}

fn unordered(elements: &[Value], found: &[Value], at: &str, exactly: bool) -> Result<(), String> {
    let mut left: Vec<&Value> = found.iter().collect();
    for expected in elements {
        let place = left
            .iter()
            .position(|actual| compare(expected, Some(actual), at, exactly).is_ok());
        match place {
            Some(place) => drop(left.remove(place)),
            None => return Err(format!("{at}: expected an element {}, got {found:?}", short(expected))),
        }
    }
    same_length(elements.len(), found.len(), at)
}

fn same_length(expected: usize, found: usize, at: &str) -> Result<(), String> {
    if expected == found {
        Ok(())
    } else {
        Err(format!("{at}: expected {expected} elements, got {found}"))
    }
}

fn wrapper(members: &Map<String, Value>) -> Option<(&str, &Value)> {
    let (name, value) = members.iter().next()?;
    (members.len() == 1 && matches!(name.as_str(), "$exactly" | "$unordered" | "$length" | "$starts"))
        .then_some((name.as_str(), value))
}

fn wrapped(members: &Map<String, Value>, actual: &Value, at: &str, exactly: bool) -> Result<(), String> {
    let Some((name, expected)) = wrapper(members) else {
        return Ok(());
    };
    let holds = match (name, expected, actual) {
        ("$exactly", expected, actual) => return compare(expected, Some(actual), at, true),
        ("$unordered", Value::Array(elements), Value::Array(found)) => {
            return unordered(elements, found, at, exactly);
        }
        ("$length", expected, Value::Array(found)) => expected.as_u64() == Some(found.len() as u64),
        ("$length", expected, Value::String(found)) => expected.as_u64() == Some(found.len() as u64),
        ("$starts", Value::String(start), Value::String(found)) => found.starts_with(start.as_str()),
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
fn short(value: &Value) -> String {
    let text = value.to_string();
    match text.char_indices().nth(300) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::matches;

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
                "answer: expected an element 1, got [Number(1), Number(2)]",
            ),
            (json!("1"), json!(1), "answer: expected \"1\", got 1"),
        ] {
            assert_eq!(matches(&expected, &actual).unwrap_err(), message);
        }
    }
}
