//! The item after an update, and the checks of updates.
//!
//! Must not know conditions, or who requests the update.

use std::sync::Arc;

use hashrange_expression::{Applied, Update};
use hashrange_store::Row;
use hashrange_values::{Item, MAX_NESTING, Path};
use hashrange_wire::{ServiceError, StatementFault, ValidationError};

use crate::rules::expressions::refuse;
use crate::rules::index_keys::{self, Updated};
use crate::rules::origin::Origin;
use crate::state::rows::{ItemRow, measured};
use crate::state::table::Table;

/// Refuses an update of the primary key, or of a part of it (found by public suites).
pub(crate) fn check_keys_untouched(table: &Table, update: &Update) -> Result<(), ServiceError> {
    for target in update.targets() {
        if table.keys.contains(&target.path.attribute) {
            return Err(ValidationError::UpdateOfKey(target.path.attribute.clone()).into());
        }
    }
    Ok(())
}

/// The item after the update. A missing item starts as its key alone.
pub(crate) fn applied(before: Option<&Item>, key: &Item, update: Option<&Update>) -> Result<Applied, ServiceError> {
    let Some(update) = update else {
        return Ok(Applied {
            item: before.unwrap_or(key).clone(),
            touched: Vec::new(),
        });
    };
    match before {
        Some(item) => update.apply(item),
        None => update.apply_new(key),
    }
    .map_err(|error| refuse(&error))
}

/// The size limit of an updated item, and how its size is measured.
#[derive(Clone, Copy)]
pub(crate) struct Measure {
    pub(crate) limit: usize,
    pub(crate) origin: Origin,
}

/// Returns the item after an update, and the paths that the update names.
pub(crate) fn updated(
    table: &Table,
    before: Option<&Item>,
    key: &Item,
    update: Option<&Update>,
    measure: Measure,
) -> Result<(Option<ItemRow>, Vec<Path>), ServiceError> {
    let Applied { mut item, touched } = applied(before, key, update)?;
    let size = measured(&item);
    check_result(table, &item, size, Updated { before, update }, measure)?;
    item.shrink();
    // An update that only removes attributes does not create an item (observed: update-creates).
    let creates = before.is_some() || !update.is_some_and(Update::only_clears);
    Ok((
        creates.then(|| Row {
            value: Arc::new(item),
            size,
        }),
        touched,
    ))
}

fn check_result(
    table: &Table,
    item: &Item,
    size: u32,
    updated: Updated<'_>,
    measure: Measure,
) -> Result<(), ServiceError> {
    index_keys::of_result(table, item, updated)?;
    if item.iter().any(|(_, value)| value.nesting() >= MAX_NESTING) {
        return Err(match measure.origin {
            // Statements have a shorter error text (observed: statement-nesting).
            Origin::Statement => StatementFault::Nesting.into(),
            _ => ValidationError::NestingLevels.into(),
        });
    }
    if size as usize > measure.limit {
        return Err(ValidationError::ItemSizeToUpdate.into());
    }
    Ok(())
}
