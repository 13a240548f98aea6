//! The result of a read, as a part of the workspace's saved state: the request, its rows, its counts, the next page,
//! and the report of the last page. Items are DynamoDB JSON.
//!
//! Must not know where saved state is stored.

use std::sync::Arc;

use base64::prelude::{BASE64_STANDARD, Engine as _};
use hashrange_protocol::{Report, encode, reading_of};
use hashrange_wire::{
    JsonForm, Operation, decode, element_texts, encode_request, item_from_json, item_to_json, json_members,
    list_of_texts, member_texts, object_of_texts,
};

use super::saved_state::MAX_PART;
use super::shown::Shown;
use super::table_schema::TableSchema;

/// The saved part.
#[derive(Debug)]
pub struct SavedResult {
    operation: Operation,
    body: String,
    whole: bool,
    /// The items as JSON. They stay texts: a tree of 2 MB would take many times the memory.
    items: Vec<String>,
    returned: u64,
    read: u64,
    units: f64,
    requests: u32,
    record: Option<u64>,
    /// The key before the next page as JSON.
    next: Option<String>,
    /// The report. A report from another build of the page is dropped, and the rows stay.
    packed: Option<Packed>,
}

/// A report as bytes. Only the build that wrote it can read it.
#[derive(Debug)]
struct Packed {
    build: String,
    base64: String,
}
json_members!(Packed { build, base64 });

impl Packed {
    fn of(report: &Report, build: &str) -> Option<Self> {
        Some(Self {
            build: build.to_owned(),
            base64: BASE64_STANDARD.encode(encode(report)?),
        })
    }

    fn report(&self, build: &str) -> Option<Report> {
        if self.build != build {
            return None;
        }
        reading_of(&BASE64_STANDARD.decode(&self.base64).ok()?)
    }
}

impl SavedResult {
    /// The saved part of a result, written by this build of the page. `None` if it is too long to store.
    #[must_use]
    pub fn write(shown: &Shown, report: Option<&Report>, build: &str) -> Option<Self> {
        let run = &shown.run;
        let packed = report.and_then(|report| Packed::of(report, build));
        let mut bytes = packed.as_ref().map_or(0, |packed| packed.base64.len());
        let mut items = Vec::new();
        for item in &run.items {
            let item = item_to_json(item);
            bytes += item.len();
            if bytes > MAX_PART {
                return None;
            }
            items.push(item);
        }
        Some(Self {
            operation: run.request.operation(),
            body: encode_request(&run.request),
            whole: shown.whole,
            items,
            returned: run.returned,
            read: run.read,
            units: run.units,
            requests: run.requests,
            record: run.record,
            next: run.next.as_ref().map(item_to_json),
            packed,
        })
    }

    /// It as JSON.
    #[must_use]
    pub fn to_json(&self) -> String {
        let members = [
            ("operation", self.operation.to_json()),
            ("body", self.body.to_json()),
            ("whole", self.whole.to_json()),
            ("items", list_of_texts(&self.items)),
            ("returned", self.returned.to_json()),
            ("read", self.read.to_json()),
            ("units", self.units.to_json()),
            ("requests", self.requests.to_json()),
            ("record", self.record.to_json()),
            ("next", self.next.clone().unwrap_or_else(null)),
            ("packed", self.packed.to_json()),
        ];
        object_of_texts(&mut members.iter().map(|(name, json)| (*name, json.as_str())))
    }

    /// It from JSON.
    #[must_use]
    pub fn of_json(text: &str) -> Option<Self> {
        let members = member_texts(text)?;
        let json = |name: &str| {
            let member = members.iter().rfind(|(member, _)| member == name);
            member.map_or_else(null, |(_, json)| json.clone())
        };
        Some(Self {
            operation: Operation::of_json(&json("operation"))?,
            body: String::of_json(&json("body"))?,
            whole: bool::of_json(&json("whole"))?,
            items: element_texts(&json("items"))?,
            returned: u64::of_json(&json("returned"))?,
            read: u64::of_json(&json("read"))?,
            units: f64::of_json(&json("units"))?,
            requests: u32::of_json(&json("requests"))?,
            record: Option::of_json(&json("record"))?,
            next: Some(json("next")).filter(|next| *next != null()),
            packed: Option::of_json(&json("packed"))?,
        })
    }

    /// The result, read by this build of the page. `None` if any part except the report is unreadable.
    #[must_use]
    pub fn read(self, schema: &TableSchema, build: &str) -> Option<(Shown, Option<Report>)> {
        let request = decode(self.operation, self.body.as_bytes()).ok()?;
        let mut shown = Shown::begin(schema, request)?;
        for item in &self.items {
            let item = item_from_json(item).ok()?;
            shown.columns.meet(&item);
            shown.run.items.push(Arc::new(item));
        }
        shown.whole = self.whole;
        shown.run.returned = self.returned;
        shown.run.read = self.read;
        shown.run.units = self.units;
        shown.run.requests = self.requests;
        shown.run.record = self.record;
        shown.run.next = match &self.next {
            Some(key) => Some(item_from_json(key).ok()?),
            None => None,
        };
        let report = self.packed.and_then(|packed| packed.report(build));
        Some((shown, report))
    }
}

/// The JSON of a member without a value.
fn null() -> String {
    "null".to_owned()
}

#[cfg(test)]
mod tests {
    use hashrange_protocol::{Page, ReportKind};
    use hashrange_time::Timestamp;
    use hashrange_values::{AttributeValue, Item};
    use hashrange_wire::{ConsumedCapacity, Request, ScanRequest};

    use super::super::saved_state::SavedState;
    use super::super::table_schema::tests::thread;
    use super::*;

    fn item(subject: &str) -> Item {
        let precise = AttributeValue::N("0.12345678901234567890123456789012345678".parse().expect("a number"));
        let binary = AttributeValue::B(vec![0_u8, 255].into());
        [
            ("Subject", AttributeValue::string(subject)),
            ("Exact", precise),
            ("Bytes", binary),
        ]
        .into_iter()
        .collect()
    }

    fn shown(rows: usize) -> Shown {
        let scan = ScanRequest {
            table_name: "Thread".into(),
            limit: Some(3),
            ..ScanRequest::default()
        };
        let mut shown = Shown::begin(&thread(), Request::Scan(scan)).expect("a scan");
        shown.add(&Page {
            items: Some((0..rows).map(|row| Arc::new(item(&row.to_string()))).collect()),
            count: 3,
            scanned_count: 5,
            last_evaluated_key: Some(item("next")),
            consumed_capacity: Some(Box::new(ConsumedCapacity {
                capacity_units: 2.5,
                ..ConsumedCapacity::default()
            })),
        });
        shown
    }

    fn report() -> Report {
        Report {
            at: Timestamp::EPOCH,
            operation: Operation::Scan,
            tables: vec!["Thread".into()],
            error: None,
            consumption: Vec::new(),
            throttled: 0,
            kind: ReportKind::Untraced,
        }
    }

    #[test]
    fn a_result_is_read_back_from_the_text() {
        let mut saved_state = SavedState::default();
        let saved = SavedResult::write(&shown(3), Some(&report()), "one").expect("short enough");
        assert_eq!(saved_state.put_json("result", saved.to_json()), Ok(true));
        let text = saved_state.text();
        let read = SavedState::read(&text);
        let back = read.json_of("result").and_then(SavedResult::of_json).expect("a part");
        assert_eq!(back.read(&thread(), "one"), Some((shown(3), Some(report()))));
    }

    #[test]
    fn the_text_of_earlier_releases_is_read_and_written() {
        let item =
            r#"{"Bytes":{"B":"AP8="},"Exact":{"N":"0.12345678901234567890123456789012345678"},"Subject":{"S":"0"}}"#;
        let next = item.replace(r#""0"}"#, r#""next"}"#);
        let text = format!(
            r#"{{"operation":"Scan","body":"{{\"TableName\":\"Thread\",\"Limit\":3}}","whole":true,"items":[{item}],"returned":3,"read":5,"units":2.5,"requests":1,"record":null,"next":{next},"packed":null}}"#
        );
        let back = SavedResult::of_json(&text).expect("a part");
        assert_eq!(back.to_json(), text);
        assert_eq!(back.read(&thread(), "one"), Some((shown(1), None)));
        let written = SavedResult::write(&shown(1), None, "one").expect("short enough");
        assert_eq!(written.to_json(), text);
        let older = text.replace(r#""record":null,"#, "").replace(r#","packed":null"#, "");
        let back = SavedResult::of_json(&older).expect("a part");
        assert_eq!(back.to_json(), text);
    }

    #[test]
    fn a_report_that_cannot_be_read_leaves_the_rows() {
        let saved = || SavedResult::write(&shown(1), Some(&report()), "one").expect("short enough");
        assert_eq!(saved().read(&thread(), "another"), Some((shown(1), None)));
        let damaged = Packed {
            build: "one".into(),
            base64: "AA==".into(),
        };
        assert_eq!(
            SavedResult {
                packed: Some(damaged),
                ..saved()
            }
            .read(&thread(), "one"),
            Some((shown(1), None))
        );
        // An older page wrote the report under another name.
        let text = saved().to_json().replace("\"packed\"", "\"report\"");
        let back = SavedResult::of_json(&text).expect("a part");
        assert_eq!(back.read(&thread(), "one"), Some((shown(1), None)));
    }

    #[test]
    fn a_damaged_request_or_item_is_no_result() {
        let saved = || SavedResult::write(&shown(1), None, "one").expect("short enough");
        assert_eq!(
            SavedResult {
                body: "{".into(),
                ..saved()
            }
            .read(&thread(), "one"),
            None
        );
        assert_eq!(
            SavedResult {
                operation: Operation::ListTables,
                body: "{}".into(),
                ..saved()
            }
            .read(&thread(), "one"),
            None
        );
        assert_eq!(
            SavedResult {
                items: vec!["{\"a\":{\"N\":\"x\"}}".to_owned()],
                ..saved()
            }
            .read(&thread(), "one"),
            None
        );
        assert_eq!(
            SavedResult {
                next: Some("7".to_owned()),
                ..saved()
            }
            .read(&thread(), "one"),
            None
        );
    }

    #[test]
    fn a_result_that_is_too_long_is_none() {
        assert!(SavedResult::write(&shown(MAX_PART / 60), None, "one").is_none());
    }
}
