//! The shapes of the control plane's requests, as tables.

use super::structure::{Kind, Member, NAME, Presence, Rule, Shape, Structure};
use super::tables_index::{
    ATTRIBUTE_NAME, GLOBAL_INDEX, KEY_SCHEMA, LOCAL_INDEX, ON_DEMAND_THROUGHPUT, THROUGHPUT, VECTOR_INDEX,
    WARM_THROUGHPUT,
};
use crate::operation::TAGS;
use crate::shape::{BillingMode, SseType, StreamViewType};

pub(crate) static ATTRIBUTE_DEFINITION: Structure = Structure {
    class: "AttributeDefinition",
    members: &[
        ATTRIBUTE_NAME,
        // The order is the service's.
        Member::required("AttributeType", Kind::Text).with(&[Rule::OneOf(&["B", "N", "S"])]),
    ],
};

pub(super) const STREAM: Member = Member::optional("StreamSpecification", Kind::Structure(&STREAM_SHAPE));
static STREAM_SHAPE: Structure = Structure {
    class: "StreamSpecification",
    members: &[
        Member::required("StreamEnabled", Kind::Boolean),
        Member::optional("StreamViewType", Kind::Text).with(&[Rule::OneOf(StreamViewType::WORDS)]),
    ],
};

pub(super) const ENCRYPTION: Member = Member::optional("SSESpecification", Kind::Structure(&ENCRYPTION_SHAPE));
pub(crate) static ENCRYPTION_SHAPE: Structure = Structure {
    class: "SSESpecification",
    members: &[
        Member::optional("Enabled", Kind::Boolean),
        Member::optional("SSEType", Kind::Text).with(&[Rule::OneOf(SseType::WORDS)]),
        Member::optional("KMSMasterKeyId", Kind::Text).with(&[Rule::MinLength(1)]),
    ],
};

/// A table name whose absence and length are reported at once.
pub(crate) const TABLE_NAME: Member = Member {
    name: "TableName",
    kind: Kind::TableReference,
    presence: Presence::Parameter,
    alone: true,
    rules: &[Rule::NameLength, Rule::Pattern],
};

pub(crate) static CREATE_TABLE: Shape = Shape {
    structure: Structure {
        class: "CreateTableInput",
        members: &[
            TABLE_NAME.with(NAME),
            Member::optional("BillingMode", Kind::Text).with(&[Rule::OneOf(BillingMode::WORDS)]),
            THROUGHPUT,
            KEY_SCHEMA,
            Member::required("AttributeDefinitions", Kind::List(&Kind::Structure(&ATTRIBUTE_DEFINITION))),
            Member::optional("GlobalSecondaryIndexes", Kind::List(&Kind::Structure(&GLOBAL_INDEX))),
            Member::optional("LocalSecondaryIndexes", Kind::List(&Kind::Structure(&LOCAL_INDEX))),
            Member::optional("DeletionProtectionEnabled", Kind::Boolean),
            STREAM,
            ENCRYPTION,
            Member::optional("TableClass", Kind::Text),
            TAGS,
            ON_DEMAND_THROUGHPUT,
            WARM_THROUGHPUT,
            Member::optional("ResourcePolicy", Kind::Text),
            Member::optional("VectorIndexes", Kind::List(&Kind::Structure(&VECTOR_INDEX))),
            Member::optional("TableThroughputMode", Kind::Text).with(&[Rule::OneOf(BillingMode::WORDS)]),
        ],
    },
    one_choice: false,
};
