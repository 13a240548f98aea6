//! GetRecords: reads the records of a shard.

use super::body::{Asked, members};
use crate::constraint::{Kind, Member, Rule};
use crate::shape::Record;

members! {
    /// GetRecords.
    GetRecordsRequest = GET_RECORDS {
        /// Where to read.
        "ShardIterator" shard_iterator: String,
        /// Most records to answer with, 1,000 at most.
        "Limit" limit: Option<u32>,
    }
}

/// Answer to GetRecords.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct GetRecordsResponse {
    /// The records, oldest first.
    pub records: Vec<Record>,
    /// Where to go on; absent at the end of a closed shard.
    pub next_shard_iterator: Option<String>,
}

static GET_RECORDS: Asked = Asked::of("GetRecordsInput").members(&[
    Member::required("ShardIterator", Kind::Text).with(&[Rule::MinLength(1), Rule::MaxLength(2048)]),
    Member::optional("Limit", Kind::Integer).with(&[Rule::AtLeast(1), Rule::AtMost(1000)]),
]);
