//! The shapes of requests about streams, as tables. Bounds are documented; that more than the upper limits is refused is
//! observed of ListStreams.

use super::structure::{Kind, Member, Rule, Shape, Structure};
use crate::shape::{ShardFilterType, ShardIteratorType};

const STREAM_ARN: Member =
    Member::required("StreamArn", Kind::Text).with(&[Rule::MinLength(37), Rule::MaxLength(1024)]);
const SHARD_ID: &[Rule] = &[Rule::MinLength(28), Rule::MaxLength(65)];

static SHARD_FILTER: Structure = Structure {
    class: "ShardFilter",
    members: &[
        Member::optional("Type", Kind::Text).with(&[Rule::OneOf(ShardFilterType::WORDS)]),
        Member::optional("ShardId", Kind::Text).with(SHARD_ID),
    ],
};

pub(crate) static DESCRIBE_STREAM: Shape = Shape {
    structure: Structure {
        class: "DescribeStreamInput",
        members: &[
            STREAM_ARN,
            Member::optional("Limit", Kind::Integer).with(&[Rule::AtLeast(1), Rule::AtMost(100)]),
            Member::optional("ExclusiveStartShardId", Kind::Text).with(SHARD_ID),
            Member::optional("ShardFilter", Kind::Structure(&SHARD_FILTER)),
        ],
    },
    one_choice: false,
};

pub(crate) static GET_SHARD_ITERATOR: Shape = Shape {
    structure: Structure {
        class: "GetShardIteratorInput",
        members: &[
            STREAM_ARN,
            Member::required("ShardId", Kind::Text).with(SHARD_ID),
            Member::required("ShardIteratorType", Kind::Text).with(&[Rule::OneOf(ShardIteratorType::WORDS)]),
            Member::optional("SequenceNumber", Kind::Text).with(&[Rule::MinLength(21), Rule::MaxLength(40)]),
        ],
    },
    one_choice: false,
};
