//! The shapes of the control plane's requests, as tables.

use super::tables_vector::VECTOR_INDEX;
use super::{Kind, Member, Presence, Rule, Shape, Structure};
use crate::shape::{BillingMode, KeyRole, ProjectionType, SseType, StreamViewType};

pub(super) const NAME: &[Rule] = &[Rule::Pattern, Rule::MinLength(3), Rule::MaxLength(255)];

/// Key and attribute names in a table's definition (documented: 1 to 255).
pub(super) const ATTRIBUTE_NAME: Member =
    Member::required("AttributeName", Kind::Text).with(&[Rule::MinLength(1), Rule::MaxLength(255)]);

const KEY_SCHEMA: Member =
    Member::required("KeySchema", Kind::List(&KEY_SCHEMA_ELEMENT_KIND)).with(&[Rule::MinLength(1), Rule::MaxLength(2)]);
/// A global index may have up to four attributes of each role; more are refused in other words (observed).
const GLOBAL_KEY_SCHEMA: Member =
    Member::required("KeySchema", Kind::List(&KEY_SCHEMA_ELEMENT_KIND)).with(&[Rule::MinLength(1)]);
static KEY_SCHEMA_ELEMENT_KIND: Kind = Kind::Structure(&KEY_SCHEMA_ELEMENT);
static KEY_SCHEMA_ELEMENT: Structure = Structure {
    class: "KeySchemaElement",
    members: &[ATTRIBUTE_NAME, Member::required("KeyType", Kind::Text).with(&[Rule::OneOf(KeyRole::WORDS)])],
};

pub(super) static ATTRIBUTE_DEFINITION: Structure = Structure {
    class: "AttributeDefinition",
    members: &[
        ATTRIBUTE_NAME,
        // The order is the service's.
        Member::required("AttributeType", Kind::Text).with(&[Rule::OneOf(&["B", "N", "S"])]),
    ],
};

pub(super) const THROUGHPUT: Member =
    Member::optional("ProvisionedThroughput", Kind::Structure(&PROVISIONED_THROUGHPUT));
pub(super) static PROVISIONED_THROUGHPUT: Structure = Structure {
    class: "ProvisionedThroughput",
    members: &[
        Member::required("WriteCapacityUnits", Kind::Long).with(&[Rule::AtLeast(1)]),
        Member::required("ReadCapacityUnits", Kind::Long).with(&[Rule::AtLeast(1)]),
    ],
};

pub(super) const ON_DEMAND_THROUGHPUT: Member =
    Member::optional("OnDemandThroughput", Kind::Structure(&ON_DEMAND_THROUGHPUT_SHAPE));
pub(super) static ON_DEMAND_THROUGHPUT_SHAPE: Structure = Structure {
    class: "OnDemandThroughput",
    members: &[
        Member::optional("MaxReadRequestUnits", Kind::Long),
        Member::optional("MaxWriteRequestUnits", Kind::Long),
    ],
};

pub(super) const WARM_THROUGHPUT: Member = Member::optional("WarmThroughput", Kind::Structure(&WARM_THROUGHPUT_SHAPE));
static WARM_THROUGHPUT_SHAPE: Structure = Structure {
    class: "WarmThroughput",
    members: &[Member::optional("ReadUnitsPerSecond", Kind::Long), Member::optional("WriteUnitsPerSecond", Kind::Long)],
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
pub(super) static ENCRYPTION_SHAPE: Structure = Structure {
    class: "SSESpecification",
    members: &[
        Member::optional("Enabled", Kind::Boolean),
        Member::optional("SSEType", Kind::Text).with(&[Rule::OneOf(SseType::WORDS)]),
        Member::optional("KMSMasterKeyId", Kind::Text).with(&[Rule::MinLength(1)]),
    ],
};

/// What a tag may look like is said in words of its own (observed), not by these rules.
pub(super) static TAG: Structure =
    Structure { class: "Tag", members: &[Member::optional("Key", Kind::Text), Member::optional("Value", Kind::Text)] };

pub(super) const PROJECTION: Member = Member::required("Projection", Kind::Structure(&PROJECTION_SHAPE));
static PROJECTION_SHAPE: Structure = Structure {
    class: "Projection",
    members: &[
        Member::optional("ProjectionType", Kind::Text).with(&[Rule::OneOf(ProjectionType::WORDS)]),
        Member::optional("NonKeyAttributes", Kind::List(&Kind::Text)).with(&[
            Rule::MinLength(1),
            Rule::MaxLength(20),
            Rule::EachLength(1, 255),
        ]),
    ],
};

pub(super) const INDEX_NAME: Member = Member::required("IndexName", Kind::Text).with(NAME);
pub(super) static LOCAL_INDEX: Structure =
    Structure { class: "LocalSecondaryIndex", members: &[INDEX_NAME, KEY_SCHEMA, PROJECTION] };
pub(super) static GLOBAL_INDEX: Structure = Structure { class: "GlobalSecondaryIndex", members: GLOBAL_INDEX_MEMBERS };
pub(super) const GLOBAL_INDEX_MEMBERS: &[Member] =
    &[GLOBAL_KEY_SCHEMA, PROJECTION, INDEX_NAME, THROUGHPUT, ON_DEMAND_THROUGHPUT, WARM_THROUGHPUT];

/// A table name whose absence and length are reported at once.
pub(super) const TABLE_NAME: Member = Member {
    name: "TableName",
    kind: Kind::TableReference,
    presence: Presence::Parameter,
    alone: true,
    rules: &[Rule::NameLength, Rule::Pattern],
};

pub(super) static CREATE_TABLE: Shape = Shape {
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
            Member::optional("Tags", Kind::List(&Kind::Structure(&TAG))),
            ON_DEMAND_THROUGHPUT,
            WARM_THROUGHPUT,
            Member::optional("ResourcePolicy", Kind::Text),
            Member::optional("VectorIndexes", Kind::List(&Kind::Structure(&VECTOR_INDEX))),
            Member::optional("TableThroughputMode", Kind::Text).with(&[Rule::OneOf(BillingMode::WORDS)]),
        ],
    },
    one_choice: false,
};

pub(super) static DELETE_TABLE: Shape =
    Shape { structure: Structure { class: "DeleteTableInput", members: &[TABLE_NAME] }, one_choice: false };

pub(super) static DESCRIBE_TABLE: Shape =
    Shape { structure: Structure { class: "DescribeTableInput", members: &[TABLE_NAME] }, one_choice: false };

pub(super) static LIST_TABLES: Shape = Shape {
    structure: Structure {
        class: "ListTablesInput",
        members: &[
            Member::optional("ExclusiveStartTableName", Kind::Text).with(NAME),
            Member::optional("Limit", Kind::Integer).with(&[Rule::AtLeast(1), Rule::AtMost(100)]),
        ],
    },
    one_choice: false,
};
