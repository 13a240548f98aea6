//! SearchVectors: the entries of a vector index that are nearest to a vector.
//!
//! It compares every entry in the searched range, so that the result is exact. The service's own search approximates,
//! in ways that are not documented (a model).

use std::cmp::Ordering;

use hashrange_capacity::Units;
use hashrange_expression::{
    KeyCondition, KeyTerm, KeyTest, Projection, SearchCondition, SearchTerm, Span, parse_projection,
    parse_search_condition,
};
use hashrange_index::{ELEMENT_BYTES, IndexDefinition, KeySchema, SearchRole, VectorRule, single};
use hashrange_store::{KeyRange, RowKey};
use hashrange_values::{AttributeValue, Item, Text};
use hashrange_wire::{
    Response, ReturnConsumedCapacity, SearchError, SearchResult, SearchVectorsRequest, SearchVectorsResponse,
    ServiceError, ValidationError,
};

use crate::rules::expressions::{self, all_used, refuse};
use crate::rules::item_checks;
use crate::rules::key_kind::empty_kind;
use crate::rules::outcome::{Done, Outcome};
use crate::rules::read::range::key_range;
use crate::service::engine::Engine;
use crate::state::index::Index;
use crate::state::log::consumption::{Consumption, Direction};
use crate::state::log::trace::{ReadTrace, Trace};
use crate::state::rows::ItemRow;
use crate::state::table::Table;

/// The maximum number of entries in one search response (documented: vector-indexes).
const MOST_RESULTS: i64 = 100;

pub(super) fn perform(engine: &Engine, request: &SearchVectorsRequest) -> Outcome {
    if request.top_k > MOST_RESULTS {
        return Err(SearchError::TopK {
            asked: request.top_k,
            most: MOST_RESULTS,
        }
        .into());
    }
    let (condition, projection) = parse(request)?;
    let table = engine.catalogue.usable(&request.table_name)?;
    let (index, rule) = find(table, &request.index_name)?;
    let query = query_vector(&request.search_vector, rule)?;
    check_condition(condition.as_ref(), rule)?;
    item_checks::paths(table, projection.iter().flat_map(Projection::mentions))?;
    let terms = condition.map(|condition| condition.terms).unwrap_or_default();
    let search = Search {
        index,
        rule,
        query: &query,
        terms: &terms,
    };
    let nearest = search.nearest(usize::try_from(request.top_k).unwrap_or_default())?;
    let answer = |(score, row): &(f32, &ItemRow)| SearchResult {
        item: answered(&row.value, &index.definition, &table.keys, projection.as_ref()),
        score: *score,
    };
    let results: Vec<SearchResult> = nearest.iter().map(answer).collect();
    let bytes = |((_, row), result): (&(f32, &ItemRow), &SearchResult)| {
        let whole = carried(&row.value, &index.definition, &table.keys);
        whole.map(|(name, value)| name.len() + value.size()).sum::<usize>() + vector_bytes(&result.item, rule)
    };
    let charged = request_bytes(nearest.iter().zip(&results).map(bytes), rule);
    let wanted = request
        .return_consumed_capacity
        .is_some_and(|detail| detail != ReturnConsumedCapacity::None);
    let response = SearchVectorsResponse {
        search_request_bytes: wanted.then_some(charged),
        results,
        vector_attribute: rule.attribute.clone(),
    };
    let mut used = Consumption::of_table(&table.name, Direction::Read, Units::ZERO);
    used.charge_vector(&index.definition.name, charged);
    let trace = engine
        .shared
        .context()
        .tracing
        .then(|| trace(table, index, &nearest, charged));
    Ok(Done::charged(Response::SearchVectors(response), used, trace))
}

/// What a search found: the keys of each entry in the table and in the index, and its score.
fn trace(table: &Table, index: &Index, nearest: &[(f32, &ItemRow)], bytes: u64) -> Trace {
    let keys = |entry: &Item| {
        let of_index = index.definition.keys.attributes();
        let names = table.keys.attributes().chain(of_index).map(|key| &key.name);
        let values = names.filter_map(|name| Some((name.clone(), entry.get(name)?.clone())));
        values.collect::<Item>()
    };
    let found = nearest.iter().map(|(score, row)| (keys(&row.value), row.size, *score));
    let (table, index) = (&table.name, &index.definition.name);
    Trace::Read(Box::new(ReadTrace::of_search(table, index, found.collect(), bytes)))
}

type SearchExpressions = (Option<SearchCondition>, Option<Projection>);

fn parse(request: &SearchVectorsRequest) -> Result<SearchExpressions, ServiceError> {
    let names = request.expression_attribute_names.as_ref();
    let mut scope = expressions::scope(names, request.expression_attribute_values.as_ref())?;
    let condition = request.search_condition_expression.as_deref();
    let condition = condition
        .map(|text| parse_search_condition(text, &mut scope))
        .transpose();
    let condition = condition.map_err(|error| refuse(&error))?;
    let projection = request.projection_expression.as_deref();
    let projection = projection.map(|text| parse_projection(text, &mut scope)).transpose();
    let projection = projection.map_err(|error| refuse(&error))?;
    all_used(&scope)?;
    Ok((condition, projection))
}

/// The vector index of this name, if it can be searched.
fn find<'t>(table: &'t Table, name: &str) -> Result<(&'t Index, &'t VectorRule), ServiceError> {
    let missing = || ValidationError::NoSuchIndex(name.to_owned());
    let index = table.index(name).filter(|index| index.is_there()).ok_or_else(missing)?;
    let rule = index.definition.vector().ok_or_else(missing)?;
    if index.is_readable() {
        Ok((index, rule))
    } else {
        Err(SearchError::Backfilling(name.into()).into())
    }
}

/// The query vector. The types of its values are checked before its length (observed: vector-search-order).
fn query_vector(elements: &[AttributeValue], rule: &VectorRule) -> Result<Vec<f32>, SearchError> {
    let vector: Option<Vec<f32>> = elements.iter().map(single).collect();
    let vector = vector.ok_or(SearchError::NotNumbers)?;
    if vector.len() != rule.dimensions {
        return Err(SearchError::Dimension {
            given: vector.len(),
            expected: rule.dimensions,
        });
    }
    Ok(vector)
}

/// Checks a condition against the search schema.
fn check_condition(condition: Option<&SearchCondition>, rule: &VectorRule) -> Result<(), SearchError> {
    let hash = rule.hash();
    let Some(condition) = condition else {
        return if hash.is_some() {
            Err(SearchError::ConditionMissing)
        } else {
            Ok(())
        };
    };
    if let Some(other) = condition
        .terms
        .iter()
        .find(|term| rule.schema_attribute(&term.attribute).is_none())
    {
        return Err(SearchError::NotInSchema(other.attribute.clone()));
    }
    if hash.is_some_and(|hash| !condition.terms.iter().any(|term| term.attribute == hash.name)) {
        return Err(SearchError::HashMissing);
    }
    condition.terms.iter().try_for_each(|term| check_term(term, rule))
}

fn check_term(term: &SearchTerm, rule: &VectorRule) -> Result<(), SearchError> {
    let Some(of_schema) = rule.schema_attribute(&term.attribute) else {
        return Ok(());
    };
    let attribute = term.attribute.clone();
    if !of_schema.key.key_type.matches(&term.value) {
        let (given, expected) = (
            term.value.attribute_type().descriptor(),
            of_schema.key.key_type.descriptor(),
        );
        return Err(SearchError::SchemaType {
            attribute,
            given,
            expected,
        });
    }
    match empty_kind(&term.value).filter(|_| of_schema.role == SearchRole::Hash) {
        Some(kind) => Err(SearchError::EmptyHash { kind, attribute }),
        None => Ok(()),
    }
}

/// The parameters of a valid search.
struct Search<'a> {
    index: &'a Index,
    rule: &'a VectorRule,
    query: &'a [f32],
    terms: &'a [SearchTerm],
}

impl<'a> Search<'a> {
    /// The entries nearest to the vector, nearest first. Entries at the same distance are ordered by their keys (a
    /// choice: the service's order changes from call to call, observed: vector-ties).
    fn nearest(&self, most: usize) -> Result<Vec<(f32, &'a ItemRow)>, ValidationError> {
        let mut scored: Vec<(f32, &RowKey, &ItemRow)> = Vec::new();
        for (key, vector) in self.index.vectors.range(self.range()?.bounds()) {
            let Some(row) = self.index.entries.get(key).filter(|row| self.admits(&row.value)) else {
                continue;
            };
            scored.push((self.rule.distance.score(self.query, vector), key, row));
        }
        let larger_first = self.rule.distance.larger_is_nearer();
        let nearer = |(a, a_key, _): &(f32, &RowKey, _), (b, b_key, _): &(f32, &RowKey, _)| -> Ordering {
            let order = a.total_cmp(b);
            (if larger_first { order.reverse() } else { order }).then_with(|| a_key.cmp(b_key))
        };
        hashrange_values::sort_by(&mut scored, nearer);
        scored.truncate(most);
        Ok(scored.into_iter().map(|(score, _, row)| (score, row)).collect())
    }

    /// The entries of one value of the index's partition key, or all entries.
    fn range(&self) -> Result<KeyRange, ValidationError> {
        let Some(hash) = self.rule.hash() else {
            return Ok(KeyRange::all());
        };
        let of_hash = self.terms.iter().filter(|term| term.attribute == hash.name);
        let equal = |term: &SearchTerm| KeyTerm {
            attribute: term.attribute.clone(),
            test: KeyTest::Equal(term.value.clone()),
            span: Span { start: 0, end: 0 },
        };
        key_range(
            &KeyCondition {
                terms: of_hash.map(equal).collect(),
            },
            &self.index.definition.keys,
        )
    }

    /// An entry without a filtered attribute does not match.
    fn admits(&self, entry: &Item) -> bool {
        self.terms
            .iter()
            .all(|term| entry.get(&term.attribute) == Some(&term.value))
    }
}

/// The returned attributes of an entry: those that the projection names, possibly the vector too. Without a projection,
/// all attributes of the index except the vector (observed: vector-results). Nothing is added to the named attributes.
fn answered(entry: &Item, index: &IndexDefinition, table_keys: &KeySchema, projection: Option<&Projection>) -> Item {
    if let Some(projection) = projection {
        return projection.apply(entry);
    }
    carried(entry, index, table_keys)
        .map(|(name, value)| (name.clone(), value.clone()))
        .collect()
}

/// The attributes of an entry that the index projects, except its vector.
fn carried<'e>(
    entry: &'e Item,
    index: &'e IndexDefinition,
    table_keys: &'e KeySchema,
) -> impl Iterator<Item = (&'e Text, &'e AttributeValue)> {
    let vector = index.vector().map(|rule| &rule.attribute);
    entry
        .iter()
        .filter(move |(name, _)| Some(*name) != vector && index.carries(name, table_keys))
}

/// The minimum bytes charged for a search (observed: vector-search-units).
const LEAST_REQUEST_BYTES: usize = 1_024;
/// Bytes charged for each found entry, in addition to its own bytes (a model).
const RESULT_BYTES: usize = 65;

/// Bytes charged for a search, computed from the bytes of the found entries (a model). AWS documents that a search is
/// charged for what it examines and returns, and that the examined part grows with the logarithm of the number of
/// entries (documented: vector-metrics). Measured figures change from call to call and from index to index, so the
/// examined part cannot be derived. It is the line of one sweep over dimensions, 30.6875 bytes for each
/// (observed: vector-search-line). All that the index projects of a found entry is returned, requested or not. Each
/// number of a returned vector adds four bytes.
fn request_bytes(found: impl Iterator<Item = usize>, rule: &VectorRule) -> u64 {
    let found: usize = found.map(|bytes| RESULT_BYTES + bytes).sum();
    (rule.dimensions * 491 / 16 + found).max(LEAST_REQUEST_BYTES) as u64
}

/// Bytes of a returned vector, without its name (observed: vector-search-units).
fn vector_bytes(reported: &Item, rule: &VectorRule) -> usize {
    match reported.get(&rule.attribute) {
        Some(AttributeValue::L(elements)) => ELEMENT_BYTES * elements.len(),
        _ => 0,
    }
}
