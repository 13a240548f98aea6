//! Arbitrary definitions of tables, for tests of round trips.

use hashrange_values::{KeyType, Text};
use hashrange_wire::{
    AttributeDefinition, BillingMode, BillingModeSummary, CreateTableRequest, GlobalSecondaryIndex,
    GlobalSecondaryIndexDescription, IndexStatus, KeyRole, KeySchemaElement, LocalSecondaryIndex,
    LocalSecondaryIndexDescription, OnDemandThroughput, Projection, ProjectionType, ProvisionedThroughput,
    ProvisionedThroughputDescription, SseSpecification, SseType, StreamSpecification, StreamViewType, TableClass,
    TableDescription, TableStatus, Tag, WarmStatus, WarmThroughput, WarmThroughputDescription,
};
use proptest::collection::{btree_map, vec};
use proptest::option::of;
use proptest::prelude::*;

use crate::TableDefinition;
use crate::arbitrary::name;

fn keys(names: [Text; 2], has_sort: bool) -> Vec<KeySchemaElement> {
    let [hash, range] = names;
    let mut keys = vec![KeySchemaElement {
        attribute_name: hash,
        key_type: KeyRole::Hash,
    }];
    if has_sort {
        keys.push(KeySchemaElement {
            attribute_name: range,
            key_type: KeyRole::Range,
        });
    }
    keys
}

/// The definitions of key attributes: the first is a String, the second may be a Number, the third a Binary.
fn attribute_definitions(names: [&Text; 3], by_number: bool, is_binary: bool) -> Vec<AttributeDefinition> {
    let kinds = [
        KeyType::S,
        if by_number { KeyType::N } else { KeyType::S },
        if is_binary { KeyType::B } else { KeyType::S },
    ];
    let definition = |(name, attribute_type): (&Text, _)| AttributeDefinition {
        attribute_name: name.clone(),
        attribute_type,
    };
    names.into_iter().zip(kinds).map(definition).collect()
}

fn attribute() -> impl Strategy<Value = Text> {
    name().prop_map(|name| Text::from(name.chars().take(60).collect::<String>()))
}

fn projection() -> impl Strategy<Value = Projection> {
    prop_oneof![
        Just(Projection {
            projection_type: Some(ProjectionType::All),
            non_key_attributes: None
        }),
        Just(Projection {
            projection_type: Some(ProjectionType::KeysOnly),
            non_key_attributes: None
        }),
        vec(attribute(), 1..4).prop_map(|names| Projection {
            projection_type: Some(ProjectionType::Include),
            non_key_attributes: Some(names),
        }),
    ]
}

fn rates() -> impl Strategy<Value = ProvisionedThroughput> {
    (1..40_000u64, 1..40_000u64).prop_map(|(read_capacity_units, write_capacity_units)| ProvisionedThroughput {
        read_capacity_units,
        write_capacity_units,
    })
}

fn limits() -> impl Strategy<Value = OnDemandThroughput> {
    (of(1..9_000i64), of(Just(-1i64))).prop_map(|(max_read_request_units, max_write_request_units)| {
        OnDemandThroughput {
            max_read_request_units,
            max_write_request_units,
        }
    })
}

fn warm() -> impl Strategy<Value = WarmThroughput> {
    (of(12_000..20_000i64), of(4_000..9_000i64)).prop_map(|(read_units_per_second, write_units_per_second)| {
        WarmThroughput {
            read_units_per_second,
            write_units_per_second,
        }
    })
}

fn stream() -> impl Strategy<Value = StreamSpecification> {
    let images = [
        StreamViewType::NewImage,
        StreamViewType::KeysOnly,
        StreamViewType::NewAndOldImages,
    ];
    proptest::sample::select(images.to_vec()).prop_map(|images| StreamSpecification {
        stream_enabled: true,
        stream_view_type: Some(images),
    })
}

fn encryption() -> impl Strategy<Value = SseSpecification> {
    of("[a-z0-9:/-]{1,20}").prop_map(|kms_master_key_id| SseSpecification {
        enabled: Some(true),
        sse_type: Some(SseType::Kms),
        kms_master_key_id,
    })
}

fn tags() -> impl Strategy<Value = Vec<Tag>> {
    btree_map("[b-z é+=._:/@-]{1,8}", "[a-zA-Z0-9 é+=._:/@-]{0,8}", 0..3)
        .prop_map(|tags| tags.into_iter().map(|(key, value)| Tag { key, value }).collect())
}

fn local_index(index: (String, Projection), names: [&Text; 3]) -> LocalSecondaryIndex {
    let ((index_name, projection), [hash, _, other]) = (index, names);
    LocalSecondaryIndex {
        index_name,
        key_schema: keys([hash.clone(), other.clone()], true),
        projection,
    }
}

type AnyGlobalIndex = (
    String,
    [bool; 2],
    Projection,
    ProvisionedThroughput,
    Option<OnDemandThroughput>,
    Option<WarmThroughput>,
);

fn any_global_index() -> impl Strategy<Value = AnyGlobalIndex> {
    (
        "[A-Z]{3,5}",
        any::<[bool; 2]>(),
        projection(),
        rates(),
        of(limits()),
        of(warm()),
    )
}

fn global_index(index: AnyGlobalIndex, names: [&Text; 3], is_provisioned: bool) -> GlobalSecondaryIndex {
    let (index_name, [has_sort, several], projection, rates, on_demand_throughput, warm_throughput) = index;
    let [hash, range, other] = names;
    let mut key_schema = keys([other.clone(), range.clone()], has_sort);
    if several {
        key_schema.insert(
            1,
            KeySchemaElement {
                attribute_name: hash.clone(),
                key_type: KeyRole::Hash,
            },
        );
    }
    let provisioned_throughput = is_provisioned.then_some(rates);
    GlobalSecondaryIndex {
        index_name,
        key_schema,
        projection,
        provisioned_throughput,
        on_demand_throughput,
        warm_throughput,
    }
}

/// A table that all formats can express: a stream has a view type, and partition keys come before sort keys.
pub(crate) fn table() -> impl Strategy<Value = TableDefinition> {
    let names = (
        "[a-zA-Z0-9_.-]{3,12}",
        [attribute(), attribute(), attribute()],
        any::<[bool; 3]>(),
    );
    let local = vec(("[a-z]{3,5}", projection()), 0..3);
    let global = vec(any_global_index(), 0..3);
    let rest = (
        of(rates()),
        of(stream()),
        of(encryption()),
        tags(),
        of(limits()),
        of(warm()),
    );
    let flags = (any::<[bool; 3]>(), of(attribute()));
    (names, local, global, rest, flags).prop_map(|(names, local, global, rest, flags)| {
        let (table_name, [hash, range, other], [has_sort, by_number, is_binary]) = names;
        let (throughput, stream_specification, sse_specification, tags, limits, warm) = rest;
        let ([protected, infrequent, point_in_time_recovery], time_to_live) = flags;
        let names = [&hash, &range, &other];
        let is_provisioned = throughput.is_some();
        let local = local.into_iter().map(|index| local_index(index, names));
        let global = global
            .into_iter()
            .map(|index| global_index(index, names, is_provisioned));
        let create = CreateTableRequest {
            table_name,
            attribute_definitions: attribute_definitions(names, by_number, is_binary),
            key_schema: keys([hash.clone(), range.clone()], has_sort),
            local_secondary_indexes: Some(local.collect()),
            global_secondary_indexes: Some(global.collect()),
            billing_mode: Some(if is_provisioned {
                BillingMode::Provisioned
            } else {
                BillingMode::PayPerRequest
            }),
            provisioned_throughput: throughput,
            deletion_protection_enabled: Some(protected),
            stream_specification,
            sse_specification,
            table_class: infrequent.then_some(TableClass::StandardInfrequentAccess),
            tags: Some(tags),
            on_demand_throughput: limits,
            warm_throughput: warm,
            resource_policy: None,
            vector_indexes: None,
        };
        TableDefinition {
            create,
            time_to_live,
            point_in_time_recovery,
            recovery_days: (point_in_time_recovery && infrequent).then_some(7),
            insights: Vec::new(),
        }
        .settled()
    })
}

fn described_rates(rates: Option<ProvisionedThroughput>) -> ProvisionedThroughputDescription {
    ProvisionedThroughputDescription {
        read_capacity_units: rates.map_or(0, |rates| rates.read_capacity_units),
        write_capacity_units: rates.map_or(0, |rates| rates.write_capacity_units),
        ..ProvisionedThroughputDescription::default()
    }
}

/// The description of the table.
pub(crate) fn described(table: &TableDefinition) -> TableDescription {
    let create = &table.create;
    let warm = WarmThroughputDescription {
        read_units_per_second: 12_000,
        write_units_per_second: 4_000,
        status: WarmStatus::Active,
    };
    let local = create
        .local_secondary_indexes
        .iter()
        .flatten()
        .map(|index| LocalSecondaryIndexDescription {
            index_name: index.index_name.clone(),
            key_schema: index.key_schema.clone(),
            projection: index.projection.clone(),
            index_size_bytes: 7,
            item_count: 1,
            index_arn: "arn".to_owned(),
        });
    let global = create
        .global_secondary_indexes
        .iter()
        .flatten()
        .map(|index| GlobalSecondaryIndexDescription {
            index_name: index.index_name.clone(),
            key_schema: index.key_schema.clone(),
            projection: index.projection.clone(),
            index_status: IndexStatus::Active,
            backfilling: None,
            provisioned_throughput: described_rates(index.provisioned_throughput),
            index_size_bytes: 7,
            item_count: 1,
            index_arn: "arn".to_owned(),
            on_demand_throughput: index.on_demand_throughput,
            warm_throughput: Some(warm),
        });
    let is_on_demand = create.billing_mode == Some(BillingMode::PayPerRequest);
    TableDescription {
        table_name: create.table_name.clone(),
        attribute_definitions: create.attribute_definitions.clone(),
        key_schema: create.key_schema.clone(),
        table_status: TableStatus::Active,
        creation_date_time: Some(1.5),
        provisioned_throughput: described_rates(create.provisioned_throughput),
        billing_mode_summary: is_on_demand.then_some(BillingModeSummary {
            billing_mode: BillingMode::PayPerRequest,
            last_update_to_pay_per_request_date_time: Some(1.5),
        }),
        table_size_bytes: 7,
        item_count: 1,
        table_arn: "arn".to_owned(),
        table_id: "id".to_owned(),
        local_secondary_indexes: local.collect(),
        global_secondary_indexes: global.collect(),
        vector_indexes: Vec::new(),
        deletion_protection_enabled: create.deletion_protection_enabled.unwrap_or_default(),
        stream_specification: create.stream_specification,
        latest_stream_label: None,
        latest_stream_arn: None,
        sse_description: None,
        table_class_summary: None,
        on_demand_throughput: create.on_demand_throughput,
        warm_throughput: Some(warm),
        restore_summary: None,
    }
}
