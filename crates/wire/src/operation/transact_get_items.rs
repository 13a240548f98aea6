//! TransactGetItems: reads items atomically.

use std::sync::Arc;

use hashrange_values::Item;

use super::body::{Asked, members, read_node, write};
use super::body_member::Value;
use super::step::Step;
use super::told::told;
use crate::constraint::{
    EXPRESSION_NAMES, KEY, Kind, MEMBERS_OF_TRANSACTION, Member, PROJECTION, RETURN_CONSUMED_CAPACITY, Structure,
    TABLE_NAME,
};
use crate::json::request::members::{list, needed};
use crate::json::{Node, Writer, objects};
use crate::reader::Reader;
use crate::rejection::Rejection;
use crate::shape::{ConsumedCapacity, ExpressionAttributeNames, ReturnConsumedCapacity};

members! {
    /// TransactGetItems: reads items atomically.
    TransactGetItemsRequest = TRANSACT_GET_ITEMS {
        /// The reads, in the order of the response.
        "TransactItems" transact_items: Vec<TransactGet>,
        /// How much of the cost to report.
        "ReturnConsumedCapacity" return_consumed_capacity: Option<ReturnConsumedCapacity>,
    }
}

members! {
    /// A read within a transaction.
    TransactGet {
        /// Table to read from.
        "TableName" table_name: String,
        /// The primary key.
        "Key" key: Item,
        /// Attributes to return; all without it.
        "ProjectionExpression" projection_expression: Option<String>,
        /// Name placeholders of the projection.
        "ExpressionAttributeNames" expression_attribute_names: Option<ExpressionAttributeNames>,
    }
}

/// Response to TransactGetItems.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TransactGetItemsResponse {
    /// One result for each read, in order. `None` if no item exists, or if the projection matches no attribute.
    pub responses: Vec<Option<Arc<Item>>>,
    /// The capacity that the reads consumed, one entry for each table.
    pub consumed_capacity: Option<Vec<ConsumedCapacity>>,
}

static GET: Structure = Structure {
    class: "Get",
    members: &[TABLE_NAME, KEY, PROJECTION, EXPRESSION_NAMES],
};
static TRANSACT_GET_ITEM: Structure = Structure {
    class: "TransactGetItem",
    members: &[Member::required("Get", Kind::Structure(&GET))],
};

static TRANSACT_GET_ITEMS: Asked = Asked::of("TransactGetItemsInput")
    .members(&[
        RETURN_CONSUMED_CAPACITY,
        Member::required("TransactItems", Kind::List(&Kind::Structure(&TRANSACT_GET_ITEM)))
            .with(MEMBERS_OF_TRANSACTION),
    ])
    .then(&[Step::Read("TransactItems")]);

/// Transactions allow placeholders without any expression, unlike single-item requests
/// (observed: transaction-placeholders).
static ORDER_OF_GET: [Step; 2] = [Step::Read("Key"), Step::Read("ExpressionAttributeNames")];

impl Value for Vec<TransactGet> {
    fn read(reader: Reader, _: &str, node: Node<'_>) -> Result<Self, Rejection> {
        list(node, |node| {
            let mut get = TransactGet::default();
            read_node(&mut get, &GET, &ORDER_OF_GET, reader, needed(node, "Get")?).map(|()| get)
        })
    }

    fn write(&self, out: &mut Writer, name: &'static str) {
        out.key(name);
        objects(out, self, |out, get| {
            out.key("Get");
            out.object(|out| write(out, get));
        });
    }
}

told! {
    answer TransactGetItemsResponse {
        "Responses" responses,
        "ConsumedCapacity" consumed_capacity,
    }
}
