//! Short labels for the entries of a read: the part that distinguishes neighbours.
//!
//! Must not know how entries are drawn.

use hashrange_values::Item;

use super::item_rows::cell_text;
use super::table_schema::TableSchema;

/// The maximum number of characters of a label.
const ROOM: usize = 9;

/// A label for each entry: its sort key, or its partition key if it has no sort key, cut to the part that differs.
#[must_use]
pub fn strip_labels<'a>(
    schema: &TableSchema,
    index: Option<&str>,
    keys: impl Iterator<Item = &'a Item>,
) -> Vec<String> {
    let schema_keys = schema.keys_of(index);
    let attribute = &schema_keys.sort.as_ref().unwrap_or(&schema_keys.partition).name;
    let texts: Vec<String> = keys
        .map(|key| key.get(attribute).map_or_else(|| "·".to_owned(), cell_text))
        .collect();
    let longest = texts.iter().map(|text| text.chars().count()).max().unwrap_or(0);
    let skip = if longest > ROOM { shared_start(&texts) } else { 0 };
    texts.iter().map(|text| cut(text, skip)).collect()
}

/// The number of characters that all texts share at the start, up to the last break, so that no word or number is
/// divided.
fn shared_start(texts: &[String]) -> usize {
    let Some((first, rest)) = texts.split_first() else {
        return 0;
    };
    if rest.is_empty() {
        return 0;
    }
    let shared = rest.iter().fold(first.chars().count(), |length, text| {
        first
            .chars()
            .zip(text.chars())
            .take(length)
            .take_while(|(a, b)| a == b)
            .count()
    });
    let start: Vec<char> = first.chars().take(shared).collect();
    start
        .iter()
        .rposition(|letter| letter.is_ascii() && !letter.is_ascii_alphanumeric())
        .map_or(0, |place| place + 1)
}

fn cut(text: &str, skip: usize) -> String {
    let rest: Vec<char> = text.chars().skip(skip).collect();
    if rest.len() <= ROOM {
        return rest.into_iter().collect();
    }
    let mut out: String = rest.into_iter().take(ROOM - 1).collect();
    out.push('…');
    out
}

#[cfg(test)]
mod tests {
    use hashrange_values::AttributeValue;

    use super::super::table_schema::tests::thread;
    use super::*;

    fn labels(texts: &[&str]) -> Vec<String> {
        let keys: Vec<Item> = texts
            .iter()
            .map(|text| {
                [("LastPostDateTime", AttributeValue::string(text))]
                    .into_iter()
                    .collect()
            })
            .collect();
        strip_labels(&thread(), Some("LastPostIndex"), keys.iter())
    }

    #[test]
    fn only_what_differs_is_shown() {
        assert_eq!(
            labels(&["2015-01-03T09:21", "2015-01-22T23:03"]),
            ["03T09:21", "22T23:03"]
        );
        assert_eq!(
            labels(&["2015-01-03T09:21:11.000Z", "2015-02-12T11:07:56.744Z"]),
            ["01-03T09…", "02-12T11…"]
        );
        assert_eq!(labels(&["aaa", "aab"]), ["aaa", "aab"]);
        assert_eq!(labels(&["one very long text"]), ["one very…"]);
    }

    #[test]
    fn an_entry_without_the_attribute_still_has_a_label() {
        let keys = [Item::new()];
        assert_eq!(strip_labels(&thread(), None, keys.iter()), ["·"]);
    }
}
