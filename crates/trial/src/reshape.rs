//! Checks which change applies to which subject, and applies changes of requests.
//!
//! Must not know how the second engine is changed.

use hashrange_endpoint::Settings;
use hashrange_engine::{Engine, IndexKind, IndexView, KeySchema, TableView, Throttling};
use hashrange_values::{AttributeValue, Item, KeyType, Text};
use hashrange_wire::{BillingMode, Request};
use hashrange_workload::LoadPlan;

use crate::equality::as_query;
use crate::halve::{half, halved};
use crate::subject::What;
use crate::{Change, IndexChoice, NotApplicable, plan};

/// The subject with the change.
///
/// # Errors
/// When the change does not apply.
pub(crate) fn reshaped(
    (engine, settings): (&Engine, &Settings),
    what: &What,
    change: &Change,
) -> Result<What, NotApplicable> {
    let name = what.table().ok_or(NotApplicable::NoSubject)?;
    let table = engine
        .table(name)
        .ok_or_else(|| NotApplicable::NoTable { table: name.to_owned() })?;
    fits_table(table, settings, change)?;
    match what {
        What::Load { plan, seed } => {
            fits_load(plan, change)?;
            Ok(What::Load {
                plan: Box::new(plan::changed(plan, change)),
                seed: *seed,
            })
        }
        What::Request(request) => Ok(What::Request(Box::new(of_request(table, request, change)?))),
    }
}

fn already<T>(what: String) -> Result<T, NotApplicable> {
    Err(NotApplicable::Already { what })
}

fn fits_table(table: TableView<'_>, settings: &Settings, change: &Change) -> Result<(), NotApplicable> {
    let throttles = settings.physics.throttling.mode != Throttling::Off;
    match change {
        Change::Provisioned { .. } | Change::OnDemand if !throttles => Err(NotApplicable::ThrottlingOff),
        Change::OnDemand if table.billing() == BillingMode::PayPerRequest => {
            already("the table is on demand".to_owned())
        }
        Change::Provisioned {
            index: Some(name),
            reads,
            writes,
        } => {
            let index = named(table, name)?;
            match index.definition().kind {
                IndexKind::Local => return Err(NotApplicable::LocalHasNoThroughput { index: name.clone() }),
                IndexKind::Vector(_) => return Err(NotApplicable::VectorIndex { index: name.clone() }),
                IndexKind::Global => {}
            }
            let rate = index.throughput().ok_or(NotApplicable::TableOnDemand)?;
            same_rate((rate.read_capacity_units, rate.write_capacity_units), (*reads, *writes))
        }
        Change::Provisioned {
            index: None,
            reads,
            writes,
        } => table.throughput().map_or(Ok(()), |rate| {
            same_rate((rate.read_capacity_units, rate.write_capacity_units), (*reads, *writes))
        }),
        Change::Projection { index, .. } => {
            let found = named(table, index)?;
            let vector = found.definition().vector().is_some();
            if vector {
                Err(NotApplicable::VectorIndex { index: index.clone() })
            } else {
                Ok(())
            }
        }
        Change::Accelerator { on } if settings.dax.is_some() == *on => {
            already(if *on { "DAX is on" } else { "DAX is off" }.to_owned())
        }
        _ => Ok(()),
    }
}

fn same_rate(rate: (u64, u64), asked: (Option<u64>, Option<u64>)) -> Result<(), NotApplicable> {
    let (reads, writes) = (asked.0.unwrap_or(rate.0), asked.1.unwrap_or(rate.1));
    if (reads, writes) == rate {
        return already(format!("{reads} RCU and {writes} WCU are provisioned"));
    }
    Ok(())
}

/// The index of this name.
pub(crate) fn named<'a>(table: TableView<'a>, name: &str) -> Result<IndexView<'a>, NotApplicable> {
    let missing = || NotApplicable::NoIndex {
        table: table.name().to_string(),
        index: name.to_owned(),
    };
    table
        .indexes()
        .find(|index| index.definition().name == name)
        .ok_or_else(missing)
}

fn fits_load(plan: &LoadPlan, change: &Change) -> Result<(), NotApplicable> {
    let (reads, _) = plan::directions(plan);
    match change {
        Change::Suffixes { count: 0, .. } => Err(NotApplicable::NoSuffixes),
        Change::Suffixes { .. } if plan.target.partition.kind != KeyType::S => Err(NotApplicable::SuffixesNeedString {
            key: plan.target.partition.name.clone(),
        }),
        Change::Suffixes { count, choice }
            if plan
                .suffixes
                .as_ref()
                .is_some_and(|known| (known.count, known.choice) == (*count, *choice)) =>
        {
            already(format!("the load has {count} suffixes"))
        }
        Change::QueryInstead { .. } => Err(NotApplicable::NotAScan {
            operation: "load".to_owned(),
        }),
        Change::Consistency { .. } if !reads => Err(NotApplicable::NotARead),
        Change::Consistency { strong } if plan.consistent == *strong => already(consistency(*strong)),
        Change::Accelerator { on: true } if !reads => Err(NotApplicable::AcceleratorOnlyReads),
        Change::Accelerator { on: true } if plan.consistent => Err(NotApplicable::AcceleratorOnlyEventual),
        _ => Ok(()),
    }
}

fn consistency(strong: bool) -> String {
    format!(
        "the reads are {} consistent",
        if strong { "strongly" } else { "eventually" }
    )
}

fn of_request(table: TableView<'_>, request: &Request, change: &Change) -> Result<Request, NotApplicable> {
    match change {
        Change::Suffixes { .. } => Err(NotApplicable::SuffixesNeedLoad),
        Change::QueryInstead { index } => query_instead(table, request, index),
        Change::Consistency { strong } => with_consistency(table, request.clone(), *strong),
        Change::HalfSize => half_size(table, request),
        Change::Accelerator { on: true } => match consistent(request) {
            None => Err(NotApplicable::AcceleratorOnlyReads),
            Some(true) => Err(NotApplicable::AcceleratorOnlyEventual),
            Some(false) => Ok(request.clone()),
        },
        _ => Ok(request.clone()),
    }
}

/// Whether a read is strongly consistent; `None` for a write.
fn consistent(request: &Request) -> Option<bool> {
    let asked = match request {
        Request::GetItem(request) => request.consistent_read,
        Request::Query(request) => request.consistent_read,
        Request::Scan(request) => request.consistent_read,
        _ => return None,
    };
    Some(asked == Some(true))
}

fn query_instead(table: TableView<'_>, request: &Request, index: &IndexChoice) -> Result<Request, NotApplicable> {
    let Request::Scan(scan) = request else {
        return Err(NotApplicable::NotAScan {
            operation: request.operation().name().to_owned(),
        });
    };
    let of_index = |name: &str, keys: &KeySchema, global: bool| {
        if global && scan.consistent_read == Some(true) {
            return Err(NotApplicable::GlobalIndexNotStrong);
        }
        as_query(scan, Some(name), keys)
    };
    let query = match index {
        IndexChoice::Table => as_query(scan, None, table.keys())?,
        IndexChoice::New { name, keys, .. } => of_index(name, keys, true)?,
        IndexChoice::Existing(name) => {
            let index = named(table, name)?.definition();
            if index.vector().is_some() {
                return Err(NotApplicable::VectorIndex { index: name.clone() });
            }
            of_index(name, &index.keys, index.kind == IndexKind::Global)?
        }
    };
    Ok(query.into())
}

/// The read with another consistency.
///
/// # Errors
/// When it is no read, has this consistency, or cannot have it.
pub(crate) fn with_consistency(
    table: TableView<'_>,
    mut request: Request,
    strong: bool,
) -> Result<Request, NotApplicable> {
    if consistent(&request) == Some(strong) {
        return already(consistency(strong));
    }
    let (asked, index) = match &mut request {
        Request::GetItem(request) => (&mut request.consistent_read, None),
        Request::Query(request) => (&mut request.consistent_read, request.index_name.clone()),
        Request::Scan(request) => (&mut request.consistent_read, request.index_name.clone()),
        _ => return Err(NotApplicable::NotARead),
    };
    let global = index.is_some_and(|name| {
        table
            .indexes()
            .any(|index| index.definition().name == name && index.definition().kind == IndexKind::Global)
    });
    if global && strong {
        return Err(NotApplicable::GlobalIndexNotStrong);
    }
    *asked = Some(strong);
    Ok(request)
}

/// The request with items and values half as big.
///
/// # Errors
/// When it has none that could be smaller.
pub(crate) fn half_size(table: TableView<'_>, request: &Request) -> Result<Request, NotApplicable> {
    let mut request = request.clone();
    match &mut request {
        Request::PutItem(put) => {
            put.item = halved(&put.item, &key_names(table)).ok_or(NotApplicable::NothingToHalve)?;
        }
        Request::UpdateItem(update) => {
            let values = update
                .expression_attribute_values
                .as_ref()
                .ok_or(NotApplicable::NothingToHalve)?;
            let half: Item = values.iter().map(|(name, value)| (name.clone(), half(value))).collect();
            update.expression_attribute_values = Some(half);
        }
        Request::GetItem(_) | Request::Query(_) | Request::Scan(_) | Request::DeleteItem(_) => {
            let keys = key_names(table);
            if !table.items().any(|(item, _)| halved(item, &keys).is_some()) {
                return Err(NotApplicable::NothingToHalve);
            }
        }
        _ => {}
    }
    Ok(request)
}

/// The key attributes of a table and of its indexes, and the TTL attribute.
pub(crate) fn key_names(table: TableView<'_>) -> Vec<Text> {
    let of_indexes = table.indexes().flat_map(|index| index.definition().keys.attributes());
    let mut names: Vec<Text> = table
        .keys()
        .attributes()
        .chain(of_indexes)
        .map(|key| key.name.clone())
        .collect();
    names.extend(table.expires_by().cloned());
    names
}

/// A key's value in readable form.
pub(crate) fn plain(value: &AttributeValue) -> String {
    match value {
        AttributeValue::S(text) => text.to_string(),
        AttributeValue::N(number) => number.to_string(),
        other => format!("({})", other.attribute_type().descriptor()),
    }
}
