//! A change of a table's tags: what TagResource and UntagResource have in common.

use hashrange_values::Text;
use hashrange_wire::{LimitExceeded, ResourceInUse, ResourceNotFound, ServiceError, SettingError, Tag, table_name_of};

use crate::service::background::changes::table_change_due;
use crate::service::engine::Engine;
use crate::state::table::{Stage, Table};
use crate::state::task::TableChange;

/// Tags to set, and keys to take off.
pub(super) struct TagChange {
    pub(super) set: Vec<Tag>,
    pub(super) remove: Vec<String>,
}

/// The table with this resource name.
pub(super) fn tagged<'e>(engine: &'e Engine, arn: &str) -> Result<&'e Table, ServiceError> {
    engine.catalogue.home().check_tagged(arn)?;
    let table = engine.catalogue.get(table_name_of(arn));
    table.ok_or_else(|| ResourceNotFound::Arn { arn: arn.to_owned() }.into())
}

/// Starts the change. One that changes nothing is over at once, and lets no other wait (observed).
pub(super) fn change(engine: &mut Engine, arn: &str, change: TagChange) -> Result<Text, ServiceError> {
    let table = tagged(engine, arn)?;
    match table.stage {
        Stage::Creating => return Err(ResourceInUse::creating(&table.name).into()),
        Stage::Deleting => return Err(ResourceInUse::deleting(&table.name).into()),
        Stage::Live => {}
    }
    let (tags, most) = (&table.settings.tags, engine.around.options.limits.tags);
    if change.remove.len() > most || tags.after(&change.set, &change.remove).len() > most {
        return Err(SettingError::TooManyTags.into());
    }
    if !tags.admits(&change.set) {
        return Err(LimitExceeded::TagsBusy { table: table.name.to_string() }.into());
    }
    let name = table.name.clone();
    let table = engine.catalogue.named_mut(&name)?;
    if let Some(number) = table.settings.tags.begin(change.set, &change.remove) {
        let span = engine.around.options.physics.settings.tags;
        table_change_due(table, &mut engine.around, TableChange::Tags(number), span);
    }
    Ok(name)
}
