//! A table in files: the request that creates it, and its later settings.
//!
//! Must not know formats.

use hashrange_values::Text;
use hashrange_wire::{
    BillingMode, ContributorInsightsMode, CreateTableRequest, GlobalSecondaryIndex, GlobalSecondaryIndexDescription,
    LocalSecondaryIndex, LocalSecondaryIndexDescription, OnDemandThroughput, ProvisionedThroughput,
    ProvisionedThroughputDescription, SseDescription, SseSpecification, SseType, StreamSpecification, TableClass,
    TableDescription, Tag, WarmThroughput, WarmThroughputDescription,
};

use crate::file_fault::LeftOut;

/// The days that point-in-time recovery keeps unless a request says fewer (documented: point-in-time-recovery).
const MOST_DAYS: u32 = 35;

/// The warm throughput of a new table or index on demand, reads and writes (documented: on-demand-throughput).
pub(super) const ON_DEMAND_WARM: [u64; 2] = [12_000, 4_000];

/// Contributor Insights of a table or of a global index, switched on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Insights {
    /// The index; `None` for the table.
    pub index: Option<Text>,
    /// Its mode. `None` means all keys.
    pub mode: Option<ContributorInsightsMode>,
}

/// A table to create.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TableDefinition {
    /// The request that creates it. It omits defaults, except the billing mode, which is always present.
    pub create: CreateTableRequest,
    /// The attribute with the expiry time, if items expire.
    pub time_to_live: Option<Text>,
    /// Whether point-in-time recovery is on.
    pub point_in_time_recovery: bool,
    /// The days that point-in-time recovery keeps. `None` means its maximum.
    pub recovery_days: Option<u32>,
    /// Where Contributor Insights is on.
    pub insights: Vec<Insights>,
}

impl TableDefinition {
    /// The definition of an existing table. Tags, policy, TTL and recovery are not part of its description. Warm
    /// throughput is omitted if a new table has it too, because a table reports a value that nobody requested.
    #[must_use]
    pub fn of(
        table: &TableDescription,
        tags: Vec<Tag>,
        policy: Option<&str>,
        time_to_live: Option<&str>,
        recovery_days: Option<u32>,
    ) -> Self {
        let mode = table
            .billing_mode_summary
            .map_or(BillingMode::Provisioned, |summary| summary.billing_mode);
        let create = CreateTableRequest {
            table_name: table.table_name.clone(),
            attribute_definitions: table.attribute_definitions.clone(),
            key_schema: table.key_schema.clone(),
            local_secondary_indexes: Some(table.local_secondary_indexes.iter().map(local_index).collect()),
            global_secondary_indexes: Some(
                table
                    .global_secondary_indexes
                    .iter()
                    .map(|index| global_index(index, mode))
                    .collect(),
            ),
            billing_mode: Some(mode),
            provisioned_throughput: throughput(table.provisioned_throughput, mode),
            deletion_protection_enabled: Some(table.deletion_protection_enabled),
            stream_specification: table.stream_specification,
            sse_specification: table.sse_description.as_ref().map(encryption),
            table_class: table.table_class_summary.map(|summary| summary.table_class),
            tags: Some(tags),
            on_demand_throughput: table.on_demand_throughput,
            warm_throughput: warm(table.warm_throughput, table.provisioned_throughput, mode),
            resource_policy: policy.map(str::to_owned),
            vector_indexes: Some(table.vector_indexes.iter().map(|index| index.index.clone()).collect()),
        };
        let time_to_live = time_to_live.map(Text::from);
        Self {
            create,
            time_to_live,
            point_in_time_recovery: recovery_days.is_some(),
            recovery_days,
            insights: Vec::new(),
        }
        .settled()
    }

    /// The settings of Contributor Insights, for formats that cannot express them.
    pub(crate) fn insights_left_out(&self) -> impl Iterator<Item = LeftOut> + '_ {
        let name = &self.create.table_name;
        self.insights.iter().map(move |insights| {
            let index = insights
                .index
                .as_ref()
                .map(|index| format!(".{index}"))
                .unwrap_or_default();
            LeftOut::new(0, format!("{name}{index}.ContributorInsightsSpecification"))
        })
    }

    /// Normalizes the definition: removes defaults, but always sets the billing mode.
    #[must_use]
    pub fn settled(mut self) -> Self {
        let create = &mut self.create;
        create.billing_mode = Some(create.billing_mode.unwrap_or(BillingMode::Provisioned));
        create.local_secondary_indexes.take_if(|indexes| indexes.is_empty());
        create.global_secondary_indexes.take_if(|indexes| indexes.is_empty());
        create.vector_indexes.take_if(|indexes| indexes.is_empty());
        create.tags.take_if(|tags| tags.is_empty());
        create.deletion_protection_enabled.take_if(|protected| !*protected);
        create
            .stream_specification
            .take_if(|stream: &mut StreamSpecification| !stream.stream_enabled);
        self.recovery_days.take_if(|days| *days == MOST_DAYS);
        create.table_class.take_if(|class| *class == TableClass::Standard);
        create
            .sse_specification
            .take_if(|encryption| encryption.enabled != Some(true));
        if let Some(encryption) = &mut create.sse_specification {
            encryption.sse_type = encryption.sse_type.or(Some(SseType::Kms));
        }
        drop_no_maximum(&mut create.on_demand_throughput);
        for index in create.global_secondary_indexes.iter_mut().flatten() {
            drop_no_maximum(&mut index.on_demand_throughput);
        }
        self
    }
}

/// Removes limits of -1, which mean no maximum. CloudFormation accepts only positive ones (cfn-lint 1.58.0, E3034).
fn drop_no_maximum(limits: &mut Option<OnDemandThroughput>) {
    if let Some(limits) = limits {
        limits.max_read_request_units.take_if(|most| *most == -1);
        limits.max_write_request_units.take_if(|most| *most == -1);
    }
    limits.take_if(|limits| limits.max_read_request_units.is_none() && limits.max_write_request_units.is_none());
}

fn throughput(described: ProvisionedThroughputDescription, mode: BillingMode) -> Option<ProvisionedThroughput> {
    (mode == BillingMode::Provisioned).then_some(ProvisionedThroughput {
        read_capacity_units: described.read_capacity_units,
        write_capacity_units: described.write_capacity_units,
    })
}

/// The warm throughput that a new table or index does not have.
fn warm(
    described: Option<WarmThroughputDescription>,
    throughput: ProvisionedThroughputDescription,
    mode: BillingMode,
) -> Option<WarmThroughput> {
    let described = described?;
    let own = match mode {
        BillingMode::PayPerRequest => ON_DEMAND_WARM,
        BillingMode::Provisioned => [throughput.read_capacity_units, throughput.write_capacity_units],
    };
    let units = [described.read_units_per_second, described.write_units_per_second];
    let is_more = units.iter().zip(own).any(|(units, own)| *units > own);
    let [reads, writes] = units.map(|units| i64::try_from(units).ok());
    is_more.then_some(WarmThroughput {
        read_units_per_second: reads,
        write_units_per_second: writes,
    })
}

fn local_index(index: &LocalSecondaryIndexDescription) -> LocalSecondaryIndex {
    LocalSecondaryIndex {
        index_name: index.index_name.clone(),
        key_schema: index.key_schema.clone(),
        projection: index.projection.clone(),
    }
}

fn global_index(index: &GlobalSecondaryIndexDescription, mode: BillingMode) -> GlobalSecondaryIndex {
    GlobalSecondaryIndex {
        index_name: index.index_name.clone(),
        key_schema: index.key_schema.clone(),
        projection: index.projection.clone(),
        provisioned_throughput: throughput(index.provisioned_throughput, mode),
        on_demand_throughput: index.on_demand_throughput,
        warm_throughput: warm(index.warm_throughput, index.provisioned_throughput, mode),
    }
}

fn encryption(described: &SseDescription) -> SseSpecification {
    SseSpecification {
        enabled: Some(true),
        sse_type: described.sse_type,
        kms_master_key_id: described.kms_master_key_arn.clone(),
    }
}
