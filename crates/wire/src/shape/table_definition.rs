//! What tables and indexes are defined by: keys, projections, billing, throughput, and where they are in their lives.

use hashrange_values::{KeyType, Text};

use super::closed_set::{Word, closed_set};
use super::table_settings::{ON_DEMAND_THROUGHPUT, OnDemandThroughput, WARM_THROUGHPUT, WarmThroughput};
use crate::constraint::{Kind, Member, NAME, Rule, Structure};
use crate::operation::members;
use crate::operation::step::Step;

closed_set! {
    /// The part an attribute plays in a primary key. The wire says HASH and RANGE; people say partition and sort key.
    #[derive(Default)]
    KeyRole {
        /// Partition key.
        #[default]
        Hash = "HASH",
        /// Sort key.
        Range = "RANGE",
    }
}

closed_set! {
    /// Which attributes an index carries.
    ProjectionType {
        /// Every attribute of the item.
        All = "ALL",
        /// Keys and the attributes listed.
        Include = "INCLUDE",
        /// Table and index keys only.
        KeysOnly = "KEYS_ONLY",
    }
}

closed_set! {
    /// How throughput is paid for.
    BillingMode {
        /// A rate set beforehand.
        Provisioned = "PROVISIONED",
        /// By request, on demand.
        PayPerRequest = "PAY_PER_REQUEST",
    }
}

closed_set! {
    /// Where a table is in its life.
    TableStatus {
        /// Being made; neither read nor written.
        Creating = "CREATING",
        /// Being changed; read and written as usual.
        Updating = "UPDATING",
        /// Being removed.
        Deleting = "DELETING",
        /// Ready.
        Active = "ACTIVE",
    }
}

closed_set! {
    /// Where a global secondary index is in its life.
    IndexStatus {
        /// Being made.
        Creating = "CREATING",
        /// Its throughput is being changed.
        Updating = "UPDATING",
        /// Being removed.
        Deleting = "DELETING",
        /// Ready to be read.
        Active = "ACTIVE",
    }
}

impl Word for KeyType {
    fn of(word: &str) -> Option<Self> {
        [Self::S, Self::N, Self::B].into_iter().find(|kind| kind.descriptor() == word)
    }

    fn word(self) -> &'static str {
        self.descriptor()
    }
}

members! {
    /// Name and type of a key attribute.
    #[derive(Eq, serde::Serialize, serde::Deserialize)]
    AttributeDefinition in ATTRIBUTE_DEFINITION {
        /// The attribute.
        "AttributeName" attribute_name: Text,
        /// String, Number or Binary.
        "AttributeType" attribute_type: KeyType,
    }
}

pub(crate) static ATTRIBUTE_DEFINITION: Structure = Structure {
    class: "AttributeDefinition",
    members: &[
        ATTRIBUTE_NAME,
        // The order is the service's.
        Member::required("AttributeType", Kind::Text).with(&[Rule::OneOf(&["B", "N", "S"])]),
    ],
};

/// Key and attribute names in a table's definition (documented: 1 to 255).
pub(crate) const ATTRIBUTE_NAME: Member =
    Member::required("AttributeName", Kind::Text).with(&[Rule::MinLength(1), Rule::MaxLength(255)]);

members! {
    /// One attribute of a primary key.
    #[derive(Eq, serde::Serialize, serde::Deserialize)]
    KeySchemaElement in KEY_SCHEMA_ELEMENT {
        /// The attribute.
        "AttributeName" attribute_name: Text,
        /// Partition or sort key.
        "KeyType" key_type: KeyRole,
    }
}

pub(crate) const KEY_SCHEMA: Member =
    Member::required("KeySchema", Kind::List(&KEY_SCHEMA_KIND)).with(&[Rule::MinLength(1), Rule::MaxLength(2)]);
/// A global index may have up to four attributes of each role; more are refused in other words (observed).
const GLOBAL_KEY_SCHEMA: Member = KEY_SCHEMA.with(&[Rule::MinLength(1)]);
static KEY_SCHEMA_KIND: Kind = Kind::Structure(&KEY_SCHEMA_ELEMENT);
static KEY_SCHEMA_ELEMENT: Structure = Structure {
    class: "KeySchemaElement",
    members: &[ATTRIBUTE_NAME, Member::required("KeyType", Kind::Text).with(&[Rule::OneOf(KeyRole::WORDS)])],
};

members! {
    /// Which attributes an index carries beside the keys.
    #[derive(Eq, serde::Serialize, serde::Deserialize)]
    Projection in PROJECTED {
        /// All, listed, or keys only.
        "ProjectionType" projection_type: Option<ProjectionType>,
        /// The attributes listed, with `INCLUDE`.
        "NonKeyAttributes" non_key_attributes: Option<Vec<Text>>,
    }
}

pub(crate) const PROJECTION: Member = Member::required("Projection", Kind::Structure(&PROJECTED));
static PROJECTED: Structure = Structure {
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

members! {
    /// Capacity units per second.
    #[derive(Copy, Eq)]
    ProvisionedThroughput in RATE, ORDER_OF_RATE {
        /// Reads per second.
        "ReadCapacityUnits" read_capacity_units: u64,
        /// Writes per second.
        "WriteCapacityUnits" write_capacity_units: u64,
    }
}

hashrange_checkpoint::fields!(ProvisionedThroughput { read_capacity_units, write_capacity_units });

pub(crate) const THROUGHPUT: Member = Member::optional("ProvisionedThroughput", Kind::Structure(&RATE));
static ORDER_OF_RATE: [Step; 2] = [Step::Read("ReadCapacityUnits"), Step::Read("WriteCapacityUnits")];
static RATE: Structure = Structure {
    class: "ProvisionedThroughput",
    members: &[
        Member::required("WriteCapacityUnits", Kind::Long).with(&[Rule::AtLeast(1)]),
        Member::required("ReadCapacityUnits", Kind::Long).with(&[Rule::AtLeast(1)]),
    ],
};

members! {
    /// A local secondary index to create.
    #[derive(Eq)]
    LocalSecondaryIndex in lines LOCAL_INDEX {
        /// Its name, unique among the table's indexes.
        "IndexName" index_name: String,
        /// The table's partition key and another sort key.
        "KeySchema" key_schema: Vec<KeySchemaElement>,
        /// What it carries.
        "Projection" projection: Projection,
    }
}

pub(crate) const INDEX_NAME: Member = Member::required("IndexName", Kind::Text).with(NAME);
pub(crate) static LOCAL_INDEX: Structure =
    Structure { class: "LocalSecondaryIndex", members: &[INDEX_NAME, KEY_SCHEMA, PROJECTION] };

members! {
    /// A global secondary index to create.
    #[derive(Eq)]
    GlobalSecondaryIndex in lines GLOBAL_INDEX {
        /// Its name, unique among the table's indexes.
        "IndexName" index_name: String,
        /// Any partition key, and optionally a sort key.
        "KeySchema" key_schema: Vec<KeySchemaElement>,
        /// What it carries.
        "Projection" projection: Projection,
        /// Its own throughput, with provisioned billing.
        "ProvisionedThroughput" provisioned_throughput: Option<ProvisionedThroughput>,
        /// Most it may use, with on-demand billing.
        "OnDemandThroughput" on_demand_throughput: Option<OnDemandThroughput>,
        /// What it can serve at once.
        "WarmThroughput" warm_throughput: Option<WarmThroughput>,
    }
}

pub(crate) static GLOBAL_INDEX: Structure = Structure { class: "GlobalSecondaryIndex", members: GLOBAL_INDEX_MEMBERS };
pub(crate) const GLOBAL_INDEX_MEMBERS: &[Member] =
    &[GLOBAL_KEY_SCHEMA, PROJECTION, INDEX_NAME, THROUGHPUT, ON_DEMAND_THROUGHPUT, WARM_THROUGHPUT];
