//! A change of all selected items: the form of a new value, the requests, and what is said before and after.
//!
//! Each item has its own request, so that each refusal belongs to an item. Must not know signals.

use hashrange_protocol::Answered;
use hashrange_protocol::Refused;
use hashrange_values::{AttributeType, AttributeValue, Item, Text};
use hashrange_wire::{
    DeleteItemRequest, ExpressionAttributeNames, Request, ReturnConsumedCapacity, UpdateItemRequest, encode_request,
};
use hashrange_words::t;

use super::item_rows::cell_text;
use super::read_run::write_units;
use super::scalar_text::read_operand;
use super::table_schema::TableSchema;

/// The maximum number of listed failures.
const LISTED: usize = 100;

/// The change.
#[derive(Clone, Debug, PartialEq)]
pub enum BulkChange {
    /// The items are deleted.
    Delete,
    /// An attribute gets a value, or is removed without one.
    Put(String, Option<AttributeValue>),
}

/// The form of a change of one attribute.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BulkForm {
    /// The attribute's name.
    pub attribute: String,
    /// The type of the new value; `None` if the attribute is removed.
    pub kind: Option<AttributeType>,
    /// The new value as text.
    pub text: String,
}

impl Default for BulkForm {
    fn default() -> Self {
        Self {
            attribute: String::new(),
            kind: Some(AttributeType::S),
            text: String::new(),
        }
    }
}

impl BulkForm {
    /// The change.
    ///
    /// # Errors
    /// A sentence about the name, or about the value.
    pub fn change(&self, schema: &TableSchema) -> Result<BulkChange, String> {
        let name = self.attribute.as_str();
        if name.is_empty() {
            return Err(t!("Enter the name of an attribute.").to_owned());
        }
        if schema.keys.iter().any(|key| key.name.as_str() == name) {
            return Err(t!(
                "{name} is a key attribute of the table: UpdateItem cannot change it.",
                name
            ));
        }
        let value = self.kind.map(|kind| read_operand(kind, &self.text));
        let value = value.transpose()?;
        Ok(BulkChange::Put(name.to_owned(), value))
    }
}

impl BulkChange {
    /// The operation of the requests.
    #[must_use]
    pub fn operation(&self) -> &'static str {
        match self {
            Self::Delete => "DeleteItem",
            Self::Put(..) => "UpdateItem",
        }
    }

    /// The body of the request for an item, as JSON. An item that was deleted meanwhile does not come back.
    #[must_use]
    pub fn body(&self, schema: &TableSchema, key: &Item) -> String {
        encode_request(&self.request(schema, key))
    }

    fn request(&self, schema: &TableSchema, key: &Item) -> Request {
        let (table_name, key) = (schema.name.clone(), key.clone());
        let return_consumed_capacity = Some(ReturnConsumedCapacity::Indexes);
        let Self::Put(attribute, value) = self else {
            return Request::DeleteItem(DeleteItemRequest {
                table_name,
                key,
                return_consumed_capacity,
                ..DeleteItemRequest::default()
            });
        };
        let act = if value.is_some() { "SET #a = :v" } else { "REMOVE #a" };
        let names = [
            ("#a".into(), attribute.as_str().into()),
            ("#k".into(), schema.keys.partition.name.clone()),
        ];
        Request::UpdateItem(UpdateItemRequest {
            table_name,
            key,
            update_expression: Some(act.into()),
            condition_expression: Some("attribute_exists(#k)".into()),
            expression_attribute_names: Some(ExpressionAttributeNames::from_iter(names)),
            expression_attribute_values: value
                .clone()
                .map(|value| [(Text::from(":v"), value)].into_iter().collect()),
            return_consumed_capacity,
            ..UpdateItemRequest::default()
        })
    }

    /// What the change does to an item, of which this is the key and the attribute.
    #[must_use]
    pub fn line(&self, schema: &TableSchema, item: &Item) -> String {
        let key = schema.primary_key(item).as_ref().map(key_words).unwrap_or_default();
        let Self::Put(attribute, after) = self else { return key };
        let word = |value: Option<&AttributeValue>| value.map_or_else(|| t!("no attribute").to_owned(), cell_text);
        format!(
            "{key}: {} → {}",
            word(item.get(attribute.as_str())),
            word(after.as_ref())
        )
    }

    /// What will happen to these items, of which some no longer exist and some stay as they are.
    #[must_use]
    pub fn foretell(&self, selected: usize, found: u64, same: u64) -> String {
        let items = t!("{number, plural, one {# item} other {# items}}", number = found);
        let requests = requests(selected as u64, self);
        let mut text = match self {
            Self::Delete => t!("Deletes {items} with {requests}.", items, requests),
            Self::Put(name, Some(_)) => t!("Sets {name} of {items} with {requests}.", name, items, requests),
            Self::Put(name, None) => t!("Removes {name} from {items} with {requests}.", name, items, requests),
        };
        if same > 0 {
            let same = match self {
                Self::Put(_, None) => t!(
                    "{same, number} of them {same, plural, one {lacks} other {lack}} it already.",
                    same
                ),
                _ => t!(
                    "{same, number} of them {same, plural, one {has} other {have}} this value already.",
                    same
                ),
            };
            text += &format!(" {same}");
        }
        let gone = (selected as u64).saturating_sub(found);
        if gone > 0 {
            let gone = t!(
                "{gone, plural, one {# selected item is} other {# selected items are}} no longer in the table.",
                gone
            );
            text += &format!(" {gone}");
        }
        text
    }
}

/// A number of requests with their operation.
fn requests(number: u64, change: &BulkChange) -> String {
    t!(
        "{number, plural, one {# {operation} request} other {# {operation} requests}}",
        number,
        operation = change.operation()
    )
}

/// The key of an item, on one line.
#[must_use]
pub fn key_words(key: &Item) -> String {
    let pairs = key.iter().map(|(name, value)| format!("{name} = {}", cell_text(value)));
    pairs.collect::<Vec<_>>().join(", ")
}

/// The requests so far.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct BulkRun {
    /// The number of items.
    pub total: usize,
    /// The number of changed items.
    pub done: usize,
    /// The number of refused requests.
    pub failed: usize,
    /// The first of them: the key of the item, and the reason.
    pub failures: Vec<String>,
    /// The consumed write units.
    units: f64,
}

impl BulkRun {
    /// No request yet.
    #[must_use]
    pub fn of(total: usize) -> Self {
        Self {
            total,
            ..Self::default()
        }
    }

    /// Takes the answer for an item. Returns whether another request can be sent.
    pub fn take(&mut self, key: &Item, answer: &Result<Answered, Refused>) -> bool {
        match answer {
            Ok(answered) => {
                self.units += answered.units().unwrap_or_default();
                self.done += 1;
            }
            Err(refused) => {
                self.failed += 1;
                let reason = match refused.exception.as_str() {
                    "ConditionalCheckFailedException" => t!("The item is no longer in the table.").to_owned(),
                    exception => format!("{exception}: {}", refused.message),
                };
                if self.failures.len() < LISTED {
                    self.failures.push(format!("{}: {reason}", key_words(key)));
                }
                // Nothing arrives from a workspace that is no longer in front.
                return refused.status != 0;
            }
        }
        true
    }

    /// How far it is.
    #[must_use]
    pub fn progress(&self, change: &BulkChange) -> String {
        let (sent, all) = (
            self.done + self.failed,
            t!(
                "{number, plural, one {# request} other {# requests}}",
                number = self.total
            ),
        );
        t!(
            "{operation}: {sent, number} of {all} sent.",
            operation = change.operation(),
            sent,
            all
        )
    }

    /// What was done, what it consumed, and what was not done.
    #[must_use]
    pub fn words(&self, change: &BulkChange) -> String {
        let (done, requests, units) = (self.done, requests(self.done as u64, change), write_units(self.units));
        let mut text = match change {
            BulkChange::Delete => t!(
                "{done, plural, one {# item} other {# items}} deleted: {requests}, {units} WCU.",
                done,
                requests,
                units
            ),
            BulkChange::Put(..) => t!(
                "{done, plural, one {# item} other {# items}} changed: {requests}, {units} WCU.",
                done,
                requests,
                units
            ),
        };
        if self.failed > 0 {
            let failed = t!(
                "{failed, plural, one {# request} other {# requests}} refused.",
                failed = self.failed
            );
            text += &format!(" {failed}");
        }
        let left = self.total.saturating_sub(self.done + self.failed);
        if left > 0 {
            text += &format!(
                " {}",
                t!("You stopped before {left, plural, one {# item} other {# items}}.", left)
            );
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use hashrange_time::Timestamp;

    use super::super::table_schema::tests::thread;
    use super::*;

    fn key() -> Item {
        let values = [("ForumName", "S3"), ("Subject", "a")];
        values
            .map(|(name, value)| (name, AttributeValue::string(value)))
            .into_iter()
            .collect()
    }

    fn form(attribute: &str, kind: AttributeType, text: &str) -> BulkForm {
        BulkForm {
            attribute: attribute.to_owned(),
            kind: Some(kind),
            text: text.to_owned(),
        }
    }

    #[test]
    fn a_change_is_an_update_of_one_attribute_of_an_item_that_exists() {
        let schema = thread();
        let change = form("Views", AttributeType::N, "7").change(&schema).expect("a change");
        let body = change.body(&schema, &key());
        for part in [
            "SET #a = :v",
            "attribute_exists(#k)",
            r##""#a":"Views""##,
            r##""#k":"ForumName""##,
            r#"{"N":"7"}"#,
        ] {
            assert!(body.contains(part), "{part} in {body}");
        }
        let removal = BulkForm {
            kind: None,
            ..form("Views", AttributeType::N, "x")
        };
        let removal = removal.change(&schema).expect("a removal");
        let body = removal.body(&schema, &key());
        assert!(
            body.contains("REMOVE #a") && !body.contains("ExpressionAttributeValues"),
            "{body}"
        );
        let body = BulkChange::Delete.body(&schema, &key());
        assert!(body.contains("S3") && !body.contains("Expression"), "{body}");
    }

    #[test]
    fn a_form_is_refused_in_words() {
        let schema = thread();
        let refusal = |form: BulkForm| form.change(&schema).expect_err("a sentence");
        let key = refusal(form("Subject", AttributeType::S, "b"));
        assert!(key.starts_with("Subject is a key attribute"), "{key}");
        assert!(refusal(form("", AttributeType::S, "b")).starts_with("Enter the name"));
        assert!(refusal(form("Views", AttributeType::N, "b")).starts_with("Not a number"));
    }

    #[test]
    fn what_will_happen_is_said_before() {
        let set = BulkChange::Put("Views".into(), Some(AttributeValue::Null));
        assert_eq!(
            set.foretell(3, 3, 1),
            "Sets Views of 3 items with 3 UpdateItem requests. 1 of them has this value already."
        );
        assert_eq!(
            BulkChange::Put("Views".into(), None).foretell(2, 1, 0),
            "Removes Views from 1 item with 2 UpdateItem requests. 1 selected item is no longer in the table."
        );
        assert_eq!(
            BulkChange::Delete.foretell(1, 1, 0),
            "Deletes 1 item with 1 DeleteItem request."
        );
    }

    #[test]
    fn an_item_is_shown_before_and_after() {
        let schema = thread();
        let set = BulkChange::Put("Views".into(), Some(AttributeValue::Bool(true)));
        let mut item = key();
        assert_eq!(
            set.line(&schema, &item),
            "ForumName = S3, Subject = a: no attribute → true"
        );
        item.insert("Views", AttributeValue::string("x"));
        assert_eq!(set.line(&schema, &item), "ForumName = S3, Subject = a: x → true");
        assert_eq!(BulkChange::Delete.line(&schema, &item), "ForumName = S3, Subject = a");
    }

    #[test]
    fn every_item_is_counted_once() {
        let refused = |status, exception: &str| Refused {
            at: Timestamp::from_seconds(1),
            record: None,
            status,
            exception: exception.to_owned(),
            message: "The level of configured provisioned throughput was exceeded".to_owned(),
            body: String::new(),
            report: None,
        };
        let mut run = BulkRun::of(4);
        assert!(run.take(&key(), &Err(refused(400, "ProvisionedThroughputExceededException"))));
        assert!(run.take(&key(), &Err(refused(400, "ConditionalCheckFailedException"))));
        assert!(!run.take(&key(), &Err(refused(0, "NoAnswer"))));
        assert_eq!(run.failures.len(), 3);
        assert!(run.failures[0].starts_with("ForumName = S3, Subject = a: ProvisionedThroughputExceeded"));
        assert_eq!(run.progress(&BulkChange::Delete), "DeleteItem: 3 of 4 requests sent.");
        assert_eq!(
            run.words(&BulkChange::Delete),
            "0 items deleted: 0 DeleteItem requests, 0 WCU. 3 requests refused. You stopped before 1 item."
        );
    }
}
