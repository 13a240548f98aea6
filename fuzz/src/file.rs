//! Files of items: CSV by a guessed plan, JSON in both formats, and single items in both.

use hashrange_wire::{item_from_json, item_from_plain_json, item_to_json, item_to_plain_json};
use hashrange_workload::{CsvReader, JsonFormat, JsonReader, guess_json_format, inspect_csv};

/// The first byte is the kind of file, the rest the file.
pub fn file(data: &[u8]) {
    let Some((choice, bytes)) = crate::choice(data) else { return };
    match (choice % 5, std::str::from_utf8(bytes)) {
        (0, _) => {
            let preview = inspect_csv(bytes);
            let mut reader = CsvReader::new(bytes, preview.plan);
            let rows = reader.by_ref().count();
            assert!(rows <= bytes.len() + 1 && reader.position() == reader.len());
        }
        (1, Ok(text)) => read_json(text, guess_json_format(text)),
        (2, Ok(text)) => read_json(text, JsonFormat::DynamoDb),
        (3, Ok(text)) => {
            if let Ok(item) = item_from_json(text) {
                assert_eq!(item_from_json(&item_to_json(&item)), Ok(item));
            }
        }
        (4, Ok(text)) => {
            if let Ok(item) = item_from_plain_json(text, None) {
                let plain = item_to_plain_json(&item);
                assert_eq!(item_from_plain_json(&plain.text, Some(&item)), Ok(item));
            }
        }
        _ => {}
    }
}

fn read_json(text: &str, format: JsonFormat) {
    let mut reader = JsonReader::new(text, format);
    let items = reader.by_ref().count();
    assert!(items <= text.len() + 1 && reader.position() <= reader.len());
}
