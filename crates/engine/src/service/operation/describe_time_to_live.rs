//! DescribeTimeToLive: whether items expire. A table that never had TTL and one with disabled TTL have the same
//! description (observed: ttl-setting-seen).

use hashrange_wire::{DescribeTimeToLiveRequest, DescribeTimeToLiveResponse, Response, SettingError, TimeToLiveStatus};

use crate::rules::outcome::{Done, Outcome};
use crate::service::engine::Engine;
use crate::state::table::Stage;

pub(super) fn perform(engine: &Engine, request: &DescribeTimeToLiveRequest) -> Outcome {
    let table = engine.catalogue.named(&request.table_name)?;
    if table.stage != Stage::Live {
        return Err(SettingError::ExpiryUnknown(table.status().as_str()).into());
    }
    let attribute = table
        .expiry
        .as_ref()
        .filter(|expiry| expiry.enabled)
        .map(|expiry| expiry.attribute.clone());
    let status = if attribute.is_some() {
        TimeToLiveStatus::Enabled
    } else {
        TimeToLiveStatus::Disabled
    };
    let response = Response::DescribeTimeToLive(DescribeTimeToLiveResponse {
        status,
        attribute_name: attribute,
    });
    Ok(Done::about(response, Some(table.name.clone())))
}
