//! Detects violations: a scan of the table, a row for each item, and optionally their deletion.

use std::fs::File;
use std::io::{BufWriter, Write as _};

use hashrange_copy::Pages;
use hashrange_index::{Violation, key_violations};
use hashrange_values::Text;
use hashrange_wire::item_from_json;
use serde_json::{Map, Value, json};

use super::configuration::Configuration;
use super::console::{confirmed, print_line};
use super::endpoint::{Endpoint, FIRST_WAIT, pause};
use super::record::{self, Columns};
use super::violation_error::ViolationError;

/// The maximum number of requests of a batch (documented: limits-batches).
const BATCH: usize = 25;

/// Counts of the work done.
#[derive(Default)]
struct DetectionCounts {
    scanned: u64,
    violations: u64,
    deleted: u64,
}

/// A running detection.
struct Detection<'a> {
    endpoint: &'a Endpoint,
    configuration: &'a Configuration,
    table_keys: Vec<Text>,
    delete: bool,
    counts: DetectionCounts,
    out: Option<BufWriter<File>>,
}

/// Finds violations, writes them to a file, and deletes the items if `delete` is chosen and confirmed.
///
/// # Errors
/// When the server refuses, or a file cannot be written.
pub(super) fn detect(endpoint: &Endpoint, configuration: &Configuration, delete: bool) -> Result<(), ViolationError> {
    let table_keys = table_keys(endpoint, configuration)?
        .into_iter()
        .map(|(name, _)| name)
        .collect();
    if delete && !confirmed("Are you sure to delete all violations on the table? y/n")? {
        return Ok(print_line("Not confirmed, nothing was done.")?);
    }
    let mut detection = Detection {
        endpoint,
        configuration,
        table_keys,
        delete,
        counts: DetectionCounts::default(),
        out: None,
    };
    print_line(&format!("Violation detection started: {}", detection.subject()))?;
    detection.open()?;
    for segment in 0..configuration.segments {
        detection.segment(segment)?;
    }
    detection.finish()
}

/// The table's key attributes and their types, partition key first.
pub(super) fn table_keys(
    endpoint: &Endpoint,
    configuration: &Configuration,
) -> Result<Vec<(Text, String)>, ViolationError> {
    let table = endpoint.describe(&configuration.table)?;
    let kind_of = |name: &Text| {
        let definition = table
            .attribute_definitions
            .iter()
            .find(|one| one.attribute_name == *name);
        definition.map(|one| one.attribute_type.descriptor().to_owned())
    };
    let keys: Vec<(Text, String)> = table
        .key_schema
        .iter()
        .map(|key| {
            (
                key.attribute_name.clone(),
                kind_of(&key.attribute_name).unwrap_or_default(),
            )
        })
        .collect();
    let names: Vec<Text> = keys.iter().map(|(name, _)| name.clone()).collect();
    configuration.check_against(&names)?;
    Ok(keys)
}

/// Deletes items by their keys, twenty-five at a time, until all are deleted.
///
/// # Errors
/// When the service refuses.
pub(super) fn delete(endpoint: &Endpoint, table: &str, keys: &[Value]) -> Result<(), ViolationError> {
    for batch in keys.chunks(BATCH) {
        let requests: Vec<Value> = batch
            .iter()
            .map(|key| json!({ "DeleteRequest": { "Key": key } }))
            .collect();
        let mut items = json!({ table: requests });
        loop {
            let mut answer = endpoint.ask("BatchWriteItem", &json!({ "RequestItems": items }))?;
            items = answer.get_mut("UnprocessedItems").map(Value::take).unwrap_or_default();
            if items.as_object().is_none_or(Map::is_empty) {
                break;
            }
            pause(FIRST_WAIT);
        }
    }
    Ok(())
}

impl Detection<'_> {
    fn columns(&self) -> Columns<'_> {
        let Configuration { keys, values, .. } = self.configuration;
        Columns {
            table_keys: &self.table_keys,
            keys,
            values: *values,
        }
    }

    /// The checked table and index, in words for the user.
    fn subject(&self) -> String {
        let way = if self.configuration.segments > 1 {
            "parallel scan"
        } else {
            "sequential scan"
        };
        let mut text = format!("{way}, Table name: {}", self.configuration.table);
        for (part, attribute) in self.columns().parts() {
            text += &format!(", GSI {} Key: {}", part.to_ascii_lowercase(), attribute.name);
        }
        text
    }

    fn open(&mut self) -> Result<(), ViolationError> {
        if !self.configuration.details {
            return Ok(());
        }
        let path = &self.configuration.detection_output;
        let file = File::create(path).map_err(|error| ViolationError::File {
            path: path.clone(),
            error,
        })?;
        self.out = Some(BufWriter::new(file));
        let head = self.columns().head();
        self.write(&head)
    }

    fn write(&mut self, row: &[String]) -> Result<(), ViolationError> {
        let Some(out) = &mut self.out else { return Ok(()) };
        let path = &self.configuration.detection_output;
        out.write_all(record::line(row).as_bytes())
            .map_err(|error| ViolationError::File {
                path: path.clone(),
                error,
            })
    }

    /// Whether the requested number of violations or of records is reached.
    fn is_done(&self) -> bool {
        let reached = |most: Option<u64>, count: u64| most.is_some_and(|most| count >= most);
        reached(self.configuration.most_violations, self.counts.violations)
            || reached(self.configuration.most_records, self.counts.scanned)
    }

    fn segment(&mut self, segment: u64) -> Result<(), ViolationError> {
        let before = (self.counts.scanned, self.counts.violations, self.counts.deleted);
        let (mut request, mut pages) = (self.request(segment), Pages::default());
        while !self.is_done() {
            let mut page = self.endpoint.ask("Scan", &request)?;
            let items = page.get("Items").and_then(Value::as_array).cloned().unwrap_or_default();
            self.page(&items)?;
            print_line(&format!(
                "Progress: Items scanned in total: {},\tItems scanned by this thread: {},\tViolations found by this \
                 thread: {},\tViolations deleted by this thread: {}",
                self.counts.scanned,
                self.counts.scanned - before.0,
                self.counts.violations - before.1,
                self.counts.deleted - before.2
            ))?;
            let last = page.get_mut("LastEvaluatedKey").map(Value::take);
            if let Some(last) = &last {
                pages.take(&last.to_string()).map_err(ViolationError::Endless)?;
            }
            match (last, request.as_object_mut()) {
                (Some(last), Some(request)) => request.insert("ExclusiveStartKey".to_owned(), last),
                _ => return Ok(()),
            };
        }
        Ok(())
    }

    /// The first request of the scan: it reads the needed attributes only, strongly consistently.
    fn request(&self, segment: u64) -> Value {
        let of_index = self.configuration.keys.attributes().map(|attribute| &attribute.name);
        let names: Map<String, Value> = self
            .table_keys
            .iter()
            .chain(of_index)
            .enumerate()
            .map(|(place, name)| (format!("#n{place}"), Value::from(name.as_str())))
            .collect();
        let projection = names.keys().cloned().collect::<Vec<_>>().join(", ");
        let mut request = json!({
            "TableName": self.configuration.table,
            "ConsistentRead": true,
            "ProjectionExpression": projection,
            "ExpressionAttributeNames": names,
        });
        if let Some(members) = request.as_object_mut().filter(|_| self.configuration.segments > 1) {
            members.insert("Segment".to_owned(), segment.into());
            members.insert("TotalSegments".to_owned(), self.configuration.segments.into());
        }
        request
    }

    fn page(&mut self, items: &[Value]) -> Result<(), ViolationError> {
        let mut keys = Vec::new();
        for item in items {
            if self.is_done() {
                break;
            }
            self.counts.scanned += 1;
            let found = self.violations(item)?;
            if found.is_empty() {
                continue;
            }
            self.counts.violations += 1;
            let row = self.columns().row(item, &found);
            self.write(&row)?;
            let key = self
                .table_keys
                .iter()
                .map(|name| (name.to_string(), item.get(name.as_str()).cloned()));
            keys.push(key.collect::<Value>());
        }
        if self.delete {
            delete(self.endpoint, &self.configuration.table, &keys)?;
            self.counts.deleted += keys.len() as u64;
        }
        Ok(())
    }

    fn violations(&self, item: &Value) -> Result<Vec<Violation>, ViolationError> {
        let read = item_from_json(&item.to_string());
        let item = read.map_err(|error| ViolationError::Configuration(format!("an item cannot be read: {error}")))?;
        Ok(key_violations(&item, &self.configuration.keys).collect())
    }

    fn finish(mut self) -> Result<(), ViolationError> {
        let path = &self.configuration.detection_output;
        let mut end = String::new();
        if let Some(mut out) = self.out.take() {
            out.flush().map_err(|error| ViolationError::File {
                path: path.clone(),
                error,
            })?;
            end = format!(", see results at: {}", path.display());
        }
        let DetectionCounts {
            scanned,
            violations,
            deleted,
        } = self.counts;
        Ok(print_line(&format!(
            "Violation detection finished: Records scanned: {scanned}, Violations found: {violations}, Violations \
             deleted: {deleted}{end}"
        ))?)
    }
}
