//! The plan of a load, and the stream of requests with their times that follows from it and a seed.

use hashrange_time::{Duration, Random, Timestamp};
use hashrange_values::{AttributeValue, Item, KeyType, Number};
use hashrange_wire::{
    DeleteItemRequest, ExpressionAttributeNames, GetItemRequest, Operation, PutItemRequest, QueryRequest, Request,
    UpdateItemRequest,
};

use super::{KeyChoice, Keys, Rate, Retries, Suffixes, gather};

/// The operation of a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub enum Action {
    /// Puts a complete item.
    Put,
    /// Increments an attribute.
    Update,
    /// Deletes an item.
    Delete,
    /// Reads an item.
    Get,
    /// Reads all items of a partition key value. With suffixes, sends one request per suffix at the same time.
    Query,
}

/// The actions and their relative frequencies.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Mix(pub Vec<(Action, u32)>);

impl Action {
    /// The operation that it sends.
    #[must_use]
    pub fn operation(self) -> Operation {
        match self {
            Self::Put => Operation::PutItem,
            Self::Update => Operation::UpdateItem,
            Self::Delete => Operation::DeleteItem,
            Self::Get => Operation::GetItem,
            Self::Query => Operation::Query,
        }
    }
}

impl Mix {
    /// The action of a load that has only one. A mix of nothing puts.
    #[must_use]
    pub fn single(&self) -> Option<Action> {
        let mut actions = self.0.iter().filter(|(_, times)| *times > 0).map(|(action, _)| *action);
        let first = actions.next().unwrap_or(Action::Put);
        actions.all(|action| action == first).then_some(first)
    }
}

/// The bytes of an item's filling, uniform in the range.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Sizes {
    /// The minimum.
    pub least: u32,
    /// The maximum.
    pub most: u32,
}

/// A key attribute and its type. The drawn value is text that ends with a number: a number key uses the number.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct KeyName {
    /// The attribute.
    pub name: String,
    /// String, Number or Binary.
    pub kind: KeyType,
}

impl KeyName {
    /// A key that is a string.
    #[must_use]
    pub fn string(name: &str) -> Self {
        Self {
            name: name.to_owned(),
            kind: KeyType::S,
        }
    }

    fn value(&self, text: &str) -> AttributeValue {
        match self.kind {
            KeyType::S => AttributeValue::string(text),
            KeyType::N => {
                let digits = text
                    .rsplit(|letter: char| !letter.is_ascii_digit())
                    .next()
                    .unwrap_or_default();
                AttributeValue::N(Number::from(digits.parse::<i64>().unwrap_or_default()))
            }
            KeyType::B => AttributeValue::B(text.as_bytes().into()),
        }
    }
}

/// The table that the requests address.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Target {
    /// The table.
    pub table: String,
    /// Its partition key.
    pub partition: KeyName,
    /// Its sort key, if it has one.
    pub sort: Option<KeyName>,
    /// Key attributes of the table's indexes. Every item has them, with values drawn like those of its partition key.
    pub of_indexes: Vec<KeyName>,
}

impl Target {
    /// A table whose keys are strings, without indexes.
    #[must_use]
    pub fn strings(table: &str, partition: &str, sort: Option<&str>) -> Self {
        Self {
            table: table.to_owned(),
            partition: KeyName::string(partition),
            sort: sort.map(KeyName::string),
            of_indexes: Vec::new(),
        }
    }
}

/// A load: everything but the seed.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct LoadPlan {
    /// The table that the requests address.
    pub target: Target,
    /// The rate of requests over time.
    pub rate: Rate,
    /// When it begins.
    pub from: Timestamp,
    /// How long it lasts.
    pub span: Duration,
    /// The partition key values.
    pub keys: KeyChoice,
    /// The sort key values.
    pub sorts: KeyChoice,
    /// Items' sizes.
    pub sizes: Sizes,
    /// The operations.
    pub mix: Mix,
    /// Write sharding of the partition key values. Calculated suffixes follow from the sort key value.
    pub suffixes: Option<Suffixes>,
    /// Whether reads are strongly consistent.
    pub consistent: bool,
    /// How its client retries throttled requests; `None` if it does not.
    pub retries: Option<Retries>,
}

hashrange_checkpoint::by_serde!(LoadPlan);

/// The requests of a plan, in the order of their times. A clone continues from the same point.
#[derive(Clone, Debug)]
pub struct Load {
    plan: LoadPlan,
    keys: Keys,
    sorts: Keys,
    actions: Keys,
    of_indexes: Keys,
    suffixes: Option<Suffixes>,
    at: Timestamp,
    /// The remaining requests of the current time, last first.
    waiting: Vec<Drawn>,
    random: Sources,
}

hashrange_checkpoint::fields!(Load {
    plan,
    keys,
    sorts,
    actions,
    of_indexes,
    suffixes,
    at,
    waiting,
    random
});

/// Separate sources: another size or rate does not change the keys.
#[derive(Clone, Debug)]
struct Sources {
    times: Random,
    keys: Random,
    sizes: Random,
    actions: Random,
    suffixes: Random,
    of_indexes: Random,
}

hashrange_checkpoint::fields!(Sources {
    times,
    keys,
    sizes,
    actions,
    suffixes,
    of_indexes
});

/// A drawn request. An item to put has no filling yet, because the filling may be its largest part.
#[derive(Clone, Debug)]
pub(super) struct Drawn {
    request: Request,
    /// Bytes of the filling.
    filling: u32,
}

hashrange_checkpoint::fields!(Drawn { request, filling });

impl Drawn {
    /// The request as it is sent.
    pub(super) fn into_request(self) -> Request {
        let mut request = self.request;
        if let Request::PutItem(put) = &mut request {
            let bytes = usize::try_from(self.filling).unwrap_or(0);
            put.item.insert(FILLING, AttributeValue::string(&"x".repeat(bytes)));
        }
        request
    }
}

/// Filling of items.
const FILLING: &str = "filling";
/// The attribute that updates increment.
const COUNTER: &str = "counter";

impl Load {
    /// The load of this plan and seed.
    #[must_use]
    pub fn new(plan: LoadPlan, seed: u64) -> Self {
        let random = Random::new(seed);
        let weights = plan.mix.0.iter().map(|(_, weight)| (String::new(), *weight)).collect();
        Self {
            keys: Keys::new(plan.keys.clone()),
            sorts: Keys::new(plan.sorts.clone()),
            actions: Keys::new(KeyChoice::Few { weights }),
            of_indexes: Keys::new(plan.keys.clone()),
            suffixes: plan.suffixes.clone(),
            at: plan.from,
            waiting: Vec::new(),
            random: Sources {
                times: random.fork("times"),
                keys: random.fork("keys"),
                sizes: random.fork("sizes"),
                actions: random.fork("actions"),
                suffixes: random.fork("suffixes"),
                of_indexes: random.fork("indexes"),
            },
            plan,
        }
    }

    /// The key attributes of the next item, and its logical partition key value.
    fn key(&mut self) -> (Item, String) {
        let logical = self.keys.draw_text("key-", &mut self.random.keys);
        let sort = self
            .plan
            .target
            .sort
            .as_ref()
            .map(|_| self.sorts.draw_text("", &mut self.random.keys));
        let known = sort.as_deref().unwrap_or(&logical);
        let value = match &mut self.suffixes {
            None => logical.clone(),
            Some(suffixes) => {
                let suffix = suffixes.next(known, &mut self.random.suffixes);
                suffixes.value(&logical, suffix)
            }
        };
        let mut key = Item::new();
        let Target {
            partition,
            sort: sort_key,
            ..
        } = &self.plan.target;
        key.insert(partition.name.as_str(), partition.value(&value));
        if let (Some(sort_key), Some(sort)) = (sort_key, &sort) {
            key.insert(sort_key.name.as_str(), sort_key.value(sort));
        }
        (key, logical)
    }

    fn requests(&mut self) -> Vec<Drawn> {
        let drawn = usize::try_from(self.actions.draw(&mut self.random.actions)).unwrap_or(usize::MAX);
        let action = self.plan.mix.0.get(drawn).map_or(Action::Put, |(action, _)| *action);
        let (key, logical) = self.key();
        let table_name = self.plan.target.table.clone();
        let consistent_read = self.plan.consistent.then_some(true);
        let one: Request = match action {
            Action::Put => {
                let (item, filling) = self.item(key);
                let request = PutItemRequest {
                    table_name,
                    item,
                    ..PutItemRequest::default()
                }
                .into();
                return vec![Drawn { request, filling }];
            }
            Action::Update => counted_up(table_name, key).into(),
            Action::Delete => DeleteItemRequest {
                table_name,
                key,
                ..DeleteItemRequest::default()
            }
            .into(),
            Action::Get => GetItemRequest {
                table_name,
                key,
                consistent_read,
                ..GetItemRequest::default()
            }
            .into(),
            Action::Query => return self.queries(&logical, consistent_read),
        };
        vec![Drawn {
            request: one,
            filling: 0,
        }]
    }

    /// Returns the item with the keys of its indexes, and the bytes of its filling. Draws both for every item, so that
    /// sizes do not depend on each other.
    fn item(&mut self, mut key: Item) -> (Item, u32) {
        let Sizes { least, most } = self.plan.sizes;
        let width = u64::from(most.saturating_sub(least)) + 1;
        let drawn = u64::from(least) + self.random.sizes.below(width);
        let bytes = u32::try_from(drawn).unwrap_or(u32::MAX);
        for attribute in &self.plan.target.of_indexes {
            let drawn = self.of_indexes.draw_text("key-", &mut self.random.of_indexes);
            key.insert(attribute.name.as_str(), attribute.value(&drawn));
        }
        (key, bytes)
    }

    fn queries(&self, logical: &str, consistent_read: Option<bool>) -> Vec<Drawn> {
        let Target { table, partition, .. } = &self.plan.target;
        let queries = match &self.suffixes {
            Some(suffixes) => gather(table, &partition.name, logical, suffixes, None),
            None => vec![one_query(table, partition, logical)],
        };
        let drawn = |query| Drawn {
            request: QueryRequest {
                consistent_read,
                ..query
            }
            .into(),
            filling: 0,
        };
        queries.into_iter().map(drawn).rev().collect()
    }

    /// Postpones all requests that were not drawn yet, and the end.
    pub(super) fn postpone(&mut self, by: Duration) {
        self.at += by;
        self.plan.span += by;
    }

    /// Draws the next request and its time.
    pub(super) fn draw(&mut self) -> Option<(Timestamp, Drawn)> {
        while self.waiting.is_empty() {
            let end = self.plan.from + self.plan.span;
            self.at = self.plan.rate.next(self.at, end, &mut self.random.times)?;
            self.waiting = self.requests();
        }
        self.waiting.pop().map(|drawn| (self.at, drawn))
    }
}

fn one_query(table: &str, partition: &KeyName, value: &str) -> QueryRequest {
    let mut values = Item::new();
    values.insert(":value", partition.value(value));
    QueryRequest {
        table_name: table.to_owned(),
        key_condition_expression: Some("#partition = :value".to_owned()),
        expression_attribute_names: Some(ExpressionAttributeNames::from_iter([(
            "#partition".into(),
            partition.name.as_str().into(),
        )])),
        expression_attribute_values: Some(values),
        ..QueryRequest::default()
    }
}

fn counted_up(table_name: String, key: Item) -> UpdateItemRequest {
    let mut values = Item::new();
    values.insert(":one", AttributeValue::N(Number::from(1)));
    UpdateItemRequest {
        table_name,
        key,
        update_expression: Some("ADD #counter :one".to_owned()),
        expression_attribute_names: Some(ExpressionAttributeNames::from_iter([(
            "#counter".into(),
            COUNTER.into(),
        )])),
        expression_attribute_values: Some(values),
        ..UpdateItemRequest::default()
    }
}

impl Iterator for Load {
    type Item = (Timestamp, Request);

    fn next(&mut self) -> Option<Self::Item> {
        self.draw().map(|(at, drawn)| (at, drawn.into_request()))
    }
}
