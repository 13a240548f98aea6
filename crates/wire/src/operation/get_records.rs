//! GetRecords: reads the records of a shard.

use super::answer::Answer;
use super::body::{Asked, members};
use crate::constraint::{Kind, Member, Rule};
use crate::json::answer::item::item;
use crate::json::{Writer, objects};
use crate::shape::Record;

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

impl Answer for GetRecordsResponse {
    fn write(&self, out: &mut Writer) {
        out.key("Records");
        objects(out, &self.records, record);
        out.optional_text("NextShardIterator", self.next_shard_iterator.as_deref());
    }
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
