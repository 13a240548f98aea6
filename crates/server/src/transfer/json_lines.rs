//! Items as DynamoDB JSON: consecutive `{"Item":{…}}`, with or without line ends between them
//! (observed: imports-seen).
//!
//! No item extends over several lines (documented: imports-format). Blank lines contain no items
//! (observed: imports-seen). Must not know tables.

use std::collections::VecDeque;
use std::io::BufRead;

use hashrange_wire::item_from_json;
use serde_json::value::RawValue;

use super::found::{Found, Reader};
use super::lines::Lines;

/// Items being read.
pub(super) struct JsonLines<R> {
    lines: Lines<R>,
    /// The remaining results of the latest line.
    waiting: VecDeque<Found>,
}

/// The JSON around an item.
#[derive(serde::Deserialize)]
struct Wrapped<'l> {
    #[serde(borrow, rename = "Item")]
    item: Option<&'l RawValue>,
}

impl<R: BufRead> JsonLines<R> {
    pub(super) fn new(reader: R) -> Self {
        Self {
            lines: Lines::new(reader),
            waiting: VecDeque::new(),
        }
    }
}

impl<R: BufRead> Reader for JsonLines<R> {
    fn next(&mut self) -> Option<(u64, Found)> {
        while self.waiting.is_empty() {
            match self.lines.read() {
                Ok(true) => self.waiting = items_of(self.lines.line()),
                Ok(false) => return None,
                Err(error) => self.waiting.push_back(Found::End(error.to_string())),
            }
        }
        Some((self.lines.number(), self.waiting.pop_front()?))
    }

    fn bytes(&mut self) -> u64 {
        self.lines.take_bytes()
    }
}

/// The items of a line, up to the first invalid one.
fn items_of(line: &[u8]) -> VecDeque<Found> {
    let mut found = VecDeque::new();
    for value in serde_json::Deserializer::from_slice(line).into_iter::<&RawValue>() {
        let item = match value {
            Ok(value) => item_of(value),
            Err(error) => Found::End(format!("The line is not JSON: {error}")),
        };
        let is_end = matches!(item, Found::End(_));
        found.push_back(item);
        if is_end {
            break;
        }
    }
    found
}

fn item_of(value: &RawValue) -> Found {
    // Serde would also read a list, as the members in their order.
    let object = Some(value).filter(|value| value.get().starts_with('{'));
    match object.and_then(|value| serde_json::from_str::<Wrapped<'_>>(value.get()).ok()) {
        Some(Wrapped { item: Some(item) }) => match item_from_json(item.get()) {
            Ok(item) => Found::Item(item),
            Err(error) => Found::End(error.to_string()),
        },
        _ => Found::End("The line is not an object with the member Item".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Reads line by line: an item becomes `+`, a fault becomes the beginning of its message.
    fn read(text: &str) -> Vec<String> {
        let mut reader = JsonLines::new(text.as_bytes());
        let mut reported = Vec::new();
        while let Some((line, found)) = reader.next() {
            match found {
                Found::Item(item) => reported.push(format!("{line}+{}", item.len())),
                Found::Fault(message) => reported.push(format!("{line}~{message}")),
                Found::End(message) => {
                    reported.push(format!("{line}!{message}"));
                    break;
                }
            }
        }
        reported
    }

    #[test]
    fn items_follow_each_other_with_and_without_line_ends() {
        let one = r#"{"Item":{"k":{"S":"a"}}}"#;
        assert_eq!(read(&format!("{one}\n{one}")), ["1+1", "2+1"]);
        assert_eq!(
            read(&format!("{one}{one} {one}\r\n\n  \n{one}\n")),
            ["1+1", "1+1", "1+1", "4+1"]
        );
        assert_eq!(read(""), [""; 0]);
        assert_eq!(read("\n \n"), [""; 0]);
    }

    #[test]
    fn the_first_that_is_none_ends_the_object() {
        let one = r#"{"Item":{"k":{"S":"a"}}}"#;
        for (line, words) in [
            (r#"{"Item":"#, "The line is not JSON"),
            (r#"{"NotAnItem":{}}"#, "The line is not an object with the member Item"),
            ("[1]", "The line is not an object"),
            (r#"{"Item":{"k":{"X":"a"}}}"#, ""),
            (r#"{"Item":{"k":{"N":"one"}}}"#, ""),
            (r#"{"Item":3}"#, "an item is a JSON object"),
        ] {
            let reported = read(&format!("{one}\n{line}\n{one}\n"));
            assert!(
                reported.len() == 2 && reported[1].starts_with(&format!("2!{words}")),
                "{line}: {reported:?}"
            );
        }
    }

    #[test]
    fn bytes_are_those_of_all_lines() {
        let text = "{\"Item\":{\"k\":{\"S\":\"a\"}}}\n\n";
        let mut reader = JsonLines::new(text.as_bytes());
        let mut bytes = 0;
        while reader.next().is_some() {
            bytes += reader.bytes();
        }
        assert_eq!(bytes + reader.bytes(), text.len() as u64);
    }

    #[test]
    fn a_line_without_an_end_is_not_held_in_memory() {
        let endless = std::io::BufReader::new(std::io::repeat(b'{'));
        let mut reader = JsonLines::new(endless);
        let Some((1, Found::End(message))) = reader.next() else {
            panic!("a fault")
        };
        assert!(message.starts_with("the line is longer than"), "{message}");
    }

    #[test]
    fn depth_is_bounded() {
        let deep = format!("{{\"Item\":{}}}", "{\"a\":{\"M\":".repeat(100_000));
        assert_eq!(read(&deep).len(), 1);
    }
}
