//! Checks an UpdateTable request against itself: most changes must be the only one (observed: update-table-rules, with
//! the order of refusals).

use hashrange_values::first_repeat;
use hashrange_wire::{
    BillingMode, GlobalSecondaryIndexUpdate, KeySchemaError, OnDemandThroughput, ServiceError, SettingError,
    UpdateTableError, UpdateTableRequest, VectorIndexUpdate, WarmThroughput,
};

use crate::rules::setting_checks;

/// The kinds of change in a request.
struct Concerns {
    billing: Option<BillingMode>,
    rate: bool,
    /// Whether an index is created or deleted.
    online: bool,
    create: bool,
    indexes: bool,
    stream: bool,
    encryption: bool,
    class: bool,
    protection: bool,
    limits: bool,
    warm: bool,
}

/// Refuses a request that contradicts itself.
pub(super) fn check(request: &UpdateTableRequest) -> Result<(), ServiceError> {
    let concerns = Concerns::of(request);
    concerns.check_alone()?;
    concerns.check_pairs()?;
    check_indexes(request)?;
    check_billing(request)?;
    if let Some(stream) = request.stream_specification {
        match (stream.stream_enabled, stream.stream_view_type) {
            (true, None) => return Err(SettingError::StreamNeedsView.into()),
            (false, Some(_)) => return Err(SettingError::StreamHasView.into()),
            _ => {}
        }
    }
    setting_checks::encryption(request.sse_specification.as_ref())?;
    Ok(())
}

/// Limits without any member count as absent. The service fails if they are the only change
/// (observed: on-demand-limits).
pub(super) fn limits_of(asked: Option<OnDemandThroughput>) -> Option<OnDemandThroughput> {
    asked.filter(|limits| *limits != OnDemandThroughput::default())
}

/// Warm throughput without any member counts as absent, see [`limits_of`].
pub(super) fn warm_of(asked: Option<WarmThroughput>) -> Option<WarmThroughput> {
    asked.filter(|warm| *warm != WarmThroughput::default())
}

impl Concerns {
    fn of(request: &UpdateTableRequest) -> Self {
        let updates = request.global_secondary_index_updates.as_deref().unwrap_or_default();
        let is_create = |update: &GlobalSecondaryIndexUpdate| matches!(update, GlobalSecondaryIndexUpdate::Create(_));
        // An empty list is no change (observed: vector-updates).
        let vectors = request.vector_index_updates.as_deref().unwrap_or_default();
        let is_vector_create = |update: &VectorIndexUpdate| matches!(update, VectorIndexUpdate::Create(_));
        let is_change = |update: &GlobalSecondaryIndexUpdate| matches!(update, GlobalSecondaryIndexUpdate::Update(_));
        Self {
            billing: request.billing_mode,
            rate: request.provisioned_throughput.is_some(),
            online: !vectors.is_empty() || updates.iter().any(|update| !is_change(update)),
            create: vectors.iter().any(is_vector_create) || updates.iter().any(is_create),
            indexes: !vectors.is_empty() || !updates.is_empty(),
            stream: request.stream_specification.is_some(),
            encryption: request.sse_specification.is_some(),
            class: request.table_class.is_some(),
            protection: request.deletion_protection_enabled.is_some(),
            limits: limits_of(request.on_demand_throughput).is_some(),
            warm: warm_of(request.warm_throughput).is_some(),
        }
    }

    fn count(&self) -> usize {
        let each = [
            self.billing.is_some() || self.rate,
            self.indexes,
            self.stream,
            self.encryption,
            self.class,
            self.protection,
            self.limits,
            self.warm,
        ];
        each.into_iter().filter(|there| *there).count()
    }

    fn check_alone(&self) -> Result<(), UpdateTableError> {
        let count = self.count();
        if count == 0 {
            return Err(UpdateTableError::Nothing);
        }
        if count == 1 {
            return Ok(());
        }
        let alone = [
            (self.encryption, "Server-Side Encryption modification"),
            (self.class, "TableClass modification"),
            (self.protection, "DeletionProtection modification"),
        ];
        if let Some((_, what)) = alone.into_iter().find(|(there, _)| *there) {
            return Err(UpdateTableError::NotAlone(what));
        }
        if self.warm && self.create {
            return Err(UpdateTableError::IndexWithWarm);
        }
        if self.warm && !self.limits {
            return Err(UpdateTableError::NotAlone("WarmThroughput"));
        }
        Ok(())
    }

    fn check_pairs(&self) -> Result<(), UpdateTableError> {
        if self.limits && (self.rate || self.indexes || self.stream || self.warm) {
            return Err(UpdateTableError::OnDemandNotAlone);
        }
        let provisioning = self.rate || self.billing == Some(BillingMode::Provisioned);
        if self.stream && provisioning {
            return Err(UpdateTableError::Together(
                "modify stream status while updating table IOPS",
            ));
        }
        if self.online && self.rate && self.billing.is_none() {
            return Err(UpdateTableError::Together(
                "create or delete index while updating table IOPS",
            ));
        }
        if self.online && self.stream {
            return Err(UpdateTableError::Together(
                "create or delete index while changing stream status",
            ));
        }
        Ok(())
    }
}

fn check_indexes(request: &UpdateTableRequest) -> Result<(), ServiceError> {
    let Some(updates) = &request.global_secondary_index_updates else {
        return Ok(());
    };
    if updates.is_empty() {
        return Err(UpdateTableError::NoIndexUpdates.into());
    }
    let names: Vec<&str> = updates.iter().map(GlobalSecondaryIndexUpdate::index_name).collect();
    let twice = first_repeat(&names);
    for (place, update) in updates.iter().enumerate() {
        if twice == Some(place) {
            return Err(UpdateTableError::IndexTwice(update.index_name().to_owned()).into());
        }
        if let GlobalSecondaryIndexUpdate::Update(action) = update
            && action.warm_throughput == Some(WarmThroughput::default())
        {
            return Err(SettingError::WarmEmpty(action.index_name.clone()).into());
        }
    }
    Ok(())
}

fn check_billing(request: &UpdateTableRequest) -> Result<(), ServiceError> {
    match (request.billing_mode, request.provisioned_throughput) {
        (Some(BillingMode::Provisioned), None) => Err(UpdateTableError::ThroughputMissing.into()),
        (Some(BillingMode::PayPerRequest), Some(_)) => Err(KeySchemaError::ThroughputWithPayPerRequest.into()),
        _ => Ok(()),
    }
}
