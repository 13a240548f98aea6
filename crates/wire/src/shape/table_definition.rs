//! Definitions of tables and indexes: keys, projections, billing, throughput, and status.

use hashrange_values::{KeyType, Text};

use super::closed_set::{Word, closed_set};
use super::table_settings::{ON_DEMAND_THROUGHPUT, OnDemandThroughput, WARM_THROUGHPUT, WarmThroughput};
use crate::constraint::{Kind, Member, NAME, Rule, Structure};
use crate::operation::members;
use crate::operation::step::Step;

closed_set! {
    /// The role of an attribute in a primary key. HASH is the wire name of a partition key, RANGE of a sort key.
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
    /// Which attributes an index contains.
    ProjectionType {
        /// Every attribute of the item.
        All = "ALL",
        /// The keys and the listed attributes.
        Include = "INCLUDE",
        /// Only the keys of the table and the index.
        KeysOnly = "KEYS_ONLY",
    }
}

closed_set! {
    /// How throughput is billed.
    #[derive(Default)]
    BillingMode {
        /// By the provisioned throughput.
        #[default]
        Provisioned = "PROVISIONED",
        /// By the number of requests, on demand.
        PayPerRequest = "PAY_PER_REQUEST",
    }
}

closed_set! {
    /// The status of a table.
    #[derive(Default)]
    TableStatus {
        /// The table is being created. It can be neither read nor written.
        Creating = "CREATING",
        /// The table is being changed. It can be read and written.
        Updating = "UPDATING",
        /// The table is being deleted.
        Deleting = "DELETING",
        /// The table is ready.
        #[default]
        Active = "ACTIVE",
    }
}

closed_set! {
    /// The status of a global secondary index.
    #[derive(Default)]
    IndexStatus {
        /// The index is being created.
        Creating = "CREATING",
        /// Its throughput is being changed.
        Updating = "UPDATING",
        /// The index is being deleted.
        Deleting = "DELETING",
        /// The index can be read.
        #[default]
        Active = "ACTIVE",
    }
}

impl Word for KeyType {
    fn of(word: &str) -> Option<Self> {
        [Self::S, Self::N, Self::B]
            .into_iter()
            .find(|kind| kind.descriptor() == word)
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
        // The service lists the words in this order.
        Member::required("AttributeType", Kind::Text).with(&[Rule::OneOf(&["B", "N", "S"])]),
    ],
};

/// Key and attribute names in a table's definition (documented: limits-names, 1 to 255).
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
/// A global index can have up to four attributes of each role. The refusal of more has another text
/// (observed: key-schema-words).
const GLOBAL_KEY_SCHEMA: Member = KEY_SCHEMA.with(&[Rule::MinLength(1)]);
static KEY_SCHEMA_KIND: Kind = Kind::Structure(&KEY_SCHEMA_ELEMENT);
static KEY_SCHEMA_ELEMENT: Structure = Structure {
    class: "KeySchemaElement",
    members: &[
        ATTRIBUTE_NAME,
        Member::required("KeyType", Kind::Text).with(&[Rule::OneOf(KeyRole::WORDS)]),
    ],
};

members! {
    /// Which attributes an index contains in addition to the keys.
    #[derive(Eq, serde::Serialize, serde::Deserialize)]
    Projection in PROJECTED {
        /// All attributes, the listed attributes, or keys only.
        "ProjectionType" projection_type: Option<ProjectionType>,
        /// The listed attributes, for `INCLUDE` only.
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

hashrange_checkpoint::fields!(ProvisionedThroughput {
    read_capacity_units,
    write_capacity_units
});

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
        /// The attributes that it projects.
        "Projection" projection: Projection,
    }
}

pub(crate) const INDEX_NAME: Member = Member::required("IndexName", Kind::Text).with(NAME);
pub(crate) static LOCAL_INDEX: Structure = Structure {
    class: "LocalSecondaryIndex",
    members: &[INDEX_NAME, KEY_SCHEMA, PROJECTION],
};

members! {
    /// A global secondary index to create.
    #[derive(Eq)]
    GlobalSecondaryIndex in lines GLOBAL_INDEX {
        /// Its name, unique among the table's indexes.
        "IndexName" index_name: String,
        /// Any partition key, and optionally a sort key.
        "KeySchema" key_schema: Vec<KeySchemaElement>,
        /// The attributes that it projects.
        "Projection" projection: Projection,
        /// Its own throughput, with provisioned billing.
        "ProvisionedThroughput" provisioned_throughput: Option<ProvisionedThroughput>,
        /// Its maximum throughput, with on-demand billing.
        "OnDemandThroughput" on_demand_throughput: Option<OnDemandThroughput>,
        /// The minimum throughput that it can serve at once.
        "WarmThroughput" warm_throughput: Option<WarmThroughput>,
    }
}

pub(crate) static GLOBAL_INDEX: Structure = Structure {
    class: "GlobalSecondaryIndex",
    members: GLOBAL_INDEX_MEMBERS,
};
pub(crate) const GLOBAL_INDEX_MEMBERS: &[Member] = &[
    GLOBAL_KEY_SCHEMA,
    PROJECTION,
    INDEX_NAME,
    THROUGHPUT,
    ON_DEMAND_THROUGHPUT,
    WARM_THROUGHPUT,
];
