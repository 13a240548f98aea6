//! The shapes of index definitions and of what a table's definition shares with them, as tables.

use super::structure::{Kind, Member, NAME, Rule, Structure};
use crate::shape::{DistanceFunction, KeyRole, ProjectionType, SearchSchemaElementType};

/// Key and attribute names in a table's definition (documented: 1 to 255).
pub(super) const ATTRIBUTE_NAME: Member =
    Member::required("AttributeName", Kind::Text).with(&[Rule::MinLength(1), Rule::MaxLength(255)]);

pub(super) const KEY_SCHEMA: Member =
    Member::required("KeySchema", Kind::List(&KEY_SCHEMA_ELEMENT_KIND)).with(&[Rule::MinLength(1), Rule::MaxLength(2)]);
/// A global index may have up to four attributes of each role; more are refused in other words (observed).
const GLOBAL_KEY_SCHEMA: Member =
    Member::required("KeySchema", Kind::List(&KEY_SCHEMA_ELEMENT_KIND)).with(&[Rule::MinLength(1)]);
static KEY_SCHEMA_ELEMENT_KIND: Kind = Kind::Structure(&KEY_SCHEMA_ELEMENT);
static KEY_SCHEMA_ELEMENT: Structure = Structure {
    class: "KeySchemaElement",
    members: &[ATTRIBUTE_NAME, Member::required("KeyType", Kind::Text).with(&[Rule::OneOf(KeyRole::WORDS)])],
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

pub(super) static VECTOR_INDEX: Structure = Structure { class: "VectorIndex", members: VECTOR_INDEX_MEMBERS };

/// The order faults are listed in is that of the service's model (inferred).
pub(super) const VECTOR_INDEX_MEMBERS: &[Member] = &[
    INDEX_NAME,
    Member::required("VectorAttribute", Kind::Structure(&VECTOR_ATTRIBUTE)),
    Member::optional("SearchSchema", Kind::List(&SEARCH_SCHEMA_KIND)).with(&[Rule::MinLength(1)]),
    PROJECTION,
    Member::required("Dimensions", Kind::Long).with(&[Rule::AtLeast(1)]),
    Member::required("DistanceFunction", Kind::Text).with(&[Rule::OneOf(DistanceFunction::WORDS)]),
];

static VECTOR_ATTRIBUTE: Structure = Structure { class: "VectorAttributeDefinition", members: &[ATTRIBUTE_NAME] };

static SEARCH_SCHEMA_KIND: Kind = Kind::Structure(&SEARCH_SCHEMA_ELEMENT);
static SEARCH_SCHEMA_ELEMENT: Structure = Structure {
    class: "SearchSchemaElement",
    members: &[
        ATTRIBUTE_NAME,
        Member::required("SearchSchemaElementType", Kind::Text).with(&[Rule::OneOf(SearchSchemaElementType::WORDS)]),
    ],
};
