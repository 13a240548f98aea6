//! A pattern as a source of requests: each call is the request as written, with the next key values.
//!
//! Must not know when calls are sent.

use std::sync::Arc;

use hashrange_engine::{Engine, KeySchema};
use hashrange_expression::{KeyTest, Scope, parse_key_condition};
use hashrange_time::Random;
use hashrange_values::{AttributeValue, Item, Map, Number, Text};
use hashrange_wire::{Checked, QueryRequest, Request, table_name_of};

use crate::draw::Draw;
use crate::samples::{Sample, sample};
use crate::slots::{Slot, each_slot};
use crate::{KeySource, Pattern};

/// New number keys are above this one: applications use smaller numbers, among them microseconds since 1970.
const NEW_NUMBERS: i64 = 1_000_000_000_000_000_000;

/// The calls of a pattern.
#[derive(Clone, Debug)]
pub(crate) struct Calls {
    /// The request as written; `None` if the service refuses it.
    written: Option<Arc<Checked>>,
    /// The sample of each slot of the request, if its keys are replaced.
    slots: Vec<Option<usize>>,
    /// The sample of a Query, and each placeholder with the attribute that it is compared with.
    query: Option<(usize, Vec<(Text, Text)>)>,
    draw: Draw,
    /// The number of the next new key, and how many numbers it is from there to the next one of this pattern.
    new: u64,
    stride: u64,
    /// The draw and the number before the latest call.
    before: (Draw, u64),
}

impl Calls {
    /// The calls of the pattern at a place among all patterns. Samples that it needs are added.
    pub(crate) fn of(
        pattern: &Pattern,
        (place, all): (usize, usize),
        engine: &Engine,
        samples: &mut Vec<Sample>,
        random: &Random,
    ) -> Self {
        let mut request = Checked::decode(pattern.operation, pattern.body.as_bytes())
            .ok()
            .map(Checked::into_request);
        if let Some(Request::TransactWriteItems(transaction)) = &mut request {
            // With one token for all calls, only the first would write.
            transaction.client_request_token = None;
        }
        let (mut slots, mut query) = (Vec::new(), None);
        if let Some(request) = request.as_mut().filter(|_| pattern.keys != KeySource::Written) {
            each_slot(request, &mut |table, slot| {
                let full = matches!(slot, Slot::Key(_));
                let (Slot::Key(like) | Slot::Put(like)) = slot;
                slots.push(sample(samples, engine, (table, None), full, like));
            });
            if let Request::Query(asked) = request {
                query = placeholders(asked, engine, samples);
            }
        }
        let draw = Draw::new(pattern.keys, random.fork(&place.to_string()));
        let new = place as u64;
        Self {
            written: request.and_then(|request| Checked::of(request).ok().map(Arc::new)),
            slots,
            query,
            before: (draw.clone(), new),
            draw,
            new,
            stride: all as u64,
        }
    }

    /// The next request; `None` if the service would refuse it before it looks at its tables.
    pub(crate) fn next(&mut self, samples: &[Sample]) -> Option<Checked> {
        let mut checked = Checked::clone(self.written.as_ref()?);
        if self.slots.is_empty() && self.query.is_none() {
            return Some(checked);
        }
        self.before = (self.draw.clone(), self.new);
        let mut request = checked.into_request();
        self.fill(&mut request, samples);
        checked = Checked::of(request).ok()?;
        Some(checked)
    }

    /// The latest request once more.
    pub(crate) fn latest(&self, samples: &[Sample]) -> Option<Request> {
        let (draw, new) = self.before.clone();
        let mut before = Self {
            draw,
            new,
            ..self.clone()
        };
        before.next(samples).map(Checked::into_request)
    }

    fn fill(&mut self, request: &mut Request, samples: &[Sample]) {
        let Self {
            slots,
            query,
            draw,
            new,
            stride,
            ..
        } = self;
        let mut slots = slots.iter();
        // A batch or transaction must not contain a key twice.
        let mut taken: Vec<(usize, u64)> = Vec::new();
        each_slot(request, &mut |_, slot| {
            let Some((number, sample)) = slots
                .next()
                .and_then(|number| Some(((*number)?, samples.get((*number)?)?)))
            else {
                return;
            };
            match slot {
                Slot::Key(key) => {
                    if let Some(value) = unused(draw, (number, sample), &mut taken) {
                        key.clone_from(value);
                    }
                }
                Slot::Put(item) => {
                    renew(item, sample, draw, *new);
                    *new += *stride;
                }
            }
        });
        if let (Request::Query(asked), Some((number, placeholders))) = (request, query.as_ref())
            && let Some(sample) = samples.get(*number).filter(|sample| sample.len() > 0)
        {
            let value = sample.value(draw.position(sample));
            ask(asked, value, placeholders);
        }
    }
}

/// The next value that the request does not contain yet; `None` if it contains all of them.
fn unused<'a>(
    draw: &mut Draw,
    (number, sample): (usize, &'a Sample),
    taken: &mut Vec<(usize, u64)>,
) -> Option<&'a Item> {
    if sample.len() == 0 {
        return None;
    }
    let mut position = draw.position(sample);
    for _ in 0..sample.len() {
        if !taken.contains(&(number, position)) {
            taken.push((number, position));
            return sample.value(position);
        }
        position = (position + 1) % sample.len();
    }
    None
}

/// Gives a put its partition key value from the items, and a new sort key. The only key of a table is new.
fn renew(item: &mut Item, sample: &Sample, draw: &mut Draw, number: u64) {
    if let Some(sort) = sample.keys.sort.first() {
        if let Some(value) = item.get_mut(&sort.name) {
            *value = new_value(value, number);
        }
        if sample.len() > 0
            && let Some(values) = sample.value(draw.position(sample))
        {
            put(item, values);
        }
    } else if let Some(value) = sample.keys.partition.first().and_then(|only| item.get_mut(&only.name)) {
        *value = new_value(value, number);
    }
}

/// A key value that no other call uses.
fn new_value(written: &AttributeValue, number: u64) -> AttributeValue {
    match written {
        AttributeValue::S(text) => AttributeValue::S(format!("{text}#{number}").into()),
        AttributeValue::N(_) => {
            let number = i64::try_from(number).unwrap_or(i64::MAX);
            AttributeValue::N(Number::from(NEW_NUMBERS.saturating_add(number)))
        }
        AttributeValue::B(bytes) => AttributeValue::B(bytes.iter().copied().chain(number.to_be_bytes()).collect()),
        other => other.clone(),
    }
}

/// Replaces attributes that a map has.
fn put(map: &mut Map, values: &Item) {
    for (name, value) in values.iter() {
        if let Some(old) = map.get_mut(name) {
            old.clone_from(value);
        }
    }
}

/// The sample of a Query, and each placeholder that is compared with a partition key attribute.
fn placeholders(
    asked: &QueryRequest,
    engine: &Engine,
    samples: &mut Vec<Sample>,
) -> Option<(usize, Vec<(Text, Text)>)> {
    let (table, index) = (asked.table_name.as_str(), asked.index_name.as_deref());
    let keys = engine.table(table_name_of(table))?.keys_of(index)?;
    let values = asked.expression_attribute_values.as_ref()?;
    let mut found = Vec::new();
    for (placeholder, _) in values.iter() {
        // The placeholder of an attribute is the one whose value becomes the value of its term.
        let mut marked = values.clone();
        if let Some(value) = marked.get_mut(placeholder) {
            *value = AttributeValue::Null;
        }
        for (attribute, value) in compared(asked, Some(&marked), keys).iter() {
            if *value == AttributeValue::Null {
                found.push((placeholder.clone(), attribute.clone()));
            }
        }
    }
    let like = compared(asked, Some(values), keys);
    let number = sample(samples, engine, (table, index), false, &like)?;
    (!found.is_empty()).then_some((number, found))
}

/// The partition key attributes of a Query's key condition, each with the value that it is compared with.
pub(crate) fn compared(asked: &QueryRequest, values: Option<&Map>, keys: &KeySchema) -> Item {
    let mut scope = Scope::new(asked.expression_attribute_names.as_deref(), values);
    let text = asked.key_condition_expression.as_deref().unwrap_or_default();
    let terms = parse_key_condition(text, &mut scope).map_or_else(|_| Vec::new(), |condition| condition.terms);
    let terms = terms.into_iter().filter_map(|term| match term.test {
        KeyTest::Equal(value) => Some((term.attribute, value)),
        _ => None,
    });
    terms
        .filter(|(attribute, _)| keys.partition.iter().any(|key| key.name == *attribute))
        .collect()
}

/// Asks for another partition key value, from its first page on.
fn ask(asked: &mut QueryRequest, value: Option<&Item>, placeholders: &[(Text, Text)]) {
    asked.exclusive_start_key = None;
    let (Some(value), Some(values)) = (value, &mut asked.expression_attribute_values) else {
        return;
    };
    for (placeholder, attribute) in placeholders {
        if let (Some(old), Some(new)) = (values.get_mut(placeholder), value.get(attribute)) {
            old.clone_from(new);
        }
    }
}
