//! A change of a table's tags, shared by TagResource and UntagResource.

use hashrange_values::Text;
use hashrange_wire::{LimitExceeded, ResourceInUse, ResourceNotFound, ServiceError, SettingError, Tag, table_name_of};

use crate::service::background::changes::table_change_due;
use crate::service::engine::Engine;
use crate::state::table::{Stage, Table};
use crate::state::task::TableChange;

/// Tags to set, and keys to remove.
pub(super) struct TagChange {
    pub(super) set: Vec<Tag>,
    pub(super) remove: Vec<String>,
}

/// The table with this ARN.
pub(super) fn tagged<'e>(engine: &'e Engine, arn: &str) -> Result<&'e Table, ServiceError> {
    engine.catalogue.account_scope().check_tagged(arn)?;
    let table = engine.catalogue.get(table_name_of(arn));
    table.ok_or_else(|| ResourceNotFound::Arn { arn: arn.to_owned() }.into())
}

/// Starts the change. A change without effect ends at once, and does not block another one (observed: tags-seen).
pub(super) fn change(engine: &mut Engine, arn: &str, change: TagChange) -> Result<Text, ServiceError> {
    let table = tagged(engine, arn)?;
    match table.stage {
        Stage::Creating => return Err(ResourceInUse::creating(&table.name).into()),
        Stage::Deleting => return Err(ResourceInUse::deleting(&table.name).into()),
        Stage::Live => {}
    }
    let (tags, most) = (&table.settings.tags, engine.shared.options.limits.tags);
    if change.remove.len() > most || tags.after(&change.set, &change.remove).len() > most {
        return Err(SettingError::TooManyTags.into());
    }
    if !tags.admits(&change.set) {
        return Err(LimitExceeded::TagsBusy {
            table: table.name.to_string(),
        }
        .into());
    }
    let name = table.name.clone();
    let table = engine.catalogue.named_mut(&name)?;
    if let Some(number) = table.settings.tags.begin(change.set, &change.remove) {
        let span = engine.shared.options.physics.settings.tags;
        table_change_due(table, &mut engine.shared, TableChange::Tags(number), span);
    }
    Ok(name)
}
