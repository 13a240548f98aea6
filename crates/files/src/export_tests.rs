//! Whatever a format writes of a table, its reader reads back, and the rest is named: no setting is lost silently.
//!
//! The tables have every setting that a definition can have. What a writer names is removed from the table before the
//! comparison, one setting for each name; a name that stands for no setting is an error.

use hashrange_values::Text;
use hashrange_wire::{
    ContributorInsightsMode, DistanceFunction, Projection, ProjectionType, Request, SearchSchemaElement,
    SearchSchemaElementType, SseDescription, TableClassSummary, VectorIndex, encode_request,
};
use proptest::collection::vec;
use proptest::option::of;
use proptest::prelude::*;

use crate::arbitrary_table::{described, table};
use crate::workbench::{Model, ModelTable, read, write};
use crate::{
    Insights, LeftOut, TableDefinition, TablesFormat, TemplateFormat, data_model_out, describe_table_json, tables_in,
    tables_out,
};

const POLICY: &str = r#"{"Version":"2012-10-17","Statement":[{"Effect":"Allow","Principal":{"AWS":"arn:aws:iam::111122223333:root"},"Action":"dynamodb:GetItem","Resource":"arn:aws:dynamodb:us-east-1:111122223333:table/${x}"}]}"#;

fn vector_index() -> impl Strategy<Value = VectorIndex> {
    ("[a-z]{6,9}", "[v-z]", of("[h-k]"), 1..4097i64).prop_map(|(index_name, attribute, filter, dimensions)| {
        VectorIndex {
            index_name,
            vector_attribute: Text::from(attribute.as_str()),
            search_schema: filter.map(|filter| {
                vec![SearchSchemaElement {
                    attribute_name: Text::from(filter.as_str()),
                    element_type: SearchSchemaElementType::InlineFilter,
                }]
            }),
            projection: Projection {
                projection_type: Some(ProjectionType::All),
                non_key_attributes: None,
            },
            dimensions,
            distance_function: DistanceFunction::Cosine,
        }
    })
}

fn insights_mode() -> impl Strategy<Value = Option<ContributorInsightsMode>> {
    of(prop_oneof![
        Just(ContributorInsightsMode::ThrottledKeys),
        Just(ContributorInsightsMode::AccessedAndThrottledKeys)
    ])
}

/// A table with any settings.
fn any_table() -> impl Strategy<Value = TableDefinition> {
    let insights = vec(of(insights_mode()), 4);
    (table(), any::<bool>(), of(vector_index()), insights).prop_map(|(mut table, has_policy, vectors, insights)| {
        let create = &mut table.create;
        create.resource_policy = has_policy.then(|| POLICY.to_owned());
        create.vector_indexes = vectors.map(|index| vec![index]);
        // Two indexes with one name are no table.
        let mut names: Vec<Option<Text>> = vec![None];
        if let Some(indexes) = &mut create.global_secondary_indexes {
            indexes.retain(|index| {
                let name = Some(Text::from(index.index_name.as_str()));
                let is_new = !names.contains(&name);
                names.push(name);
                is_new
            });
        }
        let on = |(index, mode): (Option<Text>, Option<_>)| mode.map(|mode| Insights { index, mode });
        table.insights = names.into_iter().zip(insights).filter_map(on).collect();
        table.settled()
    })
}

/// The table without the settings that a writer names.
fn without(mut table: TableDefinition, left_out: &[LeftOut]) -> TableDefinition {
    for part in left_out {
        let prefix = format!("{}.", table.create.table_name);
        let path = part.path.strip_prefix(&prefix).expect("the name of the table");
        let (index, setting) = path
            .split_once('.')
            .map_or((None, path), |(index, setting)| (Some(index), setting));
        let create = &mut table.create;
        match (index, setting) {
            (_, "ContributorInsightsSpecification") => {
                let before = table.insights.len();
                table.insights.retain(|insights| insights.index.as_deref() != index);
                assert_eq!(table.insights.len() + 1, before, "{path}");
            }
            (None, "VectorIndexes") => assert!(create.vector_indexes.take().is_some()),
            (None, "ResourcePolicy") => assert!(create.resource_policy.take().is_some()),
            (None, "Tags") => assert!(create.tags.take().is_some()),
            (None, "TimeToLiveSpecification") => assert!(table.time_to_live.take().is_some()),
            (None, "PointInTimeRecoverySpecification") => {
                assert!(std::mem::take(&mut table.point_in_time_recovery));
                table.recovery_days = None;
            }
            (None, "DeletionProtectionEnabled") => assert!(create.deletion_protection_enabled.take().is_some()),
            (None, "StreamSpecification") => assert!(create.stream_specification.take().is_some()),
            (None, "SSESpecification") => assert!(create.sse_specification.take().is_some()),
            (None, "TableClass") => assert!(create.table_class.take().is_some()),
            (None, "OnDemandThroughput") => assert!(create.on_demand_throughput.take().is_some()),
            (None, "WarmThroughput") => assert!(create.warm_throughput.take().is_some()),
            (Some(name), setting) => {
                let indexes = create.global_secondary_indexes.iter_mut().flatten();
                for index in indexes.filter(|index| index.index_name == name) {
                    match setting {
                        "OnDemandThroughput" => assert!(index.on_demand_throughput.take().is_some()),
                        "WarmThroughput" => assert!(index.warm_throughput.take().is_some()),
                        other => panic!("{other} is no setting of an index"),
                    }
                }
            }
            (None, name) => {
                let indexes = create.global_secondary_indexes.get_or_insert_default();
                let before = indexes.len();
                indexes.retain(|index| index.index_name != name);
                assert_eq!(indexes.len() + 1, before, "{name} is no setting and no index");
            }
        }
    }
    table.settled()
}

/// A table whose key attributes are in the order of their first use, and without the others. Some formats have types
/// only at keys.
fn ordered(mut table: TableDefinition) -> TableDefinition {
    let create = &mut table.create;
    let local = create
        .local_secondary_indexes
        .iter()
        .flatten()
        .map(|index| &index.key_schema);
    let global = create
        .global_secondary_indexes
        .iter()
        .flatten()
        .map(|index| &index.key_schema);
    let keys = std::iter::once(&create.key_schema).chain(local).chain(global).flatten();
    let mut definitions = Vec::new();
    for key in keys {
        let is_it = |definition: &&_| key.attribute_name == name_of(definition);
        if !definitions.iter().any(|other| key.attribute_name == name_of(other)) {
            definitions.extend(create.attribute_definitions.iter().find(is_it).cloned());
        }
    }
    create.attribute_definitions = definitions;
    table
}

fn name_of(definition: &hashrange_wire::AttributeDefinition) -> Text {
    definition.attribute_name.clone()
}

fn template_survives(format: TemplateFormat, table: &TableDefinition) -> Result<(), TestCaseError> {
    let written = tables_out(format, std::slice::from_ref(table));
    let read = tables_in(TablesFormat::Template(format), &written.text);
    let read = read.map_err(|faults| TestCaseError::fail(format!("{faults:?}\n{}", written.text)))?;
    prop_assert_eq!(read.tables, vec![without(table.clone(), &written.left_out)]);
    prop_assert_eq!(read.left_out, Vec::new());
    Ok(())
}

proptest! {
    #[test]
    fn nothing_is_lost_in_cloudformation(table in any_table()) {
        template_survives(TemplateFormat::CloudFormation, &table)?;
    }

    #[test]
    fn nothing_is_lost_in_terraform(table in any_table()) {
        template_survives(TemplateFormat::Terraform, &table)?;
    }

    #[test]
    fn nothing_is_lost_in_the_body_of_create_table(table in any_table()) {
        let text = encode_request(&Request::from(table.create.clone()));
        prop_assert_eq!(TablesFormat::guess("table.json", &text), TablesFormat::DescribeTable);
        let read = tables_in(TablesFormat::DescribeTable, &text).unwrap();
        prop_assert_eq!(&read.tables[0].create, &table.create);
        prop_assert_eq!(read.left_out, Vec::new());
    }

    #[test]
    fn nothing_is_lost_in_a_description(table in any_table()) {
        let create = &table.create;
        let mut description = described(&table);
        description.table_class_summary = create.table_class.map(|table_class| TableClassSummary {
            table_class,
            ..TableClassSummary::default()
        });
        description.sse_description = create.sse_specification.as_ref().map(|encryption| SseDescription {
            sse_type: encryption.sse_type,
            kms_master_key_arn: encryption.kms_master_key_id.clone(),
            ..SseDescription::default()
        });
        let read = tables_in(TablesFormat::DescribeTable, &describe_table_json(&description)).unwrap();
        // A description has the warm throughput of now, and the vector indexes are not part of this one.
        let mut expected = without(table.clone(), &table.not_described());
        expected.create.vector_indexes = None;
        expected.create.warm_throughput = None;
        for index in expected.create.global_secondary_indexes.iter_mut().flatten() {
            index.warm_throughput = None;
        }
        let mut found = read.tables[0].clone();
        found.create.warm_throughput = None;
        for index in found.create.global_secondary_indexes.iter_mut().flatten() {
            index.warm_throughput = None;
        }
        prop_assert_eq!(found, expected);
        prop_assert_eq!(read.left_out, Vec::new());
    }

    #[test]
    fn nothing_is_lost_in_a_model(table in any_table(), items in vec(crate::arbitrary::item(), 0..3)) {
        let definition = table.clone();
        let model = Model { tables: vec![ModelTable { definition, items, ..ModelTable::default() }], ..Model::default() };
        let written = write(&model);
        let read = read(&written.text).unwrap();
        let expected = ordered(without(table, &written.left_out));
        prop_assert_eq!(&read.model.tables[0].definition, &expected, "{}", written.text);
        prop_assert_eq!(&read.model.tables[0].items, &model.tables[0].items);
        prop_assert_eq!(read.left_out, Vec::new());
    }

    #[test]
    fn nothing_is_lost_in_a_data_model(table in any_table(), items in vec(crate::arbitrary::item(), 0..3)) {
        let mut written = data_model_out(&[(&table, &items)], Vec::new());
        // They are there, in base64.
        written.left_out.retain(|left_out| !left_out.path.ends_with(".binary values"));
        let read = tables_in(TablesFormat::guess("dynamodb_data_model.json", &written.text), &written.text).unwrap();
        prop_assert_eq!(&read.tables[0], &without(table, &written.left_out), "{}", written.text);
        let found: Vec<_> = read.items.into_iter().map(|(_, item)| item).collect();
        prop_assert_eq!(found, items);
        prop_assert_eq!(read.left_out, Vec::new());
    }
}
