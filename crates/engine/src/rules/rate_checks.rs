//! Checks the quotas of provisioned throughput: of one table or index, and of the account.

use hashrange_values::Text;
use hashrange_wire::{CapacityDirection, LimitExceeded, ProvisionedThroughput, ServiceError};

use crate::state::catalogue::Catalogue;
use crate::state::definition::TableDefinition;
use crate::state::options::EngineOptions;
use crate::state::table::Table;

const DIRECTIONS: [CapacityDirection; 2] = [CapacityDirection::Read, CapacityDirection::Write];

/// Checks the rates a table is created with.
pub(crate) fn created(
    catalogue: &Catalogue,
    options: &EngineOptions,
    definition: &TableDefinition,
) -> Result<(), ServiceError> {
    let mut asked: Vec<ProvisionedThroughput> = definition.throughput.rate.into_iter().collect();
    if let Some(rate) = definition.throughput.rate {
        resource(options, None, rate)?;
    }
    for index in &definition.indexes {
        if let Some(rate) = index.throughput.rate {
            resource(options, Some(&index.definition.name), rate)?;
            asked.push(rate);
        }
    }
    account(catalogue, options, &asked, &[])
}

/// Refuses a rate that no table or index may have.
pub(crate) fn resource(
    options: &EngineOptions,
    index: Option<&Text>,
    rate: ProvisionedThroughput,
) -> Result<(), LimitExceeded> {
    let maximum = options.limits.table_units;
    for direction in DIRECTIONS {
        let requested = units(rate, direction);
        if requested > maximum {
            let region = options.region.clone();
            return Err(match index {
                None => LimitExceeded::TableRate {
                    direction,
                    requested,
                    region,
                    maximum,
                },
                Some(index) => LimitExceeded::IndexRate {
                    index: index.clone(),
                    direction,
                    requested,
                    region,
                    maximum,
                },
            });
        }
    }
    Ok(())
}

/// Refuses rates that exceed the account's quota. `given_back` are the rates that they replace.
pub(crate) fn account(
    catalogue: &Catalogue,
    options: &EngineOptions,
    asked: &[ProvisionedThroughput],
    given_back: &[ProvisionedThroughput],
) -> Result<(), ServiceError> {
    let maximum = options.limits.account_units;
    for direction in DIRECTIONS {
        let sum = |rates: &[ProvisionedThroughput]| rates.iter().map(|rate| units(*rate, direction)).sum::<u64>();
        let reserved = catalogue.iter().map(|table| reserved(table, direction)).sum::<u64>();
        let (requested, after) = (sum(asked), (reserved + sum(asked)).saturating_sub(sum(given_back)));
        if after > maximum && requested > sum(given_back) {
            let region = options.region.clone();
            return Err(LimitExceeded::AccountRate {
                direction,
                region,
                reserved,
                maximum,
                requested,
            }
            .into());
        }
    }
    Ok(())
}

/// Units a table and its indexes have provisioned.
fn reserved(table: &Table, direction: CapacityDirection) -> u64 {
    let of_indexes = table.global_indexes().filter_map(|index| index.throughput.rate);
    table
        .throughput
        .rate
        .into_iter()
        .chain(of_indexes)
        .map(|rate| units(rate, direction))
        .sum()
}

fn units(rate: ProvisionedThroughput, direction: CapacityDirection) -> u64 {
    match direction {
        CapacityDirection::Read => rate.read_capacity_units,
        CapacityDirection::Write => rate.write_capacity_units,
    }
}
