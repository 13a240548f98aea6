//! The definition of a table: read from DescribeTable, compared with another one, and written as CreateTable.
//!
//! Decides which parts of a description belong to a table and not to its location. Must not know items.

use serde::{Deserialize, Deserializer, Serialize};
use serde_json::{Map, Value};

/// The projection of all attributes.
const EVERYTHING: &str = "ALL";

/// A response of DescribeTable.
#[derive(Deserialize)]
#[serde(rename_all = "PascalCase")]
struct Answered {
    table: Described,
}

/// A table as its endpoint describes it.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "PascalCase")]
pub(crate) struct Described {
    pub(crate) table_name: String,
    #[serde(default, deserialize_with = "or_nothing")]
    pub(crate) table_status: String,
    #[serde(default, deserialize_with = "or_nothing")]
    pub(crate) table_arn: String,
    #[serde(default, deserialize_with = "or_nothing")]
    table_id: String,
    #[serde(default)]
    creation_date_time: Value,
    #[serde(default, deserialize_with = "or_nothing")]
    attribute_definitions: Vec<Attribute>,
    key_schema: Vec<KeyElement>,
    #[serde(default)]
    billing_mode_summary: Option<Billing>,
    #[serde(default)]
    provisioned_throughput: Option<Throughput>,
    #[serde(default)]
    on_demand_throughput: Option<Value>,
    #[serde(default, deserialize_with = "or_nothing")]
    local_secondary_indexes: Vec<Index>,
    #[serde(default, deserialize_with = "or_nothing")]
    global_secondary_indexes: Vec<Index>,
    #[serde(default, deserialize_with = "or_nothing")]
    vector_indexes: Vec<Value>,
    #[serde(default)]
    pub(crate) stream_specification: Option<Stream>,
}

#[derive(Clone, Debug, Deserialize, Serialize, PartialEq, Eq, PartialOrd, Ord)]
#[serde(rename_all = "PascalCase")]
struct Attribute {
    attribute_name: String,
    attribute_type: String,
}

#[derive(Clone, Debug, Deserialize, Serialize, PartialEq, Eq, PartialOrd, Ord)]
#[serde(rename_all = "PascalCase")]
struct KeyElement {
    attribute_name: String,
    key_type: String,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "PascalCase")]
struct Billing {
    #[serde(default, deserialize_with = "or_nothing")]
    billing_mode: String,
}

#[derive(Clone, Copy, Debug, Deserialize, Serialize, PartialEq, Eq)]
#[serde(rename_all = "PascalCase")]
struct Throughput {
    #[serde(default)]
    read_capacity_units: u64,
    #[serde(default)]
    write_capacity_units: u64,
}

#[derive(Clone, Debug, Default, Deserialize, Serialize, PartialEq, Eq, PartialOrd, Ord)]
#[serde(rename_all = "PascalCase")]
struct Projection {
    #[serde(default, deserialize_with = "or_nothing")]
    projection_type: String,
    #[serde(default, skip_serializing_if = "Vec::is_empty", deserialize_with = "or_nothing")]
    non_key_attributes: Vec<String>,
}

#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(rename_all = "PascalCase")]
struct Index {
    index_name: String,
    #[serde(default, deserialize_with = "or_nothing")]
    key_schema: Vec<KeyElement>,
    #[serde(default)]
    projection: Projection,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    provisioned_throughput: Option<Throughput>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    on_demand_throughput: Option<Value>,
    #[serde(default, skip_serializing)]
    index_status: String,
}

/// The stream specification of a table.
#[derive(Clone, Debug, Deserialize, Serialize, PartialEq, Eq)]
#[serde(rename_all = "PascalCase")]
pub(crate) struct Stream {
    #[serde(default)]
    pub(crate) stream_enabled: bool,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    stream_view_type: Option<String>,
}

/// A member that can be null, because some endpoints write null for a missing value.
fn or_nothing<'de, D: Deserializer<'de>, T: Deserialize<'de> + Default>(deserializer: D) -> Result<T, D::Error> {
    Ok(Option::deserialize(deserializer)?.unwrap_or_default())
}

/// The body of CreateTable.
#[derive(Serialize)]
#[serde(rename_all = "PascalCase")]
struct Creation<'a> {
    table_name: &'a str,
    attribute_definitions: &'a [Attribute],
    key_schema: &'a [KeyElement],
    billing_mode: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    provisioned_throughput: Option<Throughput>,
    #[serde(skip_serializing_if = "Option::is_none")]
    on_demand_throughput: Option<&'a Value>,
    #[serde(skip_serializing_if = "<[Index]>::is_empty")]
    local_secondary_indexes: &'a [Index],
    #[serde(skip_serializing_if = "<[Index]>::is_empty")]
    global_secondary_indexes: &'a [Index],
}

impl Described {
    /// Reads a response of DescribeTable. It omits indexes that are being deleted, and the attribute definitions that
    /// only they need.
    ///
    /// # Errors
    /// When the body is not such a response.
    pub(crate) fn read(body: &str) -> Result<Self, serde_json::Error> {
        let Answered { mut table } = serde_json::from_str(body)?;
        table
            .global_secondary_indexes
            .retain(|index| index.index_status != "DELETING");
        for index in table
            .local_secondary_indexes
            .iter_mut()
            .chain(&mut table.global_secondary_indexes)
        {
            let Projection {
                projection_type,
                non_key_attributes,
            } = &mut index.projection;
            hashrange_values::sort(non_key_attributes);
            if projection_type.is_empty() {
                // An endpoint that omits the projection type projects everything (documented: alternator-compatibility,
                // of Alternator).
                EVERYTHING.clone_into(projection_type);
            }
        }
        let indexes = table
            .local_secondary_indexes
            .iter()
            .chain(&table.global_secondary_indexes);
        let keys: Vec<&KeyElement> = table
            .key_schema
            .iter()
            .chain(indexes.flat_map(|index| &index.key_schema))
            .collect();
        let is_used = |attribute: &Attribute| keys.iter().any(|key| key.attribute_name == attribute.attribute_name);
        table.attribute_definitions.retain(is_used);
        hashrange_values::sort(&mut table.attribute_definitions);
        Ok(table)
    }

    /// Identifies this table among tables of the same name: its id, or its creation time.
    pub(crate) fn id(&self) -> String {
        if self.table_id.is_empty() {
            self.creation_date_time.to_string()
        } else {
            self.table_id.clone()
        }
    }

    /// Whether the table and all its indexes are ACTIVE. An index without a reported status counts as ACTIVE.
    pub(crate) fn is_active(&self) -> bool {
        let ready = |status: &str| status.is_empty() || status == "ACTIVE";
        ready(&self.table_status)
            && self
                .global_secondary_indexes
                .iter()
                .all(|index| ready(&index.index_status))
    }

    /// Whether the table has vector indexes, which CreateTable of other endpoints does not support.
    pub(crate) fn has_vector_indexes(&self) -> bool {
        !self.vector_indexes.is_empty()
    }

    /// The stream specification, if the stream is enabled.
    pub(crate) fn stream(&self) -> Option<&Stream> {
        self.stream_specification
            .as_ref()
            .filter(|stream| stream.stream_enabled)
    }

    fn is_on_demand(&self) -> bool {
        let said = self
            .billing_mode_summary
            .as_ref()
            .map(|billing| billing.billing_mode.as_str());
        // Without a billing mode summary, a table is provisioned (documented: billing-summary), unless it has no
        // provisioned throughput.
        said == Some("PAY_PER_REQUEST") || self.units().is_none()
    }

    /// The table's provisioned throughput; `None` if it is missing or zero.
    fn units(&self) -> Option<Throughput> {
        self.provisioned_throughput
            .filter(|units| units.read_capacity_units > 0 && units.write_capacity_units > 0)
    }

    /// The body of a CreateTable that creates an equal table.
    ///
    /// # Errors
    /// Never, because all map keys are text.
    pub(crate) fn creation(&self) -> Result<String, serde_json::Error> {
        let on_demand = self.is_on_demand();
        let unlimited = |throughput: &&Value| throughput.as_object().is_some_and(|units| !units.is_empty());
        let mut global = self.global_secondary_indexes.clone();
        for index in &mut global {
            if on_demand {
                index.provisioned_throughput = None;
            } else {
                index.on_demand_throughput = None;
            }
        }
        serde_json::to_string(&Creation {
            table_name: &self.table_name,
            attribute_definitions: &self.attribute_definitions,
            key_schema: &self.key_schema,
            billing_mode: if on_demand { "PAY_PER_REQUEST" } else { "PROVISIONED" },
            provisioned_throughput: self.units().filter(|_| !on_demand),
            on_demand_throughput: self
                .on_demand_throughput
                .as_ref()
                .filter(|_| on_demand)
                .filter(unlimited),
            local_secondary_indexes: &self.local_secondary_indexes,
            global_secondary_indexes: &global,
        })
    }

    /// The primary key of one of its items, as JSON.
    pub(crate) fn key_of(&self, item: &str) -> String {
        let item: Value = serde_json::from_str(item).unwrap_or_default();
        let names = self.key_schema.iter().map(|key| key.attribute_name.as_str());
        let key: Map<String, Value> = names
            .filter_map(|name| Some((name.to_owned(), item.get(name)?.clone())))
            .collect();
        Value::from(key).to_string()
    }

    /// Whether another table has the same primary key.
    pub(crate) fn has_key_of(&self, other: &Self) -> bool {
        self.key_schema == other.key_schema
    }

    /// The differences in the definition of another table with this name. Throughput does not count, because it can be
    /// changed at any time.
    pub(crate) fn differences(&self, other: &Self) -> Vec<String> {
        let mut differences = Vec::new();
        if self.key_schema != other.key_schema {
            differences.push("KeySchema".to_owned());
        }
        if self.attribute_definitions != other.attribute_definitions {
            differences.push("AttributeDefinitions".to_owned());
        }
        for (word, own, others) in [
            (
                "local index",
                &self.local_secondary_indexes,
                &other.local_secondary_indexes,
            ),
            (
                "global index",
                &self.global_secondary_indexes,
                &other.global_secondary_indexes,
            ),
        ] {
            let find = |list: &[Index], name: &str| list.iter().find(|index| index.index_name == name).map(Index::made);
            let names = own.iter().chain(others).map(|index| index.index_name.as_str());
            let mut names: Vec<&str> = names.filter(|name| find(own, name) != find(others, name)).collect();
            hashrange_values::sort(&mut names);
            names.dedup();
            differences.extend(names.iter().map(|name| format!("{word} {name}")));
        }
        differences
    }
}

impl Index {
    /// Its definition: its keys and its projection.
    fn made(&self) -> (Vec<KeyElement>, Projection) {
        (self.key_schema.clone(), self.projection.clone())
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

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
        let creation: Value = serde_json::from_str(&thread(|_| ()).creation().expect("a body")).expect("JSON");
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
        let creation: Value = serde_json::from_str(&table.creation().expect("a body")).expect("JSON");
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
        let creation: Value = serde_json::from_str(&table.creation().expect("a body")).expect("JSON");
        assert!(creation.get("GlobalSecondaryIndexes").is_none() && table.is_active());
        assert_eq!(
            creation["AttributeDefinitions"].as_array().map(Vec::len),
            Some(2),
            "Views is a key of nothing"
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
