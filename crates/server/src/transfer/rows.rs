//! Rows of text as items: cells of key attributes have the attribute's type, all others are strings
//! (documented: imports-format).
//!
//! Uses csv-core, which reads in steps from any buffer, so that a row, and therefore an unclosed cell, is bounded. An
//! empty cell is a missing attribute (a model). Must not know tables.

use std::collections::BTreeMap;
use std::io::BufRead;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use csv_core::ReadRecordResult;
use hashrange_values::{AttributeValue, Bytes, Item, KeyType, Number};
use hashrange_wire::ImportTableRequest;

use super::found::{Found, Reader};

/// The maximum length of a row, and the maximum number of its cells.
const LONGEST: usize = 8 << 20;
const MOST_CELLS: usize = 1 << 16;

/// How rows are read.
#[derive(Clone, Debug)]
pub(super) struct Plan {
    delimiter: u8,
    /// `None` if the first row of each object names the columns.
    header: Option<Vec<String>>,
    /// The types of key attributes.
    types: BTreeMap<String, KeyType>,
}

impl Plan {
    /// The options of a request.
    pub(super) fn of(request: &ImportTableRequest) -> Self {
        let options = request
            .input_format_options
            .as_ref()
            .and_then(|options| options.csv.as_ref());
        let delimiter = options.and_then(|options| options.delimiter.as_ref()?.bytes().next());
        let definitions = &request.table_creation_parameters.attribute_definitions;
        let of = |definition: &hashrange_wire::AttributeDefinition| {
            (definition.attribute_name.to_string(), definition.attribute_type)
        };
        Self {
            delimiter: delimiter.unwrap_or(b','),
            header: options.and_then(|options| options.header_list.clone()),
            types: definitions.iter().map(of).collect(),
        }
    }
}

/// Rows being read.
pub(super) struct Rows<'p, R> {
    reader: R,
    core: csv_core::Reader,
    plan: &'p Plan,
    header: Option<Vec<String>>,
    text: Vec<u8>,
    ends: Vec<usize>,
    /// The line being read, from 1.
    line: u64,
    bytes: u64,
}

impl<'p, R: BufRead> Rows<'p, R> {
    pub(super) fn new(reader: R, plan: &'p Plan) -> Self {
        let core = csv_core::ReaderBuilder::new().delimiter(plan.delimiter).build();
        let (text, ends) = (vec![0; 1 << 10], vec![0; 1 << 6]);
        Self {
            reader,
            core,
            plan,
            header: plan.header.clone(),
            text,
            ends,
            line: 1,
            bytes: 0,
        }
    }

    /// Reads a row: its line, and its cells. `None` at the end.
    fn row(&mut self) -> Result<Option<(u64, Vec<String>)>, String> {
        let (mut written, mut cells) = (0, 0);
        self.skip_line_ends().map_err(|error| error.to_string())?;
        let line = self.line;
        loop {
            let input = self.reader.fill_buf().map_err(|error| error.to_string())?;
            let (text, ends) = (self.text.get_mut(written..), self.ends.get_mut(cells..));
            let (result, read, wrote, ended) =
                self.core
                    .read_record(input, text.unwrap_or_default(), ends.unwrap_or_default());
            let lines = input
                .get(..read)
                .unwrap_or_default()
                .iter()
                .filter(|byte| **byte == b'\n')
                .count();
            self.line += lines as u64;
            self.bytes += read as u64;
            self.reader.consume(read);
            (written, cells) = (written + wrote, cells + ended);
            match result {
                ReadRecordResult::InputEmpty => {}
                ReadRecordResult::OutputFull if self.text.len() < LONGEST => self.text.resize(self.text.len() * 2, 0),
                ReadRecordResult::OutputEndsFull if self.ends.len() < MOST_CELLS => {
                    self.ends.resize(self.ends.len() * 2, 0);
                }
                ReadRecordResult::OutputFull => return Err(format!("the row is longer than {LONGEST} bytes")),
                ReadRecordResult::OutputEndsFull => return Err(format!("the row has more than {MOST_CELLS} cells")),
                ReadRecordResult::Record => return self.cells(cells).map(|cells| Some((line, cells))),
                ReadRecordResult::End => return Ok(None),
            }
        }
    }

    /// Skips line ends before a row. csv-core does not, so that the row's line number is known.
    fn skip_line_ends(&mut self) -> std::io::Result<()> {
        loop {
            let buffer = self.reader.fill_buf()?;
            let is_end = |byte: &&u8| matches!(byte, b'\r' | b'\n');
            let ends = buffer.iter().take_while(is_end).count();
            if ends == 0 {
                return Ok(());
            }
            let lines = buffer.iter().take(ends).filter(|byte| **byte == b'\n').count();
            self.line += lines as u64;
            self.bytes += ends as u64;
            self.reader.consume(ends);
        }
    }

    fn cells(&self, count: usize) -> Result<Vec<String>, String> {
        let mut start = 0;
        let cell = |end: &usize| {
            let bytes = self.text.get(start..*end).unwrap_or_default();
            start = *end;
            std::str::from_utf8(bytes)
                .map(str::to_owned)
                .map_err(|_| "a cell is not UTF-8 text".to_owned())
        };
        self.ends.iter().take(count).map(cell).collect()
    }

    fn item(&self, cells: Vec<String>) -> Result<Item, String> {
        let columns = self.header.as_deref().unwrap_or_default();
        if cells.len() != columns.len() {
            return Err(format!(
                "the row has {} cells, and there are {} columns",
                cells.len(),
                columns.len()
            ));
        }
        let mut item = Item::with_capacity(cells.len());
        for (column, cell) in columns.iter().zip(cells).filter(|(_, cell)| !cell.is_empty()) {
            let value = match self.plan.types.get(column) {
                None | Some(KeyType::S) => AttributeValue::string(&cell),
                Some(KeyType::N) => {
                    let number = cell.trim().parse::<Number>();
                    AttributeValue::N(number.map_err(|_| format!("{column}: {cell:?} is not a number"))?)
                }
                Some(KeyType::B) => {
                    let bytes = STANDARD
                        .decode(&cell)
                        .map_err(|_| format!("{column}: {cell:?} is not base64"))?;
                    AttributeValue::B(Bytes::from(bytes))
                }
            };
            item.insert(column.as_str(), value);
        }
        Ok(item)
    }
}

impl<R: BufRead> Reader for Rows<'_, R> {
    fn next(&mut self) -> Option<(u64, Found)> {
        loop {
            let line = self.line;
            let (line, mut cells) = match self.row() {
                Ok(row) => row?,
                Err(message) => return Some((line, Found::End(message))),
            };
            if self.header.is_some() {
                return Some((line, self.item(cells).map_or_else(Found::Fault, Found::Item)));
            }
            if let Some(first) = cells.first_mut() {
                // A byte order mark would become part of the first name.
                *first = first.trim_start_matches('\u{feff}').to_owned();
            }
            self.header = Some(cells);
        }
    }

    fn bytes(&mut self) -> u64 {
        std::mem::take(&mut self.bytes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plan(delimiter: u8, header: Option<&[&str]>) -> Plan {
        let header = header.map(|names| names.iter().map(|name| (*name).to_owned()).collect());
        let types = [("id", KeyType::N), ("raw", KeyType::B), ("name", KeyType::S)];
        Plan {
            delimiter,
            header,
            types: types.map(|(name, kind)| (name.to_owned(), kind)).into(),
        }
    }

    fn read(text: &str, plan: &Plan) -> Vec<String> {
        let mut rows = Rows::new(text.as_bytes(), plan);
        let mut reported = Vec::new();
        while let Some((line, found)) = rows.next() {
            reported.push(match found {
                Found::Item(item) => format!("{line} {}", hashrange_wire::item_to_json(&item)),
                Found::Fault(message) => format!("{line}~{message}"),
                Found::End(message) => return vec![message],
            });
        }
        reported
    }

    #[test]
    fn keys_have_their_types_and_all_else_is_text() {
        let reported = read(
            "\u{feff}id,raw,name,more\r\n1,AP8=,a,2\n\n3,,\"b\n\"\"c\"\"\",\n",
            &plan(b',', None),
        );
        assert_eq!(
            reported,
            [
                r#"2 {"id":{"N":"1"},"more":{"S":"2"},"name":{"S":"a"},"raw":{"B":"AP8="}}"#,
                r#"4 {"id":{"N":"3"},"name":{"S":"b\n\"c\""}}"#,
            ]
        );
    }

    #[test]
    fn columns_may_be_named_by_the_request() {
        let reported = read("1;x\n2;y", &plan(b';', Some(&["id", "v"])));
        assert_eq!(
            reported,
            [
                r#"1 {"id":{"N":"1"},"v":{"S":"x"}}"#,
                r#"2 {"id":{"N":"2"},"v":{"S":"y"}}"#
            ]
        );
    }

    #[test]
    fn rows_at_fault_are_reported_by_line_and_others_go_on() {
        let reported = read("id,raw\none,\n2,?\n3\n4,AAAA\n5,,\n", &plan(b',', None));
        assert_eq!(
            reported,
            [
                "2~id: \"one\" is not a number",
                "3~raw: \"?\" is not base64",
                "4~the row has 1 cells, and there are 2 columns",
                r#"5 {"id":{"N":"4"},"raw":{"B":"AAAA"}}"#,
                "6~the row has 3 cells, and there are 2 columns",
            ]
        );
    }

    #[test]
    fn a_cell_without_an_end_has_bounds() {
        let endless = std::io::BufReader::new(std::io::Read::chain(&b"\""[..], std::io::repeat(b'x')));
        let plan = plan(b',', Some(&["id"]));
        let mut rows = Rows::new(endless, &plan);
        assert!(matches!(rows.next(), Some((1, Found::End(message))) if message.contains("longer than")));
    }
}
