//! UpdateTimeToLive: enables or disables the expiry of items by an attribute.

use hashrange_wire::{
    Busy, ResourceInUse, Response, ServiceError, SettingError, UpdateTimeToLiveRequest, UpdateTimeToLiveResponse,
};

use crate::rules::outcome::{Done, Outcome};
use crate::service::background::{expiry, passes};
use crate::service::engine::Engine;
use crate::state::expiry::Expiry;
use crate::state::table::{Stage, Table};

pub(super) fn perform(engine: &mut Engine, request: UpdateTimeToLiveRequest) -> Outcome {
    let name = validate(engine, &request)?.name.clone();
    let setting = request.time_to_live_specification;
    let (table, shared) = (engine.catalogue.named_mut(&name)?, &mut engine.shared);
    let (now, period) = (shared.now, shared.options.physics.expiry.scan);
    table.expiry_changed = Some(now);
    if setting.enabled {
        let generation = table.expiry.as_ref().map_or(0, |expiry| expiry.generation) + 1;
        let attribute = setting.attribute_name.clone();
        table.expiry = Some(Expiry::new(
            attribute,
            generation,
            &table.items,
            now,
            period,
            &mut shared.random,
        ));
        expiry::gather(table, shared, generation, None);
    } else {
        if let Some(expiry) = &mut table.expiry {
            expiry.enabled = false;
        }
        passes::stop_due(table, shared);
    }
    let response = UpdateTimeToLiveResponse {
        time_to_live_specification: setting,
    };
    Ok(Done::about(Response::UpdateTimeToLive(response), Some(name)))
}

/// The table, if its TTL can be set this way; changes nothing.
pub(super) fn validate<'e>(engine: &'e Engine, request: &UpdateTimeToLiveRequest) -> Result<&'e Table, ServiceError> {
    let setting = &request.time_to_live_specification;
    let table = engine.catalogue.settled(&request.table_name)?;
    check_stage(table)?;
    check_content(table, &setting.attribute_name, setting.enabled)?;
    // The setting is checked first, the interval last (observed: ttl-setting-seen).
    let ready = table
        .expiry_changed
        .map(|changed| changed + engine.shared.options.physics.settings.expiry_cooldown);
    if ready.is_some_and(|ready| engine.shared.now < ready) {
        return Err(SettingError::ExpiryTooSoon.into());
    }
    Ok(table)
}

fn check_stage(table: &Table) -> Result<(), ServiceError> {
    match table.stage {
        Stage::Creating => Err(Busy::CreatingForExpiry(table.name.clone()).into()),
        Stage::Deleting => Err(ResourceInUse::deleting(&table.name).into()),
        Stage::Live => Ok(()),
    }
}

fn check_content(table: &Table, attribute: &str, enable: bool) -> Result<(), SettingError> {
    let current = table
        .expiry
        .as_ref()
        .filter(|expiry| expiry.enabled)
        .map(|expiry| &expiry.attribute);
    match (current, enable) {
        (None, true) => Ok(()),
        (None, false) => Err(SettingError::ExpiryDisabled),
        (Some(current), _) if current != attribute => Err(SettingError::ExpiryByOther(current.clone())),
        (Some(_), true) => Err(SettingError::ExpiryEnabled),
        (Some(_), false) => Ok(()),
    }
}
