//! Finds the items in the body of a request, independently of the rules' version.
//!
//! Returns every object that is a member `Item`, at any depth. The caller selects the right one by its checksum. Must
//! not know operations.

use hashrange_values::Item;
use hashrange_wire::item_from_json;

const MEMBER: &str = "\"Item\"";

/// Returns the items in order. It omits invalid ones.
pub(crate) fn items(body: &str) -> Vec<Item> {
    let mut items = Vec::new();
    let mut at = 0;
    while let Some(found) = body.get(at..).and_then(|rest| rest.find(MEMBER)) {
        at += found + MEMBER.len();
        let value = body.get(at..).unwrap_or_default().trim_start();
        let Some(value) = value
            .strip_prefix(':')
            .map(str::trim_start)
            .filter(|value| value.starts_with('{'))
        else {
            continue;
        };
        let Some(object) = object(value) else { continue };
        if let Ok(item) = item_from_json(object) {
            items.push(item);
            // Objects inside an item are not items of the request.
            at = body.len() - value.len() + object.len();
        }
    }
    items
}

/// The object at the start of a text; `None` if it does not end.
fn object(text: &str) -> Option<&str> {
    let (mut depth, mut quoted, mut escaped) = (0_usize, false, false);
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            _ if escaped => escaped = false,
            b'\\' if quoted => escaped = true,
            b'"' => quoted = !quoted,
            b'{' if !quoted => depth += 1,
            b'}' if !quoted => {
                depth = depth.checked_sub(1)?;
                if depth == 0 {
                    return text.get(..=at);
                }
            }
            _ => {}
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::items;

    fn ids(body: &str) -> Vec<String> {
        items(body).iter().map(hashrange_wire::item_to_json).collect()
    }

    #[test]
    fn items_are_found_wherever_a_request_has_them() {
        let put = r#"{"TableName":"Item","Item" : {"Id":{"S":"a}\"{"},"Item":{"M":{"Item":{"S":"x"}}}},"Expected":{}}"#;
        assert_eq!(ids(put), [r#"{"Id":{"S":"a}\"{"},"Item":{"M":{"Item":{"S":"x"}}}}"#]);
        let batch = r#"{"RequestItems":{"T":[{"PutRequest":{"Item":{"Id":{"N":"1"}}}},{"DeleteRequest":{"Key":{}}},
            {"PutRequest":{"Item":{"Id":{"N":"2"}}}}]}}"#;
        assert_eq!(ids(batch), [r#"{"Id":{"N":"1"}}"#, r#"{"Id":{"N":"2"}}"#]);
        for body in [
            "",
            "\"Item\"",
            r#"{"Item":"#,
            r#"{"Item":{"#,
            r#"{"Item":{"Id":5}}"#,
            r#"{"Item":[1]}"#,
        ] {
            assert_eq!(ids(body), [""; 0], "{body}");
        }
    }
}
