//! Placeholders of a spec's JSON: `${n}`, `${n*10+1}`, `${n:05}`, `${pad:120}`, `${repeat:3:ab}`, `$for`, `$nest`,
//! `$last` and `$kept`.
//!
//! Owns their replacement, first in the text and then in the parsed value. Must not know the purpose of the JSON.

use std::collections::BTreeMap;

use serde_json::{Map, Value};

/// Variables and their numbers.
pub type Variables = BTreeMap<String, i64>;

/// The parts of the responses so far that a spec stores.
#[derive(Clone, Debug, Default)]
pub struct Memory {
    /// The last response.
    pub last: Value,
    /// Parts of earlier responses, by their names.
    pub kept: BTreeMap<String, Value>,
}

impl Memory {
    /// The value at a path such as `.Items[0].pk` in the last response.
    ///
    /// # Errors
    /// If the response has no such part.
    pub fn part(&self, path: &str) -> Result<Value, String> {
        let pointer = path.replace(['.', '['], "/").replace(']', "");
        self.last
            .pointer(&pointer)
            .cloned()
            .ok_or_else(|| format!("the last answer has no `{path}`"))
    }
}

/// Replaces the placeholders of a text. Names without a value stay, because a `$for` inside may define them.
///
/// # Errors
/// When a placeholder is invalid.
pub fn fill(text: &str, variables: &Variables) -> Result<String, String> {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(start) = rest.find("${") {
        let (before, from) = rest.split_at(start);
        out.push_str(before);
        let end = from.find('}').ok_or_else(|| format!("`{from}` has no end"))?;
        let (placeholder, after) = from.split_at(end + 1);
        match replace(&placeholder[2..end], variables)? {
            Some(text) => out.push_str(&text),
            None => out.push_str(placeholder),
        }
        rest = after;
    }
    out.push_str(rest);
    Ok(out)
}

/// Reads JSON after the replacement of its placeholders, expands every `$for`, and inserts the values of `$last`.
///
/// # Errors
/// When the text is not JSON, or a placeholder without a value remains.
pub fn json(text: &str, variables: &Variables, memory: &Memory) -> Result<Value, String> {
    let text = fill(text, variables)?;
    let value: Value = serde_json::from_str(&text).map_err(|error| format!("no JSON: {error}"))?;
    let value = unfold(value, variables, memory)?;
    Ok(value)
}

fn replace(placeholder: &str, variables: &Variables) -> Result<Option<String>, String> {
    let fail = || format!("`${{{placeholder}}}` is no placeholder");
    if let Some(count) = placeholder.strip_prefix("pad:") {
        return Ok(amount(count, variables)?.map(|count| "x".repeat(count)));
    }
    if let Some(rest) = placeholder.strip_prefix("repeat:") {
        let (count, text) = rest.split_once(':').ok_or_else(fail)?;
        return Ok(amount(count, variables)?.map(|count| text.repeat(count)));
    }
    let (expression, width) = match placeholder.split_once(':') {
        Some((expression, width)) => (expression, width.parse::<usize>().map_err(|_| fail())?),
        None => (placeholder, 0),
    };
    Ok(evaluate(expression, variables)?.map(|number| format!("{number:0width$}")))
}

fn amount(text: &str, variables: &Variables) -> Result<Option<usize>, String> {
    match evaluate(text, variables)? {
        None => Ok(None),
        Some(number) => usize::try_from(number)
            .map(Some)
            .map_err(|_| format!("`{text}` is below 0")),
    }
}

/// Evaluates a chain of numbers and variables joined by `+ - * / %`, from left to right.
fn evaluate(text: &str, variables: &Variables) -> Result<Option<i64>, String> {
    let mut total: Option<i64> = None;
    let mut operator = '+';
    let mut rest = text.trim();
    loop {
        let end = rest.find(['+', '-', '*', '/', '%']).unwrap_or(rest.len());
        let word = rest[..end].trim();
        let number = match word.parse::<i64>() {
            Ok(number) => number,
            Err(_) if word.is_empty() => return Err(format!("`{text}` is no sum")),
            Err(_) => match variables.get(word) {
                Some(number) => *number,
                None => return Ok(None),
            },
        };
        total = Some(match (total, operator) {
            (None, _) => number,
            (Some(total), '+') => total + number,
            (Some(total), '-') => total - number,
            (Some(total), '*') => total * number,
            (Some(total), '/') => total / number,
            (Some(total), _) => total % number,
        });
        let Some(next) = rest[end..].chars().next() else {
            return Ok(total);
        };
        operator = next;
        rest = &rest[end + 1..];
    }
}

fn unfold(value: Value, variables: &Variables, memory: &Memory) -> Result<Value, String> {
    match value {
        Value::String(text) => {
            if let Some(path) = text.strip_prefix("$last") {
                return memory.part(path);
            }
            if let Some(name) = text.strip_prefix("$kept.") {
                return memory
                    .kept
                    .get(name)
                    .cloned()
                    .ok_or_else(|| format!("nothing is kept as `{name}`"));
            }
            let text = fill(&text, variables)?;
            if text.contains("${") {
                Err(format!("nothing gives `{text}` a value"))
            } else {
                Ok(Value::String(text))
            }
        }
        Value::Array(elements) => {
            let mut unfolded = Vec::with_capacity(elements.len());
            for element in elements {
                match repetition(&element)? {
                    Some((variable, from, to, each)) => {
                        for number in from..=to {
                            let mut variables = variables.clone();
                            variables.insert(variable.clone(), number);
                            unfolded.push(unfold(each.clone(), &variables, memory)?);
                        }
                    }
                    None => unfolded.push(unfold(element, variables, memory)?),
                }
            }
            Ok(Value::Array(unfolded))
        }
        Value::Object(members) => unfold_object(members, variables, memory),
        other => Ok(other),
    }
}

fn unfold_object(members: Map<String, Value>, variables: &Variables, memory: &Memory) -> Result<Value, String> {
    // `{ "$nest": [3, value] }` is the value inside three lists of attribute values.
    if let Some([levels, innermost]) = members.get("$nest").and_then(Value::as_array).map(Vec::as_slice) {
        let innermost = unfold(innermost.clone(), variables, memory)?;
        let levels = levels.as_u64().ok_or("`$nest` takes [3, value]")?;
        return Ok((0..levels).fold(innermost, |inside, _| serde_json::json!({ "L": [inside] })));
    }
    let mut unfolded = Map::new();
    for (name, value) in members {
        if name == "$for" {
            let object = serde_json::json!({ "$for": value });
            let Some((variable, from, to, each)) = repetition_of(&object["$for"])? else {
                continue;
            };
            for number in from..=to {
                let mut variables = variables.clone();
                variables.insert(variable.clone(), number);
                if let Value::Object(more) = unfold(each.clone(), &variables, memory)? {
                    unfolded.extend(more);
                }
            }
        } else {
            unfolded.insert(fill(&name, variables)?, unfold(value, variables, memory)?);
        }
    }
    Ok(Value::Object(unfolded))
}

type Repetition = (String, i64, i64, Value);

/// `{ "$for": ["n = 1..4", <each>] }` as an element of a list, or as a member of an object whose `<each>` is an object.
fn repetition(element: &Value) -> Result<Option<Repetition>, String> {
    match element.as_object() {
        Some(members) if members.len() == 1 => members.get("$for").map_or(Ok(None), repetition_of),
        _ => Ok(None),
    }
}

fn repetition_of(value: &Value) -> Result<Option<Repetition>, String> {
    let parsed = value.as_array().and_then(|parts| {
        let [head, each] = parts.as_slice() else { return None };
        let (variable, range) = head.as_str()?.split_once('=')?;
        let (from, to) = range.split_once("..")?;
        Some((
            variable.trim().to_owned(),
            from.trim().parse().ok()?,
            to.trim().parse().ok()?,
            each.clone(),
        ))
    });
    parsed
        .map(Some)
        .ok_or_else(|| "`$for` takes [\"n = 1..4\", each]".to_owned())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn variables() -> Variables {
        Variables::from([("n".to_owned(), 7)])
    }

    #[test]
    fn texts_are_filled() {
        for (text, filled) in [
            ("a${n}b", "a7b"),
            ("${n:04}", "0007"),
            ("${n*10+1}", "71"),
            ("${n%4}", "3"),
            ("${pad:3}", "xxx"),
            ("${pad:n-5}", "xx"),
            ("${repeat:2:ab}", "abab"),
            ("${m}", "${m}"),
        ] {
            assert_eq!(fill(text, &variables()).unwrap(), filled);
        }
        assert!(fill("${n", &variables()).is_err());
        assert!(fill("${pad:-3}", &variables()).is_err());
    }

    #[test]
    fn json_is_unfolded() {
        let kept = BTreeMap::from([("k".to_owned(), json!(3))]);
        let last = Memory {
            last: json!({ "Key": { "a": [1, 2] } }),
            kept,
        };
        let unfolded = json(
            r#"{ "list": [0, { "$for": ["i = 1..2", { "v": "${i}-${n}" }] }], "$for": ["i = 1..2", { "m${i}": "x" }], "key": "$last.Key.a[1]", "k": "$kept.k" }"#,
            &variables(),
            &last,
        );
        let nested = json(r#"{ "$nest": [2, { "S": "a" }] }"#, &variables(), &last);
        assert_eq!(nested.unwrap(), json!({ "L": [{ "L": [{ "S": "a" }] }] }));
        let expected = json!({ "list": [0, { "v": "1-7" }, { "v": "2-7" }], "m1": "x", "m2": "x", "key": 2, "k": 3 });
        assert_eq!(unfolded.unwrap(), expected);
        assert!(json(r#"{ "a": "${m}" }"#, &variables(), &last).is_err());
        assert!(json(r#"{ "a": "$last.None" }"#, &variables(), &last).is_err());
        assert!(json(r#"{ "a": "$kept.none" }"#, &variables(), &last).is_err());
    }
}
