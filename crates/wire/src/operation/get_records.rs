//! GetRecords: reads the records of a shard.

use super::body::{Asked, members};
use super::body_member::Value;
use super::told::told;
use crate::constraint::{Kind, Member, Rule};
use crate::json::answer::item::item;
use crate::json::request::members::{attributes, count, list, needed, string};
use crate::json::{Node, Writer, objects};
use crate::reader::Reader;
use crate::rejection::Rejection;
use crate::shape::{OperationType, Record, StreamViewType};

members! {
    /// GetRecords.
    GetRecordsRequest = GET_RECORDS {
        /// The position to read from.
        "ShardIterator" shard_iterator: String,
        /// Maximum number of records to return, up to 1,000.
        "Limit" limit: Option<u32>,
    }
}

/// Response to GetRecords.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct GetRecordsResponse {
    /// The records, oldest first.
    pub records: Vec<Record>,
    /// The position of the next read. Absent at the end of a closed shard.
    pub next_shard_iterator: Option<String>,
}

static GET_RECORDS: Asked = Asked::of("GetRecordsInput").members(&[
    Member::required("ShardIterator", Kind::Text).with(&[Rule::MinLength(1), Rule::MaxLength(2048)]),
    Member::optional("Limit", Kind::Integer).with(&[Rule::AtLeast(1), Rule::AtMost(1000)]),
]);

told! {
    answer GetRecordsResponse ["Records"] {
        "Records" records,
        "NextShardIterator" next_shard_iterator,
    }
}

/// Not declared with `told!`, because most members of a record are in a nested structure.
impl Value for Vec<Record> {
    fn read(reader: Reader, _: &str, node: Node<'_>) -> Result<Self, Rejection> {
        list(node, |node| read_record(reader, node))
    }

    fn write(&self, out: &mut Writer, name: &'static str) {
        out.key(name);
        objects(out, self, record);
    }
}

/// Reads a record. Only its sequence number is needed.
fn read_record(reader: Reader, node: Node<'_>) -> Result<Record, Rejection> {
    let change = needed(node, "dynamodb")?;
    let text = |node: Node<'_>, name: &str| node.member(name).map_or(Ok(String::new()), string);
    let whole = |name: &str| change.member(name).map_or(Ok(0), count);
    let image = |name: &str| {
        change
            .member(name)
            .map(|image| Value::read(reader, name, image))
            .transpose()
    };
    let kind = node.member("eventName").and_then(Node::text);
    let view = change.member("StreamViewType").and_then(Node::text);
    Ok(Record {
        event_id: text(node, "eventID")?,
        event_name: kind.and_then(OperationType::from_wire).unwrap_or_default(),
        aws_region: text(node, "awsRegion")?,
        approximate_creation_date_time: whole("ApproximateCreationDateTime")?,
        keys: attributes(reader, change.member("Keys"))?,
        new_image: image("NewImage")?,
        old_image: image("OldImage")?,
        sequence_number: string(needed(change, "SequenceNumber")?)?,
        size_bytes: whole("SizeBytes")?,
        stream_view_type: view.and_then(StreamViewType::from_wire).unwrap_or_default(),
        by_service: node.member("userIdentity").is_some(),
    })
}

fn record(out: &mut Writer, record: &Record) {
    out.text_member("eventID", &record.event_id);
    out.text_member("eventName", record.event_name.as_str());
    out.text_member("eventVersion", "1.1");
    out.text_member("eventSource", "aws:dynamodb");
    out.text_member("awsRegion", &record.aws_region);
    out.key("dynamodb");
    out.object(|out| {
        out.count_member("ApproximateCreationDateTime", record.approximate_creation_date_time);
        item(out, "Keys", Some(&record.keys));
        item(out, "NewImage", record.new_image.as_deref());
        item(out, "OldImage", record.old_image.as_deref());
        out.text_member("SequenceNumber", &record.sequence_number);
        out.count_member("SizeBytes", record.size_bytes);
        out.text_member("StreamViewType", record.stream_view_type.as_str());
    });
    if record.by_service {
        // Spelled as in the service's model. Lambda functions receive the same members in lower case
        // (documented: streams-ttl-records).
        out.key("userIdentity");
        out.object(|out| {
            out.text_member("PrincipalId", "dynamodb.amazonaws.com");
            out.text_member("Type", "Service");
        });
    }
}
