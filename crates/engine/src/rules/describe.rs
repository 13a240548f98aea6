//! The description of a table: in the responses of CreateTable, DescribeTable, UpdateTable and DeleteTable.

use hashrange_index::{
    Distance, IndexDefinition, KeyAttribute, KeySchema, Projection, SearchAttribute, SearchRole, VectorRule,
};
use hashrange_time::{Duration, Timestamp};
use hashrange_wire::{
    AttributeDefinition, BillingModeSummary, DistanceFunction, GlobalSecondaryIndexDescription, KeyRole,
    KeySchemaElement, LocalSecondaryIndexDescription, OnDemandThroughput, Projection as WireProjection, ProjectionType,
    ProvisionedThroughputDescription, RestoreSummary, SearchSchemaElement, SearchSchemaElementType, SseDescription,
    SseStatus, SseType, TableClassSummary, TableDescription, VectorIndex, VectorIndexDescription, WarmStatus,
    WarmThroughputDescription,
};

use crate::state::context::Context;
use crate::state::index::Index;
use crate::state::resource_name::table_arn;
use crate::state::table::Table;
use crate::state::throughput::{Throughput, Warm};

/// The inputs for the description of a table.
struct Describing<'a> {
    table: &'a Table,
    arn: String,
    now: Timestamp,
    counters: Duration,
}

/// The description of the table.
pub(crate) fn describe(table: &Table, context: Context<'_>) -> TableDescription {
    let arn = table_arn(&table.name, context.options);
    Describing {
        table,
        arn,
        now: context.now,
        counters: context.options.physics.counters,
    }
    .table()
}

impl Describing<'_> {
    fn table(self) -> TableDescription {
        let table = self.table;
        let (item_count, table_size_bytes) = table.counters.published(&table.items, self.now, self.counters);
        let settings = &table.settings;
        let stream = table.stream.as_ref();
        TableDescription {
            table_name: table.name.to_string(),
            attribute_definitions: definitions(table),
            key_schema: key_schema(&table.keys),
            table_status: table.status(),
            // All times are in whole milliseconds (observed: table-description).
            creation_date_time: Some(table.created.as_epoch_millis_f64()),
            provisioned_throughput: self.throughput(&table.throughput),
            billing_mode_summary: self.billing(),
            table_size_bytes,
            item_count,
            local_secondary_indexes: self.locals(),
            global_secondary_indexes: self.globals(),
            vector_indexes: self.vectors(),
            table_id: table.id.clone(),
            deletion_protection_enabled: settings.protected,
            stream_specification: stream.and_then(|stream| stream.specification()),
            latest_stream_label: stream.map(|stream| stream.name.label.to_string()),
            latest_stream_arn: stream.map(|stream| format!("{}/stream/{}", self.arn, stream.name.label)),
            sse_description: encryption(table),
            table_class_summary: settings.class.class.map(|table_class| TableClassSummary {
                table_class,
                last_update_date_time: settings.class.changed.map(Timestamp::as_epoch_millis_f64),
            }),
            on_demand_throughput: limits(table.throughput.on_demand),
            warm_throughput: self.warm(&table.throughput),
            // It stays after the restore (observed: restored-tables).
            restore_summary: table.restored.as_ref().map(|from| RestoreSummary {
                source_backup_arn: from.backup.clone(),
                source_table_arn: from.table_arn.clone(),
                restore_date_time: from.moment.as_epoch_millis_f64(),
                restore_in_progress: table.restoring().is_some(),
            }),
            table_arn: self.arn,
        }
    }

    fn locals(&self) -> Vec<LocalSecondaryIndexDescription> {
        let locals = self.table.indexes.iter().filter(|index| index.is_local());
        locals
            .map(|index| {
                let (item_count, index_size_bytes) = index.counters.published(&index.entries, self.now, self.counters);
                LocalSecondaryIndexDescription {
                    index_name: index.definition.name.to_string(),
                    key_schema: key_schema(&index.definition.keys),
                    projection: projection(&index.definition),
                    index_size_bytes,
                    item_count,
                    index_arn: self.index_arn(index),
                }
            })
            .collect()
    }

    fn globals(&self) -> Vec<GlobalSecondaryIndexDescription> {
        self.table
            .global_indexes()
            .map(|index| {
                let (item_count, index_size_bytes) = index.counters.published(&index.entries, self.now, self.counters);
                GlobalSecondaryIndexDescription {
                    index_name: index.definition.name.to_string(),
                    key_schema: key_schema(&index.definition.keys),
                    projection: projection(&index.definition),
                    index_status: index.status(),
                    backfilling: index.backfilling(),
                    provisioned_throughput: self.throughput(&index.throughput),
                    index_size_bytes,
                    item_count,
                    index_arn: self.index_arn(index),
                    on_demand_throughput: limits(index.throughput.on_demand),
                    warm_throughput: self.warm(&index.throughput),
                }
            })
            .collect()
    }

    fn vectors(&self) -> Vec<VectorIndexDescription> {
        let described = |index: &Index| {
            let (item_count, index_size_bytes) = index.counters.published(&index.entries, self.now, self.counters);
            Some(VectorIndexDescription {
                index: vector_index(&index.definition, index.definition.vector()?),
                index_status: index.status(),
                backfilling: index.backfilling(),
                index_size_bytes,
                item_count,
                index_arn: self.index_arn(index),
            })
        };
        self.table.indexes.iter().filter_map(described).collect()
    }

    /// Always reports the billing mode while the table is being restored, without the time of the last change
    /// (observed: restoring-table).
    fn billing(&self) -> Option<BillingModeSummary> {
        if self.table.restoring().is_none() {
            return self.table.billing.summary();
        }
        let billing_mode = self.table.billing.mode;
        Some(BillingModeSummary {
            billing_mode,
            last_update_to_pay_per_request_date_time: None,
        })
    }

    /// Omitted while the table is being restored (observed: restoring-table).
    fn warm(&self, throughput: &Throughput) -> Option<WarmThroughputDescription> {
        self.table.restoring().is_none().then(|| warm(throughput.warm))
    }

    fn throughput(&self, throughput: &Throughput) -> ProvisionedThroughputDescription {
        ProvisionedThroughputDescription {
            last_increase_date_time: throughput.last_increase.map(Timestamp::as_epoch_millis_f64),
            last_decrease_date_time: throughput.last_decrease.map(Timestamp::as_epoch_millis_f64),
            number_of_decreases_today: u64::from(throughput.decreases_today(self.now)),
            read_capacity_units: throughput.rate.map_or(0, |rate| rate.read_capacity_units),
            write_capacity_units: throughput.rate.map_or(0, |rate| rate.write_capacity_units),
        }
    }

    fn index_arn(&self, index: &Index) -> String {
        format!("{}/index/{}", self.arn, index.definition.name)
    }
}

/// Every key attribute of the table, its indexes and its search schemas, sorted by name (observed: table-description).
/// An attribute is removed with the last index that uses it (observed: table-description).
fn definitions(table: &Table) -> Vec<AttributeDefinition> {
    let of_indexes = table
        .indexes
        .iter()
        .flat_map(|index| index.definition.keys.attributes());
    let rules = table.indexes.iter().filter_map(|index| index.definition.vector());
    let of_searches = rules.flat_map(|rule| rule.schema.iter().map(|attribute| &attribute.key));
    let mut keys: Vec<&KeyAttribute> = table.keys.attributes().chain(of_indexes).chain(of_searches).collect();
    hashrange_values::sort_by(&mut keys, |a, b| a.name.cmp(&b.name));
    keys.dedup_by(|a, b| a.name == b.name);
    let definition = |key: &KeyAttribute| AttributeDefinition {
        attribute_name: key.name.clone(),
        attribute_type: key.key_type,
    };
    keys.into_iter().map(definition).collect()
}

/// The key schema in its wire form.
pub(crate) fn key_schema(keys: &KeySchema) -> Vec<KeySchemaElement> {
    let element = |key_type| {
        move |key: &KeyAttribute| KeySchemaElement {
            attribute_name: key.name.clone(),
            key_type,
        }
    };
    let partition = keys.partition.iter().map(element(KeyRole::Hash));
    partition.chain(keys.sort.iter().map(element(KeyRole::Range))).collect()
}

/// The vector index in its wire form; `None` if the definition is not a vector index.
pub(crate) fn vector_index_of(definition: &IndexDefinition) -> Option<VectorIndex> {
    definition.vector().map(|rule| vector_index(definition, rule))
}

/// A vector index in its wire form.
fn vector_index(definition: &IndexDefinition, rule: &VectorRule) -> VectorIndex {
    let element = |attribute: &SearchAttribute| SearchSchemaElement {
        attribute_name: attribute.key.name.clone(),
        element_type: match attribute.role {
            SearchRole::Hash => SearchSchemaElementType::Hash,
            SearchRole::InlineFilter => SearchSchemaElementType::InlineFilter,
        },
    };
    VectorIndex {
        index_name: definition.name.to_string(),
        vector_attribute: rule.attribute.clone(),
        search_schema: (!rule.schema.is_empty()).then(|| rule.schema.iter().map(element).collect()),
        projection: projection(definition),
        dimensions: i64::try_from(rule.dimensions).unwrap_or(i64::MAX),
        distance_function: match rule.distance {
            Distance::Cosine => DistanceFunction::Cosine,
            Distance::Euclidean => DistanceFunction::Euclidean,
            Distance::DotProduct => DistanceFunction::DotProduct,
        },
    }
}

/// A projection in its wire form, with sorted names (observed: table-description).
fn projection(index: &IndexDefinition) -> WireProjection {
    let (kind, names) = match &index.projection {
        Projection::All => (ProjectionType::All, None),
        Projection::KeysOnly => (ProjectionType::KeysOnly, None),
        Projection::Include(names) => (ProjectionType::Include, Some(names.clone())),
    };
    WireProjection {
        projection_type: Some(kind),
        non_key_attributes: names,
    }
}

/// Omits the limits if none is set (observed: on-demand-limits).
fn limits(limits: OnDemandThroughput) -> Option<OnDemandThroughput> {
    (limits != OnDemandThroughput::default()).then_some(limits)
}

fn warm(warm: Warm) -> WarmThroughputDescription {
    WarmThroughputDescription {
        read_units_per_second: warm.units.read_capacity_units,
        write_units_per_second: warm.units.write_capacity_units,
        status: if warm.pending.is_some() {
            WarmStatus::Updating
        } else {
            WarmStatus::Active
        },
    }
}

/// The key in force, also while a change to another key is pending (observed: encryption-seen).
fn encryption(table: &Table) -> Option<SseDescription> {
    let encryption = &table.settings.encryption;
    let changing = encryption.pending.is_some();
    (changing || encryption.key.is_some()).then(|| SseDescription {
        status: if changing {
            SseStatus::Updating
        } else {
            SseStatus::Enabled
        },
        sse_type: encryption.key.is_some().then_some(SseType::Kms),
        kms_master_key_arn: encryption.key.clone(),
    })
}
