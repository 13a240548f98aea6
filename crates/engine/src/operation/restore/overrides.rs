//! What of a source is restored, and what otherwise: billing, throughput, indexes. Texts and rules are observed.

use hashrange_index::{IndexDefinition, IndexKind};
use hashrange_values::Text;
use hashrange_wire::{
    BackupFault, BillingMode, GlobalSecondaryIndex, KeySchemaElement, OnDemandThroughput, Projection,
    ProvisionedThroughput, RestoreOverrides,
};

use crate::backups::Source;
use crate::describe;
use crate::schema::{NewIndex, TableDefinition};
use crate::throughput::Throughput;

/// The definition of the table to make.
pub(super) fn define(source: &Source, overrides: &RestoreOverrides) -> Result<TableDefinition, BackupFault> {
    let billing = overrides.billing_mode.unwrap_or(source.billing());
    check_limits(billing, overrides)?;
    let rate = rate(source.definition.throughput.rate, billing, overrides)?;
    let limits = overrides.on_demand_throughput.or(Some(source.definition.throughput.on_demand));
    let mut indexes = locals(source, overrides)?;
    indexes.extend(globals(source, billing, overrides)?);
    indexes.extend(vectors(source, overrides)?);
    let throughput = Throughput::new(rate, limits.filter(|_| billing == BillingMode::PayPerRequest));
    Ok(TableDefinition { keys: source.definition.keys.clone(), billing, throughput, indexes })
}

fn check_limits(billing: BillingMode, overrides: &RestoreOverrides) -> Result<(), BackupFault> {
    let Some(limits) = overrides.on_demand_throughput.filter(|_| billing == BillingMode::Provisioned) else {
        return Ok(());
    };
    match limits {
        OnDemandThroughput { max_read_request_units: Some(_), .. } => {
            Err(BackupFault::LimitsProvisioned("MaxReadRequestUnits"))
        }
        OnDemandThroughput { max_write_request_units: Some(_), .. } => {
            Err(BackupFault::LimitsProvisioned("MaxWriteRequestUnits"))
        }
        OnDemandThroughput { .. } => Ok(()),
    }
}

/// The table's rate.
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
    let all = || source.indexes(|kind| *kind == IndexKind::Local);
    let Some(asked) = &overrides.local_secondary_indexes else { return Ok(all().cloned().collect()) };
    let find = |asked: &hashrange_wire::LocalSecondaryIndex| {
        renamed(all(), &asked.index_name, &asked.key_schema, &asked.projection)
    };
    asked.iter().map(find).collect()
}

fn globals(source: &Source, billing: BillingMode, overrides: &RestoreOverrides) -> Result<Vec<NewIndex>, BackupFault> {
    let all = || source.indexes(|kind| *kind == IndexKind::Global);
    let switched = overrides.billing_mode == Some(BillingMode::Provisioned);
    let with_rate = |index: NewIndex, rate: Option<ProvisionedThroughput>, missing: fn(String) -> BackupFault| {
        let limits = Some(index.throughput.on_demand);
        let throughput = match (billing, rate) {
            (BillingMode::PayPerRequest, _) => Throughput::new(None, limits),
            (BillingMode::Provisioned, Some(rate)) => Throughput::new(Some(rate), None),
            (BillingMode::Provisioned, None) => return Err(missing(index.definition.name.to_string())),
        };
        Ok(NewIndex { throughput, ..index })
    };
    let Some(asked) = &overrides.global_secondary_indexes else {
        let kept = |index: &NewIndex| {
            with_rate(index.clone(), index.throughput.rate, |name| BackupFault::RateMissing(Some(name)))
        };
        return all().map(kept).collect();
    };
    let made = |asked: &GlobalSecondaryIndex| {
        let index = renamed(all(), &asked.index_name, &asked.key_schema, &asked.projection)?;
        if asked.provisioned_throughput.is_some() && billing == BillingMode::PayPerRequest {
            return Err(match overrides.billing_mode {
                Some(_) => BackupFault::RateWithOnDemand(Some(asked.index_name.clone())),
                None => BackupFault::RateOnDemand,
            });
        }
        let missing: fn(String) -> BackupFault =
            if switched { |name| BackupFault::RateMissing(Some(name)) } else { BackupFault::IndexRateMissing };
        with_rate(index, asked.provisioned_throughput, missing)
    };
    asked.iter().map(made).collect()
}

fn vectors(source: &Source, overrides: &RestoreOverrides) -> Result<Vec<NewIndex>, BackupFault> {
    let all = || source.indexes(|kind| matches!(kind, IndexKind::Vector(_)));
    let Some(asked) = &overrides.vector_indexes else { return Ok(all().cloned().collect()) };
    let find = |asked: &hashrange_wire::VectorIndex| {
        let same = |index: &&NewIndex| describe::vector_index_of(&index.definition).as_ref() == Some(asked);
        all().find(same).cloned().ok_or_else(|| BackupFault::OtherIndex(asked.index_name.clone()))
    };
    asked.iter().map(find).collect()
}

/// The index of the source with these keys and this projection, under the name asked for: names are not compared.
fn renamed<'s>(
    mut all: impl Iterator<Item = &'s NewIndex>,
    name: &str,
    keys: &[KeySchemaElement],
    projection: &Projection,
) -> Result<NewIndex, BackupFault> {
    let same = |index: &&NewIndex| {
        describe::key_schema(&index.definition.keys) == keys
            && index.definition.projection == asked_projection(projection)
    };
    let found = all.find(same).ok_or_else(|| BackupFault::OtherIndex(name.to_owned()))?;
    let definition = IndexDefinition { name: Text::from(name), ..found.definition.clone() };
    Ok(NewIndex { definition, throughput: found.throughput.clone() })
}

/// What a projection asks for; one that says nothing is that of all attributes (a choice).
fn asked_projection(projection: &Projection) -> hashrange_index::Projection {
    use hashrange_wire::ProjectionType;
    match (projection.projection_type, &projection.non_key_attributes) {
        (Some(ProjectionType::KeysOnly), _) => hashrange_index::Projection::KeysOnly,
        (Some(ProjectionType::Include), Some(names)) => {
            hashrange_index::Projection::Include(names.iter().cloned().collect())
        }
        _ => hashrange_index::Projection::All,
    }
}
