//! The shape of UpdateTable, as a table.

use super::structure::{Kind, Member, NAME, Rule, Shape, Structure};
use super::tables_index::{
    GLOBAL_INDEX_MEMBERS, INDEX_NAME, ON_DEMAND_THROUGHPUT, THROUGHPUT, VECTOR_INDEX_MEMBERS, WARM_THROUGHPUT,
};
use super::tables_table::{ATTRIBUTE_DEFINITION, ENCRYPTION, STREAM, TABLE_NAME};
use crate::shape::BillingMode;

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

static CREATE_ACTION: Structure =
    Structure { class: "CreateGlobalSecondaryIndexAction", members: GLOBAL_INDEX_MEMBERS };

static DELETE_ACTION: Structure = Structure { class: "DeleteGlobalSecondaryIndexAction", members: &[INDEX_NAME] };

static VECTOR_INDEX_UPDATE: Structure = Structure {
    class: "VectorIndexUpdate",
    members: &[
        Member::optional("Create", Kind::Structure(&CREATE_VECTOR_INDEX)),
        Member::optional("Delete", Kind::Structure(&DELETE_VECTOR_INDEX)),
    ],
};

static CREATE_VECTOR_INDEX: Structure = Structure { class: "CreateVectorIndexAction", members: VECTOR_INDEX_MEMBERS };

static DELETE_VECTOR_INDEX: Structure = Structure { class: "DeleteVectorIndexAction", members: &[INDEX_NAME] };

pub(crate) static UPDATE_TABLE: Shape = Shape {
    structure: Structure {
        class: "UpdateTableInput",
        members: &[
            TABLE_NAME.with(NAME),
            Member::optional("BillingMode", Kind::Text).with(&[Rule::OneOf(BillingMode::WORDS)]),
            THROUGHPUT,
            Member::optional("AttributeDefinitions", Kind::List(&Kind::Structure(&ATTRIBUTE_DEFINITION))),
            Member::optional("GlobalSecondaryIndexUpdates", Kind::List(&Kind::Structure(&INDEX_UPDATE))),
            STREAM,
            ENCRYPTION,
            Member::optional("TableClass", Kind::Text),
            Member::optional("DeletionProtectionEnabled", Kind::Boolean),
            ON_DEMAND_THROUGHPUT,
            WARM_THROUGHPUT,
            Member::optional("VectorIndexUpdates", Kind::List(&Kind::Structure(&VECTOR_INDEX_UPDATE))),
            Member::optional("TableThroughputMode", Kind::Text).with(&[Rule::OneOf(BillingMode::WORDS)]),
        ],
    },
    one_choice: false,
};
