//! UpdateTable: one change of a table or of its indexes. The engine checks the rules that depend on several members, or
//! on the table.

use super::body::{Asked, Part, members};
use super::body_member::Value;
use super::create_table::{BILLING_MODE, PROTECTION, SETTINGS, TABLE_CLASS, THROUGHPUT_MODE, settle_billing};
use super::told::told;
use crate::constraint::{Kind, Member, NAME, Structure, TABLE_NAME_OF_CONTROL};
use crate::json::request::members::{list, needed, refusal, string};
use crate::json::{Node, Writer, objects};
use crate::reader::Reader;
use crate::rejection::Rejection;
use crate::shape::{
    ATTRIBUTE_DEFINITION, AttributeDefinition, BillingMode, ENCRYPTION, GLOBAL_INDEX_MEMBERS, GlobalSecondaryIndex,
    INDEX_NAME, ON_DEMAND_THROUGHPUT, OnDemandThroughput, ProvisionedThroughput, STREAM, SseSpecification,
    StreamSpecification, THROUGHPUT, TableClass, TableDescription, VECTOR_INDEX_MEMBERS, VectorIndex, WARM_THROUGHPUT,
    WarmThroughput,
};

members! {
    /// UpdateTable. Most members must be the only one of their request.
    #[derive(Eq)]
    UpdateTableRequest = UPDATE_TABLE, settle {
        /// The table's name.
        "TableName" table_name: String,
        /// Key attributes of an index to create.
        "AttributeDefinitions" attribute_definitions: Option<Vec<AttributeDefinition>>,
        /// How throughput is billed.
        "BillingMode" billing_mode: Option<BillingMode>,
        /// The table's throughput, with provisioned billing.
        "ProvisionedThroughput" provisioned_throughput: Option<ProvisionedThroughput>,
        /// Changes of global secondary indexes.
        "GlobalSecondaryIndexUpdates" global_secondary_index_updates: Option<Vec<GlobalSecondaryIndexUpdate>>,
        /// Whether the table has a stream.
        "StreamSpecification" stream_specification: Option<StreamSpecification>,
        /// Encryption.
        "SSESpecification" sse_specification: Option<SseSpecification>,
        /// The storage class.
        "TableClass" table_class: Option<TableClass>,
        /// Refuses DeleteTable while true.
        "DeletionProtectionEnabled" deletion_protection_enabled: Option<bool>,
        /// The table's maximum throughput, with on-demand billing.
        "OnDemandThroughput" on_demand_throughput: Option<OnDemandThroughput>,
        /// The minimum throughput that it can serve at once.
        "WarmThroughput" warm_throughput: Option<WarmThroughput>,
        /// Changes of vector indexes.
        "VectorIndexUpdates" vector_index_updates: Option<Vec<VectorIndexUpdate>>,
    }
}

/// One change of one global secondary index.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GlobalSecondaryIndexUpdate {
    /// Changes the index's throughput.
    Update(UpdateGlobalSecondaryIndexAction),
    /// Creates an index.
    Create(Box<GlobalSecondaryIndex>),
    /// Deletes the index.
    Delete {
        /// Its name.
        index_name: String,
    },
}

impl GlobalSecondaryIndexUpdate {
    /// The name of the changed index.
    #[must_use]
    pub fn index_name(&self) -> &str {
        match self {
            Self::Update(action) => &action.index_name,
            Self::Create(index) => &index.index_name,
            Self::Delete { index_name } => index_name,
        }
    }
}

members! {
    /// A change of the throughput of a global secondary index.
    #[derive(Eq)]
    UpdateGlobalSecondaryIndexAction in lines UPDATE_ACTION {
        /// The index.
        "IndexName" index_name: String,
        /// Its throughput, with provisioned billing.
        "ProvisionedThroughput" provisioned_throughput: Option<ProvisionedThroughput>,
        /// Its maximum throughput, with on-demand billing.
        "OnDemandThroughput" on_demand_throughput: Option<OnDemandThroughput>,
        /// The minimum throughput that it can serve at once.
        "WarmThroughput" warm_throughput: Option<WarmThroughput>,
    }
}

/// One change of a table's vector indexes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum VectorIndexUpdate {
    /// Creates an index.
    Create(Box<VectorIndex>),
    /// Deletes the index.
    Delete {
        /// Its name.
        index_name: String,
    },
}

/// Response to UpdateTable.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct UpdateTableResponse {
    /// The table at the start of the change. Its throughput is still the old one (observed: update-table-answer).
    pub table_description: Box<TableDescription>,
}

static INDEX_UPDATE: Structure = Structure {
    class: "GlobalSecondaryIndexUpdate",
    members: &[
        Member::optional("Update", Kind::Structure(&UPDATE_ACTION)),
        Member::optional("Create", Kind::Structure(&CREATE_ACTION)),
        Member::optional("Delete", Kind::Structure(&DELETE_ACTION)),
    ],
};

static UPDATE_ACTION: Structure = Structure {
    class: "UpdateGlobalSecondaryIndexAction",
    members: &[INDEX_NAME, THROUGHPUT, ON_DEMAND_THROUGHPUT, WARM_THROUGHPUT],
};

static CREATE_ACTION: Structure = Structure {
    class: "CreateGlobalSecondaryIndexAction",
    members: GLOBAL_INDEX_MEMBERS,
};

static DELETE_ACTION: Structure = Structure {
    class: "DeleteGlobalSecondaryIndexAction",
    members: &[INDEX_NAME],
};

static VECTOR_INDEX_UPDATE: Structure = Structure {
    class: "VectorIndexUpdate",
    members: &[
        Member::optional("Create", Kind::Structure(&CREATE_VECTOR_INDEX)),
        Member::optional("Delete", Kind::Structure(&DELETE_VECTOR_INDEX)),
    ],
};

static CREATE_VECTOR_INDEX: Structure = Structure {
    class: "CreateVectorIndexAction",
    members: VECTOR_INDEX_MEMBERS,
};

static DELETE_VECTOR_INDEX: Structure = Structure {
    class: "DeleteVectorIndexAction",
    members: &[INDEX_NAME],
};

static UPDATE_TABLE: Asked = Asked::of("UpdateTableInput")
    .members(&[
        TABLE_NAME_OF_CONTROL.with(NAME),
        BILLING_MODE,
        THROUGHPUT,
        Member::optional(
            "AttributeDefinitions",
            Kind::List(&Kind::Structure(&ATTRIBUTE_DEFINITION)),
        ),
        Member::optional(
            "GlobalSecondaryIndexUpdates",
            Kind::List(&Kind::Structure(&INDEX_UPDATE)),
        ),
        STREAM,
        ENCRYPTION,
        TABLE_CLASS,
        PROTECTION,
        ON_DEMAND_THROUGHPUT,
        WARM_THROUGHPUT,
        Member::optional("VectorIndexUpdates", Kind::List(&Kind::Structure(&VECTOR_INDEX_UPDATE))),
        THROUGHPUT_MODE,
    ])
    .then(SETTINGS);

fn settle(request: &mut UpdateTableRequest, root: Node<'_>) -> Result<(), Rejection> {
    settle_billing(&mut request.billing_mode, root)
}

impl Value for Vec<GlobalSecondaryIndexUpdate> {
    fn read(reader: Reader, _: &str, node: Node<'_>) -> Result<Self, Rejection> {
        list(node, |node| index_update(reader, node))
    }

    fn write(&self, out: &mut Writer, name: &'static str) {
        out.key(name);
        objects(out, self, |out, update| match update {
            GlobalSecondaryIndexUpdate::Update(action) => action.write(out, "Update"),
            GlobalSecondaryIndexUpdate::Create(index) => index.write(out, "Create"),
            GlobalSecondaryIndexUpdate::Delete { index_name } => delete(out, index_name),
        });
    }
}

fn delete(out: &mut Writer, index_name: &str) {
    out.key("Delete");
    out.inline_object(|out| out.text_member("IndexName", index_name));
}

fn invalid(text: &str) -> Rejection {
    refusal(format!("One or more parameter values were invalid: {text}"))
}

fn index_update(reader: Reader, node: Node<'_>) -> Result<GlobalSecondaryIndexUpdate, Rejection> {
    Ok(match ["Update", "Create", "Delete"].map(|name| node.member(name)) {
        [Some(update), None, None] => GlobalSecondaryIndexUpdate::Update(Part::read_part(reader, update)?),
        [None, Some(create), None] => GlobalSecondaryIndexUpdate::Create(Box::new(Part::read_part(reader, create)?)),
        [None, None, Some(delete)] => GlobalSecondaryIndexUpdate::Delete {
            index_name: string(needed(delete, "IndexName")?)?,
        },
        [None, None, None] => {
            return Err(invalid(
                "One of GlobalSecondaryIndexUpdate.Update, GlobalSecondaryIndexUpdate.Create, \
                 GlobalSecondaryIndexUpdate.Delete must not be null",
            ));
        }
        _ => {
            let text = "Only one global secondary index action is allowed per GlobalSecondaryIndexUpdate object";
            return Err(invalid(text));
        }
    })
}

impl Value for Vec<VectorIndexUpdate> {
    fn read(reader: Reader, _: &str, node: Node<'_>) -> Result<Self, Rejection> {
        list(node, |node| vector_update(reader, node))
    }

    fn write(&self, out: &mut Writer, name: &'static str) {
        out.key(name);
        objects(out, self, |out, update| match update {
            VectorIndexUpdate::Create(index) => {
                out.key("Create");
                out.object(|out| index.write(out));
            }
            VectorIndexUpdate::Delete { index_name } => delete(out, index_name),
        });
    }
}

/// Reads an entry, which must contain exactly one action. The error text for no action is that of global indexes
/// (inferred: vector-update-words).
fn vector_update(reader: Reader, node: Node<'_>) -> Result<VectorIndexUpdate, Rejection> {
    match ["Create", "Delete"].map(|name| node.member(name)) {
        [Some(create), None] => Ok(VectorIndexUpdate::Create(Box::new(VectorIndex::read(reader, create)?))),
        [None, Some(delete)] => Ok(VectorIndexUpdate::Delete {
            index_name: string(needed(delete, "IndexName")?)?,
        }),
        [None, None] => Err(invalid(
            "One of VectorIndexUpdate.Create, VectorIndexUpdate.Delete must not be null",
        )),
        _ => Err(invalid(
            "Only one vector index action is allowed per VectorIndexUpdate object",
        )),
    }
}

told! {
    answer UpdateTableResponse ["TableDescription"] {
        "TableDescription" table_description,
    }
}
