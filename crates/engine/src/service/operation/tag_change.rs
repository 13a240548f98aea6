//! A change of the tags of a table or a stream, shared by TagResource and UntagResource.

use hashrange_values::Text;
use hashrange_wire::{LimitExceeded, ResourceInUse, ResourceNotFound, ServiceError, SettingError, Tag, table_name_of};

use crate::service::background::changes::table_change_due;
use crate::service::engine::Engine;
use crate::state::settings::Tags;
use crate::state::stream::name::StreamName;
use crate::state::table::Stage;
use crate::state::task::TableChange;

/// Tags to set, and keys to remove.
pub(super) struct TagChange {
    pub(super) set: Vec<Tag>,
    pub(super) remove: Vec<String>,
}

/// The tags of the table or stream with this ARN, and the table's name. A stream has tags of its own
/// (observed: stream-tags).
pub(super) fn tagged<'e>(engine: &'e Engine, arn: &str) -> Result<(&'e Tags, Text), ServiceError> {
    engine.catalogue.account_scope().check_tagged(arn)?;
    let missing = || ResourceNotFound::Arn { arn: arn.to_owned() };
    if let Ok(name) = StreamName::from_arn(arn) {
        let log = engine.shared.streams.get(&name).ok_or_else(missing)?;
        return Ok((&log.tags, name.table));
    }
    let table = engine.catalogue.get(table_name_of(arn)).ok_or_else(missing)?;
    Ok((&table.settings.tags, table.name.clone()))
}

/// Starts the change. A change without effect ends at once, and does not block another one (observed: tags-seen).
pub(super) fn change(engine: &mut Engine, arn: &str, change: TagChange) -> Result<Text, ServiceError> {
    let (tags, name) = tagged(engine, arn)?;
    let stream = StreamName::from_arn(arn).ok();
    let owner = engine.catalogue.get(&name).filter(|_| stream.is_none());
    match owner.map(|table| table.stage) {
        Some(Stage::Creating) => return Err(ResourceInUse::creating(&name).into()),
        Some(Stage::Deleting) => return Err(ResourceInUse::deleting(&name).into()),
        Some(Stage::Live) | None => {}
    }
    let most = engine.shared.options.limits.tags;
    if change.remove.len() > most || tags.after(&change.set, &change.remove).len() > most {
        return Err(SettingError::TooManyTags.into());
    }
    if !tags.admits(&change.set) {
        return Err(LimitExceeded::TagsBusy {
            table: name.to_string(),
        }
        .into());
    }
    match stream {
        Some(stream) => change_stream(engine, &stream, change),
        None => change_table(engine, &name, change)?,
    }
    Ok(name)
}

fn change_table(engine: &mut Engine, name: &str, change: TagChange) -> Result<(), ServiceError> {
    let table = engine.catalogue.named_mut(name)?;
    if let Some(number) = table.settings.tags.begin(change.set, &change.remove) {
        let span = engine.shared.options.physics.settings.tags;
        table_change_due(table, &mut engine.shared, TableChange::Tags(number), span);
    }
    Ok(())
}

/// Tags of a stream change at once (a model: nobody has published how long the service needs).
fn change_stream(engine: &mut Engine, name: &StreamName, change: TagChange) {
    let Some(log) = engine.shared.streams.get_mut(name) else {
        return;
    };
    if let Some(number) = log.tags.begin(change.set, &change.remove) {
        log.tags.finish(number);
    }
}
