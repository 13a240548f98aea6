//! Members that requests about streams share. Bounds are documented: streams-api; the refusal above the upper limits is
//! observed: stream-lists, of ListStreams.

use super::structure::{Kind, Member, Rule};

pub(crate) const STREAM_ARN: Member =
    Member::required("StreamArn", Kind::Text).with(&[Rule::MinLength(37), Rule::MaxLength(1024)]);
pub(crate) const SHARD_ID: &[Rule] = &[Rule::MinLength(28), Rule::MaxLength(65)];
