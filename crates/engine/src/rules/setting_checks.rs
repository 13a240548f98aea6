//! Checks of settings that CreateTable and UpdateTable share: stream, encryption, on-demand limits, warm throughput.

use hashrange_values::Text;
use hashrange_wire::{
    BillingMode, CapacityDirection, CreateTableRequest, GlobalSecondaryIndex, LimitExceeded, OnDemandThroughput,
    ProvisionedThroughput, ServiceError, SettingError, SseSpecification, SseType, StreamSpecification, WarmThroughput,
};

use crate::state::definition::TableDefinition;
use crate::state::options::EngineOptions;
use crate::state::settings::MANAGED_KEY;
use crate::state::throughput::ON_DEMAND_WARM;

/// Checks the settings a table is created with.
pub(crate) fn created(
    request: &CreateTableRequest,
    definition: &TableDefinition,
    options: &EngineOptions,
) -> Result<(), ServiceError> {
    match request.stream_specification {
        Some(StreamSpecification {
            stream_enabled: true,
            stream_view_type: None,
        }) => {
            return Err(SettingError::CreatedStreamNeedsView.into());
        }
        Some(StreamSpecification {
            stream_enabled: false,
            stream_view_type: Some(_),
        }) => {
            return Err(SettingError::CreatedStreamHasView.into());
        }
        _ => {}
    }
    encryption(request.sse_specification.as_ref())?;
    let asked_of_table = AskedThroughput {
        on_demand: request.on_demand_throughput,
        warm: request.warm_throughput,
        rate: request.provisioned_throughput,
    };
    created_throughput(None, definition.billing, asked_of_table)?;
    for index in request.global_secondary_indexes.iter().flatten() {
        let name = Text::from(index.index_name.as_str());
        let asked = AskedThroughput::of_index(index);
        created_throughput(Some(&name), definition.billing, asked)?;
        within_quota(asked.on_demand, asked.warm, Some(&name), options)?;
    }
    within_quota(request.on_demand_throughput, request.warm_throughput, None, options)?;
    if request
        .tags
        .as_ref()
        .is_some_and(|tags| tags.len() > options.limits.tags)
    {
        return Err(SettingError::TooManyTags.into());
    }
    Ok(())
}

/// The requested throughput of a new table or index.
#[derive(Clone, Copy)]
pub(crate) struct AskedThroughput {
    pub(crate) on_demand: Option<OnDemandThroughput>,
    pub(crate) warm: Option<WarmThroughput>,
    pub(crate) rate: Option<ProvisionedThroughput>,
}

impl AskedThroughput {
    /// The requested throughput of a global index.
    pub(crate) fn of_index(index: &GlobalSecondaryIndex) -> Self {
        Self {
            on_demand: index.on_demand_throughput,
            warm: index.warm_throughput,
            rate: index.provisioned_throughput,
        }
    }
}

/// Checks the on-demand limits and the warm throughput of a new table or index.
pub(crate) fn created_throughput(
    index: Option<&Text>,
    billing: BillingMode,
    AskedThroughput { on_demand, warm, rate }: AskedThroughput,
) -> Result<(), SettingError> {
    if let Some(on_demand) = on_demand {
        if let Some(member) = first_member(on_demand).filter(|_| billing == BillingMode::Provisioned) {
            return Err(SettingError::CreatedOnDemandWhileProvisioned {
                member,
                index: index.cloned(),
            });
        }
        // -1 removes a limit, and is refused on creation (observed: on-demand-limits).
        on_demand_range(on_demand, index, 1)?;
    }
    let Some(warm) = warm else { return Ok(()) };
    match (billing, rate) {
        (BillingMode::Provisioned, Some(rate)) => {
            let floors = [
                "ReadCapacityUnits of ProvisionedThroughput",
                "WriteCapacityUnits of ProvisionedThroughput",
            ];
            warm_floor(warm, index, rate, floors)
        }
        _ => warm_floor(warm, index, ON_DEMAND_WARM, ["initial throughput for OnDemand"; 2]),
    }
}

/// The members of on-demand limits, with their names.
fn members(limits: OnDemandThroughput) -> [(&'static str, Option<i64>, CapacityDirection); 2] {
    [
        (
            "MaxReadRequestUnits",
            limits.max_read_request_units,
            CapacityDirection::Read,
        ),
        (
            "MaxWriteRequestUnits",
            limits.max_write_request_units,
            CapacityDirection::Write,
        ),
    ]
}

/// The first member that was given.
pub(crate) fn first_member(limits: OnDemandThroughput) -> Option<&'static str> {
    members(limits)
        .into_iter()
        .find(|(_, units, _)| units.is_some())
        .map(|(member, ..)| member)
}

/// Refuses numbers that are not limits. Below one, only -1 is valid, and only in updates.
pub(crate) fn on_demand_range(
    limits: OnDemandThroughput,
    index: Option<&Text>,
    least: i64,
) -> Result<(), SettingError> {
    let outside = |units: i64| units < least || units == 0;
    match members(limits)
        .into_iter()
        .find(|(_, units, _)| units.is_some_and(outside))
    {
        Some((member, ..)) => Err(SettingError::OnDemandRange {
            member,
            index: index.cloned(),
        }),
        None => Ok(()),
    }
}

/// Refuses on-demand limits and warm throughput above the table's maximum.
pub(crate) fn within_quota(
    on_demand: Option<OnDemandThroughput>,
    warm: Option<WarmThroughput>,
    index: Option<&Text>,
    options: &EngineOptions,
) -> Result<(), LimitExceeded> {
    let most = i64::try_from(options.limits.table_units).unwrap_or(i64::MAX);
    let warm_members = warm.map(warm_members).into_iter().flatten();
    let warm_members = warm_members.map(|(member, units, direction)| ("WarmThroughput", member, units, direction));
    let limits = on_demand.map(members).into_iter().flatten();
    let limits = limits.map(|(member, units, direction)| ("OnDemandThroughput", member, units, direction));
    for (setting, member, units, direction) in limits.chain(warm_members) {
        if units.is_some_and(|units| units > most) {
            let resource = match (index, setting) {
                (None, _) => "table".to_owned(),
                (Some(index), "OnDemandThroughput") => format!("index : {index}"),
                (Some(index), _) => format!("index {index}"),
            };
            return Err(LimitExceeded::Setting {
                member,
                setting,
                resource,
                direction,
                region: options.region.clone(),
            });
        }
    }
    Ok(())
}

fn warm_members(warm: WarmThroughput) -> [(&'static str, Option<i64>, CapacityDirection); 2] {
    [
        (
            "ReadUnitsPerSecond",
            warm.read_units_per_second,
            CapacityDirection::Read,
        ),
        (
            "WriteUnitsPerSecond",
            warm.write_units_per_second,
            CapacityDirection::Write,
        ),
    ]
}

/// Refuses warm throughput below the minimum.
pub(crate) fn warm_floor(
    warm: WarmThroughput,
    index: Option<&Text>,
    least: ProvisionedThroughput,
    floors: [&'static str; 2],
) -> Result<(), SettingError> {
    let least = [least.read_capacity_units, least.write_capacity_units];
    for (((member, units, _), least), floor) in warm_members(warm).into_iter().zip(least).zip(floors) {
        if units.is_some_and(|units| u64::try_from(units).unwrap_or(0) < least) {
            return Err(SettingError::WarmTooLow {
                member,
                index: index.cloned(),
                floor,
            });
        }
    }
    Ok(())
}

/// Checks that an encryption setting is consistent.
pub(crate) fn encryption(setting: Option<&SseSpecification>) -> Result<(), SettingError> {
    let Some(setting) = setting else { return Ok(()) };
    if setting.enabled == Some(false) {
        if setting.sse_type.is_some() {
            return Err(SettingError::EncryptionOff("SSEType"));
        }
        if setting.kms_master_key_id.is_some() {
            return Err(SettingError::EncryptionOff("KMSMasterKeyId"));
        }
    }
    match (setting.sse_type, &setting.kms_master_key_id) {
        (Some(SseType::Aes256), _) => Err(SettingError::EncryptionAes),
        (None, Some(_)) => Err(SettingError::EncryptionKeyNeedsKms),
        _ => Ok(()),
    }
}

/// The ARN of the requested key; `None` for the service's own key. A name or alias is used unchanged.
pub(crate) fn encryption_key(setting: Option<&SseSpecification>, options: &EngineOptions) -> Option<String> {
    let setting = setting?;
    let on = setting.enabled.unwrap_or(setting.sse_type == Some(SseType::Kms));
    let key = |id: &str| format!("arn:aws:kms:{}:{}:key/{id}", options.region, options.account);
    on.then(|| match setting.kms_master_key_id.as_deref() {
        None | Some("alias/aws/dynamodb") => key(MANAGED_KEY),
        Some(arn) if arn.starts_with("arn:") => arn.to_owned(),
        Some(id) => key(id.strip_prefix("alias/").unwrap_or(id)),
    })
}
