//! The definition of a table: read from DescribeTable, compared with another one, and written as CreateTable.
//!
//! Decides which parts of a description belong to a table and not to its location. Must not know items.

use hashrange_values::{Text, sort, sort_by};
use hashrange_wire::{
    AnswerError, BillingMode, CreateTableRequest, DescribeTableResponse, GlobalSecondaryIndex,
    GlobalSecondaryIndexDescription, IndexStatus, JsonTree, KeySchemaElement, LocalSecondaryIndex, OnDemandThroughput,
    Projection, ProjectionType, ProvisionedThroughput, ProvisionedThroughputDescription, StreamSpecification,
    TableDescription, TableStatus, VectorIndex, encode_request,
};

use crate::settings;

/// A table as its endpoint describes it.
#[derive(Clone, Debug)]
pub(crate) struct Described {
    pub(crate) table: Box<TableDescription>,
}

/// An index without its location: its name, its keys and its projection.
type Made<'a> = (&'a str, &'a [KeySchemaElement], &'a Projection);

impl Described {
    /// Reads a response of DescribeTable. It omits indexes that are being deleted, and the attribute definitions that
    /// only they need.
    ///
    /// # Errors
    /// When the body is not such a response.
    pub(crate) fn read(body: &str) -> Result<Self, AnswerError> {
        let DescribeTableResponse { mut table } = DescribeTableResponse::decode(body.as_bytes())?;
        if table.table_name.is_empty() {
            return Err(AnswerError::Missing("TableName"));
        }
        if table.key_schema.is_empty() {
            return Err(AnswerError::Missing("KeySchema"));
        }
        table
            .global_secondary_indexes
            .retain(|index| index.index_status != IndexStatus::Deleting);
        table
            .vector_indexes
            .retain(|index| index.index_status != IndexStatus::Deleting);
        let local = table
            .local_secondary_indexes
            .iter_mut()
            .map(|index| &mut index.projection);
        let global = table
            .global_secondary_indexes
            .iter_mut()
            .map(|index| &mut index.projection);
        let vector = table.vector_indexes.iter_mut().map(|index| &mut index.index.projection);
        local.chain(global).chain(vector).for_each(settle);
        let mut described = Self { table };
        described.settle_attributes();
        Ok(described)
    }

    /// Leaves the vector indexes out, and the attribute definitions that only they need.
    pub(crate) fn drop_vector_indexes(&mut self) {
        self.table.vector_indexes.clear();
        self.settle_attributes();
    }

    /// Brings the attribute definitions into one form: those that an index or the table needs, in order.
    fn settle_attributes(&mut self) {
        let needed: Vec<Text> = self.needed_attributes().cloned().collect();
        let definitions = &mut self.table.attribute_definitions;
        definitions.retain(|attribute| needed.contains(&attribute.attribute_name));
        sort_by(definitions, |one, other| one.attribute_name.cmp(&other.attribute_name));
    }

    /// The attributes in the keys of the table and of its indexes, and in the search schemas of vector indexes.
    fn needed_attributes(&self) -> impl Iterator<Item = &Text> {
        let local = self.table.local_secondary_indexes.iter().map(|index| &index.key_schema);
        let global = self
            .table
            .global_secondary_indexes
            .iter()
            .map(|index| &index.key_schema);
        let keys = self.table.key_schema.iter().chain(local.chain(global).flatten());
        let schemas = self.table.vector_indexes.iter();
        let searched = schemas.flat_map(|index| index.index.search_schema.iter().flatten());
        keys.map(|key| &key.attribute_name)
            .chain(searched.map(|element| &element.attribute_name))
    }

    /// Identifies this table among tables of the same name: its id, or its creation time.
    pub(crate) fn id(&self) -> String {
        if self.table.table_id.is_empty() {
            let created = self.table.creation_date_time;
            created.map_or_else(|| "null".to_owned(), |seconds| format!("{seconds:?}"))
        } else {
            self.table.table_id.clone()
        }
    }

    /// Whether the table and all its indexes are ACTIVE. An index without a reported status counts as ACTIVE.
    pub(crate) fn is_active(&self) -> bool {
        let global = self
            .table
            .global_secondary_indexes
            .iter()
            .map(|index| index.index_status);
        let vector = self.table.vector_indexes.iter().map(|index| index.index_status);
        self.table.table_status == TableStatus::Active
            && global.chain(vector).all(|status| status == IndexStatus::Active)
    }

    /// Whether the table has vector indexes, which not every endpoint supports.
    pub(crate) fn has_vector_indexes(&self) -> bool {
        !self.table.vector_indexes.is_empty()
    }

    /// The stream specification, if the stream is enabled.
    pub(crate) fn stream(&self) -> Option<StreamSpecification> {
        self.table.stream_specification.filter(|stream| stream.stream_enabled)
    }

    fn is_on_demand(&self) -> bool {
        let mode = self.table.billing_mode_summary.map(|summary| summary.billing_mode);
        // Without a billing mode summary, a table is provisioned (documented: billing-summary), unless it has no
        // provisioned throughput.
        mode == Some(BillingMode::PayPerRequest) || units(&self.table.provisioned_throughput).is_none()
    }

    /// The body of a CreateTable that creates an equal table, with or without its class, encryption and deletion
    /// protection.
    pub(crate) fn creation(&self, with_settings: bool) -> String {
        let table = &*self.table;
        let on_demand = self.is_on_demand();
        let rate = |of: &ProvisionedThroughputDescription| units(of).filter(|_| !on_demand);
        let limits = |of: Option<OnDemandThroughput>| of.filter(|_| on_demand);
        let local: Vec<LocalSecondaryIndex> = table.local_secondary_indexes.iter().map(Into::into).collect();
        let global = |index: &GlobalSecondaryIndexDescription| {
            let made: GlobalSecondaryIndex = index.into();
            GlobalSecondaryIndex {
                provisioned_throughput: rate(&index.provisioned_throughput),
                on_demand_throughput: limits(index.on_demand_throughput),
                ..made
            }
        };
        let global: Vec<GlobalSecondaryIndex> = table.global_secondary_indexes.iter().map(global).collect();
        let vector: Vec<VectorIndex> = table.vector_indexes.iter().map(|index| index.index.clone()).collect();
        let mode = if on_demand {
            BillingMode::PayPerRequest
        } else {
            BillingMode::Provisioned
        };
        let mut create = CreateTableRequest {
            table_name: table.table_name.clone(),
            attribute_definitions: table.attribute_definitions.clone(),
            key_schema: table.key_schema.clone(),
            local_secondary_indexes: (!local.is_empty()).then_some(local),
            global_secondary_indexes: (!global.is_empty()).then_some(global),
            billing_mode: Some(mode),
            provisioned_throughput: rate(&table.provisioned_throughput),
            on_demand_throughput: limits(table.on_demand_throughput)
                .filter(|limits| *limits != OnDemandThroughput::default()),
            vector_indexes: (!vector.is_empty()).then_some(vector),
            ..CreateTableRequest::default()
        };
        if with_settings {
            settings::set(table, &mut create);
        }
        encode_request(&create.into())
    }

    /// The primary key of one of its items, as JSON.
    pub(crate) fn key_of(&self, item: &str) -> String {
        let item = JsonTree::parse(item).unwrap_or_default();
        let mut key = Vec::new();
        for name in self.table.key_schema.iter().map(|key| key.attribute_name.as_str()) {
            key.extend(item.member(name).map(|value| (name, value.clone())));
        }
        JsonTree::object(key).to_json()
    }

    /// Whether another table has the same primary key.
    pub(crate) fn has_key_of(&self, other: &Self) -> bool {
        self.table.key_schema == other.table.key_schema
    }

    /// The differences in the definition of another table with this name. Throughput does not count, because it can be
    /// changed at any time.
    pub(crate) fn differences(&self, other: &Self) -> Vec<String> {
        let mut differences = Vec::new();
        if !self.has_key_of(other) {
            differences.push("KeySchema".to_owned());
        }
        if self.table.attribute_definitions != other.table.attribute_definitions {
            differences.push("AttributeDefinitions".to_owned());
        }
        for (word, own, others) in [
            ("local index", self.local(), other.local()),
            ("global index", self.global(), other.global()),
        ] {
            let differs = |(name, ..): &&Made<'_>| find(&own, name) != find(&others, name);
            let mut names: Vec<&str> = own.iter().chain(&others).filter(differs).map(|index| index.0).collect();
            sort(&mut names);
            names.dedup();
            differences.extend(names.iter().map(|name| format!("{word} {name}")));
        }
        let (own, others) = (self.vector(), other.vector());
        let missing = own.iter().filter(|index| !others.contains(index));
        let foreign = others.iter().filter(|index| !own.contains(index));
        let mut names: Vec<&str> = missing.chain(foreign).map(|index| index.index_name.as_str()).collect();
        sort(&mut names);
        names.dedup();
        differences.extend(names.iter().map(|name| format!("vector index {name}")));
        differences
    }

    fn vector(&self) -> Vec<&VectorIndex> {
        self.table.vector_indexes.iter().map(|index| &index.index).collect()
    }

    fn local(&self) -> Vec<Made<'_>> {
        let indexes = self.table.local_secondary_indexes.iter();
        indexes
            .map(|index| {
                (
                    index.index_name.as_str(),
                    index.key_schema.as_slice(),
                    &index.projection,
                )
            })
            .collect()
    }

    fn global(&self) -> Vec<Made<'_>> {
        let indexes = self.table.global_secondary_indexes.iter();
        indexes
            .map(|index| {
                (
                    index.index_name.as_str(),
                    index.key_schema.as_slice(),
                    &index.projection,
                )
            })
            .collect()
    }
}

fn find<'a, 'i>(indexes: &'a [Made<'i>], name: &str) -> Option<&'a Made<'i>> {
    indexes.iter().find(|index| index.0 == name)
}

/// Brings a projection into one form, so that equal ones compare as equal.
fn settle(projection: &mut Projection) {
    // An endpoint that omits the projection type projects everything (documented: alternator-compatibility, of
    // Alternator).
    projection.projection_type.get_or_insert(ProjectionType::All);
    if let Some(attributes) = &mut projection.non_key_attributes {
        sort(attributes);
    }
    projection
        .non_key_attributes
        .take_if(|attributes| attributes.is_empty());
}

/// Provisioned throughput; `None` if it is missing or zero.
fn units(described: &ProvisionedThroughputDescription) -> Option<ProvisionedThroughput> {
    let rate = described.rate();
    (rate.read_capacity_units > 0 && rate.write_capacity_units > 0).then_some(rate)
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    fn thread(change: impl FnOnce(&mut Value)) -> Described {
        let mut table = json!({
            "TableName": "Thread",
            "TableStatus": "ACTIVE",
            "TableId": "id",
            "AttributeDefinitions": [
                { "AttributeName": "Subject", "AttributeType": "S" },
                { "AttributeName": "Forum", "AttributeType": "S" },
                { "AttributeName": "Views", "AttributeType": "N" },
            ],
            "KeySchema": [
                { "AttributeName": "Forum", "KeyType": "HASH" }, { "AttributeName": "Subject", "KeyType": "RANGE" },
            ],
            "ProvisionedThroughput": { "ReadCapacityUnits": 5, "WriteCapacityUnits": 6, "NumberOfDecreasesToday": 0 },
            "GlobalSecondaryIndexes": [{
                "IndexName": "ByViews",
                "IndexStatus": "ACTIVE",
                "IndexArn": "arn",
                "KeySchema": [{ "AttributeName": "Views", "KeyType": "HASH" }],
                "Projection": { "ProjectionType": "INCLUDE", "NonKeyAttributes": ["b", "a"] },
                "ProvisionedThroughput": { "ReadCapacityUnits": 1, "WriteCapacityUnits": 2, "NumberOfDecreasesToday": 0 },
            }],
        });
        change(&mut table);
        Described::read(&json!({ "Table": table }).to_string()).expect("a table")
    }

    #[test]
    fn a_table_is_created_as_it_is_described() {
        let creation: Value = serde_json::from_str(&thread(|_| ()).creation(true)).expect("JSON");
        assert_eq!(creation["BillingMode"], "PROVISIONED");
        assert_eq!(
            creation["ProvisionedThroughput"],
            json!({ "ReadCapacityUnits": 5, "WriteCapacityUnits": 6 })
        );
        let index = &creation["GlobalSecondaryIndexes"][0];
        assert_eq!(
            index["ProvisionedThroughput"],
            json!({ "ReadCapacityUnits": 1, "WriteCapacityUnits": 2 })
        );
        assert_eq!(index["Projection"]["NonKeyAttributes"], json!(["a", "b"]));
        assert!(index.get("IndexArn").is_none() && index.get("IndexStatus").is_none());
        assert!(creation.get("LocalSecondaryIndexes").is_none());
    }

    #[test]
    fn a_table_on_demand_has_no_throughput() {
        let table = thread(|table| table["BillingModeSummary"] = json!({ "BillingMode": "PAY_PER_REQUEST" }));
        let creation: Value = serde_json::from_str(&table.creation(true)).expect("JSON");
        assert_eq!(creation["BillingMode"], "PAY_PER_REQUEST");
        assert!(creation.get("ProvisionedThroughput").is_none());
        assert!(
            creation["GlobalSecondaryIndexes"][0]
                .get("ProvisionedThroughput")
                .is_none()
        );
    }

    #[test]
    fn an_index_that_is_being_deleted_is_left_out() {
        let table = thread(|table| table["GlobalSecondaryIndexes"][0]["IndexStatus"] = "DELETING".into());
        let creation: Value = serde_json::from_str(&table.creation(true)).expect("JSON");
        assert!(creation.get("GlobalSecondaryIndexes").is_none() && table.is_active());
        assert_eq!(
            creation["AttributeDefinitions"].as_array().map(Vec::len),
            Some(2),
            "Views is a key of nothing"
        );
    }

    #[test]
    fn vector_indexes_are_part_of_a_table() {
        let vector = |name: &str, dimensions: u64| {
            json!({
                "IndexName": name, "VectorAttribute": { "AttributeName": "v" }, "Dimensions": dimensions,
                "DistanceFunction": "COSINE", "Projection": { "ProjectionType": "ALL" }, "IndexStatus": "ACTIVE", "IndexArn": "arn",
                "SearchSchema": [{ "AttributeName": "Tenant", "SearchSchemaElementType": "HASH" }],
            })
        };
        let with = |indexes: Value| {
            thread(|table| {
                let tenant = json!({ "AttributeName": "Tenant", "AttributeType": "S" });
                table["AttributeDefinitions"]
                    .as_array_mut()
                    .expect("a list")
                    .push(tenant);
                table["VectorIndexes"] = indexes;
            })
        };
        let own = with(json!([vector("ByText", 3)]));
        let creation: Value = serde_json::from_str(&own.creation(true)).expect("JSON");
        assert_eq!(creation["VectorIndexes"][0]["Dimensions"], 3);
        assert!(creation["VectorIndexes"][0].get("IndexStatus").is_none());
        assert_eq!(creation["AttributeDefinitions"].as_array().map(Vec::len), Some(4));
        assert!(own.is_active());
        let mut building = vector("ByText", 3);
        building["IndexStatus"] = "CREATING".into();
        assert!(!with(json!([building])).is_active());
        let other = with(json!([vector("ByText", 4), vector("Also", 3)]));
        assert_eq!(own.differences(&other), ["vector index Also", "vector index ByText"]);
        let mut without = own;
        without.drop_vector_indexes();
        assert!(
            without.differences(&thread(|_| ())).is_empty(),
            "Tenant is defined for the index only"
        );
    }

    #[test]
    fn differences_are_named() {
        let own = thread(|_| ());
        let faster = thread(|table| table["ProvisionedThroughput"]["ReadCapacityUnits"] = 50.into());
        assert!(own.differences(&faster).is_empty());
        let wider = thread(|table| {
            table["GlobalSecondaryIndexes"][0]["Projection"] = json!({ "ProjectionType": "ALL" });
        });
        assert_eq!(own.differences(&wider), ["global index ByViews"]);
        let other = thread(|table| table["KeySchema"] = json!([{ "AttributeName": "Forum", "KeyType": "HASH" }]));
        assert_eq!(own.differences(&other), ["KeySchema", "AttributeDefinitions"]);
    }
}
