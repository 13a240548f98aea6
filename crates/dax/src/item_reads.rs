//! Reads of items by their keys: GetItem, and BatchGetItem as a list of single reads (documented: dax-concepts).
//!
//! The cluster requests whole items from a table, and only those that are not cached.

use std::mem;
use std::sync::Arc;

use hashrange_time::Timestamp;
use hashrange_values::{Item, Text, to_map};
use hashrange_wire::{
    BatchGetItemRequest, BatchGetItemResponse, ConsumedCapacity, GetItemRequest, GetItemResponse, KeysAndAttributes,
    Response, ReturnConsumedCapacity, table_name_of,
};
use litemap::LiteMap;

use crate::accelerator::{Outcome, Stored};
use crate::key::{self, Key};
use crate::view::View;
use crate::{Accelerator, Tables};

/// The cost report of a hit, if the request wants one: zero units (a model; that hits are free is
/// documented: dax-concepts).
pub(crate) fn nothing(table: &str, wanted: Option<ReturnConsumedCapacity>) -> Option<Box<ConsumedCapacity>> {
    let wanted = wanted.filter(|wanted| *wanted != ReturnConsumedCapacity::None)?;
    Some(Box::new(ConsumedCapacity {
        table_name: table.to_owned(),
        table: (wanted == ReturnConsumedCapacity::Indexes).then_some(0.0),
        ..ConsumedCapacity::default()
    }))
}

/// The reads of one table in a batch.
struct Part {
    view: View,
    /// In the order of the request.
    members: Vec<Member>,
}

/// One read of a batch.
struct Member {
    key: Key,
    item_key: Item,
    /// The cached item, if there is one.
    at_hand: Option<Stored>,
}

impl Accelerator {
    fn item_at_hand(&self, at: Timestamp, key: &Key) -> Option<&Stored> {
        // With a TTL of zero, items never expire (documented: dax-concepts).
        let ttl = if self.options.item_ttl.is_zero() {
            hashrange_time::Duration::MAX
        } else {
            self.options.item_ttl
        };
        self.items.fresh(key, at, ttl)
    }

    pub(crate) fn get_item(&mut self, at: Timestamp, request: GetItemRequest, tables: &mut impl Tables) -> Outcome {
        let Some((key, view)) = readable(&request) else {
            return tables.send(request.into());
        };
        if let Some(item) = self.item_at_hand(at, &key) {
            let item = item.as_ref().map(|item| view.of(item));
            self.metrics.item_cache_hits += 1;
            let used = self.next_use();
            self.items.touch(&key, used);
            let consumed_capacity = nothing(&request.table_name, request.return_consumed_capacity);
            return Ok(Response::GetItem(GetItemResponse {
                item,
                consumed_capacity,
            }));
        }
        self.metrics.item_cache_misses += 1;
        let whole = GetItemRequest {
            projection_expression: None,
            attributes_to_get: None,
            expression_attribute_names: None,
            ..request
        };
        let mut response = tables.send(whole.into())?;
        if let Response::GetItem(response) = &mut response {
            self.keep_item(at, key, response.item.clone());
            response.item = response.item.as_ref().map(|item| view.of(item));
        }
        Ok(response)
    }

    pub(crate) fn batch_get_item(
        &mut self,
        at: Timestamp,
        mut request: BatchGetItemRequest,
        tables: &mut impl Tables,
    ) -> Outcome {
        let Some(parts) = self.parts(at, &request) else {
            return tables.send(request.into());
        };
        let wanted = request.request_items.clone();
        let left = wanted
            .iter()
            .filter_map(|(table, wanted)| rest(parts.get(table), table, wanted));
        request.request_items = to_map(left);
        let reported = request.return_consumed_capacity;
        let mut response = BatchGetItemResponse::default();
        if !request.request_items.is_empty() {
            let answer = tables.send(request.into())?;
            let Response::BatchGetItem(answer) = answer else {
                return Ok(answer);
            };
            response = answer;
        }
        for (table, part) in parts {
            self.merge(at, &table, part, &mut response);
        }
        for (table, left) in &mut response.unprocessed_keys {
            if let Some(wanted) = wanted.get(table) {
                *left = KeysAndAttributes {
                    keys: mem::take(&mut left.keys),
                    ..wanted.clone()
                };
            }
        }
        report_all(&wanted, reported, &mut response);
        Ok(Response::BatchGetItem(response))
    }

    /// The reads of a batch with their cached items. Counts hits and misses. `None` for a batch that the table will
    /// refuse, and for one that names a table by its name and by its ARN: the table merges their entries (a model: AWS
    /// does not say what a cluster does with them). Omits tables with strongly consistent reads.
    fn parts(&mut self, at: Timestamp, request: &BatchGetItemRequest) -> Option<LiteMap<String, Part>> {
        let names = request.request_items.keys().map(|reference| table_name_of(reference));
        let is_repeated = |(place, name)| names.clone().take(place).any(|earlier| earlier == name);
        if names.clone().enumerate().any(is_repeated) {
            return None;
        }
        let mut parts: LiteMap<String, Part> = LiteMap::new();
        let mut seen = Vec::new();
        for (table, wanted) in &request.request_items {
            let view = batch_view(wanted)?;
            let mut members = Vec::with_capacity(wanted.keys.len());
            for item_key in &wanted.keys {
                let key = key::of_item(table, item_key)?;
                // The table refuses a key that occurs twice.
                if seen.contains(&key) {
                    return None;
                }
                seen.push(key.clone());
                let at_hand = self.item_at_hand(at, &key).cloned();
                members.push(Member {
                    key,
                    item_key: item_key.clone(),
                    at_hand,
                });
            }
            if wanted.consistent_read != Some(true) {
                parts.insert(table.clone(), Part { view, members });
            }
        }
        let members = parts.values().flat_map(|part| &part.members);
        let (hits, misses): (Vec<_>, Vec<_>) = members.partition(|member| member.at_hand.is_some());
        self.metrics.item_cache_hits += hits.len() as u64;
        self.metrics.item_cache_misses += misses.len() as u64;
        Some(parts)
    }

    /// Merges cached items with those of the table, in the order of the keys, and stores the new ones.
    fn merge(&mut self, at: Timestamp, table: &str, part: Part, response: &mut BatchGetItemResponse) {
        let names: Vec<Text> = part
            .members
            .first()
            .map_or_else(Vec::new, |member| names_of(&member.item_key));
        let sent = response.responses.remove(table).unwrap_or_default();
        let key_of = |item: &Arc<Item>| key::of_item(table, &key::part_of(item, names.iter())?);
        let mut sent = to_map(sent.into_iter().filter_map(|item| Some((key_of(&item)?, item))));
        let left = response.unprocessed_keys.get(table);
        let mut items = Vec::new();
        for Member { key, item_key, at_hand } in part.members {
            let item = if let Some(item) = at_hand {
                let used = self.next_use();
                self.items.touch(&key, used);
                item
            } else if left.is_some_and(|left| left.keys.contains(&item_key)) {
                continue;
            } else {
                let item = sent.remove(&key);
                self.keep_item(at, key, item.clone());
                item
            };
            items.extend(item.map(|item| part.view.of(&item)));
        }
        response.responses.insert(table.to_owned(), items);
    }
}

/// The key of an eventually consistent GetItem, and the view of its item. `None` for a request that must go to the
/// table.
fn readable(request: &GetItemRequest) -> Option<(Key, View)> {
    if request.consistent_read == Some(true) {
        return None;
    }
    let view = View::read(
        request.projection_expression.as_deref(),
        request.attributes_to_get.as_deref(),
        request.expression_attribute_names.as_ref(),
        &request.key,
    )?;
    Some((key::of_item(&request.table_name, &request.key)?, view))
}

fn batch_view(wanted: &KeysAndAttributes) -> Option<View> {
    View::read(
        wanted.projection_expression.as_deref(),
        wanted.attributes_to_get.as_deref(),
        wanted.expression_attribute_names.as_ref(),
        wanted.keys.first()?,
    )
}

/// The request for one table of a batch: the whole items that are not cached.
fn rest(part: Option<&Part>, table: &str, wanted: &KeysAndAttributes) -> Option<(String, KeysAndAttributes)> {
    let Some(part) = part else {
        return Some((table.to_owned(), wanted.clone()));
    };
    let missing = part.members.iter().filter(|member| member.at_hand.is_none());
    let keys: Vec<Item> = missing.map(|member| member.item_key.clone()).collect();
    let whole = KeysAndAttributes {
        keys,
        consistent_read: wanted.consistent_read,
        ..KeysAndAttributes::default()
    };
    (!whole.keys.is_empty()).then(|| (table.to_owned(), whole))
}

fn names_of(key: &Item) -> Vec<Text> {
    key.iter().map(|(name, _)| name.clone()).collect()
}

/// Adds the tables that were served from the cache alone to the cost report, with zero units.
fn report_all(
    wanted: &LiteMap<String, KeysAndAttributes>,
    reported: Option<ReturnConsumedCapacity>,
    response: &mut BatchGetItemResponse,
) {
    let paid = response.consumed_capacity.take().unwrap_or_default();
    let free = |table: &String| !paid.iter().any(|paid| paid.table_name == *table);
    let free: Vec<_> = wanted
        .keys()
        .filter(|table| free(table))
        .filter_map(|table| nothing(table, reported).map(|free| *free))
        .collect();
    let all: Vec<_> = paid.into_iter().chain(free).collect();
    response.consumed_capacity = (!all.is_empty()).then_some(all);
}
