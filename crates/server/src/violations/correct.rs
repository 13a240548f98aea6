//! Corrects items by a file of violations: deletes the items, or writes the values that the user filled in.

use std::path::Path;

use hashrange_files::{Column, ColumnKind, CsvPlan, CsvReader};
use hashrange_index::KeyAttribute;
use hashrange_values::{AttributeValue, Text};
use serde_json::{Map, Value, json};

use super::configuration::Configuration;
use super::console::{confirmed, print_line, read};
use super::detect;
use super::endpoint::Endpoint;
use super::record::{self, DELETE_BLANK, TABLE_HASH, TABLE_RANGE, UPDATE_ERROR, UPDATE_VALUE, VALUE, column};
use super::violation_error::ViolationError;

/// The maximum number of columns of a row.
const MOST_COLUMNS: usize = 16;

/// The content of a file of violations.
struct ViolationFile {
    head: Vec<String>,
    rows: Vec<Vec<String>>,
}

/// Corrects the items in the file of the configuration.
///
/// # Errors
/// When the file cannot be used, the server refuses, or the user declines.
pub(super) fn correct(endpoint: &Endpoint, configuration: &Configuration, delete: bool) -> Result<(), ViolationError> {
    let path = configuration.correction_input.as_deref();
    let path = path.ok_or_else(|| wrong("Error: correctionInputPath missing.".to_owned()))?;
    let file = ViolationFile::read(path)?;
    let keys = detect::table_keys(endpoint, configuration)?;
    if delete {
        delete_all(endpoint, configuration, path, &file, &keys)
    } else {
        update(endpoint, configuration, path, &file, &keys)
    }
}

fn wrong(text: String) -> ViolationError {
    ViolationError::Configuration(text)
}

fn delete_all(
    endpoint: &Endpoint,
    configuration: &Configuration,
    path: &Path,
    file: &ViolationFile,
    keys: &[(Text, String)],
) -> Result<(), ViolationError> {
    if !confirmed("Are you sure to delete all violations on the table? y/n")? {
        return Ok(print_line("Not confirmed, nothing was done.")?);
    }
    print_line(&format!(
        "Violation correction from file started: Reading records from file: {}, will delete these records from table.",
        path.display()
    ))?;
    let keys = file
        .rows
        .iter()
        .map(|row| file.key(row, keys))
        .collect::<Result<Vec<Value>, _>>()?;
    detect::delete(endpoint, &configuration.table, &keys)?;
    Ok(print_line(&format!(
        "Violation correction from file finished: Total Violations deleted: {}",
        keys.len()
    ))?)
}

/// Counts of the updates.
#[derive(Default)]
struct UpdateCounts {
    requests: u64,
    successful: u64,
    conditional: u64,
    errors: u64,
}

fn update(
    endpoint: &Endpoint,
    configuration: &Configuration,
    path: &Path,
    file: &ViolationFile,
    keys: &[(Text, String)],
) -> Result<(), ViolationError> {
    let conditional = confirmed("Do you want to use conditional update? y/n")?;
    if conditional {
        for (part, _) in record::parts(&configuration.keys) {
            file.place(&column(part, VALUE))?;
        }
    }
    print_line(&format!(
        "Violation correction from file started: Reading records from file: {}, will update these records in table.",
        path.display()
    ))?;
    let mut counts = UpdateCounts::default();
    let mut failed = Vec::new();
    for row in &file.rows {
        let Some(request) = file.update(row, configuration, keys, conditional)? else {
            continue;
        };
        counts.requests += 1;
        match endpoint.ask("UpdateItem", &request) {
            Ok(_) => counts.successful += 1,
            Err(ViolationError::Refused { exception, message, .. }) => {
                let of_condition = exception == "ConditionalCheckFailedException";
                *(if of_condition {
                    &mut counts.conditional
                } else {
                    &mut counts.errors
                }) += 1;
                failed.push([row.as_slice(), &[format!("{exception}: {message}")]].concat());
            }
            Err(error) => return Err(error),
        }
    }
    if !failed.is_empty() {
        write_failed(&configuration.correction_output, &file.head, &failed)?;
    }
    let UpdateCounts {
        requests,
        successful,
        conditional,
        errors,
    } = counts;
    Ok(print_line(&format!(
        "Violation correction from file finished: Total Requests With Updates: {requests}, Successful Requests: \
         {successful}, Conditional Update Failures: {conditional}, Errors: {errors}"
    ))?)
}

fn write_failed(path: &Path, head: &[String], failed: &[Vec<String>]) -> Result<(), ViolationError> {
    let head = [head, &[UPDATE_ERROR.to_owned()]].concat();
    let text: String = std::iter::once(&head)
        .chain(failed)
        .map(|row| record::line(row))
        .collect();
    #[allow(clippy::disallowed_methods, reason = "files are its business")]
    std::fs::write(path, text).map_err(|error| ViolationError::File {
        path: path.to_owned(),
        error,
    })
}

impl ViolationFile {
    fn read(path: &Path) -> Result<Self, ViolationError> {
        let text = read(path)?;
        let name = |place: usize| Column {
            name: place.to_string(),
            kind: ColumnKind::Literal,
        };
        let columns = (0..MOST_COLUMNS).map(name).collect();
        let plan = CsvPlan {
            lines_before: 0,
            has_header: false,
            columns,
            delimiter: b',',
        };
        let mut rows = Vec::new();
        for item in CsvReader::new(text.as_bytes(), plan) {
            let item = item.map_err(|error| wrong(format!("{}: {error}", path.display())))?;
            let cell = |place: usize| match item.get(&place.to_string()) {
                Some(AttributeValue::S(text)) => text.to_string(),
                _ => String::new(),
            };
            rows.push((0..MOST_COLUMNS).map(cell).collect::<Vec<_>>());
        }
        if rows.is_empty() {
            return Err(wrong(format!("{}: the file is empty", path.display())));
        }
        let mut head = rows.remove(0);
        while head.last().is_some_and(String::is_empty) {
            head.pop();
        }
        // The documentation shows a blank after the last column name.
        head.iter_mut().for_each(|name| *name = name.trim().to_owned());
        rows.iter_mut().for_each(|row| row.truncate(head.len()));
        Ok(Self { head, rows })
    }

    /// The index of a column.
    fn place(&self, name: &str) -> Result<usize, ViolationError> {
        let place = self.head.iter().position(|found| found == name);
        place.ok_or_else(|| wrong(format!("Error: correctionInputPath: the file has no column '{name}'")))
    }

    fn cell<'a>(&self, row: &'a [String], name: &str) -> Result<&'a str, ViolationError> {
        Ok(row.get(self.place(name)?).map_or("", String::as_str))
    }

    /// The primary key of a row's item.
    fn key(&self, row: &[String], keys: &[(Text, String)]) -> Result<Value, ViolationError> {
        let mut key = Map::new();
        for ((name, kind), column) in keys.iter().zip([TABLE_HASH, TABLE_RANGE]) {
            key.insert(name.to_string(), json!({ kind: self.cell(row, column)? }));
        }
        Ok(key.into())
    }

    /// The update of a row, if it has one. A value is written. Without a value, `Y` removes the attribute
    /// (observed: violation-detector-code; documented: violation-detector, that the item is deleted).
    fn update(
        &self,
        row: &[String],
        configuration: &Configuration,
        keys: &[(Text, String)],
        conditional: bool,
    ) -> Result<Option<Value>, ViolationError> {
        let takes_off = self.cell(row, DELETE_BLANK)?.trim().eq_ignore_ascii_case("y");
        let mut update = ItemUpdate::default();
        for (part, attribute) in record::parts(&configuration.keys) {
            let kind = self.cell(row, &column(part, "Violation Type"))?;
            let value = self.cell(row, &column(part, UPDATE_VALUE))?;
            let old = if conditional {
                self.cell(row, &column(part, VALUE))?
            } else {
                ""
            };
            if !value.is_empty() {
                update.set(attribute, value);
            } else if takes_off && !kind.is_empty() {
                update.remove(attribute);
            } else {
                continue;
            }
            update.expect(old)?;
        }
        Ok(update.request(&configuration.table, &self.key(row, keys)?))
    }
}

/// An update, part by part.
#[derive(Default)]
struct ItemUpdate {
    sets: Vec<String>,
    removes: Vec<String>,
    conditions: Vec<String>,
    names: Map<String, Value>,
    values: Map<String, Value>,
}

impl ItemUpdate {
    fn name(&mut self, attribute: &KeyAttribute) -> usize {
        let number = self.names.len();
        self.names.insert(format!("#a{number}"), attribute.name.as_str().into());
        number
    }

    fn set(&mut self, attribute: &KeyAttribute, value: &str) {
        let number = self.name(attribute);
        self.sets.push(format!("#a{number} = :v{number}"));
        self.values
            .insert(format!(":v{number}"), json!({ attribute.key_type.descriptor(): value }));
    }

    fn remove(&mut self, attribute: &KeyAttribute) {
        let number = self.name(attribute);
        self.removes.push(format!("#a{number}"));
    }

    /// Requires that the latest attribute of the update is unchanged.
    fn expect(&mut self, old: &str) -> Result<(), ViolationError> {
        if old.is_empty() {
            return Ok(());
        }
        let read: Value = serde_json::from_str(old).map_err(|error| wrong(format!("{old}: {error}")))?;
        let number = self.names.len().saturating_sub(1);
        self.conditions.push(format!("#a{number} = :o{number}"));
        self.values.insert(format!(":o{number}"), read);
        Ok(())
    }

    fn request(self, table: &str, key: &Value) -> Option<Value> {
        if self.names.is_empty() {
            return None;
        }
        let clause = |word: &str, parts: &[String]| match parts {
            [] => String::new(),
            parts => format!("{word} {} ", parts.join(", ")),
        };
        let expression = clause("SET", &self.sets) + &clause("REMOVE", &self.removes);
        let mut request = json!({ "TableName": table, "Key": key, "UpdateExpression": expression.trim_end() });
        if let Some(members) = request.as_object_mut() {
            members.insert("ExpressionAttributeNames".to_owned(), self.names.into());
            if !self.values.is_empty() {
                members.insert("ExpressionAttributeValues".to_owned(), self.values.into());
            }
            if !self.conditions.is_empty() {
                members.insert("ConditionExpression".to_owned(), self.conditions.join(" AND ").into());
            }
        }
        Some(request)
    }
}
