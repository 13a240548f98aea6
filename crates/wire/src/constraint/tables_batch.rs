//! The shapes of the batches' requests, as tables.

use super::structure::{Kind, Member, Rule, Shape, Structure};
use super::tables_item::{
    CONSISTENT_READ, EXPRESSION_NAMES, KEY, PROJECTION, RETURN_CONSUMED_CAPACITY, RETURN_METRICS, VALUES,
};

static KEYS_AND_ATTRIBUTES: Structure = Structure {
    class: "KeysAndAttributes",
    members: &[
        Member::required("Keys", Kind::List(&VALUES)).with(&[Rule::LengthUnnamed(1, 100)]),
        Member::optional("AttributesToGet", Kind::List(&Kind::Text)).with(&[Rule::MinLength(1), Rule::MaxLength(255)]),
        CONSISTENT_READ,
        PROJECTION,
        EXPRESSION_NAMES,
    ],
};

pub(super) static BATCH_GET_ITEM: Shape = Shape {
    structure: Structure {
        class: "BatchGetItemInput",
        members: &[
            Member::required(
                "RequestItems",
                Kind::Map {
                    class: "com.amazonaws.dynamodb.v20120810.KeysAndAttributes",
                    of: &Kind::Structure(&KEYS_AND_ATTRIBUTES),
                },
            )
            .with(&[Rule::LengthUnnamed(1, usize::MAX), Rule::TableNames { as_json: true }]),
            RETURN_CONSUMED_CAPACITY,
        ],
    },
    one_choice: false,
};

static WRITE_REQUEST: Structure = Structure {
    class: "WriteRequest",
    members: &[
        Member::optional("DeleteRequest", Kind::Structure(&DELETE_REQUEST)),
        Member::optional("PutRequest", Kind::Structure(&PUT_REQUEST)),
    ],
};
static PUT_REQUEST: Structure = Structure { class: "PutRequest", members: &[Member::required("Item", VALUES)] };
static DELETE_REQUEST: Structure = Structure { class: "DeleteRequest", members: &[KEY] };
static WRITE_REQUESTS: Kind = Kind::List(&Kind::Structure(&WRITE_REQUEST));

pub(super) static BATCH_WRITE_ITEM: Shape = Shape {
    structure: Structure {
        class: "BatchWriteItemInput",
        members: &[
            RETURN_CONSUMED_CAPACITY,
            RETURN_METRICS,
            Member::required(
                "RequestItems",
                Kind::Map {
                    class: "java.util.List<com.amazonaws.dynamodb.v20120810.WriteRequest>",
                    of: &WRITE_REQUESTS,
                },
            )
            .with(&[Rule::EachEntryLength(1, 25), Rule::TableNames { as_json: false }]),
        ],
    },
    one_choice: false,
};
