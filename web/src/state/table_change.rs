//! Changes of an existing table as typed, and their requests.
//!
//! Owns reading typed text, and the distinction between a change and no change. Must not know the page, nor what the
//! service refuses.

use hashrange_wire::{
    AttributeDefinition, BillingMode, GlobalSecondaryIndex, GlobalSecondaryIndexDescription,
    GlobalSecondaryIndexUpdate, KeyRole, KeySchemaElement, OnDemandThroughput, Projection, ProjectionType,
    ProvisionedThroughput, ProvisionedThroughputDescription, ScalableDimension, ScalableResource, ScalingMetric,
    TableDescription, TargetTracking, UpdateGlobalSecondaryIndexAction, UpdateTableRequest, VectorIndexUpdate,
};
use hashrange_words::t;

use super::design_form::{DesignForm, request_of};
use hashrange_values::real;

/// The name of the index in a request that only tests whether an index could be created.
const PROBE: &str = "ByProbe";
/// The default rate of a table or index without rates (also the console's).
const USUAL_RATE: &str = "5";

/// Rates of a table or index as typed: the provisioned rates, and the maximum rates on demand (empty for no maximum).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RateDraft {
    /// Read units a second.
    pub read: String,
    /// Write units a second.
    pub write: String,
    /// The maximum read units a second on demand.
    pub most_read: String,
    /// The maximum write units a second on demand.
    pub most_write: String,
}

/// Capacity of a table as typed, with the rates its indexes get when it is switched to provisioned.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CapacityDraft {
    /// The billing mode.
    pub mode: BillingMode,
    /// The table's rates.
    pub rates: RateDraft,
    /// Each global index with its rates.
    pub indexes: Vec<(String, RateDraft)>,
}

/// The result of a draft: a request, no change, or an invalid number.
pub type Drafted = Result<Option<UpdateTableRequest>, &'static str>;

fn no_rate() -> &'static str {
    t!("A whole number of units per second, 1 or more.")
}
fn no_most() -> &'static str {
    t!("A whole number of units per second, 1 or more; empty for no maximum.")
}

/// The mode of a table.
#[must_use]
pub fn mode_of(table: &TableDescription) -> BillingMode {
    table
        .billing_mode_summary
        .map_or(BillingMode::Provisioned, |summary| summary.billing_mode)
}

impl RateDraft {
    /// The current values.
    #[must_use]
    pub fn of(rates: &ProvisionedThroughputDescription, most: Option<OnDemandThroughput>) -> Self {
        let rate = |units: u64| {
            if units == 0 {
                USUAL_RATE.to_owned()
            } else {
                units.to_string()
            }
        };
        let limit = |units: Option<i64>| units.filter(|units| *units > 0).map(|units| units.to_string());
        let most = most.unwrap_or_default();
        Self {
            read: rate(rates.read_capacity_units),
            write: rate(rates.write_capacity_units),
            most_read: limit(most.max_read_request_units).unwrap_or_default(),
            most_write: limit(most.max_write_request_units).unwrap_or_default(),
        }
    }

    fn provisioned(&self) -> Result<ProvisionedThroughput, &'static str> {
        let units = |text: &str| {
            text.trim()
                .parse::<u64>()
                .ok()
                .filter(|units| *units > 0)
                .ok_or(no_rate())
        };
        Ok(ProvisionedThroughput {
            read_capacity_units: units(&self.read)?,
            write_capacity_units: units(&self.write)?,
        })
    }

    /// The maximum rates that differ from those before. -1 removes a maximum (documented: on-demand-maximum). `None`
    /// when none differs.
    fn limits(&self, before: &Self) -> Result<Option<OnDemandThroughput>, &'static str> {
        let units = |text: &str, before: &str| match text.trim() {
            same if same == before => Ok(None),
            "" => Ok(Some(-1)),
            text => text
                .parse::<i64>()
                .ok()
                .filter(|units| *units > 0)
                .map(Some)
                .ok_or(no_most()),
        };
        let limits = OnDemandThroughput {
            max_read_request_units: units(&self.most_read, &before.most_read)?,
            max_write_request_units: units(&self.most_write, &before.most_write)?,
        };
        Ok((limits != OnDemandThroughput::default()).then_some(limits))
    }
}

impl CapacityDraft {
    /// The current values.
    #[must_use]
    pub fn of(table: &TableDescription) -> Self {
        let indexes = table.global_secondary_indexes.iter();
        Self {
            mode: mode_of(table),
            rates: RateDraft::of(&table.provisioned_throughput, table.on_demand_throughput),
            indexes: indexes
                .map(|index| (index.index_name.clone(), rates_of(index)))
                .collect(),
        }
    }

    /// The request that makes the change.
    ///
    /// # Errors
    /// The error in the typed text.
    pub fn request(&self, table: &TableDescription) -> Drafted {
        let (before, mode) = (Self::of(table), mode_of(table));
        let request = UpdateTableRequest {
            table_name: table.table_name.clone(),
            ..UpdateTableRequest::default()
        };
        match (mode, self.mode) {
            (BillingMode::Provisioned, BillingMode::Provisioned) => {
                let rates = self.rates.provisioned()?;
                let same = before.rates.provisioned() == Ok(rates);
                let provisioned_throughput = Some(rates);
                Ok((!same).then(|| UpdateTableRequest {
                    provisioned_throughput,
                    ..request
                }))
            }
            (BillingMode::PayPerRequest, BillingMode::PayPerRequest) => {
                let limits = self.rates.limits(&before.rates)?;
                Ok(limits.map(|limits| UpdateTableRequest {
                    on_demand_throughput: Some(limits),
                    ..request
                }))
            }
            (_, BillingMode::PayPerRequest) => Ok(Some(UpdateTableRequest {
                billing_mode: Some(BillingMode::PayPerRequest),
                ..request
            })),
            (_, BillingMode::Provisioned) => {
                let rates = self.rates.provisioned()?;
                Ok(Some(UpdateTableRequest {
                    billing_mode: Some(BillingMode::Provisioned),
                    provisioned_throughput: Some(rates),
                    global_secondary_index_updates: self.updates()?,
                    ..request
                }))
            }
        }
    }

    /// Rates of every index. A table that is switched to provisioned must set them (documented: mode-switching).
    fn updates(&self) -> Result<Option<Vec<GlobalSecondaryIndexUpdate>>, &'static str> {
        let mut updates = Vec::new();
        for (name, rates) in &self.indexes {
            let action = UpdateGlobalSecondaryIndexAction {
                index_name: name.clone(),
                provisioned_throughput: Some(rates.provisioned()?),
                ..UpdateGlobalSecondaryIndexAction::default()
            };
            updates.push(GlobalSecondaryIndexUpdate::Update(action));
        }
        Ok((!updates.is_empty()).then_some(updates))
    }
}

/// The current values of an index.
#[must_use]
pub fn rates_of(index: &GlobalSecondaryIndexDescription) -> RateDraft {
    RateDraft::of(&index.provisioned_throughput, index.on_demand_throughput)
}

/// The request that sets the typed rates of an index.
///
/// # Errors
/// The error in the typed text.
pub fn index_rates(table: &TableDescription, index: &GlobalSecondaryIndexDescription, typed: &RateDraft) -> Drafted {
    let before = rates_of(index);
    let index_name = index.index_name.clone();
    let action = UpdateGlobalSecondaryIndexAction {
        index_name,
        ..UpdateGlobalSecondaryIndexAction::default()
    };
    let action = match mode_of(table) {
        BillingMode::Provisioned => {
            let rates = typed.provisioned()?;
            let same = before.provisioned() == Ok(rates);
            let provisioned_throughput = Some(rates);
            (!same).then_some(UpdateGlobalSecondaryIndexAction {
                provisioned_throughput,
                ..action
            })
        }
        BillingMode::PayPerRequest => {
            let limits = typed.limits(&before)?;
            limits.map(|limits| UpdateGlobalSecondaryIndexAction {
                on_demand_throughput: Some(limits),
                ..action
            })
        }
    };
    Ok(action.map(|action| of_index(table, GlobalSecondaryIndexUpdate::Update(action))))
}

/// The request that deletes an index.
#[must_use]
pub fn without_index(table: &TableDescription, index: &str) -> UpdateTableRequest {
    of_index(
        table,
        GlobalSecondaryIndexUpdate::Delete {
            index_name: index.to_owned(),
        },
    )
}

/// The request that deletes a vector index.
#[must_use]
pub fn without_vector_index(table: &TableDescription, index: &str) -> UpdateTableRequest {
    UpdateTableRequest {
        table_name: table.table_name.clone(),
        vector_index_updates: Some(vec![VectorIndexUpdate::Delete {
            index_name: index.to_owned(),
        }]),
        ..UpdateTableRequest::default()
    }
}

/// The request for the latest global index of a form, with only the definitions of the index's own keys.
#[must_use]
pub fn with_index(form: &DesignForm, table: &TableDescription) -> Option<UpdateTableRequest> {
    let whole = form.to_request();
    let index = whole.global_secondary_indexes?.pop()?;
    let mut definitions = whole.attribute_definitions;
    let is_key = |definition: &AttributeDefinition| {
        index
            .key_schema
            .iter()
            .any(|key| key.attribute_name == definition.attribute_name)
    };
    definitions.retain(is_key);
    let update = of_index(table, GlobalSecondaryIndexUpdate::Create(Box::new(index)));
    Some(UpdateTableRequest {
        attribute_definitions: Some(definitions),
        ..update
    })
}

/// A form with the current table and one more global index; `None` at the limit.
#[must_use]
pub fn index_form(table: &TableDescription) -> Option<(DesignForm, u32)> {
    let mut form = DesignForm::from_request(&request_of(table)).ok()?;
    let id = form.add_index(super::table_schema::IndexKind::Global)?;
    Some((form, id))
}

/// A request for a minimal index. A refusal of it applies to every other index.
#[must_use]
pub fn any_index(table: &TableDescription) -> UpdateTableRequest {
    let key = table.key_schema.iter().find(|key| key.key_type == KeyRole::Hash);
    let attribute_name = key.map(|key| key.attribute_name.clone()).unwrap_or_default();
    let rates = ProvisionedThroughput {
        read_capacity_units: 1,
        write_capacity_units: 1,
    };
    let index = GlobalSecondaryIndex {
        index_name: PROBE.to_owned(),
        key_schema: vec![KeySchemaElement {
            attribute_name: attribute_name.clone(),
            key_type: KeyRole::Hash,
        }],
        projection: Projection {
            projection_type: Some(ProjectionType::KeysOnly),
            non_key_attributes: None,
        },
        provisioned_throughput: (mode_of(table) == BillingMode::Provisioned).then_some(rates),
        ..GlobalSecondaryIndex::default()
    };
    let known = table
        .attribute_definitions
        .iter()
        .find(|definition| definition.attribute_name == attribute_name);
    UpdateTableRequest {
        attribute_definitions: Some(known.cloned().into_iter().collect()),
        ..of_index(table, GlobalSecondaryIndexUpdate::Create(Box::new(index)))
    }
}

fn of_index(table: &TableDescription, update: GlobalSecondaryIndexUpdate) -> UpdateTableRequest {
    UpdateTableRequest {
        table_name: table.table_name.clone(),
        global_secondary_index_updates: Some(vec![update]),
        ..UpdateTableRequest::default()
    }
}

/// Auto scaling of one rate as typed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScalingDraft {
    /// The minimum units a second.
    pub min: String,
    /// The maximum units a second.
    pub max: String,
    /// The target utilization in percent of the provisioned units.
    pub target: String,
}

impl Default for ScalingDraft {
    /// The console's defaults.
    fn default() -> Self {
        Self {
            min: "1".to_owned(),
            max: "10".to_owned(),
            target: "70".to_owned(),
        }
    }
}

/// The Application Auto Scaling names of the reads or writes of a table or index.
#[must_use]
pub fn scalable(table: &str, index: Option<&str>, writes: bool) -> ScalableResource {
    let scalable_dimension = match (index, writes) {
        (None, false) => ScalableDimension::TableReads,
        (None, true) => ScalableDimension::TableWrites,
        (Some(_), false) => ScalableDimension::IndexReads,
        (Some(_), true) => ScalableDimension::IndexWrites,
    };
    let of_index = index.map(|index| format!("/index/{index}")).unwrap_or_default();
    ScalableResource {
        resource_id: format!("table/{table}{of_index}"),
        scalable_dimension,
    }
}

impl ScalingDraft {
    /// Both bounds.
    ///
    /// # Errors
    /// The error in the typed text.
    pub fn bounds(&self) -> Result<(u32, u32), &'static str> {
        let units = |text: &str| {
            text.trim()
                .parse::<u32>()
                .ok()
                .filter(|units| *units > 0)
                .ok_or(no_rate())
        };
        Ok((units(&self.min)?, units(&self.max)?))
    }

    /// The target.
    ///
    /// # Errors
    /// The error in the typed text.
    pub fn tracking(&self, writes: bool) -> Result<TargetTracking, &'static str> {
        let target_value = real(self.target.trim().trim_end_matches('%').trim_end());
        let target_value = target_value
            .filter(|value| value.is_finite())
            .ok_or(t!("A number of percent, 20 to 90."))?;
        Ok(TargetTracking {
            target_value,
            metric: if writes {
                ScalingMetric::Writes
            } else {
                ScalingMetric::Reads
            },
            scale_out_cooldown: None,
            scale_in_cooldown: None,
            disable_scale_in: None,
        })
    }
}

#[cfg(test)]
pub(crate) mod tests;
