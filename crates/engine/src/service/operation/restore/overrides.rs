//! The definition of a restored table, from its source and the overrides: billing, throughput, indexes. Texts and rules
//! are observed: restores-seen.

use hashrange_index::{IndexDefinition, IndexKind};
use hashrange_values::{Text, to_set};
use hashrange_wire::{
    BackupFault, BillingMode, GlobalSecondaryIndex, KeySchemaElement, OnDemandThroughput, Projection, ProjectionType,
    ProvisionedThroughput, RestoreOverrides, ServiceError, VectorIndex, VectorIndexError,
};

use crate::rules::new_index::add_index;
use crate::rules::{describe, setting_checks};
use crate::state::backups::Source;
use crate::state::definition::{NewIndex, TableDefinition};
use crate::state::options::EngineOptions;
use crate::state::throughput::Throughput;

/// The definition of the table to create.
pub(super) fn define(
    source: &Source,
    overrides: &RestoreOverrides,
    options: &EngineOptions,
) -> Result<TableDefinition, ServiceError> {
    let billing = overrides.billing_mode.unwrap_or(source.billing());
    if billing == BillingMode::Provisioned {
        refuse_limits(overrides.on_demand_throughput)?;
    }
    let rate = rate(source.definition.throughput.rate, billing, overrides)?;
    let limits = limits(
        overrides.on_demand_throughput,
        source.definition.throughput.on_demand,
        None,
        options,
    )?;
    let mut chosen = locals(source, overrides)?;
    chosen.extend(globals(source, billing, overrides, options)?);
    chosen.extend(vectors(source, overrides)?);
    let mut indexes = Vec::new();
    for index in chosen {
        // This also limits the number of each kind to that of the source.
        add_index(index, &mut indexes)?;
    }
    if billing == BillingMode::Provisioned && indexes.iter().any(|index| index.definition.vector().is_some()) {
        return Err(VectorIndexError::Provisioned.into());
    }
    let throughput = Throughput::new(rate, (billing == BillingMode::PayPerRequest).then_some(limits));
    Ok(TableDefinition {
        keys: source.definition.keys.clone(),
        billing,
        throughput,
        indexes,
    })
}

fn refuse_limits(asked: Option<OnDemandThroughput>) -> Result<(), BackupFault> {
    let asked = asked.unwrap_or_default();
    match (asked.max_read_request_units, asked.max_write_request_units) {
        (Some(_), _) => Err(BackupFault::LimitsProvisioned("MaxReadRequestUnits")),
        (_, Some(_)) => Err(BackupFault::LimitsProvisioned("MaxWriteRequestUnits")),
        (None, None) => Ok(()),
    }
}

/// The requested on-demand limits, or those of the source.
fn limits(
    asked: Option<OnDemandThroughput>,
    recorded: OnDemandThroughput,
    index: Option<&Text>,
    options: &EngineOptions,
) -> Result<OnDemandThroughput, ServiceError> {
    let Some(asked) = asked else { return Ok(recorded) };
    let outside = |units: Option<i64>| units.is_some_and(|units| units < 1);
    if outside(asked.max_read_request_units) {
        return Err(BackupFault::LimitsRange("MaxReadRequestUnits").into());
    }
    if outside(asked.max_write_request_units) {
        return Err(BackupFault::LimitsRange("MaxWriteRequestUnits").into());
    }
    setting_checks::within_quota(Some(asked), None, index, options)?;
    Ok(asked)
}

/// The requested rate of the table, or that of the source.
fn rate(
    recorded: Option<ProvisionedThroughput>,
    billing: BillingMode,
    overrides: &RestoreOverrides,
) -> Result<Option<ProvisionedThroughput>, BackupFault> {
    match (billing, overrides.provisioned_throughput) {
        (BillingMode::PayPerRequest, Some(_)) if overrides.billing_mode.is_some() => {
            Err(BackupFault::RateWithOnDemand(None))
        }
        (BillingMode::PayPerRequest, Some(_)) => Err(BackupFault::RateOnDemand),
        (BillingMode::PayPerRequest, None) => Ok(None),
        (BillingMode::Provisioned, asked) => asked.or(recorded).map(Some).ok_or(BackupFault::RateMissing(None)),
    }
}

fn locals(source: &Source, overrides: &RestoreOverrides) -> Result<Vec<NewIndex>, BackupFault> {
    let mut left: Vec<&NewIndex> = source.indexes(|kind| *kind == IndexKind::Local).collect();
    let Some(asked) = &overrides.local_secondary_indexes else {
        return Ok(left.into_iter().cloned().collect());
    };
    let mut chosen = Vec::new();
    for index in asked {
        chosen.push(renamed(
            &mut left,
            &index.index_name,
            &index.key_schema,
            &index.projection,
        )?);
    }
    Ok(chosen)
}

fn globals(
    source: &Source,
    billing: BillingMode,
    overrides: &RestoreOverrides,
    options: &EngineOptions,
) -> Result<Vec<NewIndex>, ServiceError> {
    let mut left: Vec<&NewIndex> = source.indexes(|kind| *kind == IndexKind::Global).collect();
    let mut chosen = Vec::new();
    let Some(asked) = &overrides.global_secondary_indexes else {
        for index in left {
            let missing = BackupFault::RateMissing(Some(index.definition.name.to_string()));
            let throughput = throughput(billing, index.throughput.rate, index.throughput.on_demand).ok_or(missing)?;
            chosen.push(NewIndex {
                throughput,
                definition: index.definition.clone(),
            });
        }
        return Ok(chosen);
    };
    for index in asked {
        // The service takes no warm throughput here (inferred: restore-warm-throughput).
        if index.warm_throughput.is_some() {
            return Err(BackupFault::Warm(index.index_name.clone()).into());
        }
        let found = renamed(&mut left, &index.index_name, &index.key_schema, &index.projection)?;
        let rate = index_rate(index, billing, overrides)?;
        let recorded = found.throughput.on_demand;
        let limits = limits(
            index.on_demand_throughput,
            recorded,
            Some(&found.definition.name),
            options,
        )?;
        let missing = BackupFault::IndexRateMissing(index.index_name.clone());
        let throughput = throughput(billing, rate, limits).ok_or(missing)?;
        chosen.push(NewIndex { throughput, ..found });
    }
    Ok(chosen)
}

/// The requested rate of a global index, if its table is provisioned.
fn index_rate(
    asked: &GlobalSecondaryIndex,
    billing: BillingMode,
    overrides: &RestoreOverrides,
) -> Result<Option<ProvisionedThroughput>, BackupFault> {
    let name = || asked.index_name.clone();
    match (billing, asked.provisioned_throughput, overrides.billing_mode) {
        (BillingMode::PayPerRequest, Some(_), Some(_)) => Err(BackupFault::RateWithOnDemand(Some(name()))),
        (BillingMode::PayPerRequest, Some(_), None) => Err(BackupFault::RateOnDemand),
        (BillingMode::Provisioned, None, Some(BillingMode::Provisioned)) => Err(BackupFault::RateMissing(Some(name()))),
        (_, rate, _) => Ok(rate),
    }
}

/// An index's throughput; `None` if it would be provisioned without a rate.
fn throughput(
    billing: BillingMode,
    rate: Option<ProvisionedThroughput>,
    limits: OnDemandThroughput,
) -> Option<Throughput> {
    match billing {
        BillingMode::PayPerRequest => Some(Throughput::new(None, Some(limits))),
        BillingMode::Provisioned => rate.map(|rate| Throughput::new(Some(rate), None)),
    }
}

fn vectors(source: &Source, overrides: &RestoreOverrides) -> Result<Vec<NewIndex>, BackupFault> {
    let mut left: Vec<&NewIndex> = source.indexes(|kind| matches!(kind, IndexKind::Vector(_))).collect();
    let Some(asked) = &overrides.vector_indexes else {
        return Ok(left.into_iter().cloned().collect());
    };
    let mut chosen = Vec::new();
    for index in asked {
        let wanted = sorted(index.clone());
        let same =
            |known: &&NewIndex| describe::vector_index_of(&known.definition).map(sorted).as_ref() == Some(&wanted);
        let place = left
            .iter()
            .position(same)
            .ok_or_else(|| BackupFault::OtherIndex(index.index_name.clone()))?;
        chosen.push(left.remove(place).clone());
    }
    Ok(chosen)
}

/// Sorts the names that a projection lists, because their order does not matter.
fn sorted(mut index: VectorIndex) -> VectorIndex {
    if let Some(names) = &mut index.projection.non_key_attributes {
        hashrange_values::sort(names);
    }
    index
}

/// The source's index with these keys and this projection, under the requested name: names are not compared. Each
/// source index is used once. Of several equal ones, the index with the requested name comes first.
fn renamed(
    left: &mut Vec<&NewIndex>,
    name: &str,
    keys: &[KeySchemaElement],
    projection: &Projection,
) -> Result<NewIndex, BackupFault> {
    let same = |index: &&NewIndex| {
        describe::key_schema(&index.definition.keys) == keys
            && index.definition.projection == asked_projection(projection)
    };
    let named = left
        .iter()
        .position(|index| same(index) && index.definition.name == name);
    let place = named.or_else(|| left.iter().position(same));
    let found = left.remove(place.ok_or_else(|| BackupFault::OtherIndex(name.to_owned()))?);
    let definition = IndexDefinition {
        name: Text::from(name),
        ..found.definition.clone()
    };
    Ok(NewIndex {
        definition,
        throughput: found.throughput.clone(),
    })
}

/// The requested projection; an empty one means all attributes (a choice).
fn asked_projection(projection: &Projection) -> hashrange_index::Projection {
    match (projection.projection_type, &projection.non_key_attributes) {
        (Some(ProjectionType::KeysOnly), _) => hashrange_index::Projection::KeysOnly,
        (Some(ProjectionType::Include), Some(names)) => {
            hashrange_index::Projection::Include(to_set(names.iter().cloned()))
        }
        _ => hashrange_index::Projection::All,
    }
}
