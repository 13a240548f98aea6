//! A shard iterator: a position in a shard, as text that a client sends with its next request.
//!
//! Nothing is stored about iterators: the text contains everything, and expires by itself.

use hashrange_time::{Duration, Timestamp};

use crate::state::options::EngineOptions;
use crate::state::stream::name::StreamName;
use crate::state::stream::shard::{SequenceNumber, ShardId};

/// How long an iterator is valid (documented: streams-api).
const LIFE: Duration = Duration::from_minutes(15);

/// A position in a shard.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ShardIterator {
    pub(crate) stream: StreamName,
    pub(crate) shard: ShardId,
    /// The sequence number of the next record.
    pub(crate) place: SequenceNumber,
    /// When it was returned.
    pub(crate) issued: Timestamp,
}

impl ShardIterator {
    /// The iterator as text. It begins with the stream's resource name, as in the service
    /// (observed: stream-shard-names).
    pub(crate) fn encode(&self, options: &EngineOptions) -> String {
        let Self {
            shard, place, issued, ..
        } = self;
        let arn = self.stream.arn(options);
        format!(
            "{arn}|1|{:016x}{:08x}{:016x}{:016x}",
            shard.opened,
            shard.mark,
            place.0,
            issued.micros()
        )
    }

    /// The iterator of a text; `None` for an invalid text.
    pub(crate) fn decode(text: &str) -> Option<Self> {
        let (arn, place) = text.split_once("|1|")?;
        if place.len() != 56 || !place.is_ascii() {
            return None;
        }
        let part = |from: usize, to: usize| u64::from_str_radix(place.get(from..to)?, 16).ok();
        Some(Self {
            stream: StreamName::from_arn(arn).ok()?,
            shard: ShardId {
                opened: part(0, 16)?,
                mark: u32::try_from(part(16, 24)?).ok()?,
            },
            place: SequenceNumber(part(24, 40)?),
            issued: Timestamp::from_micros(part(40, 56)?),
        })
    }

    pub(crate) fn has_expired(&self, now: Timestamp) -> bool {
        now - self.issued > LIFE
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_means_its_place() {
        let iterator = ShardIterator {
            stream: StreamName {
                table: "Music".into(),
                label: "2015-03-15T17:24:31.220".into(),
            },
            shard: ShardId {
                opened: 5,
                mark: 0xffff_ffff,
            },
            place: SequenceNumber(u64::MAX),
            issued: Timestamp::from_seconds(60),
        };
        let text = iterator.encode(&EngineOptions::default());
        assert_eq!(ShardIterator::decode(&text), Some(iterator.clone()));
        assert_eq!(ShardIterator::decode(text.get(1..).unwrap_or_default()), None);
        assert_eq!(ShardIterator::decode(&text.replace("|1|", "|1|+")), None);
        assert!(!iterator.has_expired(Timestamp::from_seconds(60 + 15 * 60)));
        assert!(iterator.has_expired(Timestamp::from_seconds(61 + 15 * 60)));
    }
}
