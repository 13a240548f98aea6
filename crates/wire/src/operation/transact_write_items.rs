//! TransactWriteItems: writes items atomically.

use hashrange_values::Item;
use litemap::LiteMap;

use super::body::{Asked, members};
use super::body_member::{BodyMember, Value};
use super::step::Step;
use super::told::told;
use crate::constraint::{
    CONDITION, EXPRESSION_NAMES, EXPRESSION_VALUES, KEY, Kind, MEMBERS_OF_TRANSACTION, Member,
    RETURN_CONSUMED_CAPACITY, RETURN_METRICS, RETURN_ON_FAILURE, Rule, Structure, TABLE_NAME, VALUES,
};
use crate::json::request::members::{elements, refusal, string, value_refusal, word, wrong_kind};
use crate::json::request::parameters::{read_names, read_values};
use crate::json::{Fields, Node, ValueFault, Writer, check_attribute_name, is_too_deep, objects, read_map};
use crate::reader::Reader;
use crate::rejection::Rejection;
use crate::shape::{
    ConsumedCapacity, ItemCollectionMetrics, ReturnConsumedCapacity, ReturnItemCollectionMetrics,
    ReturnValuesOnConditionCheckFailure, TransactAction, TransactWrite,
};

members! {
    /// TransactWriteItems: writes items atomically, if all conditions hold.
    TransactWriteItemsRequest = TRANSACT_WRITE_ITEMS {
        /// The actions.
        "TransactItems" transact_items: Vec<TransactWrite>,
        /// Makes the request idempotent for ten minutes.
        "ClientRequestToken" client_request_token: Option<String>,
        /// How much of the cost to report.
        "ReturnConsumedCapacity" return_consumed_capacity: Option<ReturnConsumedCapacity>,
        /// Whether to report the item collections' sizes.
        "ReturnItemCollectionMetrics" return_item_collection_metrics: Option<ReturnItemCollectionMetrics>,
    }
}

/// Response to TransactWriteItems.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TransactWriteItemsResponse {
    /// The capacity that the actions consumed, one entry for each table.
    pub consumed_capacity: Option<Vec<ConsumedCapacity>>,
    /// Sizes of the item collections written to, by table as the caller named it.
    pub item_collection_metrics: LiteMap<String, Vec<ItemCollectionMetrics>>,
}

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
    members: &[
        TABLE_NAME,
        KEY,
        CONDITION,
        RETURN_ON_FAILURE,
        EXPRESSION_VALUES,
        EXPRESSION_NAMES,
    ],
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

static TRANSACT_WRITE_ITEMS: Asked = Asked::of("TransactWriteItemsInput")
    .members(&[
        Member::optional("ClientRequestToken", Kind::Text).with(&[Rule::MinLength(1), Rule::MaxLength(36)]),
        RETURN_CONSUMED_CAPACITY,
        RETURN_METRICS,
        Member::required("TransactItems", Kind::List(&Kind::Structure(&TRANSACT_WRITE_ITEM)))
            .with(MEMBERS_OF_TRANSACTION),
    ])
    .then(&[Step::Read("TransactItems")]);

impl Value for Vec<TransactWrite> {
    fn read(reader: Reader, _: &str, node: Node<'_>) -> Result<Self, Rejection> {
        let mut writes = Self::new();
        for node in elements(node)? {
            read_write(reader, node, &mut writes).map_err(|rejection| rejection.after(std::mem::take(&mut writes)))?;
        }
        Ok(writes)
    }

    fn write(&self, out: &mut Writer, name: &'static str) {
        out.key(name);
        objects(out, self, |out, write| {
            out.key(match &write.action {
                TransactAction::ConditionCheck { .. } => "ConditionCheck",
                TransactAction::Put { .. } => "Put",
                TransactAction::Delete { .. } => "Delete",
                TransactAction::Update { .. } => "Update",
            });
            out.object(|out| write_action(out, write));
        });
    }
}

const ACTIONS: [&str; 4] = ["ConditionCheck", "Put", "Delete", "Update"];

/// Reads one action and appends it. An action with an invalid key, but no other error, is appended too: the service
/// checks the key last (observed: transaction-key-last).
fn read_write(reader: Reader, node: Node<'_>, writes: &mut Vec<TransactWrite>) -> Result<(), Rejection> {
    if !node.is_object() {
        return Err(wrong_kind(node));
    }
    let mut given = ACTIONS.iter().filter_map(|name| Some((*name, node.member(name)?)));
    let (name, node) = match (given.next(), given.next()) {
        (Some(action), None) => action,
        (Some(_), Some(_)) => {
            return Err(refusal(
                "TransactItems can only contain one of Check, Put, Update or Delete",
            ));
        }
        (None, _) => {
            let text = "Invalid Request: TransactWriteRequest should contain Delete or Put or Update request";
            return Err(refusal(text));
        }
    };
    let mut write = action(reader, name, node)?;
    let outcome = match &mut write.action {
        TransactAction::Put { .. } => Ok(()),
        TransactAction::ConditionCheck { key }
        | TransactAction::Delete { key }
        | TransactAction::Update { key, .. } => map(reader, node.member("Key")).map(|read| *key = read),
    };
    writes.push(write);
    outcome
}

/// An action without its key.
fn action(reader: Reader, action: &str, node: Node<'_>) -> Result<TransactWrite, Rejection> {
    let mut update_expression = None;
    let (mut item, mut names, mut values) = (None, None, None);
    let mut write = TransactWrite {
        table_name: String::new(),
        action: TransactAction::ConditionCheck { key: Item::new() },
        condition_expression: None,
        expression_attribute_names: None,
        expression_attribute_values: None,
        return_values_on_condition_check_failure: None,
    };
    for (name, node) in Fields::of(node).iter() {
        match name {
            "TableName" => write.table_name = string(node)?,
            "Item" if action == "Put" => item = Some(node),
            "UpdateExpression" if action == "Update" => update_expression = Some(string(node)?),
            "ConditionExpression" => write.condition_expression = Some(string(node)?),
            "ExpressionAttributeNames" => names = Some(node),
            "ExpressionAttributeValues" => values = Some(node),
            "ReturnValuesOnConditionCheckFailure" => {
                write.return_values_on_condition_check_failure =
                    Some(word(node, ReturnValuesOnConditionCheckFailure::from_wire)?);
            }
            _ => {}
        }
    }
    let item = map(reader, item)?;
    // Transactions allow placeholders without any expression, unlike single-item requests
    // (observed: transaction-placeholders).
    write.expression_attribute_names = names.map(|node| read_names(reader, node)).transpose()?;
    write.expression_attribute_values = values.map(|node| read_values(reader, node)).transpose()?;
    write.action = match action {
        "Put" => TransactAction::Put { item },
        "Delete" => TransactAction::Delete { key: item },
        "Update" => TransactAction::Update {
            key: item,
            update_expression: update_expression.unwrap_or_default(),
        },
        _ => TransactAction::ConditionCheck { key: item },
    };
    Ok(write)
}

/// Reads a `Key` or an `Item`. The names of its attributes are checked first, then the depth of its values, and nested
/// names last (observed: transaction-key-last).
fn map(reader: Reader, node: Option<Node<'_>>) -> Result<Item, Rejection> {
    let Some(node) = node else { return Ok(Item::new()) };
    read_map(node, 0).map_err(|mut located| {
        let misnamed = |(name, value)| Some(check_attribute_name(name).err()?.at(value));
        let is_within = matches!(located.fault, ValueFault::EmptyName | ValueFault::LongName);
        if let Some(misnamed) = node.members().find_map(misnamed) {
            located = misnamed;
        } else if is_within && node.members().any(|(_, value)| is_too_deep(value, 0)) {
            located = ValueFault::NestingLevels.at(node);
        }
        value_refusal(reader, located)
    })
}

fn write_action(out: &mut Writer, write: &TransactWrite) {
    out.text_member("TableName", &write.table_name);
    match &write.action {
        TransactAction::Put { item } => Value::write(item, out, "Item"),
        TransactAction::ConditionCheck { key } | TransactAction::Delete { key } => Value::write(key, out, "Key"),
        TransactAction::Update { key, update_expression } => {
            Value::write(key, out, "Key");
            out.text_member("UpdateExpression", update_expression);
        }
    }
    out.optional_text("ConditionExpression", write.condition_expression.as_deref());
    BodyMember::write(&write.expression_attribute_names, out, "ExpressionAttributeNames");
    BodyMember::write(&write.expression_attribute_values, out, "ExpressionAttributeValues");
    BodyMember::write(
        &write.return_values_on_condition_check_failure,
        out,
        "ReturnValuesOnConditionCheckFailure",
    );
}

told! {
    answer TransactWriteItemsResponse {
        "ConsumedCapacity" consumed_capacity,
        "ItemCollectionMetrics" item_collection_metrics => is_empty,
    }
}
