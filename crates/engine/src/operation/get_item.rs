//! GetItem: one item by its full primary key.

use std::sync::Arc;

use hashrange_capacity::{CapacityKind, Consistency, Line, Units, What, read_units};
use hashrange_expression::{Projection, parse_projection};
use hashrange_store::RowKey;
use hashrange_wire::{GetItemRequest, GetItemResponse, Response};

use super::{Done, Outcome, all_used, item_checks, legacy, refuse};
use crate::read::consistency;
use crate::table::Table;
use crate::trace::Trace;
use crate::{Consumption, Direction, Engine, Fate, PageEnd, PartitionRead, ReadTrace, Walked};

pub(super) fn perform(engine: &Engine, request: &GetItemRequest) -> Outcome {
    let mut scope = super::scope(request.expression_attribute_names.as_ref(), None)?;
    let projection = request.projection_expression.as_deref().map(|text| parse_projection(text, &mut scope));
    let projection = projection.transpose().map_err(|error| refuse(&error))?;
    let projection = projection.or_else(|| legacy::projection(request.attributes_to_get.as_deref()));
    all_used(&scope)?;

    let table = engine.catalogue.usable(&request.table_name)?;
    let key = item_checks::key(table, &request.key)?;
    item_checks::paths(table, projection.iter().flat_map(Projection::mentions))?;
    let row = table.items.get(&key);
    let consistency = consistency(request.consistent_read);
    // A missing item costs as much as the smallest one (documented).
    let size = row.map_or(0, |row| row.size);
    let units = read_units(u64::from(size), consistency);
    let consumption = Consumption::of_table(Direction::Read, units);
    let item = row.map(|row| match &projection {
        Some(projection) => Arc::new(projection.apply(&row.value)),
        None => Arc::clone(&row.value),
    });
    let trace = engine.tracing.then(|| trace(table, &key, request, consistency, units));
    let response = GetItemResponse {
        item,
        consumed_capacity: consumption.report(&request.table_name, request.return_consumed_capacity),
    };
    Ok(Done {
        response: Response::GetItem(response),
        table: Some(table.name.clone()),
        consumption: Some(consumption),
        trace,
    })
}

fn trace(table: &Table, key: &RowKey, request: &GetItemRequest, consistency: Consistency, units: Units) -> Trace {
    let row = table.items.get(key);
    let walked =
        row.map(|row| Walked { key: request.key.clone(), size: row.size, fate: Fate::Returned, fetched: None });
    let partition = PartitionRead {
        partition: table.items.partition_of(key.placement()),
        line: Line::single(CapacityKind::Read, What::TableItem, row.map_or(0, |row| u64::from(row.size))),
    };
    Trace::Read(Box::new(ReadTrace {
        table: table.name.clone(),
        index: None,
        consistency,
        forward: true,
        walked: walked.into_iter().collect(),
        unlisted: 0,
        not_reached_before: Vec::new(),
        not_reached_after: Vec::new(),
        partitions: vec![partition],
        fetched: None,
        end: PageEnd::Exhausted,
        units,
    }))
}
