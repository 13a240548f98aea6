//! Converts a table's form to a CreateTable request, and back.

use hashrange_values::{KeyType, Text};
use hashrange_wire::{
    AttributeDefinition, BillingMode, CreateTableRequest, GlobalSecondaryIndex, KeyRole, KeySchemaElement,
    LocalSecondaryIndex, Projection, ProjectionType, ProvisionedThroughput, TableDescription,
};
use hashrange_words::t;

use super::{DesignForm, IndexForm, KeyField, ProjectionField, ThroughputField};

impl DesignForm {
    /// The request of the form, without empty keys and invalid rates.
    #[must_use]
    pub fn to_request(&self) -> CreateTableRequest {
        let local = self.local.iter().map(|index| LocalSecondaryIndex {
            index_name: index.name.clone(),
            key_schema: key_schema(&self.partition, index.sort.as_ref()),
            projection: index.projection.to_shape(),
        });
        let global = self.global.iter().map(|index| GlobalSecondaryIndex {
            index_name: index.name.clone(),
            key_schema: key_schema(&index.partition, index.sort.as_ref()),
            projection: index.projection.to_shape(),
            provisioned_throughput: index.throughput.to_shape().filter(|_| self.is_provisioned()),
            ..GlobalSecondaryIndex::default()
        });
        CreateTableRequest {
            table_name: self.table_name.clone(),
            attribute_definitions: self.definitions(),
            key_schema: key_schema(&self.partition, self.sort.as_ref()),
            local_secondary_indexes: (!self.local.is_empty()).then(|| local.collect()),
            global_secondary_indexes: (!self.global.is_empty()).then(|| global.collect()),
            billing_mode: Some(self.billing),
            provisioned_throughput: self.throughput.to_shape().filter(|_| self.is_provisioned()),
            deletion_protection_enabled: self.deletion_protection.then_some(true),
            vector_indexes: (!self.vectors.is_empty()).then(|| self.vectors.clone()),
            ..CreateTableRequest::default()
        }
    }

    fn definitions(&self) -> Vec<AttributeDefinition> {
        let mut found: Vec<AttributeDefinition> = Vec::new();
        for key in self.places().into_iter().filter_map(|place| self.key(place)) {
            let known = found
                .iter()
                .any(|definition| definition.attribute_name == key.name.as_str());
            if !known && !key.name.is_empty() {
                let attribute_name = Text::from(key.name.as_str());
                found.push(AttributeDefinition {
                    attribute_name,
                    attribute_type: key.kind,
                });
            }
        }
        for searched in &self.searched {
            if !found
                .iter()
                .any(|known| known.attribute_name == searched.attribute_name)
            {
                found.push(searched.clone());
            }
        }
        found
    }

    /// The form of a request.
    ///
    /// # Errors
    /// A sentence about what the form cannot show; the request can still be valid, or be refused by the service.
    pub fn from_request(request: &CreateTableRequest) -> Result<Self, String> {
        let definitions = &request.attribute_definitions;
        let (partition, sort) = read_keys(t!("the table"), &request.key_schema, definitions)?;
        let mut form = Self {
            table_name: request.table_name.clone(),
            partition,
            sort,
            billing: request.billing_mode.unwrap_or(BillingMode::Provisioned),
            throughput: ThroughputField::from_shape(request.provisioned_throughput),
            deletion_protection: request.deletion_protection_enabled.unwrap_or(false),
            ..Self::default()
        };
        for index in request.local_secondary_indexes.iter().flatten() {
            let (partition, sort) = read_keys(&index.index_name, &index.key_schema, definitions)?;
            if partition.name != form.partition.name {
                return Err(t!(
                    "{index_name} is a local index with a different partition key than the table; the form cannot show that.",
                    index_name = index.index_name
                ));
            }
            let id = form.take_id();
            form.local.push(IndexForm {
                id,
                name: index.index_name.clone(),
                partition,
                sort,
                projection: ProjectionField::from_shape(&index.projection),
                throughput: ThroughputField::default(),
            });
        }
        for index in request.global_secondary_indexes.iter().flatten() {
            let (partition, sort) = read_keys(&index.index_name, &index.key_schema, definitions)?;
            let id = form.take_id();
            form.global.push(IndexForm {
                id,
                name: index.index_name.clone(),
                partition,
                sort,
                projection: ProjectionField::from_shape(&index.projection),
                throughput: ThroughputField::from_shape(index.provisioned_throughput),
            });
        }
        form.vectors = request.vector_indexes.clone().unwrap_or_default();
        let searched = |definition: &&AttributeDefinition| {
            let mut elements = form
                .vectors
                .iter()
                .flat_map(|index| index.search_schema.iter().flatten());
            elements.any(|element| element.attribute_name == definition.attribute_name)
        };
        form.searched = definitions.iter().filter(searched).cloned().collect();
        form.check_definitions(definitions)?;
        Ok(form)
    }

    /// Refuses definitions that no key uses. The form would lose them, and the service refuses them.
    fn check_definitions(&self, definitions: &[AttributeDefinition]) -> Result<(), String> {
        let used = self.definitions();
        let unused = definitions
            .iter()
            .find(|definition| !used.iter().any(|key| key.attribute_name == definition.attribute_name));
        match unused {
            Some(definition) => Err(t!(
                "{attribute_name} is defined but is not a key: define key attributes only.",
                attribute_name = definition.attribute_name
            )),
            None => Ok(()),
        }
    }

    fn take_id(&mut self) -> u32 {
        let id = self.next_id;
        self.next_id += 1;
        id
    }
}

/// The CreateTable request that would create the described table again.
#[must_use]
pub fn request_of(table: &TableDescription) -> CreateTableRequest {
    let provisioned = table
        .billing_mode_summary
        .is_none_or(|mode| mode.billing_mode == BillingMode::Provisioned);
    let rates = |read: u64, write: u64| {
        provisioned.then_some(ProvisionedThroughput {
            read_capacity_units: read,
            write_capacity_units: write,
        })
    };
    let local = table.local_secondary_indexes.iter().map(|index| LocalSecondaryIndex {
        index_name: index.index_name.clone(),
        key_schema: index.key_schema.clone(),
        projection: index.projection.clone(),
    });
    let global = table.global_secondary_indexes.iter().map(|index| GlobalSecondaryIndex {
        index_name: index.index_name.clone(),
        key_schema: index.key_schema.clone(),
        projection: index.projection.clone(),
        provisioned_throughput: rates(
            index.provisioned_throughput.read_capacity_units,
            index.provisioned_throughput.write_capacity_units,
        ),
        ..GlobalSecondaryIndex::default()
    });
    CreateTableRequest {
        table_name: table.table_name.clone(),
        attribute_definitions: table.attribute_definitions.clone(),
        key_schema: table.key_schema.clone(),
        local_secondary_indexes: (!table.local_secondary_indexes.is_empty()).then(|| local.collect()),
        global_secondary_indexes: (!table.global_secondary_indexes.is_empty()).then(|| global.collect()),
        billing_mode: Some(if provisioned {
            BillingMode::Provisioned
        } else {
            BillingMode::PayPerRequest
        }),
        provisioned_throughput: rates(
            table.provisioned_throughput.read_capacity_units,
            table.provisioned_throughput.write_capacity_units,
        ),
        deletion_protection_enabled: table.deletion_protection_enabled.then_some(true),
        vector_indexes: (!table.vector_indexes.is_empty())
            .then(|| table.vector_indexes.iter().map(|index| index.index.clone()).collect()),
        ..CreateTableRequest::default()
    }
}

fn key_schema(partition: &KeyField, sort: Option<&KeyField>) -> Vec<KeySchemaElement> {
    let element = |key: &KeyField, key_type| KeySchemaElement {
        attribute_name: key.name.as_str().into(),
        key_type,
    };
    let filled = |key: &&KeyField| !key.name.is_empty();
    let hash = Some(partition).filter(filled).map(|key| element(key, KeyRole::Hash));
    let range = sort.filter(filled).map(|key| element(key, KeyRole::Range));
    hash.into_iter().chain(range).collect()
}

fn read_keys(
    owner: &str,
    schema: &[KeySchemaElement],
    definitions: &[AttributeDefinition],
) -> Result<(KeyField, Option<KeyField>), String> {
    // A key without a definition is read as a string, because one is typed before the other in JSON.
    let field = |element: &KeySchemaElement| {
        let definition = definitions
            .iter()
            .find(|known| known.attribute_name == element.attribute_name);
        KeyField {
            name: element.attribute_name.to_string(),
            kind: definition.map_or(KeyType::S, |known| known.attribute_type),
        }
    };
    match schema {
        [] => Ok((KeyField::default(), None)),
        [hash] if hash.key_type == KeyRole::Hash => Ok((field(hash), None)),
        [hash, range] if hash.key_type == KeyRole::Hash && range.key_type == KeyRole::Range => {
            Ok((field(hash), Some(field(range))))
        }
        _ => Err(t!(
            "The key schema of {owner} must be one HASH element, then at most one RANGE element.",
            owner
        )),
    }
}

impl ProjectionField {
    fn to_shape(&self) -> Projection {
        let listed = self.kind == ProjectionType::Include;
        Projection {
            projection_type: Some(self.kind),
            non_key_attributes: listed.then(|| self.attributes.iter().map(|name| name.as_str().into()).collect()),
        }
    }

    fn from_shape(shape: &Projection) -> Self {
        Self {
            kind: shape.projection_type.unwrap_or(ProjectionType::All),
            attributes: shape
                .non_key_attributes
                .iter()
                .flatten()
                .map(ToString::to_string)
                .collect(),
        }
    }
}

impl ThroughputField {
    fn to_shape(&self) -> Option<ProvisionedThroughput> {
        Some(ProvisionedThroughput {
            read_capacity_units: self.read.trim().parse().ok()?,
            write_capacity_units: self.write.trim().parse().ok()?,
        })
    }

    fn from_shape(shape: Option<ProvisionedThroughput>) -> Self {
        shape.map_or_else(Self::default, |rates| Self {
            read: rates.read_capacity_units.to_string(),
            write: rates.write_capacity_units.to_string(),
        })
    }
}
