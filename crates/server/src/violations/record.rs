//! A violation as a row of a CSV file: its columns and their content.
//!
//! The columns are those of AWS's tool (documented: violation-detector). Must not know files.

use hashrange_index::{KeyAttribute, KeySchema, Violation, ViolationReason};
use serde_json::Value;

pub(super) const TABLE_HASH: &str = "Table Hash Key";
pub(super) const TABLE_RANGE: &str = "Table Range Key";
pub(super) const DELETE_BLANK: &str = "Delete Blank Attributes When Updating?(Y/N)";
pub(super) const UPDATE_ERROR: &str = "Error While Updating Value";

/// The maximum sizes of key values, in bytes (documented: limits-item).
const LONGEST: [(bool, usize); 2] = [(true, 2_048), (false, 1_024)];

/// The columns of a file.
pub(super) struct Columns<'a> {
    /// Names of the table's key attributes.
    pub(super) table_keys: &'a [hashrange_values::Text],
    pub(super) keys: &'a KeySchema,
    /// Include the invalid values.
    pub(super) values: bool,
}

/// The name of a column about a key of the index: `GSI Hash Key Value`, `GSI Range Key Violation Type`.
pub(super) fn column(part: &str, what: &str) -> String {
    format!("GSI {part} Key {what}")
}

pub(super) const VALUE: &str = "Value";
pub(super) const UPDATE_VALUE: &str = "Update Value(FOR USER)";

impl Columns<'_> {
    /// The checked key attributes, with their names in columns.
    pub(super) fn parts(&self) -> impl Iterator<Item = (&'static str, &KeyAttribute)> {
        parts(self.keys)
    }

    /// The first row.
    pub(super) fn head(&self) -> Vec<String> {
        let mut row = vec![TABLE_HASH.to_owned()];
        row.extend(self.table_keys.get(1).map(|_| TABLE_RANGE.to_owned()));
        for (part, _) in self.parts() {
            row.extend(self.values.then(|| column(part, VALUE)));
            row.extend(["Violation Type", "Violation Description", UPDATE_VALUE].map(|what| column(part, what)));
        }
        row.push(DELETE_BLANK.to_owned());
        row
    }

    /// The row of an item. Attributes without a violation stay blank.
    pub(super) fn row(&self, item: &Value, violations: &[Violation]) -> Vec<String> {
        let mut row: Vec<String> = self
            .table_keys
            .iter()
            .map(|key| key_text(item.get(key.as_str())))
            .collect();
        for (_, attribute) in self.parts() {
            let found = violations
                .iter()
                .find(|violation| violation.attribute == attribute.name);
            let value = item.get(attribute.name.as_str()).filter(|_| found.is_some());
            row.extend(self.values.then(|| value.map(Value::to_string).unwrap_or_default()));
            let [kind, description] = found.map(|violation| words(violation.reason)).unwrap_or_default();
            row.extend([kind, description, String::new()]);
        }
        row.push(String::new());
        row
    }
}

/// The key attributes of an index, with their names in columns.
pub(super) fn parts(keys: &KeySchema) -> impl Iterator<Item = (&'static str, &KeyAttribute)> {
    let hash = keys.partition.iter().map(|attribute| ("Hash", attribute));
    hash.chain(keys.sort.iter().map(|attribute| ("Range", attribute)))
}

/// A key's value without its type: files contain the table's keys in this form (documented: violation-detector).
fn key_text(value: Option<&Value>) -> String {
    let inner = value
        .and_then(Value::as_object)
        .and_then(|object| object.values().next());
    inner.and_then(Value::as_str).unwrap_or_default().to_owned()
}

/// The type and the description of a violation. AWS's tool does not know empty values. It has two types, so here they
/// count as a violation of size (a model).
fn words(reason: ViolationReason) -> [String; 2] {
    match reason {
        ViolationReason::Type { expected, found } => {
            let description = format!("Expected: {} Found: {}", expected.descriptor(), found.descriptor());
            ["Type Violation".to_owned(), description]
        }
        ViolationReason::Size { partition, bytes } => {
            let longest = LONGEST.iter().find(|(of_partition, _)| *of_partition == partition);
            let longest = longest.map_or(0, |(_, bytes)| *bytes);
            [
                "Size Violation".to_owned(),
                format!("Max Bytes Allowed: {longest} Found: {bytes}"),
            ]
        }
        // These reasons do not occur in an index with keys.
        ViolationReason::Vector(_) | ViolationReason::SearchType { .. } => ["Type Violation".to_owned(), String::new()],
        ViolationReason::Empty { .. } => ["Size Violation".to_owned(), "Min Bytes Allowed: 1 Found: 0".to_owned()],
    }
}

/// A row as a line of a file, including the line end.
pub(super) fn line(row: &[String]) -> String {
    let cells: Vec<String> = row.iter().map(|cell| quoted(cell)).collect();
    format!("{}\n", cells.join(","))
}

fn quoted(cell: &str) -> String {
    if cell.contains([',', '"', '\n', '\r']) {
        format!("\"{}\"", cell.replace('"', "\"\""))
    } else {
        cell.to_owned()
    }
}

#[cfg(test)]
mod tests {
    use hashrange_values::{AttributeType, KeyType, Text};
    use serde_json::json;

    use super::*;

    #[test]
    fn rows_are_those_of_the_documented_example() {
        let price = KeyAttribute {
            name: "Price".into(),
            key_type: KeyType::N,
        };
        let keys = KeySchema {
            partition: vec![price],
            sort: Vec::new(),
        };
        let table_keys = [Text::from("Id")];
        let columns = Columns {
            table_keys: &table_keys,
            keys: &keys,
            values: true,
        };
        assert_eq!(
            line(&columns.head()),
            "Table Hash Key,GSI Hash Key Value,GSI Hash Key Violation Type,GSI Hash Key Violation Description,\
             GSI Hash Key Update Value(FOR USER),Delete Blank Attributes When Updating?(Y/N)\n"
        );
        let item = json!({ "Id": { "N": "999" }, "Price": { "S": "Hello" } });
        let reason = ViolationReason::Type {
            expected: KeyType::N,
            found: AttributeType::S,
        };
        let row = columns.row(
            &item,
            &[Violation {
                attribute: "Price".into(),
                reason,
            }],
        );
        assert_eq!(
            line(&row),
            "999,\"{\"\"S\"\":\"\"Hello\"\"}\",Type Violation,Expected: N Found: S,,\n"
        );
    }

    #[test]
    fn what_violates_nothing_stays_blank() {
        let key = |name: &str, key_type| KeyAttribute {
            name: name.into(),
            key_type,
        };
        let keys = KeySchema {
            partition: vec![key("a", KeyType::S)],
            sort: vec![key("b", KeyType::B)],
        };
        let table_keys = [Text::from("pk"), Text::from("sk")];
        let columns = Columns {
            table_keys: &table_keys,
            keys: &keys,
            values: false,
        };
        let item = json!({ "pk": { "S": "x,\"y\"" }, "sk": { "B": "eA==" }, "a": { "S": "x" }, "b": { "B": "" } });
        let violation = |reason| {
            [Violation {
                attribute: "b".into(),
                reason,
            }]
        };
        let row = line(&columns.row(&item, &violation(ViolationReason::Empty { expected: KeyType::B })));
        assert_eq!(
            row,
            "\"x,\"\"y\"\"\",eA==,,,,Size Violation,Min Bytes Allowed: 1 Found: 0,,\n"
        );
        let row = columns.row(
            &item,
            &violation(ViolationReason::Size {
                partition: false,
                bytes: 1_025,
            }),
        );
        assert_eq!(
            row.get(6).map(String::as_str),
            Some("Max Bytes Allowed: 1024 Found: 1025")
        );
        assert_eq!(columns.head().len(), row.len());
    }
}
