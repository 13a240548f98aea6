//! Tables, their indexes and their settings.

use hashrange_values::KeyType;

use super::*;

fn table() -> impl Strategy<Value = String> {
    "[a-zA-Z0-9_.-]{3,9}"
}

fn definitions() -> impl Strategy<Value = Vec<AttributeDefinition>> {
    let definition =
        (name(), select(&[KeyType::S, KeyType::N, KeyType::B][..])).prop_map(|(attribute_name, attribute_type)| {
            AttributeDefinition {
                attribute_name,
                attribute_type,
            }
        });
    vec(definition, 1..4)
}

fn schema() -> impl Strategy<Value = Vec<KeySchemaElement>> {
    let element = (name(), select(KeyRole::ALL)).prop_map(|(attribute_name, key_type)| KeySchemaElement {
        attribute_name,
        key_type,
    });
    vec(element, 1..3)
}

fn projection() -> impl Strategy<Value = Projection> {
    (word(ProjectionType::ALL), of(vec(name(), 1..3))).prop_map(|(projection_type, non_key_attributes)| Projection {
        projection_type,
        non_key_attributes,
    })
}

fn rate() -> impl Strategy<Value = Option<ProvisionedThroughput>> {
    of(
        (1..99u64, 1..99u64).prop_map(|(read_capacity_units, write_capacity_units)| ProvisionedThroughput {
            read_capacity_units,
            write_capacity_units,
        }),
    )
}

fn on_demand() -> impl Strategy<Value = Option<OnDemandThroughput>> {
    of(
        (of(-1..99i64), of(1..99i64)).prop_map(|(max_read_request_units, max_write_request_units)| {
            OnDemandThroughput {
                max_read_request_units,
                max_write_request_units,
            }
        }),
    )
}

fn warm() -> impl Strategy<Value = Option<WarmThroughput>> {
    of(
        (of(1..99i64), of(1..99i64)).prop_map(|(read_units_per_second, write_units_per_second)| WarmThroughput {
            read_units_per_second,
            write_units_per_second,
        }),
    )
}

fn stream() -> impl Strategy<Value = Option<StreamSpecification>> {
    of(
        (any::<bool>(), word(StreamViewType::ALL)).prop_map(|(stream_enabled, stream_view_type)| StreamSpecification {
            stream_enabled,
            stream_view_type,
        }),
    )
}

fn encryption() -> impl Strategy<Value = Option<SseSpecification>> {
    of(
        (of(any::<bool>()), word(SseType::ALL), of(".{1,9}")).prop_map(|(enabled, sse_type, kms_master_key_id)| {
            SseSpecification {
                enabled,
                sse_type,
                kms_master_key_id,
            }
        }),
    )
}

fn tags() -> impl Strategy<Value = Vec<Tag>> {
    btree_map("[a-z]{1,5}", "[a-z ]{0,5}", 1..4)
        .prop_map(|tags| tags.into_iter().map(|(key, value)| Tag { key, value }).collect())
}

/// A policy document in the stored form.
fn policy() -> impl Strategy<Value = String> {
    (word_of_actions(), "[0-9]{12}").prop_map(|(action, account)| {
        format!(
            r#"{{"Version":"2012-10-17","Statement":[{{"Effect":"Allow","Principal":{{"AWS":"arn:aws:iam::{account}:root"}},"Action":"dynamodb:{action}","Resource":"*"}}]}}"#
        )
    })
}

fn word_of_actions() -> impl Strategy<Value = &'static str> {
    select(&["GetItem", "Query", "*"][..])
}

fn local() -> impl Strategy<Value = LocalSecondaryIndex> {
    (table(), schema(), projection()).prop_map(|(index_name, key_schema, projection)| LocalSecondaryIndex {
        index_name,
        key_schema,
        projection,
    })
}

fn global() -> impl Strategy<Value = GlobalSecondaryIndex> {
    (table(), schema(), projection(), rate(), on_demand(), warm()).prop_map(
        |(index_name, key_schema, projection, provisioned_throughput, on_demand_throughput, warm_throughput)| {
            GlobalSecondaryIndex {
                index_name,
                key_schema,
                projection,
                provisioned_throughput,
                on_demand_throughput,
                warm_throughput,
            }
        },
    )
}

fn vector() -> impl Strategy<Value = VectorIndex> {
    let element =
        (name(), select(SearchSchemaElementType::ALL)).prop_map(|(attribute_name, element_type)| SearchSchemaElement {
            attribute_name,
            element_type,
        });
    let search = (of(vec(element, 1..3)), 1..5_000i64, select(DistanceFunction::ALL));
    (table(), name(), projection(), search).prop_map(|(index_name, vector_attribute, projection, search)| {
        let (search_schema, dimensions, distance_function) = search;
        VectorIndex {
            index_name,
            vector_attribute,
            search_schema,
            projection,
            dimensions,
            distance_function,
        }
    })
}

fn vector_change() -> impl Strategy<Value = VectorIndexUpdate> {
    prop_oneof![
        vector().prop_map(|index| VectorIndexUpdate::Create(Box::new(index))),
        table().prop_map(|index_name| VectorIndexUpdate::Delete { index_name }),
    ]
}

fn create() -> impl Strategy<Value = Request> {
    let indexes = (of(vec(local(), 1..3)), of(vec(global(), 1..3)), of(vec(vector(), 1..3)));
    let keys = (table(), definitions(), schema(), indexes);
    let rates = (word(BillingMode::ALL), rate(), on_demand(), warm());
    let settings = (
        of(any::<bool>()),
        stream(),
        encryption(),
        word(TableClass::ALL),
        of(tags()),
        of(policy()),
    );
    (keys, rates, settings).prop_map(|(keys, rates, settings)| {
        let (table_name, attribute_definitions, key_schema, (locals, globals, vector_indexes)) = keys;
        let (billing_mode, provisioned_throughput, on_demand_throughput, warm_throughput) = rates;
        let (deletion_protection_enabled, stream_specification, sse_specification, table_class, tags, policy) =
            settings;
        CreateTableRequest {
            table_name,
            attribute_definitions,
            key_schema,
            local_secondary_indexes: locals,
            global_secondary_indexes: globals,
            billing_mode,
            provisioned_throughput,
            deletion_protection_enabled,
            stream_specification,
            sse_specification,
            table_class,
            tags,
            on_demand_throughput,
            warm_throughput,
            resource_policy: policy,
            vector_indexes,
        }
        .into()
    })
}

fn change() -> impl Strategy<Value = GlobalSecondaryIndexUpdate> {
    prop_oneof![
        global().prop_map(|index| GlobalSecondaryIndexUpdate::Create(Box::new(index))),
        table().prop_map(|index_name| GlobalSecondaryIndexUpdate::Delete { index_name }),
        (table(), rate(), on_demand(), warm()).prop_map(
            |(index_name, provisioned_throughput, on_demand_throughput, warm_throughput)| {
                GlobalSecondaryIndexUpdate::Update(UpdateGlobalSecondaryIndexAction {
                    index_name,
                    provisioned_throughput,
                    on_demand_throughput,
                    warm_throughput,
                })
            }
        ),
    ]
}

fn update() -> impl Strategy<Value = Request> {
    let rates = (word(BillingMode::ALL), rate(), on_demand(), warm());
    let settings = (of(any::<bool>()), stream(), encryption(), word(TableClass::ALL));
    let changes = (of(vec(change(), 1..3)), of(vec(vector_change(), 1..3)));
    (table(), of(definitions()), changes, rates, settings).prop_map(
        |(table_name, attribute_definitions, changes, rates, settings)| {
            let (global_secondary_index_updates, vector_index_updates) = changes;
            let (billing_mode, provisioned_throughput, on_demand_throughput, warm_throughput) = rates;
            let (deletion_protection_enabled, stream_specification, sse_specification, table_class) = settings;
            UpdateTableRequest {
                table_name,
                attribute_definitions,
                billing_mode,
                provisioned_throughput,
                global_secondary_index_updates,
                stream_specification,
                sse_specification,
                table_class,
                deletion_protection_enabled,
                on_demand_throughput,
                warm_throughput,
                vector_index_updates,
            }
            .into()
        },
    )
}

fn backups() -> impl Strategy<Value = Request> {
    let moment = || of((0..2_000_000_000_u32).prop_map(|seconds| f64::from(seconds) + 0.25));
    let list = (
        of(table()),
        of(1..99u32),
        moment(),
        moment(),
        word(BackupTypeFilter::ALL),
    )
        .prop_map(
            |(table_name, limit, time_range_lower_bound, time_range_upper_bound, backup_type)| {
                let exclusive_start_backup_arn = table_name.clone();
                Request::from(ListBackupsRequest {
                    table_name,
                    limit,
                    time_range_lower_bound,
                    time_range_upper_bound,
                    exclusive_start_backup_arn,
                    backup_type,
                })
            },
        );
    let indexes = (of(vec(global(), 0..3)), of(vec(local(), 0..3)), of(vec(vector(), 0..3)));
    let overrides = (word(BillingMode::ALL), indexes, rate(), on_demand(), encryption()).prop_map(
        |(billing_mode, (globals, locals, vector_indexes), provisioned_throughput, on_demand_throughput, sse)| {
            RestoreOverrides {
                billing_mode,
                global_secondary_indexes: globals,
                local_secondary_indexes: locals,
                vector_indexes,
                provisioned_throughput,
                on_demand_throughput,
                sse_specification: sse,
            }
        },
    );
    let restore = (table(), table(), overrides, moment()).prop_map(|(target_table_name, other, overrides, moment)| {
        if moment.is_none() {
            return RestoreTableFromBackupRequest {
                target_table_name,
                backup_arn: other,
                overrides,
            }
            .into();
        }
        Request::from(RestoreTableToPointInTimeRequest {
            source_table_name: Some(other),
            target_table_name,
            restore_date_time: moment,
            overrides,
            ..RestoreTableToPointInTimeRequest::default()
        })
    });
    prop_oneof![
        list,
        restore,
        (table(), table()).prop_map(|(table_name, backup_name)| CreateBackupRequest {
            table_name,
            backup_name
        }
        .into()),
        table().prop_map(|backup_arn| DescribeBackupRequest { backup_arn }.into()),
        table().prop_map(|backup_arn| DeleteBackupRequest { backup_arn }.into()),
    ]
}

fn setting() -> impl Strategy<Value = Request> {
    prop_oneof![
        expiry(),
        insights(),
        tagging(),
        resource_policies(),
        backups(),
        table().prop_map(|table_name| DescribeTableRequest { table_name }.into()),
        table().prop_map(|table_name| DeleteTableRequest { table_name }.into()),
        table().prop_map(|table_name| DescribeContinuousBackupsRequest { table_name }.into()),
        (of(table()), of(1..99u32)).prop_map(|(exclusive_start_table_name, limit)| {
            ListTablesRequest {
                exclusive_start_table_name,
                limit,
            }
            .into()
        }),
    ]
}

fn expiry() -> impl Strategy<Value = Request> {
    prop_oneof![
        table().prop_map(|table_name| DescribeTimeToLiveRequest { table_name }.into()),
        (table(), any::<bool>(), name()).prop_map(|(table_name, enabled, attribute_name)| {
            let time_to_live_specification = TimeToLiveSpecification {
                enabled,
                attribute_name,
            };
            Request::from(UpdateTimeToLiveRequest {
                table_name,
                time_to_live_specification,
            })
        }),
    ]
}

fn insights() -> impl Strategy<Value = Request> {
    let actions = (
        select(ContributorInsightsAction::ALL),
        word(ContributorInsightsMode::ALL),
    );
    let update = (table(), of(table()), actions).prop_map(|(table_name, index_name, (action, mode))| {
        let (contributor_insights_action, contributor_insights_mode) = (action, mode);
        Request::from(UpdateContributorInsightsRequest {
            table_name,
            index_name,
            contributor_insights_action,
            contributor_insights_mode,
        })
    });
    let describe = (table(), of(table())).prop_map(|(table_name, index_name)| {
        Request::from(DescribeContributorInsightsRequest { table_name, index_name })
    });
    prop_oneof![update, describe]
}

fn arn() -> impl Strategy<Value = String> {
    table().prop_map(|name| format!("arn:aws:dynamodb:us-hashrange-1:000000000000:table/{name}"))
}

fn tagging() -> impl Strategy<Value = Request> {
    prop_oneof![
        (arn(), tags()).prop_map(|(resource_arn, tags)| TagResourceRequest { resource_arn, tags }.into()),
        (arn(), vec("[a-z]{1,5}", 1..4)).prop_map(|(resource_arn, tag_keys)| UntagResourceRequest {
            resource_arn,
            tag_keys
        }
        .into()),
        arn().prop_map(|resource_arn| ListTagsOfResourceRequest { resource_arn }.into()),
    ]
}

fn resource_policies() -> impl Strategy<Value = Request> {
    let revision = || of("[0-9]{1,9}");
    let put = (arn(), policy(), revision(), of(any::<bool>())).prop_map(
        |(resource_arn, policy, expected_revision_id, confirmed)| {
            Request::from(PutResourcePolicyRequest {
                resource_arn,
                policy,
                expected_revision_id,
                confirm_remove_self_resource_access: confirmed,
            })
        },
    );
    prop_oneof![
        put,
        arn().prop_map(|resource_arn| GetResourcePolicyRequest { resource_arn }.into()),
        (arn(), revision()).prop_map(|(resource_arn, expected_revision_id)| {
            DeleteResourcePolicyRequest {
                resource_arn,
                expected_revision_id,
            }
            .into()
        }),
    ]
}

proptest! {
    #[test]
    fn requests_about_tables_survive_their_bodies(request in prop_oneof![create(), update(), setting()]) {
        survives(&request)?;
    }
}
