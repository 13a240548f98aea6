//! The shapes of the transactions' requests, as tables.

use super::structure::{Kind, Member, Rule, Shape, Structure};
use super::tables_item::{
    CONDITION, EXPRESSION_NAMES, EXPRESSION_VALUES, KEY, PROJECTION, RETURN_CONSUMED_CAPACITY, RETURN_METRICS,
    RETURN_ON_FAILURE, TABLE_NAME, VALUES,
};

/// Members of a transaction (documented).
const COUNT: &[Rule] = &[Rule::MinLength(1), Rule::MaxLength(100)];

static GET: Structure = Structure { class: "Get", members: &[TABLE_NAME, KEY, PROJECTION, EXPRESSION_NAMES] };
static TRANSACT_GET_ITEM: Structure =
    Structure { class: "TransactGetItem", members: &[Member::required("Get", Kind::Structure(&GET))] };

pub(super) static TRANSACT_GET_ITEMS: Shape = Shape {
    structure: Structure {
        class: "TransactGetItemsInput",
        members: &[
            RETURN_CONSUMED_CAPACITY,
            Member::required("TransactItems", Kind::List(&Kind::Structure(&TRANSACT_GET_ITEM))).with(COUNT),
        ],
    },
    one_choice: false,
};

static CONDITION_CHECK: Structure = Structure {
    class: "ConditionCheck",
    members: &[
        TABLE_NAME,
        KEY,
        Member::required("ConditionExpression", Kind::Text),
        RETURN_ON_FAILURE,
        EXPRESSION_VALUES,
        EXPRESSION_NAMES,
    ],
};
static PUT: Structure = Structure {
    class: "Put",
    members: &[
        TABLE_NAME,
        Member::required("Item", VALUES),
        CONDITION,
        RETURN_ON_FAILURE,
        EXPRESSION_VALUES,
        EXPRESSION_NAMES,
    ],
};
static DELETE: Structure = Structure {
    class: "Delete",
    members: &[TABLE_NAME, KEY, CONDITION, RETURN_ON_FAILURE, EXPRESSION_VALUES, EXPRESSION_NAMES],
};
static UPDATE: Structure = Structure {
    class: "Update",
    members: &[
        TABLE_NAME,
        KEY,
        Member::required("UpdateExpression", Kind::Text),
        CONDITION,
        RETURN_ON_FAILURE,
        EXPRESSION_VALUES,
        EXPRESSION_NAMES,
    ],
};
static TRANSACT_WRITE_ITEM: Structure = Structure {
    class: "TransactWriteItem",
    members: &[
        Member::optional("ConditionCheck", Kind::Structure(&CONDITION_CHECK)),
        Member::optional("Delete", Kind::Structure(&DELETE)),
        Member::optional("Put", Kind::Structure(&PUT)),
        Member::optional("Update", Kind::Structure(&UPDATE)),
    ],
};

pub(super) static TRANSACT_WRITE_ITEMS: Shape = Shape {
    structure: Structure {
        class: "TransactWriteItemsInput",
        members: &[
            Member::optional("ClientRequestToken", Kind::Text).with(&[Rule::MinLength(1), Rule::MaxLength(36)]),
            RETURN_CONSUMED_CAPACITY,
            RETURN_METRICS,
            Member::required("TransactItems", Kind::List(&Kind::Structure(&TRANSACT_WRITE_ITEM))).with(COUNT),
        ],
    },
    one_choice: false,
};
