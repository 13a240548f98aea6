//! Recognizes files of other forms, so that a refusal names what they are and what to do.
//!
//! Must not know how any file is read.

/// The first bytes of a form, and its name with the remedy.
const BEGINNINGS: [(&[u8], &str); 18] = [
    (b"\xFF\xFE", UTF16),
    (b"\xFE\xFF", UTF16),
    (b"\x1F\x8B", GZIP),
    (b"\x28\xB5\x2F\xFD", ZSTANDARD),
    (b"BZh9", "bzip2 data; decompress it first"),
    (
        b"PK\x03\x04",
        "a ZIP archive or an Excel workbook (.xlsx); unpack it, or save the sheet as CSV",
    ),
    (
        b"\xD0\xCF\x11\xE0",
        "an old Excel workbook (.xls); save the sheet as CSV",
    ),
    (
        b"SQLite format 3\0",
        "an SQLite database, as DynamoDB Local writes it; start DynamoDB Local and copy its tables",
    ),
    (b"PAR1\x15", "a Parquet file; convert it to CSV or JSON"),
    (b"Obj\x01", "an Avro file; convert it to JSON"),
    (b"\xE0\x01\x00\xEA", ION),
    (b"$ion_1_", ION),
    // As a browser reads them into text.
    (b"\xEF\xBF\xBD\xEF\xBF\xBD", UTF16),
    (b"\x1F\xEF\xBF\xBD", GZIP),
    (b"(\xEF\xBF\xBD/\xEF\xBF\xBD", ZSTANDARD),
    (b"%PDF-", "a PDF document"),
    (b"<!DOCTYPE", "an HTML document"),
    (b"<?xml", "an XML document; convert it to JSON"),
];
const UTF16: &str = "UTF-16 text; save it as UTF-8";
const GZIP: &str = "gzip data; decompress it first";
const ZSTANDARD: &str = "Zstandard data; decompress it first";
const ION: &str = "an Amazon Ion file; export the table as DynamoDB JSON";
const YAML: &str = "a YAML file; convert it to JSON";

/// What a file of items is that no reader of items reads, with the remedy; `None` for every other file.
pub(crate) fn foreign_items(name: &str, head: &[u8]) -> Option<&'static str> {
    let text = text_of(head);
    let name = name.to_ascii_lowercase();
    let is_json = matches!(text.first(), Some(b'{' | b'['));
    let is_yaml = [".yaml", ".yml"].iter().any(|ending| name.ends_with(ending)) && !is_json;
    let begins_document = text.starts_with(b"---\n") || text.starts_with(b"---\r\n");
    foreign_form(head).or_else(|| (is_yaml || begins_document).then_some(YAML))
}

fn text_of(head: &[u8]) -> &[u8] {
    head.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(head).trim_ascii_start()
}

/// What a file is that no reader here reads, with the remedy; `None` for every other file.
#[must_use]
pub fn foreign_form(head: &[u8]) -> Option<&'static str> {
    let text = text_of(head);
    let begins = |(beginning, _): &&(&[u8], &str)| head.starts_with(beginning) || text.starts_with(beginning);
    let found = BEGINNINGS.iter().find(begins).map(|(_, form)| *form);
    // Text in ASCII has no NUL, and UTF-16 without a mark has one in each character.
    let has_nul = || matches!(head.get(..4), Some([0, _, 0, _] | [_, 0, _, 0]));
    found.or_else(|| has_nul().then_some(UTF16))
}
