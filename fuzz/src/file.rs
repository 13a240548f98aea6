//! Files of items: CSV by a guessed plan, JSON in both formats, single items in both, and files that are read in pieces
//! and written again.

use hashrange_files::{
    CsvColumns, CsvHeader, CsvReader, ItemsForm, ItemsFormat, ItemsReader, ItemsWriter, JsonFormat, JsonReader,
    MOST_COLUMNS, guess_json_format, inspect_csv,
};
use hashrange_values::Item;
use hashrange_wire::{item_from_json, item_from_plain_json, item_to_json, item_to_plain_json};

/// The first byte selects the kind of file, and the rest is the file.
pub fn file(data: &[u8]) {
    let Some((choice, bytes)) = crate::choice(data) else {
        return;
    };
    match (choice % 8, std::str::from_utf8(bytes)) {
        (0, _) => {
            let Ok(preview) = inspect_csv(bytes) else { return };
            assert!(preview.plan.columns.len() <= MOST_COLUMNS);
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
        (5, _) => write_again(bytes, ItemsForm::CsvWithHeader(CsvHeader::typed(Vec::new()))),
        (6, _) => write_again(bytes, ItemsForm::Json(JsonFormat::Plain)),
        (7, _) => write_again(bytes, ItemsForm::Json(JsonFormat::DynamoDb)),
        _ => {}
    }
}

/// Reads a file in pieces of any length. Every item must be equal after every format.
fn write_again(bytes: &[u8], form: ItemsForm) {
    let items = read_pieces(bytes, form, 7);
    let mut columns = CsvColumns::default();
    items.iter().for_each(|item| columns.note(item));
    let formats = [
        (
            ItemsFormat::Csv(columns.names()),
            ItemsForm::CsvWithHeader(CsvHeader::typed(Vec::new())),
        ),
        (ItemsFormat::Json, ItemsForm::Json(JsonFormat::Plain)),
        (ItemsFormat::DynamoDbJson, ItemsForm::Json(JsonFormat::DynamoDb)),
    ];
    for (format, form) in formats {
        if matches!(&format, ItemsFormat::Csv(columns) if columns.len() > MOST_COLUMNS) {
            continue;
        }
        let (mut writer, mut file) = (ItemsWriter::new(format), Vec::new());
        for item in &items {
            assert_eq!(writer.write(item, &mut file), Ok(()));
        }
        writer.finish(&mut file);
        assert_eq!(read_pieces(&file, form, 4096), items);
    }
}

fn read_pieces(bytes: &[u8], form: ItemsForm, length: usize) -> Vec<Item> {
    let mut reader = ItemsReader::new(form);
    let mut read: Vec<_> = bytes.chunks(length).flat_map(|piece| reader.push(piece)).collect();
    read.extend(reader.finish());
    assert!(read.len() <= bytes.len() + 1, "more items than bytes");
    read.into_iter().filter_map(|read| read.item.ok()).collect()
}

fn read_json(text: &str, format: JsonFormat) {
    let mut reader = JsonReader::new(text, format);
    let items = reader.by_ref().count();
    assert!(items <= text.len() + 1 && reader.position() <= reader.len());
}
